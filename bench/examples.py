#!/usr/bin/env python3
"""Compare examples with the same scripts for NumPy and SciPy: lines of code, seconds in a process that has imported everything,
and whether both print the same.  build/bench/run examples.py"""
import contextlib
import io
import os
import time

import numpy  # noqa: F401
import scipy.signal  # noqa: F401
import scipy.special  # noqa: F401

import gpulinalg  # noqa: F401

here = os.path.dirname(os.path.abspath(__file__))


def lines(path):
    """Count the lines without comments, docstrings and empty lines."""
    with open(path) as file:
        parts = file.read().split('"""')
    return sum(bool(line.split("#")[0].strip()) for part in parts[::2] for line in part.splitlines())


def measure(path, times=3):
    with open(path) as file:
        code = compile(file.read(), path, "exec")
    seconds, printed = [], io.StringIO()
    for _ in range(times):
        printed = io.StringIO()
        start = time.perf_counter()
        with contextlib.redirect_stdout(printed):
            exec(code, {"__name__": "__main__", "__file__": path})
        seconds.append(time.perf_counter() - start)
    return min(seconds), printed.getvalue()


print("| example | lines, NumPy | lines, ours | NumPy, s | ours, s | ratio | prints the same |")
print("|---|---|---|---|---|---|---|")
for name in "aiyagari", "income_process":
    theirs, ours = os.path.join(here, "numpy", name + ".py"), os.path.join(here, os.pardir, "examples", name + ".py")
    (before, text), (after, other) = measure(theirs), measure(ours)
    print("| %s | %d | %d | %.2f | %.2f | %.2f | %s |" % (name, lines(theirs), lines(ours), before, after, after / before,
                                                      "yes" if text == other else "no"))
