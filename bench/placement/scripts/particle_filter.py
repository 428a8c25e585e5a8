#!/usr/bin/env python3
"""The likelihood of a stochastic volatility model by a particle filter with 100,000 particles and 500 days.

S. Kim, N. Shephard and S. Chib, Review of Economic Studies 65 (1998), 361-393. Systematic resampling selects particles by
a search in cumulated weights.
"""
import math

import gpulinalg as gla

days, particles = 500, 100000
g = gla.random.Generator(1998)


def simulate(mean, persistence, sd):
    h = gla.linear_recurrence(persistence, sd * g.normal(shape=days), x0=0.0)
    return gla.exp((mean + h) / 2) * g.normal(shape=days)


def loglik(returns, mean, persistence, sd):
    g = gla.random.Generator(361)  # the same draws for all parameters
    h = sd / math.sqrt(1 - persistence ** 2) * g.normal(shape=particles)
    places = gla.arange(particles)
    total, volatility = 0.0, []
    for value in returns.tolist():
        log_weight = -(mean + h + value * value * gla.exp(-mean - h)) / 2
        top = gla.max(log_weight)
        weight = gla.exp(log_weight - top)
        total = total + top + gla.log(gla.mean(weight)) - math.log(2 * math.pi) / 2
        cumulated = gla.cumulative_sum(weight)
        volatility.append(gla.vecdot(weight, gla.exp((mean + h) / 2)) / cumulated[-1])
        picked = gla.searchsorted(cumulated, (places + g.random()) / particles * cumulated[-1])
        h = persistence * h[gla.minimum(picked, particles - 1)] + sd * g.normal(shape=particles)
    return total, gla.stack(volatility)


returns = simulate(-0.5, 0.95, 0.25)
for persistence in 0.8, 0.95, 0.99:
    total, volatility = loglik(returns, -0.5, persistence, 0.25)
    print("persistence %.2f: log-likelihood %.3f, volatility %.4f on average, at most %.4f"
          % (persistence, total, gla.mean(volatility), gla.max(volatility)))
