"""Tables of text with their columns by name."""
from . import _core
from ._named import called_as


def loadtxt(path, delimiter=None, header=None, missing=None, decimal=None, usecols=None, text=None, encoding=None,
            comment=None):
    """Read a table of text, CSV or columns with blanks between: a dictionary of its columns by their names.

        table = gla.loadtxt("wages.csv", missing="drop")
        b = gla.lstsq(gla.stack([gla.ones(len(table["wage"])), table["education"]], axis=1), table["wage"]).x

    A column of whole numbers is an int64 Array, one with fractions float64, one of texts a list of str.  A missing number is
    an error that names its row and column, unless `missing` is "nan" or "drop".  See `read_table` for the arguments; its
    `values` are all columns in one array.
    """
    values, names, kinds, levels = called_as("loadtxt", _core.read_table, path, delimiter, header, missing, decimal, usecols,
                                             text, encoding, comment)
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
    called_as("savetxt", _core.write_table, path, columns, names, delimiter)
