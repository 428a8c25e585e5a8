"""Context manager that logs the device of each call."""
from . import _core


class placement:
    """with placement("log"): each call prints how its device was chosen. After the block the former setting holds again."""

    __slots__ = "_mode", "_before"

    def __init__(self, mode="log"):
        self._mode, self._before = mode, []

    def __enter__(self):
        before = _core.get_placement()
        _core.set_placement(self._mode)
        self._before.append(before)

    def __exit__(self, *error):
        _core.set_placement(self._before.pop())
