"""Columns of pandas and NumPy whose values may be missing, strings, categories or times, for Tables (swig/python/frames.c).

A column is (values, missing, levels): an array, or codes if there are levels; a mask or None; and strings or None. Dates and
times become int64 in the unit in which they are stored."""
from . import _native


def _fail(name, fact):
    raise _native.DTypeError("Table: column %.60r %s" % (name, fact))


def _no_texts(n):
    """Return a column of n missing strings."""
    import numpy
    return numpy.full(n, -1, "int64"), None, []


# ---- NumPy
def _times(name, values):
    """Return dates or times as integers, with a mask of those that are missing."""
    import numpy
    missing = numpy.isnat(values)
    return values.astype(values.dtype.newbyteorder("=")).view("int64"), missing if missing.any() else None, None


def _masked(name, values):
    import numpy
    if not isinstance(values, numpy.ma.MaskedArray):
        return None
    mask, kind = numpy.ma.getmaskarray(values), values.dtype.kind
    if kind == "f":
        return values.filled(numpy.nan), None, None
    if kind in "biu":
        return values.filled(0), mask, None
    return values.tolist(), None, None  # a masked element is None


def _numpy(name, values):
    if not hasattr(values, "dtype"):
        return None
    kind = values.dtype.kind
    if kind in "UT" and not values.size:
        return _no_texts(0)
    if kind in "mM" and values.dtype != kind + "8":
        return _times(name, values)
    if kind in "OUT":
        return values.tolist(), None, None
    return _masked(name, values)


# ---- pandas
def _categories(name, s):
    import numpy
    codes, categories = s.cat.codes.to_numpy().astype("int64"), s.cat.categories
    if getattr(categories.dtype, "kind", "O") not in "biuf" or not isinstance(categories.dtype, numpy.dtype):
        return codes, None, [str(category) for category in categories]
    missing = codes < 0
    if not len(categories):
        return numpy.full(len(codes), numpy.nan), None, None
    return categories.to_numpy()[codes], missing if missing.any() else None, None


def _pandas(name, s):
    """Return a pandas Series, Index or array as a column."""
    import numpy
    import pandas
    s = pandas.Series(s)
    dtype = s.dtype
    if str(dtype) == "category":
        return _categories(name, s)
    if str(dtype).startswith("period"):
        missing = s.isna().to_numpy()
        return numpy.array([0 if lost else x.ordinal for x, lost in zip(s, missing)], "int64"), \
            missing if missing.any() else None, None
    if isinstance(dtype, numpy.dtype):
        values = s.to_numpy()
        return _numpy(name, values) or (values, None, None)
    plain = getattr(dtype, "numpy_dtype", numpy.dtype(object))
    if plain.kind in "biuf":
        missing = s.isna().to_numpy(dtype=bool)
        filled = {"b": False, "f": numpy.nan}.get(plain.kind, 0)
        return s.to_numpy(dtype=plain, na_value=filled), missing if missing.any() and plain.kind != "f" else None, None
    if getattr(dtype, "kind", "O") in "mM":
        unit = "datetime64" if dtype.kind == "M" else "timedelta64"
        return _times(name, s.to_numpy(dtype="%s[%s]" % (unit, getattr(dtype, "unit", None) or "ns")))
    if str(dtype).startswith("Sparse"):
        return numpy.asarray(s), None, None
    if str(dtype).startswith(("str", "large_str")) and not s.notna().any():
        return _no_texts(len(s))
    return s.tolist(), None, None


def _frame(o):
    if o.columns.nlevels > 1:
        raise _native.ArgumentError("Table: the columns of the DataFrame have names of %d levels; join the levels first"
                                    % o.columns.nlevels)
    return [(str(label), _pandas(str(label), o.iloc[:, i])) for i, label in enumerate(o.columns)]


def frame(o, package):
    """Return the names and columns of a data frame; None if o is none, or has to be read by Arrow."""
    if package == "pandas" and hasattr(o, "columns") and hasattr(o, "iloc"):
        return _frame(o)
    if package == "polars" and hasattr(o, "collect") and not hasattr(o, "get_columns"):
        raise _native.DTypeError("Table: data is a %s; collect() it first" % type(o).__name__)
    return None


def column(o, package, name):
    """Return an object of pandas or NumPy as a column; None if it is an array of numbers, or has to be read by Arrow."""
    if package == "pandas":
        if hasattr(o, "iloc") and hasattr(o, "columns"):
            _fail(name, "is a DataFrame; give one of its columns")
        return _pandas(name, o) if hasattr(o, "dtype") else None
    return _numpy(name, o)
