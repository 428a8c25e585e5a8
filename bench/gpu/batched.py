"""20000 systems of 16."""
import cupy
import numpy
import torch

import gpulinalg as gla
from table import everywhere, ratio


def measure():
    rng = numpy.random.default_rng(1)
    a, b = rng.standard_normal((20000, 16, 16)), rng.standard_normal((20000, 16, 1))
    (ga, gb, gp), (ca, cb, cp), (ta, tb, tp) = everywhere(a, b, a @ a.transpose(0, 2, 1) + 16 * numpy.eye(16))
    ratio("solve 20000 of 16", lambda: gla.solve(ga, gb), lambda: cupy.linalg.solve(ca, cb),
          lambda: torch.linalg.solve(ta, tb), 1)
    ratio("cholesky 20000 of 16", lambda: gla.cholesky(gp), lambda: cupy.linalg.cholesky(cp),
          lambda: torch.linalg.cholesky(tp), 1)
    ratio("eigh 20000 of 16", lambda: gla.eigh(gp), lambda: cupy.linalg.eigh(cp), lambda: torch.linalg.eigh(tp), 1)
