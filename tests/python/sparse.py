"""Sparse matrices in Python's syntax: index expressions, iteration over rows, operators, copies, matrices of other packages."""
import copy
import pickle
import warnings
from array import array

import gpulinalg as gl
from tap import ok, raises, skip

S = gl.sparse
values = [[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, 4.0]]
A = S.Sparse(values)

ok(A[2, 1].item() == 3.0 and A[-1, -1].item() == 4.0 and A[0, 1].item() == 0.0, "an element")
ok(A[[0, 2, 1], [2, 1, 1]].tolist() == [2.0, 3.0, 0.0], "elements")
ok(A[gl.asarray([[0], [2]]), [0, 1]].tolist() == [[1.0, 0.0], [0.0, 3.0]], "elements at places that broadcast")
ok(A[2].toarray().tolist() == [values[2]], "a row has two dimensions")
ok(A[:, 2].toarray().tolist() == [[2.0], [0.0], [4.0]], "so has a column")
ok(A[[2, 0]].toarray().tolist() == [values[2], values[0]], "rows in any order")
ok(A[[True, False, True]].toarray().tolist() == [values[0], values[2]], "rows by a mask")
ok(A[::-1, 1:].toarray().tolist() == [[3.0, 4.0], [0.0, 0.0], [0.0, 2.0]], "slices")
ok(A[:, [2, 0]].toarray().tolist() == [[2.0, 1.0], [0.0, 0.0], [4.0, 0.0]], "columns in any order")
ok(A[1:, [True, False, True]].toarray().tolist() == [[0.0, 0.0], [0.0, 4.0]], "a slice and a mask")
raises(gl.IndexError, lambda: A[3, 0], "elements says what is wrong",
       "elements: row contains 3, which is out of range for length 3")
raises(gl.IndexError, lambda: A[None], "new axes says what is wrong", "new axes")
ok([row.toarray().tolist()[0] for row in A] == values, "rows one by one")
raises(TypeError, lambda: len(A), "no len")
twin = S.Sparse(values)
ok(A == A and not A != A and A != "text" and not A == None and A in [A], "== of the same object")  # noqa: E711
for compared in (lambda: A == twin, lambda: A != twin, lambda: A == 1.0, lambda: gl.ones((3, 3)) != A, lambda: A == values,
                 lambda: array("d", [1.0, 2.0, 3.0]) == A):
    raises(gl.DTypeError, compared, "others are not compared by their elements", "count_nonzero")
raises(gl.ArgumentError, lambda: bool(A), "a matrix is not true or false", "bool: the matrix has 3 x 3 elements, not one")
ok(bool(S.Sparse([[2.0]])) and not S.Sparse([[0.0]]), "but for its only element")
for triplets in (([1.0, 2.0], ([0, 1], [1, 0])), (array("d", [1.0]), [array("l", [0]), array("l", [0])])):
    raises(gl.ArgumentError, lambda t=triplets: S.Sparse(t), "values and places go elsewhere", "sparse.coo")
raises(gl.ShapeError, lambda: S.Sparse([3, 3]), "a shape is not a matrix", "sparse.coo")
ok(A.ndim == 2 and A.shape == (3, 3) and A.T[1, 2].item() == 3.0, "the transpose")
B = S.Sparse([[1 + 2j, 0], [0, 3]])
ok(B.H[0, 0].item() == 1 - 2j, "the conjugate transpose")
ok((A**2)[2, 2].item() == 16.0 and abs(-A).max().item() == 4.0, "operators")
ok(S.hstack([A, A]).shape == (3, 6) == S.hstack(A, A).shape and S.vstack((A, A)).shape == (6, 3), "lists, or written out")
ok(S.block_array([[A, None], [None, B]]).shape == (5, 5), "blocks, or None")
ok(S.block_array([[A, gl.ones([3, 1])]])[1, 3].item() == 1.0, "arrays as blocks")
raises(gl.ArgumentError, lambda: S.block_array([[A, B], A]), "block_array says what is wrong", "block_array: blocks[1]")
raises(gl.DTypeError, lambda: S.hstack(A, gl.random.Generator(1)), "hstack says what is wrong", "hstack: blocks[1]")
for C in (copy.copy(A), copy.deepcopy(A), pickle.loads(pickle.dumps(A))):
    ok(C.toarray().tolist() == values and C.format == "csr", "copies")
C = pickle.loads(pickle.dumps(A.T))
ok(C.format == "csc" and C[1, 2].item() == 3.0, "of the transpose")
ok(S.Sparse(A) is A, "a Sparse is one already")
ok((+A).toarray().tolist() == values, "the matrix itself")
for call in gl.sum, A.dot, lambda x: gl.solve(x, [1.0]):
    raises(gl.ArgumentError, lambda: call(A), "a Sparse is not an array", "is a Sparse, but it must be an Array")
for call in gl.asarray, gl.inv, lambda x: gl.add(x, 1), lambda x: S.solve(A, x):
    raises(gl.ArgumentError, lambda: call(A), "a Sparse is not an array", "is a Sparse, but it must be an Array")
    raises(gl.ArgumentError, lambda: call(A), "what to do about it", "use its operators and methods, or toarray()")
raises(gl.IndexError, lambda: S.coo([1.0], [-1], [0]), "places below 0",
       "coo: row contains -1, but indices must not be negative")
for call in (lambda: A // 2, lambda: 2 / A, lambda: A > 1):
    raises(gl.DTypeError, call, "operators that matrices do not have", "; use toarray()")
raises(gl.DTypeError, lambda: S.kron(A, values), "nor an array a Sparse", "sparse.Sparse creates one from arrays")
L = S.Sparse([[4.0, 1.0], [1.0, 3.0]])
try:
    factors = L.factor()
except gl.NotSupportedError as missing:
    factors = None
    skip("factors", missing)
if factors:
    ok(abs(S.cg(L, [9.0, 5.0], M=factors)[0].item() - 2) < 1e-12, "factors as a preconditioner")
    ok(abs(S.eigsh(L, k=1, sigma=2.0, OPinv=(L - 2 * S.eye(2)).factor()).values[0].item() - (7 - 5**0.5) / 2) < 1e-12,
       "and as the solution that shift and invert wants")
    raises(gl.DTypeError, lambda: S.cg(factors, [9.0, 5.0]), "but not as a matrix", "SparseFactor")
g = gl.random.Generator(5)
places = []
for place in gl.random.Generator(5).integers(100, shape=10 + 16 + 1).tolist():
    if place not in places:
        places.append(place)
R = S.random_array([4, 25], density=0.1, rng=g)
ok(sorted(places[:10]) == sorted(25 * i + j for i, j in zip(R.tocoo().row.tolist(), R.tocoo().col.tolist())),
   "random places are the first different ones that the generator draws")

if factors:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        S.solve(S.Sparse([[1.0, 1.0], [1.0, 1.0 + 2**-52]]), [1.0, 2.0])
    ok([str(w.message)[:30] for w in caught] == ["solve: a is so ill-conditioned"], "a warning names the operation, once")
    # Without pivoting, one equation is not satisfied at all, next to much larger ones.
    rows = [[-2e10, -30.0, 0.3, -2e-4], [-30.0, 0.2, 2e12, -3e9], [0.3, 2e12, -3e10, 20.0], [-2e-4, -3e9, 20.0, 1.0]]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        S.factor(S.Sparse(gl.asarray(rows, device="host")), kind="ldlt").solve([1e-3, -3e-2, 1e4, 0.0])
    ok(len(caught) == 1 and "relative to its terms" in str(caught[0].message) and '"lu"' in str(caught[0].message),
       "a warning says what is left of an equation")

# Values of a strided Python buffer with factors on each device: they are copied there and become contiguous.
every_other = memoryview(array("d", [4.0, 9.0, 7.0, 9.0, 15.0, 9.0]))[::2]
for device in gl.devices() if factors else ():
    B = S.Sparse(gl.asarray([[2.0, 1.0, 0.0], [1.0, 3.0, 0.0], [0.0, 0.0, 5.0]], device=device))
    want = S.solve(B, gl.asarray([4.0, 7.0, 15.0], device=device)).tolist()
    ok(S.solve(B, every_other).tolist() == B.factor().solve(every_other, transpose="t").tolist() == want
       and gl.max(gl.abs(B.lstsq(every_other)[0] - gl.asarray(want, device=device))) < 1e-14, "sides with gaps on " + device)


class Blocks:
    """A matrix of another package, which is not stored by rows."""
    format = "bsr"
    shape = (3, 3)

    def tocsr(self):
        return Rows()


class Rows:
    format = "csr"
    shape = (3, 3)
    data, indices, indptr = [1.0, 2.0, 3.0, 4.0], [0, 2, 1, 2], [0, 2, 2, 4]

    def tocsr(self):
        return self


for other in (Blocks(), Rows()):
    ok(S.Sparse(other).toarray().tolist() == values, "a matrix of another package")
Rows.__module__ = "scipy.sparse._csr"
R = Rows()
ok(S.kron(A, R).toarray().tolist() == S.kron(R, A).toarray().tolist() == S.kron(A, A).toarray().tolist(),
   "a matrix of SciPy as an argument")
for join in (S.hstack, S.vstack, S.block_diag):
    ok(join(A, R).toarray().tolist() == join([R, A]).toarray().tolist() == join(A, A).toarray().tolist(), "and in lists")
ok(S.block_array([[R, None], [None, A]]).toarray().tolist() == S.block_diag(A, A).toarray().tolist(), "and in lists of lists")
ok(A.add(other).toarray().tolist() == (A + A).toarray().tolist(), "and of methods")
D = type("dok_matrix", (dict,), {"__module__": "scipy.sparse._dok", "shape": (3, 3), "tocsr": lambda self: R})()
ok((A @ D).toarray().tolist() == (D @ A).toarray().tolist() == (A @ A).toarray().tolist(), "a dictionary of SciPy's")
R.indices = [0, 7, 1, 2]
raises(gl.IndexError, lambda: S.kron(A, R), "what is wrong with it is said")
try:
    import scipy.sparse  # noqa: F401
except ImportError:
    skip("to SciPy and back", "SciPy is not installed")
else:
    for format in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok"):
        there = A.to_scipy(format)
        ok(there.format == format and there.toarray().tolist() == values, "to SciPy: " + format)
        ok(S.Sparse(there).toarray().tolist() == values, "and back")
        ok((there @ A).toarray().tolist() == (A @ there).toarray().tolist() == (A @ A).toarray().tolist(), "beside one of ours")
        ok((A + there - A).toarray().tolist() == (A * there - there * A + A).toarray().tolist() == values, "in sums")
    if factors:
        ok(S.factor(S.eye(3).to_scipy("csc")).solve([1.0, 2.0, 3.0]).tolist() == [1.0, 2.0, 3.0], "to factor")
    there, parts = A.T.to_scipy("bsr"), A.T.tobsr(A.T.to_scipy("bsr").blocksize)
    given = (there.data, there.indices, there.indptr)
    ok([part.tolist() for part in parts] == [part.tolist() for part in given], "blocks")
    ok(S.bsr(there.data, there.indices, there.indptr, there.shape).toarray().tolist() == A.T.toarray().tolist(), "and back")
    there, parts = A.to_scipy("dia"), A.todia()
    ok(parts.data.tolist() == there.data.tolist() and parts.offsets.tolist() == there.offsets.tolist(), "diagonals")
    ok(S.dia(there.data, there.offsets, there.shape).toarray().tolist() == values, "and back")
