"""NumPy arrays imported and exported without a copy, and features of NumPy objects."""
import sys
import time
import warnings

import gpulinalg as gl
from tap import ok, raises, same, skip

try:
    import numpy as np
except ImportError:
    skip("NumPy", "not installed")
    sys.exit()
gl.set_device("host")

# ---- in
base = np.arange(24.0).reshape(2, 3, 4)
for name, x in (("plain", base), ("strided", base[:, ::2, 1:]), ("backwards", base[::-1, :, ::-1]), ("transposed", base.T),
                ("column-major", np.asfortranarray(base)), ("broadcast", np.broadcast_to(base, (5, 2, 3, 4))),
                ("empty", base[:, :0]), ("0-d", np.array(2.5)), ("field", np.zeros(4, "f8,f8")["f1"]),
                ("not aligned", np.frombuffer(bytes(range(17)), "u1")[1:].view("f8")),
                ("steps of half elements", np.zeros(3, "i4,f8,i4")["f1"])):
    y = gl.asarray(x)
    ok(y.shape == x.shape and y.tolist() == x.tolist(), "%s comes in" % name)
for code in "? b B h H i I l L q Q f d F D".split():
    x = np.array([0, 1, 2]).astype(code)
    y = gl.asarray(x)
    ok(y.dtype == x.dtype.name and y.tolist() == x.tolist(), "type %s comes in" % code)
    back = np.asarray(gl.asarray(x, copy=True))
    ok(back.dtype == x.dtype and (back == x).all(), "and goes out")
    swapped = x.astype(x.dtype.newbyteorder())
    same(gl.asarray(swapped).tolist(), x.tolist(), "in the other byte order too")
x = np.zeros((2, 2))
y = gl.asarray(x)
x[0, 0] = 3
y[1, 1] = 4
ok(y[0, 0].item() == 3 and x[1, 1] == 4, "the memory is shared")
x.flags.writeable = False
ok(gl.asarray(x).readonly, "a read-only array stays so")
for name, x in (("half precision", np.zeros(2, "f2")), ("extended precision", np.zeros(2, "g")), ("text", np.array(["a"])),
                ("bytes", np.array([b"a"])), ("dates", np.zeros(2, "M8[D]")), ("a date", np.datetime64("2000-01-01")),
                ("a time", np.timedelta64(3, "s")), ("records", np.zeros(2, "i4,f4")), ("half precision", np.float16(1)),
                ("text", np.str_("a")), ("objects", np.array([object()])), ("objects", np.array([None, 1.0]))):
    raises((gl.ArgumentError if x is np.str_("a") or isinstance(x, str) else gl.DTypeError), lambda: gl.asarray(x),
           "%s is refused (%s)" % (name, type(x).__name__))
for x in (np.array(["1.5"]), np.array([b"1.5"])):
    raises(gl.DTypeError, lambda: gl.asarray(x), "the message says that %r is text" % (x,), "strings")
same(gl.asarray(np.array([1, 2.5], dtype=object)).tolist(), [1.0, 2.5], "an object array of numbers")
same(gl.asarray(np.array(3, dtype=object)).tolist(), 3, "one of no dimensions")
raises(gl.ShapeError, lambda: gl.asarray(np.array([[1], [1, 2]], dtype=object)), "a ragged one")
raises(gl.ShapeError, lambda: gl.asarray(np.zeros((1,) * 17)), "17 dimensions")
same(gl.asarray(np.float32(1.5)).dtype, gl.float32, "a NumPy number keeps its type")
y = gl.asarray(np.float64(1.5))
y *= 2
same(y.item(), 3.0, "and makes an array that can be changed")
same(gl.add(gl.ones(1, dtype="float32"), np.float64(1)).dtype, gl.float64, "and is not weak")
same(gl.asarray([np.float32(1), np.float32(2)]).dtype, gl.float32, "a list of NumPy numbers keeps it too")
same(gl.asarray([np.int64(1), 2.5, np.bool_(True)]).tolist(), [1.0, 2.5, 1.0], "NumPy numbers in a list")
same(gl.asarray([np.arange(2), [3, 4], range(2)]).tolist(), [[0, 1], [3, 4], [0, 1]], "NumPy arrays in a list")
same(gl.asarray([[np.array(1), np.array(2.5)]]).tolist(), [[1.0, 2.5]], "0-d arrays in a list")


class Wrapper:
    """Like pandas objects: has an __array__ method and many other attributes."""

    def __array__(self, dtype=None, copy=None):
        return np.arange(3)

    def __getattr__(self, name):
        return lambda *a: 1 / 0


same(gl.asarray(Wrapper()).tolist(), [0, 1, 2], "an object with __array__")
same(gl.asarray([Wrapper(), Wrapper()]).shape, (2, 3), "a list of them")


class Interface:
    def __init__(self, x):
        self.__array_interface__ = x.__array_interface__
        self.x = x

    @property
    def __array_interface__(self):
        return self.__dict__["i"]

    @__array_interface__.setter
    def __array_interface__(self, value):
        self.__dict__["i"] = value


x = np.arange(12.0).reshape(3, 4)
for part in x, x[::-1, ::2], x.T, x.astype(">f4"), x[:0], np.arange(3) > 1, x + 1j:
    same(gl.asarray(Interface(part)).tolist(), part.tolist(), "an object with __array_interface__")

# ---- out
y = gl.asarray([[1.0, 2.0], [3.0, 4.0]], copy=True)
x = np.asarray(y)
x[0, 0] = 9
ok(y[0, 0].item() == 9 and x.dtype == np.float64, "numpy.asarray shares memory")
same(np.asarray(y.T).strides, (8, 16), "of a transpose too")
raises(gl.CompileError, lambda: gl.elementwise(lambda x: np.log(x, 2.0))(3.0), "numpy's log has no base",
       "log takes 1 argument, not 2")
ok(np.array(y) is not x and np.array(y, dtype="f4").dtype == np.float32, "numpy.array copies and converts")
ok(not np.asarray(gl.broadcast_to(y, (2, 2, 2))).flags.writeable, "a read-only array stays so")
same(np.asarray(y[:, :0]).shape, (2, 0), "an empty array")
ok(y.__array__().base is not None and y.__array__(np.float32).dtype == np.float32, "__array__")
raises(gl.ArgumentError, lambda: y.__array__(np.float32, copy=False), "__array__ that would have to copy")
same(float(np.median(y)), 3.5, "NumPy's functions take an Array")
for name in "sum prod mean std var max min amax amin all any".split():
    function = getattr(np, name)
    for options in {}, {"axis": 0}, {"axis": -1, "keepdims": True}, {"axis": None, "out": None}:
        a, b = function(y, **options), function(np.asarray(y), **options)
        ok(type(a) is gl.Array and a.shape == b.shape and np.allclose(np.asarray(a), b),
           "numpy.%s(%s) of an Array is one" % (name, options))
    same(function(y, 1).tolist(), getattr(gl, name[-3:] if name[0] == "a" and name[1] == "m" else name)(y, 1).tolist(),
         "with its axis by its place")
same([np.std(y, ddof=1).item(), np.var(y, axis=0, ddof=1).tolist()],
     [np.std(np.asarray(y), ddof=1), np.var(np.asarray(y), axis=0, ddof=1).tolist()], "ddof")
for x, why in ((np.sum(y, where=np.asarray(y) > 2), "where"), (np.max(y, initial=10.0), "initial"),
               (np.mean(y, dtype="f4"), "dtype"), (np.sum(y, axis=0, out=np.zeros(2)), "out")):
    ok(not isinstance(x, gl.Array), "what only NumPy has, %s, NumPy does" % why)
same(np.sum(y, dtype=np.float32).dtype, gl.float32, "a type for the sum")
ok(type(np.sort(y)) is np.ndarray and type(np.concatenate([y, y])) is np.ndarray, "other functions give NumPy's arrays")
z = np.zeros((2, 2))
z[:] = y
same(z.tolist(), y.tolist(), "assignment to a NumPy array")
same([t.kind for t in gl.dtypes().values()], [np.dtype(name).kind for name in gl.dtypes()], "and have their kinds")
cube = gl.reshape(gl.arange(24.0), (2, 3, 4))
for axes in (), (None,), (1, 0, 2), ((-1, 0, 1),), ([2, 1, 0],):
    same(cube.transpose(*axes).tolist(), np.asarray(cube).transpose(*axes).tolist(), "transpose%s" % (axes,))
same(np.dtype(gl.float32), np.dtype("float32"), "our types are types for NumPy")

# ---- together
for symbol in "+", "-", "*", "/", "//", "%", "**", "<", "==", "@":
    a, b = eval("x %s y" % symbol), eval("y %s x" % symbol)
    ok(type(a) is gl.Array and type(b) is gl.Array, "ndarray %s Array is an Array, and the other way round" % symbol)
ok(type(np.float64(2) * y) is gl.Array and type(y * np.float64(2)) is gl.Array, "with a NumPy number too")
same(y[np.array([0, 1]), np.array([1, 0])].tolist(), [2.0, 3.0], "NumPy arrays as indices")
same(y[np.int64(1), np.array(0)].tolist(), 3.0, "NumPy integers as indices")
same(y[np.array([True, False])].tolist(), [[9.0, 2.0]], "a NumPy mask")
same(gl.zeros(np.array([2, 3])).shape, (2, 3), "a NumPy shape")
same(gl.zeros((np.int32(2), np.uint8(3)), dtype=np.float32).dtype, gl.float32, "NumPy integers, a NumPy class for a type")
same([gl.zeros(1, dtype=t).dtype for t in (np.dtype("f4"), np.int16, np.bool_, np.longlong, np.uintc, np.complex128)],
     [gl.float32, gl.int16, gl.bool, gl.int64, gl.uint32, gl.complex128], "other types of NumPy")
raises(gl.DTypeError, lambda: gl.zeros(1, dtype=np.float16), "but not those that are not there")
same(gl.sum(y, axis=np.int64(0), keepdims=np.True_).shape, (1, 2), "NumPy's integers and truth values as options")

raises(gl.ShapeError, lambda: gl.view(gl.asarray(np.zeros(17, "u1")[1:]), gl.float64), "a view of memory that is not aligned",
       "use copy(x)")
same(gl.view(gl.copy(gl.asarray(np.zeros(17, "u1")[1:])), gl.float64).tolist(), [0.0, 0.0], "of a copy it works")

# ---- the cost does not depend on the size
def cost(function, x):
    best = 1.0
    for _ in range(200):
        start = time.perf_counter()
        function(x)
        best = min(best, time.perf_counter() - start)
    return best


small, large = np.zeros((4, 4)), np.zeros((2000, 2000))
ok(cost(gl.asarray, large) < 20 * cost(gl.asarray, small), "a large NumPy array comes in as fast as a small one")
ok(cost(np.asarray, gl.asarray(large)) < 20 * cost(np.asarray, gl.asarray(small)), "and goes out as fast")
with warnings.catch_warnings():
    warnings.simplefilter("error")
    np.array(y, copy=True), np.asarray(y), np.array(y[0])
    ok(True, "NumPy has nothing to warn of")
