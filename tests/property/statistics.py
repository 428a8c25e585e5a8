"""tags: slow

Quantiles of random arrays: equal to NumPy's to the last bits, for every method, if NumPy is installed; and the defining
properties of quantiles."""
import os
import random
import sys
import warnings

import gpulinalg as gl

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "python"))
from tap import ok, skip  # noqa: E402

try:
    import numpy as np
except ImportError:
    np = None

# If two candidates are equally near, NumPy before version 2 returns the odd one.
CLEAR = [] if np is not None and np.__version__ < "2" else ["closest_observation"]
rng = random.Random(int(os.environ.get("GPULINALG_TEST_SEED", "4099")))
METHODS = ["inverted_cdf", "averaged_inverted_cdf", "interpolated_inverted_cdf", "hazen", "weibull",
           "linear", "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest"] + CLEAR


def values(generator, shape, dtype):
    """Return values with ties, with long tails, or sorted: selection by leading bits must support them."""
    x = generator.standard_normal(shape)
    kind = rng.randrange(5)
    if kind == 1:
        x = np.round(x)
    elif kind == 2:
        x = np.exp(15 * x)
    elif kind == 3:
        x = np.sort(x, axis=None).reshape(shape)
    elif kind == 4:
        x = np.where(x < 1, 0.0, x)
    return (x if dtype.startswith("f") else np.clip(100 * x, -100, 100)).astype(dtype)


def numpy_quantile(function, *arguments, **options):
    """Call NumPy's function; the methods exist since NumPy 1.22."""
    try:
        return function(*arguments, **options)
    except TypeError:
        return None


def compare(generator):
    shape = rng.choice([(1,), (7,), (100,), (3000,), (200001,), (50, 33), (3, 70001), (4, 5, 6), (20, 25), (1000, 2)])
    dtype = rng.choice(["float64", "float32", "int64", "int16"])
    axis = rng.choice([None, 0, -1])
    method, x = rng.choice(METHODS), values(generator, shape, dtype)
    if dtype.startswith("f") and rng.random() < 0.3:
        x.flat[rng.randrange(x.size)] = np.nan
    q = rng.choice([0.5, [0.0, 1.0], generator.random(3), generator.random(40), np.arange(9) / 8])
    for name in "quantile", "nanquantile":
        want = numpy_quantile(getattr(np, name), x.astype("float64"), q, axis=axis, method=method)
        if want is None:
            return "too old"
        got = np.asarray(getattr(gl, name)(gl.asarray(x), q, axis=axis, method=method)).astype("float64")
        limit = (1e-6 if dtype == "float32" else 1e-13) * np.nanmax(np.abs(x.astype("float64")), initial=0)
        if got.shape != want.shape or not np.allclose(got, want, rtol=0, atol=limit, equal_nan=True):
            return f"{name} of {dtype} {shape}, axis {axis}, {method}, q {q}"
    want = np.median(x, axis=axis)
    if not np.array_equal(np.asarray(gl.median(gl.asarray(x), axis=axis)), want, equal_nan=True):
        return f"median of {dtype} {shape}, axis {axis}"
    return None


def selected_is_sorted(n):
    """Each order statistic is the element of the sorted array, requested alone or together with others."""
    x = gl.asarray([rng.gauss(0, 1) for _ in range(n)])
    q = [i / (n - 1) for i in range(n)]
    return gl.all(gl.quantile(x, q, method="nearest") == gl.sort(x)).item() and all(
        gl.quantile(x, q[i], method="nearest").item() == gl.sort(x)[i].item() for i in rng.sample(range(n), 5))


ok(all(selected_is_sorted(n) for n in (25, 129, 1000)), "order statistics are the elements of the sorted array")
if np is None:
    skip("quantiles and medians are NumPy's", "there is no NumPy here")
else:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = [compare(np.random.default_rng(rng.randrange(1 << 30))) for _ in range(120)]
    wrong = [r for r in results if r and r != "too old"]
    if all(r == "too old" for r in results):
        skip("quantiles and medians are NumPy's", "this NumPy has no methods")
    else:
        ok(not wrong, f"quantiles and medians are NumPy's {wrong[:3]}")
