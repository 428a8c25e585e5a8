"""Run time of estimators, compared with pyfixest if it is installed: bench/econ.py [rows [repeats]].

A panel of rows / 20 workers and 1,000 firms, with 1 and 10 regressors; least squares with two fixed effects and clustered
errors, other covariance matrices of the same Fit, and Poisson with two effects and a tenth of the rows. Then 1e5 points for
Conley's errors, 100,000 replications of the wild cluster bootstrap with 1,000 clusters, and 20,000 regressions of 100 x 8 as
one stack. Times are the smallest of the repeats. On a GPU the data is already there."""
import importlib
import sys
import time

import numpy as np

import gpulinalg as gla
from gpulinalg import econ

rows = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1000000
repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 3
rng = np.random.default_rng(1)
try:
    peer = importlib.import_module("pyfixest")
    frame = importlib.import_module("pandas").DataFrame
except ImportError as e:
    peer = None
    print(f"pyfixest is not installed: {e}")


def seconds(call):
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        gla.synchronize()
        best = min(best, time.perf_counter() - start)
    return best


def show(name, ours, theirs=None):
    own = seconds(ours)
    other = seconds(theirs) if peer and theirs else None
    print(f"{name:44} {own:9.4f}" + (f" {other:9.4f} {own / other:7.2f}" if other else ""), flush=True)
    return own


def panel(n, k):
    worker, firm = rng.integers(0, max(2, n // 20), n), rng.integers(0, 1000, n)
    data = {f"x{i}": rng.standard_normal(n) for i in range(k)}
    data["y"] = sum(data.values()) + rng.standard_normal(n) + rng.standard_normal(worker.max() + 1)[worker]
    data["count"] = rng.poisson(np.exp(0.3 * data["x0"] + 0.1 * rng.standard_normal(1000)[firm])).astype(float)
    return {**data, "worker": worker, "firm": firm}


def placed(data):
    return gla.Table({name: gla.asarray(column) for name, column in data.items()})


print(f"{rows} rows on {gla.asarray([0.0]).device}{'':22}   seconds  pyfixest   ratio")
for k in (1, 10):
    data = panel(rows, k)
    table, other = placed(data), frame(data) if peer else None
    formula = "y ~ " + " + ".join(f"x{i}" for i in range(k)) + " | worker + firm"
    fit = econ.ols(formula, table, vcov="cluster:worker")
    whole = show(f"ols, {k} regressors, 2 effects, clustered", lambda: econ.ols(formula, table, vcov="cluster:worker"),
                 lambda: peer.feols(formula, other, vcov={"CRV1": "worker"}))
    for vcov in ("HC1", "cluster:firm", "cluster:worker+firm"):
        own = show(f"  another covariance: {vcov}", lambda: fit.vcov(vcov))
        print(f"{'':46}{100 * own / whole:6.1f} % of the fit")
    del table, other, fit

data = panel(rows // 10, 1)
table, other = placed(data), frame(data) if peer else None
show("poisson, 2 effects, a tenth of the rows", lambda: econ.poisson("count ~ x0 | worker + firm", table),
     lambda: peer.fepois("count ~ x0 | worker + firm", other))

n = 100000
data = {"y": rng.standard_normal(n), "x": rng.standard_normal(n), "z": rng.standard_normal(n),
        "latitude": rng.uniform(25, 49, n), "longitude": rng.uniform(-120, -70, n)}
fit = econ.ols("y ~ x + z", placed(data))
for cutoff in (100, 1000) if gla.asarray([0.0]).device == "host" else (100, 1000, 5000, 20000):
    show(f"conley, 1e5 points, {cutoff} km", lambda: fit.vcov(f"conley({cutoff}):latitude+longitude"))

fit = econ.ols(gla.asarray(rng.standard_normal(20000)), gla.asarray(rng.standard_normal((20000, 10))))
clusters = gla.asarray(np.arange(20000) // 20)
show("wild bootstrap, 100,000 of 1,000 clusters", lambda: fit.wild_bootstrap("x2", reps=100000, cluster=clusters))

y, X = gla.asarray(rng.standard_normal((20000, 100))), gla.asarray(rng.standard_normal((20000, 100, 8)))
show("20,000 regressions of 100 x 8", lambda: econ.ols(y, X))
