#!/usr/bin/env python3
"""gpulinalg beside CuPy and PyTorch on one NVIDIA GPU: medians of one run, and the ratio to the better of the two.

usage: build/run python3 bench/beside_cuda.py"""
import statistics
import time

import cupy
import numpy
import torch

import gpulinalg as gla

torch.set_default_dtype(torch.float64)
gla.set_device("cuda:0")
BARRIERS = gla.synchronize, cupy.cuda.runtime.deviceSynchronize, torch.cuda.synchronize


def median(function, barrier, repetitions):
    """Milliseconds of a call that has finished on the device."""
    function()
    barrier()
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        function()
        barrier()
        times.append(time.perf_counter() - start)
    return 1e3 * statistics.median(times)


def row(name, ours, theirs, torchs, repetitions=5):
    times = [median(f, b, repetitions) for f, b in zip((ours, theirs, torchs), BARRIERS)]
    print("%-30s %10.3f %10.3f %10.3f %8.2f" % (name, *times, times[0] / min(times[1:])), flush=True)


def everywhere(*arrays):
    """The same data on the device, for each library."""
    return ([gla.copy(gla.asarray(a)) for a in arrays], [cupy.asarray(a) for a in arrays],
            [torch.as_tensor(a).cuda() for a in arrays])


def dense(rng, n, repetitions):
    a, b = rng.standard_normal((n, n)), rng.standard_normal(n)
    (ga, gb, gp), (ca, cb, cp), (ta, tb, tp) = everywhere(a, b, a @ a.T / n + 2 * numpy.eye(n))
    lg, lc, lt = gla.linalg, cupy.linalg, torch.linalg
    row(f"matmul {n}", lambda: ga @ ga, lambda: ca @ ca, lambda: ta @ ta, repetitions)
    row(f"solve {n}", lambda: lg.solve(ga, gb), lambda: lc.solve(ca, cb), lambda: lt.solve(ta, tb), repetitions)
    row(f"cholesky {n}", lambda: lg.cholesky(gp), lambda: lc.cholesky(cp), lambda: lt.cholesky(tp), repetitions)
    if n > 4096:
        row(f"solve {n}, host to host", lambda: numpy.asarray(lg.solve(a, b)),
            lambda: cupy.asnumpy(lc.solve(cupy.asarray(a), cupy.asarray(b))),
            lambda: lt.solve(torch.from_numpy(a).cuda(), torch.from_numpy(b).cuda()).cpu().numpy(), repetitions)
        return
    row(f"qr {n}", lambda: lg.qr(ga), lambda: lc.qr(ca), lambda: lt.qr(ta), repetitions)
    row(f"eigh {n}", lambda: lg.eigh(gp), lambda: lc.eigh(cp), lambda: lt.eigh(tp), repetitions)
    row(f"svd {n}", lambda: lg.svd(ga), lambda: lc.svd(ca), lambda: lt.svd(ta), 3)


def least_squares(rng):
    x, y = rng.standard_normal((1000000, 100)), rng.standard_normal(1000000)
    (gx, gy), (cx, cy), (tx, ty) = everywhere(x, y)
    row("lstsq 1e6 x 100", lambda: gla.lstsq(gx, gy), lambda: cupy.linalg.lstsq(cx, cy),
        lambda: torch.linalg.lstsq(tx, ty[:, None]), 3)
    row("lstsq 1e6 x 100, host to host", lambda: numpy.asarray(gla.lstsq(x, y).x),
        lambda: cupy.asnumpy(cupy.linalg.lstsq(cupy.asarray(x), cupy.asarray(y))[0]),
        lambda: torch.linalg.lstsq(torch.from_numpy(x).cuda(), torch.from_numpy(y).cuda()[:, None])[0].cpu(), 3)


def batched(rng):
    a, b = rng.standard_normal((20000, 16, 16)), rng.standard_normal((20000, 16, 1))
    (ga, gb, gp), (ca, cb, cp), (ta, tb, tp) = everywhere(a, b, a @ a.transpose(0, 2, 1) + 16 * numpy.eye(16))
    row("solve 20000 of 16", lambda: gla.solve(ga, gb), lambda: cupy.linalg.solve(ca, cb),
        lambda: torch.linalg.solve(ta, tb))
    row("cholesky 20000 of 16", lambda: gla.cholesky(gp), lambda: cupy.linalg.cholesky(cp),
        lambda: torch.linalg.cholesky(tp))
    row("eigh 20000 of 16", lambda: gla.eigh(gp), lambda: cupy.linalg.eigh(cp), lambda: torch.linalg.eigh(tp))


def memory_bound(n):
    (gv,), (cv,), (tv,) = everywhere(numpy.ones(n))
    gm, cm, tm = gla.reshape(gv, (16384, -1)), cv.reshape(16384, -1), tv.reshape(16384, -1)
    row("a + a, 1 GiB", lambda: gv + gv, lambda: cv + cv, lambda: tv + tv)
    row("exp, 1 GiB", lambda: gla.exp(gv), lambda: cupy.exp(cv), lambda: torch.exp(tv))
    row("sum, 1 GiB", lambda: gla.sum(gv), lambda: cv.sum(), lambda: tv.sum())
    row("sum, axis 0, 1 GiB", lambda: gla.sum(gm, axis=0), lambda: cm.sum(axis=0), lambda: tm.sum(dim=0))
    row("var, 1 GiB", lambda: gla.var(gv), lambda: cv.var(), lambda: tv.var())


generator = numpy.random.default_rng(0)
print("%s; CuPy %s, PyTorch %s; milliseconds, medians"
      % (gla.device_info()["description"], cupy.__version__, torch.__version__))
print("%-30s %10s %10s %10s %8s" % ("", "gpulinalg", "CuPy", "PyTorch", "ratio"))
for size, times in (256, 5), (1024, 5), (2048, 5), (4096, 3), (8192, 3):
    dense(generator, size, times)
least_squares(generator)
batched(generator)
memory_bound(2 ** 27)
