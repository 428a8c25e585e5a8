"""Draws of composed distributions compared with their distributions: Kolmogorov–Smirnov distance, chi-square, and known sums.
TAP; skipped without NumPy.

The seeds are fixed, and so is the outcome; one in a million correct outcomes exceeds a limit. Power, each with probability
0.999, with 20000 draws: a distribution function that is off by 0.03 somewhere (the limit of the distance is 0.019).
Probabilities of cells that are off by 7 % (root mean square) with 20000 draws in up to 12 cells, by 16 % with 4000 in 12, and
by 19 % with 4000 in 64. A correlation that is off by 0.06. The last tests contain such errors, which must be detected."""
import math
import sys

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

import gpulinalg as gl

COUNT = 20000
LIMIT = math.sqrt(math.log(2e6) / 2 / COUNT)
stats = gl.stats
tests = []


def check(condition, *what):
    tests.append(bool(condition))
    print("ok" if condition else "not ok", len(tests), "-", *what)


def generator(seed=20248):
    return gl.random.Generator(seed)


def distance(x, cdf):
    p = np.asarray(cdf(np.sort(x)))
    at = np.arange(COUNT + 1) / COUNT
    return max((p - at[:-1]).max(), (at[1:] - p).max())


def continuous(x, cdf, *what):
    far = distance(x, cdf)
    check(len(x) == COUNT and far < LIMIT, *what, f"distance {far:.4f}")


def chi_square(x, p):
    """Return chi-square of the counts of 0, 1, ... with these probabilities, and its quantile of one in a million (Wilson and
    Hilferty)."""
    x, expected = np.asarray(x).ravel(), np.asarray(p, float) * np.size(x)
    seen = np.bincount(x, minlength=len(expected))
    k = 2 / (9 * (len(expected) - 1))
    limit = (len(expected) - 1) * (1 - k + 4.75 * math.sqrt(k)) ** 3
    return ((seen - expected) ** 2 / expected).sum() if len(seen) == len(expected) else math.inf, limit


def cells(x, p, *what):
    total, limit = chi_square(x, p)
    check(total < limit, *what, f"chi-square {total:.1f} of {len(p)} cells")


def host(draw, *arguments, **options):
    return np.asarray(draw(*arguments, device="host", **options))


g = generator()
p = np.array([0.1, 0.25, 0.05, 0.3, 0.3])
x = host(g.multinomial, 30, p, COUNT)
check((x.sum(1) == 30).all() and (x >= 0).all(), "multinomial: counts add up")
for i in range(5):
    pmf = np.asarray(stats.binom.pmf(np.arange(31.0), 30.0, p[i]))
    common = pmf * COUNT >= 50
    place = np.full(31, common.sum())
    place[common] = np.arange(common.sum())
    cells(place[x[:, i]], np.append(pmf[common], 1 - pmf[common].sum()), "multinomial, category", i)
off = np.corrcoef(x.T)[0, 3] + math.sqrt(0.1 * 0.3 / 0.9 / 0.7)
check(abs(off) < 5 / math.sqrt(COUNT), "multinomial: correlation of two categories", f"off by {off:.4f}")

for alpha in ([0.5, 2.0, 1.0, 7.0], [0.02, 0.7, 2.0]):
    x = host(g.dirichlet, alpha, COUNT)
    check(abs(x.sum(1) - 1).max() < 1e-15 * len(alpha), "dirichlet", alpha, "adds up to one")
    for i, a in enumerate(alpha):
        continuous(x[:, i], lambda v, a=a: stats.beta.cdf(v, a, sum(alpha) - a), "dirichlet", alpha, "share", i)

mean, root = np.array([1.0, -2.0, 0.5]), np.array([[2.0, 0, 0], [-1.0, 1.5, 0], [0.5, 0.25, 1.0]])
cov = root @ root.T
for method in "cholesky", "eigh":
    x = host(g.multivariate_normal, mean, cov, COUNT, method=method)
    z = np.linalg.solve(root, (x - mean).T)
    continuous((z * z).sum(0), lambda v: stats.chi2.cdf(v, 3.0), "multivariate_normal,", method, "square of the distance")
    for i in range(3):
        continuous(z[i], lambda v: stats.norm.cdf(v), "multivariate_normal,", method, "component", i)

scale = cov[:2, :2]
x = host(g.wishart, 3.5, scale, COUNT)
for u in ([1.0, 0.0], [0.0, 1.0], [1.0, -2.0]):
    u = np.array(u)
    along = np.einsum("i,nij,j->n", u, x, u) / (u @ scale @ u)
    continuous(along, lambda v: stats.chi2.cdf(v, 3.5), "wishart along", u.tolist())
part = (x[:, 1, 1] - x[:, 0, 1] ** 2 / x[:, 0, 0]) / (np.linalg.det(scale) / scale[0, 0])
continuous(part, lambda v: stats.chi2.cdf(v, 2.5), "wishart: what is left of the second variance")

cells(host(g.choice, 5, COUNT, p=p), p, "choice with probabilities")
cells(host(g.choice, 7, COUNT), np.full(7, 1 / 7), "choice")
cells(host(g.categorical, np.tile(p, (4, 1)), [COUNT // 4, 4]), p, "categorical")
rows = np.array([[0.7, 0.2, 0.1], [0.05, 0.05, 0.9]])
x = host(g.categorical, rows, [COUNT, 2])
for i in range(2):
    cells(x[:, i], rows[i], "categorical, row", i)
few = 4000
x = np.array([host(g.choice, 64, 4, replace=False) for _ in range(few)])
check(all(len(set(row)) == 4 for row in x.tolist()), "choice of few without replacement: none twice")
for i in range(4):
    cells(x[:, i], np.full(64, 1 / 64), "choice of few without replacement, number", i)
x = np.array([host(g.choice, 4, 2, replace=False) for _ in range(few)])
order = {pair: k for k, pair in enumerate((i, j) for i in range(4) for j in range(4) if i != j)}
cells([order[tuple(row)] for row in x.tolist()], np.full(12, 1 / 12), "choice of pairs without replacement")
q = np.array([0.4, 0.3, 0.2, 0.1])
x = np.array([host(g.choice, 4, 2, replace=False, p=q) for _ in range(few)])
cells([order[tuple(row)] for row in x.tolist()], [q[i] * q[j] / (1 - q[i]) for i, j in order],
      "choice of pairs with probabilities without replacement")
triples = {t: k for k, t in enumerate([(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])}
seen = []
for _ in range(few):
    x = gl.arange(3, device="host")
    g.shuffle(x)
    seen.append(triples[tuple(x.tolist())])
cells(seen, np.full(6, 1 / 6), "shuffle")

wrong = p * [1.07, 0.93, 1.07, 0.93, 1.07]
total, limit = chi_square(host(generator().choice, 5, COUNT, p=p), wrong / wrong.sum())
check(total > limit, "found: probabilities off by 7 %", f"chi-square {total:.1f}, limit {limit:.1f}")
wrong = np.tile([1.19, 0.81], 32) / 64
total, limit = chi_square(host(generator().choice, 64, 4000), wrong)
check(total > limit, "found: 64 probabilities off by 19 %", f"chi-square {total:.1f}, limit {limit:.1f}")
far = distance(host(generator().dirichlet, [0.5, 2.0], COUNT)[:, 0], lambda v: stats.beta.cdf(v, 0.53, 2.0))
check(far > LIMIT, "found: Dirichlet shares of 0.5 taken for such of 0.53", f"distance {far:.4f}")
print(f"1..{len(tests)}")
sys.exit(not all(tests))
