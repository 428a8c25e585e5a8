"""What Python writes of sparse matrices besides their methods: A[rows, columns], A.T, rows one by one, and SciPy's."""
from . import _core, _native
from . import sparse as _sparse
from ._copies import define as define_copies
from ._elsewhere import define_sparse
from .sparse import Sparse

_new = Sparse.__new__


def _is_scipy(x):
    """Whether it is a matrix of SciPy or CuPy, or something else with their methods."""
    return hasattr(x, "tocsr") and hasattr(x, "shape") and not isinstance(x, Sparse)


def _are_triplets(x):
    """Whether they are values and two vectors of places, as SciPy takes them: a matrix has no such rows."""
    return (isinstance(x, (list, tuple)) and len(x) == 2 and isinstance(x[1], (list, tuple)) and len(x[1]) == 2
            and all(hasattr(places, "__len__") for places in x[1]))


def _make(cls, x):
    if isinstance(x, cls):
        return x
    if _are_triplets(x):
        raise _native.ArgumentError("Sparse: x has values and places; give them to sparse.coo: data, row, col and a shape")
    made = x if isinstance(x, Sparse) else _from_scipy(x) if _is_scipy(x) else _new(Sparse, x)
    return _native._adopt(cls, made)


def _from_scipy(matrix):
    """A sparse matrix of one of SciPy, of any format, or of an object with its parts: data, indices, indptr and shape, or data,
    row and col.

    Other formats than csr, csc and coo are turned into csr by their method tocsr.
    """
    if hasattr(matrix, "row") and hasattr(matrix, "col"):
        return _sparse.coo(matrix.data, matrix.row, matrix.col, list(matrix.shape))
    if getattr(matrix, "format", "csr") not in ("csr", "csc") or not hasattr(matrix, "indptr"):
        matrix = matrix.tocsr()
    make = _sparse.csc if getattr(matrix, "format", "csr") == "csc" else _sparse.csr
    return make(matrix.data, matrix.indices, matrix.indptr, list(matrix.shape))


def _to_scipy(self, format=None):
    """The matrix as a sparse array of SciPy, which must be installed: a csr_array or csc_array, or of another format of SciPy,
    "coo", "bsr", "dia", "lil" or "dok".
    """
    import numpy
    import scipy.sparse
    parts = [numpy.asarray(part.to_device("host")) for part in (self.data, self.indices, self.indptr)]
    make = scipy.sparse.csc_array if self.format == "csc" else scipy.sparse.csr_array
    return make(tuple(part.copy() for part in parts), shape=self.shape).asformat(format)


def _is_places(key):
    """Whether it is an integer, or integers in a list or an array: not a slice and not a mask."""
    if key is None or isinstance(key, (bool, str, slice, type(Ellipsis))):
        return False
    if hasattr(key, "__index__") and not getattr(key, "shape", ()):
        return True
    dtype = getattr(key, "dtype", None)
    if dtype is not None:
        return "int" in str(dtype)
    return isinstance(key, (list, tuple)) and all(isinstance(k, (list, tuple)) or _is_places(k) for k in key)


def _getitem(self, key):
    """A[i] and A[i, :] are rows, A[1:3, mask] parts, A[i, j] and A[[i, k], [j, l]] elements: an Array."""
    if isinstance(key, tuple) and len(key) == 2 and _is_places(key[0]) and _is_places(key[1]):
        return _sparse.elements(self, *key)
    return _sparse.getitem(self, key)


def _restore(format, data, indices, indptr, shape):
    return (_sparse.csc if format == "csc" else _sparse.csr)(data, indices, indptr, shape)


def _parts(x):
    return (x.format, *(_core.copy(part) for part in (x.data, x.indices, x.indptr)), list(x.shape))


def _truth(self):
    m, n = self.shape
    if m * n != 1:
        raise _native.ArgumentError("bool: the matrix has %d x %d elements, not one; ask its nnz, or take one by an index"
                                    % (m, n))
    return bool(_sparse.elements(self, 0, 0))


Sparse.__new__ = _make
Sparse.__bool__ = _truth
Sparse.__getitem__ = _getitem
Sparse.__iter__ = lambda self: (_sparse.getitem(self, i) for i in range(self.shape[0]))
Sparse.__repr__ = _sparse.SparseFactor.__repr__ = lambda self: self.text()
define_copies(Sparse, lambda x: x, _parts, _restore)  # a matrix does not change: itself does for a copy
Sparse.T = property(lambda self: self.transpose(), doc="The transpose.")
Sparse.mT = Sparse.T
Sparse.H = property(lambda self: self.adjoint(), doc="The conjugate transpose.")
Sparse.ndim = property(lambda self: 2, doc="The number of dimensions.")
Sparse.from_scipy = staticmethod(_from_scipy)
Sparse.to_scipy = _to_scipy
define_sparse(Sparse)
