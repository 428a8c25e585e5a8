"""The stream of a block of code."""
from . import _core


class stream:
    """with stream(s): what this thread does on s's device goes to s; afterwards to where it went before."""

    __slots__ = "_stream", "_before"

    def __init__(self, s):
        self._stream, self._before = s, []

    def __enter__(self):
        self._before.append(_core.get_stream(self._stream.device))
        _core.set_stream(self._stream)
        return self._stream

    def __exit__(self, *error):
        _core.set_stream(self._before.pop())
