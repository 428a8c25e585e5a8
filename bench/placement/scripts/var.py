#!/usr/bin/env python3
"""A vector autoregression with four lags of four quarterly series: impulse responses with bootstrapped bands.

The 1,000 series of the bootstrap are simulated and estimated together; see L. Kilian and H. Lütkepohl, Structural Vector
Autoregressive Analysis (2017), chapter 12.
"""
import gpulinalg as gla

variables, lags, periods, horizons, replications = 4, 4, 240, 20, 1000
g = gla.random.Generator(2017)


def companion(b):
    """Return the companion matrices of coefficients of shape (..., 1 + variables lags, variables)."""
    top = b[..., 1:, :].mT
    below = gla.eye(variables * (lags - 1), variables * lags)
    return gla.concat([top, gla.broadcast_to(below, list(b.shape[:-2]) + list(below.shape))], axis=-2)


def simulate(b, errors):
    """Return series of shape (..., periods, variables), which start at zero."""
    inputs = gla.pad(errors + b[0], [[0, 0]] * (errors.ndim - 1) + [[0, variables * (lags - 1)]])
    return gla.vector_recurrence(companion(b), inputs)[..., :variables]


def estimate(y):
    """Return coefficients, residuals and the Cholesky factor of their covariance matrix."""
    n = y.shape[-2] - lags
    columns = [gla.ones(list(y.shape[:-2]) + [n, 1])] + [y[..., lags - j:lags - j + n, :] for j in range(1, lags + 1)]
    X = gla.concat(columns, axis=-1)
    b = gla.lstsq(X, y[..., lags:, :]).x
    e = y[..., lags:, :] - X @ b
    return b, e, gla.cholesky(e.mT @ e / (n - X.shape[-1]))


def responses(b, impact):
    """Return the responses to orthogonal shocks, shape (..., horizons, variables, variables)."""
    A = companion(b)
    state = gla.pad(impact, [[0, 0]] * (impact.ndim - 2) + [[0, variables * (lags - 1)], [0, 0]])
    path = []
    for h in range(horizons):
        path.append(state[..., :variables, :])
        state = A @ state
    return gla.stack(path, axis=-3)


first = 0.5 * gla.eye(variables) + 0.1 * gla.tril(gla.ones([variables, variables]))
true = gla.concat([gla.full([1, variables], 0.1), first.T, 0.2 * gla.eye(variables),
                   gla.zeros([variables * (lags - 2), variables])])
mixing = gla.tril(gla.full([variables, variables], 0.3)) + 0.5 * gla.eye(variables)
y = simulate(true, g.normal(shape=[periods + 60, variables]) @ mixing.T)[60:]
b, e, impact = estimate(y)
point = responses(b, impact)

picked = e[g.integers(e.shape[0], shape=[replications, periods])] - gla.mean(e, axis=0)
b_drawn, _, impact_drawn = estimate(simulate(b, picked))
draws = responses(b_drawn, impact_drawn)
low, high = gla.quantile(draws[..., 1, 0], [0.05, 0.95], axis=0)
print("largest modulus of a root %.4f" % gla.max(gla.abs(gla.eigvals(companion(b)))))
for h in 0, 4, 12:
    print("response of the second series to the first shock after %2d quarters: %.4f, 90 %% band %.4f to %.4f"
          % (h, point[h, 1, 0], low[h], high[h]))
