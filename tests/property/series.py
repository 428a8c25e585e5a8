# tags: fast slow
"""Recurrences compared with loops in NumPy, filters and interpolation with SciPy if it is installed, for random shapes, dtypes
and axes, and lengths around those from which lines are split into chunks. TAP; skipped without NumPy.

It runs for GPULINALG_CAMPAIGN_SECONDS (2), from the seed GPULINALG_CAMPAIGN_SEED."""
import os
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))
try:
    from scipy import interpolate, signal
except ImportError:
    interpolate = signal = None

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20269"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "2"))
rng = np.random.default_rng(SEED)
TYPES = ["float32", "float64", "complex64", "complex128"]


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(map(str, what)))


def numbers(shape, dtype, scale=1.0):
    x = rng.standard_normal(shape) * scale
    return (x + 1j * rng.standard_normal(shape) * scale if dtype.startswith("complex") else x).astype(dtype)


def near(got, want, *what):
    """Allow rounding errors of initial values near 1."""
    got = np.asarray(got)
    check(got.shape == want.shape and got.dtype == want.dtype, got.shape, want.shape, got.dtype, want.dtype, *what)
    size = max(1, np.max(np.abs(want))) if want.size else 0
    error = np.max(np.abs(got - want)) if want.size else 0
    check(error <= 300 * np.finfo(want.dtype).eps * size, error, "beside", size, *what)


def length():
    return int(rng.choice([0, 1, 2, 3, 50, 1023, 1024, 1025, 1500, 3000]))


def shape():
    """Return dimensions with an axis of random length."""
    ndim = int(rng.integers(1, 4))
    axis = int(rng.integers(ndim))
    dims = [int(rng.choice([1, 2, 5])) for _ in range(ndim)]
    dims[axis] = length()
    return dims, axis


def loop(a, b, x0, axis):
    """x[t] = a[t] x[t - 1] + b[t]."""
    a, b = (np.moveaxis(x, axis, 0) for x in np.broadcast_arrays(a, b))
    x, out = x0, np.empty_like(b)
    for t in range(len(b)):
        out[t] = x = a[t] * x + b[t]
    return np.moveaxis(out, 0, axis)


def linear_recurrence():
    dims, axis = shape()
    dtype = str(rng.choice(TYPES))
    a = numbers([n if rng.random() < 0.6 else 1 for n in dims], dtype, 0.5)
    a = a / np.maximum(1, np.abs(a)).astype(dtype)
    b = numbers([n if rng.random() < 0.8 else 1 for n in dims], dtype)
    common = list(np.broadcast_shapes(a.shape, b.shape))
    x0 = numbers(common[:axis] + common[axis + 1:], dtype)
    if rng.random() < 0.3:
        b = b[tuple(slice(None, None, -1) for _ in dims)]
    near(gl.linear_recurrence(a, b, x0=x0, axis=axis), loop(a, b, x0, axis), a.shape, b.shape, axis, dtype)


def vector_recurrence():
    k, n = int(rng.choice([1, 2, 3, 5, 16, 17])), length() or 1
    dtype, rows = str(rng.choice(TYPES)), int(rng.integers(1, 4))
    varies, lines = rng.random() < 0.4, int(rng.choice([1, rows]))
    a = numbers((lines, n if varies else 1, k, k), dtype, 0.5)
    a = a / np.maximum(1, np.abs(a).sum(axis=-1, keepdims=True)).astype(dtype)
    b, x0 = numbers((rows, n, k), dtype), numbers((rows, k), dtype)
    x, want = x0, np.empty_like(b)
    for t in range(n):
        x = np.einsum("rij,rj->ri", np.broadcast_to(a[:, t if varies else 0], (rows, k, k)), x) + b[:, t]
        want[:, t] = x
    near(gl.vector_recurrence(a, b, x0=x0), want, a.shape, b.shape, dtype)


def filters():
    """Compare with SciPy; without it, compare two consecutive parts with the whole."""
    dims, axis = shape()
    dims[axis] = dims[axis] or 1
    dtype = str(rng.choice(TYPES))
    x, b = numbers(dims, dtype), numbers(int(rng.integers(1, 6)), dtype)
    order = int(rng.choice([0, 1, 2, 4, 16, 17]))
    lags = numbers(order, dtype)
    a = np.concatenate([[2.0], 1.8 * lags / max(1, np.abs(lags).sum())]).astype(dtype)
    state = list(dims)
    state[axis] = max(len(a), len(b)) - 1
    if state[axis] == 0:
        return
    zi = numbers(state, dtype)
    what = (dims, axis, len(b), len(a), dtype)
    y, zf = gl.lfilter_state(b, a, x, axis=axis, zi=zi)
    if signal:
        wanted, state = signal.lfilter(b, a, x, axis=axis, zi=zi)
        near(y, wanted, *what)
        near(zf, state, *what)
    cut = int(rng.integers(dims[axis] + 1))
    first, second = np.split(x, [cut], axis=axis)
    y1, z1 = gl.lfilter_state(b, a, first, axis=axis, zi=zi)
    y2, z2 = gl.lfilter_state(b, a, second, axis=axis, zi=z1)
    near(np.concatenate([np.asarray(y1), np.asarray(y2)], axis=axis), np.asarray(y), cut, *what)
    near(z2, np.asarray(zf), cut, *what)


def curves():
    """Compare with SciPy; without it, use cubics, which are their own splines."""
    dims, axis = shape()
    dims[axis] = n = int(rng.choice([2, 3, 4, 5, 30, 1500]))
    x = np.cumsum(rng.uniform(0.5, 1, n))
    at = rng.uniform(x[0] - 0.5, x[-1] + 0.5, rng.integers(0, 6, int(rng.integers(0, 3))))
    cubic = np.moveaxis(np.broadcast_to(((x - x[0]) / n) ** min(n - 1, 3), [*dims[:axis], *dims[axis + 1:], n]), -1, axis)
    got = np.asarray(gl.cubic_spline(x, cubic, at, axis=axis))
    want = ((at - x[0]) / n) ** min(n - 1, 3)
    order = [*range(axis), *range(axis + at.ndim, got.ndim), *range(axis, axis + at.ndim)]
    check(np.allclose(got.transpose(order), want, rtol=0, atol=1e-12), "cubic", dims, axis, at.shape)
    if not interpolate:
        return
    dtype = str(rng.choice(["float64", "complex128"]))
    y, bc = numbers(dims, dtype), str(rng.choice(["not-a-knot", "clamped", "natural"]))
    want = interpolate.CubicSpline(x, y, axis=axis, bc_type=bc)(at)
    near(gl.cubic_spline(x, y, at, axis=axis, bc_type=bc), want, bc, dims, axis)
    y, der = np.round(2 * y.real) / 2, int(rng.integers(2))
    near(gl.pchip_interpolate(x, y, at, der, axis), interpolate.pchip_interpolate(x, y, at, der, axis), dims, axis, der)


def grids():
    """Affine functions, which are their own interpolants; compare with SciPy if it is installed."""
    dims = int(rng.integers(1, 5))
    points = [np.cumsum(rng.uniform(0.5, 1, int(rng.integers(2, 6)))) * rng.choice([-1, 1]) for _ in range(dims)]
    low, high = (np.array([end(p) for p in points]) for end in (np.min, np.max))
    at, slopes = rng.uniform(low - 0.5, high + 0.5, (int(rng.integers(0, 9)), dims)), rng.standard_normal(dims)
    values = sum(np.meshgrid(*[s * p for s, p in zip(slopes, points)], indexing="ij"))
    near(gl.interpn(points, values, at, extrapolate=True), at @ slopes, dims)
    if interpolate:
        values, method = rng.standard_normal(values.shape), str(rng.choice(["linear", "nearest"]))
        want = interpolate.interpn(points, values, at, method, bounds_error=False, fill_value=-3.0)
        near(gl.interpn(points, values, at, method, bounds_error=False, fill_value=-3.0), want, dims, method)


tests = [linear_recurrence, vector_recurrence, filters, curves, grids]
print(f"1..{len(tests)}")
print(f"# seed {SEED}")
failures = 0
for number, test in enumerate(tests, 1):
    until, rounds, message = time.monotonic() + SECONDS / len(tests), 0, ""
    while not message and (rounds < 5 or time.monotonic() < until):
        try:
            test()
        except AssertionError as error:
            message = f"round {rounds}: {error}"
        rounds += 1
    failures += bool(message)
    print(f"{'not ok' if message else 'ok'} {number} - {test.__name__} ({rounds} rounds)")
    if message:
        print("# " + message)
sys.exit(failures > 0)
