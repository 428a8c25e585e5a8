"""Products with anything that a script can pass as a matrix: a Sparse, a two-dimensional array, a function, a pair of
functions, an object with matvec and rmatvec, or an object with shape and the operator @.

Iterative solvers and eigenvalue solvers request products one at a time, and this module computes them. Functions that accept a
Sparse thereby accept all these forms.
"""
from . import _core, _native
from . import sparse as _sparse
from .sparse import Eigensolver, Preconditioner, Sparse, SparseFactor

_ARRAYS = ("__dlpack__", "__array__", "__array_interface__", "__cuda_array_interface__")


class Operator:
    """A matrix argument of the script, with functions that multiply by the matrix. `name` is its name in messages."""

    def __init__(self, function, name, matrix):
        self.function, self.name = function, name
        self.native = matrix if isinstance(matrix, Sparse) else None  # products with a Sparse are computed in C
        self.preconditioner = matrix if isinstance(matrix, Preconditioner) else None
        self.product = self.adjoint = self.dtype = self.device = self.shape = None
        if matrix is None:
            return
        if isinstance(matrix, (Sparse, Preconditioner)):
            self.product, self.shape = lambda x: matrix @ x, tuple(matrix.shape)
            if isinstance(matrix, Sparse):
                self.adjoint = lambda x: _adjoint(matrix, x)
                self.dtype, self.device = matrix.dtype, matrix.device
        elif isinstance(matrix, SparseFactor) and self._is_inverse():
            self.product = matrix.solve
            self._describe(matrix)
        elif callable(getattr(matrix, "matvec", None)):
            self.product = _columns(matrix, "matvec", "matmat")
            self.adjoint = _columns(matrix, "rmatvec", "rmatmat")
            self._describe(matrix)
        elif callable(matrix):
            self.product = matrix
            self._describe(matrix)
        elif isinstance(matrix, (tuple, list)) and len(matrix) == 2 and callable(matrix[0]) and callable(matrix[1]):
            self.product, self.adjoint = matrix
        elif hasattr(matrix, "tocsr"):
            self.__init__(function, name, Sparse.from_scipy(matrix))
        elif hasattr(matrix, "__matmul__") and hasattr(matrix, "shape") and not any(hasattr(matrix, a) for a in _ARRAYS):
            self.product = lambda x: matrix @ x
            if hasattr(matrix, "H"):
                self.adjoint = lambda x: matrix.H @ x
            self._describe(matrix)
        else:
            self._dense(matrix)

    def _is_inverse(self):
        """Return True if the argument represents an inverse, as factors do. For eigsh and eigs, M is a matrix and not an
        inverse."""
        return self.name in ("Minv", "OPinv") or (self.name == "M" and self.function not in ("eigsh", "eigs"))

    def _describe(self, matrix):
        """Read the shape and dtype attributes of an object."""
        shape = getattr(matrix, "shape", None)
        self.shape = None if shape is None else tuple(int(n) for n in shape)
        self.dtype = str(getattr(matrix, "dtype", None) or "") or None

    def _dense(self, matrix):
        array = _core.asarray(matrix)
        if array.ndim != 2:
            raise _native.DTypeError("%s: %s must be a Sparse, a two-dimensional array or a function"
                                     % (self.function, self.name))
        self.array = array
        self.product = lambda x: array @ x
        self.adjoint = lambda x: _core.conj(array).mT @ x
        self.dtype, self.device, self.shape = array.dtype, array.device, tuple(array.shape)

    def as_sparse(self):
        """Return the operator as a Sparse if it is a matrix, so that it can be factored."""
        array = getattr(self, "array", None)
        if array is None:
            return self
        return Operator(self.function, self.name, Sparse(array.astype(_core.result_type(array, "float32"))))

    def serve(self, want, x):
        """Return the product `want` of x."""
        apply = self.adjoint if want == "AH" else self.product
        if apply is None:
            raise _native.ArgumentError(
                "%s: products with %s are required; give %s" % (
                    self.function, "the adjoint of A" if want == "AH" else self.name,
                    "A as two functions, (product, product with the adjoint)" if want == "AH" else self.name))
        return apply(x)


def _adjoint(matrix, x):
    y = _core.conj(x) if x.ndim == 1 else _core.conj(x).mT
    y = _core.conj(y @ matrix)
    return y if x.ndim == 1 else y.mT


def _columns(matrix, name, several):
    """Return a function for one vector or several columns. It calls the method for several vectors if there is one, and
    otherwise multiplies column by column."""
    method, block = getattr(matrix, name, None), getattr(matrix, several, None)
    if not callable(method):
        return None

    def product(x):
        if x.ndim == 1:
            return method(x)
        if callable(block):
            return block(x)
        return _core.stack([_core.asarray(method(x[:, j])) for j in range(x.shape[1])], axis=1)
    return product


def _serve(process, run, operators, callback=None):
    """Run `process`, which has wants, vector and step, until it needs no further products; `operators` maps the names in wants
    to operators. `run` continues as far as C can. If no product is wanted after it, an iteration has ended and the callback
    receives x."""
    try:
        more = run()
        while more:
            want = process.wants
            if want:
                more = process.step(operators[want].serve(want, process.vector))
                if callback is not None and more and not process.wants:
                    continue
            else:
                callback(process.x)
            if more:
                more = run()
    except _native.Error as error:
        error.iteration = process
        raise
    return process


def _check_given(name, called, matrix):
    if matrix is None:
        raise _native.DTypeError("%s: %s must be a Sparse, a two-dimensional array or a function" % (name, called))


def _on_device_of(b, operators):
    """Return b as an array on the device of the matrices, with a dtype that can represent the products."""
    types = [op.dtype for op in operators if op.dtype]
    devices = [op.device for op in operators if op.device]
    b = _core.asarray(b, device=devices[0]) if devices else _core.asarray(b)
    dtype = _core.result_type(b, *types) if types else b.dtype
    return b if dtype == b.dtype else b.astype(dtype)


# ---- iterative solvers
def _solve(name, native, given):
    callback, A, b, M = given.pop("callback"), given.pop("A"), given.pop("b"), given.pop("M", None)
    if callback is not None and not callable(callback):
        raise _native.DTypeError("%s: callback must be a function" % name)
    _check_given(name, "A", A)
    a, m = Operator(name, "A", A), Operator(name, "M", M)
    if M is not None:
        given["preconditioned"] = True
    process = getattr(_sparse, "iteration_" + name)(_on_device_of(b, (a, m)), **given)
    return _serve(process, lambda: process.run(a.native, m.preconditioner, callback is not None), {"A": a, "AH": a, "M": m},
                  callback).x


# ---- eigenvalues
def _rows(name, a, shape, others):
    """Return the shape of A: its own, the given one, or a square one with the length of the first of the others."""
    if a.shape is not None and shape is not None and tuple(shape) != a.shape:
        raise _native.ShapeError("%s: shape is %s, but A has shape %s" % (name, list(shape), list(a.shape)))
    shape = a.shape if a.shape is not None else shape
    if shape is None and others:
        shape = [others[0]] * 2
    if shape is None or len(shape) != 2:
        raise _native.ArgumentError("%s: A is a function without a shape; pass the shape argument" % name)
    return tuple(shape)


def _factored(name, a, m, given, minv, opinv):
    """Return A, M and the operator that solves with them: factors of M, or of A - sigma M, unless the script passed a function.
    """
    sigma = given.get("sigma")
    if sigma is None and m.product and not minv.product:
        m = m.as_sparse()
        if m.native is None:
            raise _native.ArgumentError("%s: M is a function; give Minv, the solution of M x = b" % name)
    elif sigma is not None and not opinv.product:
        a, m = a.as_sparse(), m.as_sparse()
        if a.native is None or (m.product and m.native is None):
            raise _native.ArgumentError("%s: A or M is a function; give OPinv, the solution of (A - sigma M) x = b" % name)
    return a, m


def _eigen(name, native, given):
    A, M, v0 = given.pop("A"), given.pop("M", None), given["v0"]
    minv, opinv = Operator(name, "Minv", given.pop("Minv", None)), Operator(name, "OPinv", given.pop("OPinv", None))
    shape, dtype = given.pop("shape"), given.pop("dtype")
    _check_given(name, "A", A)
    a, m = _factored(name, Operator(name, "A", A), Operator(name, "M", M), given, minv, opinv)
    if name == "svds" and a.native is not None:
        try:
            return native(a.native, **given)
        except _native.ConvergenceError:
            pass  # search with two bases; its error carries what was found
    if m.native is not None and given.get("sigma") is None and not minv.product:
        try:
            minv.product = m.native.factor().solve
        except _native.NotSupportedError:  # a dense factor
            if a.native is None:
                raise
            return native(a.native, **dict(given, M=m.native))
    v0 = given["v0"] = None if v0 is None else _core.asarray(v0)
    lengths = [] if name == "svds" else [n for n in (m.shape and m.shape[0], v0 is not None and v0.size) if n]
    shape = _rows(name, a, shape, lengths)
    if name != "svds" and shape[0] != shape[1]:
        raise _native.ShapeError("%s: A has shape (%d, %d), but it must be square" % (name, *shape))
    if m.shape and m.shape != shape:
        raise _native.ShapeError("%s: M has shape (%d, %d), but A has (%d, %d)" % (name, *m.shape, *shape))
    types = [op.dtype for op in (a, m) if op.dtype] or ([] if v0 is None else [v0.dtype])
    if name == "eigs" and given["sigma"] is not None and str(_core.asarray(given["sigma"]).dtype).startswith("complex"):
        types.append("complex64")
    if dtype is None and types:
        dtype = _core.result_type(*types, "float32")
    device = next((op.device for op in (a, m) if op.device), None)
    vectors = given.pop("return_singular_vectors" if name == "svds" else "return_eigenvectors")
    if name == "svds":
        process = _sparse.eigensolver_singular(*shape, dtype=dtype, device=device, **given)
    else:
        begin = _sparse.eigensolver_hermitian if name == "eigsh" else _sparse.eigensolver_general
        has_m = m.product is not None and given.get("mode") != "buckling"
        process = begin(shape[0], has_m=has_m, dtype=dtype, device=device, **given)
    served = None if opinv.product else a.native  # otherwise C would compute factors
    _serve(process, lambda: process.run(served, m.native), {"A": a, "AH": a, "M": m, "Minv": minv, "OPinv": opinv})
    x = process.vectors
    if name == "svds":
        left = process.left
        return _sparse.SVDSResult(left if vectors else left[:, :0], process.values, x if vectors else x[:0])
    result = _sparse.EigshResult if name == "eigsh" else _sparse.EigsResult
    return result(process.values, x if vectors else x[:, :0])


def _lobpcg(name, native, given):
    A, X, B, M = (given.pop(key) for key in ("A", "X", "B", "M"))
    _check_given(name, "A", A)
    a, b, m = Operator(name, "A", A), Operator(name, "B", B), Operator(name, "M", M)
    process = Eigensolver.lobpcg(_on_device_of(X, (a, b)), has_b=B is not None, preconditioned=M is not None, **given)
    _serve(process, lambda: process.run(a.native, b.native, m.preconditioner), {"A": a, "B": b, "M": m})
    return _sparse.LobpcgResult(process.values, process.vectors)


def _solver(name, serve, *more):
    """Make a function with the parameters of the library's function and more. The code is generated as text, because importing
    `inspect` is slow."""
    native, made = getattr(_sparse, name), {}
    names, defaults = native.__code__.co_varnames[:native.__code__.co_argcount], native.__defaults__
    first = len(names) - len(defaults)
    parameters = list(names[:first]) + ["%s=%r" % pair for pair in zip(names[first:], defaults)] + list(more)
    exec("def %s(%s):\n    return call(%r, native, locals())" % (name, ", ".join(parameters), name),
         {"call": serve, "native": native}, made)
    solver = made[name]
    solver.__module__, solver.__doc__ = native.__module__, native.__doc__
    setattr(_sparse, name, solver)
    setattr(Sparse, name, solver)


for _name in ("cg", "minres", "bicgstab", "gmres", "lsqr", "lsmr"):
    _solver(_name, _solve, "callback=None")
for _name in ("eigsh", "eigs"):
    _solver(_name, _eigen, "*", "Minv=None", "OPinv=None", "shape=None", "dtype=None")
_solver("svds", _eigen, "*", "shape=None", "dtype=None")
_solver("lobpcg", _lobpcg)
