"""Error messages for attributes that exist only in other libraries; each message gives the replacement."""
import functools

from . import _core, _native

_OPERANDS = ("x", "x1", "a", "m")  # name of the first parameter if it is an array


class ForeignName:
    """A method of other libraries' arrays that our class lacks. The error gives the replacement. A descriptor is used because
    `__getattr__` in Array would slow down every attribute access by 20 ns."""

    def __init__(self, name, instead):
        self.name, self.instead = name, instead  # None: the gpulinalg function of that name

    def __get__(self, obj, owner):
        kind = owner.__name__
        article = "an" if kind[0] in "AEIOU" else "a"
        raise AttributeError("%s %s has no %s; use %s" % (article, kind, self.name, self.instead or _call(self.name)))


def _of_arrays(name):
    """Return True if a function of that name exists and its first argument is an array."""
    code = getattr(getattr(_core, name), "__code__", None)
    return code is not None and name not in _core._plumbing and code.co_varnames[:1] and code.co_varnames[0] in _OPERANDS


def _call(name):
    """Return an example call of a function of an array: gpulinalg.cumulative_sum(x, axis=…)."""
    code = getattr(_core, name).__code__
    required = code.co_argcount - len(getattr(_core, name).__defaults__ or ())
    return "gpulinalg.%s(%s)" % (name, ", ".join(("x",) + code.co_varnames[1:required]))


_METHODS = {
    "argsort": "gpulinalg.argsort(x)",
    "cpu": "x.to_device('host')",
    "cuda": "x.to_device('cuda:0')",
    "cumprod": "gpulinalg.cumulative_prod(x, axis=…)",
    "cumsum": "gpulinalg.cumulative_sum(x, axis=…)",
    "detach": "x as it is",
    "dot": "x @ y or gpulinalg.dot(x, y)",
    "fill": "x[...] = value",
    "fillna": "gpulinalg.nan_to_num(x, nan=value)",
    "get": "numpy.asarray(x)",
    "isna": "gpulinalg.isnan(x)",
    "isnull": "gpulinalg.isnan(x)",
    "numpy": "numpy.asarray(x)",
    "permute": "gpulinalg.permute_dims(x, axes)",
    "ptp": "x.max() - x.min()",
    "ravel": "x.reshape(-1)",
    "shift": "gpulinalg.roll(x, shift)",
    "sort": "gpulinalg.sort(x), which returns a sorted copy",
    "swapaxes": "gpulinalg.moveaxis(x, source, destination) or permute_dims(x, axes)",
    "t": "x.T",
    "to": "x.to_device(device), or x.astype(dtype)",
    "to_list": "x.tolist()",
    "to_numpy": "numpy.asarray(x)",
    "unique": "gpulinalg.unique_values(x)",
    "unsqueeze": "gpulinalg.expand_dims(x, axis=…)",
    "values": "x itself, or numpy.asarray(x)",
}
_OF_SPARSE = {
    "A": "A.toarray()",
    "getrow": "A[i]",
    "tolil": "A.tocsr()",
    "to_dense": "A.toarray()",
    "todense": "A.toarray()",
    "todok": "A.tocoo()",
    "size": "A.nnz, or A.shape",
}
_SCIPY = "Sparse(array) or csr(data, indices, indptr, shape)"
_IN_MODULES = {
    "gpulinalg": {
        "read_csv": "loadtxt(path), which returns the columns by name",
        "transpose": "permute_dims(x, axes) or x.T",
    },
    "gpulinalg.random": {
        "RandomState": "Generator(seed)",
        "default_rng": "Generator(seed)",
        "manual_seed": "Generator(seed)",
        "rand": "Generator(seed).random(shape)",
        "randint": "Generator(seed).integers(low, high, shape)",
        "randn": "Generator(seed).normal(shape=shape)",
        "random_sample": "Generator(seed).random(shape)",
        "seed": "Generator(seed)",
        "standard_normal": "Generator(seed).normal(shape=shape)",
    },
    "gpulinalg.sparse": {
        "coo_array": "coo(data, row, col, shape)",
        "coo_matrix": "coo(data, row, col, shape)",
        "csc_array": _SCIPY.replace("csr", "csc"),
        "csc_matrix": _SCIPY.replace("csr", "csc"),
        "csr_array": _SCIPY,
        "csr_matrix": _SCIPY,
    },
}


def define_hints(cls, words):
    """Give a class hidden attributes for the names that it lacks."""
    for name, instead in words.items():
        if not hasattr(cls, name):
            setattr(cls, name, ForeignName(name, instead))
    cls.__dir__ = lambda self: [name for name in object.__dir__(self) if not isinstance(vars(cls).get(name), ForeignName)]


def define_methods(cls):
    """Give the array class such attributes: for each function of the module that is not a method, and for methods of other
    libraries."""
    functions = (name for name in dir(_core) if name[0] != "_" and _of_arrays(name))
    define_hints(cls, {**dict.fromkeys(functions), **_METHODS})


def define_sparse(cls):
    define_hints(cls, _OF_SPARSE)


def _of_generator(name):
    import gpulinalg
    return "Generator(seed).%s(…)" % name if hasattr(gpulinalg.random.Generator, name) else None


def hint(module, name):
    """Return a hint with a replacement for a name that a module lacks, or "" if no replacement is known."""
    words = _IN_MODULES.get(module, {}).get(name)
    if words is None and module == "gpulinalg.random":
        words = _of_generator(name)
    for space in ("random", "sparse"):
        if words is None and module == "gpulinalg" and name in _IN_MODULES["gpulinalg." + space]:
            words = "%s.%s" % (space, _IN_MODULES["gpulinalg." + space][name])
    return "" if words is None else "; use " + words


def hint_of_namespace(module, name):
    """Return a hint with the namespace of gpulinalg that contains the missing name, or ""."""
    import gpulinalg
    if module != "gpulinalg":
        return ""
    for space in _core._namespaces:
        if name in getattr(getattr(gpulinalg, space, None), "__all__", ()):
            return "; it is in gpulinalg." + space
    words = _of_generator(name)
    return "" if words is None else "; use random." + words


# ---- arguments ---------------------------------------------------------------------------------------------------------
_NO_FORMAT = ("; numbers are written with the fewest digits that read back as the same; "
              "gpulinalg.around(x, decimals) leaves fewer")


def _explain(function, args, options):
    """Return a hint about arguments that a function does not accept, or ""."""
    code = function.__code__
    arguments = list(code.co_varnames[:code.co_argcount + code.co_kwonlyargcount])
    if len(args) > 1 and arguments[0] == "arrays":
        return "; pass the arrays in one list: %s([x, y])" % function.__name__
    for name in options.keys() - set(arguments):
        if name in ("fmt", "float_format"):
            return _NO_FORMAT
        near = _native._nearest(name, arguments)
        return "; did you mean %r?" % arguments[near] if near >= 0 else ""
    return ""


def explaining(function):
    """Decorate a function so that Python's own TypeError about its arguments includes a hint. The wrapper costs 0.1 us, so use
    it only for functions that take at least ten times as long."""
    @functools.wraps(function)
    def called(*args, **options):
        try:
            return function(*args, **options)
        except TypeError as error:
            if type(error) is TypeError and error.__traceback__.tb_next is None:  # raised by Python before the function began
                error.args = (str(error) + _explain(function, args, options),)
            raise
    return called
