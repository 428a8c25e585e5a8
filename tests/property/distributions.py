# tags: slow
"""Distributions compared with scipy.stats, with random parameters. TAP; skipped without SciPy 1.10 or newer."""
import sys

try:
    import numpy as np
    import scipy.stats as theirs
except ImportError:
    print("1..0 # SKIP SciPy is not installed")
    sys.exit(0)
import gpulinalg as gl

N = 200
rng = np.random.default_rng(67)
SHAPES = {  # parameters, and the range of arguments
    "norm": ([], lambda: rng.normal(0, 6, N)),
    "t": ([10 ** rng.uniform(-0.3, 3, N)], lambda: rng.normal(0, 6, N)),
    "chi2": ([10 ** rng.uniform(-0.3, 2, N)], lambda: rng.exponential(20, N)),
    "f": ([10 ** rng.uniform(-0.3, 2, N), 10 ** rng.uniform(-0.3, 2, N)], lambda: rng.exponential(2, N)),
    "gamma": ([10 ** rng.uniform(-0.3, 2, N)], lambda: rng.exponential(20, N)),
    "beta": ([10 ** rng.uniform(-0.3, 2, N), 10 ** rng.uniform(-0.3, 2, N)], lambda: rng.uniform(0, 1, N)),
    "poisson": ([10 ** rng.uniform(-1, 2, N)], lambda: rng.integers(-1, 60, N).astype(float)),
    "binom": ([np.floor(10 ** rng.uniform(0, 2, N)), rng.uniform(0, 1, N)], lambda: rng.integers(-1, 60, N).astype(float)),
}


def problem(name, function):
    parameters, points = SHAPES[name]
    x = rng.uniform(0.01, 0.99, N) if function in ("ppf", "isf") else points()
    place = {"loc": 0.5} if name not in ("poisson", "binom") else {"loc": 2}
    if name not in ("poisson", "binom"):
        place["scale"] = 2.0
    for options in ({}, place):
        got = np.array(getattr(getattr(gl.stats, name), function)(x, *parameters, **options).tolist())
        with np.errstate(all="ignore"):
            expected = getattr(getattr(theirs, name), function)(x, *parameters, **options)
        if function in ("logcdf", "logsf"):  # SciPy's are logarithms of tails that may underflow to 0
            expected = np.where((expected < -650) & (got < -650), got, expected)
        near = np.isclose(got, expected, rtol=1e-9, atol=1e-290 if "log" not in function else 1e-11, equal_nan=True)
        if not near.all():
            at = int(np.argmin(near))
            return f"{name}.{function} of {x[at]!r} and {[p[at] for p in parameters]!r}: {got[at]!r}, not {expected[at]!r}"
    return ""


def main():
    count = 0
    for name in SHAPES:
        for function in dir(getattr(gl.stats, name)):
            count += 1
            what = problem(name, function)
            print("not ok" if what else "ok", count, "-", f"{name}.{function} is SciPy's")
            if what:
                print("#", what)
    print(f"1..{count}")


main()
