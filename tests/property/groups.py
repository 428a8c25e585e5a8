# tags: fast slow
"""Positions, codes, bins and ranks compared with NumPy's, or with a few lines of NumPy code, for random arrays of all dtypes.
TAP; skipped without NumPy.

It runs for GPULINALG_CAMPAIGN_SECONDS (3), from the seed GPULINALG_CAMPAIGN_SEED."""
import os
import sys
import time
import warnings

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20268"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "3"))
rng = np.random.default_rng(SEED)
REAL = ["bool"] + [f"{u}int{b}" for u in ("", "u") for b in (8, 16, 32, 64)] + ["float32", "float64"]
ALL = REAL + ["complex64", "complex128"]
warnings.simplefilter("ignore")


def numbers(shape, dtype, specials=False):
    """Return values with many repetitions, whose sums are exact in every order."""
    x = rng.integers(0, 2 if dtype == "bool" else 9, shape)
    if dtype[0] in "ifc" and rng.integers(2):
        x = x - 4
    x = x.astype(dtype)
    if specials and dtype[0] == "f":
        x = np.where(rng.random(shape) < 0.2, rng.choice([np.nan, np.inf, -np.inf, -0.0], shape), x).astype(dtype)
    return x


def given(x):
    """Return the array on the device, half of the time reversed or transposed in memory."""
    kind = rng.integers(3)
    if kind == 0 and x.ndim:
        return gl.flip(gl.asarray(np.flip(x).copy()))
    return gl.matrix_transpose(gl.asarray(x.T.copy())) if kind == 1 and x.ndim == 2 else gl.asarray(x)


def back(x):
    return np.asarray(x.to_device("host"))


def alike(got, want, what):
    assert got.dtype == want.dtype and got.shape == want.shape, f"{what}: {got.dtype} {got.shape} for {want.dtype} {want.shape}"
    assert np.array_equal(got, want, equal_nan=got.dtype.kind in "fc"), f"{what}: {got} for {want}"


def add_at():
    dtype, shape = rng.choice(ALL), tuple(rng.integers(1, rng.choice([5, 60]), rng.integers(1, 4)))
    a, count = numbers(shape, dtype), tuple(rng.integers(0, 9, rng.integers(1, 3)))
    kinds = [lambda n: rng.integers(-n, n, count), lambda n: slice(None, None, int(rng.choice([-2, -1, 1, 2]))),
             lambda n: int(rng.integers(-n, n))]
    index = tuple(kinds[rng.choice(3, p=[0.6, 0.2, 0.2])](n) for n in shape[:rng.integers(1, len(shape) + 1)])
    index = index[0] if len(index) == 1 else index
    values = numbers(a[index].shape, dtype)
    if values.ndim and rng.integers(3) == 0:
        values = values[..., :1]
    x, want = given(a), a.copy()
    np.add.at(want, index, values)
    gl.add_at(x, index, given(values))
    alike(back(x), want, f"{dtype} {shape} {index}")


def factorize():
    dtype, n, sort = rng.choice(REAL), rng.integers(0, 200), bool(rng.integers(2))
    keys = numbers(n, dtype, True)
    if dtype[-2:] == "64" and rng.integers(2):
        keys = keys * keys.dtype.type(2**55)
    numbered, codes = {}, []
    for k in sorted(set(k for k in keys.tolist() if k == k)) if sort else []:
        numbered[k] = len(numbered)
    for k in keys.tolist():
        codes.append(-1 if k != k else numbered.setdefault(k, len(numbered)))
    got = gl.factorize(given(keys), sort=sort)
    alike(back(got.codes), np.array(codes, dtype="int64"), f"codes of {keys}")
    alike(back(got.uniques), np.array(list(numbered), dtype=dtype), f"uniques of {keys}")


def factorize_texts():
    texts = [chr(rng.integers(64, 300)) * int(rng.integers(0, 4)) for _ in range(rng.integers(0, 60))]
    for uniques, sort in (list(dict.fromkeys(texts)), False), (sorted(set(texts)), True):
        got = gl.factorize_texts(texts, sort=sort)
        assert got.uniques == uniques, f"{got.uniques} for {uniques}"
        alike(back(got.codes), np.array([uniques.index(t) for t in texts], dtype="int64"), "codes")


def digitize():
    dtype, shape = rng.choice(REAL), tuple(rng.integers(0, 20, rng.integers(0, 3)))
    x, bins, right = numbers(shape, dtype, True), np.sort(numbers(rng.integers(0, 9), dtype)), bool(rng.integers(2))
    bins = bins[::-1] if rng.integers(2) and len(set(bins)) > 1 else bins
    if dtype == "bool":
        bins = bins.astype("int8")
    alike(back(gl.digitize(given(x), gl.asarray(bins.copy()), right)), np.digitize(x, bins, right), f"{x} {bins} {right}")


def histogram():
    dtype, n, density = rng.choice(REAL[1:-2] + REAL[-1:]), rng.integers(0, 300), bool(rng.integers(2))
    a = rng.standard_normal(n) if dtype == "float64" and rng.integers(2) else numbers(n, dtype)
    bins = int(rng.integers(1, 40)) if rng.integers(2) else np.unique(numbers(rng.integers(2, 9), "float64", True))
    bins = bins[~np.isnan(bins)] if isinstance(bins, np.ndarray) else bins
    if isinstance(bins, np.ndarray) and len(bins) < 2:
        return
    wide = tuple(float(v) for v in np.sort(rng.integers(-4, 5, 2) / 3)) if rng.integers(2) else None
    kinds = ["int64", "float64"] if density else ["int64", "float64", "complex128"]
    weights = numbers(n, rng.choice(kinds)) if rng.integers(2) else None
    want = np.histogram(a, bins, wide, density=density, weights=weights)
    got = gl.histogram(given(a), gl.asarray(bins) if isinstance(bins, np.ndarray) else bins, wide, density,
                       None if weights is None else given(weights))
    alike(back(got.bin_edges), want[1], f"edges of {a} {bins} {wide}")
    alike(back(gl.histogram_bin_edges(gl.asarray(a), got.bin_edges)), want[1], "edges")
    alike(back(got.hist), want[0], f"{a} {bins} {wide} {weights}")


def lexsort():
    shape, axis = tuple(rng.integers(0, 20, rng.integers(1, 3))), -1 if rng.integers(2) else 0
    keys = [numbers(shape, rng.choice(REAL), True) for _ in range(rng.integers(1, 4))]
    alike(back(gl.lexsort([given(k) for k in keys], axis=axis)), np.lexsort(keys, axis=axis), f"{keys}")


def ranks(line, method):
    """Return the ranks of one line, directly from the definition."""
    if line.dtype.kind == "f" and np.isnan(line).any():
        return [np.nan] * len(line)
    below, equal = [int((line < v).sum()) for v in line], [int((line == v).sum()) for v in line]
    if method == "ordinal":
        return [b + int((line[:i] == line[i]).sum()) + 1 for i, b in enumerate(below)]
    if method == "dense":
        return [len(set(line[line < v].tolist())) + 1 for v in line]
    return [{"min": b + 1, "max": b + e, "average": b + (e + 1) / 2}[method] for b, e in zip(below, equal)]


def rankdata():
    dtype, shape = rng.choice(REAL), tuple(rng.integers(1, 25, rng.integers(1, 3)))
    a, method = numbers(shape, dtype, rng.integers(3) == 0), str(rng.choice(["average", "min", "max", "dense", "ordinal"]))
    axis = [None, 0, -1][rng.integers(3)]
    lines = a.reshape(1, -1) if axis is None else np.moveaxis(a, axis, -1).reshape(-1, a.shape[axis])
    want = np.array([ranks(line, method) for line in lines])
    if axis is not None:
        want = np.moveaxis(want.reshape(np.moveaxis(a, axis, -1).shape), -1, axis)
    alike(back(gl.rankdata(given(a), method, axis)), want if axis is not None else want[0], f"{method} {axis} of {a}")


TESTS = [add_at, factorize, factorize_texts, digitize, histogram, lexsort, rankdata]
print(f"1..{len(TESTS)}\n# seed {SEED}")
failed = 0
for number, test in enumerate(TESTS, 1):
    rounds, error, end = 0, None, time.monotonic() + SECONDS / len(TESTS)
    while not error and (time.monotonic() < end or rounds == 0):
        try:
            test()
        except (AssertionError, gl.Error) as e:
            error = e
        rounds += 1
    failed += error is not None
    print(f"{'not ok' if error else 'ok'} {number} - {test.__name__}: {error or f'{rounds} rounds'}")
sys.exit(failed > 0)
