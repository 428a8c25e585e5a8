# tags: fast slow
"""Sorting, searching, extremes and unique values compared with NumPy's, for random arrays of all dtypes, lengths around every
boundary between two sorting algorithms, axes and strides. TAP; skipped without NumPy.

It runs for GPULINALG_CAMPAIGN_SECONDS (3), from the seed GPULINALG_CAMPAIGN_SEED."""
import os
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20263"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "3"))
DEVICES = os.environ.get("GPULINALG_SORTING_DEVICES", "").split() or [
    d for d in gl.devices() if d == "host" or gl.device_info(d).get("kind") == "gpu" or d.startswith("cuda")]
LARGEST = int(os.environ.get("GPULINALG_SORTING_LARGEST", "150000"))
rng = np.random.default_rng(SEED)
REAL = ["bool"] + [f"{u}int{b}" for u in ("", "u") for b in (8, 16, 32, 64)] + ["float32", "float64"]
ALL = REAL + ["complex64", "complex128"]
# Lengths at which the host and devices change their algorithms, and neighbouring lengths.
EDGES = [1, 2, 12, 24, 32, 64, 128, 256, 384, 512, 1024, 2048, 3072, 4096, 4992, 6144, 8064, 8192, 16384, 32768, 65536, 131072]


def length():
    kind = rng.integers(4)
    if kind == 0:
        return int(rng.integers(0, 40))
    if kind == 1:
        return min(LARGEST, int(10 ** rng.uniform(0, 5.1)))
    return min(LARGEST, max(0, int(rng.choice(EDGES)) + int(rng.integers(-2, 3))))


def reals(n, dtype):
    """Return random values with a difficult distribution: all different, few different, nearly sorted, few bits, special
    values, or clusters that an algorithm misses if it samples every sixteenth value."""
    kind = rng.integers(8)
    if dtype == "bool":
        return rng.integers(0, 2, n).astype(bool)
    if np.dtype(dtype).kind in "iu":
        info = np.iinfo(dtype)
        low, high = (info.min, info.max) if kind < 3 else (0, 100) if kind == 3 else (max(info.min, -3), 3)
        x = rng.integers(low, high, n, dtype=dtype, endpoint=True)
        return np.sort(x) if kind == 5 else x
    if kind == 0:
        x = rng.standard_normal(n)
    elif kind == 1:
        x = rng.integers(-5, 6, n).astype(float)
    elif kind == 2:
        x = np.ldexp(rng.standard_normal(n), rng.integers(-30, 30, n))
    elif kind == 3:
        x = 1 + np.sort(rng.random(n)) * 1e-6
    elif kind == 4:
        x = rng.choice([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 5e-324, -1e-310], n)
    elif kind == 5:
        x = np.where(rng.random(n) < 0.1, np.nan, rng.standard_normal(n))
    elif kind == 6:
        x = np.where(rng.random(n) < 0.5, rng.random(n), 0.0) * rng.choice([-1, 1], n)
    else:
        x = np.where(np.arange(n) % 16 == 0, rng.standard_cauchy(n), 5 + rng.permutation(n) % 1000 * 1e-14)
    with np.errstate(over="ignore"):
        x = x.astype(dtype)
    return np.where(rng.random(n) < 0.3, -x, x) if 4 <= kind <= 6 else x


def numbers(n, dtype):
    if not dtype.startswith("complex"):
        return reals(n, dtype)
    x = np.empty(n, dtype)
    x.real, x.imag = reals(n, x.real.dtype.name), reals(n, x.real.dtype.name)
    return x


def array():
    """Return an array of random shape and strides, and an axis."""
    dtype, n = str(rng.choice(ALL)), length()
    ndim = int(rng.integers(1, 4))
    axis = int(rng.integers(ndim))
    shape = [int(rng.choice([1, 2, 3, 7, 40])) if n < 3000 else int(rng.integers(1, 3)) for _ in range(ndim)]
    if rng.random() < 0.1:
        shape = [300 if n < 200 else 1] * ndim if ndim < 3 else shape
    shape[axis] = n
    x = numbers(int(np.prod(shape)), dtype).reshape(shape)
    if rng.random() < 0.4:
        wide = np.zeros([2 * s for s in shape], dtype)
        view = tuple(slice(None, None, 2) if rng.random() < 0.5 else slice(2 * s, s, -1) if s else slice(0, 0) for s in shape)
        wide[view] = x[tuple(slice(None) for _ in shape)] if wide[view].shape == x.shape else 0
        if wide[view].shape == x.shape:
            return wide, view, x, axis
    return x, tuple(slice(None) for _ in shape), x, axis


def bits(x):
    """Return bits that distinguish signed zeros, and NaNs from each other."""
    return np.ascontiguousarray(x).view(np.uint8)


def stable_order(x, axis, descending):
    """Return the sorting permutation; ties keep their order, also in descending order."""
    if not descending:
        return np.argsort(x, axis=axis, kind="stable")
    back = np.argsort(np.flip(x, axis), axis=axis, kind="stable")
    return np.flip(x.shape[axis] - 1 - back, axis)


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(map(str, what)))


def sorts(device):
    base, view, x, axis = array()
    descending = bool(rng.integers(2))
    given = gl.asarray(base, device=device)[view]
    what = (device, x.dtype, x.shape, given.shape, "axis", axis, "descending", descending)
    order = stable_order(x, axis, descending)
    got = np.asarray(gl.to_device(gl.argsort(given, axis=axis, descending=descending), "host"))
    check(got.dtype == np.int64 and (got == order).all(), "argsort", *what)
    got = np.asarray(gl.to_device(gl.sort(given, axis=axis, descending=descending), "host"))
    expected = np.take_along_axis(x, order, axis)
    check(got.dtype == x.dtype and (bits(got) == bits(expected)).all(), "sort", *what)


def searches(device):
    dtype = str(rng.choice(ALL))
    x, n = np.sort(numbers(length(), dtype), kind="stable"), int(rng.integers(0, 400))
    values = numbers(n, dtype)
    if len(x) and n:
        values = np.where(rng.random(n) < 0.5, rng.choice(x, n), values)
    side = str(rng.choice(["left", "right"]))
    got = np.asarray(gl.to_device(gl.searchsorted(gl.asarray(x, device=device), gl.asarray(values, device=device), side=side),
                                  "host"))
    check((got == np.searchsorted(x, values, side=side)).all(), "searchsorted", device, dtype, len(x), n, side)
    count = int(rng.integers(1, 5)) if len(x) < 5000 else 1
    x_rows, v_rows = np.sort(rng.permuted(np.tile(x, (count, 1)), axis=1)[:, :max(1, len(x) // 2)]), np.tile(values, (count, 1))
    got = np.asarray(gl.to_device(gl.searchsorted(gl.asarray(x_rows, device=device), gl.asarray(v_rows, device=device),
                                                  side=side), "host"))
    expected = [np.searchsorted(row, wanted, side=side) for row, wanted in zip(x_rows, v_rows)]
    check((got == np.array(expected, dtype=np.int64)).all(), "searchsorted by rows", device, dtype, x_rows.shape, n, side)
    shuffled = rng.permutation(x)
    invert = bool(rng.integers(2))
    got = np.asarray(gl.to_device(gl.isin(gl.asarray(values, device=device), gl.asarray(shuffled, device=device),
                                          invert=invert), "host"))
    check((got == np.isin(values, shuffled, invert=invert)).all(), "isin", device, dtype, len(x), n, invert)


def different(device):
    x = numbers(length(), str(rng.choice(ALL)))
    if rng.random() < 0.3:
        x = x[::-1]
    what = (device, x.dtype, x.shape)
    order = np.argsort(x, kind="stable")
    ordered = x[order]
    first = np.ones(len(x), bool)
    first[1:] = ordered[1:] != ordered[:-1]
    inverse = np.empty(len(x), np.int64)
    inverse[order] = np.cumsum(first) - 1
    given = gl.asarray(x, device=device)
    values, indices, got_inverse, counts = (np.asarray(gl.to_device(r, "host")) for r in gl.unique_all(given))
    check((bits(values) == bits(ordered[first])).all(), "values", *what)
    check((indices == order[first]).all(), "indices", *what)
    check((got_inverse == inverse).all(), "inverse", *what)
    check((counts == np.diff(np.append(np.flatnonzero(first), len(x)))).all(), "counts", *what)
    for function, fields in ((gl.unique_counts, (values, counts)), (gl.unique_inverse, (values, inverse))):
        for got, expected in zip(function(given), fields):
            check((bits(np.asarray(gl.to_device(got, "host"))) == bits(expected)).all(), function.__name__, *what)
    check((bits(np.asarray(gl.to_device(gl.unique_values(given), "host"))) == bits(values)).all(), "unique_values", *what)


def extremes(device):
    """The first largest and the first smallest element along an axis; NaN takes precedence."""
    base, view, x, axis = array()
    if x.dtype.kind == "c" or x.shape[axis] == 0:
        return
    given = gl.asarray(base, device=device)[view]
    if x.dtype.kind == "b":
        given, x = gl.astype(given, "uint8"), x.astype("uint8")
    for function, expected in ((gl.argmax, np.argmax), (gl.argmin, np.argmin)):
        got = np.asarray(gl.to_device(function(given, axis=axis), "host"))
        check((got == expected(x, axis=axis)).all(), function.__name__, device, x.dtype, x.shape, given.shape, "axis", axis)


TESTS = [sorts, searches, different, extremes]
print(f"1..{len(TESTS) * len(DEVICES)}\n# seed {SEED}")
failed = number = 0
for device in DEVICES:
    for test in TESTS:
        rounds, error, end = 0, None, time.monotonic() + SECONDS / (len(TESTS) * len(DEVICES))
        while not error and (time.monotonic() < end or rounds == 0):
            try:
                test(device)
            except AssertionError as e:
                error = e
            rounds += 1
        number += 1
        failed += error is not None
        print(f"{'not ok' if error else 'ok'} {number} - {test.__name__} on {device}: {error or f'{rounds} rounds'}")
sys.exit(failed > 0)
