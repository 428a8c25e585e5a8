"""Names in Python functions mean the objects that they are bound to: known functions and constants by identity, and functions
of the script, which become functions of the formula. Values that may change, and code that cannot be translated exactly, are
refused."""
import cmath
import functools
import math
import math as mathematics
from math import exp as exponential, pi as circle

import gpulinalg as gl
from tap import ok, raises, same

VALUES = [-2.5, -1.0, -0.5, -0.0, 0.0, 0.3, 0.5, 1.0, 1.5, 2.5, 7.0]


class Par:
    tau, e, pi = 0.25, 7, None


par, tau, pi = Par(), 0.1, 0.3
beta = 0.96


def exp(x):
    """A different function than math.exp."""
    return -x


def square(x):
    return x*x


class stats:
    @staticmethod
    def log(x):
        return x


def clipped(f):
    @functools.wraps(f)
    def wrapper(x):
        return max(f(x), 0)
    return wrapper


@clipped
def below(x):
    return x - 4


def shifted(f):
    @functools.wraps(f)
    def wrapper(x):
        return f(x) + 1
    return wrapper


def doubled(f):
    def wrapper(x):
        return 2*f(x)
    return wrapper


@shifted
@doubled
@shifted
def decorated(x):
    return x*x


inner_one = doubled(math.exp)
outer_one = doubled(inner_one)


def positional(f):
    @functools.wraps(f)
    def wrapper(*args):
        return max(f(*args), 0)
    return wrapper


@positional
def star(x):
    return x - 4


def branches(x):
    if x > 1:
        return 10
    total = 0
    for i in range(3):
        total += square(x)*i
    if x < 0:
        total = -total
    return total


def twice(x):
    return exp(x) + exp(-x)


def recursive(x):
    return x if x < 1 else recursive(x - 1)


def clash(_0, t0, e):
    a, b = _0, t0
    a, b = b, a
    t0_2, function, inf = a, 2, 3
    return a + 10*b + 100*t0_2 + e*function*inf


def unset(x):
    y = x*pi
    return y


def agrees(f, what, *more):
    """The formula agrees with plain Python, value by value."""
    points = [(x,) + more for x in VALUES]
    expected = [f(*p) for p in points]
    got = gl.elementwise(f)(VALUES, *more).tolist()
    same([(v, math.copysign(1, v)) for v in got], [(v + 0.0, math.copysign(1, v)) for v in expected], what)


agrees(lambda x: exp(x), "an own exp")
agrees(lambda x: square(x) + twice(x), "functions that call functions")
agrees(branches, "returns, loops and variables in them")
agrees(lambda x: branches(x) + branches(x*0.5), "the same as a function that is called")
agrees(below, "a wrapper that can be read is read, not what it wraps")
agrees(lambda x: decorated(x) - decorated(2*x), "functions of one name in each other")
agrees(lambda x: outer_one(x), "closures of one factory in each other")
agrees(clash, "names of variables that mean something in formulas", 3.0, 5.0)
agrees(lambda x: math.floor(x) + 0.5*math.ceil(x) - math.trunc(x)*round(x), "rounding as Python does")
agrees(lambda x: int(x) + (abs(x) if x < 0 else round(x)), "int, abs")
agrees(lambda x: math.ceil(x)*1.0, "no -0.0 where Python has integers")
agrees(lambda x: min(x, 0.0) + max(x, 0.0, 1), "min and max")
agrees(lambda x: min(x, -0.0), "min keeps the first of two zeros")
agrees(lambda x: (x // 0.3) + (x % -0.7) + x**2 - -x**2 + 2**3**2, "// and %, **")
agrees(lambda x: x*circle + x*math.pi + mathematics.e + exponential(x)*0, "names that are imported otherwise")
agrees(lambda x: math.degrees(x) + math.radians(x), "degrees, radians")
agrees(lambda x: round(1e9*(math.erf(x) + 2*math.erfc(x))), "erf, erfc")
agrees(lambda x: round(1e9*math.fmod(x*1.7 - 3.1, 0.9)), "fmod")
agrees(lambda x: round(1e9*(math.gamma(x*x*0.1 + 0.5) + math.lgamma(x*x + 0.5))), "gamma, lgamma")
agrees(lambda x: 1 < (x + 1) <= 2 != x, "a chain of comparisons")
agrees(lambda x: float("inf") if x > 1 else float("-1.5"), "float of a text")
agrees(lambda x: math.fabs(x) + float(x) + pow(x, 2), "fabs, float, pow")
agrees(lambda x: math.log(x*x + 1, 2.0) + math.log(x*x + 1), "a logarithm of math has a base")
nan = float("nan")
same([repr(gl.elementwise(f)(a, b).item()) for f in (lambda x, y: min(x, y), lambda x, y: max(x, y))
      for a, b in ((nan, 1.0), (1.0, nan))], ["nan", "1.0", "nan", "1.0"], "min and max of NaN as Python's")
same(gl.elementwise(lambda x: cmath.sqrt(x))(-4.0).item(), 2j, "cmath computes with complex numbers")
same(gl.elementwise(lambda x: cmath.log(x, -2.0))(-3.0).item(), cmath.log(-3.0, -2.0), "one of cmath too, of negative numbers")
same(gl.elementwise(lambda z: z.real + 2*z.imag)([1 + 2j]).tolist(), [5.0], "real and imag")

# Several functions on one line that differ only in the type or the sign of a constant.
f, g = lambda x: x*0 + 1, lambda x: x*0 + 1.0
same([gl.elementwise(h)([2]).dtype for h in (f, g)], ["int64", "float64"], "1 and 1.0 on one line")
f, g = lambda x: math.atan2(x*0.0, -1.0), lambda x: math.atan2(x*-0.0, -1.0)
same([gl.elementwise(h)([1.0]).tolist() for h in (f, g)], [[math.pi], [-math.pi]], "0.0 and -0.0")
f, g = [(lambda x: x + 1), (lambda x: x + True)][0], (lambda x: x + 1)
same(gl.elementwise(f).text, "return (x + 1);\n", "1 and True")
many = [lambda x: (
    x +
    k) for k in (1, 2)]


def refused(f, words, what=None):
    raises(gl.CompileError, lambda: gl.elementwise(f)(1.0), what or "refused: " + words, words)


refused(lambda x: x*par.tau, "`par.tau` is defined outside the function and may change; make it an argument")
refused(lambda x: x*Par.e, "`Par.e` is defined outside", "a field of a class")
refused(lambda x: x*pi, "`pi` is defined outside the function", "an own pi")
refused(unset, "line %d of %s: `pi` is defined outside" % (unset.__code__.co_firstlineno + 1, __file__), "file and line")
refused(lambda x: x*tau*beta, "`tau` is defined outside", "a global number")
refused(many[0], "`k` is defined outside", "a number of a closure")
refused(lambda x: stats.log(x), "`stats.log` is defined outside", "a method called log")
refused(star, "without *, **", "a wrapper with *args")
refused(functools.partial(square), "functools.partial is not a plain Python function", "a partial")
refused(functools.lru_cache(square), "functools._lru_cache_wrapper", "a cache")
refused(lambda x: Par(x), "`Par` (type) is not a function that formulas support or can translate", "a class that is called")
refused(math.exp, "builtins.builtin_function_or_method is not a plain Python function", "a built-in function")
refused(recursive, "calls itself")
refused(lambda x: math.gcd(x, 2), "`math.gcd` (builtin_function_or_method) is not a function that formulas support")
refused(lambda x: math.exp, "is defined outside", "a function that is not called")
refused(lambda x: x*10**20, "the constants here overflow")
refused(lambda x: x + 2**64, "the constants here overflow")
refused(lambda x: x*-10000000000000000000, "overflow", "a large negative integer")
refused(lambda x: x + 100000000000000000000, "cannot be represented as a number")
refused(lambda x: round(x, 2), "round takes 1 argument")
refused(lambda x: gl.log(x, 2.0), "log takes 1 argument, not 2", "the base of another module's logarithm")
refused(lambda x: math.log(x, 2.0, 3.0), "log takes 1 argument, not 3")
refused(lambda x: pow(x, 2, 3), "pow takes 2 arguments in a formula, not 3")
refused(lambda x: int(x, 8), "int takes 1 argument in a formula, not 2")
refused(lambda x: complex(x, 1), "complex takes 1 argument in a formula, not 2")
refused(lambda x: gl.where(x), "where takes 3 arguments, not 1")
refused(lambda x: max(x), "two or more")
refused(lambda x: sum([x, 1]), "a list", "sum")
refused(lambda x, y=2: x + y, "without defaults")
refused(lambda *x: x[0], "without *, **", "*args")
refused(lambda x, *, y: x, "without *, **", "keywords alone")
refused(lambda x: x.conjugate(), "only such functions can be called")
refused(lambda x: [i for i in (x,)][0], "an index", "a comprehension")
refused(lambda x: exponential(no_such_thing), "there is no `no_such_thing`")  # noqa: F821
refused(lambda x: gl.stats.norm.cdf(x), "there is no function `gl.stats.norm.cdf` in formulas; compute it outside")
refused(lambda x: no_such_thing(x), "there is no function `no_such_thing`")  # noqa: F821
refused(lambda exp: exp(exp), "`exp` is not a function defined outside", "an argument that is called")
refused(lambda x: gl.max(x), "gl.max: there is no such function in a formula", "a reduction")

# In Python ~ is bitwise, also for True and False; for elements of boolean arrays it is a negation, as in NumPy.
def opposite(p):
    return ~p


def positive(x):
    return x > 0


def kept(x):
    b = x > 0
    return ~b


def in_a_loop(x):
    b = y = 0
    for i in range(2):
        y = ~b
        b = x > 0
    return y


def on_one_path(x):
    b = 1
    if x > 0:
        b = True
    return ~b


def at_once(x):
    a, b = 3, x > 0
    a, b = b, a
    return ~a


def changed(x):
    b = x > 0
    b &= x < 5
    return ~b


def replaced(x):
    b = x > 0
    c, b = b, 3
    c += 1
    return ~b + ~c


for f in (lambda x: ~(x > 1), lambda x: ~True, lambda x: ~(not x), lambda x: ~bool(x), lambda x: ~(x and x > 0), kept,
          lambda x: ~math.isnan(x), lambda x: ~(x > 0 if x else 3), lambda x: ~((x > 0) & (x < 3)), in_a_loop, on_one_path,
          lambda x: opposite(x > 0), lambda x: opposite(3) + opposite(positive(x)), lambda x: ~positive(x), at_once, changed,
          lambda x: ~min(x > 0, x < 3)):
    refused(f, "~ of True or False is the number -2 or -1 in Python; write `not`", f"~ of a truth, {f.__name__}")
agrees(lambda x: opposite(3) + ~((x > 0) & 7) + ~((x > 0) + 3) + replaced(x), "~ of integers that truths become")
for f in (opposite, lambda m: opposite(m), lambda m: ~(m & m), lambda m: ~gl.isnan(m), lambda m: ~((m == m) & m)):
    same(gl.elementwise(f)([True, False]).tolist()[1], True, "~ of boolean arrays")


def duplicate(x):
    x, x = 1, x  # Python 3.11 is inconsistent here
    return x


refused(duplicate, "each only once")
refused(lambda x: x + 9007199254740993, "more digits than float64")

# Replaced names.
source = math.exp
math.exp = lambda x: x + 1
try:
    same(gl.elementwise(lambda x: math.exp(x))(2.0).item(), 3.0, "what somebody has put into math")
finally:
    math.exp = source


def hidden(x, math, max):
    abs = x + math
    return abs*max


same(gl.elementwise(hidden)(1.0, 2.0, 3.0).item(), 9.0, "arguments and variables hide functions")


def upto(x, n):
    for i in range(n + 1):
        x += 1
    return x


def counter(x, n):
    t = 0.0
    for i in range(int(n)):
        t += x
    return t


same(gl.elementwise(counter)([1.5], 3).tolist(), [4.5], "a loop over int(n)")
raises(gl.ArgumentError, lambda: gl.elementwise(counter)([1.5], 10000000), "that is too long", "1000000 rounds")
for n, dtype in (255, "uint8"), (127, "int8"), (65535, "uint16"):
    got = gl.elementwise(lambda x, n: upto(x, n))([0.0], gl.asarray(n, dtype=dtype)).tolist()
    same(got, [n + 1.0], "a loop to the largest %s" % dtype)
huge = gl.asarray(2**63 + 5, dtype="uint64")
raises(gl.ArgumentError, lambda: gl.elementwise(counter)([1.5], huge), "beyond int64", "1000000 rounds")
raises(gl.ArgumentError, lambda: gl.elementwise(upto)([1.5], 2**63 - 1), "to the largest int64", "1000000 rounds")
same(gl.reduction(map=lambda x: x, reduce=lambda p, q: p + q)([1, 2, 3]).item(), 6, "other names in a reduction")


def combine(p, q):
    a = q - p
    return q + p + 0*a


same(gl.reduction(map=lambda x: x, reduce=combine)([1.0, 2.0, 3.0]).item(), 6.0, "a variable called as a parameter")
ok(gl.elementwise(lambda größe: größe + 1)(1) == 2, "letters that formulas do not have")
