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
    print("1..%d" % n)
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
