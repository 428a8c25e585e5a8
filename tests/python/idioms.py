"""Class Array behaves like Python's own objects."""
import copy
import math
import operator
import pickle

import gpulinalg as gl
from tap import ok, raises, same

gl.set_device("host")
a = gl.asarray([[1.0, 2.0], [3.0, 4.0]])
i = gl.asarray([6, 3, 1])

# ---- operators, from either side, with numbers and lists
for name, symbol, x, y in (
        ("add", "+", a, 1.5), ("subtract", "-", a, [1, 2]), ("multiply", "*", a, a), ("divide", "/", a, 2),
        ("floor_divide", "//", i, 2), ("remainder", "%", i, 4), ("pow", "**", i, 2), ("bitwise_and", "&", i, 3),
        ("bitwise_or", "|", i, 3), ("bitwise_xor", "^", i, 3), ("bitwise_left_shift", "<<", i, 1),
        ("bitwise_right_shift", ">>", i, 1), ("less", "<", a, 2), ("less_equal", "<=", a, 2), ("equal", "==", a, 2),
        ("not_equal", "!=", a, 2), ("greater", ">", a, 2), ("greater_equal", ">=", a, 2)):
    function = getattr(gl, name)
    same(eval("x %s y" % symbol).tolist(), function(x, y).tolist(), "x %s y is %s" % (symbol, name))
    same(eval("y %s x" % symbol).tolist(), function(y, x).tolist(), "y %s x too" % symbol)
for name, symbol, x, y in (
        ("add", "+=", a, 1.5), ("subtract", "-=", a, [1, 2]), ("multiply", "*=", a, a), ("divide", "/=", a, 2),
        ("floor_divide", "//=", i, 2), ("remainder", "%=", i, 4), ("pow", "**=", i, 2), ("bitwise_and", "&=", i, 3),
        ("bitwise_or", "|=", i, 3), ("bitwise_xor", "^=", i, 3), ("bitwise_left_shift", "<<=", i, 1),
        ("bitwise_right_shift", ">>=", i, 1)):
    space = {"x": gl.copy(x), "y": y}
    space["view"] = space["x"][...]
    before = space["x"]
    exec("x %s y" % symbol, space)
    ok(space["x"] is before and space["view"].tolist() == getattr(gl, name)(x, y).tolist(),
       "x %s y works in place" % symbol)
same((-i).tolist(), [-6, -3, -1], "-x")
same((+i).tolist(), [6, 3, 1], "+x")
same(abs(-i).tolist(), [6, 3, 1], "abs(x)")
same((~i).tolist(), [-7, -4, -2], "~x")
same([x.tolist() for x in divmod(i, 4)], [[1, 0, 0], [2, 3, 1]], "divmod")
# In-place operations accept a wider dtype of the same kind (integers wrap modulo 2**32, as in their own sums), but not a wider
# kind.
for kept, other, expected in (("int32", "int64", [2 - 2**31, 4]), ("float32", "float64", [2.0**31 + 1, 4.0]),
                              ("complex64", "complex128", [2.0**31 + 1, 4.0]), ("uint8", "uint32", [0, 4])):
    x = gl.asarray([2**31 - 1 if kept == "int32" else 2.0**31 if kept != "uint8" else 253, 1.0]).astype(kept)
    y = x.view(kept)
    x += gl.asarray([3.0 if kept[0] in "iu" else 1.0, 3.0]).astype(other)
    ok(x.dtype == kept and y.tolist() == gl.asarray(expected, dtype=kept).tolist(), "%s += %s" % (kept, other))
i32 = gl.asarray([7, -7], dtype="int32")
i32 //= gl.asarray([2**33 + 2, 2])
same(i32.tolist(), [0, -4], "int32 //= int64 divides by the whole number")
for kept, other in ("int32", "float32"), ("int64", "uint64"), ("float64", "complex64"), ("uint8", "int8"):
    raises(gl.DTypeError, lambda: operator.iadd(gl.ones(2, dtype=kept), gl.ones(2, dtype=other)),
           "%s += %s" % (kept, other), "dtype")
pairs = [[x.readonly for x in gl.broadcast_arrays(gl.ones(2), y)] for y in (gl.ones(2), gl.ones(1))]
same(pairs, [[False, False], [False, True]], "broadcast_arrays are read-only where elements repeat")
raises(TypeError, lambda: a + "text", "array + text is a TypeError", "unsupported operand")
raises(TypeError, lambda: None - a, "None - array is a TypeError", "unsupported operand")
raises(TypeError, lambda: operator.iadd(gl.copy(a), "text"), "array += text is a TypeError", "unsupported operand")
raises(TypeError, lambda: pow(a, 2, 3), "pow with a modulus is a TypeError")
ok((a == None) is False and (a != "text") is True, "comparison with what is not an array is identity")  # noqa: E711


class Other:
    def __radd__(self, x):
        return "reflected"


same(a + Other(), "reflected", "an object of another class gets its turn")
raises(TypeError, lambda: hash(a), "arrays have no hash")

# ---- indexing
same(a[1].tolist(), [3.0, 4.0], "x[1]")
same(a[1, -1].tolist(), 4.0, "x[1, -1]")
same(a[:, ::-1].tolist(), [[2.0, 1.0], [4.0, 3.0]], "x[:, ::-1]")
same(a[..., None].shape, (2, 2, 1), "x[..., None]")
same(a["1,:"].tolist(), [3.0, 4.0], "x['1,:']")
same(a[["1", 0]].tolist(), 3.0, "a list with text in it is a list of places")
same(i[[2, 0]].tolist(), [1, 6], "a list of integers is an index array")
same(i[i > 2].tolist(), [6, 3], "a mask")
same(a[gl.asarray([1]), [0]].tolist(), [3.0], "two index arrays")
same(a[2**70:].shape, (0, 2), "a slice far beyond the end is empty")
raises(gl.IndexError, lambda: a[2**70], "an index beyond 64 bits is out of range")
raises(gl.IndexError, lambda: a[5], "an index out of range")
raises(gl.IndexError, lambda: a[(0,) * 40], "too many indices")
raises(gl.DTypeError, lambda: a[1.0], "a float is no index")
raises(gl.DTypeError, lambda: a["a":], "text is no bound of a slice")
b = gl.copy(a)
b[0] = 7
b[1, :] = [8, 9]
same(b.tolist(), [[7.0, 7.0], [8.0, 9.0]], "assignment to parts")
raises(TypeError, lambda: operator.delitem(b, 0), "elements cannot be deleted")
same(len(a), 2, "len")
raises(gl.DTypeError, lambda: len(gl.asarray(1)), "a 0-d array has no length")
same([x.tolist() for x in a], [[1.0, 2.0], [3.0, 4.0]], "iteration")


class Doubled(gl.Array):
    __slots__ = ()

    def __getitem__(self, key):
        return 2 * super().__getitem__(key)


same([x.tolist() for x in Doubled(a)], [[2.0, 4.0], [6.0, 8.0]], "a derived class is iterated over by its own items")
raises(gl.DTypeError, lambda: iter(gl.asarray(1)), "an array of no dimensions cannot be iterated over")
ok(4 in a and 5 not in a, "in")
same([x.item() for x in reversed(i)], [1, 3, 6], "reversed")
p, q = a
same(q.tolist(), [3.0, 4.0], "unpacking")

# ---- properties
same((a.shape, a.ndim, a.size, a.itemsize, a.nbytes, a.strides), ((2, 2), 2, 4, 8, 32, (16, 8)), "sizes")
ok(a.dtype is gl.float64 and a.dtype == "float64" and repr(a.dtype) == "gpulinalg.float64", "dtype")
for dtype, python in (gl.float64, float), (gl.int64, int), (gl.complex128, complex), (gl.bool, bool):
    ok(dtype == python and python == dtype, "%s is Python's" % dtype)
for dtype, python in (gl.float32, float), (gl.int32, int), (gl.float64, int), (gl.int64, object), (gl.float64, gl.float32):
    ok(dtype != python and python != dtype, "%s is not %s" % (dtype, python))
same((gl.bool.itemsize, gl.int16.itemsize, gl.complex128.itemsize, str(gl.int8)), (1, 2, 16, "int8"), "dtypes have sizes")
same(a.device, "host", "device")
same(a.T.tolist(), [[1.0, 3.0], [2.0, 4.0]], "T")
same(gl.zeros((2, 3, 4)).mT.shape, (2, 4, 3), "mT")
raises(gl.ShapeError, lambda: gl.zeros((2, 3, 4)).T, "only a matrix has a T", "mT")
c = gl.asarray([1 + 2j])
same((c.real.tolist(), c.imag.tolist()), ([1.0], [2.0]), "real, imag")
ok(not a.readonly and gl.broadcast_to(i, (2, 3)).readonly, "readonly")
raises(AttributeError, lambda: setattr(a, "shape", (4,)), "properties cannot be set")
raises(AttributeError, lambda: setattr(a, "anything", 1), "nor can others")
raises(AttributeError, lambda: a.cumsum(), "a method of NumPy's arrays",
       "an Array has no cumsum; use gpulinalg.cumulative_sum(x, axis=…)")
same(hasattr(a, "sort"), False, "which an Array has not")

# ---- methods
same(a.sum(axis=0).tolist(), [4.0, 6.0], "a method with a named argument")
same(a.reshape(4).tolist(), a.reshape((4,)).tolist(), "reshape takes integers or a tuple")
same(a.reshape(1, 4).shape, (1, 4), "reshape to a matrix")
same(a.astype(gl.int32).dtype, gl.int32, "astype")
same(a.max().item(), 4.0, "max")
same(a.item(1, 0), 3.0, "item with an index")
same(gl.asarray(5).item(), 5, "item")
raises(gl.ArgumentError, lambda: a.item(), "item of several elements")
same(a.tolist(), [[1.0, 2.0], [3.0, 4.0]], "tolist")
same(gl.asarray(True).tolist(), True, "tolist of a 0-d array is a number")
same(a.T.tobytes(), gl.copy(a.T).tobytes(), "tobytes follows the shape, not the memory")

# ---- conversion to numbers
same((float(gl.asarray(1.5)), int(gl.asarray(1.5)), complex(c), bool(gl.asarray([0.0]))), (1.5, 1, 1 + 2j, False),
     "numbers")
same([10, 20, 30][gl.asarray(1)], 20, "an integer array of no dimensions is an index")
raises(gl.DTypeError, lambda: [1][gl.asarray(0.0)], "a float array is none")
raises(gl.DTypeError, lambda: float(c), "a complex array is no float")
raises(gl.ArgumentError, lambda: bool(a), "the truth of several elements", "any")
same(math.sqrt(gl.asarray(4.0)), 2.0, "the math module takes arrays of one element")
same("%.2f %s" % (gl.asarray(0.5), format(gl.asarray(2.0), ".3f")), "0.50 2.000", "formatting")

# ---- text
same(repr(a), "Array([[1. 2.]\n       [3. 4.]], dtype=float64, device='host')", "repr")
same(str(i), "[6 3 1]", "str")
ok("shape=(0, 3)" in repr(gl.zeros((0, 3))), "repr of an empty array shows its shape")

# ---- copies and pickles
for kind in (copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
    b = kind(a.T)
    b[0, 0] = 9
    ok(b.tolist() == [[9.0, 3.0], [2.0, 4.0]] and a.tolist()[0][0] == 1.0, "a copy has its own memory")
for dtype in gl.bool, gl.uint64, gl.float32, gl.complex64:
    b = pickle.loads(pickle.dumps(gl.ones((2, 0, 3), dtype=dtype), 2))
    ok(b.dtype is dtype and b.shape == (2, 0, 3), "pickle of %s" % dtype)
ok(pickle.loads(pickle.dumps(gl.float32)) == gl.float32, "pickle of a dtype")
g = gl.random.Generator(2**64 - 1)
g.jump(3)
g.random(5)
for kind in (copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
    h = kind(g)
    ok(h is not g and h.random(3).tolist() == kind(g).random(3).tolist() and h.state.tolist() == [2**64 - 1, 8, 3, 0],
       "a Generator's copy goes on where it stands, by itself")
ok(g.state.tolist() == [2**64 - 1, 5, 3, 0], "and the Generator stays there")
restore, (data, dtype, shape, device) = gl.ones((2, 3)).__reduce__()
for given in (data, None, shape), (data, dtype, None):
    raises(gl.ArgumentError, lambda: restore(*given, device), "a pickle without a type or a shape is refused", "lacks")
raises(gl.ShapeError, lambda: restore(data[1:], dtype, shape, device), "a pickle of the wrong size is refused",
       "asarray: the pickle has 47 bytes")

# ---- subclasses, and uninitialised arrays
class Mine(gl.Array):
    pass


m = Mine([1, 2])
ok(type(m) is Mine and type(m + m) is gl.Array and (m + 1).tolist() == [2, 3], "a subclass works as an array")
ok(type(pickle.loads(pickle.dumps(gl.Array([1])))) is gl.Array, "Array(...) is asarray")
empty = gl.Array.__base__.__new__(gl.Array)
for use in (repr, str, len, float, iter, lambda x: x + 1, lambda x: 1 - x, lambda x: x.shape, lambda x: x[0], lambda x: x.T,
            lambda x: x.tolist(), lambda x: gl.sum(x), memoryview, lambda x: x.__setitem__(0, 1), lambda x: 1 in x,
            lambda x: operator.iadd(x, 1), lambda x: gl.concat([x, x]), lambda x: gl.asarray([x, x]), bytes, pickle.dumps,
            lambda x: a[x], lambda x: x == 1, lambda x: -x, bool, operator.index, lambda x: x.item(), copy.copy):
    raises(gl.ArgumentError, lambda: use(empty), "an array that never was is refused", "is uninitialised")

# ---- views with the greatest possible number of elements
long = gl.broadcast_to(gl.asarray(1, dtype="int8"), 2**63 - 1)
row, column = gl.broadcast_to(long[0], (1, 2**32)), gl.broadcast_to(gl.asarray(0), (2**32, 1))
for use in (gl.fft.irfft, lambda x: gl.cumulative_sum(x, include_initial=True),
            lambda x: gl.take_along_axis(row, column, axis=0)):
    raises(gl.OverflowError, lambda: use(long), "a result that no array can be is refused")

# ---- namespaces
ok(a.__array_namespace__() is gl and gl.linalg.matmul is gl.matmul, "namespaces")
ok(gl.pi == math.pi and gl.e == math.e and gl.inf == math.inf and gl.nan != gl.nan and gl.newaxis is None, "constants")
