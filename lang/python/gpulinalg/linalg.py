"""The operations of linear algebra, as the array API standard groups them; the same functions as in gpulinalg."""
from ._core import (
    cholesky, cond, det, diagonal, eig, eigh, eigvals, eigvalsh, inv, lstsq, lu, matmul, matrix_norm, matrix_rank,
    matrix_transpose, outer, pinv, qr, slogdet, solve, solve_triangular, svd, svdvals, tensordot, trace, vecdot,
    vector_norm)

__all__ = [_name for _name in globals() if _name[0] != "_"]


def __dir__():
    return __all__ + [name for name in globals() if name.startswith("__")]


def __getattr__(name):
    import gpulinalg
    raise gpulinalg._missing(__name__, name, __all__)
