# tags: fast slow
"""Residuals of absorb compared with least squares on all dummies, columns spanned by fixed effects, and Markov chains compared
with their definitions, for random data. TAP; skipped without NumPy.

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

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20284"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "3"))
rng = np.random.default_rng(SEED)


def back(x):
    return np.asarray(x.to_device("host"))


def kept(ids, n):
    """Return the rows that are not in a group of one, found by a slow algorithm."""
    rows = np.ones(n, bool)
    while True:
        alone = np.zeros(n, bool)
        for i in ids:
            values, at, count = np.unique(i[rows], return_inverse=True, return_counts=True)
            alone[np.flatnonzero(rows)[count[at] == 1]] = True
        if not alone.any():
            return np.flatnonzero(rows)
        rows &= ~alone


def absorbed():
    n, ways = int(rng.integers(1, 120)), int(rng.integers(1, 5))
    ids = [rng.integers(-3, rng.integers(2, 40), n) for _ in range(ways)]
    ids = [np.where(i == -1, -4, i) for i in ids]  # -1 marks a missing group
    if rng.integers(2):
        order = np.lexsort(ids[::-1])
        ids = [i[order] for i in ids]
    y, X = rng.normal(size=n) * 10.0 ** rng.integers(-3, 4), rng.normal(5, 1, (n, int(rng.integers(0, 3))))
    weights = rng.random(n) + 0.1 if rng.integers(2) else None
    drop = bool(rng.integers(2))
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        got = gl.absorb(y, X, ids, weights=weights, tol=1e-12, drop_singletons=drop,
                        method=str(rng.choice(["auto", "map", "lsmr"])))
    rows = kept(ids, n) if drop else np.arange(n)
    assert np.array_equal(back(got.rows), rows) and int(got.singletons) == n - len(rows), "other rows are kept"
    dummies = np.concatenate([i[rows, None] == np.unique(i[rows]) for i in ids], axis=1).astype(float)
    root = np.sqrt(np.ones(n) if weights is None else weights)[rows, None]
    both = np.column_stack([y, X])[rows]
    rank = np.linalg.matrix_rank(dummies) if len(rows) else 0
    assert int(got.df_absorbed) == rank if ways < 3 else int(got.df_absorbed) >= rank, f"rank {rank}, not {got.df_absorbed}"
    if len(rows):
        want = both - dummies @ np.linalg.lstsq(dummies * root, both * root, rcond=None)[0]
        within = np.column_stack([back(got.y_within), back(got.X_within)])
        error = np.abs(within - want).max(axis=0)
        assert (error <= 1e-8 * np.abs(both).max(axis=0)).all(), f"error {error}"
        none = rank == len(rows)  # the rank of the effects equals the number of rows: all residuals are zero
        assert back(got.dropped).tolist() == (list(range(X.shape[1])) if none else []), f"dropped {got.dropped}"
        assert len(seen) == none and (within == 0).all() == none, "what is spanned is 0, and there is a warning of y"


def spanned():
    """Columns spanned by fixed effects, among others, in any units and with any tol: exactly these are dropped."""
    people, years = int(rng.integers(5, 40)), int(rng.integers(4, 12))
    person, year = np.repeat(np.arange(people), years), np.tile(np.arange(years), people)
    there = rng.random(people * years) < 0.8
    there[:2 * years] = True  # so that other columns have nonzero residuals
    person, year = person[there], year[there]
    ids, n = [[person], [person, year], [person, year, rng.integers(0, 3, len(year))]][rng.integers(3)], len(year)

    def effects():
        return sum(rng.normal(size=i.max() + 1)[i] for i in ids)

    makers = [lambda: effects() + rng.normal() * 10.0 ** rng.integers(0, 9),
              lambda: np.ones(n),
              lambda: 1234.5678 * person,
              lambda: rng.normal(size=n) + rng.normal() * 10.0 ** rng.integers(0, 7),
              lambda: rng.normal(size=n) + 1e6 * effects()]
    kinds = rng.integers(0, len(makers), int(rng.integers(1, 6)))
    X = np.column_stack([makers[kind]() * 10.0 ** rng.choice([-200, -6, 0, 3, 200]) for kind in kinds])
    got = gl.absorb(rng.normal(size=n), X, ids, tol=10.0 ** -rng.integers(0, 15), drop_singletons=False,
                    method=str(rng.choice(["map", "lsmr"])),
                    weights=10.0 ** rng.integers(-9, 9) * (rng.random(n) + 0.1) if rng.integers(2) else None)
    want = np.flatnonzero(kinds < 3)
    assert np.array_equal(back(got.dropped), want), f"dropped {got.dropped}, not {want} of {kinds}"
    assert np.array_equal(np.flatnonzero((back(got.X_within) == 0).all(axis=0)), want), "others than these are 0"
    kept = np.flatnonzero(kinds >= 3)
    if len(kept):
        rank = gl.lstsq(got.X_within[:, gl.asarray(kept)], got.y_within).rank
        assert int(rank) == len(kept), f"rank {rank} of the others"


def reachable(P):
    """Return which states can be reached from which, in any number of steps."""
    reach = (P > 0) | np.eye(len(P), dtype=bool)
    for _ in range(len(P).bit_length()):
        reach = reach @ reach
    return reach


def chains():
    n = int(rng.integers(1, 30))
    P = rng.random((n, n)) * (rng.random((n, n)) < rng.choice([0.05, 0.1, 0.5]))
    P[np.arange(n), rng.integers(0, n, n)] += 0.1
    P /= P.sum(axis=1, keepdims=True)
    reach = reachable(P)
    both = reach & reach.T
    whole = [np.flatnonzero(both[i]) for i in range(n) if np.flatnonzero(both[i])[0] == i]
    closed = [c for c in whole if reach[c[0]].sum() == len(c)]
    sparse = gl.sparse.Sparse(P)
    for chain in (lambda name, *rest: getattr(gl.markov, name)(P, *rest), lambda name, *rest: getattr(sparse, name)(*rest)):
        for name, want in ("communicating_classes", whole), ("recurrent_classes", closed):
            got = chain(name)
            assert len(got) == len(want) and all(np.array_equal(back(a), b) for a, b in zip(got, want)), name
        assert chain("is_irreducible") == (len(whole) == 1)
        shares = back(chain("stationary_distribution"))
        assert shares.shape == (len(closed), n) and (shares >= 0).all()
        assert np.abs(shares @ P - shares).max() < 1e-14 and np.abs(shares.sum(axis=1) - 1).max() < 1e-14
        assert all(np.array_equal(np.flatnonzero(row), c) for row, c in zip(shares, closed)), "shares of other states"
        ends = back(chain("absorption_probabilities"))
        assert np.abs(P @ ends - ends).max() < 1e-13 and np.abs(ends.sum(axis=1) - 1).max() < 1e-12
        assert all((ends[c, k] == 1).all() for k, c in enumerate(closed))
        targets = rng.integers(0, n, int(rng.integers(1, 3)))
        stopped = np.where(np.isin(np.arange(n), targets)[:, None], np.eye(n), P)
        there = reachable(stopped)
        lost = ~there[:, targets].any(axis=1)
        never = (there & lost).any(axis=1)
        times = back(chain("hitting_times", targets))
        assert np.array_equal(np.isinf(times), never) and (times[targets] == 0).all(), "where it is infinite"
        finite = np.where(never, 0, times)
        expected = np.where(np.isin(np.arange(n), targets), 0, 1 + P @ finite)
        assert np.allclose(times[~never], expected[~never], rtol=1e-11, atol=0), "times"
        period = int(chain("period"))
        powers = np.linalg.matrix_power((P > 0).astype(float), 0)
        cycles = [0] * len(closed)
        for length in range(1, 3 * n + 1):
            powers = ((powers @ (P > 0)) > 0).astype(float)
            for k, c in enumerate(closed):
                if powers[c[0], c[0]]:
                    cycles[k] = np.gcd(cycles[k], length)
        assert period == np.lcm.reduce(cycles), f"period {period}, not {cycles}"
        path = back(chain("simulate", 40, gl.random.Generator(7)))
        assert (P[path[:-1], path[1:]] > 0).all(), "an impossible step"


def frequencies():
    """Shares of the states in a long path: their standard deviations are below 0.005, so 0.02 is four of them."""
    P = np.array([[0.5, 0.3, 0.2], [0.2, 0.6, 0.2], [0.1, 0.2, 0.7]])
    path = back(gl.markov.simulate(P, 40000, gl.random.Generator(SEED), 0))
    share = np.bincount(path, minlength=3) / len(path)
    steps = np.bincount(path[:-1] * 3 + path[1:], minlength=9).reshape(3, 3)
    assert np.abs(share - back(gl.markov.stationary_distribution(P))[0]).max() < 0.02, share
    assert np.abs(steps / steps.sum(axis=1, keepdims=True) - P).max() < 0.03, steps


TESTS = [absorbed, spanned, chains, frequencies]
failed = 0
print(f"1..{len(TESTS)}\n# seed {SEED}")
for number, test in enumerate(TESTS, 1):
    rounds, error, end = 0, None, time.monotonic() + SECONDS / len(TESTS)
    while not error and (time.monotonic() < end or rounds == 0) and (rounds == 0 or test is not frequencies):
        try:
            test()
        except (AssertionError, gl.Error) as e:
            error = e
        rounds += 1
    failed += error is not None
    print(f"{'not ok' if error else 'ok'} {number} - {test.__name__}: {error or f'{rounds} rounds'}")
sys.exit(failed > 0)
