"""Sorting, searching and unique values: 1e8 float64 elements, in one or many rows, also with few different values."""
import cupy
import numpy
import torch

import gpulinalg as gla
import table

N, ROW, DIFFERENT = 10**8, 10**4, 10**5


def check(ours, theirs):
    if not bool((cupy.asarray(ours) == theirs).all()):
        raise RuntimeError("the two differ")


def sorts(values):
    (g,), (c,), (t,) = table.everywhere(values)
    check(gla.sort(g), cupy.sort(c))
    check(gla.sort(gla.flip(g), descending=True), cupy.flip(cupy.sort(c)))
    check(gla.take(g, gla.argsort(g)), cupy.sort(c))
    table.ratio("sort, 1e8", lambda: gla.sort(g), lambda: cupy.sort(c), lambda: torch.sort(t), 1)
    table.ratio("argsort, 1e8", lambda: gla.argsort(g), lambda: cupy.argsort(c), lambda: torch.argsort(t), 1)
    (gk,), (ck,), (tk,) = table.everywhere(numpy.sort(values[:1000]))
    check(gla.searchsorted(gk, g), cupy.searchsorted(ck, c))
    table.ratio("searchsorted, 1e8 in 1000", lambda: gla.searchsorted(gk, g), lambda: cupy.searchsorted(ck, c),
                lambda: torch.searchsorted(tk, t), 1)


def rows(values, n):
    (g,), (c,), (t,) = table.everywhere(values.reshape(-1, n))
    check(gla.sort(g), cupy.sort(c))
    table.ratio(f"sort, rows of {n}, 1e8 in all", lambda: gla.sort(g), lambda: cupy.sort(c), lambda: torch.sort(t), 1)


def different(name, values):
    (g,), (c,), (t,) = table.everywhere(values)
    check(gla.unique_values(g), cupy.unique(c))
    table.ratio(name, lambda: gla.unique_values(g), lambda: cupy.unique(c), lambda: torch.unique(t), 1)


def measure():
    rng = numpy.random.default_rng(6)
    values = rng.standard_normal(N)
    sorts(values)
    rows(values, ROW)
    rows(values, 100)
    different("unique, 1e8 of 1e5 numbers", rng.integers(0, DIFFERENT, N).astype(float))
    different("unique, 1e8 of 1e5 fractions", values[:DIFFERENT][rng.integers(0, DIFFERENT, N)])
