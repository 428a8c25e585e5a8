#!/usr/bin/env python3
"""Markov chains that approximate log income, z' = rho z + e, by the methods of Tauchen and Rouwenhorst.

As rho approaches 1, Tauchen's chain becomes a worse approximation.  Rouwenhorst's chain matches the standard deviation and
the autocorrelation for any rho (K. A. Kopecky and R. M. H. Suen, Review of Economic Dynamics 13 (2010), 701-714).
aiyagari.py solves a model with such incomes.
"""
import math

import gpulinalg as gla

states, sigma = 9, 0.1


def moments(grid, P):
    share = gla.markov.stationary_distribution(P)[0]
    mean = gla.vecdot(share, grid)
    variance = gla.vecdot(share, (grid - mean) ** 2)
    return gla.sqrt(variance), gla.vecdot(share * (grid - mean), P @ (grid - mean)) / variance


print("   rho      sd   Tauchen    sd      rho   Rouwenhorst    sd      rho")
for rho in 0.5, 0.9, 0.98, 0.999:
    tauchen = moments(*gla.markov.tauchen(states, rho, sigma))
    rouwenhorst = moments(*gla.markov.rouwenhorst(states, rho, sigma))
    print("%6.3f  %6.4f          %6.4f  %7.5f               %6.4f  %7.5f"
          % (rho, sigma / math.sqrt(1 - rho * rho), *tauchen, *rouwenhorst))

grid, P = gla.markov.rouwenhorst(states, 0.98, sigma)
share = gla.markov.stationary_distribution(P)[0]
up = gla.markov.hitting_times(P, [states - 1])
path = gla.markov.simulate(P, 100000, gla.random.Generator(2010), 4)
seen = gla.bincount(path, minlength=states) / 100000.0
print("state   income   share   binomial   in a path   years until the highest")
for i in range(states):
    print("%5d  %7.4f  %6.4f  %9.4f  %10.3f  %24.1f"
          % (i, gla.exp(grid[i]), share[i], math.comb(states - 1, i) / 2.0 ** (states - 1), seen[i], up[i]))
