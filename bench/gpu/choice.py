"""Selections from 1e8 numbers and sums of them: cumulative sums, medians, masks, sums of groups."""
import cupy
import numpy
import torch

import gpulinalg as gla
import table

N, SIDE, GROUPS = 10**8, 10**4, 10**5


def near(ours, theirs):
    if not bool(cupy.allclose(cupy.asarray(ours), theirs)):
        raise RuntimeError("the two differ")


def sums(g, c, t):
    near(gla.cumulative_sum(g)[-1000:], cupy.cumsum(c)[-1000:])
    table.ratio("cumulative sum, 1e8", lambda: gla.cumulative_sum(g), lambda: cupy.cumsum(c), lambda: torch.cumsum(t, 0), 1)
    gm, cm, tm = gla.reshape(g, (SIDE, SIDE)), c.reshape(SIDE, SIDE), t.reshape(SIDE, SIDE)
    for axis in (0, 1):
        table.ratio(f"cumulative sum, 1e4 x 1e4, axis {axis}", lambda: gla.cumulative_sum(gm, axis=axis),
                    lambda: cupy.cumsum(cm, axis=axis), lambda: torch.cumsum(tm, axis), 1)
    near(gla.median(g), cupy.median(c))
    table.ratio("median, 1e8", lambda: gla.median(g), lambda: cupy.median(c), lambda: torch.median(t), 1)
    near(gla.median(gm, axis=1), cupy.median(cm, axis=1))
    table.ratio("medians of 1e4 rows of 1e4", lambda: gla.median(gm, axis=1), lambda: cupy.median(cm, axis=1),
                lambda: torch.median(tm, 1), 1)


def masks(g, c, t):
    gm, cm, tm = g > 0, c > 0, t > 0
    near(gla.nonzero(gm)[0][-1000:], cupy.nonzero(cm)[0][-1000:])
    table.ratio("nonzero, half of 1e8", lambda: gla.nonzero(gm), lambda: cupy.nonzero(cm), lambda: torch.nonzero(tm), 1)
    near(g[gm][-1000:], c[cm][-1000:])
    table.ratio("a[mask], half of 1e8", lambda: g[gm], lambda: c[cm], lambda: t[tm], 1)


def groups(g, c, t, keys):
    (gk,), (ck,), (tk,) = table.everywhere(keys)
    functions = lambda: gla.group_sum(g, gk, num_groups=GROUPS), lambda: cupy.bincount(ck, c, GROUPS)
    near(functions[0](), functions[1]())
    table.ratio("group sum, 1e8 into 1e5", *functions, lambda: torch.bincount(tk, t, GROUPS), 1)


def measure():
    rng = numpy.random.default_rng(6)
    (g,), (c,), (t,) = table.everywhere(rng.standard_normal(N))
    sums(g, c, t)
    masks(g, c, t)
    groups(g, c, t, rng.integers(0, GROUPS, N))
