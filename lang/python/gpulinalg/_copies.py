"""Support for copy, deepcopy and pickle, including classes derived in a script and the attributes that they add."""
import copyreg

from . import _native


def _added(x):
    """Return what a derived class has added to an object: its attributes and the values of its __slots__."""
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
    """Add copying and pickling to class `cls`. twin(x) returns another object of class `cls` with the same value, and so does
    restore(*parts(x))."""
    def copied(x, memo=None):
        if type(x) is cls:
            return twin(x)
        new = _native._adopt(type(x), twin(x))
        added = _added(x)
        if memo is not None:
            import copy
            memo[id(x)] = new  # the attributes may refer to x
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
