#!/usr/bin/env python3
"""Compare the device chosen by the library with an accelerator for large work on NumPy arrays.

    build/run python3 bench/placement/large.py [--record FILE] [--accelerator cuda:0] [--small] [WORD ...]

Each work runs in a process of its own, in which the accelerator has been started. The two ways alternate; times are the best
of three after one that is not counted. They include the copies from NumPy, and end when a scalar of the result is known. The
ratio should be at most 1.05.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import time

from record import Record

LARGEST_RATIO = 1.05
ROUNDS = 3


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", metavar="WORD", help="run the work with one of these words in its name")
    parser.add_argument("--record", metavar="FILE", help="save results in FILE, and skip those that it has")
    parser.add_argument("--accelerator", default="cuda:0", metavar="DEVICE")
    parser.add_argument("--small", action="store_true", help="use a thousandth of the data, for a test of this script")
    parser.add_argument("--limit", type=float, default=180, metavar="SECONDS", help="stop a process after this time")
    parser.add_argument("--work", help=argparse.SUPPRESS)  # what a process of its own does
    return parser.parse_args()


# ---- the work: each function makes data with NumPy and returns a function that computes a scalar -----------------------
def rows(n, small):
    return max(n // 1000, 1) if small else n


def side(n, small):
    """Return the side of a square matrix: a thousandth of the elements."""
    return int(n / math.sqrt(1000)) if small else n


def solve(np, gla, rng, small):
    n = side(8192, small)
    a, b = rng.standard_normal((n, n)), rng.standard_normal(n)
    return lambda: gla.sum(gla.solve(gla.asarray(a), gla.asarray(b)))


def lstsq(np, gla, rng, small):
    X, y = rng.standard_normal((rows(1000000, small), 100)), rng.standard_normal(rows(1000000, small))
    return lambda: gla.sum(gla.lstsq(gla.asarray(X), gla.asarray(y)).x)


def svd(np, gla, rng, small):
    n = side(4096, small)
    a = rng.standard_normal((n, n))
    return lambda: gla.svd(gla.asarray(a)).S[0]


def fixed_effects(np, gla, rng, small):
    n = rows(10000000, small)
    worker, firm = rng.integers(0, n // 10, n), rng.integers(0, n // 200, n)
    x = rng.standard_normal(n)
    y = x + rng.standard_normal(n // 10)[worker] + rng.standard_normal(n // 200)[firm] + rng.standard_normal(n)
    panel = {"y": y, "x": x, "worker": worker, "firm": firm}
    return lambda: gla.econ.ols("y ~ x | worker + firm", panel).coef["x"]


def fft(np, gla, rng, small):
    n = rows(1 << 26, small)
    x = rng.standard_normal(n) + 1j * rng.standard_normal(n)
    return lambda: gla.abs(gla.fft.fft(gla.asarray(x))[1])


def sort(np, gla, rng, small):
    x = rng.standard_normal(rows(100000000, small))
    return lambda: gla.sort(gla.asarray(x))[x.size // 2]


def sparse_product(np, gla, rng, small):
    n = rows(4000000, small)
    columns = np.sort((rng.integers(0, n, (n, 1)) + np.arange(5) * (n // 5)) % n, axis=1).reshape(-1)
    values, starts, x = rng.standard_normal(5 * n), np.arange(0, 5 * n + 1, 5), rng.standard_normal(n)
    return lambda: gla.sum(gla.sparse.csr(values, columns, starts, shape=[n, n]) @ gla.asarray(x))


def normals(np, gla, rng, small):
    n = rows(100000000, small)
    return lambda: gla.mean(gla.random.Generator(1).normal(shape=n))


WORK = {"solve 8192": solve, "lstsq 1e6 x 100": lstsq, "svd 4096": svd, "two fixed effects, 1e7 rows": fixed_effects,
        "fft 2^26": fft, "sort 1e8": sort, "sparse product, 4e6 rows": sparse_product, "1e8 normal draws": normals}


# ---- a process for each work -------------------------------------------------------------------------------------------
def child(given):
    """Print the seconds of both ways as JSON."""
    import numpy as np

    import gpulinalg as gla
    from accelerator import start

    if not start():
        print(json.dumps({"failed": "no accelerator has started"}))
        return
    call = WORK[given.work](np, gla, np.random.default_rng(1), given.small)
    seconds = {}
    for turn in range(1 + ROUNDS):
        for device in ("auto", given.accelerator):
            gla.set_device(device)
            before = time.perf_counter()
            float(call())
            after = time.perf_counter()
            seconds[device] = min(seconds.get(device, math.inf), after - before) if turn else math.inf
    print(json.dumps(seconds))


def measure(name, given):
    env = dict(os.environ, GPULINALG_PLACEMENT="quiet," + given.accelerator)
    command = [sys.executable, os.path.abspath(__file__), "--work", name, "--accelerator", given.accelerator]
    try:
        done = subprocess.run(command + ["--small"] * given.small, env=env, timeout=given.limit, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
    except subprocess.TimeoutExpired:
        return {"failed": "over %g s" % given.limit}
    if done.returncode:
        return {"failed": (done.stderr.strip() or "status %d" % done.returncode).splitlines()[-1]}
    return json.loads(done.stdout)


def main():
    given = options()
    if given.work:
        child(given)
        return
    record = Record(given.record)
    print("%-30s %10s %10s %8s" % ("seconds", "auto", given.accelerator, "ratio"))
    missed = []
    for name in WORK:
        if given.words and not any(word in name for word in given.words):
            continue
        times = record.measured(lambda: measure(name, given), name, "small" if given.small else "large", given.accelerator)
        if "failed" in times:
            print("%-30s failed: %s" % (name, times["failed"]), flush=True)
            missed.append(name)
            continue
        ratio = times["auto"] / times[given.accelerator]
        print("%-30s %10.4f %10.4f %8.2f  %s" % (name, times["auto"], times[given.accelerator], ratio,
                                                 "" if ratio <= LARGEST_RATIO else "MISSED"), flush=True)
        if ratio > LARGEST_RATIO:
            missed.append(name)
    print("above %g: %s" % (LARGEST_RATIO, ", ".join(missed) or "none"))


if __name__ == "__main__":
    main()
