"""Checks of data frames, masked arrays and sparse arrays before their memory is read, so that missing values are never read as
numbers.

`read` is called for objects of the packages that it names (see swig/python/tables.c)."""


def _name(o):
    return "%s.%s" % (type(o).__module__.split(".")[0], type(o).__name__)


def _missing(where, row, remedy):
    return "%s has no value in row %d (counted from 0); %s" % (where, row, remedy), False


def _unfit(where, what, remedy):
    return "%s contains %s, which are not numbers; %s" % (where, what, remedy), True


def _not_a_number(values):
    """Return (row, value) of the first object that is not a number, or None."""
    for row, value in enumerate(values):
        if value is None or isinstance(value, (str, bytes)) or not (
                hasattr(value, "__float__") or hasattr(value, "__index__") or hasattr(value, "__complex__")):
            return row, value
    return None


def _objects(where, values, remedy):
    found = _not_a_number(values)
    if not found:
        return None
    row, value = found
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        found = next(((i, text) for i, text in enumerate(values) if isinstance(text, str)), None)
        if not found:
            return _missing(where, row, remedy)
        row, value = found  # filling in missing values would not turn strings into numbers
    if isinstance(value, str):
        what, advice = "text, %.42r" % (value[:40],), "drop it, convert it to numbers, or encode it with factorize_texts"
    else:
        what, advice = "an object of class %s" % type(value).__name__, "drop it or convert it to numbers"
    return "%s contains %s, in row %d (counted from 0); %s" % (where, what, row, advice), True


# ---- pandas
_PANDAS = "use fillna, dropna, or to_numpy(na_value=numpy.nan) to get NaN"


def _pandas_column(where, s):
    """Return what is wrong with a pandas Series, Index or array, or the NumPy dtype of its elements."""
    dtype, kind = s.dtype, getattr(s.dtype, "kind", "O")
    numpy_dtype = getattr(dtype, "numpy_dtype", None) if type(dtype).__module__.split(".")[0] == "pandas" else dtype
    name = str(dtype)
    if name == "category":
        return _unfit(where, "categories", "use .cat.codes or pandas.get_dummies"), None
    if kind in "mM" or name.startswith("period"):
        return _unfit(where, "times (%s)" % name, "convert them first, for example with .dt.year"), None
    if numpy_dtype is not dtype and not name.startswith(("Sparse", "str")):
        missing = s.isna()
        if missing.any():
            return _missing(where, int(missing.argmax()), _PANDAS), None
    if kind == "O" or name.startswith("str"):
        return _objects(where, s, _PANDAS), None
    return None, numpy_dtype


def _pandas(o):
    import numpy
    if not hasattr(o, "columns") and not hasattr(o, "dtype"):
        return None  # a value, such as pandas.NA
    if hasattr(o, "columns"):
        found = [_pandas_column("is a %s whose column %.60r" % (_name(o), label), o.iloc[:, i])
                 for i, label in enumerate(o.columns)]
    else:
        found = [_pandas_column("is a %s that" % _name(o), o)]
    for problem, _ in found:
        if problem:
            return problem
    types = [dtype for _, dtype in found]
    if types and all(isinstance(dtype, numpy.dtype) for dtype in types):
        return o.to_numpy(dtype=numpy.result_type(*types))
    return None


# ---- polars and pyarrow
def _polars_column(where, s):
    name, remedy = str(s.dtype), "use drop_nulls or fill_null, for example fill_null(float('nan'))"
    if s.null_count() and name != "String":
        return _missing(where, int(s.is_null().arg_max()), remedy)
    if name.startswith(("Date", "Time", "Duration")):
        return _unfit(where, "times (%s)" % name, "convert them first, for example with .dt.year()")
    if name.startswith(("Categorical", "Enum")):
        return _unfit(where, "categories", "use .to_physical() or to_dummies")
    return None if s.dtype.is_numeric() or name == "Boolean" else _objects(where, s, remedy)


def _polars(o):
    if hasattr(o, "collect"):
        return "is a %s; collect() it first" % _name(o), True
    if not hasattr(o, "get_columns"):
        return _polars_column("is a %s that" % _name(o), o) if hasattr(o, "dtype") else None
    for s in o.get_columns():
        problem = _polars_column("is a %s whose column %.60r" % (_name(o), s.name), s)
        if problem:
            return problem
    return None


def _arrow_column(where, a):
    name, remedy = str(a.type), "use fill_null or drop_null of pyarrow.compute"
    if a.null_count and "string" not in name:
        row = next(i for i, valid in enumerate(a.is_valid()) if not valid.as_py())
        return _missing(where, row, remedy)
    if name.startswith(("date", "time", "duration", "month")):
        return _unfit(where, "times (%s)" % name, "convert them to numbers first")
    if name.startswith("dictionary"):
        return _unfit(where, "categories", "use .indices")
    numeric = name.startswith(("int", "uint", "float", "double", "half", "bool"))
    return None if numeric else _objects(where, a.to_pylist(), remedy)


def _arrow(o):
    if not hasattr(o, "column_names"):
        return _arrow_column("is a %s that" % _name(o), o) if hasattr(o, "null_count") else None
    for name, column in zip(o.column_names, o.columns):
        problem = _arrow_column("is a %s whose column %.60r" % (_name(o), name), column)
        if problem:
            return problem
    return None


# ---- masked and sparse arrays
def _masked(o):
    import numpy
    mask = numpy.ma.getmaskarray(o)
    if not mask.any():
        return None
    first = ", ".join(str(int(i)) for i in numpy.argwhere(mask)[0]) if o.ndim else "()"
    return "is a masked array of NumPy whose element [%s] is masked; use .filled(value) or .compressed()" % first, False


def _sparse(o):
    package = type(o).__module__.split(".sparse")[0] + ".sparse"
    return ("is a %s matrix; use .toarray()" % package, False) if hasattr(o, "toarray") else None


_PACKAGES = {"numpy": _masked, "pandas": _pandas, "polars": _polars, "pyarrow": _arrow, "scipy": _sparse, "cupyx": _sparse}


def read(o, package):
    """Check the object o. Return None if o can be read as it is; (message, True if about the dtype) if o is refused; otherwise
    the object to read instead."""
    return _PACKAGES[package](o)
