# tags: fast slow
"""Eigenvalues and singular values of random sparse matrices compared with NumPy's for the full matrix and, if SciPy is
installed, ARPACK's. TAP; skipped without NumPy.

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
    """Return a matrix with about four elements in each row, some empty rows, sometimes of low rank or with equal singular
    values."""
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
    """Check that each value is an eigenvalue of the full matrix."""
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
    key = np.abs if which == "LM" else np.asarray
    check(np.max(np.abs(np.sort(key(full[order])) - np.sort(key(values)))) <= 500 * eps * scale, values, full[order], *what)
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
    sigma = float(rng.standard_normal() if rng.random() < 0.7 else full[rng.integers(n)])
    k = int(rng.integers(1, min(n, 4) + 1))
    values = np.asarray(gl.sparse.eigsh(gl.sparse.Sparse(x), k, sigma=sigma)[0])
    near_all(values, full, 1e-11 * scale, "eigsh near", sigma, n, dtype, k, SEED)
    distance = np.sort(np.abs(full - sigma))
    check(np.max(np.abs(np.sort(np.abs(values - sigma)) - distance[:k])) <= 1e-7 * scale, values, "near", sigma, SEED)


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
    """Transition matrices, whose further eigenvalues are close together at the edge of a disc: no requested eigenvalue may be
    missing. The first matrices include some for which a basis of 41 vectors misses a pair."""
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
    check(np.max(np.abs(s - full[:k])) <= 500 * eps * scale, s, full, *what)
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
    """Random walks on a line. Their eigenvalues are close together, and are those of a symmetric tridiagonal matrix: the
    squares of its off-diagonal elements are the products of the probabilities in both directions."""
    n, k = int(rng.choice([100, 200, 300])), int(rng.choice([2, 4, 10]))
    x = np.diag(rng.random(n)) + np.diag(rng.random(n - 1), 1) + np.diag(rng.random(n - 1), -1)
    x /= x.sum(axis=1)[:, None]
    off = np.sqrt(np.diag(x, 1) * np.diag(x, -1))
    full = np.linalg.eigvalsh(np.diag(np.diag(x)) + np.diag(off, 1) + np.diag(off, -1))
    full = full[np.argsort(-np.abs(full))][:k]
    values, vectors = (np.asarray(part) for part in gl.sparse.eigs(gl.sparse.Sparse(x), k, maxiter=1000))
    check(np.max(np.abs(x @ vectors - vectors * values)) <= 1e-12, "residual of a walk", n, k)
    check(np.max(np.abs(np.sort(np.abs(values))[::-1] - np.abs(full))) <= 1e-10, values, full, "a walk", n, k)


def rings():
    """Weights on a circle, most of whose eigenvalues are double, and Kronecker products, which repeat each eigenvalue."""
    n, k, which = int(rng.integers(50, 400)), int(rng.integers(1, 9)), str(rng.choice(["LA", "SA", "LM"]))
    x = np.zeros((n, n))
    for d in range(1, int(rng.integers(2, 8))):
        x += rng.random() * (np.roll(np.eye(n), d, axis=1) + np.roll(np.eye(n), -d, axis=1))
    if rng.random() < 0.3:
        x = np.kron(x[:20, :20], np.eye(int(rng.integers(2, 6))))
    full = np.linalg.eigvalsh(x)
    key = {"LA": lambda v: -v, "SA": lambda v: v, "LM": lambda v: -np.abs(v)}[which]
    values, vectors = (np.asarray(part) for part in gl.sparse.eigsh(gl.sparse.Sparse(x), k, which=which))
    what = ("ring", n, k, which, SEED)
    check(np.max(np.abs(np.sort(key(full))[:k] - np.sort(key(values)))) <= 1e-9 * np.max(np.abs(full)), values, *what)
    check(np.max(np.abs(x @ vectors - vectors * values)) <= 1e-12 * np.max(np.abs(full)), "residual", *what)
    check(np.max(np.abs(vectors.T @ vectors - np.eye(k))) <= 1e-12, "orthogonality", *what)


def laplacians():
    """Graphs with several components: the multiplicity of the eigenvalue 0, which is also sigma, is the number of components.
    """
    sizes = rng.integers(2, 40, int(rng.integers(1, 5)))
    n, at = int(np.sum(sizes)), 0
    w = np.zeros((n, n))
    for size in sizes:
        part = np.triu(rng.random((size, size)) < 0.2, 1) + np.eye(size, k=1)
        w[at:at + size, at:at + size] = (part + part.T > 0)
        at += size
    x = np.diag(w.sum(axis=1)) - w
    k = int(rng.integers(1, min(n, 8) + 1))
    full = np.linalg.eigvalsh(x)
    for given in {"sigma": 0}, {"which": "SA"}:
        values, vectors = (np.asarray(part) for part in gl.sparse.eigsh(gl.sparse.Sparse(x), k, **given))
        what = ("graph of", list(sizes), k, given, SEED)
        check(np.max(np.abs(values - full[:k])) <= 1e-10 * full[-1], values, full[:k], *what)
        check(np.max(np.abs(x @ vectors - vectors * values)) <= 1e-10 * full[-1], "residual", *what)


def defective():
    """Few elements, so that eigenvalues are defective: each returned pair must still be an eigenpair."""
    n = int(rng.integers(3, 12))
    x = rng.standard_normal((n, n)) * (rng.random((n, n)) < rng.choice([0.1, 0.2, 0.3]))
    k, which = int(rng.integers(1, min(n, 4))), str(rng.choice(["LM", "LR", "SR", "LI", "SM"]))
    values, vectors = (np.asarray(part) for part in gl.sparse.eigs(gl.sparse.Sparse(x), k, which=which))
    what = ("defective", n, k, which, SEED)
    check(np.max(np.abs(x @ vectors - vectors * values)) <= 1e-12 * max(np.linalg.norm(x), 1), "residual", *what)
    check(np.max(np.abs(np.linalg.norm(vectors, axis=0) - 1)) <= 1e-12, "length", *what)


TESTS = [hermitian, shifted, general, singular, blocks, walks, rings, laplacians, defective]
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
