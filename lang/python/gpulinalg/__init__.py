"""Linear algebra on GPUs and CPUs: one interface over cuBLAS/cuSOLVER, CLBlast and OpenBLAS/LAPACK.

    >>> import gpulinalg as gla
    >>> a = gla.asarray([[2.0, 1.0], [1.0, 3.0]])
    >>> gla.solve(a, [3.0, 5.0])
    Array([0.8, 1.4], dtype=float64, device='host')

Functions accept any array-like object (nested lists, NumPy arrays, other buffers, scalars) and compute on the device of their
operands; see `devices` and `set_device`. Names and meanings follow the Python array API standard. In a shell, `gpulinalg doc`
lists the functions by task. `from gpulinalg import *` does not replace Python's built-in names, such as abs, all, any, bool,
max, min, pow, round, sum and IndexError: write gla.sum(x) for these.
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
from ._placement import placement
from ._stream import stream
from ._expression import elementwise, reduction, scan
from ._io import loadtxt, savetxt
from ._grad import (GradientTape, check_gradient, checkpoint, custom_vjp, grad, hessian, hvp, jacobian, jvp, value_and_grad,
                    vjp)
from ._search import FindMinimumResult, find_minimum, find_root
from ._inspection import __array_namespace_info__, default_dtypes, dtypes, finfo, iinfo
from ._dtypes import DType, DTYPES as _DTYPES
from ._hints import explaining as _explaining, hint as _hint, hint_of_namespace as _hint_of_namespace

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
_import_module("._table", __name__)
_import_module("._fit", __name__)
_import_module("._operator", __name__)

# Module functions that are also methods of a class can be called, but dir() does not list them. Names that Python's builtins
# have too are listed by dir(), but not exported by `import *`.
_builtin = vars(_builtins)
__all__ = [_name for _name in globals() if _name[0] != "_" and _name not in _plumbing and _name not in _builtin]
__doc__ += _rooms


def _public():
    return [name for name in globals() if name[0] != "_" and name not in _plumbing]


def __dir__():
    return sorted(_public() + [name for name in globals() if name.startswith("__")])


def _missing(module, name, public):
    """Return the AttributeError for a missing name of a module. It suggests the closest existing name."""
    names = [other for other in public if other.isidentifier()]
    hint = ""
    if name[:1] != "_" and name.isidentifier():
        hint = _hint(module, name)
        near = _native._nearest(name, names) if not hint else -1
        hint = "; did you mean %r?" % names[near] if near >= 0 else hint or _hint_of_namespace(module, name)
    error = AttributeError("module %r has no attribute %r%s" % (module, name, hint))
    error.name = name  # as Python sets it; error.obj stays unset, or Python would search for suggestions again
    return error


def __getattr__(name):
    raise _missing(__name__, name, _public())
