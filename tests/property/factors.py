# tags: fast slow
"""LU and QR of random and of named matrices, of orders around those where devices change their ways: backward errors, sizes of
the multipliers, orthogonality.  TAP; without NumPy it is skipped.

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
EDGES = [1, 8, 31, 32, 33, 63, 64, 65, 128, 255, 256, 257, 288, 512, 513, 1024, 1025, 2048, 4096, 4097, 8192, 8193]
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
    """Pivots of LU double in each column; of at most 20 of them here."""
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


def rounds():
    end, count = time.monotonic() + SECONDS, 0
    while time.monotonic() < end or count < 2 * len(KINDS):
        kind = list(KINDS)[count % len(KINDS)]
        m, n = order(), order()
        if LARGEST > 1000 and m * n > 4_000_000:  # NumPy checks it
            n = max(1, 4_000_000 // m)
        if count % 2:
            n = min(n, m)
        a = KINDS[kind](m, n)
        dtype = str(rng.choice(["float64", "float64", "float32", "complex128", "complex64"]))
        a = (a * (1 + 0.5j) if dtype.startswith("complex") else a).astype(dtype)
        for name, error in (("lu", lu_error), ("qr", qr_error)):
            wrong = error(a)
            if wrong:
                yield f"{name} of a {m} x {n} matrix ({kind}, {dtype}): {wrong}"
        count += 1


print("1..1")
bad = list(rounds())
print(("not ok" if bad else "ok"), f"1 - factors of random and named matrices, seed {SEED}, on {gl.get_device()}")
for line in bad[:10]:
    print("#", line)
sys.exit(bool(bad))
