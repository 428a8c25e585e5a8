# tags: fast slow
"""Eigenvalues and singular values of random sparse matrices beside NumPy's of the full matrix and, where SciPy is installed,
ARPACK's.  TAP; without NumPy it is skipped.

It runs for GPULINALG_CAMPAIGN_SECONDS (2), from the seed GPULINALG_CAMPAIGN_SEED."""
import os
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))
try:
    import scipy.sparse.linalg as arpack
except ImportError:
    arpack = None

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20283"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "2"))
rng = np.random.default_rng(SEED)
KNOWN = [86, 50, 46]
TYPES = ["float32", "float64", "complex64", "complex128"]


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(map(str, what)))


def random_matrix(m, n, dtype):
    """About four numbers a row, some rows without any, sometimes of low rank or with equal singular values."""
    x = rng.standard_normal((m, n))
    if dtype.startswith("complex"):
        x = x + 1j * rng.standard_normal((m, n))
    x = x * (rng.random((m, n)) < min(1, 4 / n))
    kind = rng.integers(4)
    if kind == 0:
        x[rng.random(m) < 0.5] = 0
    elif kind == 1:
        x = np.sign(x.real) + (0j if np.iscomplexobj(x) else 0)
    return x.astype(dtype)


def size():
    return int(rng.choice([1, 2, 3, 7, 20, 39, 40, 41, 60, 90]))


def near_all(got, full, error, *what):
    """Each of the values is one of those of the full matrix."""
    for z in got:
        check(np.min(np.abs(full - z)) <= error, z, "is no eigenvalue", *what)


def hermitian():
    n, dtype = size(), str(rng.choice(TYPES))
    x = random_matrix(n, n, dtype)
    x = x + x.conj().T
    k = int(rng.integers(1, min(n, 6) + 1))
    which = str(rng.choice(["LM", "LA", "SA", "BE"]))
    full = np.linalg.eigvalsh(x.astype("complex128"))
    eps, scale = np.finfo(x.dtype).eps, max(np.max(np.abs(full)), 1e-30)
    values, vectors = (np.asarray(part) for part in gl.sparse.eigsh(gl.sparse.Sparse(x), k, which=which))
    what = ("eigsh", n, dtype, k, which, SEED)
    check(values.dtype == x.real.dtype and vectors.dtype == x.dtype, values.dtype, *what)
    check(np.all(np.diff(values) >= 0), values, *what)
    near_all(values, full, 500 * eps * scale, *what)
    order = {"LM": np.argsort(-np.abs(full)), "LA": np.argsort(-full), "SA": np.argsort(full),
             "BE": np.r_[np.arange(n - (k + 1) // 2, n), np.arange(k // 2)]}[which][:k]
    distinct = np.min(np.diff(full), initial=np.inf) > 1e-3 * scale
    if distinct and (which != "LM" or np.min(np.diff(np.sort(np.abs(full))), initial=np.inf) > 1e-3 * scale):
        check(np.max(np.abs(np.sort(full[order]) - values)) <= 500 * eps * scale, values, np.sort(full[order]), *what)
    check(np.max(np.abs(x @ vectors - vectors * values)) <= 500 * eps * scale, "residual", *what)
    check(np.max(np.abs(vectors.conj().T @ vectors - np.eye(k))) <= 500 * eps, "orthogonality", *what)
    again = gl.sparse.eigsh(gl.sparse.Sparse(x), k, which=which)
    check(np.array_equal(np.asarray(again[1]), vectors), "other bits in another run", *what)


def shifted():
    n, dtype = size(), str(rng.choice(["float64", "complex128"]))
    x = random_matrix(n, n, dtype)
    x = x + x.conj().T
    full = np.linalg.eigvalsh(x)
    scale = max(np.max(np.abs(full)), 1)
    sigma = float(rng.standard_normal())
    k = int(rng.integers(1, min(n, 4) + 1))
    if np.min(np.abs(full - sigma)) < 1e-3:
        return
    values = np.asarray(gl.sparse.eigsh(gl.sparse.Sparse(x), k, sigma=sigma)[0])
    near_all(values, full, 1e-11 * scale, "eigsh near", sigma, n, dtype, k, SEED)
    distance = np.sort(np.abs(full - sigma))
    if np.min(np.diff(full), initial=np.inf) > 1e-6:
        check(np.max(np.abs(np.sort(np.abs(values - sigma)) - distance[:k])) <= 1e-10 * scale, values, "near", sigma, SEED)


def general():
    n, dtype = size(), str(rng.choice(["float64", "complex128"]))
    x = random_matrix(n, n, dtype) + np.diag(np.arange(n)) / 4
    full, right = np.linalg.eig(x)
    condition = np.linalg.cond(right)
    k = int(rng.integers(1, min(n, 6) + 1))
    which = str(rng.choice(["LM", "LR"]))
    if condition > 1e6:
        return
    values, vectors = (np.asarray(part) for part in gl.sparse.eigs(gl.sparse.Sparse(x.astype(dtype)), k, which=which))
    scale = max(np.max(np.abs(full)), 1)
    what = ("eigs", n, dtype, k, which, SEED)
    near_all(values, full, 1e-12 * scale * condition, *what)
    check(np.max(np.abs(x @ vectors - vectors * values)) <= 1e-12 * scale, "residual", *what)
    key = np.abs if which == "LM" else np.real
    check(np.max(np.abs(np.sort(key(full))[::-1][:k] - key(values))) <= 1e-12 * scale * condition, values, *what)
    if arpack and k < n - 1:
        beside = arpack.eigs(x, k, which=which, return_eigenvectors=False)
        check(np.max(np.abs(np.sort(key(beside))[::-1] - key(values))) <= 1e-11 * scale * condition, values, beside, *what)


def chains():
    """Transition matrices, whose further values lie close together at the edge of a disc: none of those wanted may be missing.
    The first are some of which a basis of 41 vectors misses a pair."""
    draw = np.random.default_rng(KNOWN.pop()) if KNOWN else rng
    n, k = 400 if draw is not rng else int(rng.integers(300, 500)), 20
    x = np.zeros((n, n))
    np.add.at(x, (np.repeat(np.arange(n), 6), draw.integers(0, n, 6 * n)), draw.random(6 * n))
    x /= x.sum(axis=1)[:, None]
    full = np.linalg.eigvals(x)
    values, vectors = (np.asarray(part) for part in gl.sparse.eigs(gl.sparse.Sparse(x), k))
    what = ("chain of", n, "states", SEED)
    near_all(values, full, 1e-10, *what)
    for z in full[np.abs(full) > np.abs(values[-1]) + 1e-10]:
        check(np.min(np.abs(values - z)) <= 1e-10, z, "is missing", *what)
    check(np.max(np.abs(x @ vectors - vectors * values)) <= 1e-13, "residual", *what)


def singular():
    m, n, dtype = size(), size(), str(rng.choice(TYPES))
    x = random_matrix(m, n, dtype)
    k = int(rng.integers(1, min(m, n, 6) + 1))
    full = np.linalg.svd(x.astype("complex128"), compute_uv=False)
    eps, scale = np.finfo(x.dtype).eps, max(full[0], 1e-30)
    u, s, vh = (np.asarray(part) for part in gl.sparse.svds(gl.sparse.Sparse(x), k))
    what = ("svds", m, n, dtype, k, SEED)
    check(np.all(np.diff(s) <= 0), s, *what)
    near_all(s, full, 500 * eps * scale, *what)
    check(abs(s[0] - full[0]) <= 500 * eps * scale, s, full, *what)
    check(np.max(np.abs(x @ vh.conj().T - u * s)) <= 500 * eps * scale, "residual", *what)
    check(np.max(np.abs(u.conj().T @ u - np.eye(k))) <= 500 * eps, "left vectors", *what)
    check(np.max(np.abs(vh @ vh.conj().T - np.eye(k))) <= 500 * eps, "right vectors", *what)


def blocks():
    n, dtype = size(), str(rng.choice(TYPES))
    x = random_matrix(n, n, dtype)
    x = x + x.conj().T
    k, largest = int(rng.integers(1, min(n, 4) + 1)), bool(rng.integers(2))
    full = np.linalg.eigvalsh(x.astype("complex128"))
    eps, scale = np.finfo(x.dtype).eps, max(np.max(np.abs(full)), 1e-30)
    start = rng.standard_normal((n, k)).astype(x.real.dtype)
    values, vectors = (np.asarray(part) for part in gl.sparse.lobpcg(gl.sparse.Sparse(x), start, largest=largest))
    what = ("lobpcg", n, dtype, k, largest, SEED)
    check(values.dtype == x.real.dtype and vectors.dtype == x.dtype, values.dtype, *what)
    near_all(values, full, 2 * eps**0.5 * scale, *what)
    check(np.max(np.abs(x @ vectors - vectors * values)) <= 2 * eps**0.5 * scale, "residual", *what)
    check(np.max(np.abs(vectors.conj().T @ vectors - np.eye(k))) <= 500 * eps, "orthogonality", *what)


def walks():
    """Random walks on a line.  Their values lie close together, and are those of a symmetric tridiagonal matrix: the squares of
    its other elements are the products of the ways to and fro."""
    n, k = int(rng.choice([100, 200, 300])), int(rng.choice([2, 4, 10]))
    x = np.diag(rng.random(n)) + np.diag(rng.random(n - 1), 1) + np.diag(rng.random(n - 1), -1)
    x /= x.sum(axis=1)[:, None]
    off = np.sqrt(np.diag(x, 1) * np.diag(x, -1))
    full = np.linalg.eigvalsh(np.diag(np.diag(x)) + np.diag(off, 1) + np.diag(off, -1))
    full = full[np.argsort(-np.abs(full))][:k + 1]
    if np.min(-np.diff(np.abs(full))) < 1e-12:  # from one vector only one of a pair that is equal to rounding is found
        return
    full = full[:k]
    values, vectors = (np.asarray(part) for part in gl.sparse.eigs(gl.sparse.Sparse(x), k, maxiter=1000))
    check(np.max(np.abs(x @ vectors - vectors * values)) <= 1e-12, "residual of a walk", n, k)
    check(np.max(np.abs(np.sort(np.abs(values))[::-1] - np.abs(full))) <= 1e-10, values, full, "a walk", n, k)


TESTS = [hermitian, shifted, general, singular, blocks, walks]
print("1..%d" % len(TESTS))
for number, test in enumerate(TESTS, 1):
    end, rounds = time.monotonic() + SECONDS / len(TESTS), 0
    try:
        while rounds == 0 or time.monotonic() < end:
            test()
            rounds += 1
        print("ok %d - %s: %d rounds from seed %d" % (number, test.__name__, rounds, SEED))
    except Exception as error:
        print("not ok %d - %s: %s: %s" % (number, test.__name__, type(error).__name__, error))
