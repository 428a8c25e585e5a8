"""Stacks of small matrices: systems, factors, singular values and eigenvalues."""
import cupy
import numpy
import torch

import gpulinalg as gla
from table import everywhere, ratio

rng = numpy.random.default_rng(1)


def normal(*shape):
    return everywhere(rng.standard_normal(shape))


def systems():
    a, b = rng.standard_normal((20000, 16, 16)), rng.standard_normal((20000, 16, 1))
    (ga, gb, gp), (ca, cb, cp), (ta, tb, tp) = everywhere(a, b, a @ a.transpose(0, 2, 1) + 16 * numpy.eye(16))
    ratio("solve 20000 of 16", lambda: gla.solve(ga, gb), lambda: cupy.linalg.solve(ca, cb),
          lambda: torch.linalg.solve(ta, tb), 1)
    ratio("cholesky 20000 of 16", lambda: gla.cholesky(gp), lambda: cupy.linalg.cholesky(cp),
          lambda: torch.linalg.cholesky(tp), 1)
    ratio("eigh 20000 of 16", lambda: gla.eigh(gp), lambda: cupy.linalg.eigh(cp), lambda: torch.linalg.eigh(tp), 1)


def orders_of_8():
    (g,), (c,), (t,) = normal(20000, 8, 8)
    ratio("det 20000 of 8", lambda: gla.det(g), lambda: cupy.linalg.det(c), lambda: torch.linalg.det(t), 0.9)
    ratio("slogdet 20000 of 8", lambda: gla.slogdet(g), lambda: cupy.linalg.slogdet(c), lambda: torch.linalg.slogdet(t), 0.9)
    ratio("inv 20000 of 8", lambda: gla.inv(g), lambda: cupy.linalg.inv(c), lambda: torch.linalg.inv(t), 0.9)


def tall():
    (g, gb), (c, _), (t, tb) = everywhere(rng.standard_normal((20000, 32, 8)), rng.standard_normal((20000, 32, 1)))
    ratio("qr 20000 of 32 x 8", lambda: gla.qr(g), None, lambda: torch.linalg.qr(t), seconds=0.1)
    ratio("lstsq 20000 of 32 x 8, with rank", lambda: gla.lstsq(g, gb), None, lambda: torch.linalg.lstsq(t, tb))
    (g,), (c,), (t,) = normal(20000, 16, 8)
    ratio("svd 20000 of 16 x 8", lambda: gla.svd(g, full_matrices=False), lambda: cupy.linalg.svd(c, full_matrices=False),
          lambda: torch.linalg.svd(t, full_matrices=False), 0.25)


def some():
    """Fewer matrices with more rows: about one for each multiprocessor."""
    (g,), (c,), (t,) = normal(200, 64, 64)
    ratio("svd 200 of 64", lambda: gla.svd(g), lambda: cupy.linalg.svd(c), lambda: torch.linalg.svd(t), 0.07, seconds=0.1)
    ratio("qr 200 of 64", lambda: gla.qr(g), lambda: cupy.linalg.qr(c), lambda: torch.linalg.qr(t), 0.22)
    ratio("eigh 200 of 64", lambda: gla.eigh(g), lambda: cupy.linalg.eigh(c), lambda: torch.linalg.eigh(t), 1)
    (g,), (c,), (t,) = normal(64, 64)
    ratio("pinv of 64", lambda: gla.pinv(g), lambda: cupy.linalg.pinv(c), lambda: torch.linalg.pinv(t), 0.9)
    (g,), (c,), (t,) = normal(200, 8, 8)
    ratio("eig 200 of 8", lambda: gla.eig(g), None, lambda: torch.linalg.eig(t), 0.02, seconds=0.1)


def measure():
    systems()
    orders_of_8()
    tall()
    some()
