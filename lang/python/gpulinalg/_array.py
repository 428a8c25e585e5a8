"""Class Array: what is written in Python of it; the rest is in C (swig/python)."""
from . import _core, _native
from ._dtypes import DTYPES

_method = _native._method


class Array(_native._ArrayBase):
    """N-dimensional array on a device.

    Make arrays with `asarray`, `zeros`, `arange` and the like.  Operators, comparisons and indexing work element by element
    and follow the Python array API standard; `@` is the matrix product.  Functions of one array that are used often are
    methods too.
    """

    __slots__ = ()
    __array_ufunc__ = None  # NumPy leaves operators with an Array on the right to us

    def __new__(cls, obj, dtype=None, device=None, copy=None):
        return _native._ArrayBase.__new__(cls, _core.asarray(obj, dtype, device, copy))

    def __repr__(self):
        head = "Array("
        text = _core.array_str(self).replace("\n", "\n" + " " * len(head))
        return "%s%s, dtype=%s, device=%r)" % (head, text, str(self.dtype), self.device)

    def __str__(self):
        return _core.array_str(self)


_native._register(Array, DTYPES)
