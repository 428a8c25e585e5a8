"""Out-of-memory errors, limits and statistics on the current device; scripts continue afterwards."""
import gc

import gpulinalg as gl
from tap import ok, raises, same, skip

device = gl.get_device()
x = gl.ones((256, 256))
before = gl.memory_info()
ok(before["device"] == device and before["used_bytes"] >= 8 * 256 * 256, "the array is counted")

gl.reset_peak_memory()
y = gl.ones((1024, 1024))
del y
gc.collect()
after = gl.memory_info()
ok(after["used_bytes"] == before["used_bytes"], "what is freed is no longer counted")
ok(after["peak_bytes"] >= before["used_bytes"] + 8 * 1024 * 1024, "the peak remembers it")
ok(gl.trim() is None and float(gl.sum(x).item()) == 65536.0, "trim leaves arrays alone")

gl.set_memory_limit(gl.memory_info()["used_bytes"] + 2**20)
for name, call in (("an array", lambda: gl.zeros(2**20)), ("a sum", lambda: gl.ones((512, 256)) + gl.ones((1, 256))),
                   ("a list", lambda: gl.asarray([1.0] * 2**18, device=device, copy=True))):
    raises(gl.OutOfMemoryError, call, "%s beyond the limit" % name, "limit of " + device)
    gc.collect()
    ok(gl.memory_info()["used_bytes"] == before["used_bytes"], "nothing is lost by that")
gl.set_memory_limit()
ok(gl.memory_info()["limit_bytes"] == 0, "no limit")
ok(float(gl.sum(gl.solve(gl.eye(256) * 2, x)).item()) == 32768.0, "all goes on")
ok(gl.memory_info()["used_bytes"] == before["used_bytes"], "the workspace is released")

if device == "host":
    skip("an array larger than the device", "the device is the host, which promises more memory than it has")
else:
    total = gl.memory_info()["total_bytes"]
    hold = gl.ones((1000, 1000))
    for i in range(3):
        raises(gl.OutOfMemoryError, lambda: gl.empty(total // 8 + 1), "an array larger than the device", device)
    blocks = []
    raises(gl.OutOfMemoryError, lambda: blocks.extend(gl.empty(2**30) for _ in range(1000)), "many arrays", "free of")
    blocks.clear()
    ok(float(gl.sum(hold @ hold).item()) == 1e9, "then all goes on")
    free = gl.memory_info()["free_bytes"]
    gl.trim()
    ok(gl.memory_info()["free_bytes"] >= free and gl.memory_info()["free_bytes"] > total // 2, "trim releases memory")

kept = gl.ones(2**18, device="host")
del kept
gc.collect()
pool = gl.memory_info("host")
ok(pool["reserved_bytes"] >= pool["used_bytes"] + 2**21, "the host keeps freed blocks")
gl.trim("host")
pool = gl.memory_info("host")
ok(pool["reserved_bytes"] == pool["used_bytes"], "and trim releases them")
ok(gl.device_info("host")["pool_limit_bytes"] > 2**21, "the limit of the pool is reported")

p = gl.empty_pinned((1000, 100))
p[...] = 1.5
a = gl.empty((1000, 100))
a[...] = p
p[...] = 0.0
ok(float(gl.sum(a).item()) == 150000.0, "a page-locked array changes only when its copy is over")
b = a * 2
p[...] = b
ok(p.device == "host" and memoryview(p)[999, 99] == 3.0, "its memory is there when it is asked for")
view = p[10:20]
view[...] = a[10:20]
ok(view.tolist()[9][99] == 1.5 and p[20, 0].item() == 3.0, "also through views")

# Arguments that are repetition counts need no memory for each repetition.
gl.set_device("host")
x, A = gl.ones(50000), gl.sparse.eye(50000)
for name, call in (("diff", lambda: gl.diff(x, n=300)), ("chebyshev", lambda: gl.sparse.chebyshev(A, degree=300).apply(x))):
    gc.collect()
    gl.reset_peak_memory()
    used = gl.memory_info()["used_bytes"]
    call()
    ok(gl.memory_info()["peak_bytes"] - used < 20 * x.nbytes, "%s of a high order" % name)
generator = gl.random.Generator(1)
raises(gl.OutOfMemoryError, lambda: generator.spawn(10**11), "more generators than there is memory for", "spawn")
gl.set_memory_limit(2**20)
raises(gl.OutOfMemoryError, lambda: generator.spawn(10**6), "or than the memory limit allows", "spawn")
raises(gl.OutOfMemoryError, lambda: gl.lu(gl.zeros((2**20, 0)), p_indices=True), "positions beyond the limit", "lu")
gl.set_memory_limit()
same(len(generator.spawn(3)), 3, "what fits is made")
