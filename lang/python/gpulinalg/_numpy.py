"""NumPy's functions of an Array.  Those that NumPy leaves to methods of its argument, sums and the like, are done here, on the
array's device; all others work on its memory, or on a copy where that is not the host's, and give NumPy's arrays.  The result
of a function of each element, numpy.log(x), is an Array on the device of x, though NumPy has computed it."""
from . import _core, _native
from ._dtypes import DTYPES

_SAME = {"axis": "axis", "keepdims": "keepdims"}
_SPREAD = {**_SAME, "ddof": "correction", "correction": "correction"}
_TYPED = {**_SAME, "dtype": "dtype"}

# The function here, and by what names of it NumPy's options go.
_REDUCTIONS = {"sum": (_core.sum, _TYPED), "prod": (_core.prod, _TYPED), "mean": (_core.mean, _SAME),
               "std": (_core.std, _SPREAD), "var": (_core.var, _SPREAD), "max": (_core.max, _SAME), "amax": (_core.max, _SAME),
               "min": (_core.min, _SAME), "amin": (_core.min, _SAME), "all": (_core.all, _SAME), "any": (_core.any, _SAME)}


def array_function(self, function, types, args, kwargs):
    """What NumPy calls in place of `function(*args, **kwargs)` where one of the arguments is an Array."""
    found = _REDUCTIONS.get(function.__name__) if function.__module__ == "numpy" else None
    if function.__name__ in ("result_type", "can_cast"):  # which look at types
        args = [x.dtype.dtype if isinstance(x, _native._ArrayBase) else x for x in args]
    if not found or not args or not isinstance(args[0], _native._ArrayBase):
        return function._implementation(*args, **kwargs)
    ours, names = found
    options = {key: value for key, value in kwargs.items() if value is not None}
    if len(args) > 2 or not options.keys() <= names.keys():  # `where`, `out` and others are NumPy's only
        return function(args[0].__array__(), *args[1:], **kwargs)
    return ours(*args, **{names[key]: value for key, value in options.items()})


def array_wrap(self, array, context=None, return_scalar=False):
    """What NumPy makes of `array`, its result, for an argument that is an Array: an Array where `context` says that it
    was computed of each element, unless there is no such type here."""
    if context is not None and array.dtype.name in DTYPES:
        return _core.asarray(array, None, self.device)
    return array[()] if return_scalar else array
