"""Singular values and vectors of large matrices by the polar decomposition, the algorithm for GPUs, on the emulated device:
square, tall and wide matrices, of full and of low rank, graded, tiny; compared with LAPACK's. TAP; skipped without NumPy.
tags: slow long"""
import os
import sys

os.environ["GPULINALG_BACKENDS"] = "emulated,host"
os.environ["GPULINALG_EIGH_FROM"] = "192"  # on any device
try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

import gpulinalg as gl

DEVICE = "emulated:0"
if DEVICE not in gl.devices():
    sys.exit(print("1..0 # SKIP the emulated device is not built"))
SEED = int(os.environ.get("GPULINALG_TEST_SEED", "109"))
MOST = 60  # rounding errors; fewer than 20 were observed
rng = np.random.default_rng(SEED)


def normal(m, n):
    return rng.standard_normal((m, n))


def dummies(m, n):
    """Return a matrix with at least half of its columns zero, and many equal singular values."""
    a = np.zeros((m, n))
    a[np.arange(m), rng.integers(0, n // 2, m)] = 1
    return a


CASES = [("normal", normal, 192, 192, "float64"), ("tall", normal, 300, 200, "float32"), ("wide", normal, 200, 333, "float64"),
         ("complex", normal, 193, 193, "complex128"), ("complex, wide", normal, 193, 224, "complex64"),
         ("rank 7", lambda m, n: normal(m, 7) @ normal(7, n), 200, 200, "float64"), ("dummies", dummies, 256, 200, "float64"),
         ("zero", lambda m, n: np.zeros((m, n)), 200, 200, "float32"),
         ("graded", lambda m, n: normal(m, n) * np.logspace(0, -12, n), 200, 200, "float64"),
         ("tiny", lambda m, n: normal(m, n) * 1e-30, 200, 200, "float32"),
         ("huge", lambda m, n: normal(m, n) * 1e300, 200, 200, "float64"),
         ("too oblong", normal, 420, 200, "float64")]


def host(x):
    return np.asarray(gl.to_device(x, "host"))


def worst(a):
    """Return the largest of the backward error, both losses of orthogonality, and the errors of the values with and without
    vectors."""
    u, s, vh = (host(x) for x in gl.svd(gl.asarray(a, device=DEVICE), full_matrices=False))
    alone = host(gl.svdvals(gl.asarray(a, device=DEVICE)))
    exact = np.linalg.svd(a.astype(np.result_type(a.dtype, np.float64)), compute_uv=False)
    scale, one = exact[0] or 1, np.eye(min(a.shape))
    errors = [np.abs((u * (s / scale)) @ vh - a / scale).max(), np.abs(u.conj().T @ u - one).max(),
              np.abs(vh @ vh.conj().T - one).max(), np.abs(alone - exact).max() / scale, np.abs(s - exact).max() / scale]
    return max(errors) / np.finfo(a.dtype).eps if np.isfinite(errors).all() else float("inf")


print("1..%d" % len(CASES))
failed = False
for number, (name, make, m, n, dtype) in enumerate(CASES, 1):
    a = make(m, n) + (1j * make(m, n) if dtype.startswith("complex") else 0)
    lost = worst(a.astype(dtype))
    failed = failed or not lost <= MOST
    print(f"{'ok' if lost <= MOST else 'not ok'} {number} - {name}, {m} x {n}, {dtype}: {lost:.2g} rounding errors")
sys.exit(failed)
