#!/usr/bin/env python3
"""Matrix product by two-dimensional kernels, without and with tiles in local memory, compared with matmul."""
import os

import gpulinalg as gla

TILE = 16
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "matrix_product.c")) as file:
    module = gla.Module(file.read(), options=["-DT=float32", "-DTILE=%d" % TILE])
device = module.device
print("# on %s: %s" % (device, gla.device_info(device)["description"]))

# Sizes that are not multiples of the tile size.
m, n, k = (4001, 3999, 4003) if gla.device_info(device)["kind"] == "GPU" else (401, 399, 403)
print("# (%d, %d) times (%d, %d) in float32" % (m, k, k, n))
a = gla.sin(gla.reshape(gla.arange(m * k, dtype="float32", device=device), (m, k)))
b = gla.cos(gla.reshape(gla.arange(k * n, dtype="float32", device=device), (k, n)))
c = gla.empty((m, n), dtype="float32", device=device)


def milliseconds(on, work):
    """Return the shortest of three runs, timed by events in the device's stream.  An extra first run compiles the kernel."""
    work()
    stream = gla.get_stream(on)
    times = []
    for _ in range(3):
        start = stream.record()
        work()
        times.append(start.elapsed_time(stream.record()))
    return min(times)


def report(name, on, time):
    print("# %-6s on %-9s %9.2f ms %9.1f GFLOP/s" % (name, on, time, 2e-6 * m * n * k / time))


# The library's own product on the current device.  The device of the kernel may be a CPU without linear algebra.
current = gla.get_device() if gla.get_device() != "auto" else device
on_current = [x.to_device(current) for x in (a, b)]
expected = gla.matmul(*on_current)
report("matmul", current, milliseconds(current, lambda: gla.matmul(*on_current)))

grid = [(n + TILE - 1) // TILE, (m + TILE - 1) // TILE]
for name in "naive", "tiled":
    kernel = module.kernel(name)
    c[...] = 0
    report(name, device, milliseconds(device, lambda: kernel([a, b, c, m, n, k], grid, [TILE, TILE])))
    error = gla.matrix_norm(c.to_device(current) - expected) / gla.matrix_norm(expected)
    print("%s and matmul: relative difference below 1e-5 is %s" % (name, "true" if error < 1e-5 else "false"))
