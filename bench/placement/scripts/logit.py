#!/usr/bin/env python3
"""Logit and probit of labour force participation by Newton's method, in a simulated sample of 200,000 women.

The regressors resemble those of T. A. Mroz, Econometrica 55 (1987), 765-799.
"""
import math

import gpulinalg as gla

n = 200000
g = gla.random.Generator(1987)
age, schooling, children = g.uniform(30, 60, n), g.normal(12.3, 2.3, n), gla.astype(g.poisson(0.24, n), "float64")
X = gla.stack([gla.ones(n), age / 10, (age / 10) ** 2, schooling, children, g.normal(2.3, 1.2, n)], axis=1)
true = gla.asarray([-2.0, 0.9, -0.12, 0.13, -0.9, -0.2])
work = gla.astype(X @ true + g.normal(shape=n) > 0, "float64")
sign = 2 * work - 1


def logit(index):
    p = gla.special.expit(index)
    return gla.sum(gla.special.log_expit(sign * index)), work - p, p * (1 - p)


def probit(index):
    log_p = gla.special.log_ndtr(sign * index)
    ratio = gla.exp(-index * index / 2 - log_p) / math.sqrt(2 * math.pi) * sign  # inverse Mills ratio
    return gla.sum(log_p), ratio, ratio * (ratio + index)


def newton(model):
    b = gla.zeros(X.shape[1])
    for step in range(50):
        loglik, score, weight = model(X @ b)
        information = X.T @ (gla.expand_dims(weight, axis=1) * X)
        change = gla.solve(information, X.T @ score)
        b = b + change
        if gla.max(gla.abs(change)) < 1e-10:
            break
    return b, gla.sqrt(gla.diagonal(gla.inv(information))), loglik, step


for model in logit, probit:
    b, se, loglik, steps = newton(model)
    print("%-6s log-likelihood %.3f after %d steps; schooling %.5f (%.5f), children %.5f (%.5f)"
          % (model.__name__, loglik, steps, b[3], se[3], b[4], se[4]))
