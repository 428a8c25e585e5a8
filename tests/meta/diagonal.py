"""Operators of the class DiagonalMatrix (diagonal.h) in Python's syntax; diagonal.pl prints the same."""
import gpulinalg as gl

a = gl.asarray([[1.0, 2.0], [3.0, 4.0]])
d, s = gl.DiagonalMatrix([2.0, 10.0]), gl.Stream("host")


def show(what, code):
    try:
        x = code()
        x = "diagonal %s" % x.values().tolist() if isinstance(x, gl.DiagonalMatrix) else x
        x = x.tolist() if isinstance(x, gl.Array) else x
    except gl.Error as error:
        x = "%s: %s" % (type(error).__name__, error)
    print(what, str(x).replace("True", "1").replace("False", "0").replace(".0", ""))


show("d @ a", lambda: d @ a)
show("d @ list", lambda: d @ [[1.0], [1.0]])
show("a @ d", lambda: a @ d)
show("list @ d", lambda: [[1.0, 1.0]] @ d)
show("d @ d", lambda: d @ d)
show("d * 3", lambda: d * 3.0)
show("3 * d", lambda: 3.0 * d)
show("-d", lambda: -d)
show("a / d", lambda: a / d)
show("d < 5", lambda: d < 5.0)
show("5 < d", lambda: 5.0 < d)
show("d > 5", lambda: d > 5.0)
show("5 > d", lambda: 5.0 > d)
show("d == d", lambda: d == d)
show("d != d", lambda: d != d)
show("d == other", lambda: d == gl.DiagonalMatrix([2.0, 10.0]))
show("d == a", lambda: d == a)
x = 2.0 * a
x @= d
show("a @= d", lambda: x)
d2 = d
d2 *= 2.0
show("d *= 2", lambda: d2)
n = gl.asarray(3.0)
n *= d
show("n *= d", lambda: n)
show("d + a", lambda: d + a)
show("a + d", lambda: a + d)
show("d + 1", lambda: d + 1)
show("d + d", lambda: d + d)
show("d / a", lambda: d / a)
show("d @ s", lambda: d @ s)
show("s @ d", lambda: s @ d)
show("s * d", lambda: s * d)
show("abs d", lambda: abs(d))
show("d <= 5", lambda: d <= 5.0)
show("d @ text", lambda: d @ "x")
show("d @ none", lambda: d @ None)
show("shapes", lambda: d @ [[1.0, 2.0, 3.0]] @ [1.0, 2.0, 3.0, 4.0])


def again():
    """Results and failures release everything."""
    d @ a, a @ d, [[1.0, 1.0]] @ d, d @ d, 3 * d, -d, d < 5, d == d
    for wrong in (lambda: d + a, lambda: a + d, lambda: d @ s, lambda: d @ "x", lambda: d @ [[1.0]] @ [1.0]):
        try:
            wrong()
        except gl.Error:
            pass


again()
live = gl._native.live_arrays()
for _ in range(10):
    again()
show("arrays that are left", lambda: gl._native.live_arrays() - live)


class Theirs:
    def __rmatmul__(self, other):
        return "theirs"


assert s @ Theirs() == "theirs"
assert len({d, d2, d}) == 2 and d in [a, s, d][1:]
try:
    import numpy
    assert (numpy.ones((2, 2)) @ d).tolist() == [[2.0, 10.0], [2.0, 10.0]]
except ImportError:
    pass
