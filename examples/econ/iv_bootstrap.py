#!/usr/bin/env python3
"""10,000 bootstrap replications of Card's return to schooling, by least squares and by two-stage least squares.

The moments of the instrumental variable estimator do not exist when there are as many instruments as endogenous regressors, so
a few replications determine the standard deviation of all. The spread of the middle half describes the distribution better. The
references are asymptotic standard errors, and quantiles of 20,000 replications by NumPy with other random numbers.
"""
import gpulinalg as gla
from gpulinalg import econ

from compare import data, heading, show

card = gla.Table.read(data("card.csv"))
controls = "exper + expersq + black + smsa + south + smsa66 + " + " + ".join("reg66%d" % i for i in range(2, 10))
ols = econ.ols("lwage ~ educ + " + controls, card)
iv = econ.tsls("lwage ~ %s | 0 | educ ~ nearc4" % controls, card)

ols_boot, ols_draws = ols.bootstrap(reps=10000, seed=1995)
iv_boot, iv_draws = iv.bootstrap(reps=10000, seed=1995)
print(econ.etable(ols, ols.vcov("HC1"), ols_boot, iv, iv.vcov("HC1"), iv_boot, keep=["educ"]))

heading("least squares")
show("HC1 and bootstrap standard error", "%.7f" % ols.vcov("HC1").se["educ"], ols_boot.se["educ"])
heading("two-stage least squares")
low, first, median, third, high = gla.quantile(iv_draws[:, iv.names.index("educ")], [0.025, 0.25, 0.5, 0.75, 0.975])
show("HC1 and spread of the middle half", "%.7f" % iv.vcov("HC1").se["educ"], (third - first) / 1.349)
show("median", ".1322120", median)
show("95 % interval, from", ".0295986", low)
show("to", ".2828126", high)
