"""Gradients of products and Fourier transforms, against differences."""


import gpulinalg as gla
from check import check


def rand(*shape, salt=0, complex=False):
    import math

    n = 1
    for k in shape:
        n *= k
    v = [math.sin(2.7 * i + 0.4 + salt) + (1j * math.cos(1.9 * i + salt) if complex else 0) for i in range(n)]
    return gla.reshape(gla.asarray(v), shape)


def cx(*shape, salt=0):
    return rand(*shape, salt=salt, complex=True)


sq = gla.square
S = rand(3, 3) + 2.0 * gla.eye(3)
for a, b in [
    ((4,), (4,)),
    ((3, 2, 4), (4, 5)),
    ((4,), (3, 4, 5)),
    ((3, 2, 4), (4,)),
    ((2, 4), (3, 4, 2)),
    ((2, 1, 2, 3), (3, 3, 2)),
    ((4,), (4, 2)),
    ((1, 2, 3), (4, 3, 2)),
    ((2, 0), (0, 3)),
]:
    check("matmul %s %s" % (a, b), lambda x, y: sq(gla.matmul(x, y)), [rand(*a), rand(*b, salt=1)])
    check("matmul complex %s %s" % (a, b), gla.matmul, [cx(*a), rand(*b, salt=1)])
for a, b in [((4,), (4,)), ((3, 2, 4), (4, 5)), ((2, 4), (3, 4, 2)), ((), (2, 3)), ((2,), ()), ((2, 4), (4,))]:
    check("dot %s %s" % (a, b), lambda x, y: sq(gla.dot(x, y)), [rand(*a), rand(*b, salt=1)])
check("dot complex", gla.dot, [cx(2, 3), cx(2, 3, 2, salt=1)])
for a, b in [((4,), (4,)), ((3, 2, 4), (5, 4)), ((), (2, 3))]:
    check("inner %s %s" % (a, b), lambda x, y: sq(gla.inner(x, y)), [rand(*a), rand(*b, salt=1)])
check("inner complex", gla.inner, [cx(2, 3), rand(2, 3, salt=1)])
check("outer", lambda x, y: sq(gla.outer(x, y)), [rand(3), rand(2, salt=1)])
check("outer complex", gla.outer, [cx(3), cx(2, salt=1)])
for axes in [2, 1, 0, [[0, 2], [1, 0]], [[-1], [0]]]:
    shapes = (
        ((2, 3, 4), (3, 4, 2))
        if axes == 2
        else ((2, 3), (3, 2))
        if axes in (0, 1)
        else ((2, 3, 4), (4, 2))
        if len(axes[0]) == 2
        else ((2, 4), (4, 3))
    )
    check(
        "tensordot %s" % (axes,), lambda x, y: sq(gla.tensordot(x, y, axes=axes)), [rand(*shapes[0]), rand(*shapes[1], salt=1)]
    )
check("tensordot default", gla.tensordot, [cx(2, 3), cx(2, 3, 2, salt=1)])
check("vdot", gla.vdot, [cx(2, 3), cx(3, 2, salt=1)])
check("vdot mixed", gla.vdot, [rand(2, 3), cx(6, salt=1)])
for a, b, axis in [((3, 4), (4,), -1), ((2, 1, 3), (4, 3), -1), ((3, 2), (5, 3, 1), -2)]:
    check("vecdot %s %s" % (a, b), lambda x, y: sq(gla.vecdot(x, y, axis=axis)), [rand(*a), rand(*b, salt=1)])
    check("vecdot complex %s %s" % (a, b), lambda x, y: gla.vecdot(x, y, axis=axis), [cx(*a), cx(*b, salt=1)])
check("cross", lambda x, y: sq(gla.cross(x, y)), [rand(2, 3), rand(3, salt=1)])
check("cross axis", gla.cross, [cx(3), cx(3, salt=1)])
check("cross first", lambda x, y: sq(gla.cross(x, y, axis=0)), [rand(3, 2), rand(3, 1, salt=1)])
for subscripts, shapes in [
    ("ij,jk->ik", ((2, 3), (3, 4))),
    ("ij,jk", ((2, 3), (3, 4))),
    ("ij->", ((2, 3),)),
    ("ij->j", ((2, 3),)),
    ("ii", ((3, 3),)),
    ("ii->i", ((3, 3),)),
    ("ij,j,jk,k->i", ((2, 3), (3,), (3, 2), (2,))),
    ("ij,kl->", ((2, 3), (2, 2))),
    ("iij,j->i", ((2, 2, 3), (3,))),
    ("iii,i->i", ((2, 2, 2), (2,))),
    ("...ij,...jk->...ik", ((2, 2, 3), (3, 2))),
    ("i...,i...", ((3, 2), (3, 4, 2))),
    ("ba", ((2, 3),)),
    ("ij,ij->i", ((2, 3), (1, 3))),
    ("ij,ij->", ((2, 3), (2, 1))),
    ("...,...->...", ((2, 1), (3,))),
    ("i,i->i", ((1,), (3,))),
    ("b...a->a...b", ((2, 3, 2),)),
    (" i j , j -> i", ((2, 3), (3,))),
    ("iijj->ij", ((2, 2, 3, 3),)),
    ("i,j->ij", ((2,), (3,))),
    (",i->i", ((), (3,))),
    ("ii,i...->...", ((2, 2), (2, 3))),
]:
    args = [rand(*s, salt=k) for k, s in enumerate(shapes)]
    check("einsum " + subscripts, lambda *x: sq(gla.einsum(subscripts, *x)), args)
    check("einsum complex " + subscripts, lambda *x: gla.einsum(subscripts, *x), [cx(*s, salt=k) for k, s in enumerate(shapes)])
check("einsum square", lambda x: gla.einsum("ij,ij,jk->", x, x, x), [S])
for n in (3, 1, 0, -1, -2):
    check("matrix_power %d" % n, lambda x: sq(gla.matrix_power(x, n)), [S], second=n >= 0)
check("matrix_power stack", lambda x: gla.matrix_power(x, 3), [cx(2, 2, 2)])
check(
    "tensorsolve",
    lambda a, b: sq(gla.tensorsolve(a, b)),
    [gla.reshape(rand(4, 4) + 2.0 * gla.eye(4), (2, 2, 4)), rand(2, 2, salt=1)],
    second=False,
)
check(
    "tensorsolve axes",
    lambda a, b: sq(gla.tensorsolve(a, b, axes=[0])),
    [gla.permute_dims(gla.reshape(rand(4, 4) + 2.0 * gla.eye(4), (4, 2, 2)), (2, 0, 1)), rand(4, salt=1)],
    second=False,
)
check("tensorinv", lambda a: sq(gla.tensorinv(a, ind=1)), [gla.reshape(rand(4, 4) + 2.0 * gla.eye(4), (4, 2, 2))])
check("tensorinv 2", lambda a: gla.tensorinv(a), [gla.reshape(cx(4, 4) + 2.0 * gla.eye(4), (2, 2, 4))])
check("einsum float32", lambda x, y: gla.einsum("ij,jk->ik", x, y), [rand(2, 3), rand(3, 2)], dtype="float32")
