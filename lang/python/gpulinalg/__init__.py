"""Linear algebra on GPUs and CPUs: one interface over cuBLAS/cuSOLVER, CLBlast and OpenBLAS/LAPACK.

    >>> import gpulinalg as gl
    >>> a = gl.asarray([[2.0, 1.0], [1.0, 3.0]])
    >>> gl.solve(a, [3.0, 5.0])
    Array([0.8, 1.4], dtype=float64, device='host')

Functions take anything array-like (nested lists, NumPy arrays, other buffers, numbers) and compute on the device of
their operands; see `devices` and `set_device`.  Names and meanings are those of the Python array API standard.
"""
import math as _math

from ._core import *
from ._native import Error, from_dlpack
from ._array import Array
from ._stream import Event, Stream, stream
from ._kernel import Kernel, Module
from ._expression import Elementwise, Reduction, Scan, elementwise, reduction, scan
from ._dtypes import DType, DTYPES as _DTYPES
from . import _native

globals().update(_DTYPES)
globals().update((_name, _class) for _name, _class in vars(_native).items()
                 if isinstance(_class, type) and issubclass(_class, (Error, RuntimeWarning)))

__version__ = version()
pi, e, inf, nan, newaxis = _math.pi, _math.e, _math.inf, _math.nan, None

_native._register_handles({_class.__name__: _class for _class in (Stream, Event, Module, Kernel)})

from . import linalg

del namedtuple
