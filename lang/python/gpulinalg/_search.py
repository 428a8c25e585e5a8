"""Roots and minima of functions written in Python, computed for all elements of arrays at the same time."""
from collections import namedtuple

from . import _core, _native
from ._array import Array
from ._grad import grad_of_sum, is_recording, newton_step
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


def _differentiable(f, x):
    """Return the root x of f as a function of what f depends on. Each step of Newton's method adds an order of derivatives."""
    if not is_recording():
        return x
    x = _core.stop_gradient(x)
    y = f(x)
    if isinstance(y, Array) and _core.is_watched(y):
        for _ in range(2):
            x = newton_step(f, x)
    return x


def find_root(f, a, b, args=(), xtol=2e-12, rtol=8.881784197001252e-16, maxiter=100):
    """See lang/written.doc."""
    x = _run("find_root", _core.search_root, f, args, a, b, xtol, rtol, maxiter).best
    return _differentiable(lambda x: f(x, *args), x)


def find_minimum(f, a, b, args=(), xtol=1e-8, maxiter=100):
    """See lang/written.doc."""
    search = _run("find_minimum", _core.search_minimum, f, args, a, b, xtol, maxiter)
    x = search.best
    if not is_recording() or not _core.is_watched(f(x, *args)):
        return FindMinimumResult(x, search.value)
    x = _differentiable(grad_of_sum(lambda x: f(x, *args)), x)
    return FindMinimumResult(x, f(x, *args))
