"""Iterative solvers: 200 iterations of conjugate gradients with a five-point Laplacian of 4e6 rows, and 50 iterations of LSMR
with two dummies in each of 1e6 rows."""
import cupy
import cupyx.scipy.sparse
import cupyx.scipy.sparse.linalg
import numpy

import gpulinalg as gla
import sparse
import table

ROWS, FIRST, SECOND = 10**6, 10**4, 500


def conjugate_gradients():
    a, c, _ = sparse.laplacian()
    (gb,), (cb,), _ = table.everywhere(numpy.random.default_rng(3).standard_normal(c.shape[0]))

    def ours():
        try:
            return gla.sparse.cg(a, gb, rtol=1e-30, maxiter=200)
        except gla.ConvergenceError as error:  # expected: only the time counts
            return error.iteration.x
    table.ratio("cg, Laplacian, 200 iterations", ours,
                lambda: cupyx.scipy.sparse.linalg.cg(c, cb, rtol=1e-30, maxiter=200)[0], None, 0.5)


def dummies():
    rng = numpy.random.default_rng(4)
    row = numpy.repeat(numpy.arange(ROWS), 2)
    col = numpy.stack([rng.integers(0, FIRST, ROWS), FIRST + rng.integers(0, SECOND, ROWS)], axis=1).ravel()
    shape = ROWS, FIRST + SECOND
    c = cupyx.scipy.sparse.coo_matrix((cupy.ones(row.size), (cupy.asarray(row), cupy.asarray(col))), shape).tocsr()
    a = gla.sparse.coo(numpy.ones(row.size), row, col, shape=list(shape))
    (gb,), (cb,), _ = table.everywhere(rng.standard_normal(ROWS))
    options = {"atol": 0, "btol": 0, "maxiter": 50}

    def ours():
        try:
            return gla.sparse.lsmr(a, gb, conlim=0, **options)
        except gla.ConvergenceError as error:
            return error.iteration.x
    table.ratio("lsmr, 1e6 rows of two dummies, 50", ours,
                lambda: cupyx.scipy.sparse.linalg.lsmr(c, cb, conlim=0, **options)[0], None, 0.5)


def measure():
    conjugate_gradients()
    dummies()
