"""User-defined kernels: formulas and Python functions evaluated in one pass over the arrays."""
from . import _core, _native
from ._named import called_as


def _formula(function, name):
    from ._translate import translate  # ast and inspect are slow to import
    inputs, operation = translate(function, name)
    return inputs, operation, name or getattr(function, "__name__", type(function).__name__)


def elementwise(inputs, outputs="", operation=None, name=None):
    """See lang/written.doc."""
    if callable(inputs):
        inputs, operation, name = _formula(inputs, name)
    return called_as("elementwise", _core.new_elementwise, inputs, outputs, operation, name)


def _fold(make, inputs, output, map, reduce, post, identity, name):
    if callable(map):
        from ._translate import translate
        names, map = translate(map, name)
        inputs = names if inputs is None else inputs
    parts = [reduce, post]
    for i, names in enumerate((("a", "b"), ("a", "n"))):
        if callable(parts[i]):
            from ._translate import translate
            parts[i] = translate(parts[i], name, names)[1]
    return called_as(make.__name__[len("new_"):], make, inputs, output, map, parts[0], parts[1], identity, name)


def reduction(inputs=None, output="", map=None, reduce="a + b", post=None, identity=None, name=None):
    """See lang/written.doc."""
    return _fold(_core.new_reduction, inputs, output, map, reduce, post, identity, name)


def scan(inputs=None, output="", map=None, reduce="a + b", post=None, identity=None, name=None):
    """See lang/written.doc."""
    return _fold(_core.new_scan, inputs, output, map, reduce, post, identity, name)


def _made_by(make):
    return staticmethod(lambda cls, *args, **options: _native._adopt(cls, make(*args, **options)))


# The classes can be called like these functions, and their objects are callable.
for _class, _make in (_core.Elementwise, elementwise), (_core.Reduction, reduction), (_core.Scan, scan):
    _class.__new__ = _made_by(_make)
_core.Kernel.__call__ = _core.kernel_launch
