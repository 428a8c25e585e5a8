"""Forks while another thread computes: the fork does not wait forever, and locks are free in the child."""
import os
import subprocess
import sys

import gpulinalg
from tap import ok, skip

SCRIPT = """
import itertools, os, signal, sys, threading, warnings
import gpulinalg as gl

warnings.simplefilter("ignore")  # Python dislikes forks of processes with threads; the library must bear them
gl.set_device(sys.argv[1])
square, lengths = gl.ones((700, 700)), itertools.count(5000)


def second(n):
    ones = gl.ones((n - 1,))
    return gl.sparse.diags([-ones, 2.5 * gl.ones((n,)), -ones], [-1, 0, 1])


grid = gl.sparse.kronsum(second(40), second(40))


def products():
    return gl.matmul(square, square)[3, 3].item() == 700


def transforms():
    n = next(lengths)  # there is no plan for it yet
    return abs(gl.fft.fft(gl.ones((n,)))[0].item() - n) < 1e-6


def decompositions():
    return abs(gl.svd(gl.eye(150) * 3)[1][0].item() - 3) < 1e-9


def factors():
    x = gl.sparse.factor(grid).solve(gl.ones((1600,)))
    return gl.max(gl.abs(grid @ x - 1)).item() < 1e-9


def elements():
    return gl.sum(gl.ones((300, 300)) + 1).item() == 180000


work, right, stop = globals()[sys.argv[2]], [], False


def go_on():
    while not stop:
        right.append(work())


threads = [threading.Thread(target=go_on) for _ in range(2)]
for thread in threads:
    thread.start()
statuses = []
for i in range(int(sys.argv[3])):
    child = os.fork()
    if not child:
        signal.alarm(20)
        os._exit(0 if work() else 1)
    statuses.append(os.waitpid(child, 0)[1])
stop = True
for thread in threads:
    thread.join()
print("right" if all(right) and not any(statuses) else "wrong", statuses)
"""

# The first operation of a thread, during which modules of the library are loaded.
LOADS = """
import os, signal, threading, time, warnings
import gpulinalg as gl

warnings.simplefilter("ignore")
gl.set_device("host")


def work():
    return abs(gl.fft.fft(gl.ones((5000,)))[0].item() - 5000) < 1e-6


thread = threading.Thread(target=work)
thread.start()
children = []
for i in range(12):
    child = os.fork()
    if not child:
        signal.alarm(20)
        os._exit(0 if work() else 1)
    children.append(child)
    time.sleep(0.0003)
statuses = [os.waitpid(child, 0)[1] for child in children]
thread.join()
print("wrong" if any(statuses) else "right", statuses)
"""


def check(device, what, forks, script=SCRIPT):
    try:
        done = subprocess.run([sys.executable, "-c", script, device, what, str(forks)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=100, text=True)
        ok(done.stdout.startswith("right"), "%s on %s: %s%s" % (what, device, done.stdout.strip()[:200], done.stderr[-300:]))
    except subprocess.TimeoutExpired:
        ok(False, "%s on %s: nothing goes on" % (what, device))


def solver():
    """Return the reason if there is no sparse direct solver for the host."""
    try:
        gpulinalg.sparse.factor(gpulinalg.sparse.eye(1, device="host"))
    except gpulinalg.NotSupportedError as missing:
        return missing


if hasattr(os, "fork"):
    for name, forks in (("products", 6), ("transforms", 6), ("decompositions", 12), ("factors", 6), ("elements", 12)):
        if name == "factors" and solver():
            skip("factors on host", solver())
        else:
            check("host", name, forks)
    for i in range(6):  # without the locks, the child crashed or hung in one of six such processes
        check("host", "loading, %d" % (i + 1), 12, LOADS)
    os.environ["GPULINALG_BACKENDS"] = "emulated,host"
    check("emulated:0", "elements", 12)
else:
    skip("forks", "there are none here")
