"""Functions that users write: formulas and Python functions as one pass over arrays."""
from . import _core, _native


def _formula(function, name):
    from ._translate import translate  # ast and inspect are slow to import
    inputs, operation = translate(function, name)
    return inputs, operation, name or function.__name__


class Elementwise(_native._Handle):
    """A function of each element of its arguments; made by `elementwise`, called like a function."""

    __slots__ = ()

    def __new__(cls, *args, **options):
        return elementwise(*args, **options)

    def __call__(self, *args):
        return _core.elementwise_call(self, args)

    @property
    def text(self):
        """The formula in its canonical form, the same in every language."""
        return _core.elementwise_text(self)


def elementwise(inputs, outputs="", operation=None, name=None):
    """A function of each element, from a formula or from a Python function.

        f = gpulinalg.elementwise("float64 a, T x, T y", "T z", "z = a*x + exp(-y)", name="f")
        z = f(2.0, x, y)

        @gpulinalg.elementwise
        def g(x, y):
            return x if x > y else math.exp(y)

    See `new_elementwise` for the formula's language.  Of Python it takes arithmetic, comparisons, and, or, not, if and else,
    local variables, `for i in range(...)`, and the functions of `math` and of this library that work on each element; types
    are those of the arguments at the call.
    """
    if callable(inputs):
        inputs, operation, name = _formula(inputs, name)
    return _core.new_elementwise(inputs, outputs, operation, name)


_native._register_handles({"Elementwise": Elementwise})
