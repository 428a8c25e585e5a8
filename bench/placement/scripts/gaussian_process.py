#!/usr/bin/env python3
"""Gaussian process regression with 3,000 points: the length scale by marginal likelihood, and predictions.

C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning (2006), algorithm 2.1.
"""
import math

import gpulinalg as gla

n, noise = 3000, 0.2
g = gla.random.Generator(2006)
x = gla.sort(g.uniform(0, 10, n))
y = gla.sin(x) + 0.5 * gla.sin(3 * x) + noise * g.normal(shape=n)


def kernel(a, b, scale):
    distance = (gla.expand_dims(a, axis=1) - b) / scale
    return gla.exp(-distance * distance / 2)


def fit(scale):
    """Return the log marginal likelihood, the Cholesky factor and the weights of the points."""
    L = gla.cholesky(kernel(x, x, scale) + noise ** 2 * gla.eye(n))
    half = gla.solve_triangular(L, y, lower=True)
    loglik = -gla.vecdot(half, half) / 2 - gla.sum(gla.log(gla.diagonal(L))) - n / 2 * math.log(2 * math.pi)
    return loglik.item(), L, gla.solve_triangular(L, half, trans="t", lower=True)


scales = [0.2, 0.3, 0.45, 0.6, 0.8, 1.0, 1.3, 1.7]
logliks = [fit(scale)[0] for scale in scales]
best = max(range(len(scales)), key=lambda i: logliks[i])
loglik, L, weights = fit(scales[best])
new = gla.linspace(0.5, 9.5, 500)
across = kernel(new, x, scales[best])
mean = across @ weights
spread = gla.solve_triangular(L, across.T, lower=True)
sd = gla.sqrt(1 - gla.sum(spread * spread, axis=0))
error = mean - gla.sin(new) - 0.5 * gla.sin(3 * new)
print("length scale %.2f, log marginal likelihood %.3f" % (scales[best], loglik))
print("root mean squared error %.4f, mean standard deviation %.4f" % (gla.sqrt(gla.mean(error ** 2)), gla.mean(sd)))
