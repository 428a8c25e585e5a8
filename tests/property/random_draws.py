"""Draws compared with their distributions: Kolmogorov–Smirnov distance for continuous distributions, chi-square for counts,
means and variances; the same numbers however they are drawn. TAP; skipped without NumPy.

The seed is fixed, and so is the outcome; one in a million correct outcomes exceeds a limit. Power, each with probability 0.999,
with 20000 draws: a distribution function that is off by 0.03 somewhere (the limit of the distance is 0.019), so also a normal
distribution whose mean is off by 0.075 standard deviations, or whose standard deviation is off by 13 %. Counts are compared in
cells with at least 50 expected draws: cells whose probabilities are off by 6 % (root mean square) with 3 cells, by 8 % with 30,
and by 12 % with 400, which is about the error of the mean in standard deviations. Means off by 0.06 standard deviations,
variances by 10 %. The last tests contain such errors, which must be detected."""
import math
import sys

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

import gpulinalg as gl

COUNT = 20000
LIMIT = math.sqrt(math.log(2e6) / 2 / COUNT)
tests = []


def check(condition, *what):
    tests.append(bool(condition))
    print("ok" if condition else "not ok", len(tests), "-", *what)


def numbers(name, *parameters, seed=20247):
    draw = getattr(gl.random.Generator(seed), name)
    return np.asarray(draw(*parameters, shape=COUNT, device="host"))


def distance(x, cdf):
    p = np.asarray(cdf(np.sort(x)))
    at = np.arange(COUNT + 1) / COUNT
    return max((p - at[:-1]).max(), (at[1:] - p).max())


def continuous(cdf, name, *parameters):
    far = distance(numbers(name, *parameters), cdf)
    check(far < LIMIT, name, *parameters, f"distance {far:.4f}")


def chi_square(x, cdf):
    """Return chi-square for cells with at least 50 expected draws, its limit and the number of cells; the limit is the quantile
    of one in a million (Wilson and Hilferty)."""
    ends = np.unique(x)
    total, cells, seen, last = 0.0, 0, 0, 0.0
    for end, p in zip(ends, np.asarray(cdf(ends.astype(float)))):
        if (p - last) * COUNT < 50 or (1 - p) * COUNT < 50:
            continue
        here = int((x <= end).sum())
        total += (here - seen - (p - last) * COUNT) ** 2 / ((p - last) * COUNT)
        cells, seen, last = cells + 1, here, p
    total += (COUNT - seen - (1 - last) * COUNT) ** 2 / ((1 - last) * COUNT)
    k = 2 / (9 * cells)
    return total, cells * (1 - k + 4.75 * math.sqrt(k)) ** 3, cells


def counts(cdf, name, *parameters):
    total, limit, cells = chi_square(numbers(name, *parameters), cdf)
    check(total < limit, name, *parameters, f"chi-square {total:.1f} of {cells}")


stats = gl.stats
continuous(lambda x: x, "random")
continuous(lambda x: stats.norm.cdf(x, 1.0, 2.0), "normal", 1.0, 2.0)
continuous(lambda x: 1 - np.exp(-x / 3), "exponential", 3.0)
continuous(lambda x: stats.norm.cdf(np.log(x), 0.5, 0.25), "lognormal", 0.5, 0.25)
for shape in (0.05, 0.9, 1.0, 4.0, 1e4):
    continuous(lambda x, shape=shape: stats.gamma.cdf(x, shape, 0, 2.0), "gamma", shape, 2.0)
for a, b in ((0.3, 0.6), (2.0, 5.0), (0.5, 20.0), (1.0, 1.0), (1.0, 4.0), (4.0, 1.0)):
    continuous(lambda x, a=a, b=b: stats.beta.cdf(x, a, b), "beta", a, b)
for df in (0.7, 2.0, 3.0, 50.0):
    continuous(lambda x, df=df: stats.chi2.cdf(x, df), "chisquare", df)
    continuous(lambda x, df=df: stats.t.cdf(x, df), "standard_t", df)
for low, high in ((-1.0, 1.5), (1.0, 1.5), (0.4, 6.0), (2.0, 9.0), (-0.1, 0.2)):
    below, width = stats.norm.sf(high), float(stats.norm.sf(low)) - float(stats.norm.sf(high))
    continuous(lambda x, b=float(below), w=width: 1 - (np.asarray(stats.norm.sf(x)) - b) / w, "truncated_normal", low, high)
continuous(lambda x: np.exp(-np.exp(-(x - 1) / 2)), "gumbel", 1.0, 2.0)
continuous(lambda x: 1 / (1 + np.exp(-x)), "logistic")
continuous(lambda x: np.where(x < 0, np.exp(-abs(x)) / 2, 1 - np.exp(-abs(x)) / 2), "laplace")
for a in (0.5, 3.0):
    continuous(lambda x, a=a: 1 - np.exp(-(x / 2) ** a), "weibull", a, 2.0)
    continuous(lambda x, a=a: 1 - (1 + x / 2) ** -a, "pareto", a, 2.0)
for p in (0.9, 0.3, 0.001):
    counts(lambda k, p=p: 1 - (1 - p) ** k, "geometric", p)
for n, p in ((0.5, 0.2), (3.0, 0.5), (40.0, 0.1)):
    counts(lambda k, n=n, p=p: stats.beta.cdf(p, n, k + 1), "negative_binomial", n, p)
for lam in (0.2, 5.0, 9.9, 10.1, 60.0, 5e4):
    counts(lambda k, lam=lam: stats.poisson.cdf(k, lam), "poisson", lam)
for n, p in ((3, 0.5), (40, 0.1), (40, 0.45), (40, 0.8), (5000, 0.01), (100000, 0.6)):
    counts(lambda k, n=n, p=p: stats.binom.cdf(k, n, p), "binomial", n, p)
for name, parameters, mean, variance in (
    ("integers", (-3, 4), 0.0, 4.0),
    ("normal", (), 0.0, 1.0),
    ("gamma", (3.0, 2.0), 6.0, 12.0),
    ("poisson", (25.0,), 25.0, 25.0),
):
    x = numbers(name, *parameters, seed=5)
    check(abs(x.mean() - mean) < 5 * math.sqrt(variance / COUNT), name, "mean", x.mean())
    check(abs(x.var() / variance - 1) < 5 * math.sqrt(2.5 / COUNT), name, "variance", x.var())

for name, parameters in (("random", ()), ("normal", ()), ("gamma", (0.4,)), ("integers", (6,)), ("binomial", (50, 0.4))):
    whole, g = numbers(name, *parameters), gl.random.Generator(20247)
    parts = [np.asarray(getattr(g, name)(*parameters, shape=n, device="host")) for n in (1, 2, 3, 511, 1000, COUNT - 1517)]
    check((np.concatenate(parts) == whole).all(), name, "in parts of any length")
# With arrays of parameters, each element is the number drawn with its own parameters at its position.
FEW = {
    "uniform": [(0.0, 1.0), (-3.0, 5.0)],
    "normal": [(0.0, 1.0), (-3.0, 0.25), (2.0, 0.0)],
    "exponential": [(1.0,), (0.0,), (7.0,)],
    "integers": [(0, 6), (-5, 2**40), (-2**62, 2**62 + 2**61)],
    "gamma": [(0.0, 1.0), (0.3, 2.0), (1.0, 3.0), (4.0, 1.0), (1e4, 0.5)],
    "beta": [(0.3, 0.6), (1.0, 1.0), (1.0, 0.6), (2.0, 5.0), (5.0, 1.0), (0.5, 20.0)],
    "chisquare": [(0.7,), (2.0,), (3.0,), (50.0,)],
    "standard_t": [(0.7,), (2.0,), (3.0,), (50.0,)],
    "poisson": [(0.0,), (0.2,), (9.9,), (10.1,), (5e4,)],
    "binomial": [(0, 0.5), (3, 0.5), (40, 0.8), (40, 0.1), (5000, 0.99), (100000, 0.6)],
    "truncated_normal": [(-1.0, 1.5), (2.0, 9.0)],
}
for name, given in FEW.items():
    for some in (given, given[-1:]):
        which = np.arange(COUNT) * 7 // 3 % len(some)
        mixed = numbers(name, *[np.array(p)[which] for p in zip(*some)])
        alone = np.array([numbers(name, *p) for p in some])
        check((mixed == alone[which, np.arange(COUNT)]).all(), name, "of arrays with", len(some), "different parameters")
# Three of six without replacement: all 120 ordered selections are equally likely.
g = gl.random.Generator(11)
orders = np.zeros(216)
for _ in range(COUNT):
    orders[int(np.asarray(g.choice(6, 3, replace=False)) @ [36, 6, 1])] += 1
total = ((orders[orders > 0] - COUNT / 120) ** 2 / (COUNT / 120)).sum()
k = 2 / (9 * 119)
limit = 119 * (1 - k + 4.75 * math.sqrt(k)) ** 3
check((orders > 0).sum() == 120 and total < limit, "choice, orders", f"chi-square {total:.1f} of 120")
seeds = {int(gl.random.Generator().seed) for _ in range(8)}
check(len(seeds) == 8, "without a seed each generator has another one")
children = [gl.random.Generator(1).spawn() for _ in range(2)]
check(int(children[0].seed) == int(children[1].seed), "the seed decides those of children")

x = numbers("normal")
for loc, scale in ((0.075, 1.0), (-0.075, 1.0), (0.0, 1.13), (0.0, 0.87)):
    far = distance(x, lambda v, loc=loc, scale=scale: stats.norm.cdf(v, loc, scale))
    check(far > LIMIT, "found: normal numbers taken for such of", loc, scale, f"distance {far:.4f}")
for lam, off in ((0.2, 0.08), (60.0, 0.1), (60.0, -0.1), (5e4, 0.12)):
    mean = lam + off * math.sqrt(lam)
    total, limit, cells = chi_square(numbers("poisson", lam), lambda k, mean=mean: stats.poisson.cdf(k, mean))
    check(total > limit, "found: poisson", lam, "taken for", mean, f"chi-square {total:.1f} of {cells}, limit {limit:.1f}")
print(f"1..{len(tests)}")
sys.exit(not all(tests))
