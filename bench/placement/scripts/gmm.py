#!/usr/bin/env python3
"""Discount factor and risk aversion by the generalised method of moments, with numerical derivatives.

The Euler equation is that of L. P. Hansen and K. J. Singleton, Econometrica 50 (1982), 1269-1286, for two simulated
returns. The instruments are a constant, lagged consumption growth and a lagged return.
"""
import math

import gpulinalg as gla

periods, beta, risk = 2000, 0.97, 2.0
g = gla.random.Generator(1982)
growth = 0.02 + gla.linear_recurrence(0.4, 0.02 * g.normal(shape=periods))  # log consumption growth
expected = 0.02 + 0.4 * (growth[:-1] - 0.02)
common = growth[1:] - expected
returns = []
for exposure, own in (1.0, 0.03), (3.0, 0.1):
    shock = exposure * common + own * g.normal(shape=periods - 1)
    variance = risk ** 2 * 0.02 ** 2 - 2 * risk * exposure * 0.02 ** 2 + exposure ** 2 * 0.02 ** 2 + own ** 2
    returns.append(-math.log(beta) + risk * expected - variance / 2 + shock)
returns = gla.exp(gla.stack(returns, axis=1))
before, returns = returns[:-1], returns[1:]
growth_before, growth_now = growth[1:-1], growth[2:]
instruments = gla.stack([gla.ones(growth_now.size), gla.exp(growth_before), before[:, 0]], axis=1)


def moments(theta):
    """Return the moments of each period, shape (periods, 6)."""
    error = theta[0] * gla.expand_dims(gla.exp(-theta[1] * growth_now), axis=1) * returns - 1
    products = gla.expand_dims(error, axis=2) * gla.expand_dims(instruments, axis=1)
    return products.reshape(products.shape[0], 6)


def slopes(theta, h=1e-5):
    columns = [gla.mean(moments(theta + h * e) - moments(theta - h * e), axis=0) / (2 * h) for e in gla.eye(2)]
    return gla.stack(columns, axis=1)


def minimise(theta, W):
    """Return the minimum of g' W g by the method of Gauss and Newton."""
    for iteration in range(50):
        D, value = slopes(theta), gla.mean(moments(theta), axis=0)
        change = gla.solve(D.T @ W @ D, D.T @ (W @ value))
        theta = theta - change
        if gla.max(gla.abs(change)) < 1e-10:
            break
    return theta


theta, W = gla.asarray([0.9, 1.0]), gla.eye(6)
for step in range(2):
    theta = minimise(theta, W)
    u = moments(theta)
    W = gla.inv(u.T @ u / u.shape[0])
D, value = slopes(theta), gla.mean(u, axis=0)
se = gla.sqrt(gla.diagonal(gla.inv(D.T @ W @ D)) / u.shape[0])
J = u.shape[0] * gla.vecdot(value, W @ value)
print("discount factor %.4f (%.4f), risk aversion %.3f (%.3f)" % (theta[0], se[0], theta[1], se[1]))
print("J %.3f, p %.3f" % (J, gla.stats.chi2.sf(J, 4)))
