#!/usr/bin/env python3
"""2,000 bootstrap replications of a regression with 3,010 rows and 16 columns: Card's wage equation (1995).

Each replication is a least squares problem of a stack. 100 problems at a time are solved together.
"""
import os

import gpulinalg as gla

data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "examples", "data", "card.csv")
card = gla.Table.read(data)
names = ["educ", "exper", "expersq", "black", "smsa", "south", "smsa66"] + ["reg66%d" % k for k in range(2, 10)]
X = gla.stack([gla.ones(len(card["lwage"]))] + [gla.astype(card[name], "float64") for name in names], axis=1)
y = card["lwage"]
n, k = X.shape
b = gla.lstsq(X, y).x
error = y - X @ b
classical = gla.sqrt(gla.diagonal(gla.inv(X.T @ X)) * gla.vecdot(error, error) / (n - k))

g = gla.random.Generator(1995)
draws = []
for block in range(20):
    rows = g.bootstrap_indices(n, [100, n])
    draws.append(gla.lstsq(X[rows], gla.expand_dims(y[rows], axis=-1)).x[..., 0])
draws = gla.concat(draws)
low, high = gla.quantile(draws, [0.025, 0.975], axis=0)
print("%d replications, %d rows, %d columns" % (draws.shape[0], n, k))
for j in 1, 2, 4:
    print("%-8s %.5f, classical error %.5f, bootstrap error %.5f, 95 %% interval %.5f to %.5f"
          % (names[j - 1], b[j], classical[j], gla.std(draws[:, j], correction=1), low[j], high[j]))
