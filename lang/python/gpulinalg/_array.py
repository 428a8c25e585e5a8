"""The Python part of class Array; the rest is in C (lang/python/native)."""
import operator

from . import _core, _native
from ._copies import define as define_copies
from ._dtypes import DTYPES
from ._hints import define_methods
from ._format import format_array
from ._numpy import array_function, array_wrap

_VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12")  # each version extends the previous one


class Array(_native._ArrayBase):
    """N-dimensional array on a device.

    Make arrays with `asarray`, `zeros`, `arange` and similar functions. Operators, comparisons and indexing work element by
    element and follow the Python array API standard; `@` is the matrix product. Frequently used functions of one array are also
    methods.
    """

    __slots__ = ()
    __array_priority__ = 1000.0  # makes NumPy defer to Array if the right operand is an Array
    __array_function__ = array_function
    __array_wrap__ = array_wrap

    def __new__(cls, obj, dtype=None, device=None, copy=None):
        return _native._adopt(cls, _core.asarray(obj, dtype, device, copy))

    # ---- functions as methods
    all = _core.all
    any = _core.any
    argmax = _core.argmax
    argmin = _core.argmin
    astype = _core.astype
    clip = _core.clip
    conj = _core.conj
    copy = _core.copy
    diagonal = _core.diagonal
    max = _core.max
    mean = _core.mean
    min = _core.min
    prod = _core.prod
    squeeze = _core.squeeze
    std = _core.std
    sum = _core.sum
    take = _core.take
    trace = _core.trace
    var = _core.var
    view = _core.view

    def round(self, decimals=0):
        """Round to the nearest integers, or to the given number of decimals; see `gla.round` and `gla.around`."""
        return _core.around(self, decimals) if decimals else _core.round(self)

    def reshape(self, *shape, copy=None):
        """Return the same elements with another shape, given as integers or as one tuple; see `gla.reshape`."""
        return _core.reshape(self, shape[0] if len(shape) == 1 else shape, copy)

    def transpose(self, *axes):
        """Permute the axes, given as integers or as one tuple. Without arguments the order is reversed, as in NumPy. See
        `permute_dims`."""
        axes = axes[0] if len(axes) == 1 else axes
        return _core.permute_dims(self, tuple(range(self.ndim))[::-1] if axes is None or axes == () else axes)

    def flatten(self):
        """Return a one-dimensional copy in row-major order."""
        return _core.reshape(self, -1, True)

    def to_device(self, device, copy=None, *, stream=None):
        """Return the array on a device. The copy is made in a Stream if one is given. See `gpulinalg.to_device`."""
        if stream is None:
            return _core.to_device(self, device, copy)
        from ._stream import stream as inside
        if not isinstance(stream, _core.Stream):
            raise _native.DTypeError("to_device: stream is %.60r, but it must be a Stream or None" % (stream,))
        with inside(stream):
            return _core.to_device(self, device, copy)

    # ---- string representation
    def __repr__(self):
        head = type(self).__name__ + "("
        text = _core.array_str(self).replace("\n", "\n" + " " * len(head))
        shape = "" if self.size else ", shape=%s" % (self.shape,)
        return "%s%s%s, dtype=%s, device=%r)" % (head, text, shape, self.dtype.name, self.device)

    def __str__(self):
        return _core.array_str(self)

    def __format__(self, spec):
        return format_array(self, spec)

    # ---- other protocols
    def __complex__(self):
        return complex(self.item())

    def __round__(self, ndigits=None):
        if ndigits is None:
            return _core.round(self)
        return _round_digits(self, ndigits)

    def __array__(self, dtype=None, copy=None):
        import numpy  # already loaded by the caller
        array = numpy.asarray(memoryview(self))
        if copy is False and (self.device != "host" or dtype not in (None, array.dtype)):
            raise _native.ArgumentError("asarray: a NumPy array of this Array requires a copy; allow it")
        if copy:
            return numpy.array(array, dtype=dtype)
        return array if dtype is None else array.astype(dtype, copy=False)

    @property
    def __jax_array__(self):
        if not self.device.startswith("cuda"):
            raise AttributeError("__jax_array__")
        return self._as_jax

    def _as_jax(self):
        """Convert to a JAX array by DLPack, because JAX refuses streams of other libraries in __cuda_array_interface__. XLA
        requires contiguous rows and its own address alignment, so other arrays are copied."""
        from jax.numpy import from_dlpack  # already loaded by the caller
        step, is_alike = self.itemsize, self.__cuda_array_interface__["data"][0] % 256 == 0
        for length, stride in zip(self.shape[::-1], self.strides[::-1]):
            is_alike = is_alike and (stride == step or length < 2)
            step *= length
        return from_dlpack(self if is_alike else _core.reshape(self.flatten(), self.shape))

    def __array_namespace__(self, *, api_version=None):
        import gpulinalg
        if api_version is not None and api_version not in _VERSIONS:
            raise _native.ArgumentError("__array_namespace__: there is no version %.60r of the standard; the versions are %s"
                                        % (api_version, ", ".join(_VERSIONS)))
        return gpulinalg


def _round_digits(x, ndigits):
    """Round to `ndigits` decimals, or to powers of ten if `ndigits` is negative. Values without so many decimals stay
    unchanged."""
    ndigits = operator.index(ndigits)
    kind = str(x.dtype)
    if kind == "bool" or "int" in kind:
        return x if ndigits >= 0 or kind == "bool" else _round_integers(x, -ndigits)
    most = 38 if kind in ("float32", "complex64") else 308
    scale = 10.0 ** min(abs(ndigits), most)
    if ndigits > most:
        return +x
    if ndigits < -most:
        return _core.where(_core.isfinite(x), x * 0.0, x)
    r = _core.round(x * scale) / scale if ndigits >= 0 else _core.round(x / scale) * scale
    return _core.where(_core.isfinite(r), r, x)  # x * scale overflowed, so x has no such decimals


def _round_integers(x, places):
    y = x.astype("int64") if x.dtype != "uint64" or not _core.any(x > 2 ** 62) else None
    if y is None or _core.any((y > 2 ** 62) | (y < -2 ** 62)):
        raise _native.OverflowError("round: values beyond 2**62 cannot be rounded to tens; convert with astype")
    if places > 18:
        return x * 0
    p = 10 ** places
    rest = y % p
    low = y - rest
    up = (rest > p - rest) | ((rest == p - rest) & ((low // p) % 2 == 1))
    y = _core.where(up, low + p, low)
    result = y.astype(x.dtype)
    if _core.any(result.astype("int64") != y):
        raise _native.OverflowError("round: a result is not representable in %s; convert with astype" % x.dtype)
    return result


def _restore(data, dtype, shape, device):
    """Rebuild an array from a pickle, on its former device if somebody chose it and a device of that name exists."""
    return _core.asarray(_native._pickle(data, dtype, shape), None, device if device and device in _core.devices() else None)


define_methods(Array)
define_copies(Array, _core.copy, lambda x: (x.tobytes(), str(x.dtype), x.shape, None if x.floating else x.device), _restore)


def from_dlpack(x, /, *, device=None, copy=None):
    """Return an Array on the memory of another library's array, without a copy if possible.

    Parameters
    ----------
    x : any object with the methods __dlpack__ and __dlpack_device__: CuPy, PyTorch, NumPy, JAX ...
    device : name of the device to put it on; None: its current device
    copy : True: always copy; False: never copy, raise an error if a copy is needed; None: copy only if necessary

    Returns
    -------
    Array"""
    return _native._from_dlpack(x, device, copy)


_native._register({"Array": Array, **DTYPES})
