"""Root and minimum searches with functions of the script: permitted behaviour, and messages for invalid functions."""
import math

import gpulinalg as gl
from tap import ok, raises, same

c = gl.linspace(0.5, 200.0, 50)
calls = []


def square(x, c):
    calls.append(x)
    return x * x - c


root = gl.find_root(square, 0.0, 20.0, [c])
ok(gl.all(gl.abs(root - gl.sqrt(c)) <= 1e-11), "square roots")
ok(len(calls) < 25, "by interpolation: %d values" % len(calls))
for name, f, a, b, known in [
    ("steep", lambda x: gl.exp(50 * x) - 2, -1.0, 1.0, math.log(2) / 50),
    ("flat", lambda x: (x - 0.25) ** 5, -1.0, 1.0, 0.25),
    ("a step", lambda x: gl.where(x < 0.75, -1.0, 1.0), 0.0, 2.0, 0.75),
    ("a pole", lambda x: 1 / (x - 0.5), 0.0, 2.0, 0.5),
    ("an infinite value", lambda x: gl.log(x) + 3, 0.0, 2.0, math.exp(-3)),
    ("wide", lambda x: x - 1e-3, -1e300, 1e300, 1e-3),
    ("a line in a wide bracket", lambda x: x - 0.3, -1e20, 0.9e20, 0.3),
    ("a tiny root", lambda x: x - 1e-9, -1.7976931348623157e308, 1e308, 1e-9),
    ("infinite values", lambda x: gl.sinh(x - 5), -1e300, 1e5, 5.0),
    ("ends in the other order", lambda x: gl.cos(x), 3.0, 0.0, math.pi / 2),
]:
    found = gl.find_root(f, a, b).item()
    ok(abs(found - known) <= 3e-11, "%s: %r" % (name, found))
single = gl.find_root(lambda x: x * x - gl.asarray([2.0, 3.0], dtype="float32"), gl.asarray([0.0, 0.0], dtype="float32"), 2.0)
ok(single.dtype == "float32" and gl.all(gl.abs(single * single - gl.asarray([2.0, 3.0])) < 1e-6), "single precision")


def careless(x):
    value = x - 0.3
    x[...] = 0.0
    return value


ok(abs(gl.find_root(careless, 0.0, 1.0).item() - 0.3) < 1e-11, "a function may change its argument")
same(gl.find_root(lambda x: [v - 0.5 for v in x.tolist()], [0.0, 0.25], [1.0, 0.75]).tolist(), [0.5, 0.5], "lists are values")
f = gl.elementwise(lambda x, c: (x - c) ** 2)
x, value = gl.find_minimum(f, -3.0, 3.0, [gl.asarray([0.5, -1.0, 9.0])])
ok(gl.all(gl.abs(x - gl.asarray([0.5, -1.0, 3.0])) < 1e-7), "minima, inside and at an end: %s" % x)
ok(gl.all(gl.abs(value - gl.asarray([0.0, 0.0, 36.0])) < 1e-6), "and their values")
for low, high in [(-1e20, 1e20), (-1e308, 1e308), (-1e3, 1.7976931348623157e308)]:
    for name, f in [("|x - 0.3|", lambda x: gl.abs(x - 0.3)), ("(x - 0.3)^2", lambda x: (x - 0.3) ** 2)]:
        x = gl.find_minimum(f, low, high).x.item()
        ok(abs(x - 0.3) <= 1.5e-8, "%s from %g to %g: %r" % (name, low, high, x))
sizes = 10 ** gl.linspace(-300.0, 300.0, 601)
wide = gl.concat([sizes, -sizes])
root = gl.find_root(lambda x, c: x - c, -1.7976931348623157e308, gl.where(wide < 0, 1.0, 1.7976931348623157e308), [wide])
ok(gl.all(gl.abs(root - wide) <= 2e-12 + 8.9e-16 * gl.abs(wide)), "roots of every size in the widest brackets")
root = gl.find_root(lambda x, c: x - c, -5e-324, 1.7976931348623157e308, [sizes], xtol=0.0)
ok(gl.all(gl.abs(root - sizes) <= 8.9e-16 * sizes), "with relative digits alone")
x, value = gl.find_minimum(lambda x: gl.where(x > 1.0, gl.inf, -x), 0.0, 5.0)
ok(abs(x.item() - 1) < 1e-7, "infinite where it is not allowed: %r" % x.item())


def fails(x):
    raise KeyError("mine")


raises(KeyError, lambda: gl.find_root(fails, 0.0, 1.0), "an exception of the function", "mine")
raises(gl.DTypeError, lambda: gl.find_root(3, 0.0, 1.0), "no function", "find_root: f must be a function")
raises(gl.ArgumentError, lambda: gl.find_root(lambda x: None, 0.0, 1.0), "no values", "find_root: fx is None")
raises(gl.ShapeError, lambda: gl.find_minimum(lambda x: gl.ones([3]), [0.0, 0.0], 1.0), "another shape", "find_minimum:")
raises(gl.NonFiniteError, lambda: gl.find_root(lambda x: gl.where(x == 0.5, gl.nan, x - 0.3), 0.0, 1.0), "NaN",
       "find_root: the function value is NaN at x = 0.5")
raises(gl.ArgumentError, lambda: gl.find_root(lambda x: x - c, [-1.0], 3.0), "no root between the ends",
       "in 49 of 50 elements, the first at [1]")
raises(gl.ConvergenceError, lambda: gl.find_root(lambda x: x - gl.exp(x) / 3, 0.0, 1.0, maxiter=2), "too few steps",
       "find_root: did not converge in 2 steps; increase maxiter or xtol")
