"""OpenBLAS's threads: small calls use one thread, stacks and tall products are distributed over our threads, and results do not
depend on the number of threads."""
import ctypes
import hashlib
import os
import signal
import subprocess
import sys
import threading

os.environ.setdefault("OPENBLAS_NUM_THREADS", "2")
os.environ.setdefault("GPULINALG_NUM_THREADS", "2")

import gpulinalg as gl  # noqa: E402  (reads the environment)
from tap import ok, skip  # noqa: E402

signal.alarm(300)  # a wait without end is a failure
gl.set_device("host")


def numbers(rows, cols, start=1):
    x = gl.reshape(gl.arange(start, start + rows * cols, dtype="float64"), (rows, cols))
    return gl.sin(x**2 / 7) + 4 * gl.eye(rows, cols)


def openblas_threads():
    try:
        library = ctypes.CDLL("libopenblas.so.0", mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
    except OSError:
        return None
    return library.openblas_get_num_threads()


# ---- small and large ones, from several threads at once
few, some, many = numbers(40, 40), numbers(300, 300), numbers(950, 950)
tall, other = numbers(20000, 7), numbers(20000, 5)
stack = gl.reshape(numbers(30 * 24, 24), (30, 24, 24)) + 4 * gl.eye(24)
work = [
    lambda: gl.solve(few, few[:, 0]),
    lambda: gl.inv(few),
    lambda: gl.solve(many, many[:, 0]),
    lambda: some @ some,
    lambda: tall.T @ other,
    lambda: tall.T @ tall,
    lambda: gl.svdvals(few),
    lambda: gl.eigvalsh(some + some.T),
    lambda: gl.solve(stack, stack),
    lambda: many @ many[:, 0],
]


def bits(x):
    return hashlib.sha256(memoryview(gl.asarray(x)).tobytes()).hexdigest()


before = openblas_threads()
expected = [bits(f()) for f in work]
wrong = []


def compare(first):
    for i in range(3 * len(work)):
        k = (first + i * 3) % len(work)
        if bits(work[k]()) != expected[k]:
            wrong.append(k)


threads = [threading.Thread(target=compare, args=(i,)) for i in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
ok(not wrong, "the same bits whatever other threads do: %s" % sorted(set(wrong)))
if before is None:
    skip("OpenBLAS's number of threads", "no libopenblas.so.0 is loaded")
else:
    ok(openblas_threads() == before, "OpenBLAS has as many threads as before (%d)" % before)

# ---- a fork while other threads compute
stop = False


def be_busy():
    while not stop:
        gl.inv(few)
        gl.solve(stack, stack)


busy = threading.Thread(target=be_busy)
busy.start()
good = True
for _ in range(5):
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        same = [bits(work[k]()) for k in (2, 0, 8, 5)] == [expected[k] for k in (2, 0, 8, 5)]
        os._exit(0 if same and openblas_threads() == before else 1)
    good = good and os.waitpid(child, 0)[1] == 0
stop = True
busy.join()
ok(good, "a forked child computes the same, with as many threads")

# ---- a signal handler computes with all threads during a stack that uses one thread for each matrix
long = gl.reshape(numbers(3000 * 24, 24), (3000, 24, 24))
whole = bits(gl.svdvals(long))
heard = []


def compute(number, frame):
    heard.append(bits(gl.solve(many, many[:, 0])) == expected[2])


old = signal.signal(signal.SIGUSR1, compute)
for _ in range(40):
    timer = threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGUSR1))
    timer.start()
    again = bits(gl.svdvals(long))
    timer.join()
    if heard or again != whole:
        break
signal.signal(signal.SIGUSR1, old)
ok(heard and all(heard) and again == whole, "a handler that solves a system in the middle of a stack (%d)" % len(heard))

# ---- stacks and tall products for any number of threads
SCRIPT = """
import hashlib
import gpulinalg as gl
gl.set_device("host")
x = gl.reshape(gl.arange(1, 1 + 200*20*20, dtype="float64"), (200, 20, 20))
a = gl.sin(x**2 / 7) + 4 * gl.eye(20)
s = a @ gl.matrix_transpose(a)
t = gl.reshape(a, (8000//2, 20))
results = [gl.solve(a, a[:, :, :1]), gl.inv(a), gl.cholesky(s), *gl.qr(a), *gl.eigh(s), *gl.svd(a), gl.eigvals(a), s,
           gl.concat([t, t, t]).T @ gl.concat([t, t + 1, t])]
print([hashlib.sha256(memoryview(r).tobytes()).hexdigest() for r in results])
"""
texts = set()
for n in ("1", "2", "5"):
    environment = dict(os.environ, GPULINALG_NUM_THREADS=n)
    run = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, timeout=120)
    texts.add(run.stdout)
ok(len(texts) == 1 and len(texts.pop()) > 500, "stacks and tall products have the same bits with 1, 2 and 5 threads")
