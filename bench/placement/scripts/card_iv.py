#!/usr/bin/env python3
"""The return to schooling by least squares and two-stage least squares with arrays, with robust standard errors.

The data and the specification are those of D. Card (1995); see examples/econ/card.py for the same with formulas.
"""
import os

import gpulinalg as gla

data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "examples", "data", "card.csv")
card = gla.Table.read(data)
y = card["lwage"]
regions = ["reg66%d" % k for k in range(2, 10)]
controls = gla.stack([gla.astype(card[name], "float64")
                      for name in ["exper", "expersq", "black", "smsa", "south", "smsa66"] + regions], axis=1)
ones = gla.ones([y.size, 1])
schooling, college = (gla.expand_dims(gla.astype(card[name], "float64"), axis=1) for name in ("educ", "nearc4"))
X = gla.concat([schooling, ones, controls], axis=1)
Z = gla.concat([college, ones, controls], axis=1)


def tsls(y, X, Z):
    """Return coefficients and standard errors that allow for heteroskedasticity."""
    fitted = Z @ gla.lstsq(Z, X).x
    bread = gla.inv(fitted.T @ fitted)
    b = bread @ (fitted.T @ y)
    scores = fitted * gla.expand_dims(y - X @ b, axis=1)
    n, k = X.shape
    return b, gla.sqrt(gla.diagonal(bread @ (scores.T @ scores) @ bread) * n / (n - k))


for name, instruments in ("OLS", X), ("2SLS", Z):
    b, se = tsls(y, X, instruments)
    print("%-5s schooling %.6f (%.6f), experience %.6f (%.6f)" % (name, b[0], se[0], b[2], se[2]))
