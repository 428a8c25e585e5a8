"""Gradients of statistics of groups, histograms and fixed effects, against differences."""

import math

import gpulinalg as gla
from check import check


def rand(*shape, salt=0, complex=False):
    n = math.prod(shape)
    v = [math.sin(2.7 * i + 0.4 + salt) + (1j * math.cos(1.9 * i + salt) if complex else 0) for i in range(n)]
    return gla.reshape(gla.asarray(v), shape)


def sq(y):
    return gla.square(gla.real(y)) + y


K = gla.asarray([0, 2, 0, 1, 2, 2])
V = [0.5, -1.25, 2.0, 0.75, -0.5, 1.1]
check("bincount", lambda w: sq(gla.bincount(K, weights=w, minlength=5)), [V])
for name in ("sum", "mean", "var", "std", "min", "max", "first", "last"):
    f = getattr(gla, "group_" + name)
    check("group_" + name, lambda v: sq(f(v, K)), [V])
    check("group_%s of columns" % name, lambda v: sq(f(v, K)), [rand(6, 2)])
    check("group_%s empty" % name, lambda v: sq(f(v, K, num_groups=5)[:3]), [V])
    if name not in ("min", "max"):
        check("group_%s complex" % name, lambda v: sq(f(v, K)), [rand(6, complex=True)])
    check("group_%s float32" % name, lambda v: sq(f(v, K)), [V], dtype="float32")
check("group_var correction", lambda v: sq(gla.group_var(v, gla.asarray([0, 0, 0, 1, 1, 1]), correction=1.0)), [V])
check("group_std of one", lambda v: sq(gla.group_std(v, gla.asarray([0, 0, 0, 1, 1, 1]), correction=1.0)), [V])
check("group_median", lambda v: sq(gla.group_median(v, K)), [V])
check("group_median of columns", lambda v: sq(gla.group_median(v, K)), [rand(6, 2)])
check("group_median empty", lambda v: sq(gla.group_median(v, K + 1, num_groups=5)[1:4]), [V])
for method in (
    "linear",
    "lower",
    "higher",
    "midpoint",
    "nearest",
    "inverted_cdf",
    "averaged_inverted_cdf",
    "hazen",
    "median_unbiased",
):
    check(
        "group_quantile " + method,
        lambda v: sq(gla.group_quantile(v, K, gla.asarray([[0.3], [0.8], [0.1]]), method=method)),
        [rand(6, 2)],
    )
check("group_quantile scalar", lambda v: sq(gla.group_quantile(v, K, 0.3)), [V])
check("run_lengths", lambda v: sq(gla.run_lengths(v)[0]), [[0.5, 0.7, 0.2]])
check("histogram edges", lambda b: sq(gla.histogram(gla.asarray(V), bins=b)[1]), [[-1.0, 0.0, 1.0]])
B = gla.asarray([-1.0, 0.0, 1.0, 1.5])
check("histogram", lambda w: sq(gla.histogram(gla.asarray(V), bins=B, weights=w)[0]), [V])
check("histogram bins", lambda w: sq(gla.histogram(gla.asarray(V), bins=3, weights=w)[0]), [V])
check(
    "histogram density",
    lambda w: sq(gla.histogram(gla.asarray(V), bins=B, weights=w, density=True)[0]),
    [[0.5, 1.2, 0.7, 0.9, 1.1, 0.8]],
)
check(
    "counts",
    lambda v: (
        v * gla.astype(gla.histogram(v, bins=B)[0], "float64")[0] + gla.astype(gla.digitize(v, B), "float64") + gla.rankdata(v)
    ),
    [V],
)
IDS = [gla.asarray([0, 0, 1, 1, 2, 2, 2, 3]), gla.asarray([0, 1, 0, 1, 0, 1, 1, 0])]
W = gla.asarray([1.0, 0.5, 2.0, 1.5, 1.2, 0.8, 1.1, 3.0])


def within(*ids, **options):
    def f(y, x):
        return tuple(sq(v) for v in gla.absorb(y, x, list(ids), **options)[:2])

    return f


y, x = rand(8), rand(8, 2, salt=1)
check("absorb", within(IDS[0]), [y, x])
check("absorb weights", within(IDS[0], weights=W), [y, x])
check("absorb two", within(*IDS, weights=W, tol=1e-13), [y, x])
check("absorb all rows", within(IDS[0], drop_singletons=False), [rand(8, 2), rand(8)])
check("absorb slopes", within(IDS[1], slopes=[rand(8, salt=3)], weights=W), [y, x])
check("absorb y", lambda y: sq(gla.absorb(y, gla.zeros((8, 0)), [IDS[0]])[0]), [y])
check(
    "absorb spanned",
    lambda y, x: sq(gla.absorb(y, gla.column_stack([x, gla.ones(8)]), [IDS[0]])[1]) * gla.sum(y),
    [y, rand(8, salt=1)],
)
