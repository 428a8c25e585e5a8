"""Print the public names of the Python module as the manual has them: solve, sparse.coo, Generator.normal. With names of
functions as arguments, print their signatures."""
import inspect
import sys
import types

import gpulinalg
from gpulinalg import _native
from gpulinalg._hints import ForeignName


def public(module):
    return [name for name in dir(module) if not name.startswith("_")]


def methods(kind):
    """Yield the methods of a class. Methods of Array that are also functions have entries as functions."""
    inherited = dir(_native._Handle) if issubclass(kind, _native._Handle) else dir(object)
    for name in public(gpulinalg.zeros(1) if kind is gpulinalg.Array else kind):
        if isinstance(vars(kind).get(name), ForeignName):  # exists only to name the replacement
            continue
        if name not in inherited and not (kind is gpulinalg.Array and name in dir(gpulinalg)):
            yield kind.__name__ + "." + name


def names(module, space):
    for name in public(module):
        value = getattr(module, name)
        if isinstance(value, types.ModuleType):
            yield from names(value, name + ".")
        elif isinstance(value, type) and type(value) is not type:  # stats.norm
            yield from (space + name + "." + inner for inner in dir(value) if inner[0] != "_")
        else:
            yield name if hasattr(value, "_fields") else space + name
            if isinstance(value, type) and issubclass(value, (_native._Handle, gpulinalg.Array)):
                yield from methods(value)


def literal(value):
    return '"%s"' % value if isinstance(value, str) else repr(value)


if sys.argv[1:]:
    for called in sys.argv[1:]:
        parameters = inspect.signature(getattr(gpulinalg, called)).parameters.values()
        print("gla.%s(%s)" % (called, ", ".join(p.name + ("" if p.default is p.empty else "=" + literal(p.default))
                                                for p in parameters)))
else:
    print("\n".join(sorted(set(names(gpulinalg, "")))))
