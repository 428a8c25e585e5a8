"""Memory is shared in both directions without a copy: buffers are imported, and arrays are exported."""
import array
import gc

import gpulinalg as gl
from gpulinalg import _native
from tap import ok, raises, same

gl.set_device("host")

# ---- in
source = array.array("d", [1, 2, 3, 4])
x = gl.asarray(source)
source[0] = 10
same(x.tolist(), [10.0, 2.0, 3.0, 4.0], "a change of the buffer is seen in the array")
x[1] = 20
same(source[1], 20.0, "and the other way")
raises(BufferError, lambda: source.append(5), "the buffer is held as long as the array lives")
y = x[::2]
del x
gc.collect()
raises(BufferError, lambda: source.append(5), "or a view of it")
del y
source.append(5)
ok(True, "then it is released")
z = gl.asarray(source, copy=True)
source[0] = 99
same(z[0].item(), 10.0, "a copy when asked for")
frozen = gl.asarray(memoryview(b"\1\2"))
ok(frozen.readonly, "read-only memory makes a read-only array")
raises(gl.ArgumentError, lambda: frozen.__setitem__(0, 1), "which refuses assignment")
raises(gl.ArgumentError, lambda: frozen.__iadd__(1), "and in-place operators")
swapped = memoryview(bytes([0, 0, 1, 2])).cast("B")
same(gl.asarray(swapped[2:0:-1]).tolist(), [1, 0], "a view that runs backwards")
for code in "bBhHiIlLqQfd?":
    width = gl.asarray(memoryview(bytes(16)).cast(code))
    same(width.itemsize, memoryview(bytes(16)).cast(code).itemsize, "format %s" % code)
odd = memoryview(bytearray(17))[1:].cast("d")
same(gl.asarray(odd).tolist(), [0.0, 0.0], "memory that is not aligned")
raises(gl.DTypeError, lambda: gl.asarray(memoryview(bytes(2)).cast("c")), "characters are no numbers")

# ---- out
x = gl.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], copy=True)
m = memoryview(x)
same((m.format, m.shape, m.strides, m.itemsize, m.readonly), ("d", (2, 3), (24, 8), 8, False), "memoryview of an array")
m[0, 0] = 7.0
same(x[0, 0].item(), 7.0, "shares its memory")
same(memoryview(x.T).strides, (8, 24), "of a transpose")
same(memoryview(x[:, ::-1]).tolist(), x[:, ::-1].tolist(), "of a view backwards")
ok(memoryview(gl.broadcast_to(x, (2, 2, 3))).readonly, "of a read-only view")
same(bytes(x), x.tobytes(), "bytes")
same(memoryview(gl.zeros((0, 3))).shape, (0, 3), "of an empty array")
same(memoryview(gl.asarray(2.5)).tolist(), 2.5, "of no dimensions")
codes = {"bool": "?", "int8": "b", "uint16": "H", "int32": "i", "float32": "f", "complex64": "Zf", "complex128": "Zd"}
for dtype, code in codes.items():
    same(memoryview(gl.ones(2, dtype=dtype)).format, code, "format of %s" % dtype)
out = array.array("d", x.tobytes())
same(out.tolist(), [7.0, 2.0, 3.0, 4.0, 5.0, 6.0], "into array.array")
m = memoryview(gl.asarray([1.0, 2.0], copy=True))
gc.collect()
same(m.tolist(), [1.0, 2.0], "a memoryview keeps the memory alive")
del m, x, z, frozen, odd, width
gc.collect()
same(_native.live_arrays(), 0, "no handle is left")
