"""Square matrices on the GPU, and solve from host to host."""
import cupy
import numpy
import torch

import gpulinalg as gla
from table import everywhere, ratio

SIZES = 256, 1024, 2048, 4096, 8192
LIMITS = {"cholesky": 1.0, "svd": 0.2}  # all others: 1.02
SLOWLY = {"seconds": 3}


def functions(name):
    return (getattr(module.linalg, name) for module in (gla, cupy, torch))


def positive(a, n):
    """Return a well-conditioned symmetric positive definite matrix, made on the device."""
    x = cupy.asarray(a)
    return cupy.asnumpy(x @ x.T / n + 2 * cupy.eye(n))


def resident(n, data):
    (ga, gb, gp), (ca, cb, cp), (ta, tb, tp) = data
    ratio(f"matmul {n}", lambda: ga @ ga, lambda: ca @ ca, lambda: ta @ ta, 1.02)
    for name in "solve", "cholesky", "qr", "eigh", "eig", "svd":
        if name == "svd" and n not in (1024, 4096):
            continue
        g, c, t = functions(name)
        ours, theirs, torchs = {
            "solve": ((ga, gb), (ca, cb), (ta, tb)), "cholesky": ((gp,), (cp,), (tp,)), "eigh": ((gp,), (cp,), (tp,)),
        }.get(name, ((ga,), (ca,), (ta,)))
        if name == "svd":
            sides = lambda: g(*ours, full_matrices=False), lambda: c(*theirs, full_matrices=False), \
                lambda: t(*torchs, full_matrices=False)
        else:
            sides = lambda: g(*ours), lambda: c(*theirs), lambda: t(*torchs)
        limit = None if name == "svd" and n < 4096 else LIMITS.get(name, 1.02)
        ratio(f"{name} {n}", *sides, limit)


def host_to_host(a, b):
    ratio("solve 8192, host to host", lambda: numpy.asarray(gla.solve(a, b)),
          lambda: cupy.asnumpy(cupy.linalg.solve(cupy.asarray(a), cupy.asarray(b))),
          lambda: torch.linalg.solve(torch.from_numpy(a).cuda(), torch.from_numpy(b).cuda()).cpu().numpy(), 0.5, **SLOWLY)


def measure():
    rng = numpy.random.default_rng(0)
    for n in SIZES:
        a, b = rng.standard_normal((n, n)), rng.standard_normal(n)
        resident(n, everywhere(a, b, positive(a, n)))
    host_to_host(a, b)
