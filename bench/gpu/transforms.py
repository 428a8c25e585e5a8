"""Fourier transforms: long ones, many, two-dimensional ones, prime lengths, and the time of a small call."""
import cupy
import numpy
import torch

import gpulinalg as gla
import table

LIMITS = {"fft 2^26": 1.847, "rfft2 8192 x 8192": 1.12, "fft of 65536 x 1024": 0.535}  # milliseconds on an H200
SMALL = 8.1  # microseconds


def row(name, data, ours, theirs, torchs):
    """Print the time if it has a limit, otherwise the ratio to the faster of the other libraries."""
    g, c, t = (values[0] for values in table.everywhere(data))
    functions = lambda: ours(g), lambda: theirs(c), lambda: torchs(t)
    if name in LIMITS:
        table.line(name, "ms", [1e3 * x for x in table.medians(functions, calls=10)], limit=LIMITS[name])
    else:
        table.ratio(name, *functions, 1.02, calls=10)
    cupy.get_default_memory_pool().free_all_blocks()
    torch.cuda.empty_cache()


def measure():
    rng = numpy.random.default_rng(6)
    line = rng.standard_normal(2 ** 27).view(numpy.complex128)
    rows = line.reshape(65536, 1024)
    plane = rng.standard_normal((8192, 8192))
    everywhere = gla.fft, cupy.fft, torch.fft
    row("fft 2^26", line, *(m.fft for m in everywhere))
    row("ifft 2^26", line, *(m.ifft for m in everywhere))
    row("rfft 2^26", line.view(numpy.float64)[:2 ** 26], *(m.rfft for m in everywhere))
    row("fft of 65536 x 1024", rows, *(m.fft for m in everywhere))
    row("fft of 65536 x 1024, complex64", rows.astype(numpy.complex64), *(m.fft for m in everywhere))
    row("fft of 4096 x 4096, axis 0", rows.reshape(-1)[:2 ** 24].reshape(4096, 4096), lambda x: gla.fft.fft(x, axis=0),
        lambda x: cupy.fft.fft(x, axis=0), lambda x: torch.fft.fft(x, dim=0))
    row("rfft2 8192 x 8192", plane, *(m.rfft2 for m in everywhere))
    row("irfft2 8192 x 4097", numpy.fft.rfft2(plane), *(m.irfft2 for m in everywhere))
    for n in (10007, 1000003):
        count = 2 ** 24 // n
        row(f"fft of {count} x {n}, a prime", line[:count * n].reshape(count, n), *(m.fft for m in everywhere))
    (g,), (c,), (t,) = table.everywhere(line[:8].copy())
    functions = lambda: gla.fft.fft(g), lambda: cupy.fft.fft(c), lambda: torch.fft.fft(t)
    table.line("fft of 8, a call", "us", [1e6 * x for x in table.medians(functions, calls=400)], limit=SMALL)
