"""Python features of sparse matrices besides the methods: A[rows, columns], A.T, iteration over rows, and conversion from and
to SciPy."""
from . import _core, _native
from . import sparse as _sparse
from ._copies import define as define_copies
from ._hints import define_sparse
from .sparse import Sparse

_new = Sparse.__new__


def _is_scipy(x):
    """Return True for a SciPy or CuPy matrix, or another object with the same methods."""
    return hasattr(x, "tocsr") and hasattr(x, "shape") and not isinstance(x, Sparse)


def _are_triplets(x):
    """Return True for values with two index vectors, SciPy's constructor arguments, which cannot be the rows of a matrix."""
    return (isinstance(x, (list, tuple)) and len(x) == 2 and isinstance(x[1], (list, tuple)) and len(x[1]) == 2
            and all(hasattr(places, "__len__") for places in x[1]))


def _make(cls, x):
    if isinstance(x, cls):
        return x
    if _are_triplets(x):
        raise _native.ArgumentError("Sparse: x has values and indices; give them to sparse.coo as data, row, col and a shape")
    made = x if isinstance(x, Sparse) else _from_scipy(x) if _is_scipy(x) else _new(Sparse, x)
    return _native._adopt(cls, made)


def _from_scipy(matrix):
    """Convert a SciPy matrix of any format, or an object with the members data, indices, indptr and shape, or data, row and
    col.

    Formats other than csr, csc and coo are converted to csr by their method tocsr.
    """
    if hasattr(matrix, "row") and hasattr(matrix, "col"):
        return _sparse.coo(matrix.data, matrix.row, matrix.col, list(matrix.shape))
    if getattr(matrix, "format", "csr") not in ("csr", "csc") or not hasattr(matrix, "indptr"):
        matrix = matrix.tocsr()
    make = _sparse.csc if getattr(matrix, "format", "csr") == "csc" else _sparse.csr
    return make(matrix.data, matrix.indices, matrix.indptr, list(matrix.shape))


def _to_scipy(self, format=None):
    """Return the matrix as a sparse array of SciPy, which must be installed: a csr_array or csc_array, or another SciPy format:
    "coo", "bsr", "dia", "lil" or "dok".
    """
    import numpy
    import scipy.sparse
    parts = [numpy.asarray(part.to_device("host")) for part in (self.data, self.indices, self.indptr)]
    make = scipy.sparse.csc_array if self.format == "csc" else scipy.sparse.csr_array
    return make(tuple(part.copy() for part in parts), shape=self.shape).asformat(format)


def _are_indices(key):
    """Return True for an integer, or a list or array of integers; False for a slice or a mask."""
    if key is None or isinstance(key, (bool, str, slice, type(Ellipsis))):
        return False
    if hasattr(key, "__index__") and not getattr(key, "shape", ()):
        return True
    dtype = getattr(key, "dtype", None)
    if dtype is not None:
        return "int" in str(dtype)
    return isinstance(key, (list, tuple)) and all(isinstance(k, (list, tuple)) or _are_indices(k) for k in key)


def _getitem(self, key):
    """Return a part of the matrix for A[i], A[i, :] (rows) and A[1:3, mask]; elements as an Array for A[i, j] and A[[i, k], [j,
    l]]."""
    if isinstance(key, tuple) and len(key) == 2 and _are_indices(key[0]) and _are_indices(key[1]):
        return _sparse.elements(self, *key)
    return _sparse.getitem(self, key)


def _restore(format, data, indices, indptr, shape):
    return (_sparse.csc if format == "csc" else _sparse.csr)(data, indices, indptr, shape)


def _parts(x):
    return (x.format, *(_core.copy(part) for part in (x.data, x.indices, x.indptr)), list(x.shape))


def _truth(self):
    m, n = self.shape
    if m * n != 1:
        raise _native.ArgumentError("bool: the matrix has %d x %d elements, not one; use its nnz, or select one element"
                                    % (m, n))
    return bool(_sparse.elements(self, 0, 0))


Sparse.__new__ = _make
Sparse.__bool__ = _truth
Sparse.__getitem__ = _getitem
Sparse.__iter__ = lambda self: (_sparse.getitem(self, i) for i in range(self.shape[0]))
Sparse.__repr__ = _sparse.SparseFactor.__repr__ = lambda self: self.text()
define_copies(Sparse, lambda x: x, _parts, _restore)  # a matrix is immutable, so it is its own copy
Sparse.T = property(lambda self: self.transpose(), doc="The transpose.")
Sparse.mT = Sparse.T
Sparse.H = property(lambda self: self.adjoint(), doc="The conjugate transpose.")
Sparse.ndim = property(lambda self: 2, doc="The number of dimensions.")
Sparse.from_scipy = staticmethod(_from_scipy)
Sparse.to_scipy = _to_scipy
define_sparse(Sparse)
