"""What the standard wants as Python objects: limits of types with attributes, and the namespace's own description."""
import types

from . import _core
from ._dtypes import DTYPES


class finfo_object(types.SimpleNamespace):
    """Limits of a floating-point type: bits, eps, max, min, smallest_normal, dtype."""


class iinfo_object(types.SimpleNamespace):
    """Limits of an integer type: bits, max, min, dtype."""


def _with_dtypes(record):
    return {key: DTYPES.get(value, value) for key, value in record.items()}


def finfo(type):
    return finfo_object(**_with_dtypes(_core.finfo(type)))


def iinfo(type):
    return iinfo_object(**_with_dtypes(_core.iinfo(type)))


def default_dtypes(device=None):
    return _with_dtypes(_core.default_dtypes(device))


def dtypes(device=None, kind=None):
    return _with_dtypes(_core.dtypes(device, kind))


for _function in (finfo, iinfo, default_dtypes, dtypes):
    _function.__doc__ = getattr(_core, _function.__name__).__doc__


class _Info:
    """Description of the namespace, as `__array_namespace_info__` of the Python array API standard."""

    __slots__ = ()

    def capabilities(self):
        """What the library can do of what the standard leaves open."""
        return _core.capabilities()

    def default_device(self):
        """The device of arrays that are made without naming one."""
        return _core.get_device()

    def default_dtypes(self, *, device=None):
        """The types that functions take when none is named."""
        return default_dtypes(device)

    def devices(self):
        """Names of the devices that can be used now."""
        return tuple(_core.devices())

    def dtypes(self, *, device=None, kind=None):
        """The types that arrays on a device can have, of one kind, of several, or all."""
        return dtypes(device, kind)


def __array_namespace_info__():
    """Description of the namespace: an object with capabilities, default_device, default_dtypes, devices, dtypes."""
    return _Info()
