#!/usr/bin/env python3
"""Engel curves by quantile regression: R. Koenker and K. F. Hallock, Journal of Economic Perspectives 15 (2001), 143-156.

Iteratively reweighted least squares approach the minimum of the sum of check functions for five quantiles at once.
"""
import os

import gpulinalg as gla

data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "examples", "data", "engel.csv")
engel = gla.Table.read(data)
y, income = engel["foodexp"], engel["income"]
X = gla.stack([gla.ones(y.size), income], axis=1)
tau = gla.expand_dims(gla.asarray([0.1, 0.25, 0.5, 0.75, 0.9]), axis=1)
b = gla.tile(gla.lstsq(X, y).x, [tau.size, 1])
for step in range(500):
    error = y - b @ X.T
    slope = gla.where(error < 0, 1 - tau, tau)
    weight = gla.expand_dims(slope / gla.maximum(gla.abs(error), 1e-6), axis=1)
    weighted = weight * X.T
    new = gla.solve(weighted @ X, gla.expand_dims(weighted @ y, axis=-1))[..., 0]
    change = gla.max(gla.abs(new - b))
    b = new
    if change < 1e-9:
        break
error = y - b @ X.T
value = gla.sum(gla.where(error < 0, tau - 1, tau) * error, axis=1)
for k in range(tau.size):
    print("quantile %.2f: food expenditure %.4f + %.6f income, sum of check functions %.4f"
          % (tau[k, 0], b[k, 0], b[k, 1], value[k]))
