"""Error messages in the name of the function that the script called, if it is built on several library functions; nested
namespaces."""
import functools
import threading

from . import _native
from ._native import Error

_calls = threading.local()


class Space(type):
    """Metaclass of a nested namespace such as stats.norm: a class of functions that has no instances."""

    def __call__(cls, *args, **options):
        raise TypeError("%r is a namespace: call one of its functions" % cls.__name__)

    def __dir__(cls):
        return [name for name, value in vars(cls).items() if isinstance(value, staticmethod)]

    def __getattr__(cls, name):
        import gpulinalg
        raise gpulinalg._missing(cls.__module__ + "." + cls.__name__, name, dir(cls))


def called_as(name, function, *args):
    """Call a function of the library so that its errors are reported in the name `name`, and so are those of functions that it
    calls."""
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
    """Rewrite a warning of the function that `called_as` calls to name the function that the script called."""
    names = getattr(_calls, "names", None)
    head, _, rest = message.partition(":")
    return names[1] + ":" + rest if names and head == names[0] else message


def only_one(function, name, value, other, given):
    """Return the value of an option that was given by its alternative name. Raise an error if both names were given."""
    plain = getattr(function, "__wrapped__", function)
    code = plain.__code__
    at = code.co_varnames.index(name) - code.co_argcount
    default = plain.__defaults__[at] if at < 0 else plain.__kwdefaults__[name]
    if value is not default:
        raise _native.ArgumentError("%s: the option %s (also called %s) is given twice" % (function.__qualname__, name, other))
    return given


def accepting(**names):
    """Let a function accept required arguments by alternative names."""
    def decorate(function):
        @functools.wraps(function)
        def called(*args, **options):
            for other in names.keys() & options.keys():
                if names[other] in options:
                    raise _native.ArgumentError("%s: the argument %s (also called %s) is given twice"
                                                % (function.__name__, names[other], other))
                options[names[other]] = options.pop(other)
            return function(*args, **options)
        return called
    return decorate
