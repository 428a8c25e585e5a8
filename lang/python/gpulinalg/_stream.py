"""Context manager that sets the current stream for a block of code."""
from _thread import _local

from . import _core, _native


class _Blocks(_local):
    """The blocks that this thread is in, by device; each block stores the previously current stream in a list of one element.
    """

    def __init__(self):
        self.of = {}


_blocks = _Blocks()


class stream:
    """with stream(s): the work of this thread on s's device is queued in s. After the block the previous stream is current
    again."""

    __slots__ = "_stream", "_entered"

    def __init__(self, s):
        self._stream, self._entered = s, []

    def __enter__(self):
        block = [_core.get_stream(self._stream.device)]
        _core.set_stream(self._stream)
        self._entered.append(block)
        _blocks.of.setdefault(self._stream.device, []).append(block)
        return self._stream

    def __exit__(self, kind, *error):
        block = self._entered.pop()
        blocks = _blocks.of.get(self._stream.device, [])
        at = next((i for i, other in enumerate(blocks) if other is block), None)
        if at is None:
            fact = "a block ended in a different thread"
        elif at < len(blocks) - 1:
            fact = ("a block ended before a block nested in it, as happens when coroutines take turns, so both used "
                    "the same stream")
            blocks[at + 1][0] = block[0]  # the inner block ends later and restores the stream from before both blocks
            del blocks[at]
        else:
            _core.set_stream(block[0])
            blocks.pop()
            return
        if kind is None:
            raise _native.ArgumentError("stream: %s; do not await inside the block, or run it in a separate thread" % fact)
