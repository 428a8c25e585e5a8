"""Threads: other Python threads run during long computations; arrays may be destroyed in any thread; Ctrl-C works between
calls."""
import array
import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import gpulinalg as gl
from tap import ok, same

gl.set_device("host")

# ---- other threads count during a long operation, while Python itself never switches threads
sys.setswitchinterval(1000)
big = gl.ones(4000000)
counter = 0
stop = False


def count():
    global counter
    while not stop:
        counter += 1
        time.sleep(0)


thread = threading.Thread(target=count)
thread.start()
before = counter
for _ in range(10):
    gl.sum(gl.exp(big))
ran = counter - before
stop = True
thread.join()
sys.setswitchinterval(0.005)
ok(ran > 0, "another thread ran during long work (%d turns)" % ran)

# ---- different threads, different arrays
failures = []


def work(seed):
    try:
        x = gl.asarray([float(seed)] * 1000)
        for i in range(200):
            y = (x + i) * 2.0
            if y[500].item() != (seed + i) * 2.0:
                failures.append((seed, i))
            try:
                x + [1.0, 2.0]
            except gl.ShapeError as error:
                if "1000" not in str(error):
                    failures.append(str(error))
    except Exception as error:
        failures.append(error)


threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
for t in threads:
    t.start()
for t in threads:
    t.join()
same(failures, [], "threads with arrays and errors of their own")

# ---- one array read by many threads
shared, sums = gl.ones((300, 300)), []
threads = [threading.Thread(target=lambda: sums.append((shared + shared).sum().item())) for _ in range(8)]
for t in threads:
    t.start()
for t in threads:
    t.join()
same(sums, [180000.0] * 8, "threads with one array")

# ---- memory of Python released in another thread
source = array.array("d", [1.0] * 100)
box = [gl.asarray(source)]
t = threading.Thread(target=box.clear)
t.start()
t.join()
source.append(1.0)
ok(True, "an array that dies in another thread releases its buffer")

# ---- Ctrl-C
def interrupt():
    time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGINT)


def calls():
    small = gl.ones(10)
    end = time.time() + 20
    while time.time() < end:
        small + small


# A shell starts background processes with SIGINT ignored, and Python keeps this setting.
signal.signal(signal.SIGINT, signal.default_int_handler)
t = threading.Thread(target=interrupt)
t.start()
try:
    calls()
    ok(False, "Ctrl-C ends a loop of calls")
except KeyboardInterrupt:
    ok(True, "Ctrl-C ends a loop of calls")
t.join()

# ---- the end of the interpreter
code = """
import array, gpulinalg as gl, threading, sys
keep = [gl.asarray(array.array("d", [1.0] * 10)), gl.ones(10)]
sys.modules["keep"] = keep
threading.Thread(target=lambda: [gl.exp(gl.ones(1000000)) for _ in range(%d)], daemon=True).start()
class Late:
    x = gl.asarray(array.array("d", [1.0]))
    def __del__(self): self.x + 1
late = Late()
late.cycle = late
"""
for turns in 0, 1000:
    status = os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", code % turns])
    same(status, 0, "Python ends in good order with arrays alive and %d calls in another thread" % turns)
endless = """
import gpulinalg as gl, threading, time
gl.set_device("host")
x = gl.ones((600, 600))
for _ in range(2):
    threading.Thread(target=lambda: [gl.matmul(x, x) for _ in range(10**6)], daemon=True).start()
time.sleep(0.1)
"""
statuses = []
for _ in range(5):
    try:
        statuses.append(subprocess.run([sys.executable, "-c", endless], timeout=60).returncode)
    except subprocess.TimeoutExpired:
        statuses.append("does not end")
same(statuses, [0] * 5, "Python ends while other threads are in OpenBLAS")
if hasattr(os, "fork"):
    warnings.simplefilter("ignore")  # Python warns about forks of processes with threads; the library must support them
    child = os.fork()
    if child == 0:
        os._exit(0 if (gl.ones(100000) + 1).sum().item() == 200000.0 else 1)
    same(os.waitpid(child, 0)[1], 0, "a forked process computes")
