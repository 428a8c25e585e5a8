"""Roots and minima of functions written in Python, computed for all elements of arrays at the same time."""
from collections import namedtuple

from . import _core, _native
from ._named import called_as

FindMinimumResult = namedtuple("FindMinimumResult", "x value", module="gpulinalg")
FindMinimumResult.__doc__ = "What `find_minimum` returns: x, value."


def _run(name, begin, f, args, *ends):
    if not callable(f):
        raise _native.DTypeError("%s: f must be a function" % name)
    search = called_as(name, begin, *ends)
    while called_as(name, _core.search_step, search, f(search.x, *args)):
        pass
    return search


def find_root(f, a, b, args=(), xtol=2e-12, rtol=8.881784197001252e-16, maxiter=100):
    """See lang/written.doc."""
    return _run("find_root", _core.search_root, f, args, a, b, xtol, rtol, maxiter).best


def find_minimum(f, a, b, args=(), xtol=1e-8, maxiter=100):
    """See lang/written.doc."""
    search = _run("find_minimum", _core.search_minimum, f, args, a, b, xtol, maxiter)
    return FindMinimumResult(search.best, search.value)
