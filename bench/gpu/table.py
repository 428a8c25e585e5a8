"""Alternating measurements, and the rows of the table."""
import gc
import statistics
import time

import cupy
import torch

import gpulinalg as gla

WIDTH = 38
rows = missed = 0


def barrier():
    """Wait for all libraries, which work in one CUDA context."""
    cupy.cuda.runtime.deviceSynchronize()


def timed(function, calls):
    start = time.perf_counter()
    for _ in range(calls):
        function()
    barrier()
    return (time.perf_counter() - start) / calls


def medians(functions, seconds=0.6, calls=1, most=101):
    """Return the seconds of a call of each function, None for a missing one. The first round is a warm-up."""
    present = [i for i, f in enumerate(functions) if f]
    times = [[] for _ in functions]
    gc.disable()
    least = 3 if sum(timed(functions[i], 1) for i in present) < 2 else 2
    began, turn = time.perf_counter(), 0
    while turn < least or (turn < most and time.perf_counter() - began < seconds):
        for k in range(len(present)):
            i = present[(turn + k) % len(present)]
            times[i].append(timed(functions[i], calls))
        turn += 1
    gc.enable()
    return [statistics.median(t) if t else None for t in times]


def number(value):
    if value is None:
        return "-"
    return f"{value:.3g}" if value < 0.1 else f"{value:.3f}" if value < 10 else f"{value:.1f}"


def head():
    print(f"{'':<{WIDTH}} {'gpulinalg':>10} {'CuPy':>10} {'PyTorch':>10} {'unit':<5} {'reached':>8} {'limit':>8}")


def line(name, unit, values, reached=None, limit=None, least=False):
    """Print a row; if reached is None, our own figure is compared with the limit."""
    global rows, missed
    reached = round(values[0] if reached is None else reached, 2)
    bad = limit is not None and (reached < limit if least else reached > limit)
    rows, missed = rows + 1, missed + bad
    sign = "" if limit is None else (">=" if least else "<=") + f"{limit:g}"
    print(f"{name:<{WIDTH}} {number(values[0]):>10} {number(values[1]):>10} {number(values[2]):>10} {unit:<5} "
          f"{reached:>8.2f} {sign:>8}{'  missed' if bad else ''}", flush=True)


def ratio(name, ours, theirs, torchs, limit=None, **how):
    """Print a row in milliseconds whose measure is the ratio to the faster of the other libraries."""
    times = medians((ours, theirs, torchs), **how)
    line(name, "ms", [t and 1e3 * t for t in times], times[0] / min(t for t in times[1:] if t), limit)


def everywhere(*arrays):
    """Return the same data on the device for each library."""
    return ([gla.copy(gla.asarray(a)) for a in arrays], [cupy.asarray(a) for a in arrays],
            [torch.as_tensor(a).cuda() for a in arrays])


def foot():
    print(f"# {missed} of {rows} rows missed their limit")
