"""Sparse direct solves and eigenvalues compared with CuPy: five-point Laplacians with 4e4 and 1e6 unknowns."""
import time

import cupyx.scipy.sparse
import cupyx.scipy.sparse.linalg
import numpy

import gpulinalg as gla
import sparse
import table

SIDE, LARGE = 200, 1000


def shown(name, milliseconds, limit):
    table.line(name, "ms", [milliseconds, None, None], limit=limit)


def factors():
    a, c, _ = sparse.laplacian(SIDE)
    (gb,), (cb,), _ = table.everywhere(numpy.ones(SIDE * SIDE))
    sparse.near(gla.sparse.solve(a, gb), cupyx.scipy.sparse.linalg.spsolve(c, cb))
    table.ratio("direct, Laplacian, 4e4, first", lambda: gla.sparse.solve(a, gb),
                lambda: cupyx.scipy.sparse.linalg.spsolve(c, cb), None, 0.35)
    factor, again = gla.sparse.factor(a), a * 1.01
    theirs = table.medians((lambda: cupyx.scipy.sparse.linalg.spsolve(c, cb),))[0]

    def known():
        factor.refactor(again)
        return factor.solve(gb)
    ours = table.medians((known,))[0]
    table.line("direct, 4e4, with its pattern known", "ms", [1e3 * ours, 1e3 * theirs, None], ours / theirs, 0.01)


def large():
    a, _, _ = sparse.laplacian(LARGE)
    b = gla.ones([LARGE * LARGE])
    began = time.perf_counter()
    x = gla.sparse.factor(a).solve(b)
    table.barrier()
    shown("direct, Laplacian, 1e6, first", 1e3 * (time.perf_counter() - began), 10000)
    print(f"#   residual {float(gla.max(gla.abs(a @ x - b))):.1e}")


def eigenvalues():
    a, c, _ = sparse.laplacian(SIDE)
    table.ratio("eigsh, k=6, Laplacian, 4e4", lambda: gla.sparse.eigsh(a, 6),
                lambda: cupyx.scipy.sparse.linalg.eigsh(c, 6), None, 0.3)


def measure():
    eigenvalues()
    try:
        factors()
        large()
    except gla.NotSupportedError as error:  # neither cuDSS nor SuiteSparse
        print(f"# left out: {error}")
