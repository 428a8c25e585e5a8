"""Derivatives of reductions."""


import gpulinalg as gla
from check import check, expect, gradient

M = [[0.3, -1.2, 2.0], [1.5, 0.2, -0.4]]
Z = [[0.3 + 1j, -1.2 + 0.2j, 2.0 - 1j], [1.5 + 0.1j, 0.2 - 0.7j, -0.4j]]
T = gla.reshape(gla.asarray([((7 * i) % 24 - 9.3) / 10 for i in range(24)]), (2, 3, 4))
for axis in (None, 0, -1, (0, 2), (2, 0), (-3, 1)):
    for keepdims in (False, True):
        for name in ("sum", "mean", "prod", "var", "std", "min", "max"):
            check(
                "%s %s %s" % (name, axis, keepdims),
                lambda x, f=getattr(gla, name): f(x, axis=axis, keepdims=keepdims),
                [T],
                tol=1e-6,
            )
        for name in ("nansum", "nanmean", "nanprod", "nanvar", "nanstd", "nanmin", "nanmax"):
            f = getattr(gla, name)
            hide = gla.reshape(gla.asarray([i % 5 == 2 for i in range(24)]), (2, 3, 4))
            check(
                "%s %s %s" % (name, axis, keepdims),
                lambda x, f=f: f(gla.where(hide, gla.asarray(float("nan")), x), axis=axis, keepdims=keepdims),
                [T],
                tol=1e-6,
            )
for name in ("sum", "mean", "prod", "var", "std", "nansum", "nanmean", "nanprod", "nanvar", "nanstd"):
    f = getattr(gla, name)
    check(name + " complex", lambda x: f(x, axis=1), [Z], tol=1e-6)
    check(name + " float32", lambda x: f(x, axis=0), [M], dtype="float32")
    check(name + " scalar", lambda x: f(x * 2), [1.3], second=name not in ("std", "nanstd"))
for name in ("var", "std", "nanvar", "nanstd"):
    check(name + " correction", lambda x, f=getattr(gla, name): f(x, axis=1, correction=1.0), [M], tol=1e-6)
for zeros in (1, 2, 3):
    x = [[0.0] * zeros + [3.0, -1.5, 0.5, 2.0, 0.7][zeros:], [1.0, 2.0, -3.0, 0.5, 1.5]]
    for axis in (None, 0, 1):
        check("prod of %d zeros %s" % (zeros, axis), lambda x: gla.prod(x, axis=axis), [x], tol=1e-6)
check("prod of zeros, complex", lambda x: gla.prod(x, axis=1), [[[0j, 1 + 2j, 3 - 1j], [1 + 1j, 2j, 3.0 + 0j]]], tol=1e-6)
check("prod of zeros, stack", lambda x: gla.prod(x * T, axis=(0, 2)), [[[[1.0], [0.0], [2.0]]]], tol=1e-6)
check("sum of float32 in float64", lambda x: gla.sum(x, dtype="float64"), [M], dtype="float32")


def equal(name, got, want):
    got = got.tolist()
    expect(name, str(got) == str(want), got)


equal("max of ties", gradient(lambda x: gla.max(x) / 0.644217687237691, [gla.asarray([3.0, 1.0, 3.0])])[0], [0.5, 0.0, 0.5])
equal("std of equal", gradient(lambda x: gla.std(x), [gla.asarray([3.0, 3.0, 3.0])])[0], [0.0, 0.0, 0.0])
equal("min of empty rows", gradient(lambda x: gla.sum(x, axis=1), [gla.zeros((2, 0))])[0], [[], []])
equal("prod of empty rows", gradient(lambda x: gla.prod(x, axis=1), [gla.zeros((2, 0))])[0], [[], []])
equal("mean of empty rows", gradient(lambda x: gla.mean(x, axis=1), [gla.zeros((2, 0))])[0], [[], []])
equal("nanmax of all NaN", gradient(lambda x: gla.nanmax(x), [gla.asarray([float("nan")] * 2)])[0], [0.0, 0.0])
