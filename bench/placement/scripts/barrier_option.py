#!/usr/bin/env python3
"""Prices of a European call and of a call with a barrier by Monte Carlo with 10,000,000 paths of twelve months.

The barrier is observed at the ends of months; antithetic paths reduce the variance.
"""
import math

import gpulinalg as gla

spot, strike, barrier, rate, volatility, months, paths, blocks = 100.0, 100.0, 130.0, 0.03, 0.2, 12, 10000000, 10
dt = 1 / months
g = gla.random.Generator(1973)
calls, outs = [], []
for block in range(blocks):
    half = paths // blocks // 2
    up, down = gla.zeros(half), gla.zeros(half)
    alive_up, alive_down = gla.ones(half, dtype="bool"), gla.ones(half, dtype="bool")
    for month in range(months):
        move = volatility * math.sqrt(dt) * g.normal(shape=half)
        drift = (rate - volatility ** 2 / 2) * dt
        up, down = up + drift + move, down + drift - move
        alive_up = alive_up & (up < math.log(barrier / spot))
        alive_down = alive_down & (down < math.log(barrier / spot))
    pay_up, pay_down = (gla.maximum(spot * gla.exp(x) - strike, 0) for x in (up, down))
    calls.append((pay_up + pay_down) / 2)
    outs.append((gla.where(alive_up, pay_up, 0) + gla.where(alive_down, pay_down, 0)) / 2)

d = ((rate + volatility ** 2 / 2) / volatility, (rate - volatility ** 2 / 2) / volatility)
cdf = [0.5 * math.erfc(-v / math.sqrt(2)) for v in d]
print("Black and Scholes: %.4f" % (spot * cdf[0] - strike * math.exp(-rate) * cdf[1]))
for name, sample in ("call", calls), ("up-and-out call", outs):
    sample = math.exp(-rate) * gla.concat(sample)
    print("%-16s %.4f, standard error %.5f" % (name, gla.mean(sample), gla.std(sample) / math.sqrt(sample.size)))
