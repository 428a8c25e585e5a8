#!/usr/bin/env python3
"""The local level model of a river's flow: J. Durbin and S. J. Koopman, Time Series Analysis by State Space Methods, ch. 2.

A loop over 100 years filters the series for all pairs of variances on a grid at once. The best pair is refined on finer
grids.
"""
import math

import gpulinalg as gla

years, noise, drift = 100, 120.0, 40.0
g = gla.random.Generator(1871)
flow = (1100 + gla.cumulative_sum(g.normal(0, drift, years)) + g.normal(0, noise, years)).tolist()


def loglik(observation, state):
    """Return the log-likelihood for arrays of variances of the observation and of the state."""
    level, variance, total = flow[0], observation, 0.0
    for value in flow[1:]:
        variance = variance + state
        error, spread = value - level, variance + observation
        gain = variance / spread
        level = level + gain * error
        variance = variance * (1 - gain)
        total = total - (gla.log(spread) + error * error / spread) / 2
    return total - (years - 1) / 2 * math.log(2 * math.pi)


centre, width = [9.0, 6.0], 4.0
for zoom in range(8):
    observation = gla.expand_dims(gla.exp(gla.linspace(centre[0] - width, centre[0] + width, 41)), axis=1)
    state = gla.exp(gla.linspace(centre[1] - width, centre[1] + width, 41))
    values = loglik(observation, state)
    best = gla.argmax(values).item()
    centre = [math.log(observation[best // 41, 0]), math.log(state[best % 41])]
    width = width / 4
print("log-likelihood %.6f, variance of the observation %.0f, of the level %.0f, their ratio %.4f"
      % (gla.max(values), math.exp(centre[0]), math.exp(centre[1]), math.exp(centre[1] - centre[0])))
