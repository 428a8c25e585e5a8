"""Derivatives of products and systems with sparse matrices: against central differences."""

import math

import gpulinalg as gla
from gpulinalg import sparse
from check import check, gradient, ok


def A(*shape, salt=0.4, complex=False):
    n = math.prod(shape)
    x = [math.sin(2.7 * i * i + 1.1 * i + salt) for i in range(n)]
    if complex:
        x = [v + 1j * math.cos(1.9 * i * i + 0.3 + salt) for i, v in enumerate(x)]
    return gla.reshape(gla.asarray(x, dtype="complex128" if complex else "float64"), shape)


for cx in (False, True):
    t = " complex" if cx else ""
    a = sparse.new(A(2, 3, complex=cx)) if hasattr(sparse, "new") else gla.sparse.Sparse(A(2, 3, complex=cx))
    square = (
        gla.sparse.Sparse(A(3, 3, complex=cx) + 2 * gla.eye(3))
        if hasattr(sparse, "Sparse")
        else sparse.new(A(3, 3, complex=cx) + 2 * gla.eye(3))
    )
    for xcx in (False, True):
        x = lambda *s: A(*s, salt=1, complex=xcx)
        u = t + (" x" if xcx else "")
        check("dot" + u, lambda x: a @ x, [x(3)])
        check("dot matrix" + u, lambda x: a @ x, [x(3, 2)])
        check("rdot" + u, lambda x: x @ a, [x(2)])
        check("rdot matrix" + u, lambda x: x @ a, [x(2, 2)])
        check("solve" + u, lambda b: sparse.solve(square, b), [x(3)])
        check("solve matrix" + u, lambda b: sparse.solve(square, b), [x(3, 2)])
        f = sparse.factor(square)
        for trans in (0, 1, 2):
            check("factor.solve %d" % trans + u, lambda b: f.solve(b, trans=trans), [x(3)])
        check("lstsq" + u, lambda b: sparse.lstsq(a.transpose() if hasattr(a, "transpose") else a.T, b)[:2], [x(3)])
        check("lstsq wide" + u, lambda b: sparse.lstsq(a, b)[0], [x(2, 2)])
try:
    got = gradient(lambda d: sparse.csr(d, [0, 1], [0, 1, 2]) @ gla.asarray([1.0, 2.0]), [gla.asarray([1.0, 2.0])])
except Exception as e:
    got = str(e)
ok("no derivative" in str(got), "the data of a sparse matrix")
f = sparse.factor(sparse.new([[2.0, 0.0], [0.0, 4.0]]))


def refactored(b):
    x = f.solve(b)
    f.refactor(sparse.new([[2.0, 0.0], [0.0, 5.0]]))
    return x


try:
    got = gradient(refactored, [gla.asarray([1.0, 2.0])])
except Exception as e:
    got = str(e)
ok("refactor" in str(got), "refactor between")
single = sparse.factor(sparse.new(gla.asarray([[1.0, 0.9], [0.9, 0.82]], dtype="float32")))
check("factor.solve single", lambda b: single.solve(b), [gla.asarray([1.0, 2.0], dtype="float32")], tol=3e-2)
