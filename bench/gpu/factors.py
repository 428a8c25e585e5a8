"""Factorisations of large square matrices, and what is made of them.  GPULINALG_DENSE=vendor shows cuSOLVER's in our place."""
import cupy
import numpy
import torch

import gpulinalg as gla
from table import everywhere, ratio

SIZES = 1024, 2048, 4096, 8192
# The determinant is an LU and a product, for all three; the others are measured whole too.
LIMITS = {"slogdet": 0.65, "qr": 0.5, "inv": 0.85, "solve": 0.85}


def measure():
    rng = numpy.random.default_rng(0)
    for n in SIZES:
        (ga, gb), (ca, cb), (ta, tb) = everywhere(rng.standard_normal((n, n)), rng.standard_normal((n, n)))
        for name, limit in LIMITS.items():
            g, c, t = (getattr(module.linalg, name) for module in (gla, cupy, torch))
            if name == "solve":
                ratio(f"solve {n}, {n} columns", lambda: g(ga, gb), lambda: c(ca, cb), lambda: t(ta, tb), limit)
            else:
                ratio(f"{name} {n}", lambda: g(ga), lambda: c(ca), lambda: t(ta), limit)
