"""Scrambled points of Sobol and Halton sequences: they remain nets, each point is uniform, and digit flips are independent.
TAP; skipped without NumPy. The seeds are fixed: limits of chi-square have a probability of 1e-9. Power, each with probability
0.999: cells whose probabilities are off by 5 % (root mean square) in Sobol points, by 17 % in Halton points; pairs of flips off
by 8 %; a bias of 3e-5 in a mean. Nets and strata are exact: a single wrong point is detected."""

import sys

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

import gpulinalg as gl


def sobol(*args, **options):
    return np.asarray(gl.random.sobol(*args, device="host", **options))


def nets():
    """Each elementary interval of the first two dimensions, a (0, m, 2)-net, contains one of 2**m points, for any starting
    index."""
    for m, skip, seed in (4, 0, 1), (7, 3 << 7, 2), (10, 5 << 10, 3), (12, 1 << 30, 4):
        x = sobol(1 << m, 2, seed=seed, skip=skip)
        for a in range(m + 1):
            cells = np.floor(x[:, 0] * 2**a) * 2 ** (m - a) + np.floor(x[:, 1] * 2 ** (m - a))
            assert len(set(cells)) == 1 << m, (m, a)


def strata():
    """In each dimension, each of 2**m equal intervals contains one point."""
    x = np.sort(np.floor(sobol(512, 1867, seed=5) * 512), axis=0)
    assert (x == np.arange(512)[:, None]).all()
    for base, j in ((2, 0), (3, 1), (5, 2), (53, 15)):
        n = base ** (2 if base > 5 else 5)
        x = np.asarray(gl.random.halton(n, 16, seed=6, device="host"))[:, j]
        assert (np.sort(np.floor(x * n)) == np.arange(n)).all(), base


def chi_square(counts):
    expected = np.sum(counts) / len(counts)
    return np.sum((counts - expected) ** 2) / expected


def uniform():
    """One point for many dimensions and seeds: 256 cells, upper and lower digits. 255 degrees of freedom."""
    for name, points, d in ("sobol", gl.random.sobol, 1000), ("halton", gl.random.halton, 100):
        x = np.concatenate([np.asarray(points(1, d, seed=s, skip=3, device="host"))[0] for s in range(100)])
        for scale in (1, 2**12, 2**30) if name == "sobol" else (1,):
            found = chi_square(np.bincount(np.floor(x * scale % 1 * 256).astype(int), minlength=256))
            assert 130 < found < 410, (name, scale, found)


def flips():
    """Digits after different digits are flipped independently: pairs of flips of points 0 and 1, whose first digits differ, at
    each further digit. 3 degrees of freedom."""
    plain = (sobol(2, 1867, scramble=False) * 2**32).astype(np.uint64)
    x = [(sobol(2, 1867, seed=s) * 2**32).astype(np.uint64) ^ plain for s in range(8)]
    for digit in range(1, 32):
        pairs = np.concatenate([(v >> np.uint64(31 - digit) & np.uint64(1)) for v in x], axis=1).astype(int)
        found = chi_square(np.bincount(2 * pairs[0] + pairs[1], minlength=4))
        assert found < 45, (digit, found)
    first = np.concatenate([(v >> np.uint64(31)) for v in x], axis=1)
    assert (first[0] == first[1]).all()


def integral():
    """The error of the mean of a smooth function over 4096 points is far below the error with random points, 3e-3; no bias."""
    means = [np.mean(np.prod(1 + (sobol(4096, 4, seed=s) - 0.5), axis=1)) for s in range(40)]
    assert abs(np.mean(means) - 1) < 2e-5 and np.std(means) < 5e-5, (np.mean(means), np.std(means))


def seeds():
    """Without a seed, each call uses a different seed."""
    for points in gl.random.sobol, gl.random.halton:
        assert np.asarray(points(10, 2)).tolist() != np.asarray(points(10, 2)).tolist()


TESTS = [nets, strata, uniform, flips, integral, seeds]
print(f"1..{len(TESTS)}")
for i, test in enumerate(TESTS, 1):
    try:
        test()
        print(f"ok {i} - {test.__name__}")
    except AssertionError as e:
        print(f"not ok {i} - {test.__name__}\n# {e}")
