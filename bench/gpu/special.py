"""Special functions of float64 beside those of CuPy: seconds of a call."""
import cupy
import cupyx.scipy.special as theirs
import table

import gpulinalg as gla


def row(name, n, *arrays):
    mine = [gla.asarray(a) for a in arrays]
    ours, other = getattr(gla.special, name), getattr(theirs, name)
    times = table.medians([lambda: ours(*mine), lambda: other(*arrays)])
    values = [t * 1e3 for t in times]
    table.line(f"special.{name}, {n:.0e}", "ms", [*values, None], values[0] / values[1], 1)


def measure():
    rng = cupy.random.default_rng(1)
    n = 10**8
    x, p = rng.standard_normal(n), rng.random(n)
    for name, a in (("erf", x), ("ndtr", x), ("ndtri", p), ("gammaln", 20 * p)):
        row(name, n, a)
    n = 10**7
    a, b, p = 20 * rng.random(n) + 0.1, 20 * rng.random(n) + 0.1, rng.random(n)
    row("gammainc", n, a, b)
    row("betainc", n, a, b, p)
