"""Derivatives of random numbers at given draws: against central differences."""


import gpulinalg as gla
from check import check, gradient, ok

g = lambda: gla.random.Generator(7)
p = lambda *v: gla.asarray([float(x) for x in v])
for name in ("normal", "gumbel", "logistic", "laplace", "uniform", "lognormal"):
    second = [1.1, 1.7] if name == "uniform" else [0.7, 0.4]
    check(name, lambda m, s: getattr(g(), name)(m, s, shape=(3, 2)), [[-0.2, 0.5], second])
    check(name + " scalar", lambda m, s: getattr(g(), name)(m, s, shape=3), [0.3, 0.8])
    check(name + " first", lambda m: getattr(g(), name)(m, shape=3), [0.3])
    check(
        name + " single",
        lambda m, s: getattr(g(), name)(m, s, dtype="float32"),
        [gla.asarray([0.2], dtype="float32"), gla.asarray([0.9], dtype="float32")],
    )
check("uniform high", lambda h: g().uniform(high=h, shape=3), [0.3])
check("normal scale", lambda s: g().normal(scale=s, shape=3), [0.3])
check("lognormal sigma", lambda s: g().lognormal(sigma=s, shape=3), [0.3])
check("exponential", lambda s: g().exponential(s, shape=(2, 2)), [[0.3, 0.5]])
check("gamma", lambda s: g().gamma(2.5, s, shape=(2, 2)), [[0.3, 0.5]])
for name in ("weibull", "pareto"):
    check(name, lambda a, s: getattr(g(), name)(a, s, shape=(2, 2)), [[1.5, 2.5], [0.3, 0.5]])
    check(name + " shape", lambda a: getattr(g(), name)(a, shape=3), [1.5])
spd = lambda x: x @ x.mT + gla.eye(x.shape[-1])
check("multivariate", lambda m, c: g().multivariate_normal(m, spd(c), shape=4), [[0.1, 0.2], [[1.0, 2], [0.5, 1]]])
check("multivariate one", lambda m, c: g().multivariate_normal(m, spd(c)), [[0.1, 0.2], [[1.0, 2], [0.5, 1]]])
check(
    "multivariate stack",
    lambda m, c: g().multivariate_normal(m, spd(c), shape=(3, 2)),
    [[0.1, 0.2], [[[1.0, 2], [0.5, 1]], [[1.0, 0], [0.5, 3]]]],
)
check(
    "multivariate single",
    lambda m, c: g().multivariate_normal(m, spd(c), shape=4, dtype="float32"),
    [gla.asarray(v, dtype="float32") for v in ([0.1, 0.2], [[1.0, 2], [0.5, 1]])],
)
check("wishart", lambda c: g().wishart(5.0, spd(c), shape=2), [[[1.0, 2], [0.5, 1]]])
check(
    "wishart stack",
    lambda c: g().wishart(5.0, spd(c), shape=(3, 2)),
    [[[[1.0, 2], [0.5, 1]], [[1.0, 0], [0.5, 3]]]],
    second=False,
)


def fails(name, f, x):
    try:
        got = gradient(f, [gla.asarray(x)])
    except Exception as e:
        got = str(e)
    good = isinstance(got, str) and "no derivative" in got
    ok(good, name)


fails("gamma", lambda a: g().gamma(a), [1.0])
fails("beta", lambda a: g().beta(a, 2.0), [1.0])
fails("chisquare", lambda a: g().chisquare(a), [1.0])
fails("standard_t", lambda a: g().standard_t(a), [3.0])
fails("truncated_normal", lambda a: g().truncated_normal(0.0, 1.0, a), [0.5])
fails("dirichlet", lambda a: g().dirichlet(a), [1.0, 2.0])
fails("wishart", lambda a: g().wishart(a, gla.eye(2)), 5.0)
fails("multivariate eigh", lambda a: g().multivariate_normal(p(0, 0), spd(a), method="eigh"), [[1.0, 2], [0.5, 1]])
fails("permutation", lambda a: g().permutation(a), [1.0, 2.0])
fails("choice", lambda a: g().choice(a, 2), [1.0, 2.0])
for name, f in (
    ("integers", lambda x: g().integers(5, shape=3)),
    ("poisson", lambda x: g().poisson(x)),
    ("binomial", lambda x: g().binomial(5, x)),
    ("geometric", lambda x: g().geometric(x)),
    ("negative_binomial", lambda x: g().negative_binomial(3.0, x)),
    ("random", lambda x: g().random(3)),
    ("bootstrap_indices", lambda x: g().bootstrap_indices(3)),
    ("sobol", lambda x: gla.random.sobol(4, 2, seed=1)),
    ("halton", lambda x: gla.random.halton(4, 2, seed=1)),
    ("multinomial", lambda x: g().multinomial(5, gla.stack([x[0], 1 - x[0]]))),
    ("categorical", lambda x: g().categorical(gla.stack([x[0], 1 - x[0]]))),
):
    check(name, lambda x: (f(x), x * 1.0), [[0.3]], second=False)
x = gradient(lambda s: gla.where(gla.asarray([True, False]), 1.0, g().normal(0.0, s)), [p(0, 1)])[0].tolist()
ok(x[0] == 0 and x[1] == x[1], "scale zero where it is not used")
