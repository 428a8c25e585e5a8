"""The functions and constants that formulas can use, and the lookup of the names in a Python function. Functions and constants
are recognised by identity, never by spelling. `_translate` uses this module."""
import builtins
import math
import sys
import types

# Functions whose name means the same in a formula.
PLAIN = {
    "math": "exp expm1 log log1p log2 log10 sqrt sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh "
            "copysign hypot nextafter isnan isinf isfinite erf erfc gamma",
    "cmath": "exp log sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh isnan isinf isfinite",
    "numpy": "add subtract multiply divide floor_divide remainder negative positive sign square floor ceil trunc exp expm1 log "
             "log1p log2 log10 sqrt sin cos tan sinh cosh tanh isnan isinf isfinite maximum minimum where equal not_equal less "
             "less_equal greater greater_equal logical_and logical_or logical_xor logical_not bitwise_and bitwise_or "
             "bitwise_xor conj real imag round copysign hypot logaddexp nextafter signbit",
}
# Functions that are written differently in a formula; {0} and {1} are the arguments. Python's rounding functions return
# integers, which have no -0.0.
WRITTEN = {
    "builtins": {"abs": "abs({0})", "pow": "({0} ** {1})", "float": "float64({0})", "bool": "bool({0})",
                 "complex": "complex128({0})", "int": "(trunc({0}) + 0)", "round": "(round({0}) + 0)"},
    "math": {"floor": "(floor({0}) + 0)", "ceil": "(ceil({0}) + 0)", "trunc": "(trunc({0}) + 0)", "fabs": "abs(({0} * 1.0))",
             "pow": "(({0} * 1.0) ** ({1} * 1.0))", "degrees": "({0} * 57.29577951308232)",
             "radians": "({0} * 0.017453292519943295)", "lgamma": "gammaln({0})",
             "fmod": "copysign(abs({0} * 1.0) % abs({1} * 1.0), {0} * 1.0)"},
    "numpy": {"absolute": "abs({0})", "fabs": "abs(({0} * 1.0))", "rint": "round({0})", "power": "({0} ** {1})",
              "arcsin": "asin({0})", "arccos": "acos({0})", "arctan": "atan({0})", "arctan2": "atan2({0}, {1})",
              "arcsinh": "asinh({0})", "arccosh": "acosh({0})", "arctanh": "atanh({0})",
              "invert": "(~{0})", "degrees": "({0} * 57.29577951308232)", "radians": "({0} * 0.017453292519943295)",
              "left_shift": "({0} << {1})", "right_shift": "({0} >> {1})", "bool_": "bool({0})", "float64": "float64({0})",
              "float32": "float32({0})", "int64": "int64({0})", "int32": "int32({0})", "complex128": "complex128({0})"},
}
# Python's min and max keep the first of several arguments that compare equal. They return NaN only if it comes first.
HELPERS = {"min": ("min_0", "function min_0(a, b) { return b < a ? b : a; }"),
           "max": ("max_0", "function max_0(a, b) { return b > a ? b : a; }")}
CONSTANTS = {"pi": 3.141592653589793, "e": 2.718281828459045, "tau": 6.283185307179586, "inf": math.inf, "nan": math.nan}


# math and cmath accept the base of a logarithm as second argument; NumPy and gpulinalg accept the output array there.
BASE = {"math": "(log({0}) / log({1}))", "cmath": "(log(complex128({0})) / log(complex128({1})))"}


class Known:
    """A function that formulas support, and how a formula calls it."""

    def __init__(self, text=None, arity=None, name=None, base=None, truth=False):
        self.text, self.arity, self.name, self.base = text, arity, name, base
        self.truth = truth  # true if the function returns Python's True or False

    def call(self, args):
        if self.base and len(args) == 2:
            return self.base.format(*args)
        return self.text.format(*args) if self.text else f"{self.name}({', '.join(args)})"


def _genuine(module_name, name):
    """Return the module's own function of that name; None if it has none, or if the name has been assigned something else."""
    value = getattr(sys.modules.get(module_name), name, None)
    shown, home = getattr(value, "__name__", None), str(getattr(value, "__module__", module_name)).partition(".")[0]
    if isinstance(value, types.FunctionType) and module_name != "numpy" or home != module_name:
        return None
    if isinstance(value, type) or module_name == "numpy" and name in ("divide", "round"):  # these have several names
        return value
    return value if callable(value) and shown == name else None


def _known_functions():
    """Yield (object, Known) for all known functions; objects are compared by identity."""
    for module_name, functions in WRITTEN.items():
        for name, text in functions.items():
            truth = module_name == "builtins" and name == "bool"
            yield _genuine(module_name, name), Known(text, 2 if "{1}" in text else 1, truth=truth)
    for module_name, names in PLAIN.items():
        for name in names.split():
            text = name + "(complex128({0}))" if module_name == "cmath" else None
            yield _genuine(module_name, name), Known(text, 1 if text else None, name,
                                                        BASE.get(module_name) if name == "log" else None,
                                                        module_name in ("math", "cmath") and name.startswith("is"))
    for name in HELPERS:
        yield _genuine("builtins", name), HELPERS[name]
    for space in "_core", "special":
        module = sys.modules.get(f"{__package__}.{space}")
        for name, function in vars(module).items() if module else ():
            if isinstance(function, types.FunctionType) and name == function.__name__ and name not in ("min", "max"):
                yield function, Known(name=name)


def known_function(value):
    """Return how formulas write a function; None if they do not support it."""
    for function, known in _known_functions():
        if function is value:
            return known
    return None


def known_constant(value):
    """Return the formula text of a constant of a known module; None for any other number."""
    for module_name in ("math", "cmath", "numpy", __package__):
        module = sys.modules.get(module_name)
        for name, number in CONSTANTS.items():
            if type(value) is float and getattr(module, name, None) is value and repr(value) == repr(number):
                return repr(number)
    return None


class Unbound(Exception):
    """Raised if a name has no value in the scope of the function."""


class Names:
    """The names that one function uses: its local names, and the current values of all others."""

    def __init__(self, function):
        code = function.__code__
        self.locals = set(code.co_varnames + code.co_cellvars)
        self.cells = dict(zip(code.co_freevars, function.__closure__ or ()))
        self.globals = function.__globals__
        self.builtins = self.globals.get("__builtins__", builtins)
        if isinstance(self.builtins, types.ModuleType):
            self.builtins = vars(self.builtins)

    def value(self, name):
        if name in self.cells:
            try:
                return self.cells[name].cell_contents
            except ValueError:
                raise Unbound(name) from None
        for scope in (self.globals, self.builtins):
            if name in scope:
                return scope[name]
        raise Unbound(name)
