"""Arguments of an unexpected type: numbers for booleans, Arrays for integers, file names, ranges."""
import os
import pathlib
import tempfile

import gpulinalg as gl
from tap import ok, raises, same

x = gl.ones((2, 2))

# ---- booleans
raises(gl.DTypeError, lambda: gl.reshape(x, 4, 1), "a part of the shape is not taken for copy",
       "reshape: copy is 1, but it must be true, false or None, not a number")
raises(gl.DTypeError, lambda: gl.loadtxt("t", header=0), "the number of a line is no header", "loadtxt: header is 0, but it")
same(gl.reshape(x, 4, True).shape, (4,), "copy=True")
same(gl.sum(x, keepdims=1).shape, (1, 1), "1 for true")
same(gl.sum(x, keepdims=gl.all(x == 1)).shape, (1, 1), "an Array of one truth value")

# ---- Arrays instead of plain numbers
matrix, vector = "a float64 Array of shape (2, 2)", "a float64 Array of shape (2,)"
for call, words in (
    (lambda: gl.zeros(x), "zeros: shape is %s, but it must be an integer or a list of integers" % matrix),
    (lambda: gl.zeros([x[0]]), "zeros: shape[0] is %s, but it must be an integer" % vector),
    (lambda: gl.std([1.0, 2], correction=x[0]), "std: correction is %s, but it must be a real number" % vector),
    (lambda: gl.sum(x, keepdims=x[0]), "sum: keepdims is %s, but it must be true or false" % vector),
    (lambda: gl.eye(x[0]), "eye: n_rows is %s, but it must be an integer" % vector),
    (lambda: gl.concat([x], axis=x[0]), "concat: axis is %s, but it must be an integer or None" % vector),
):
    raises(gl.DTypeError, call, words.partition(",")[0], words)

raises(gl.ArgumentError, lambda: gl.quantile(x, 0.5, method="r7"), "a long list of choices is complete",
       "'higher', 'midpoint' or 'nearest'")
raises(gl.DTypeError, lambda: gl.group_sum([1, 2], ["a", "b"]), "texts as keys",
       "group_sum: keys[0] is 'a', but it must be a number; convert it to a number, or encode categories with factorize_texts")


class NoNumber:
    def __index__(self):
        raise TypeError("not one")

    __float__ = __index__


raises(gl.DTypeError, lambda: gl.eye(NoNumber()), "an __index__ that refuses", "eye: n_rows is an object of class NoNumber")
raises(gl.DTypeError, lambda: gl.std(x, correction=NoNumber()), "a __float__ that refuses", "std: correction is an object of")
same(gl.zeros(gl.asarray([2, 1])).shape, (2, 1), "an Array of integers is a shape")
same(gl.eye(gl.asarray(2)).shape, (2, 2), "an Array of one integer is an integer")

# ---- names of files
folder = pathlib.Path(tempfile.mkdtemp())
gl.save(folder / "a.npy", [1.0, 2.0])
same(gl.load(folder / "a.npy").tolist(), [1.0, 2.0], "save and load take a Path")
same(gl.load(os.fsencode(folder / "a.npy")).tolist(), [1.0, 2.0], "bytes too")
gl.write_table(folder / "a.csv", [[1, 2]], ["n"])
same(gl.read_table(folder / "a.csv").names, ["n"], "write_table and read_table take a Path")
gl.savetxt(folder / "b.csv", {"n": [3]})
same(gl.loadtxt(folder / "b.csv")["n"].tolist(), [3], "savetxt and loadtxt take a Path")
strange = str(folder / "\udcff.npy")  # a byte that is not UTF-8
gl.save(strange, [1.0])
same(gl.load(strange).tolist(), [1.0], "a name that is not UTF-8")
for name, call in (("save", lambda path: gl.save(path, [1.0])), ("load", gl.load), ("loadtxt", gl.loadtxt),
                   ("savetxt", lambda path: gl.savetxt(path, [[1]])), ("read_table", gl.read_table),
                   ("write_table", lambda path: gl.write_table(path, [[1]]))):
    raises(gl.DTypeError, lambda: call(5), name + " of a number", name + ": path is 5, but it must be the name of a file")
    raises(gl.ArgumentError, lambda: call(None), name + " of None", name + ": path is None, but it must be the name of a file")
ok(not os.path.exists("5"), "no file is called 5")
raises(gl.ArgumentError, lambda: gl.load("a\0b"), "a zero character", "load: path contains a NUL character")
for name in os.listdir(os.fsencode(folder)):
    os.unlink(os.path.join(os.fsencode(folder), name))
folder.rmdir()

# ---- errors name the called function
for name, call in (("reduction", gl.reduction), ("scan", gl.scan), ("Module", lambda: gl.Module(None)),
                   ("Kernel", lambda: gl.Kernel(None, "f")), ("set_policy", lambda: gl.set_policy(None, "warn")),
                   ("to_device", lambda: x.to_device(None)), ("Event.query", lambda: gl.event_query(None))):
    raises(gl.ArgumentError, call, name + " of none", name + ": ")
    try:
        call()
    except gl.Error as error:
        ok(" is None, but it must be " in str(error), "in words of the language")
raises(gl.CompileError, lambda: gl.elementwise("x", "y", "y = (x"), "a formula", "elementwise: line 1")
formula, total = gl.elementwise("x", "y", "y = x"), gl.reduction("x", "y", "x")
raises(gl.ArgumentError, lambda: formula(None), "an argument of a formula", "elementwise: args[0] is None, but it")
raises(gl.DTypeError, lambda: total(x, axis="a"), "an axis of a reduction", "reduction: axis is 'a', but it")
raises(gl.ShapeError, lambda: gl.clip(x[0], [1, 2, 3]), "the limits of clip", "clip: min has shape (3,), which cannot")
raises(gl.ShapeError, lambda: gl.clip(x[0], 0, [1, 2, 3]), "and the upper one", "clip: max has shape (3,), which cannot")
raises(gl.ShapeError, lambda: gl.clip(1.0, [1, 2], [1, 2, 3]), "and both", "clip: shapes (2,) and (3,) cannot be broadcast")

for name, call in (("asarray", lambda: gl.asarray([1], device="nope")), ("device_info", lambda: gl.device_info("nope")),
                   ("to_device", lambda: x.to_device("nope")), ("set_device", lambda: gl.set_device("nope")),
                   ("zeros", lambda: gl.zeros(2, device="nope")), ("arange", lambda: gl.arange(2, device="nope")),
                   ("synchronize", lambda: gl.synchronize("nope")), ("memory_info", lambda: gl.memory_info("nope")),
                   ("from_dlpack", lambda: gl.from_dlpack(x, device="nope")), ("Stream", lambda: gl.Stream("nope")),
                   ("get_stream", lambda: gl.get_stream("nope")), ("Array", lambda: gl.Array([1], device="nope"))):
    raises(gl.DeviceError, call, name + " on a device that is not there",
           'asarray: there is no device "nope"; ' if name == "Array" else name + ': there is no device "nope"; ')

# ---- ranges
for r in (range(5), range(5, -6, -2), range(7, 8), range(-2**63, 2**63, 2**62 + 1), range(2**63 - 3, 2**63)):
    same(gl.asarray(r).tolist(), list(r), "%r" % r)
    same(str(gl.asarray(r).dtype), "int64", "of int64")
same(str(gl.asarray(range(2**63, 2**63 + 2)).dtype), "uint64", "a range of uint64")
same(str(gl.asarray(range(0)).dtype), "float64", "an empty range is an empty list")
raises(gl.OutOfMemoryError, lambda: gl.asarray(range(10**15)), "a range that does not fit", "asarray: ")
raises(gl.OverflowError, lambda: gl.asarray(range(10**30)), "a range that nobody can count", "obj is a range whose length")


# ---- memory described by the object, not by its class
class Described:
    def __init__(self, array):
        self.array, self.__array_interface__ = array, {"version": 3, "typestr": "<f8", "shape": (2,), "data": memoryview(array)}


class Inventor:
    def __getattr__(self, name):
        return {}


described = Described(bytearray(gl.asarray([1.5, 2.5]).tobytes()))
same(gl.asarray(described).tolist(), [1.5, 2.5], "__array_interface__ of the object itself")
same(gl.asarray([described, described]).tolist(), [[1.5, 2.5]] * 2, "in a list")
same((gl.ones(2) + described).tolist(), [2.5, 3.5], "as an operand")
raises(gl.ArgumentError, lambda: gl.asarray(Inventor()), "an object that invents attributes is not an array", "an object")

stack = gl.eye(3) + gl.zeros([2, 2, 3, 3])
stack[1, 0, 2, 2] = float("nan")
for name in ("solve", "lstsq"):
    call = getattr(gl, name)
    raises(gl.NonFiniteError, lambda: call(stack, gl.ones([3, 1])), name + " names it", "in matrix (1, 0) of the stack")
    raises(gl.NonFiniteError, lambda: call(gl.eye(3) + gl.zeros([2, 2, 3, 3]), stack), name + ": that of b",
           name + ": b contains")
for name in ("inv", "det", "qr", "lu", "cholesky", "svd", "eigh", "eig", "pinv"):
    raises(gl.NonFiniteError, lambda: getattr(gl, name)(stack), name + " names the matrix", "in matrix (1, 0) of the stack")
