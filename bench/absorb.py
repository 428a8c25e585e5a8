"""Run time of absorb and of other programs for wages with worker and firm effects: bench/absorb.py [rows [firms [names]]].

names: programs to measure, separated by commas; default: all that are installed. They are `map` and `lsmr` (methods of absorb),
`pyfixest` (its demean), `within` (its LSMR), `pyhdfe` (MAP with conjugate gradients), `bincount` (alternating projections by
NumPy), `scipy` (sparse.linalg.lsmr). Up to 10^6 rows each is run three times, and the smallest time counts; processor times are
more reliable on a busy machine. `left` is the length of a result's remaining group means relative to the column: compare times
only if these agree. See README.md."""
import importlib
import sys
import time

import numpy as np

import gpulinalg as gla

TOLERANCE = 1e-8
rows = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1000000
workers, firms = rows // 10, int(float(sys.argv[2])) if len(sys.argv) > 2 else rows // 100
rng = np.random.default_rng(1)
worker = np.repeat(np.arange(workers), 10)
firm = np.where(rng.random(rows) < 0.2, rng.integers(0, firms, rows), rng.integers(0, firms, workers)[worker])
both = rng.standard_normal((rows, 3)) + rng.standard_normal((workers, 3))[worker] + rng.standard_normal((firms, 3))[firm]
codes = [np.unique(ids, return_inverse=True)[1] for ids in (worker, firm)]
counts = [np.bincount(ids) for ids in codes]


def ours(method):
    fit = gla.absorb(both[:, 0], both[:, 1:], [worker, firm], method=method, tol=TOLERANCE)
    if len(fit.rows) != rows:
        sys.exit("some rows are alone in their groups; take fewer firms")
    return np.column_stack([np.asarray(fit.y_within.to_device("host")), np.asarray(fit.X_within.to_device("host"))])


def by_pyfixest():
    module = importlib.import_module("pyfixest.core.demean")
    return lambda: module.demean(both, np.column_stack(codes).astype(np.uint64), np.ones(rows), TOLERANCE, 10000)[0]


def by_within():
    module = importlib.import_module("pyfixest.estimation.internals.demean_")
    how = importlib.import_module("pyfixest.demeaners").LsmrDemeaner(fixef_atol=TOLERANCE, fixef_btol=TOLERANCE)
    return lambda: module.dispatch_demean(both, np.column_stack(codes), np.ones(rows), how)[0]


def by_pyhdfe():
    module = importlib.import_module("pyhdfe")
    return lambda: module.create(np.column_stack([worker, firm]), degrees_method="pairwise", residualize_method="map",
                                 options={"tol": TOLERANCE, "transform": "symmetric",
                                          "acceleration": "cg"}).residualize(both)


def by_bincount():
    x = both.copy()
    for column in x.T:
        change = 1.0
        while change > TOLERANCE:
            before = column.copy()
            for ids, count in zip(codes, counts):
                column -= (np.bincount(ids, column) / count)[ids]
            change = np.linalg.norm(column - before) / np.linalg.norm(column)
    return x


def by_scipy():
    sparse = importlib.import_module("scipy.sparse")
    solve = importlib.import_module("scipy.sparse.linalg").lsmr

    def run():
        scale = [1 / np.sqrt(count) for count in counts]
        values = np.column_stack([s[ids] for s, ids in zip(scale, codes)]).ravel()
        places = np.column_stack([codes[0], codes[1] + len(counts[0])]).ravel()
        dummies = sparse.csr_array((values, places, np.arange(0, 2 * rows + 1, 2)), (rows, len(counts[0]) + len(counts[1])))
        return np.column_stack([column - dummies @ solve(dummies, column, atol=TOLERANCE, btol=TOLERANCE)[0]
                                for column in both.T])
    return run


def left(x):
    """Return the value of the worst column."""
    squares = sum((np.column_stack([np.bincount(ids, c) for c in x.T])**2 / count[:, None]).sum(axis=0)
                  for ids, count in zip(codes, counts))
    return np.sqrt((squares / (x**2).sum(axis=0)).max())


MAKERS = {"map": lambda: lambda: ours("map"), "lsmr": lambda: lambda: ours("lsmr"), "pyfixest": by_pyfixest,
          "within": by_within, "pyhdfe": by_pyhdfe, "bincount": lambda: by_bincount, "scipy": by_scipy}
print(f"{rows} rows, {len(counts[0])} workers, {len(counts[1])} firms, 3 columns, on {gla.asarray([0.0]).device}")
first = None
for name in sys.argv[3].split(",") if len(sys.argv) > 3 else MAKERS:
    try:
        function = MAKERS[name]()
    except ImportError as e:
        print(f"{name:10} is not installed: {e}")
        continue
    times, busy = [], []
    for _ in range(3 if rows <= 1000000 else 1):
        start, worked = time.perf_counter(), time.process_time()
        result = function()
        times.append(time.perf_counter() - start)
        busy.append(time.process_time() - worked)
    first = result if first is None else first
    print(f"{name:10} {min(times):9.3f} s, of processors {min(busy):9.3f} s, left {left(result):.1e}, "
          f"largest difference from the first {np.abs(result - first).max():.1e}", flush=True)
