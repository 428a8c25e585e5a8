"""Run times of sparse matrix operations compared with SciPy: further dtypes, formats and axes that sweep.py leaves out; see
README.md.

    OMP_NUM_THREADS=1 build/run python3 bench/sparse.py [WORD ...]     rows whose names have one of the words
"""
import numpy as np
import scipy.sparse as sparse
from sweep import laplacian, row, scattered

import gpulinalg as gla


def along(name, a):
    """Sums, counts and extremes of rows and columns, along and across the storage order."""
    for kind, there in (("", a), ("csc ", sparse.csc_array(a)), ("float32 ", a.astype("float32")),
                        ("complex ", a.astype("complex128"))):
        here = gla.sparse.Sparse.from_scipy(there)
        for axis in (0, 1):
            for what in ("sum", "count_nonzero", "mean") + (("max", "min") if kind != "complex " else ()):
                row(f"{kind}{what}, axis {axis}, {name}", lambda f=getattr(here, what), axis=axis: f(axis=axis),
                    lambda f=getattr(there, what), axis=axis: f(axis=axis))
        row(f"{kind}tocoo, {name}", here.tocoo, lambda there=there: there.tocoo(copy=True))
        row(f"{kind}norm 1, {name}", lambda here=here: here.norm(ord="1"), lambda there=there: sparse.linalg.norm(there, 1))


def made(rng, n):
    v, few = rng.random(n), scattered(rng, 50, n, 5, rng.random)
    x, mine, identity = gla.asarray(v), gla.sparse.Sparse.from_scipy(few), sparse.csr_array(sparse.eye_array(20))
    y, eye = x[1:], gla.sparse.eye(20)
    for what, ours, theirs in (
            ("diags", lambda: gla.sparse.diags([x]), lambda: sparse.diags_array(v[None], offsets=[0], format="csr")),
            ("diags of 3", lambda: gla.sparse.diags([y, x, y], offsets=[-1, 0, 1]),
             lambda: sparse.diags_array([v[1:], v, v[1:]], offsets=[-1, 0, 1], format="csr")),
            ("eye", lambda: gla.sparse.eye(n), lambda: sparse.eye_array(n, format="csr")),
            ("eye, k=1", lambda: gla.sparse.eye(n, k=1), lambda: sparse.eye_array(n, k=1, format="csr")),
            ("kron with eye", lambda: gla.sparse.kron(mine, eye), lambda: sparse.kron(few, identity, format="csr")),
            ("kron of eye", lambda: gla.sparse.kron(eye, mine), lambda: sparse.kron(identity, few, format="csr"))):
        row(f"{what}, {n}", ours, theirs)


if __name__ == "__main__":
    generator = np.random.default_rng(1)
    for title, matrix in (("random 1e4", scattered(generator, 10**4, 10**4, 10, generator.random)),
                          ("grid 2.5e5", laplacian(500, 2)),
                          ("normal 1e5", scattered(generator, 10**5, 10**5, 10, generator.standard_normal))):
        along(title, matrix)
    for size in (10**4, 2 * 10**5):
        made(generator, size)
