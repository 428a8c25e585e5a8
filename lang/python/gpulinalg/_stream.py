"""Streams and events as objects, and the stream of a block of code."""
from . import _core, _native
from ._named import called_as


class Stream(_native._Handle):
    """A queue of work on a device; work in different streams runs side by side.

    `Stream(device=None)` makes one; `get_stream` returns the current one.  See `gla.stream` for its use.
    """

    __slots__ = ()

    def __new__(cls, device=None):
        return called_as("Stream", _core.new_stream, device)

    synchronize = _core.stream_synchronize
    query = _core.stream_query
    record = _core.stream_record
    wait = _core.stream_wait

    @property
    def device(self):
        """Name of the device, such as 'cuda:0'."""
        return _core.stream_device(self)


class Event(_native._Handle):
    """A mark in a stream, made by `Stream.record`."""

    __slots__ = ()

    def __new__(cls):
        raise TypeError("events are made by Stream.record")

    synchronize = _core.event_synchronize
    query = _core.event_query
    elapsed_time = _core.event_elapsed_time


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
