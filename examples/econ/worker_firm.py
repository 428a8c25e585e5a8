#!/usr/bin/env python3
"""A panel of workers and firms: the effect of training on wages, with every covariance matrix.

Wages are the sum of a worker effect, a firm effect, the effect of training and noise, as in J. M. Abowd, F. Kramarz and
D. N. Margolis, Econometrica 67 (1999), 251-333. Good workers get more training, so least squares without the effects is
biased. Training and noise have parts that all workers of a firm share in a year, so errors that ignore the firm are too
small. The first argument is the number of workers: try 1e6.
"""
import sys

import gpulinalg as gla
from gpulinalg import econ

from compare import heading, show

workers, years, true = int(float(sys.argv[1])) if len(sys.argv) > 1 else 2000, 10, 0.1
firms, rows = workers // 20, workers * years
g = gla.random.Generator(1999)

# A worker stays in one firm, except for one year in five in a random firm.
worker, year = gla.repeat(gla.arange(workers), years), gla.tile(gla.arange(years), workers)
home = g.integers(firms, shape=workers)
firm = gla.where(g.random(rows) < 0.2, g.integers(firms, shape=rows), home[worker])
of_firm = g.normal(0.0, 0.3, shape=firms)
of_worker = g.normal(0.0, 0.4, shape=workers) + of_firm[home]
firm_year = firm * years + year
training = g.normal(shape=rows) + g.normal(0.0, 0.5, shape=firms * years)[firm_year] + of_worker[worker]
noise = g.normal(0.0, 0.25, shape=rows) + g.normal(0.0, 0.1, shape=firms * years)[firm_year]
wage = true * training + of_worker[worker] + of_firm[firm] + noise
panel = {"wage": wage, "training": training, "worker": worker, "firm": firm, "year": year}

plain = econ.ols("wage ~ training", panel)
fit = econ.ols("wage ~ training | worker + firm", panel)
print(econ.etable(plain, fit, keep=["training"], headers=["without effects", "with effects"]))

fits = [fit.vcov(name) for name in ("iid", "HC1", "cluster:worker", "cluster:firm", "cluster:worker+firm", "CRV3:firm",
                                    "NW(2):worker+year", "DK(2):year")]
print(econ.etable(fits[:4], digits=4, stars=False, stats=["nobs", "clusters"]))
print(econ.etable(fits[4:], digits=4, stars=False, stats=["nobs", "clusters"]))

print("\n%-46s (estimate - true) / standard error" % "covariance matrix")
for other in fits:
    print("%-46s %6.2f" % (other.vcov_title, (other.coef["training"] - true) / other.se["training"]))
heading("coefficient of training")
show("without effects", "%g" % true, plain.coef["training"])
show("with effects", "%g" % true, fit.coef["training"])
