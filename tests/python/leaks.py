"""Handles of the library and references to Python's objects are released, also after failures."""
import array
import gc
import sys

import gpulinalg as gl
from gpulinalg import _native
from tap import ok, same

gl.set_device("host")


class Bad:
    def __float__(self):
        raise KeyError


class Base(list):
    pass


values, buffer, bad = [[1.0, 2.0], [3.0, 4.0]], array.array("d", [1, 2]), Bad()
key = slice(0, 1)
a = gl.asarray(values, copy=True)


def quietly(function):
    try:
        return function()
    except (gl.Error, KeyError, TypeError):
        return None


calls = {
    "asarray of a list": lambda: gl.asarray(values),
    "asarray of a buffer": lambda: gl.asarray(buffer),
    "asarray that fails": lambda: gl.asarray([[1, 2], [3, bad]]),
    "operator": lambda: a + values,
    "operator that fails": lambda: a + [1, 2, 3],
    "operator with what is not an array": lambda: a + bad,
    "in place": lambda: a.__iadd__(0),
    "in place that fails": lambda: a.__iadd__([1, 2, 3]),
    "comparison": lambda: a == buffer,
    "index": lambda: a[key, [0, 1]],
    "index that fails": lambda: a[[0, 1], [5], bad],
    "assignment": lambda: a.__setitem__((key, [0, 1]), [values[0]]),
    "assignment that fails": lambda: a.__setitem__((key, [0, 1]), [1, 2, 3]),
    "several arrays": lambda: gl.concat([values, a, [buffer]]),
    "several arrays that fail": lambda: gl.concat([values, a, bad]),
    "named tuple": lambda: gl.slogdet(a),
    "named tuple that fails": lambda: gl.slogdet([1]),
    "text": lambda: (repr(a), gl.info(), gl.devices(), gl.device_info()),
    "text that fails": lambda: gl.device_info("none:9"),
    "buffer out": lambda: memoryview(a.T).tolist(),
    "tolist": lambda: (a.tolist(), a.item(0, 0), a.tobytes()),
    "iteration": lambda: [list(row) for row in a],
    "number": lambda: (float(a[0, 0]), quietly(lambda: float(a))),
    "number as text": lambda: gl.matrix_norm(a, ord=1.0),
    "shape that fails": lambda: gl.zeros([2, bad]),
    "dtype by class": lambda: gl.zeros(1, dtype=float),
    "membership": lambda: 4 in a,
}
objects = values, values[0], buffer, bad, key, a, float, gl.Array, gl.float64, None
gc.collect()


def growth(call, times):
    """Return the growth after a number of calls: arrays, minimum and maximum of references, memory blocks."""
    before = _native.live_arrays(), [sys.getrefcount(o) for o in objects], sys.getallocatedblocks()
    for _ in range(times):
        quietly(call)
    gc.collect()
    counts = [sys.getrefcount(o) for o in objects]
    drift = [now - then for now, then in zip(counts, before[1])]
    return _native.live_arrays() - before[0], max(drift), -min(drift), sys.getallocatedblocks() - before[2]


for name, call in calls.items():
    # Python itself keeps some memory of the first calls; a leak in each call appears in every round.
    for _ in range(4):
        found = growth(call, 200)
        if max(found) < 100:
            break
    if not ok(max(found) < 100, "%s leaves nothing behind" % name):
        print("# 200 calls: %d arrays, %d references more, %d fewer, %d blocks" % found)
del a, objects
gc.collect()
same(_native.live_arrays(), 0, "no handle is left")
