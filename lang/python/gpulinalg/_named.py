"""Errors in the name of what the script called, where that is more than one function of the library; names within names."""
import threading

from ._native import Error

_calls = threading.local()


class Space(type):
    """A namespace within one, stats.norm: a class of functions, of which nothing is made."""

    def __call__(cls, *args, **options):
        raise TypeError("%r is a namespace: call one of its functions" % cls.__name__)

    def __dir__(cls):
        return [name for name, value in vars(cls).items() if isinstance(value, staticmethod)]

    def __getattr__(cls, name):
        import gpulinalg
        raise gpulinalg._missing(cls.__module__ + "." + cls.__name__, name, dir(cls))


def called_as(name, function, *args):
    """Call a function of the library; what it says in its own name, or in that of one which it calls, is said in `name`."""
    from ._core import _plumbing
    outer, _calls.names = getattr(_calls, "names", None), (function.__name__, name)
    try:
        return function(*args)
    except Error as error:
        head, _, rest = str(error).partition(":")
        if head in (function.__name__, function.__qualname__) or head in _plumbing:
            error.args = (name + ":" + rest,)
        raise
    finally:
        _calls.names = outer


def in_name_of_caller(message):
    """A warning of the function that `called_as` calls, in the name of the one that the script called."""
    names = getattr(_calls, "names", None)
    head, _, rest = message.partition(":")
    return names[1] + ":" + rest if names and head == names[0] else message
