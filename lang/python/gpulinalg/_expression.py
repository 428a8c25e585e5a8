"""Functions that users write: formulas and Python functions as one pass over arrays."""
from . import _core, _native
from ._named import called_as


def _formula(function, name):
    from ._translate import translate  # ast and inspect are slow to import
    inputs, operation = translate(function, name)
    return inputs, operation, name or getattr(function, "__name__", type(function).__name__)


def elementwise(inputs, outputs="", operation=None, name=None):
    """A function of each element, from a formula or from a Python function.

        f = gla.elementwise("float64 a, T x, T y", "T z", "z = a*x + exp(-y)", name="f")
        z = f(2.0, x, y)

        @gla.elementwise
        def g(x, y):
            return x if x > y else math.exp(y)

    See `new_elementwise` for the formula's language.  Of Python it takes arithmetic, comparisons, and, or, not, if and else,
    local variables, `for i in range(...)`, functions of `math` and of this library that work on each element, and functions of
    the script that can be read likewise.  Names mean what they are bound to; numbers from outside have to be arguments.
    Types are those of the arguments at the call.
    """
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
    """A reduction from formulas or Python functions: map of each element, reduce of two, post of the last one.

        norm = gla.reduction("T x", "T y", "x*x", "a + b", "sqrt(a)", identity=0)
        norm(x, axis=-1)
        spread = gla.reduction(map=lambda x, y: abs(x - y), reduce=lambda a, b: max(a, b))
        spread(x, y)

    See `new_reduction`; of Python functions as `elementwise` does.  post may take the number of elements as second argument.
    """
    return _fold(_core.new_reduction, inputs, output, map, reduce, post, identity, name)


def scan(inputs=None, output="", map=None, reduce="a + b", post=None, identity=None, name=None):
    """A running reduction from formulas or Python functions.

        product = gla.scan("x", "", "1 + x", "a * b")
        product(rates, axis=0)

    See `new_scan`.
    """
    return _fold(_core.new_scan, inputs, output, map, reduce, post, identity, name)


def _made_by(make):
    return staticmethod(lambda cls, *args, **options: _native._adopt(cls, make(*args, **options)))


# The names of the classes make them too, and kernels are called.
for _class, _make in (_core.Elementwise, elementwise), (_core.Reduction, reduction), (_core.Scan, scan):
    _class.__new__ = _made_by(_make)
_core.Kernel.__call__ = _core.kernel_launch
