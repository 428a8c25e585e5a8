"""Host time of one call on 8 x 8, from Python and from Perl: many calls are queued, followed by one wait."""
import os
import subprocess

import cupy
import numpy
import torch

import gpulinalg as gla
import table

LIMITS = {"add": 5, "matmul": 8, "sum": 6, "solve": 30}  # microseconds
CALLS, SECONDS, ROUNDS = 400, 0.6, 101


def measure():
    a = numpy.random.default_rng(3).standard_normal((8, 8)) + 8 * numpy.eye(8)
    (g, gb), (c, cb), (t, tb) = table.everywhere(a, a[0].copy())
    work = {"add": (lambda: g + g, lambda: c + c, lambda: t + t),
            "matmul": (lambda: g @ g, lambda: c @ c, lambda: t @ t),
            "sum": (lambda: gla.sum(g), lambda: c.sum(), lambda: t.sum()),
            "solve": (lambda: gla.solve(g, gb), lambda: cupy.linalg.solve(c, cb), lambda: torch.linalg.solve(t, tb))}
    peers = {}
    for name, functions in work.items():
        values = [1e6 * x for x in table.medians(functions, seconds=SECONDS, calls=CALLS, most=ROUNDS)]
        table.line(f"{name} 8 x 8, a call, Python", "us", values, limit=LIMITS[name])
        peers[name] = values[1:]
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "calls.pl")
    done = subprocess.run([os.environ["PERL"], program, *map(str, (CALLS, SECONDS, ROUNDS))], stdout=subprocess.PIPE, text=True)
    for text in done.stdout.splitlines():
        name, value = text.split()
        table.line(f"{name} 8 x 8, a call, Perl", "us", [float(value)] + peers[name], limit=LIMITS[name])
