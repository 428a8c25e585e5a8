"""Python functions as formulas: supported code, the resulting text, and the messages for refused code."""
import importlib.util
import math
import os
import tempfile

import gpulinalg as gl
from tap import ok, raises, same


@gl.elementwise
def everything(x, y, n):
    """Not part of the formula."""
    t = 0
    a, b = 1.5, 2
    for i in range(10):
        t += x*i
    for k in range(n):
        t -= 2**k % 3
    for j in range(n - 1, 0, -1):
        t = t/j
    if (x > y and y != 3) or not x:
        return t, x
    elif x == y:
        t = -x**2
    else:
        t += 1
    if not (x < 1e-3):
        t = 1e22
    if y >= 2:
        t = 5
    a, b = b, a + math.exp(-b)
    z = math.sqrt(x) if x > 0 else abs(math.trunc(y))
    return math.tanh(x) if x < 0 else math.atan2(x, y) + gl.floor(z) + 1/3 + math.pi, b


with open(os.path.join(os.environ["srcdir"], "tests/data/formulas/everything.txt"), encoding="utf-8") as file:
    same(everything.text, file.read(), "the canonical text, which Perl's test expects too")
same(gl.elementwise(lambda x: gl.special.ndtr(x) + gl.special.betainc(2.0, 3.0, x)).text,
     "return (ndtr(x) + betainc(2.0, 3.0, x));\n", "functions of a namespace")
half = gl.asarray([0.25, 0.5])
for name in "erf erfc erfinv erfcx ndtri log_ndtr expit logit gamma gammaln digamma i0 i1 j0 j1".split():
    function = getattr(gl.special, name)
    same(gl.elementwise(lambda x: function(x))(half).tolist(), function(half).tolist(), "a formula with " + name)
for name in "beta betaln gammainc gammaincc gammaincinv gammainccinv xlogy".split():
    function = getattr(gl.special, name)
    same(gl.elementwise(lambda x: function(x, 0.5))(half).tolist(), function(half, 0.5).tolist(), "a formula with " + name)
first, second = everything([1.0, 2.0, -3.0, 2.0], [2.0, 2.0, 0.5, 1.0], 4)
b = 1.5 + math.exp(-2)
same(first.tolist(), [math.atan2(1, 2) + 1 + 1/3 + math.pi, math.atan2(2, 2) + 1 + 1/3 + math.pi, math.tanh(-3),
                      (45*2 - (1 + 2 + 1 + 2))/6], "its values are those of the function")
same(second.tolist(), [b, b, b, 2.0], "also of the second result")
same(gl.elementwise(lambda x, y: x*y + math.exp(-x)).text, "return ((x * y) + exp((-x)));\n", "a lambda")
same(gl.elementwise(lambda x: (min(x, 1, 2), max(x, 0), 0 < x <= 1)).text,
     """function min_0(a, b) {
    return ((b < a) ? b : a);
}
function max_0(a, b) {
    return ((b > a) ? b : a);
}
return min_0(min_0(x, 1), 2), max_0(x, 0), ((0 < x) && (x <= 1));
""", "several values, chains")
f = gl.elementwise(lambda x, y: (x and y, x or y or 7, not (x and y), (x and 1) + (2 if x or y else 3)))
same([v.tolist() for v in f([0.0, 2.0, 0.0], [0.0, 3.0, 4.0])],
     [[0.0, 3.0, 0.0], [7.0, 2.0, 4.0], [True, False, True], [3.0, 3.0, 2.0]], "and and or give one of their operands")
f = gl.elementwise("x", "", "x + 1", name="up")
ok(isinstance(f, gl.Elementwise) and f(1) == 2 and f.text == "return (x + 1);\n", "a formula")
ok(gl.Elementwise("x", "y", "y = -x")(2) == -2, "the class makes one too")
raises(gl.ArgumentError, lambda: f(1, 2), "the number of arguments", "up: takes 1 argument, not 2")
raises(gl.CompileError, lambda: gl.elementwise("x", "", "x +\n  foo(x)"), "line and column", "line 2, column 3")


def define(body, prefix=""):
    """Define a function in a file, so that Python finds its source; convert it to a formula and call it."""
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as module:
        module.write(f"import math, gpulinalg\n@gpulinalg.elementwise\ndef f(x{prefix}):\n    {body}\n")
    spec = importlib.util.spec_from_file_location("formula", module.name)
    try:
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
        return loaded.f(1.0)
    finally:
        os.remove(module.name)


REFUSED = [
    ("return [x]", "line 4 of /"),
    ("while x:\n        x -= 1\n    return x", "while has no meaning"),
    ("return x[0]", "an index"), ("return 'a'", "'a' is not a number"), ("return x @ x", "@ has no meaning"),
    ("for i in [1, 2]:\n        x += 1\n    return x", "only `for name in range(...)`"), ("return x.T", "an attribute"),
    ("try:\n        return x\n    except ValueError:\n        return 1", "try"),
    ("return (lambda: 1)()", "only functions with"),
    ("return f'{x}'", "a string"), ("x.y = 2\n    return x", "only names can be assigned"), ("pass", "nothing to compute"),
    ("return math.exp(x, base=2)", "plain arguments"), ("with x:\n        return x", "with"), ("return x is x", "is and in"),
    ("return foo(x)", "there is no function `foo`"), ("\n\n    return x + unknown", "line 6 of /"),
    ("y = x if x > 0 else None\n    return y", "None is not a number"), ("import os\n    return x", "import"),
    ("for i in range(3):\n        break\n    return x", "break"), ("a, b = x\n    return a", "only names can be assigned"),
    ("global z\n    return x", "global"), ("return (y := x)", ":="),
    ("i = 7\n    for i in range(3):\n        x += 1\n    return i", "`i` has a value already"),
    ("del x\n    return 1", "del"), ("return", "a value is returned"),
]
for body, words in REFUSED:
    raises(gl.CompileError, lambda body=body: define(body), "refused: " + body.split("\n")[0], words)
raises(gl.CompileError, lambda: define("return x", ", y=1"), "defaults", "must be plain, without defaults")
raises(gl.CompileError, lambda: gl.elementwise(eval("lambda x: x")), "no source", "is not available")
