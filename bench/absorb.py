"""Time of absorb beside pyhdfe's, for wages with effects of workers and of firms: bench/absorb.py [rows], see README.md.

Where pyhdfe is not installed, beside alternating projections by NumPy's bincount, without acceleration."""
import sys
import time

import numpy as np

import gpulinalg as gla

rows = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1000000
TOLERANCE = 1e-8
rng = np.random.default_rng(1)
workers, firms = rows // 10, rows // 100
worker = np.repeat(np.arange(workers), 10)
firm = np.where(rng.random(rows) < 0.2, rng.integers(0, firms, rows), rng.integers(0, firms, workers)[worker])
both = rng.standard_normal((rows, 2)) + rng.standard_normal((workers, 2))[worker] + rng.standard_normal((firms, 2))[firm]


def ours():
    fit = gla.absorb(both[:, 0], both[:, 1:], [worker, firm], tol=TOLERANCE)
    return np.column_stack([np.asarray(fit.y_within.to_device("host")), np.asarray(fit.X_within.to_device("host"))])


def by_pyhdfe():
    ids = np.column_stack([worker, firm])
    return pyhdfe.create(ids, degrees_method="pairwise", residualize_method="map",
                         options={"tol": TOLERANCE, "acceleration_method": "cg"}).residualize(both)


def by_bincount():
    x, counts = both.copy(), [np.bincount(worker), np.bincount(firm)]
    for column in x.T:
        change = 1.0
        while change > TOLERANCE:
            before = column.copy()
            for ids, count in zip((worker, firm), counts):
                column -= (np.bincount(ids, column) / count)[ids]
            change = np.linalg.norm(column - before) / np.linalg.norm(column)
    return x


try:
    import pyhdfe
    name, theirs = f"pyhdfe {pyhdfe.__version__}", by_pyhdfe
except ImportError:
    name, theirs = f"bincount of NumPy {np.__version__}", by_bincount
results, seconds = [], []
for function in ours, theirs:
    times = []
    for _ in range(3 if rows <= 1000000 or function is ours else 1):
        start = time.perf_counter()
        result = function()
        times.append(time.perf_counter() - start)
    results.append(result)
    seconds.append(min(times))
print(f"{rows} rows, {workers} workers, {firms} firms, 2 columns, on {gla.asarray([0.0]).device}")
print(f"absorb {seconds[0]:.3f} s, {name} {seconds[1]:.3f} s, ratio {seconds[0] / seconds[1]:.3f}")
print(f"largest difference {np.abs(results[0] - results[1]).max():.1e}")
