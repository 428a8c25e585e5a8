"""Derivatives of elementwise functions, and their edges."""

import math

import gpulinalg as gla
from gpulinalg import _core
from check import check, expect, gradient


X = [0.3, -1.2, 2.1, 0.7]
Y = [1.4, 0.6, -0.8, 2.5]
P = [0.3, 1.2, 2.1, 0.7]
U = [0.3, -0.62, 0.1, 0.7]
Z = [0.3 + 1j, -1.2 + 0.2j, 2.0 - 1j, 0.4 - 0.3j]
V = [1.3 - 0.5j, 0.7 + 0.2j, -0.6 - 1j, 0.9 + 1.3j]
BOTH = "exp expm1 sin cos tan sinh cosh tanh asinh atan square reciprocal negative positive abs sign conj real imag".split()
for name in BOTH:
    check(name, getattr(gla, name), [X], tol=1e-6)
    check(name + " complex", getattr(gla, name), [Z], tol=1e-6)
for name in "log log1p log2 log10 sqrt".split():
    check(name, getattr(gla, name), [P], tol=1e-6)
    check(name + " complex", getattr(gla, name), [Z], tol=1e-6)
for name in "asin acos atanh".split():
    check(name, getattr(gla, name), [U], tol=1e-6)
    check(name + " complex", getattr(gla, name), [Z], tol=1e-6)
check("acosh", gla.acosh, [[1.3, 2.0, 5.0]], tol=1e-6)
check("acosh complex", gla.acosh, [Z], tol=1e-6)
for name in "add subtract multiply divide".split():
    check(name, getattr(gla, name), [X, Y], tol=1e-6)
    check(name + " complex", getattr(gla, name), [Z, V], tol=1e-6)
    check(name + " real and complex", getattr(gla, name), [X, V], tol=1e-6)
    check(name + " broadcast", getattr(gla, name), [[[0.5], [1.5]], Y], tol=1e-6)
check("remainder", gla.remainder, [X, [1.4, 0.7, -0.8, 2.5]], tol=1e-6)
for name in "minimum maximum copysign atan2 hypot logaddexp nextafter".split():
    check(name, getattr(gla, name), [X, Y], tol=1e-6, second=name != "nextafter")
check("pow", gla.pow, [P, Y], tol=1e-6)
check("pow complex", gla.pow, [Z, V], tol=1e-6)
check("pow with exponent 0", gla.pow, [[1.5, 2.0], [0.0, 0.0]], tol=1e-6)
check("pow of negatives", lambda x: x**3 + x**0 + x**1, [[-1.5, 0.0, 2.0]], tol=1e-6)
check("clip", lambda x, a, b: gla.clip(x, a, b), [X, [0.0, -1.0, 0.5, 0.8], [1.0, -0.5, 1.5, 2.0]], tol=1e-6)
check("clip max", lambda x, b: gla.clip(x, max=b), [X, [1.0, -0.5, 1.5, 2.0]], tol=1e-6)
check("where", lambda x, y: gla.where(x > y, x * y, y), [X, Y], tol=1e-6)
check("nan_to_num", gla.nan_to_num, [X])
for name in "floor ceil trunc round".split():
    check(name, lambda x, f=getattr(gla, name): x * f(x), [X], tol=1e-6)
check("atan2 tiny", lambda y, x: gla.atan2(y * 1e-200, x * 1e-200), [X, Y], tol=1e-6)


def slope(name, f, xs, want):
    xs = [gla.asarray(x) for x in xs]
    t = _core.new_tape(True)
    vs = [_core.tape_variable(t, x) for x in xs]
    y = gla.sum(f(*vs))
    _core.tape_stop(t)
    got = [g.tolist() if g is not None else None for g in _core.tape_gradient(t, [y], vs)]
    expect(name, got == want, got)


INF, NAN = math.inf, math.nan
slope("x**2 at 0", lambda x: x**2, [[0.0]], [[0.0]])
slope("x**0 at 0", lambda x: x**0, [[0.0]], [[0.0]])
slope("0**y", lambda y: gla.pow(0.0, y), [[2.0]], [[0.0]])
slope("abs at 0", gla.abs, [[0.0]], [[0.0]])
slope("abs at 0j", lambda x: gla.abs(x), [[0j]], [[0j]])
slope("hypot at 0", gla.hypot, [[0.0], [0.0]], [[0.0], [0.0]])
slope("ties of maximum", gla.maximum, [[1.0], [1.0]], [[1.0], [0.0]])
slope("exp in a branch not taken", lambda x: gla.where(x > 500, x, gla.exp(x)), [[1000.0, 0.0]], [[1.0, 1.0]])
slope("sqrt in a branch not taken", lambda x: gla.where(x > 0, gla.sqrt(x), 0.0), [[0.0, 4.0]], [[0.0, 0.25]])
slope("log in a branch not taken", lambda x: gla.where(x > 0, gla.log(x), 0.0), [[0.0, -1.0]], [[0.0, 0.0]])
slope("divide in a branch not taken", lambda x, y: gla.where(y == 0, 0.0, x / y), [[1.0], [0.0]], [[0.0], [0.0]])
slope("logaddexp of infinities", gla.logaddexp, [[INF, -INF, 0.0], [0.0, 1.0, -INF]], [[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
slope(
    "clip between exchanged bounds",
    lambda x, a, b: gla.clip(x, a, b),
    [[2.0, 5.0, 20.0], [10.0] * 3, [3.0] * 3],
    [[0.0] * 3, [0.0] * 3, [1.0] * 3],
)
check("nan_to_num complex", gla.nan_to_num, [Z])
slope("nan_to_num of a part", lambda x: gla.real(gla.nan_to_num(x) * (1 - 1j)), [[complex(NAN, 2)]], [[1j]])
slope("nan_to_num", gla.nan_to_num, [[NAN, 1.0, INF]], [[0.0, 1.0, 0.0]])
slope("cosh in a branch not taken", lambda x: gla.where(x > 500, x, gla.cosh(x)), [[1000.0]], [[1.0]])
slope("comparison", lambda x: x * (x > 1), [[2.0, 0.5]], [[1.0, 0.0]])
slope("integers", lambda x: x * gla.asarray([2, 3]), [[2.0, 0.5]], [[2.0, 3.0]])
slope("xlogy at 0", gla.special.xlogy, [[0.0], [0.0]], [[-INF], [0.0]])
slope("logsumexp of -inf", lambda x: gla.special.logsumexp(x), [[-INF, 0.0]], [[0.0, 1.0]])
slope("logsumexp of -inf alone", lambda x: gla.special.logsumexp(x), [[-INF, -INF]], [[0.0, 0.0]])
slope("gamma.logpdf at 0, exponential", lambda x: gla.stats.gamma.logpdf(x, 1.0), [[0.0]], [[-1.0]])
slope("gamma.logpdf outside", lambda x: gla.stats.gamma.logpdf(x, 2.0), [[-1.0]], [[0.0]])
slope("norm.cdf at inf", lambda x, s: gla.stats.norm.cdf(x, 0.0, s), [[INF], [1.0]], [[0.0], [0.0]])
slope("poisson.pmf at mu 0", lambda mu: gla.stats.poisson.pmf([0.0, 1.0, 2.0], mu), [[0.0, 0.0, 0.0]], [[-1.0, 1.0, 0.0]])
slope("binom.pmf at p 0", lambda p: gla.stats.binom.pmf([0.0, 1.0], 3, p), [[0.0, 0.0]], [[-3.0, 3.0]])
slope("binom.cdf without trials", lambda p: gla.stats.binom.cdf(0.0, 0, p), [[0.5]], [[-0.0]])
slope("t.logpdf with infinite df", lambda x: gla.stats.t.logpdf(x, INF), [[0.5]], [[-0.5]])


def refused(name, f, xs, text):
    try:
        gradient(f, [gla.asarray(x) for x in xs])
    except gla.Error as e:
        expect(name, text in str(e), e)
    else:
        expect(name, False, "no error")


refused("gammainc in a", gla.special.gammainc, [[1.0], [2.0]], "with respect to a")
refused("betaincinv in b", lambda b: gla.special.betaincinv(1.5, b, 0.3), [[1.0]], "with respect to b")
refused("t.cdf in df", lambda d: gla.stats.t.cdf(1.5, d), [[1.0]], "with respect to df")
refused("f.ppf in dfd", lambda d: gla.stats.f.ppf(0.5, 2.0, d), [[1.0]], "with respect to dfd")
refused("binom.pmf in n", lambda n: gla.stats.binom.pmf(0.0, n, 0.3), [[1.0]], "with respect to n")
slope("quantile at an element", lambda q: gla.quantile([1.0, 2.0, 4.0], q), [[0.5, 1.0]], [[4.0, 4.0]])
refused("cov in ddof", lambda d: gla.cov([1.0, 2.0, 4.0], ddof=d), [1.0], "with respect to ddof")
