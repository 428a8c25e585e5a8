"""Least squares of a million observations of a hundred variables."""
import cupy
import numpy
import torch

import gpulinalg as gla
from table import everywhere, ratio


def measure():
    rng = numpy.random.default_rng(2)
    x, y = rng.standard_normal((1000000, 100)), rng.standard_normal(1000000)
    ratio("lstsq 1e6 x 100, host to host", lambda: numpy.asarray(gla.lstsq(x, y).x),
          lambda: cupy.asnumpy(cupy.linalg.lstsq(cupy.asarray(x), cupy.asarray(y), rcond=None)[0]),
          lambda: torch.linalg.lstsq(torch.from_numpy(x).cuda(), torch.from_numpy(y).cuda()[:, None])[0].cpu().numpy(), 0.2,
          seconds=2)
    (gx, gy), (cx, cy), (tx, ty) = everywhere(x, y)
    ratio("lstsq 1e6 x 100", lambda: gla.lstsq(gx, gy), lambda: cupy.linalg.lstsq(cx, cy, rcond=None),
          lambda: torch.linalg.lstsq(tx, ty[:, None]), 0.15)
