"""Random numbers: 1e8 uniform, normal and integer ones, 1e7 from gamma and Poisson distributions."""
import cupy
import torch

import gpulinalg as gla
import table

N, FEW = 10**8, 10**7


def near(ours, mean, deviation):
    """Check that the mean of the draws is within six standard errors."""
    if abs(float(gla.mean(ours)) - mean) > 6 * deviation / ours.size**0.5:
        raise RuntimeError("the mean is not that of the distribution")


def measure():
    g, c, t = gla.random.Generator(1), cupy.random.default_rng(1), torch.Generator("cuda")
    gpu = {"device": "cuda", "generator": t}
    near(g.random(N), 0.5, 12**-0.5)
    table.ratio("uniform, 1e8", lambda: g.random(N), lambda: c.random(N), lambda: torch.rand(N, **gpu), 1)
    near(g.normal(shape=N), 0, 1)
    table.ratio("normal, 1e8", lambda: g.normal(shape=N), lambda: c.standard_normal(N), lambda: torch.randn(N, **gpu), 1)
    near(g.exponential(shape=N), 1, 1)
    table.ratio("exponential, 1e8", lambda: g.exponential(shape=N), lambda: c.standard_exponential(N),
                lambda: torch.empty(N, device="cuda").exponential_(generator=t), 1)
    near(g.integers(0, 1000, shape=N), 499.5, 289)
    table.ratio("integers below 1000, 1e8", lambda: g.integers(0, 1000, shape=N), lambda: c.integers(0, 1000, N),
                lambda: torch.randint(0, 1000, (N,), **gpu), 1)
    near(g.gamma(2.5, shape=FEW), 2.5, 2.5**0.5)
    shape, rate = torch.full((FEW,), 2.5, device="cuda"), torch.full((FEW,), 4.0, device="cuda")
    table.ratio("gamma 2.5, 1e7", lambda: g.gamma(2.5, shape=FEW), lambda: c.standard_gamma(2.5, FEW),
                lambda: torch._standard_gamma(shape), 1)
    near(g.poisson(4.0, shape=FEW), 4, 2)
    table.ratio("Poisson 4, 1e7", lambda: g.poisson(4.0, shape=FEW), lambda: c.poisson(4.0, FEW),
                lambda: torch.poisson(rate), 1)
