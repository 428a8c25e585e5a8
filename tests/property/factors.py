# tags: fast slow
"""LU, QR, systems, inverses, singular values and eigenvalues of random and named matrices, with orders around those at which
devices change their algorithms: backward errors, sizes of the multipliers, orthogonality, order. TAP; skipped without NumPy.

It runs for GPULINALG_CAMPAIGN_SECONDS (3), from the seed GPULINALG_CAMPAIGN_SEED, on the current device; orders go up to
GPULINALG_FACTORS_LARGEST (300 on the host, else 5000)."""
import os
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20264"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "3"))
LARGEST = int(os.environ.get("GPULINALG_FACTORS_LARGEST", "0")) or (300 if gl.get_device() == "host" else 5000)
LARGEST_SVD = min(LARGEST, 1500)
EDGES = [1, 8, 31, 32, 33, 63, 64, 65, 128, 191, 192, 193, 255, 256, 257, 288, 512, 513, 1024, 1025, 1300, 1700, 2048, 2900,
         4096, 4097, 8192, 8193]
rng = np.random.default_rng(SEED)


def order():
    edges = [e for e in EDGES if e <= LARGEST]
    n = int(rng.choice(edges)) + int(rng.integers(-1, 2)) if rng.integers(3) else int(LARGEST ** rng.uniform(0, 1))
    return min(max(n, 1), LARGEST)


def orthogonal(m, n):
    v = rng.standard_normal((m, 1))
    return (np.eye(m) - 2 * v @ v.T / (v * v).sum())[:, :n]


def kahan(m, n):
    s, c = np.sin(1.2), np.cos(1.2)
    return (s ** np.arange(m))[:, None] * (np.eye(m, n) - c * np.triu(np.ones((m, n)), 1))


def wilkinson(m, n):
    """A matrix whose LU pivots double in each column, here in at most 20 columns."""
    a = rng.standard_normal((m, n))
    k = min(m, n, 20)
    a[:k, :k] = np.eye(k) - np.tril(np.ones((k, k)), -1)
    a[:k, k - 1] = 1
    return a


def deficient(m, n):
    r = max(1, min(m, n) // 3)
    return rng.standard_normal((m, r)) @ rng.standard_normal((r, n))


NORMAL = lambda m, n: rng.standard_normal((m, n))  # noqa: E731
KINDS = {
    "normal": NORMAL, "signs": lambda m, n: np.sign(NORMAL(m, n)), "orthogonal": orthogonal, "Kahan": kahan,
    "Wilkinson": wilkinson, "deficient": deficient, "zero columns": lambda m, n: NORMAL(m, n) * (np.arange(n) % 3 > 0),
    "graded columns": lambda m, n: NORMAL(m, n) * np.logspace(0, -12, n),
    "graded rows": lambda m, n: NORMAL(m, n) * np.logspace(0, -12, m)[:, None],
    "permutation": lambda m, n: np.eye(m, n)[rng.permutation(m)],
    "nearly singular": lambda m, n: deficient(m, n) + 1e-13 * NORMAL(m, n),
    "tiny": lambda m, n: NORMAL(m, n) * 1e-30, "huge": lambda m, n: NORMAL(m, n) * 1e30,
}


def lu_error(a):
    p, lower, upper = (np.asarray(x) for x in gl.lu(a, p_indices=True))
    if sorted(p) != list(range(a.shape[0])):
        return "its rows are no permutation"
    most = np.abs(lower).max()
    if not most <= (1.5 if a.dtype.kind == "c" else 1 + 1e-6):
        return f"a multiplier of {most}"
    eps, scale = np.finfo(a.dtype).eps, max(np.abs(a).max(), np.abs(upper).max())
    error = np.abs((lower @ upper)[p] - a).max() / (eps * scale) if scale else 0
    return None if error <= 4 * min(a.shape) ** 0.8 + 4 else f"a backward error of {error:.3g} units"


def qr_error(a):
    q, r = (np.asarray(x) for x in gl.qr(a))
    eps, k = np.finfo(a.dtype).eps, min(a.shape)
    if np.abs(np.tril(r, -1)).max(initial=0) != 0:
        return "R has something below its diagonal"
    lost = np.abs(q.conj().T @ q - np.eye(k)).max() / eps
    if not lost <= 8 * k ** 0.5 + 3 * a.shape[0] ** 0.5 + 12:
        return f"orthogonality lost by {lost:.3g} units"
    sizes = np.abs(a).max(axis=0)
    sizes = np.where(sizes > 0, sizes, 1)
    error = np.abs(q @ (r / sizes) - a / sizes).max() / eps
    return None if error <= 12 * k ** 0.5 + 3 * a.shape[0] ** 0.5 + 24 else f"a backward error of {error:.3g} units"


def growth(a):
    """Return the factor by which |L| |U| exceeds A; backward errors are multiples of it."""
    _, lower, upper = (np.asarray(x) for x in gl.lu(a, p_indices=True))
    return max(1.0, (np.abs(lower) @ np.abs(upper).sum(axis=1)).max() / np.abs(a).sum(axis=1).max())


def unsolved(a, x, b):
    """Return the backward error of the worst column, in rounding errors."""
    left = np.abs(a @ x - b).max(axis=0)
    return (left / (np.abs(a).sum(axis=1).max() * np.abs(x).max(axis=0) + np.abs(b).max(axis=0))).max() / np.finfo(a.dtype).eps


def solve_error(a):
    n = min(a.shape)
    a, b = a[:n, :n], NORMAL(n, int(rng.choice([1, 63, 64, 65, 200]))).astype(a.dtype)
    try:
        x, inverse = np.asarray(gl.solve(a, b)), np.asarray(gl.inv(a))
    except (gl.SingularError, gl.OverflowError):
        return None
    if not (np.isfinite(x).all() and np.isfinite(inverse).all()):
        return None  # overflow, reported by a warning
    most = (4 * n ** 0.5 + 12) * growth(a)
    one = np.eye(n, dtype=a.dtype)
    error = unsolved(a, x, b)
    of_inverse = min(unsolved(a, inverse, one), unsolved(a.T, inverse.T, one))  # getri bounds only one of the two
    if not error <= most:
        return f"solve with {b.shape[1]} columns: a backward error of {error:.3g} units"
    return None if of_inverse <= most else f"inv: a backward error of {of_inverse:.3g} units"


def triangle_error(a):
    n = min(a.shape)
    lower, b = bool(rng.integers(2)), NORMAL(n, 100).astype(a.dtype)
    a = (np.tril if lower else np.triu)(a[:n, :n]) + (2 * np.abs(a).sum() / n or 1) * np.eye(n, dtype=a.dtype)
    x = np.asarray(gl.solve_triangular(a, b, lower=lower))
    error = unsolved(a, x, b)
    return None if error <= 4 * n ** 0.5 + 12 else f"a backward error of {error:.3g} units"


def svd_error(a):
    a = a[:LARGEST_SVD, :LARGEST_SVD]
    u, s, vh = (np.asarray(x) for x in gl.svd(a, full_matrices=False))
    values, k, eps = np.asarray(gl.svdvals(a)), min(a.shape), np.finfo(a.dtype).eps
    most = (8 * k ** 0.5 + 3 * max(a.shape) ** 0.5 + 24) * eps
    if (np.diff(values) > 0).any() or (np.diff(s) > 0).any() or (values < 0).any():
        return "singular values are not in order"
    if not np.abs(values - s).max() <= most * s[0]:
        return f"svdvals and svd differ by {np.abs(values - s).max() / eps / s[0]:.3g} units"
    lost = max(np.abs(u.conj().T @ u - np.eye(k)).max(), np.abs(vh @ vh.conj().T - np.eye(k)).max())
    if not lost <= most:
        return f"orthogonality lost by {lost / eps:.3g} units"
    error = np.abs((u * s) @ vh - a).max()
    return None if error <= most * s[0] else f"a backward error of {error / eps / s[0]:.3g} units"


def eigh_error(a):
    n = min(*a.shape, LARGEST_SVD)
    a = (a[:n, :n] + a[:n, :n].conj().T) / 2
    w, v = (np.asarray(x) for x in gl.eigh(a))
    alone, eps = np.asarray(gl.eigvalsh(a)), np.finfo(a.dtype).eps
    most, largest = (8 * n ** 0.5 + 24) * eps, np.abs(w).max()
    if (np.diff(w) < 0).any() or (np.diff(alone) < 0).any():
        return "eigenvalues are not in order"
    if not np.abs(alone - w).max() <= most * largest:
        return f"eigvalsh and eigh differ by {np.abs(alone - w).max() / eps / largest:.3g} units"
    lost = np.abs(v.conj().T @ v - np.eye(n)).max()
    if not lost <= most:
        return f"orthogonality lost by {lost / eps:.3g} units"
    error = np.abs(a @ v - v * w).max()
    return None if error <= most * largest else f"a residual of {error / eps / largest:.3g} units"


CHECKS = {"eigh": eigh_error, "lu": lu_error, "qr": qr_error, "solve": solve_error, "solve_triangular": triangle_error,
          "svd": svd_error}


def rounds():
    end, count = time.monotonic() + SECONDS, 0
    while time.monotonic() < end or count < 2 * len(KINDS):
        kind = list(KINDS)[count % len(KINDS)]
        m, n = order(), order()
        if LARGEST > 1000 and m * n > 12_000_000:  # NumPy checks the result
            n = max(1, 12_000_000 // m)
        if count % 2:
            n = min(n, m)
        a = KINDS[kind](m, n)
        dtype = str(rng.choice(["float64", "float64", "float32", "complex128", "complex64"]))
        a = (a * (1 + 0.5j) if dtype.startswith("complex") else a).astype(dtype)
        for name, error in CHECKS.items():
            wrong = error(a)
            if wrong:
                yield f"{name} of a {m} x {n} matrix ({kind}, {dtype}): {wrong}"
        count += 1


gl.set_policy("ill_conditioned", "ignore")
print("1..1")
bad = list(rounds())
print(("not ok" if bad else "ok"), f"1 - factors of random and named matrices, seed {SEED}, on {gl.get_device()}")
for line in bad[:10]:
    print("#", line)
sys.exit(bool(bad))
