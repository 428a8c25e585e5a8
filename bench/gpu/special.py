"""Special functions of float64 compared with CuPy and PyTorch: milliseconds of a call."""
import cupy
import cupyx.scipy.special as theirs
import table
import torch

import gpulinalg as gla

TORCHS = {"gammaln": torch.lgamma, "gamma": None, "gammainc": torch.special.gammainc, "betainc": None}


def row(name, n, *arrays):
    mine, torchs = [gla.asarray(a) for a in arrays], [torch.as_tensor(a) for a in arrays]
    ours, other = getattr(gla.special, name), getattr(theirs, name)
    third = TORCHS[name] if name in TORCHS else getattr(torch.special, name)
    table.ratio(f"special.{name}, {n:.0e}", lambda: ours(*mine), lambda: other(*arrays), third and (lambda: third(*torchs)), 1)


def measure():
    rng = cupy.random.default_rng(1)
    n = 10**8
    x, p = rng.standard_normal(n), rng.random(n)
    for name, a in (("erf", x), ("erfc", x), ("ndtr", x), ("ndtri", p), ("erfinv", 2 * p - 1), ("gammaln", 20 * p),
                    ("gamma", 20 * p)):
        row(name, n, a)
    n = 10**7
    a, b, p = 20 * rng.random(n) + 0.1, 20 * rng.random(n) + 0.1, rng.random(n)
    row("gammainc", n, a, b)
    row("betainc", n, a, b, p)
