"""Seconds from the start of a new process to the solution of its first system of 500."""
import statistics
import subprocess
import sys
import time

import table

SETUP = "import numpy; a = numpy.random.default_rng(0).random((500, 500)); b = a[0].copy(); "
PROGRAMS = (
    SETUP + "import gpulinalg as g; g.set_device('cuda:0'); x = numpy.asarray(g.solve(a, b))",
    SETUP + "import cupy as c; x = c.asnumpy(c.linalg.solve(c.asarray(a), c.asarray(b)))",
    SETUP + "import torch as t; x = t.linalg.solve(t.from_numpy(a).cuda(), t.from_numpy(b).cuda()).cpu().numpy()",
)


def seconds(program):
    start = time.perf_counter()
    child = subprocess.Popen([sys.executable, "-c", program + "; print(x[0], flush=True)"], stdout=subprocess.PIPE)
    line = child.stdout.readline()
    taken = time.perf_counter() - start
    if child.wait() or not line:
        raise RuntimeError("it failed: " + program)
    return taken


def measure():
    """Measure; the first round fills the caches on disk."""
    rounds = [[seconds(p) for p in PROGRAMS] for _ in range(4)]
    table.line("new process to first solve 500", "s", [statistics.median(t) for t in zip(*rounds[1:])], limit=0.6)
