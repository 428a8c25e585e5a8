"""Apply every operator to objects of every public class, with arrays, numbers, lists and other objects. Print one line for
each, as in bad_calls.py."""
import operator
import sys

import gpulinalg as gl

BINARY = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "%": operator.mod, "**": operator.pow,
          "x": operator.matmul, "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
          ">=": operator.ge, "&": operator.and_, "|": operator.or_, "^": operator.xor, "<<": operator.lshift,
          ">>": operator.rshift, "+=": operator.iadd, "-=": operator.isub, "*=": operator.imul, "/=": operator.itruediv,
          "%=": operator.imod, "**=": operator.ipow, "x=": operator.imatmul, "&=": operator.iand, "|=": operator.ior,
          "^=": operator.ixor, "<<=": operator.ilshift, ">>=": operator.irshift}
UNARY = {"-": operator.neg, "~": operator.invert, "abs ": operator.abs}


def objects():
    """Return two objects of each class; a kernel requires a device that runs kernels."""
    devices = [name for name in gl.devices() if gl.device_info(name)["kernels"]]
    source = "KERNEL nothing(GLOBAL float64 *x, int64 n) { }"
    for _ in range(2):
        yield "Stream", gl.Stream("host")
        yield "Event", gl.Stream("host").record()
        yield "Elementwise", gl.Elementwise("x", "y", "y = x", "f")
        yield "Reduction", gl.Reduction("x", "y", "x", "a + b")
        yield "Scan", gl.Scan("x", "y", "x", "a + b")
        for device in devices[:1]:
            module = gl.Module(source, device=device)
            yield "Module", module
            yield "Kernel", module.kernel("nothing")


def write(what, code):
    try:
        answer = "yes" if code() else "no"
    except gl.Error as error:
        answer = "%s: %s" % (type(error).__name__, error)
    except Exception as error:
        answer = "another error: %s" % error
    sys.stdout.write("%s: %s\n" % (what, answer))


made = list(objects())
left = made[:len(made) // 2]
for name, function in BINARY.items():
    for what, x in left:
        plain = [("array", gl.ones([2, 2])), ("number", 2), ("list", [1.0, 2.0]), ("none", None)]
        for other, y in plain + made:
            write("%s %s %s" % (what, name, other), lambda: function(x, y))
        for other, y in plain:
            write("%s %s %s" % (other, name, what), lambda: function(y, x))
for name, function in UNARY.items():
    for what, x in left:
        write("%s%s" % (name, what), lambda: function(x))
current = gl.Stream("host")
with gl.stream(current):
    write("current == stream", lambda: gl.get_stream("host") == current)
    write("current != stream", lambda: gl.get_stream("host") != current)
