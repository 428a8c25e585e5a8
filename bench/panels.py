"""Run time of absorb on standard benchmark panels of fixed effects, compared with within (the engine of pyfixest):
bench/panels.py [rows [panels [programs]]].

panels: easy and difficult, as published by fixest: workers, firms and 10 years, one regressor. In the easy one each row has a
random firm; in the difficult one firms follow each other, so that a worker only works at ten neighbouring firms of a ring.
programs: absorb, within (tolerance 1e-10), pyfixest (its demean). Processor times are more reliable on a busy machine. `left`
is the largest remaining group mean, divided by the standard deviation of the column. For a GPU the data is already on the
device."""
import importlib
import sys
import time

import numpy as np

import gpulinalg as gla


def panel(rows, difficult):
    rng = np.random.default_rng(1)
    workers = rows // 10
    firms = max(2, round(workers / 23))
    ids = [np.repeat(np.arange(workers), 10), np.arange(rows) % firms if difficult else rng.integers(0, firms, rows),
           np.tile(np.arange(10), workers)]
    x = rng.standard_normal(rows)
    y = x + rng.standard_normal(rows) + sum(rng.standard_normal(i.max() + 1)[i] for i in ids)
    return y, x, ids


def left(v, ids):
    return max(np.abs(np.bincount(i, c) / np.bincount(i)).max() / c.std() for i in ids for c in v.T)


def by_absorb(y, x, ids):
    given = gla.asarray(y), gla.asarray(x), [gla.asarray(i) for i in ids]

    def run():
        fit = gla.absorb(*given)
        gla.synchronize()
        return lambda: (np.column_stack([np.asarray(v.to_device("host")) for v in fit[:2]]), int(fit.iterations))
    return run


def by_within(y, x, ids):
    module = importlib.import_module("within")
    codes, values = np.asfortranarray(np.column_stack(ids).astype(np.uint32)), np.asfortranarray(np.column_stack([y, x]))

    def run():
        fit = module.solve_batch(codes, values, options=module.LsmrOptions(tol=1e-10, maxiter=10000))
        return lambda: (np.asarray(fit.demeaned), max(fit.iterations))
    return run


def by_pyfixest(y, x, ids):
    demean = importlib.import_module("pyfixest.core.demean").demean
    codes, values = np.column_stack(ids).astype(np.uint64), np.column_stack([y, x])
    return lambda: (lambda v: lambda: (v, 0))(demean(values, codes, np.ones(len(y)), 1e-10, 100000)[0])


MAKERS = {"absorb": by_absorb, "within": by_within, "pyfixest": by_pyfixest}
rows = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1000000
print(f"{rows} rows, y and one regressor, on {gla.asarray([0.0]).device}")
for kind in sys.argv[2].split(",") if len(sys.argv) > 2 else ["easy", "difficult"]:
    given, first = panel(rows, kind == "difficult"), None
    for name in sys.argv[3].split(",") if len(sys.argv) > 3 else ["absorb", "within"]:
        try:
            run = MAKERS[name](*given)
        except ImportError as e:
            print(f"{kind:10} {name:9} is not installed: {e}")
            continue
        times, busy = [], []
        for _ in range(4 if rows <= 1000000 else 2):
            start, worked = time.perf_counter(), time.process_time()
            result = run()
            times.append(time.perf_counter() - start)
            busy.append(time.process_time() - worked)
        v, iterations = result()
        first = first or min(busy)
        print(f"{kind:10} {name:9} {min(times):8.3f} s, of processors {min(busy):8.3f} s, "
              f"absorb's {first / min(busy):.2f} of it, {iterations} iterations, left {left(v, given[2]):.1e}", flush=True)
