"""Copies and pickles of the classes that have them, and of classes derived from these, with what those add."""
import copyreg

from . import _native


def _added(x):
    """What a derived class has added to an object: attributes, and those in slots."""
    if hasattr(x, "__getstate__"):
        return x.__getstate__()
    slots = {name: getattr(x, name) for name in copyreg._slotnames(type(x)) if hasattr(x, name)}
    attributes = getattr(x, "__dict__", None) or None
    return (attributes, slots) if slots else attributes


def _add(x, added):
    if hasattr(x, "__setstate__"):
        x.__setstate__(added)
        return
    attributes, slots = added if isinstance(added, tuple) else (added, None)
    if attributes:
        x.__dict__.update(attributes)
    for name, value in (slots or {}).items():
        setattr(x, name, value)


def define(cls, twin, parts, restore):
    """Give a class its copies.  twin: another object of the same value, of cls itself; restore(*parts(x)) makes one, too."""
    def copied(x, memo=None):
        if type(x) is cls:
            return twin(x)
        new = _native._adopt(type(x), twin(x))
        added = _added(x)
        if memo is not None:
            import copy
            memo[id(x)] = new  # which the attributes may lead to
            added = copy.deepcopy(added, memo)
        if added:
            _add(new, added)
        return new

    def reduced(x):
        if type(x) is cls:
            return restore, parts(x)
        added = _added(x)
        made = _restore, (type(x), restore, *parts(x))
        return (*made, added) if added else made

    cls.__copy__ = lambda self: copied(self)
    cls.__deepcopy__ = copied
    cls.__reduce__ = reduced


def _restore(cls, restore, *parts):
    return _native._adopt(cls, restore(*parts))
