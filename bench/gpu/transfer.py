"""Transfers of pageable host memory to the device and back, 1 GiB, in GB/s."""
import cupy
import numpy
import torch

import gpulinalg as gla
import table

BYTES = 2 ** 30


def rates(name, functions, limit, **how):
    values = [BYTES / t / 1e9 for t in table.medians(functions, **how)]
    table.line(name, "GB/s", values, limit=limit, least=True)


def measure():
    host = numpy.random.default_rng(0).random(BYTES // 8)
    (ours,), (theirs,), (torchs,) = table.everywhere(host)
    back = [lambda: numpy.asarray(ours), lambda: cupy.asnumpy(theirs), lambda: torchs.cpu().numpy()]
    first = [BYTES / table.timed(f, 1) / 1e9 for f in back]
    table.line("device to host, 1 GiB, first result", "GB/s", first, limit=40, least=True)
    rates("device to host, 1 GiB, later results", back, 40, seconds=3)
    rates("host to device, 1 GiB", [lambda: gla.asarray(host, device="cuda:0"), lambda: cupy.asarray(host),
                                    lambda: torch.from_numpy(host).cuda()], 45, seconds=3)
    small = host[:4096].copy()
    table.ratio("host to device and back, 32 KiB", lambda: numpy.asarray(gla.asarray(small, device="cuda:0")),
                lambda: cupy.asnumpy(cupy.asarray(small)), lambda: torch.from_numpy(small).cuda().cpu().numpy())
