"""Derivatives of probability distributions."""


import gpulinalg as gla
from gpulinalg import stats
from check import check

X = [0.35, 0.8, 1.1]
Q = [0.1, 0.45, 0.9]
LOC, SCALE = [0.1, -0.2, 0.05], 1.7
CASES = {  # shapes, x
    "norm": ([], X),
    "t": ([[2.5, 4.0, 7.5]], X),
    "gamma": ([[1.4, 2.0, 3.3]], X),
    "chi2": ([[2.6, 3.5, 6.0]], X),
    "beta": ([[1.6, 2.2, 0.8], [2.4, 1.3, 3.0]], [0.4, 0.8, 0.3]),
    "f": ([[3.2, 5.0, 7.7], [4.4, 9.1, 3.6]], X),
}
for dist, (shapes, x) in CASES.items():
    d, k = getattr(stats, dist), len(shapes)
    fixed = [gla.asarray(a) for a in shapes]
    for name in ("pdf", "logpdf"):
        f = getattr(d, name)
        check("%s.%s" % (dist, name), f, [x] + shapes, tol=1e-6)
        check("%s.%s located" % (dist, name), f, [x] + shapes + [LOC, SCALE], tol=1e-6)
    for name in ("cdf", "sf", "logcdf", "logsf"):
        f = lambda x, *rest, f=getattr(d, name): f(x, *fixed, *rest)
        check("%s.%s" % (dist, name), f, [x], tol=1e-6)
        check("%s.%s located" % (dist, name), f, [x, LOC, SCALE], tol=1e-6)
    for name in ("ppf", "isf"):
        f = lambda x, *rest, f=getattr(d, name): f(x, *fixed, *rest)
        check("%s.%s" % (dist, name), f, [Q], tol=1e-6, h=1e-6)
        check("%s.%s located" % (dist, name), f, [Q, LOC, SCALE], tol=1e-6, h=1e-6)

K = gla.asarray([0.0, 1.0, 3.0, 2.0])
for name in ("pmf", "logpmf", "cdf", "sf", "logcdf", "logsf"):
    f = getattr(stats.poisson, name)
    check("poisson." + name, lambda mu, f=f: f(K, mu), [[0.7, 1.2, 2.5, 4.0]], tol=1e-6)
    check("poisson.%s loc" % name, lambda mu, f=f: f(K, mu, -1.0), [[0.7, 1.2, 2.5, 4.0]], tol=1e-6)
    f = getattr(stats.binom, name)
    k = K if name != "logsf" else gla.asarray([0.0, 1.0, 0.0, 2.0])
    check("binom." + name, lambda p, f=f, k=k: f(k, gla.asarray([1.0, 4.0, 3.0, 5.0]), p), [[0.3, 0.5, 0.8, 0.15]], tol=1e-6)
for name in ("ppf", "isf"):
    check("poisson." + name, lambda q, mu, loc, f=getattr(stats.poisson, name): f(q, mu, loc), [Q, [1.0, 2.0, 3.0], LOC])
    check("binom." + name, lambda q, p, loc, f=getattr(stats.binom, name): f(q, 5, p, loc), [Q, [0.2, 0.5, 0.7], LOC])
check("norm.logpdf float32", stats.norm.logpdf, [X, LOC, SCALE], dtype="float32")
