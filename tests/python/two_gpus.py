"""Two devices of one kind in one process: moving arrays, choosing devices, streams, and refused mixtures."""
import threading

import gpulinalg as gl
from tap import ok, raises, skip

gpus = [name for name in gl.devices() if name != "host"]
pair = [name for name in gpus if name.split(":")[0] == gpus[0].split(":")[0]][:2]
if len(pair) < 2:
    skip("two GPUs", "this machine has %d: %s" % (len(gpus), ", ".join(gl.devices())))
    raise SystemExit
one, two = pair

x = gl.reshape(gl.arange(12.0, device=one), (3, 4))
y = gl.to_device(x, two)
ok(y.device == two and y.tolist() == x.tolist(), "to the other device")
ok(gl.to_device(x.T, two).tolist() == x.T.tolist(), "a transposed array")
ok(gl.to_device(x[:, ::2], two).tolist() == x[:, ::2].tolist(), "a part")
ok(gl.astype(x, "float32", device=two).dtype == "float32", "with another type")
ok(gl.to_device(y, one).tolist() == x.tolist(), "and back")
ok((y @ y.T).device == two and (y @ y.T).tolist() == (x @ x.T).tolist(), "operations there")
a = gl.eye(200, device=two) * 4 + gl.ones((200, 200), device=two)
ok(abs(gl.solve(a, gl.ones(200, device=two)).tolist()[7] - 1 / 204) < 1e-16, "a system there")
raises(gl.DeviceError, lambda: x + y, "operands on both", "to_device")
raises(gl.DeviceError, lambda: gl.solve(gl.eye(3, device=one), gl.ones(3, device=two)), "a system on both", "to_device")

big = gl.ones((4096, 4096), device=one)
for turn in range(20):  # the memory of each copy is released while it is still read
    moved = gl.to_device(big * float(turn), two)
    wrong = gl.to_device(moved * 2.0, one) - big * (2.0 * turn)
    if gl.max(gl.abs(wrong)).item() != 0:
        break
ok(turn == 19, "copies to and fro keep their order")
s, t = gl.Stream(one), gl.Stream(two)
with gl.stream(s), gl.stream(t):
    moved = gl.to_device(big @ big, two) + 1.0
ok(gl.max(moved).item() == 4097.0, "in streams of their own")

gl.set_device(two)
ok(gl.get_device() == two and gl.zeros(3).device == two and gl.sum([1.0, 2.0]).device == two, "set_device")
ok(gl.memory_info()["device"] == two and gl.memory_info(one)["used_bytes"] > 0, "each has its memory")
gl.set_device(one)
import array
data = array.array("d", range(2**20))
results = {}


def work(name):
    results[name] = memoryview(gl.asarray(data, device=name, copy=True) * 2.0)[2**20 - 1]


threads = [threading.Thread(target=work, args=(name,)) for name in pair for _ in range(2)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
ok(results == {one: 2.0**21 - 2, two: 2.0**21 - 2}, "transfers with both at a time")
p = gl.empty_pinned(1000, device=one)
p[...] = gl.ones(1000, device=one) * 5
q = gl.to_device(p, two)
ok(gl.sum(q).item() == 5000.0, "page-locked memory serves both")
