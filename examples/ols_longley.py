#!/usr/bin/env python3
"""Ordinary least squares on NIST's Longley data, compared with the certified values.

The predictors are nearly collinear (condition number about 5e9).  The normal equations lose most digits on such data; lstsq
uses a QR factorisation.
"""
import math
import os

import gpulinalg as gla


def read_nist(path):
    """Read the certified values (lines 31 to 43 of the file) and the data (from line 61)."""
    with open(path) as file:
        lines = [line.split() for line in file]
    certified = [(float(words[1]), float(words[2])) for words in lines[30:37]]
    sd, r2 = float(lines[39][2]), float(lines[41][1])
    rows = [[float(word) for word in words] for words in lines[60:] if words]
    return certified, sd, r2, rows


def digits(value, exact):
    """Return the number of decimal digits that agree, at most 15."""
    error = abs(value - exact) / abs(exact)
    return 15.0 if error < 1e-15 else -math.log10(error)


def show(name, value, exact):
    print("%-10s %22.12f %22.12f %8.1f" % (name, value, exact, digits(value, exact)))


here = os.path.dirname(os.path.abspath(__file__))
certified, certified_sd, certified_r2, rows = read_nist(os.path.join(here, "data", "Longley.dat"))

data = gla.asarray(rows)
y, x = data[:, 0], data[:, 1:]
n = len(rows)
x = gla.concat([gla.ones((n, 1)), x], axis=1)
k = x.shape[1]

fit = gla.lstsq(x, y)
sd = gla.sqrt(fit.residuals / (n - k))
r2 = 1 - fit.residuals / gla.sum((y - gla.mean(y)) ** 2)

# Standard errors from the factor R: (XᵀX)⁻¹ = R⁻¹R⁻ᵀ, whose diagonal contains the squared row norms of R⁻¹.
q, r = gla.qr(x)
inverse = gla.solve_triangular(r, gla.eye(k))
errors = sd * gla.vector_norm(inverse, axis=1)

print("Longley regression on device %s: %d observations, %d coefficients, rank %d"
      % (fit.x.device, n, k, int(fit.rank)))
print()
print("%-10s %22s %22s %8s" % ("", "computed", "certified", "digits"))
for i in range(k):
    show("B%d" % i, float(fit.x[i]), certified[i][0])
for i in range(k):
    show("se(B%d)" % i, float(errors[i]), certified[i][1])
show("R-squared", float(r2), certified_r2)
show("resid. sd", float(sd), certified_sd)
