"""Products with what a script has for a matrix: a Sparse, an array of two dimensions, a function, a pair of functions, an
object with matvec and rmatvec.

Whoever says what it wants multiplied, as iterative solvers and those of eigenvalues do, is served here; a function of the
library that takes a Sparse takes these then.
"""
from . import _core, _native
from . import sparse as _sparse
from .sparse import Preconditioner, Sparse

_WORDS = {"A": "A", "AH": "A", "M": "M"}


class Operator:
    """What a script gave as a matrix, and how it is multiplied; `name` is what messages call it."""

    def __init__(self, function, name, matrix):
        self.function, self.name = function, name
        self.native = matrix if matrix is None or isinstance(matrix, (Sparse, Preconditioner)) else None
        self.product = self.adjoint = self.dtype = self.device = None
        if matrix is None:
            return
        if isinstance(matrix, (Sparse, Preconditioner)):
            self.product = lambda x: matrix @ x
            if isinstance(matrix, Sparse):
                self.adjoint = lambda x: _adjoint(matrix, x)
                self.dtype, self.device = matrix.dtype, matrix.device
        elif callable(getattr(matrix, "matvec", None)):
            self.product, self.adjoint = _columns(matrix, "matvec"), _columns(matrix, "rmatvec")
            self.dtype = str(getattr(matrix, "dtype", None) or "") or None
        elif callable(matrix):
            self.product = matrix
        elif isinstance(matrix, (tuple, list)) and len(matrix) == 2 and callable(matrix[0]) and callable(matrix[1]):
            self.product, self.adjoint = matrix
        elif hasattr(matrix, "tocsr"):
            self.__init__(function, name, Sparse.from_scipy(matrix))
        else:
            self._dense(matrix)

    def _dense(self, matrix):
        array = _core.asarray(matrix)
        if array.ndim != 2:
            raise _native.DTypeError("%s: %s must be a Sparse, an array of two dimensions or a function"
                                     % (self.function, self.name))
        self.product = lambda x: array @ x
        self.adjoint = lambda x: _core.conj(array).mT @ x
        self.dtype, self.device = array.dtype, array.device

    def serve(self, want, x):
        """The product that is wanted of x."""
        apply = self.adjoint if want == "AH" else self.product
        if apply is None:
            raise _native.ArgumentError(
                "%s: products with %s are wanted; give %s" % (self.function, "the adjoint of A" if want == "AH" else self.name,
                "A as two functions, (product, product with the adjoint)" if want == "AH" else self.name))
        return apply(x)


def _adjoint(matrix, x):
    y = _core.conj(x) if x.ndim == 1 else _core.conj(x).mT
    y = _core.conj(y @ matrix)
    return y if x.ndim == 1 else y.mT


def _columns(matrix, name):
    """Methods that take one vector, for several: column by column."""
    method = getattr(matrix, name, None)
    if not callable(method):
        return None

    def product(x):
        if x.ndim == 1:
            return method(x)
        return _core.stack([_core.asarray(method(x[:, j])) for j in range(x.shape[1])], axis=1)
    return product


def is_native(matrix):
    """Whether C can multiply with it."""
    return matrix is None or isinstance(matrix, (Sparse, Preconditioner))


def serve(process, **operators):
    """Loop until `process`, which has wants, vector and step, has all that it wanted: operators by the letters A and M."""
    while True:
        want = process.wants
        if not want:
            return process
        process.step(operators[_WORDS[want]].serve(want, process.vector))


def _right_hand_side(b, operators):
    """b where the matrices are, of a type that holds their products."""
    types = [op.dtype for op in operators if op.dtype]
    devices = [op.device for op in operators if op.device]
    b = _core.asarray(b, device=devices[0]) if devices else _core.asarray(b)
    dtype = _core.result_type(b, *types) if types else b.dtype
    return b if dtype == b.dtype else b.astype(dtype)


def _solve(name, begin, A, M, b, options, callback):
    a, m = Operator(name, "A", A), Operator(name, "M", M)
    if M is not None:
        options["preconditioned"] = True
    iteration = begin(_right_hand_side(b, (a, m)), **options)
    try:
        more = iteration.run(a.native, m.native, callback is not None)
        while more:
            want = iteration.wants
            if want:
                more = iteration.step((m if want == "M" else a).serve(want, iteration.vector))
            else:
                callback(iteration.x)
            if more:
                more = iteration.run(a.native, m.native, callback is not None)
    except _native.Error as error:
        error.iteration = iteration
        raise
    return iteration.x


def _call(name, given):
    callback, A, b, M = given.pop("callback"), given.pop("A"), given.pop("b"), given.pop("M", None)
    if callback is not None and not callable(callback):
        raise _native.DTypeError("%s: callback must be a function" % name)
    if A is None:
        raise _native.DTypeError("%s: A must be a Sparse, an array of two dimensions or a function" % name)
    return _solve(name, getattr(_sparse, "iteration_" + name), A, M, b, given, callback)


def _solver(name):
    """A function with the parameters of the library's own and a callback; made as text, since `inspect` takes long to load."""
    native, made = getattr(_sparse, name), {}
    names, defaults = native.__code__.co_varnames[:native.__code__.co_argcount], native.__defaults__
    first = len(names) - len(defaults)
    parameters = list(names[:first]) + ["%s=%r" % pair for pair in zip(names[first:], defaults)] + ["callback=None"]
    exec("def %s(%s):\n    return call(%r, locals())" % (name, ", ".join(parameters), name), {"call": _call}, made)
    solver = made[name]
    solver.__module__, solver.__doc__ = native.__module__, native.__doc__
    setattr(_sparse, name, solver)
    setattr(Sparse, name, solver)


for _name in ("cg", "minres", "bicgstab", "gmres", "lsqr", "lsmr"):
    _solver(_name)
