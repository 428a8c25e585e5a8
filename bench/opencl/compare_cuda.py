"""The OpenCL backend compared with the CUDA backend on the same GPU, if available: milliseconds, medians of alternating rounds.
"""
import os
import statistics
import time

import numpy

import gpulinalg as gla

DEVICE = os.environ.get("DEVICE", "opencl:0")
ORDERS = [int(n) for n in os.environ.get("ORDERS", "256 1024 4096").split()]


def devices():
    found = [DEVICE]
    try:
        gla.device_info("cuda:0")
        found.append("cuda:0")
    except gla.Error:
        pass
    return found


def works(device, n, dtype):
    """Return the operations by name; each is a function that leaves its result on the device."""
    rng = numpy.random.default_rng(n)
    x = rng.standard_normal((n, n))
    a, b = gla.asarray(x.astype(dtype), device=device), gla.asarray(rng.standard_normal((n, 1)).astype(dtype), device=device)
    p = gla.asarray((x @ x.T + n * numpy.eye(n)).astype(dtype), device=device)
    return {"matmul": lambda: gla.matmul(a, a), "lu": lambda: gla.lu(a), "solve, 1 column": lambda: gla.solve(a, b),
            "cholesky": lambda: gla.cholesky(p), "qr": lambda: gla.qr(a), "det": lambda: gla.det(a),
            "solve_triangular": lambda: gla.solve_triangular(p, a, lower=True)}


def timed(function, device):
    gla.synchronize(device)
    start = time.perf_counter()
    function()
    gla.synchronize(device)
    return 1e3 * (time.perf_counter() - start)


def measure(functions, found):
    times = {d: [] for d in found}
    first = {d: timed(functions[d], d) for d in found}
    began = time.perf_counter()
    while len(times[found[0]]) < 3 or (time.perf_counter() - began < 1 and len(times[found[0]]) < 51):
        for d in found:
            times[d].append(timed(functions[d], d))
    return first, {d: statistics.median(t) for d, t in times.items()}


def main():
    found = devices()
    for d in found:
        print(f"{d}: {gla.device_info(d)['description']}")
    print(f"{'':<34}" + "".join(f"{d:>12}" for d in found) + f"{'ratio':>9}{'first use':>12}")
    for dtype in "float64", "float32":
        for n in ORDERS:
            all_works = {d: works(d, n, dtype) for d in found}
            for name in all_works[DEVICE]:
                first, medians = measure({d: all_works[d][name] for d in found}, found)
                ratio = f"{medians[DEVICE] / medians['cuda:0']:9.2f}" if "cuda:0" in medians else f"{'-':>9}"
                print(f"{dtype} {n:>5} {name:<20}" + "".join(f"{medians[d]:12.3f}" for d in found) + ratio
                      + f"{first[DEVICE]:12.1f}", flush=True)


main()
