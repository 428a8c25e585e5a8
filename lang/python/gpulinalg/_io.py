"""Tables of text with their columns by name."""
import os

from . import _core
from ._native import Error


def loadtxt(path, delimiter=None, header=None, missing=None, decimal=None, usecols=None, text=None, encoding=None,
            comment=None):
    """Read a table of text, CSV or columns with blanks between: a dictionary of its columns by their names.

        table = gla.loadtxt("wages.csv", missing="drop")
        b = gla.lstsq(gla.stack([gla.ones(len(table["wage"])), table["education"]], axis=1), table["wage"]).x

    A column of whole numbers is an int64 Array, one with fractions float64, one of texts a list of str.  A missing number is
    an error that names its row and column, unless `missing` is "nan" or "drop".  See `read_table` for the arguments; its
    `values` are all columns in one array.
    """
    try:
        values, names, kinds, levels = _core.read_table(os.fspath(path), delimiter, header, missing, decimal, usecols, text,
                                                         encoding, comment)
    except Error as error:
        raise type(error)(str(error).replace("read_table:", "loadtxt:", 1)) from None
    columns = [values[:, i] for i in range(len(names))]
    return {name: [levels[int(place)] for place in column.tolist()] if kind == "text" else _core.astype(column, kind)
            for name, kind, column in zip(names, kinds, columns)}


def savetxt(path, columns, names=None, delimiter=None):
    """Write columns to a table of text, with the fewest digits that read back as the same numbers.

        gla.savetxt("fit.csv", {"year": years, "fitted": X @ b})
        gla.savetxt("matrix.csv", a, names=["x", "y"])

    `columns` is a dictionary of columns by name, a list of columns, or one array.  See `write_table`.
    """
    if isinstance(columns, dict):
        names, columns = list(columns), list(columns.values())
    elif not isinstance(columns, (list, tuple)):
        columns = [columns]
    try:
        _core.write_table(os.fspath(path), columns, names, delimiter)
    except Error as error:
        raise type(error)(str(error).replace("write_table:", "savetxt:", 1)) from None
