"""Errors in the name of what the script called, where that is more than one function of the library."""
from ._native import Error


def called_as(name, function, *args):
    """Call a function of the library; what it says in its own name, or in that of one which it calls, is said in `name`."""
    from ._core import _plumbing
    try:
        return function(*args)
    except Error as error:
        head, _, rest = str(error).partition(":")
        if head == function.__name__ or head in _plumbing:
            error.args = (name + ":" + rest,)
        raise
