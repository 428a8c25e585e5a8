"""Tables of text with their columns by name."""
from . import _core
from ._named import called_as


def loadtxt(path, delimiter=None, header=None, missing=None, decimal=None, usecols=None, text=None, encoding=None,
            comment=None):
    """Read a table of text, CSV or columns with blanks between: a dictionary of its columns by their names.

        table = gla.loadtxt("wages.csv", missing="drop")
        b = gla.lstsq(gla.stack([gla.ones(len(table["wage"])), table["education"]], axis=1), table["wage"]).x

    A column of whole numbers is an int64 Array, one with fractions float64, one of texts a list of str.  A missing number is
    an error that names its row and column, unless `missing` is "nan" or "drop".  See `read_table` for the arguments; columns
    may be named by numbers, from 0.  Its `values` are all columns in one array.
    """
    values, names, kinds, levels = called_as("loadtxt", _core.read_table, path, delimiter, header, missing, decimal,
                                             _texts(usecols), _texts(text), encoding, comment)
    columns = [values[:, i] for i in range(len(names))]
    return {name: [levels[int(place)] for place in column.tolist()] if kind == "text" else _core.astype(column, kind)
            for name, kind, column in zip(names, kinds, columns)}


def savetxt(path, columns, names=None, delimiter=None):
    """Write columns to a table of text, with the fewest digits that read back as the same numbers.

        gla.savetxt("fit.csv", {"year": years, "fitted": X @ b})
        gla.savetxt("matrix.csv", a, names=["x", "y"])

    `columns` is a dictionary of columns by name, a list of columns, or one array; a column may be a list of str.  See
    `write_table`.
    """
    if isinstance(columns, dict):
        names, columns = list(columns), list(columns.values())
    elif not isinstance(columns, (list, tuple)):
        columns = [columns]
    if not any(_is_texts(column) for column in columns):
        return called_as("savetxt", _core.write_table, path, columns, names, delimiter)
    places, kinds, written = {}, [], []
    for column in columns:
        if _is_texts(column):
            kinds.append("text")
            written.append([places.setdefault(text, len(places)) for text in column])
        else:
            written.append(_core.asarray(column))
            kinds += ["float64"] * (written[-1].shape[1] if written[-1].ndim == 2 else 1)
    return called_as("savetxt", _core.write_table, path, written, names, delimiter, kinds, list(places))


def _is_texts(column):
    return isinstance(column, (list, tuple)) and len(column) > 0 and all(isinstance(x, str) for x in column)


def _texts(columns):
    """Columns by names or numbers: numbers are texts to the library, as in Perl."""
    if isinstance(columns, (list, tuple)):
        return [str(c) if isinstance(c, int) and not isinstance(c, bool) else c for c in columns]
    return columns
