"""What Python writes of sparse matrices besides their methods: A[rows, columns], A.T, and matrices of SciPy."""
from . import sparse as _sparse
from .sparse import Sparse


def _from_scipy(matrix):
    """A sparse matrix of one of SciPy, or of any object with its parts: data, indices, indptr and shape, or data, row and col.

    Other formats than csr, csc and coo are turned into csr by their method tocsr.
    """
    if hasattr(matrix, "row") and hasattr(matrix, "col"):
        return _sparse.coo(matrix.data, matrix.row, matrix.col, list(matrix.shape))
    if getattr(matrix, "format", "csr") not in ("csr", "csc") or not hasattr(matrix, "indptr"):
        matrix = matrix.tocsr()
    make = _sparse.csc if getattr(matrix, "format", "csr") == "csc" else _sparse.csr
    return make(matrix.data, matrix.indices, matrix.indptr, list(matrix.shape))


def _to_scipy(self):
    """The matrix as a csr_array or csc_array of SciPy, which must be installed."""
    import numpy
    import scipy.sparse
    parts = [numpy.asarray(part.to_device("host")) for part in (self.data, self.indices, self.indptr)]
    make = scipy.sparse.csc_array if self.format == "csc" else scipy.sparse.csr_array
    return make(tuple(part.copy() for part in parts), shape=self.shape)


Sparse.__getitem__ = lambda self, key: _sparse.getitem(self, key)
Sparse.__repr__ = lambda self: self.text()
Sparse.T = property(lambda self: self.transpose(), doc="The transpose.")
Sparse.mT = Sparse.T
Sparse.from_scipy = staticmethod(_from_scipy)
Sparse.to_scipy = _to_scipy
