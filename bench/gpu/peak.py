"""Peak device memory of an operation in addition to its arguments, compared with CuPy's.

Ours is counted by `memory_info`; CuPy's is the memory that its pool has allocated from the driver. Workspace is included in
both."""
import cupy
import numpy

import gpulinalg as gla
import table

def our_peak(function):
    gla.synchronize()
    gla.reset_peak_memory()
    before = gla.memory_info()["peak_bytes"]
    result = function()
    gla.synchronize()
    del result
    return gla.memory_info()["peak_bytes"] - before


def their_peak(function):
    pool = cupy.get_default_memory_pool()
    pool.free_all_blocks()
    before = pool.total_bytes()
    result = function()
    del result
    return pool.total_bytes() - before


def row(name, ours, theirs):
    ours(), theirs()
    values = our_peak(ours) / 2 ** 20, their_peak(theirs) / 2 ** 20, None
    if values[1] > 1:  # smaller values are negligible
        table.line(f"peak memory, {name}", "MiB", values, values[0] / values[1], 1)


def square(rng, n):
    a, b = rng.standard_normal((n, n)), rng.standard_normal(n)
    (ga, gb, gp), (ca, cb, cp), _ = table.everywhere(a, b, (a + a.T) / 100 + n * numpy.eye(n))
    row(f"matmul {n}", lambda: ga @ ga, lambda: ca @ ca)
    row(f"solve {n}", lambda: gla.solve(ga, gb), lambda: cupy.linalg.solve(ca, cb))
    row(f"cholesky {n}", lambda: gla.cholesky(gp), lambda: cupy.linalg.cholesky(cp))
    row(f"qr {n}", lambda: gla.qr(ga), lambda: cupy.linalg.qr(ca))
    row(f"eigh {n}", lambda: gla.eigh(gp), lambda: cupy.linalg.eigh(cp))
    row(f"eig {n}", lambda: gla.eig(ga), lambda: cupy.linalg.eig(ca))
    row(f"svd {n}", lambda: gla.svd(ga, full_matrices=False), lambda: cupy.linalg.svd(ca, full_matrices=False))


def measure():
    rng = numpy.random.default_rng(5)
    square(rng, 2048)
    a, b = rng.standard_normal((20000, 16, 16)), rng.standard_normal((20000, 16, 1))
    (ga, gb, gp), (ca, cb, cp), _ = table.everywhere(a, b, a @ a.transpose(0, 2, 1) + 16 * numpy.eye(16))
    row("solve 20000 of 16", lambda: gla.solve(ga, gb), lambda: cupy.linalg.solve(ca, cb))
    row("cholesky 20000 of 16", lambda: gla.cholesky(gp), lambda: cupy.linalg.cholesky(cp))
    row("eigh 20000 of 16", lambda: gla.eigh(gp), lambda: cupy.linalg.eigh(cp))
    x, y = rng.standard_normal((1000000, 100)), rng.standard_normal(1000000)
    (gx, gy), (cx, cy), _ = table.everywhere(x, y)
    row("lstsq 1e6 x 100", lambda: gla.lstsq(gx, gy), lambda: cupy.linalg.lstsq(cx, cy, rcond=None))
    row("exp, 0.75 GiB", lambda: gla.exp(gx), lambda: cupy.exp(cx))
    row("a + 1, 0.75 GiB", lambda: gx + 1, lambda: cx + 1)
