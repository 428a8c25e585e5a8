"""Eigenvalues and singular values of all forms of matrices in Python: functions, arrays, objects with matvec or @.

Expected values are closed forms: the second differences of order n have the eigenvalues 2 - 2 cos(j pi/(n + 1))."""
import math

import gpulinalg as gl
from tap import ok, raises, skip

S = gl.sparse
try:
    S.factor(S.eye(1))
except gl.NotSupportedError as missing:
    skip("eigenvalues of what Python has for a matrix", missing)
    raise SystemExit from None
N = 60
laplace = S.diags([[-1.0], [2.0], [-1.0]], offsets=[-1, 0, 1], shape=[N, N])
dense = laplace.toarray()
eigenvalues = [2 - 2 * math.cos(j * math.pi / (N + 1)) for j in range(1, N + 1)]


def near(got, want, name, limit=1e-10):
    got = got.tolist() if hasattr(got, "tolist") else got
    ok(len(got) == len(want) and all(abs(g - w) <= limit for g, w in zip(got, want)), name)


class Linear:
    """Has the methods of SciPy's LinearOperator."""
    shape = N, N
    dtype = "float64"

    def matvec(self, x):
        return laplace @ x

    rmatvec = matvec


class Blocks(Linear):
    asked = 0

    def matmat(self, x):
        Blocks.asked += 1
        return laplace @ x


class Product:
    """Has only the operator @, like matrices of some packages."""
    shape = N, N

    def __matmul__(self, x):
        return laplace @ x

    H = property(lambda self: self)


def function(x):
    return laplace @ x


for A, name in ((dense, "an array"), (dense.tolist(), "a list"), (Linear(), "one with matvec"), (Product(), "one with @")):
    near(S.eigsh(A, 2)[0], eigenvalues[-2:], "eigsh of " + name)
    near(S.eigs(A, 2, which="LR")[0], [eigenvalues[-1], eigenvalues[-2]], "eigs of " + name)
    near(S.svds(A, 2)[1], [eigenvalues[-1], eigenvalues[-2]], "svds of " + name)
near(S.eigsh(function, 2, shape=(N, N))[0], eigenvalues[-2:], "eigsh of a function")
near(S.eigsh(function, 2, v0=gl.arange(1.0, N + 1.0), which="SA")[0], eigenvalues[:2], "v0 says how large", 1e-8)
values, vectors = S.eigsh(function, 2, shape=(N, N), dtype="float32")
ok(values.dtype == "float32" and vectors.shape == (N, 2), "of another type")
near(S.svds((function, function), 2, shape=(N, N))[1], [eigenvalues[-1], eigenvalues[-2]], "svds of two functions")
U, s, Vh = S.svds((function, function), 2, shape=(N, N), return_singular_vectors=False)
ok(U.shape == (N, 0) and Vh.shape == (0, N), "without vectors")
ok(S.eigsh(function, 2, shape=(N, N), return_eigenvectors=False)[1].shape == (N, 0), "of eigsh too")
wide = S.Sparse([[3.0, 0.0, 0.0], [0.0, -2.0, 0.0]])
near(S.svds((lambda x: wide @ x, lambda y: wide.T @ y), 2, shape=(2, 3))[1], [3.0, 2.0], "of a wide one")
near(S.svds([[3.0, 0.0, 0.0], [0.0, -2.0, 0.0]], 1)[1], [3.0], "of a wide list")
turn = gl.asarray([[0.0, 2.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
values = S.eigs(turn, 1)[0]
ok(abs(values[0].item() - 2j) < 1e-12, "eigs of an array, complex")
near(S.eigsh(gl.asarray([[2, 1], [1, 2]]), 1)[0], [3.0], "of integers")

# M and the solves: matrices are factored, functions are called.
M = S.eye(N) * 2.0
half = [v / 2 for v in eigenvalues]
factors = M.factor()
for given, name in (((laplace, M), "matrices"), ((dense, M.toarray()), "arrays"), ((function, M), "a function and a matrix")):
    near(S.eigsh(given[0], 2, M=given[1])[0], half[-2:], "generalised, " + name)
near(S.eigsh(function, 2, M=lambda x: x * 2.0, Minv=lambda x: x * 0.5, shape=(N, N))[0], half[-2:], "generalised, functions")
near(S.eigsh(dense, 2, sigma=0)[0], eigenvalues[:2], "an array with sigma is factored")
near(S.eigsh(dense, 2, M=M, sigma=0)[0], half[:2], "with M too")
inverse = laplace.factor()
near(S.eigsh(function, 2, sigma=0, OPinv=inverse.solve, shape=(N, N))[0], eigenvalues[:2], "OPinv")
near(S.eigsh(laplace, 2, sigma=0, OPinv=inverse.solve)[0], eigenvalues[:2], "OPinv beside a matrix")
near(S.eigsh(laplace, 2, M=M, sigma=0, OPinv=inverse.solve)[0], half[:2], "and M")
moved = (laplace + S.eye(N) * 1.0).factor()
near(S.eigsh(laplace, 2, sigma=-1.0, OPinv=moved.solve, mode="cayley")[0], eigenvalues[:2], "of another mode")

# Errors.
raises(gl.ArgumentError, lambda: S.eigsh(function, 2), "without a shape", "eigsh: A is a function without a shape")
raises(gl.ArgumentError, lambda: S.svds((function, function), 2), "svds too", "svds: A is a function")
raises(gl.ShapeError, lambda: S.eigsh(dense, 2, shape=(3, 3)), "another shape",
       "eigsh: shape is [3, 3], but A has shape [60, 60]")
raises(gl.ArgumentError, lambda: S.eigsh(function, 2, sigma=0, shape=(N, N)), "without OPinv",
       "eigsh: A or M is a function; give OPinv")
raises(gl.ArgumentError, lambda: S.eigsh(dense, 2, M=function), "without Minv", "eigsh: M is a function; give Minv")
raises(gl.ArgumentError, lambda: S.svds(function, 2, shape=(N, N)), "without the adjoint",
       "svds: products with the adjoint of A are required; give A as two functions")
raises(gl.ShapeError, lambda: S.eigsh([[1.0, 2.0]], 1), "not square", "eigsh: A has shape (1, 2), but it must be square")
raises(gl.ShapeError, lambda: S.eigsh(function, 2, M=S.eye(3), shape=(N, N)), "M of another size", "eigsh: M has shape (3, 3)")
raises(gl.ShapeError, lambda: S.eigsh(lambda x: x[:3], 2, shape=(N, N)), "a product of another size",
       "eigsh: the product with A has shape (3,)")
raises(gl.DTypeError, lambda: S.eigsh(None, 2), "no matrix",
       "eigsh: A must be a Sparse, a two-dimensional array or a function")
raises(gl.DTypeError, lambda: S.eigsh([1.0, 2.0], 1), "a vector", "eigsh: A must be a Sparse, a two-dimensional array")
raises(gl.DTypeError, lambda: S.eigsh(lambda x: x * 1j, 2, shape=(N, N)), "a complex product", "give a complex dtype")
raises(gl.NonFiniteError, lambda: S.eigsh(lambda x: x / 0.0, 2, shape=(N, N)), "Inf", "eigsh: ")
raises(ZeroDivisionError, lambda: S.eigsh(lambda x: 1 // 0, 2, shape=(N, N)), "an error of the function")
try:
    S.eigsh(function, 6, which="SM", ncv=8, maxiter=2, shape=(N, N))
    ok(False, "not converged")
except gl.ConvergenceError as error:
    ok(isinstance(error.iteration, S.Eigensolver) and error.iteration.values.ndim == 1, "what has converged is kept")
spread = S.diags([[10.0**-i for i in range(40)]])
even = S.diags([[1.0 + i / 40 for i in range(40)]])
for search, A, given in ((S.eigsh, spread, {"which": "SM"}), (S.eigs, spread, {"which": "SM"}),
                         (S.eigsh, even, {"M": M[:40, :40]}),
                         (S.eigsh, spread, {"sigma": -1e-12}), (S.eigs, spread, {"sigma": -1e-12}),
                         (S.svds, even, {}), (S.svds, spread, {"which": "SM"})):
    try:
        search(A, 10, ncv=12, maxiter=1, **given)
        ok(False, "%s with %s converged" % (search.__name__, given))
    except gl.ConvergenceError as error:
        found = error.iteration
        ok(isinstance(found, S.Eigensolver) and found.values.ndim == 1 and found.values.size < 10,
           "%s with %s keeps what has converged" % (search.__name__, given))

# Preconditioners and other operators in the iterative solvers.
b = laplace @ gl.ones([N])
near(S.cg(laplace, b, M=S.eye(N) * 0.5, rtol=1e-12), [1.0] * N, "a Sparse as a preconditioner", 1e-8)
near(S.cg(Product(), b, M=laplace.jacobi(), rtol=1e-12), [1.0] * N, "an object with @", 1e-8)
near(S.lsmr(Product(), b, atol=1e-14, btol=1e-14, maxiter=1000)[:1], [1.0], "and its adjoint", 1e-6)

# Blocks of vectors.
X = gl.random.Generator(1).normal(shape=[N, 3])
smallest = eigenvalues[:3]
for A, name in ((laplace, "a matrix"), (dense, "an array"), (function, "a function"), (Linear(), "an object with matvec"),
                (Blocks(), "one with matmat"), (Product(), "one with @")):
    near(S.lobpcg(A, X, largest=False, tol=1e-7)[0], smallest, "lobpcg of " + name, 1e-8)
ok(Blocks.asked > 0, "matmat is asked")
ilu = laplace.ic0()
for preconditioner, name in ((ilu, "a preconditioner"), (inverse.solve, "a function"), (S.eye(N), "a matrix")):
    near(laplace.lobpcg(X, M=preconditioner, largest=False, tol=1e-7)[0], smallest, "with " + name, 1e-8)
for B, name in ((M, "a matrix"), (M.toarray(), "an array"), (lambda x: x * 2.0, "a function")):
    near(S.lobpcg(function, X, B, tol=1e-7)[0], [half[-1], half[-2], half[-3]], "B as " + name, 1e-8)
values, vectors = S.lobpcg(function, X.astype("float32"))
ok(vectors.dtype == "float32" and vectors.shape == (N, 3), "X says of what type it is")
raises(gl.DTypeError, lambda: S.lobpcg(None, X), "no matrix", "lobpcg: A must be")
raises(gl.ShapeError, lambda: S.lobpcg(lambda x: x[:2], X), "a product of another size",
       "lobpcg: the product with A has shape (2, 3)")
try:
    S.lobpcg(function, X, maxiter=1)
    ok(False, "not converged")
except gl.ConvergenceError as error:
    ok(isinstance(error.iteration, S.Eigensolver) and error.iteration.values.ndim == 1, "what has converged is kept")
kept = gl.zeros([N, 9])


def into_the_same(x):
    part = kept[:, :x.shape[1]]
    part[:] = laplace @ x
    return part


near(S.lobpcg(into_the_same, X, M=lambda x: x, largest=False, tol=1e-7)[0], smallest, "always the same array", 1e-8)
try:
    import numpy
    import scipy.sparse.linalg as theirs
except ImportError:
    skip("objects of SciPy", "SciPy is not installed")
else:
    there = theirs.aslinearoperator(laplace.to_scipy())
    near(S.eigsh(there, 2)[0], eigenvalues[-2:], "a LinearOperator of SciPy")
    near(S.eigsh(laplace.to_scipy(), 2, M=M.to_scipy())[0], half[-2:], "matrices of SciPy")
    near(S.lobpcg(there, numpy.asarray(X), largest=False, tol=1e-7)[0], smallest, "lobpcg of a LinearOperator", 1e-8)

# Progress: the callback is called in each iteration, including the last.
for solver in S.cg, S.minres, S.bicgstab, S.gmres, S.lsqr, S.lsmr:
    name, begin = solver.__name__, getattr(S.Iteration, solver.__name__)
    iteration = begin(b, maxiter=1000)
    iteration.run(laplace)
    for A, of in (laplace, "a matrix"), ((function, function) if name.startswith("ls") else function, "a function"):
        seen = []
        x = solver(A, b, callback=lambda x: seen.append(x.tolist()), maxiter=1000)
        ok(len(seen) == iteration.iterations.item() and seen[-1] == x.tolist(),
           "%s with %s shows each iteration, and the solution last" % (name, of))
    seen = []
    try:
        solver(laplace, b, callback=lambda x: seen.append(x.tolist()), maxiter=3, **({"restart": 1} if name == "gmres" else {}))
        ok(False, name + " has converged in 3 iterations")
    except gl.ConvergenceError as error:
        ok(len(seen) == 3 and seen[-1] == error.iteration.x.tolist(), name + " shows the last of maxiter iterations")
    seen = []
    x = solver(laplace, b * 0.0, callback=lambda x: seen.append(x.tolist()))
    ok(len(seen) <= name.startswith("ls") and x.tolist() == [0.0] * N, name + " has nothing to do where b is zero")
