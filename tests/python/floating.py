"""Arrays whose device nobody chose move between the host and the emulated device, and no write is lost.

Every policy of GPULINALG_PLACEMENT runs in a process of its own: calls stay on the host, go to the device, or alternate."""
import os
import subprocess
import sys

import numpy as np

POLICIES = ("stay", "go", "alternate")
if len(sys.argv) == 1:
    environment = {**os.environ, "GPULINALG_BACKENDS": "emulated,host", "GPULINALG_DEVICE": "auto",
                   "GPULINALG_EMULATED_FLAGS": "-O0"}
    n = 0
    for policy in POLICIES:
        run = subprocess.run([sys.executable, __file__, policy], capture_output=True, text=True,
                             env={**environment, "GPULINALG_PLACEMENT": policy + ",emulated:0"})
        n += 1
        good = run.returncode == 0 and run.stdout == "ok\n"
        print("%s %d - arrays that float, when calls %s" % ("ok" if good else "not ok", n, policy))
        for line in (run.stdout + run.stderr).splitlines() if not good else []:
            print("# " + line)
    run = subprocess.run([sys.executable, __file__, "kernel"], capture_output=True, text=True,
                         env={**environment, "GPULINALG_BACKENDS": "opencl,host", "GPULINALG_PLACEMENT": "go,opencl:0",
                              "OCL_ICD_VENDORS": os.environ.get("OPENCL_VENDORS", "/etc/OpenCL/vendors")})
    n += 1
    print("%s %d - a kernel writes to arrays that float%s" % ("ok" if run.stdout in ("ok\n", "none\n") else "not ok", n,
                                                              " # SKIP no OpenCL device" if run.stdout == "none\n" else ""))
    print("1..%d" % n)
    sys.exit()
if sys.argv[1] == "kernel":
    import gpulinalg as gl
    if "opencl:0" not in gl.devices():
        print("none")
        sys.exit()
    k = gl.Kernel("KERNEL twice(GLOBAL float64 *x) { x[GLOBAL_ID] *= 2; }", "twice", device="opencl:0")
    x = gl.asarray([1.0] * 64)
    k([x], 1, 64)
    print("ok" if float(gl.sum(x)) == 128 and x.tolist() == [2.0] * 64 else x.tolist())
    sys.exit()

import pickle
import threading

import gpulinalg as gl

rng = np.random.default_rng(40)
A, b = rng.normal(size=(30, 30)), rng.normal(size=30)


def near(x, y):
    x, y = np.asarray(x), np.asarray(y)
    assert x.shape == y.shape and np.allclose(x, y, rtol=1e-9, atol=1e-11), (x, y)


# Results of compositions
for _ in range(3):
    a, c = gl.asarray(A), gl.asarray(b)
    x = gl.solve(a, c)
    near(x, np.linalg.solve(A, b))
    near(a @ x - c, np.zeros(30))
    near(gl.sum(a * 2 + 1, axis=0), (A * 2 + 1).sum(axis=0))
    near(gl.sort(c), np.sort(b))
    near(gl.concat([a, a @ a]), np.concatenate([A, A @ A]))

# Writes through the array, a view of it, and an operator in place, between calls that may make replicas
a = gl.asarray(A.copy())
total = A.copy()
for i in range(6):
    near(a @ a, total @ total)
    a[i] = float(i)
    total[i] = i
    near(gl.sum(a), total.sum())
    row = a[i + 1]
    row += 1.0
    total[i + 1] += 1
    near(gl.inv(a + 40 * gl.eye(30)), np.linalg.inv(total + 40 * np.eye(30)))
    a *= 0.5
    total *= 0.5
    near(a.T @ a, total.T @ total)

# Memory that NumPy writes, borrowed and lent
memory = A.copy()
borrowed = gl.asarray(memory)
for i in range(4):
    near(borrowed @ borrowed, memory @ memory)
    memory[i] = 3.0
    near(gl.sum(borrowed, axis=1), memory.sum(axis=1))
own = gl.asarray(A.tolist())
near(own @ own, A @ A)
if own.device == "host":
    lent = np.asarray(own)
    if lent.flags.writeable:
        lent[0] = 5.0
        near(own @ own, lent @ lent)
        lent[1] = 6.0
        near(own @ own, lent @ lent)

# Results that share memory with the operand
for view in (gl.conj, gl.diag, gl.flip, gl.matrix_transpose, gl.real, gl.squeeze):
    x = gl.asarray(A.tolist())
    v = view(x)
    x[0, 0] = 9.0
    assert 9.0 in np.asarray(v), view

# Sparse matrices and lists of them
q = gl.sparse.Sparse(np.eye(4))
for _ in range(3):
    near(gl.sparse.hstack(q, q).toarray(), np.hstack([np.eye(4)] * 2))
    near(q @ gl.ones(4), np.ones(4))

# The host takes over if the device lacks memory
x = gl.asarray(b.tolist())
gl.set_memory_limit("1K", "emulated:0")
for _ in range(2):
    near(gl.concat([x, x] * 9), np.concatenate([b, b] * 9))
    near(gl.einsum("i,i->", x, x), b @ b)
    near(gl.econ.ols(gl.asarray(b.tolist()), gl.asarray(A[:, :2].tolist())).params, np.linalg.lstsq(A[:, :2], b, rcond=None)[0])
gl.set_memory_limit(None, "emulated:0")

# A device that somebody chose stays
pinned = gl.asarray(A, device="emulated:0")
for _ in range(3):
    assert (pinned @ pinned).device == "emulated:0" and (pinned @ gl.asarray(A)).device == "emulated:0"
home = gl.to_device(gl.asarray(A), "host")
for _ in range(3):
    assert (home @ home).device == "host"
try:
    pinned @ home
    raise AssertionError("two chosen devices were mixed")
except gl.DeviceError:
    pass

# Arrays say whether they float, and their device can be given to other arrays
assert a.floating and not pinned.floating and not home.floating and not gl.zeros(2, device="host").floating
assert gl.asarray([1.0], device=a.device).floating and a.device in ("host", "emulated:0")
assert gl.zeros(2, device=a.device).floating and not gl.zeros(2, device=str(a.device) + "").floating
assert not gl.asarray([1.0], device=pinned.device).floating and gl.get_device() == "auto"
assert pickle.loads(pickle.dumps(a)).floating and type(pickle.loads(pickle.dumps(a.device))) is str
assert gl.to_device(pinned, "auto").floating

# Pickles, objects and threads
near(pickle.loads(pickle.dumps(a)) @ a, total @ total)
failures = []


def work(seed):
    try:
        m = np.random.default_rng(seed).normal(size=(20, 20))
        x = gl.asarray(m)
        for k in range(20):
            near(x @ x, m @ m)
            x[k] = float(seed)
            m[k] = seed
    except BaseException as e:
        failures.append(repr(e))


threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
assert not failures, failures

# An exception in the middle leaves the next call alone
try:
    gl.solve(gl.asarray(A), gl.ones(7))
    raise AssertionError("shapes do not fit")
except gl.ShapeError:
    pass
near(gl.asarray(A) @ gl.asarray(b), A @ b)
print("ok")
