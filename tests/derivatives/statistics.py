"""Derivatives of weighted means, covariances and quantiles."""


import gpulinalg as gla
from check import check, expect, gradient

T = gla.reshape(gla.asarray([((7 * i) % 24 - 9.3) / 10 for i in range(24)]), (2, 3, 4))
M = [[0.3, -1.2, 2.0, 0.7], [1.5, 0.2, -0.4, 0.9], [0.1, 2.2, 1.4, -0.6]]
N = [[1.1, 0.4, -0.7, 0.3], [0.6, -0.9, 1.8, 0.2]]
C = [[0.3 + 1j, -1.2 + 0.2j, 2.0 - 1j], [1.5 + 0.1j, 0.2 - 0.7j, -0.4j]]
W = [0.5, 1.5, 2.0, 0.7]
F = gla.asarray([1, 3, 2, 1])

for axis in (None, 0, -1, (0, 2), (2, 1)):
    check("average %s" % (axis,), lambda a: gla.average(a, axis=axis), [T])
    check("average weighted %s" % (axis,), lambda a, w: gla.average(a, axis=axis, weights=w), [T, T + 2.0])
    check("average returned %s" % (axis,), lambda a, w: gla.average(a, axis=axis, weights=w, returned=True), [T, T + 2.0])
check("average short", lambda a, w: gla.average(a, axis=2, weights=w, returned=True), [T, W])
check("average short keepdims", lambda a, w: gla.average(a, axis=1, weights=w, keepdims=True), [T, W[:3]])
check("average short 2-d", lambda a, w: gla.average(a, axis=(0, 2), weights=w), [T, [W, W[::-1]]])
check("average returned only a", lambda a: gla.average(a, axis=1, returned=True), [T])
check("average complex", lambda a, w: gla.average(a, axis=1, weights=w), [C, [0.5 + 1j, 2.0 - 1j, 1 + 0j]], tol=1e-6)

R = [[0.3, 1.5, 0.1], [-1.2, 0.2, 2.2], [2.0, -0.4, 1.4], [0.7, 0.9, -0.6]]
check("cov", gla.cov, [M])
check("cov y", lambda m, y: gla.cov(m, y), [M, N])
check("cov 1-d", gla.cov, [M[0]])
check("cov 1-d y", lambda m, y: gla.cov(m, y), [M[0], N[1]])
check("cov columns", lambda m, y: gla.cov(m, y, rowvar=False, bias=True), [R, [[1.0], [0.4], [-2.0], [0.3]]])
check("cov ddof", lambda m: gla.cov(m, ddof=2), [M])
check("cov weights", lambda m, w: gla.cov(m, aweights=w, fweights=F), [M, W], tol=1e-6)
check("cov aweights", lambda m, w: gla.cov(m, aweights=w, ddof=0), [M, W])
check("cov fweights", lambda m: gla.cov(m, fweights=F), [M])
check("cov complex", gla.cov, [C])
check("corrcoef", gla.corrcoef, [M], tol=1e-6)
check("corrcoef y", lambda m, y: gla.corrcoef(m, y), [M, N], tol=1e-6)
check("corrcoef columns", lambda m: gla.corrcoef(m, rowvar=False), [R], tol=1e-6)
check("corrcoef weights", lambda m, w: gla.corrcoef(m, aweights=w, fweights=F), [M, W], tol=1e-6)
check("corrcoef complex", gla.corrcoef, [C + [[0.3j, 1.1 + 0j, 0.7 - 1j]]], tol=1e-6)
check("corrcoef 1-d", gla.corrcoef, [M[0]], tol=1e-6)
check("cov float32", gla.cov, [M], dtype="float32")

Q = [[0.1, 0.5], [0.83, 1.0]]
METHODS = (
    "inverted_cdf averaged_inverted_cdf closest_observation interpolated_inverted_cdf hazen weibull linear "
    "median_unbiased normal_unbiased lower higher midpoint nearest"
)
NAN = gla.asarray(float("nan"))
HIDE = gla.reshape(gla.asarray([i % 5 == 2 for i in range(24)]), (2, 3, 4))
for method in METHODS.split():
    check("quantile " + method, lambda a: gla.quantile(a, Q, axis=2, method=method), [T])
    check("nanquantile " + method, lambda a: gla.nanquantile(gla.where(HIDE, NAN, a), Q, axis=2, method=method), [T])
for method in "interpolated_inverted_cdf hazen weibull linear median_unbiased normal_unbiased lower inverted_cdf".split():
    check("levels " + method, lambda q: gla.quantile(T, q, axis=2, method=method), [[[0.15, 0.55], [0.83, 0.45]]])
    check(
        "nan levels " + method,
        lambda q: gla.nanpercentile(gla.where(HIDE, NAN, T), q, axis=(2, 0), method=method),
        [[15.0, 57.0, 83.0]],
        h=1e-4,
    )
check("array and levels", lambda a, q: gla.quantile(a, q, axis=0), [T, [0.2, 0.7]])
check("array and levels, squared", lambda a, q: gla.quantile(a, q, axis=1) ** 2, [M, [0.2, 0.7]], tol=1e-6)
check("hazen, squared", lambda a, q: gla.quantile(a, q, axis=0, method="hazen") ** 2, [M, [0.43, 0.7]], tol=1e-6)
check("nan, squared", lambda a, q: gla.nanquantile(a * a, q) ** 2, [M, [0.27, 0.7]], tol=1e-6)
check("median, squared", lambda a: gla.median(a, axis=0) ** 2, [M], tol=1e-6)
check("level, scalar", lambda q: gla.quantile(T, q), [0.27])
check("level, float32", lambda q: gla.quantile(T, q, axis=1), [[0.27]], dtype="float32")
for axis in (None, 0, 1, (0, 2), (2, 0), (-3, 1)):
    for keepdims in (False, True):
        check("quantile %s" % (axis,), lambda a: gla.quantile(a, Q, axis=axis, keepdims=keepdims), [T])
        check("percentile %s" % (axis,), lambda a: gla.percentile(a, 30.0, axis=axis, keepdims=keepdims), [T])
        check("median %s" % (axis,), lambda a: gla.median(a, axis=axis, keepdims=keepdims), [T])
        check(
            "nanmedian %s" % (axis,),
            lambda a: gla.nanmedian(gla.where(HIDE, NAN, a), axis=axis, keepdims=keepdims),
            [T],
        )
        check(
            "nanpercentile %s" % (axis,),
            lambda a: gla.nanpercentile(gla.where(HIDE, NAN, a), [30.0, 70.0], axis=axis, keepdims=keepdims),
            [T],
        )
check("quantile weights", lambda a, w: gla.quantile(a, Q, axis=2, method="inverted_cdf", weights=w), [T, W])
check("quantile weights of a", lambda a, w: gla.quantile(a, Q, axis=1, method="inverted_cdf", weights=w), [T, T + 2.0])
check(
    "nanquantile weights", lambda a: gla.nanquantile(gla.where(HIDE, NAN, a), Q, axis=2, method="inverted_cdf", weights=W), [T]
)
check("median float32", lambda a: gla.median(a, axis=1), [M], dtype="float32")
check("quantile scalar", lambda a: gla.quantile(a, 0.3), [1.5])
g = gradient(lambda a: gla.nanmedian(a, axis=1), [gla.asarray([[1.0, float("nan"), 2.0], [float("nan")] * 3])])[0].tolist()
expect("nanmedian of NaN", g[1] == [0.0] * 3 and g[0][0] == g[0][2], g)
