"""Elementwise functions and sums of 1 GiB: `reached` is in per cent of the device's copy bandwidth."""
import cupy
import numpy
import torch

import gpulinalg as gla
import table

BYTES = 2 ** 30


def row(name, moved, functions, bandwidth, limit=90):
    """moved: number of times that 1 GiB is read or written."""
    times = table.medians(functions, calls=10)
    table.line(name + ", 1 GiB", "ms", [x and 1e3 * x for x in times], 100 * moved * BYTES / times[0] / bandwidth, limit, True)


def measure():
    values = numpy.random.default_rng(4).random(BYTES // 8)
    (g, g2), (c, c2), (t, t2) = table.everywhere(values, values)
    (gf,), (cf,), (tf,) = table.everywhere(numpy.concatenate([values, values]).astype(numpy.float32))
    gm, cm, tm = gla.reshape(g, (16384, -1)), c.reshape(16384, -1), t.reshape(16384, -1)
    stream = cupy.cuda.get_current_stream().ptr
    to_device = cupy.cuda.runtime.memcpyDeviceToDevice
    copy = table.medians([lambda: cupy.cuda.runtime.memcpyAsync(c2.data.ptr, c.data.ptr, BYTES, to_device, stream)], calls=10)
    bandwidth = 2 * BYTES / copy[0]
    print(f"# a copy on the device moves {bandwidth / 1e12:.2f} TB/s; `reached` in what follows is per cent of that")
    for name, moved, *functions in (
            ("a + b", 3, lambda: g + g2, lambda: c + c2, lambda: t + t2),
            ("exp(a)", 2, lambda: gla.exp(g), lambda: cupy.exp(c), lambda: torch.exp(t)),
            ("a * 2 + 1, two calls", 4, lambda: g * 2 + 1, lambda: c * 2 + 1, lambda: t * 2 + 1),
            ("exp(a), float32", 2, lambda: gla.exp(gf), lambda: cupy.exp(cf), lambda: torch.exp(tf)),
            ("sum(a)", 1, lambda: gla.sum(g), lambda: c.sum(), lambda: t.sum()),
            ("sum(a), float32", 1, lambda: gla.sum(gf), lambda: cf.sum(), lambda: tf.sum()),
            ("sum, axis 0", 1, lambda: gla.sum(gm, axis=0), lambda: cm.sum(axis=0), lambda: tm.sum(dim=0)),
            ("sum, axis 1", 1, lambda: gla.sum(gm, axis=1), lambda: cm.sum(axis=1), lambda: tm.sum(dim=1)),
            ("max(a)", 1, lambda: gla.max(g), lambda: c.max(), lambda: t.max())):
        row(name, moved, functions, bandwidth)
    row("var(a)", 1, (lambda: gla.var(g), None, lambda: t.var()), bandwidth, None)
