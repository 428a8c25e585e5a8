"""Roots and minima of functions of the script, for all elements of arrays at the same time."""
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
    """Where f(x, *args) is zero between a and b, for each element of the arrays.

        rate = gla.find_root(lambda r, price: price*(1 + r)**10 - 100, 0.0, 1.0, [prices])

    f gets an array of places and returns its values there; it has different signs at the two ends.  All elements are searched
    at the same time, each until its root is known to xtol + rtol*abs(root), with maxiter values between the ends at most.  See
    `search_root`.
    """
    return _run("find_root", _core.search_root, f, args, a, b, xtol, rtol, maxiter).best


def find_minimum(f, a, b, args=(), xtol=1e-8, maxiter=100):
    """Where f(x, *args) is least between a and b, for each element of the arrays, and its value there: x, value.

        loss = lambda s, cash: -(gla.log(cash - s) + 0.95*gla.interp(s, grid, v))
        saving, value = gla.find_minimum(loss, 0.0, 0.99*cash, [cash])

    f gets an array of places and returns its values there; to the right of its minimum it rises.  All elements are searched at
    the same time, by golden section, each until no more than xtol + 1.5e-8*abs(x) is left.  See `search_minimum`.
    """
    search = _run("find_minimum", _core.search_minimum, f, args, a, b, xtol, maxiter)
    return FindMinimumResult(search.best, search.value)
