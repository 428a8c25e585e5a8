"""Python objects that the array API standard requires: finfo and iinfo with attributes, and the description of the namespace.
"""
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
    """Description of the namespace, as defined for `__array_namespace_info__` in the Python array API standard."""

    __slots__ = ()

    def capabilities(self):
        """Return the library's support of the standard's optional features."""
        return _core.capabilities()

    def default_device(self):
        """Return the device of arrays that are created without a device argument."""
        return _core.get_device()

    def default_dtypes(self, *, device=None):
        """Return the dtypes that functions use if none is given."""
        return default_dtypes(device)

    def devices(self):
        """Return the names of the devices that are available now."""
        return tuple(_core.devices())

    def dtypes(self, *, device=None, kind=None):
        """Return the dtypes that arrays on a device can have: of one kind, of several kinds, or all."""
        return dtypes(device, kind)


def __array_namespace_info__():
    """Return a description of the namespace: an object with capabilities, default_device, default_dtypes, devices, dtypes."""
    return _Info()
