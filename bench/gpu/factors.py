"""Factorisations of large square matrices, and functions based on them. GPULINALG_DENSE=vendor measures cuSOLVER's instead of
ours."""
import cupy
import numpy
import torch

import gpulinalg as gla
from table import everywhere, ratio

SIZES = 1024, 2048, 4096, 8192
# For all three libraries the determinant is an LU factorisation and a product; the other functions are measured as a whole too.
LIMITS = {"slogdet": 0.65, "qr": 0.5, "inv": 0.85, "solve": 0.85}
HERMITIAN = {"cholesky": 0.7, "eigvalsh": 0.6, "eigh": 0.6}
SLOW = {"svdvals": 0.4, "svd": 0.65}


def row(name, n, limit, *arrays):
    g, t = getattr(gla.linalg, name), getattr(torch.linalg, name)
    c = getattr(cupy.linalg, name, lambda x: cupy.linalg.svd(x, compute_uv=False))  # CuPy has no svdvals
    (ga, *gs), (ca, *cs), (ta, *ts) = arrays
    if name == "solve":
        ratio(f"solve {n}, {n} columns", lambda: g(ga, *gs), lambda: c(ca, *cs), lambda: t(ta, *ts), limit)
    else:
        ratio(f"{name} {n}", lambda: g(ga), lambda: c(ca), lambda: t(ta), limit)


def measure():
    rng = numpy.random.default_rng(0)
    for n in SIZES:
        a = rng.standard_normal((n, n))
        general = everywhere(a, rng.standard_normal((n, n)))
        for name, limit in LIMITS.items():
            row(name, n, limit, *general)
        hermitian = everywhere(a + a.T + 4 * n ** 0.5 * numpy.eye(n))
        for name, limit in HERMITIAN.items():
            row(name, n, limit, *hermitian)
        for name, limit in SLOW.items() if n <= 4096 else ():
            row(name, n, limit, *everywhere(a))
