"""Python features of Tables besides the methods: t["wage"], t[rows], len(t), iteration over names, files, copies, and exchange
with data frames."""
from . import _core, _native
from ._copies import define as define_copies
from ._core import Table
from ._io import read_columns


def _is_text(x):
    return isinstance(x, str)


def _positions(rows, key):
    """Return a slice of the rows as an array of positions."""
    return _core.arange(*key.indices(rows), dtype="int64")


def _getitem(self, key):
    """Return a column for t["wage"], as an Array, or as a list of strings, in which None is missing; a Table of some columns
    for t[["wage", "educ"]]; a Table of some rows for t[10:20], t[mask] and t[positions]."""
    if _is_text(key):
        return _call("texts" if _is_kind(self, key, "text") else "column", self, key)
    if isinstance(key, slice):
        return self.where(_positions(self.rows, key))
    if isinstance(key, (list, tuple)) and all(map(_is_text, key)):
        return _call("select", self, list(key))
    if hasattr(key, "__index__") and not getattr(key, "shape", ()):
        end = "" if key == -1 else key + 1
        raise _native.ArgumentError("Table: t[%d] is no column; write t[%d:%s] for a Table of one row" % (key, key, end))
    return self.where(key)


def _call(method, *args):
    """Call a method whose errors do not name it, because the script has written t[...]."""
    try:
        return getattr(Table, method)(*args)
    except _native.Error as error:
        head, _, rest = str(error).partition(":")
        if head in (method, "Table." + method):
            error.args = ("Table:" + rest,)
        raise


def _is_kind(table, name, kind):
    return (name, kind) in zip(table.names, table.kinds)


def _setitem(self, key, value):
    """Set a column to an array, a list of numbers or strings, or one number or string for all rows."""
    if not _is_text(key):
        raise _native.DTypeError("Table: t[...] = sets a column, so its key must be a name, not %.60r" % (key,))
    if _is_text(value):
        _call("set_texts", self, key, value)
    elif value is None:
        _call("set", self, key, float("nan"))
    elif isinstance(value, _native._ArrayBase) or _is_number(value):
        _call("set", self, key, value)
    else:
        _put(self, key, Table({key: value}))


def _is_number(x):
    return hasattr(x, "__float__") and not getattr(x, "shape", ())


def _parts(table):
    """Return the arguments of from_columns for another Table with these columns."""
    table = Table(table)  # the columns that it has now
    names, arrays = table.names, list(table.arrays())
    levels = [table.levels(name) for name in names]
    return (names, arrays[:len(names)], table.kinds, [text for texts in levels for text in texts], arrays[len(names):],
            [len(texts) for texts in levels])


def _put(table, name, made):
    """Set a column to the only column of another Table."""
    _, columns, kinds, levels, masks, _ = _parts(made)
    if kinds[0] == "text":
        _call("set_codes", table, name, columns[0], levels)
    else:
        _call("set", table, name, columns[0], masks[0] if masks[0].size else None)


def _to_dict(self):
    """Return the columns by name: Arrays, and lists of strings."""
    return {name: self[name] for name in self.names}


def _read(cls, path, delimiter=None, header=None, missing=None, decimal=None, usecols=None, text=None, encoding=None,
          comment=None, thousands=None, missing_values=None, flags=None, currency=None, percent=None, true_values=None,
          false_values=None, skiprows=None, units=0, skipfooter=0):
    """Read a text table, such as a CSV file, as a Table; see lang/written.doc."""
    columns, names, kinds, levels = read_columns("Table.read", path, delimiter, header, "nan" if missing is None else missing,
                                                 decimal, usecols, text, encoding, comment, thousands, missing_values, flags,
                                                 currency, percent, true_values, false_values, skiprows, units, skipfooter)
    columns = [column if kind == "text" else _core.astype(column, kind) for column, kind in zip(columns, kinds)]
    return _native._adopt(cls, Table.from_columns(names, columns, kinds, levels))


def _restore(names, columns, kinds, levels, masks, counts):
    return Table.from_columns(names, [_core.copy(column) for column in columns], kinds, levels, masks, counts)


Table.__getitem__ = _getitem
Table.__setitem__ = _setitem
Table.__delitem__ = lambda self, name: _call("remove", self, [name])
Table.__len__ = lambda self: self.rows
Table.__iter__ = lambda self: iter(self.names)
Table.__contains__ = lambda self, name: name in self.names
Table.__repr__ = lambda self: self.text()
Table._repr_html_ = lambda self: self.format("html")
Table._ipython_key_completions_ = lambda self: self.names
Table.__arrow_c_stream__ = lambda self, requested_schema=None: _native._arrow_stream(self)
Table.read = classmethod(_read)
Table.to_dict = _to_dict
define_copies(Table, lambda table: _restore(*_parts(table)), _parts, _restore)
