"""Least squares with data on the host that is processed while it is copied to a GPU: with and without enough memory there, with
padded rows, and if the fast method must be abandoned."""
import array
import random

import gpulinalg as gl
from tap import ok, raises, skip

random.seed(7)
gpu = next((d for d in gl.devices() if d.startswith("cuda")), None)


def whole_numbers(*shape):
    count = shape[0] if len(shape) == 1 else shape[0] * shape[1]
    numbers = array.array("d", array.array("b", random.randbytes(count)))
    return memoryview(numbers).cast("B").cast("d", list(shape))


def fit(a, b, device):
    gl.set_device(device)
    return [result.tolist() for result in gl.lstsq(a, b)]


def distance(x, y):
    return max(abs(p - q) for p, q in zip(x, y)) / max(abs(q) for q in y)


def agree(got, want, name):
    """x and residuals agree to the last digits, because both are refined; singular values agree as for two different
    algorithms."""
    ok(distance(got[0], want[0]) < 1e-14, name + ": x")
    ok(abs(got[1] - want[1]) <= 1e-14 * want[1], name + ": residuals")
    ok(got[2] == want[2], name + ": rank")
    ok(distance(got[3], want[3]) < 1e-13, name + ": singular values")


def test():
    m, n = 500000, 40  # 153 MiB: several blocks of rows, the last one smaller, and too much for the memory without blocks
    a, b = whole_numbers(m, n), whole_numbers(m)
    by_qr, free = fit(a, b, "host"), fit(a, b, gpu)
    agree(free, by_qr, "all rows")
    ok(fit(a, b, gpu) == free, "the same bits once more")
    agree(fit(gl.asarray(a, device=gpu), b, gpu), by_qr, "rows that are there")
    gl.set_memory_limit("140M", gpu)
    try:
        raises(gl.OutOfMemoryError, lambda: gl.asarray(a, device=gpu), "the rows have no room", "limit")
        agree(fit(a, b, gpu), by_qr, "rows without room")
    finally:
        gl.set_memory_limit(None, gpu)

    a = whole_numbers(200000, 3)  # the third column is exactly or nearly the sum of the others
    for row in range(200000):
        a[row, 2] = a[row, 0] + a[row, 1] + (2.0 ** -20 if row % 5 == 0 else 0)
    got, want = fit(a, b[:200000], gpu), fit(a, b[:200000], "host")
    ok(got[2] == want[2] == 3 and distance(got[0], want[0]) < 1e-9, "nearly dependent columns: by QR")
    for row in range(200000):
        a[row, 2] = a[row, 0] + a[row, 1]
    got, want = fit(a, b[:200000], gpu), fit(a, b[:200000], "host")
    ok(got[2] == want[2] == 2 and distance(got[0], want[0]) < 1e-9, "dependent columns: the shortest solution")
    a[199999, 1] = float("nan")
    raises(gl.NonFiniteError, lambda: fit(a, b[:200000], gpu), "NaN in the last row", "a contains")

    try:
        import numpy
    except ImportError:
        return skip("rows with gaps", "no NumPy")
    wide = numpy.asarray(whole_numbers(300000, 41))
    agree(fit(wide[:, :40], b[:300000], gpu), fit(wide[:, :40], b[:300000], "host"), "rows with gaps")


if gpu is None:
    skip("rows from the host", "no CUDA device")
else:
    test()
