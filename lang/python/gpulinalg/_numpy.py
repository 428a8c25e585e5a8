"""NumPy functions applied to an Array.

NumPy delegates sums and similar reductions to methods of the argument; these run on the array's device. All other functions
work on the array's memory, or on a host copy of it, and return NumPy arrays. Elementwise functions such as numpy.log(x) are
computed by NumPy, but return an Array on the device of x."""
from . import _core, _native
from ._dtypes import DTYPES

_SAME = {"axis": "axis", "keepdims": "keepdims"}
_SPREAD = {**_SAME, "ddof": "correction", "correction": "correction"}
_TYPED = {**_SAME, "dtype": "dtype"}

# For each NumPy function: the gpulinalg function, and the names of NumPy's options in it.
_REDUCTIONS = {"sum": (_core.sum, _TYPED), "prod": (_core.prod, _TYPED), "mean": (_core.mean, _SAME),
               "std": (_core.std, _SPREAD), "var": (_core.var, _SPREAD), "max": (_core.max, _SAME), "amax": (_core.max, _SAME),
               "min": (_core.min, _SAME), "amin": (_core.min, _SAME), "all": (_core.all, _SAME), "any": (_core.any, _SAME)}


def array_function(self, function, types, args, kwargs):
    """NumPy calls this instead of `function(*args, **kwargs)` if one of the arguments is an Array."""
    found = _REDUCTIONS.get(function.__name__) if function.__module__ == "numpy" else None
    if function.__name__ in ("result_type", "can_cast"):  # these examine dtypes only
        args = [x.dtype.dtype if isinstance(x, _native._ArrayBase) else x for x in args]
    if not found or not args or not isinstance(args[0], _native._ArrayBase):
        return function._implementation(*args, **kwargs)
    ours, names = found
    options = {key: value for key, value in kwargs.items() if value is not None}
    if len(args) > 2 or not options.keys() <= names.keys():  # only NumPy supports `where`, `out` and other options
        return function(args[0].__array__(), *args[1:], **kwargs)
    return ours(*args, **{names[key]: value for key, value in options.items()})


def array_wrap(self, array, context=None, return_scalar=False):
    """Convert NumPy's result `array` of a function that was given an Array. It becomes an Array if `context` shows that the
    function is elementwise, unless gpulinalg lacks the dtype."""
    if context is not None and array.dtype.name in DTYPES:
        return _core.asarray(array, None, self.device)
    return array[()] if return_scalar else array
