"""Sparse matrices: products of a five-point Laplacian of 4e6 rows and of a random matrix; sorting of triplets."""
import cupy
import cupyx.scipy.sparse
import cupyx.scipy.sparse.linalg
import numpy
import torch

import gpulinalg as gla
import table

SIDE, ROWS, EACH, ENTRIES = 2000, 10**6, 20, 5 * 10**6


def near(ours, theirs):
    if not bool(cupy.allclose(cupy.asarray(ours), theirs)):
        raise RuntimeError("the two differ")


def everywhere(data, row, col, n):
    """Return the same matrix for each library."""
    theirs = cupyx.scipy.sparse.coo_matrix((cupy.asarray(data), (cupy.asarray(row), cupy.asarray(col))), (n, n)).tocsr()
    theirs.sum_duplicates()
    torchs = torch.sparse_csr_tensor(*(torch.as_tensor(x, device="cuda") for x in (theirs.indptr, theirs.indices, theirs.data)),
                                     (n, n))
    return gla.sparse.coo(data, row, col, shape=[n, n]), theirs, torchs


def laplacian(side=SIDE):
    n = side * side
    i = numpy.arange(n)
    x, y = i % side, i // side
    parts = [(i, i, numpy.full(n, 4.0))]
    for keep, step in ((x > 0, -1), (x < side - 1, 1), (y > 0, -side), (y < side - 1, side)):
        parts.append((i[keep], i[keep] + step, numpy.full(int(keep.sum()), -1.0)))
    row, col, data = (numpy.concatenate(p) for p in zip(*parts))
    return everywhere(data, row, col, n)


def products(name, matrices, limits):
    n = matrices[1].shape[0]
    a, c, t = matrices
    for k, limit in limits:
        (gx,), (cx,), (tx,) = table.everywhere(numpy.random.default_rng(2).standard_normal((n, k) if k > 1 else n))
        near(a @ gx, c @ cx)
        table.ratio(name if k == 1 else f"{name}, {k} columns", lambda: a @ gx, lambda: c @ cx, lambda: t @ tx, limit)


def measure():
    rng = numpy.random.default_rng(1)
    matrices = laplacian()
    products("Laplacian, 4e6 rows", matrices, ((1, 0.6), (16, 0.5)))
    a, c, t = matrices
    table.ratio("Laplacian, 4e6 rows, squared", lambda: a @ a, lambda: c @ c, lambda: t @ t, 0.8)
    lower, theirs = gla.sparse.tril(a), cupyx.scipy.sparse.tril(c, format="csr")
    (gb,), (cb,), _ = table.everywhere(numpy.ones(c.shape[0]))
    table.ratio("its lower triangle, solved", lambda: gla.sparse.solve_triangular(lower, gb),
                lambda: cupyx.scipy.sparse.linalg.spsolve_triangular(theirs, cb), None, 1)
    row = numpy.repeat(numpy.arange(ROWS), EACH)
    matrices = everywhere(rng.standard_normal(row.size), row, rng.integers(0, ROWS, row.size), ROWS)
    products("random, 1e6 rows of 20", matrices, ((1, 0.95),))
    a, c, t = matrices
    near(a.copy().tocsc().indices, c.tocsc().indices)
    table.ratio("the same, copied, by columns", lambda: a.copy().tocsc(), lambda: c.copy().tocsc(),
                lambda: t.clone().to_sparse_csc(), 1)  # a matrix caches its other format, but copies do not
    host = rng.standard_normal(ENTRIES), rng.integers(0, ROWS, ENTRIES), rng.integers(0, ROWS, ENTRIES)
    (gd, gr, gc), (cd, cr, cc), (td, tr, tc) = table.everywhere(*host)
    table.ratio("triplets to rows, 5e6", lambda: gla.sparse.coo(gd, gr, gc, shape=[ROWS, ROWS]),
                lambda: cupyx.scipy.sparse.coo_matrix((cd, (cr, cc)), (ROWS, ROWS)).tocsr(),
                lambda: torch.sparse_coo_tensor(torch.stack((tr, tc)), td, (ROWS, ROWS)).coalesce().to_sparse_csr(), 1)
