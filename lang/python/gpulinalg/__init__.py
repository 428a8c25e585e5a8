"""Linear algebra on GPUs and CPUs: one interface over cuBLAS/cuSOLVER, CLBlast and OpenBLAS/LAPACK.

    >>> import gpulinalg as gla
    >>> a = gla.asarray([[2.0, 1.0], [1.0, 3.0]])
    >>> gla.solve(a, [3.0, 5.0])
    Array([0.8, 1.4], dtype=float64, device='host')

Functions take anything array-like (nested lists, NumPy arrays, other buffers, numbers) and compute on the device of
their operands; see `devices` and `set_device`.  Names and meanings are those of the Python array API standard.
In a shell `gpulinalg doc` lists them by task.
`from gpulinalg import *` leaves Python's own abs, all, any, bool, max, min, pow, round, sum, IndexError and the like as
they are: write gla.sum(x) for these.
"""
import builtins as _builtins
import math as _math
from importlib import import_module as _import_module

from . import _native
_native._one_interpreter()

from . import _core
from ._core import *
from ._core import _meanings, _namespaces, _plumbing, _rooms, _written
from ._native import Error
from ._array import Array, from_dlpack
from ._stream import stream
from ._expression import elementwise, reduction, scan
from ._io import loadtxt, savetxt
from ._search import FindMinimumResult, find_minimum, find_root
from ._inspection import __array_namespace_info__, default_dtypes, dtypes, finfo, iinfo
from ._dtypes import DType, DTYPES as _DTYPES
from ._elsewhere import explaining as _explaining, hint as _hint, hint_of_namespace as _hint_of_namespace

for _name in "loadtxt", "savetxt":
    globals()[_name] = _explaining(globals()[_name])
for _name in "argsort", "column_stack", "hstack", "sort", "vstack":
    globals()[_name] = _explaining(globals()[_name])
    setattr(_core, _name, globals()[_name])
globals().update(_DTYPES)
globals().update((_name, _class) for _name, _class in vars(_native).items()
                 if isinstance(_class, type) and issubclass(_class, (Error, RuntimeWarning)))

for _name, _text in {**_meanings, **_written}.items():
    globals()[_name].__doc__ = _text

__version__ = version()
__array_api_version__ = array_api_version()
pi, e, inf, nan, newaxis = _math.pi, _math.e, _math.inf, _math.nan, None

for _name in _namespaces:
    _import_module("." + _name, __name__)
_import_module("._random", __name__)
_import_module("._sparse", __name__)
_import_module("._operator", __name__)

# Functions that are methods of a class are plumbing: they can be called, but are not shown.  What Python itself has by the
# same name is shown, and not exported.
_builtin = vars(_builtins)
__all__ = [_name for _name in globals() if _name[0] != "_" and _name not in _plumbing and _name not in _builtin]
__doc__ += _rooms


def _public():
    return [name for name in globals() if name[0] != "_" and name not in _plumbing]


def __dir__():
    return sorted(_public() + [name for name in globals() if name.startswith("__")])


def _missing(module, name, public):
    """The error for a name that a module has not, with the nearest one that it has."""
    names = [other for other in public if other.isidentifier()]
    hint = ""
    if name[:1] != "_" and name.isidentifier():
        hint = _hint(module, name)
        near = _native._nearest(name, names) if not hint else -1
        hint = "; did you mean %r?" % names[near] if near >= 0 else hint or _hint_of_namespace(module, name)
    error = AttributeError("module %r has no attribute %r%s" % (module, name, hint))
    error.name = name  # as Python sets it; without the object, where it would search once more
    return error


def __getattr__(name):
    raise _missing(__name__, name, _public())
