"""Reading and writing text tables with named columns."""
import io

from . import _core, _native
from ._named import called_as

_PART = 1 << 24


def loadtxt(path, delimiter=None, header=None, missing=None, decimal=None, usecols=None, text=None, encoding=None,
            comment=None, thousands=None, missing_values=None, flags=None, currency=None, percent=None, true_values=None,
            false_values=None, skiprows=None, units=0, skipfooter=0):
    """See lang/written.doc."""
    columns, names, kinds, levels = read_columns("loadtxt", path, delimiter, header, missing, decimal, usecols, text, encoding,
                                                 comment, thousands, missing_values, flags, currency, percent, true_values,
                                                 false_values, skiprows, units, skipfooter)
    levels = list(levels) + [None]  # a missing string has index -1
    return {name: [levels[int(place)] for place in column.tolist()] if kind == "text" else _core.astype(column, kind)
            for name, kind, column in zip(names, kinds, columns)}


def read_columns(name, path, delimiter, header, missing, decimal, usecols, text, encoding, comment, thousands, missing_values,
                 flags, currency, percent, true_values, false_values, skiprows, units, skipfooter):
    """Return the columns of a file as float64, their names and kinds, and the levels. Errors name the function `name`."""
    content = None
    if hasattr(path, "read"):
        path, content = _content(name, path, encoding)
    values, names, kinds, levels = called_as(name, _core.read_table, path, delimiter, header, missing, decimal,
                                             _texts(usecols), _texts(text), encoding, comment, thousands,
                                             _texts(missing_values), flags, currency, percent, _texts(true_values),
                                             _texts(false_values), skiprows, units, skipfooter, content)
    return [values[:, i] for i in range(len(names))], names, kinds, levels


def savetxt(path, columns, names=None, delimiter=None):
    """See lang/written.doc."""
    if isinstance(columns, dict):
        names, columns = list(columns), list(columns.values())
    elif not isinstance(columns, (list, tuple)):
        columns = [columns]
    if any(_is_texts(column) for column in columns):
        columns, kinds, levels = _numbered(columns)
    else:
        kinds = levels = None
    if not hasattr(path, "write"):
        return called_as("savetxt", _core.write_table, path, columns, names, delimiter, kinds, levels)
    written = called_as("savetxt", _core.format_table, columns, names, delimiter, kinds, levels)
    path.write(written if isinstance(path, io.TextIOBase) else written.encode())


def _content(function, file, encoding):
    """Return the name of a file object for messages, and the rest of its content."""
    name = getattr(file, "name", None)
    name = name if isinstance(name, str) else "<%s>" % type(file).__name__
    parts, size, limit = [], 0, _core.memory_info("host")["limit_bytes"]
    while True:
        part = file.read(_PART)
        if isinstance(part, str):
            if encoding is not None:
                raise _native.ArgumentError("%s: encoding is %r, but %r returns decoded text; open it with "
                                            "that encoding, or as bytes" % (function, encoding, name))
            part = part.encode("utf-8", "surrogateescape")
        if not part:
            return name, b"".join(parts)
        parts.append(bytes(part))
        size += len(part)
        if limit and size > limit:
            raise _native.OutOfMemoryError("%s: %r is too long: %d bytes of it have been read, and the host has no memory "
                                           "for more; read it in parts" % (function, name, size))


def _numbered(columns):
    """Return the columns, with strings replaced by indices into levels, their kinds, and the levels."""
    places, kinds, written = {}, [], []
    for column in columns:
        if _is_texts(column):
            kinds.append("text")
            written.append([places.setdefault(text or "", len(places)) for text in column])
        else:
            written.append(_core.asarray(column))
            kinds += ["float64"] * (written[-1].shape[1] if written[-1].ndim == 2 else 1)
    return written, kinds, list(places)


def _is_texts(column):
    """Return True if the column contains strings, some of which may be missing."""
    return (isinstance(column, (list, tuple)) and any(isinstance(x, str) for x in column)
            and all(x is None or isinstance(x, str) for x in column))


def _texts(values):
    """Convert a list of strings. Numbers in the list become strings, as in Perl."""
    if isinstance(values, (list, tuple)):
        return [str(v) if isinstance(v, (int, float)) and not isinstance(v, bool) else v for v in values]
    return values
