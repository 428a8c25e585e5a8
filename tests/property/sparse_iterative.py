# tags: fast slow
"""Iterative solvers compared with NumPy's solutions with dense matrices, and least squares with lstsq, for random matrices,
shapes and dtypes, with and without preconditioners, with matrices and with functions. TAP; skipped without NumPy.

It runs for GPULINALG_CAMPAIGN_SECONDS (2), from the seed GPULINALG_CAMPAIGN_SEED."""
import os
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20281"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "2"))
rng = np.random.default_rng(SEED)
TYPES = ["float32", "float64", "complex64", "complex128"]


def numbers(shape, dtype):
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape) if dtype.startswith("complex") else x).astype(dtype)


def thin(m, n, dtype):
    return numbers((m, n), dtype) * (rng.random((m, n)) < 0.2)


def near(got, want, limit, *what):
    got = np.asarray(got)
    assert got.shape == want.shape, (got.shape, want.shape, *what)
    error, size = np.max(np.abs(got - want), initial=0), np.max(np.abs(want), initial=1)
    assert error <= limit * size, (error, size, *what)


def sides(n, dtype):
    return numbers(n if rng.random() < 0.5 else (n, int(rng.integers(1, 5))), dtype)


def equations():
    """A well-conditioned system: each applicable method solves it to its tolerance."""
    dtype, n = str(rng.choice(TYPES)), int(rng.integers(1, 60))
    a = thin(n, n, dtype)
    kind = str(rng.choice(["definite", "indefinite", "general"]))
    if kind != "general":
        a = (a + a.conj().T) / 2
    shift = np.abs(a).sum(axis=1) + 1
    a = a + np.diag(shift * (rng.choice([-1, 1], n) if kind == "indefinite" else 1)).astype(dtype)
    able = {"definite": ["cg", "minres", "bicgstab", "gmres"], "indefinite": ["minres", "gmres"],
            "general": ["bicgstab", "gmres"]}[kind]
    name = str(rng.choice(able))
    single = dtype in ("float32", "complex64")
    b = sides(n, dtype)
    matrix = gl.sparse.Sparse(a)
    options = {"rtol": 1e-5 if single else 1e-10}
    if name == "gmres":
        options["restart"] = 60
    if kind == "definite" and rng.random() < 0.7:
        options["M"] = {0: lambda: matrix.jacobi(), 1: lambda: matrix.ic0(), 2: lambda: matrix.block_jacobi(3),
                        3: lambda: (lambda x: x*0.5), 4: lambda: matrix.chebyshev(2)}[int(rng.integers(5))]()
    given = [matrix, a, lambda x: matrix @ x][int(rng.integers(3))]
    x = getattr(gl.sparse, name)(given, b, **options)
    near(x, np.linalg.solve(a, b), 1e-3 if single else 1e-8, SEED, name, dtype, kind, n, b.shape, list(options))
    if b.ndim == 2 and name != "gmres":
        alone = getattr(gl.sparse, name)(given, b[:, 0], **options)
        near(np.asarray(x)[:, 0], np.asarray(alone), 1e-3 if single else 1e-8, SEED, "one column", name, dtype, n)


def squares():
    dtype, m, n = str(rng.choice(["float64", "complex128"])), int(rng.integers(1, 50)), int(rng.integers(1, 30))
    a = thin(m, n, dtype)
    a[np.arange(min(m, n)), np.arange(min(m, n))] += 3
    if n > 2 and rng.random() < 0.3:
        a[:, 1] = a[:, 0]  # the minimum-norm solution of several
    b = sides(m, dtype)
    matrix, name = gl.sparse.Sparse(a), str(rng.choice(["lsqr", "lsmr"]))
    given = [matrix, a, (lambda x: matrix @ x, lambda x: matrix.adjoint() @ x)][int(rng.integers(3))]
    x = getattr(gl.sparse, name)(given, b, atol=1e-13, btol=1e-13, conlim=0, maxiter=2000)
    near(x, np.linalg.lstsq(a, b, rcond=1e-10)[0], 1e-7, SEED, name, dtype, m, n, b.shape)


def run():
    end, rounds = time.monotonic() + SECONDS, 0
    while time.monotonic() < end or rounds < 10:
        equations()
        squares()
        rounds += 1
    return rounds


rounds = run()
print("ok 1 - %d random systems and least squares, seed %d" % (rounds, SEED))
print("1..1")
