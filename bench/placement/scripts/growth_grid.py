#!/usr/bin/env python3
"""Stochastic growth by value iteration on a grid of 1,000 capital stocks and five levels of productivity.

With log utility and full depreciation the policy is known: a share alpha beta of output is saved (W. A. Brock and L. J.
Mirman, Journal of Economic Theory 4 (1972), 479-513).
"""
import math

import gpulinalg as gla

alpha, beta, points = 0.33, 0.95, 1000
log_z, P = gla.markov.rouwenhorst(5, 0.9, 0.1)
steady = (alpha * beta) ** (1 / (1 - alpha))
capital = gla.exp(gla.linspace(math.log(steady / 4), math.log(steady * 4), points))
output = gla.exp(gla.expand_dims(log_z, axis=1)) * capital ** alpha
consumption = gla.expand_dims(output, axis=-1) - capital  # states, capital today, capital tomorrow
utility = gla.where(consumption > 0, gla.log(gla.maximum(consumption, 1e-300)), -1e10)

value = gla.zeros([5, points])
for iteration in range(1000):
    choices = utility + beta * gla.expand_dims(P @ value, axis=1)
    new = gla.max(choices, axis=-1)
    change = gla.max(gla.abs(new - value))
    value = new
    if change < 1e-6:
        break
policy = capital[gla.argmax(choices, axis=-1)]
share = policy / output
print("%d iterations; share of output that is saved %.4f, known %.4f" % (iteration, gla.mean(share), alpha * beta))
print("value at the median state %.5f to %.5f" % (value[2, 0], value[2, -1]))
