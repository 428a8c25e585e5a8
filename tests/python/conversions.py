"""Array-like objects become arrays; others are refused with an error that states the reason."""
import array
import collections
import decimal
import enum
import fractions

import gpulinalg as gl
from tap import ok, raises, same

gl.set_device("host")


def becomes(obj, values, dtype, name):
    x = gl.asarray(obj)
    same((x.tolist(), str(x.dtype)), (values, dtype), name)


becomes(True, True, "bool", "bool")
becomes(3, 3, "int64", "int")
becomes(2**63, 2**63, "uint64", "int beyond int64")
becomes(1.5, 1.5, "float64", "float")
becomes(1j, 1j, "complex128", "complex")
becomes([], [], "float64", "empty list")
becomes([[], []], [[], []], "float64", "list of empty lists")
becomes([True, False], [True, False], "bool", "list of bool")
becomes([True, 2], [1, 2], "int64", "bool among integers")
becomes([1, 2.5], [1.0, 2.5], "float64", "integer among floats")
becomes([1, 2j], [1 + 0j, 2j], "complex128", "complex among integers")
becomes([0, 2**64 - 1], [0, 2**64 - 1], "uint64", "list beyond int64")
becomes([2**70, 0.5], [2.0**70, 0.5], "float64", "a huge integer among floats")
becomes(((1, 2), [3, 4]), [[1, 2], [3, 4]], "int64", "tuples and lists")
becomes(range(3), [0, 1, 2], "int64", "range")
becomes([range(2), range(2)], [[0, 1], [0, 1]], "int64", "list of ranges")
becomes(collections.deque([1.0, 2.0]), [1.0, 2.0], "float64", "another sequence")
becomes(fractions.Fraction(1, 4), 0.25, "float64", "Fraction")
becomes([decimal.Decimal("0.5"), 1], [0.5, 1.0], "float64", "Decimal in a list")
becomes(enum.IntEnum("E", "A B").B, 2, "int64", "an enumeration of integers")
becomes([gl.asarray(1), gl.asarray(2)], [1, 2], "int64", "list of 0-d arrays")
becomes([gl.asarray([1, 2]), gl.asarray([3, 4])], [[1, 2], [3, 4]], "int64", "list of arrays")
becomes([gl.asarray([1, 2], dtype="float32"), gl.asarray([3, 4], dtype="float32")], [[1.0, 2.0], [3.0, 4.0]], "float32",
        "list of arrays of one type keeps it")
becomes([gl.asarray([1, 2], dtype="float32"), [3, 4]], [[1.0, 2.0], [3.0, 4.0]], "float64", "arrays among lists")
becomes([gl.asarray([1, 2], dtype="int8"), [0.5, 1j]], [[1, 2], [0.5, 1j]], "complex128",
        "small integers with complex numbers")
becomes(array.array("h", [1, -2]), [1, -2], "int16", "array.array")
becomes(bytearray(b"ab"), [97, 98], "uint8", "bytearray")
becomes(memoryview(array.array("d", range(6)))[::-2], [5.0, 3.0, 1.0], "float64", "a strided memoryview")
becomes(memoryview(bytes(8)).cast("q"), [0], "int64", "a read-only memoryview")
same(gl.add(gl.asarray([1], dtype="float32"), 1.5).dtype, gl.float32, "plain numbers are weak")
same(gl.add(gl.asarray([1], dtype="float32"), gl.asarray(1.5)).dtype, gl.float64, "arrays are not")

refused = [
    (gl.ArgumentError, "text", "text"), (gl.ArgumentError, b"bytes", "bytes"), (gl.ArgumentError, None, "None"),
    (gl.ArgumentError, {1: 2}, "a dictionary"), (gl.ArgumentError, {1, 2}, "a set"),
    (gl.ArgumentError, object(), "an object"),
    (gl.ArgumentError, float, "a class"), (gl.ArgumentError, len, "a function"),
    (gl.DTypeError, ["text"], "text in a list"), (gl.DTypeError, [1, None], "None in a list"),
    (gl.DTypeError, [b"x"], "bytes in a list"), (gl.DTypeError, [[1, {}]], "a dictionary in a list"),
    (gl.ShapeError, [1, [2]], "a list among numbers"), (gl.ShapeError, [[1], 2], "a number among lists"),
    (gl.ShapeError, [[1, 2], [3]], "lists of different lengths"), (gl.ShapeError, [[[]], [1]], "ragged at the bottom"),
    (gl.ShapeError, [gl.asarray([1, 2]), gl.asarray([1])], "arrays of different shapes"),
    (gl.ShapeError, [gl.asarray([1, 2]), 1], "a number among arrays"),
    (gl.OverflowError, 2**64, "an integer beyond 64 bits"), (gl.OverflowError, -2**63 - 1, "one below them"),
    (gl.OverflowError, [2**64], "one in a list"), (gl.OverflowError, [-1, 2**63], "integers that no type holds together"),
    (gl.DTypeError, memoryview(b"ab").cast("c"), "an array of characters"),
]
for kind, obj, name in refused:
    raises(kind, lambda: gl.asarray(obj), "asarray of %s" % name)
    raises(kind, lambda: gl.sum(obj), "sum of %s" % name)
loop = []
loop.append(loop)
raises(gl.ShapeError, lambda: gl.asarray(loop), "a list that holds itself")
deep = 1
for _ in range(16):
    deep = [deep]
same(gl.asarray(deep).ndim, 16, "16 levels")
raises(gl.ShapeError, lambda: gl.asarray([deep]), "17 levels")
raises(gl.ShapeError, lambda: gl.asarray(memoryview(bytes(1)).cast("B", (1,) * 17)), "a buffer of 17 dimensions")


# ---- objects with user code
class Raises:
    def __float__(self):
        raise KeyError("mine")


class Shrinks:
    """Empties the list while it is read."""

    def __init__(self, victim):
        self.victim = victim

    def __float__(self):
        self.victim.clear()
        return 1.0


class Grows(Shrinks):
    def __float__(self):
        self.victim.extend(range(10000))
        return 1.0


class Alters(Shrinks):
    def __float__(self):
        self.victim[-1] = 1j
        return 1.0


class Empties:
    """The second conversion of this object returns another value."""
    made = 0

    def __array__(self, dtype=None, copy=None):
        self.made += 1
        return gl.zeros(3 if self.made % 2 else 4)


class Liar:
    def __array__(self):
        return "not an array"


class Endless:
    def __len__(self):
        return 1

    def __getitem__(self, i):
        if i > 0:
            raise IndexError
        return self


raises(KeyError, lambda: gl.asarray([Raises()]), "an exception of the user's own passes through", "mine")
raises(KeyError, lambda: gl.add(1, Raises()), "in an operation too", "mine")
for kind in Shrinks, Grows:
    victim = [0.0] * 100
    victim[0] = kind(victim)
    raises(gl.ShapeError, lambda: gl.asarray(victim), "a list that changes meanwhile (%s)" % kind.__name__, "changed")
    inner = [0.0] * 100
    inner[5] = kind(inner)
    raises(gl.ShapeError, lambda: gl.asarray([inner, [0.0] * 100]), "an inner one (%s)" % kind.__name__, "changed")
victim = [0.0] * 3
victim[0] = Alters(victim)
same(gl.asarray(victim).tolist(), [1 + 0j, 0j, 1j], "an element that changes before it is read")
same(gl.asarray([Empties(), [0.0, 0.0, 0.0]]).tolist(), [[0.0] * 3] * 2,
     "an object that is another array each time is asked once")
raises(gl.ArgumentError, lambda: gl.asarray(Liar()), "an __array__ method that returns something else", "__array__")
raises(gl.ShapeError, lambda: gl.asarray(Endless()), "a sequence that holds itself")


# ---- __array_interface__
class Interface:
    def __init__(self, **entries):
        self.__dict__["__array_interface__"] = dict(version=3, **entries)

    @property
    def __array_interface__(self):
        return self.__dict__["__array_interface__"]


def described(**entries):
    return gl.asarray(Interface(**entries))


same(described(shape=(2, 2), typestr="<i2", data=b"\1\0\2\0\3\0\4\0").tolist(), [[1, 2], [3, 4]], "__array_interface__")
same(described(shape=(2,), typestr=">i2", data=b"\0\1\0\2").tolist(), [1, 2], "in the other byte order")
same(described(shape=(2,), typestr="|u1", strides=(2,), data=b"\1\2\3").tolist(), [1, 3], "with strides")
raises(gl.ArgumentError, lambda: described(shape=(3,), typestr="<i2", data=b"\1\2"), "data too short", "beyond")
raises(gl.ArgumentError, lambda: described(shape=(2,), typestr="|u1", strides=(-1,), data=b"\1\2"), "backwards", "beyond")
raises(gl.ArgumentError, lambda: described(shape=(-1,), typestr="|u1", data=b"\1\2"), "a negative dimension", "negative")
raises(gl.ArgumentError, lambda: described(shape=(2,), typestr="|u1", data=(0, False)), "no address", "address")
raises(gl.ArgumentError, lambda: described(shape=(2**62, 4), typestr="<f8", data=b""), "an overflowing shape", "overflow")
raises(gl.ArgumentError, lambda: described(shape="ab", typestr="|u1", data=b""), "no shape", "shape")
raises(gl.ArgumentError, lambda: described(shape=(1,), typestr=3, data=b""), "no type", "typestr")
raises(gl.DTypeError, lambda: described(shape=(1,), typestr="<f2", data=b"ab"), "half precision", "half")
raises(gl.DTypeError, lambda: described(shape=(1,), typestr="<M8[D]", data=b"12345678"), "dates")

# ---- plain arguments
raises(gl.DTypeError, lambda: gl.eye("3"), "text for an integer")
raises(gl.DTypeError, lambda: gl.eye(2.0), "a float for an integer")
raises(gl.OverflowError, lambda: gl.eye(2**64), "a huge integer")
raises(gl.DTypeError, lambda: gl.sum([1], keepdims=None), "None for a truth value")
raises(gl.DTypeError, lambda: gl.sum([1], keepdims="yes"), "text for a truth value")
raises(gl.ArgumentError, lambda: gl.sum([1], keepdims=2), "2 for a truth value")
raises(gl.DTypeError, lambda: gl.zeros(2, dtype="float16"), "a type that is not there")
raises(gl.DTypeError, lambda: gl.zeros(2, dtype=str), "a class that is no type")
raises(gl.DTypeError, lambda: gl.zeros(2, dtype=3), "an integer for a type")
raises(gl.DeviceError, lambda: gl.zeros(2, device="cuda:99"), "a device that is not there")
raises(gl.DTypeError, lambda: gl.zeros(2, device=["host"]), "a list for a device")
raises(gl.ArgumentError, lambda: gl.zeros(2, device="host\0"), "text with a zero character")
raises(gl.ShapeError, lambda: gl.zeros((1,) * 17), "17 dimensions")
raises(gl.ShapeError, lambda: gl.zeros(-1), "a negative dimension")
raises(gl.OverflowError, lambda: gl.zeros(2**62), "2**62 elements")
raises(gl.OverflowError, lambda: gl.zeros((2**62, 2**62)), "many more")
raises(gl.OverflowError, lambda: gl.zeros(2**64), "a dimension beyond 64 bits")
raises(gl.OutOfMemoryError, lambda: gl.zeros(2**58), "more memory than there is")
raises(gl.DTypeError, lambda: gl.zeros("22"), "text for a shape")
raises(gl.DTypeError, lambda: gl.zeros((2, 2.5)), "a float in a shape")
raises(gl.ArgumentError, lambda: gl.zeros(None), "None for a shape")
raises(gl.ArgumentError, lambda: gl.concat(3), "a number for a list of arrays")
raises(gl.ArgumentError, lambda: gl.concat([[1], None]), "None among arrays")
same(gl.zeros(gl.asarray([2, 3])).shape, (2, 3), "an array for a shape")
same(gl.zeros(gl.asarray(2)).shape, (2,), "a 0-d array for a shape")
same([gl.zeros(1, dtype=t).dtype for t in (float, int, bool, complex, "float32", gl.int8)],
     [gl.float64, gl.int64, gl.bool, gl.complex128, gl.float32, gl.int8], "types by class and by name")
raises(TypeError, lambda: gl.zeros(), "too few arguments")
raises(TypeError, lambda: gl.zeros(1, shap=2), "an unknown argument")
ok(all(issubclass(getattr(gl, e), (gl.Error, p)) for e, p in (
    ("ShapeError", ValueError), ("DTypeError", TypeError), ("IndexError", IndexError), ("OverflowError", OverflowError),
    ("OutOfMemoryError", MemoryError), ("SingularError", ArithmeticError), ("DeviceError", RuntimeError))),
   "errors have a built-in parent")
