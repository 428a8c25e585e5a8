#!/usr/bin/env python3
"""The return to schooling in D. Card (1995): least squares, and two-stage least squares with proximity to a college.

The specification and references are those of example 15.4 in J. M. Wooldridge, Econometric Analysis of Cross Section and Panel
Data, as linearmodels 7 computes them from this file; the interval of Anderson and Rubin is the solution of a quadratic
equation.
"""
import gpulinalg as gla
from gpulinalg import econ

from compare import data, heading, show

card = gla.Table.read(data("card.csv"))
controls = "exper + expersq + black + smsa + south + smsa66 + " + " + ".join("reg66%d" % i for i in range(2, 10))
ols = econ.ols("lwage ~ educ + " + controls, card)
first = econ.ols("educ ~ nearc4 + " + controls, card)
iv = econ.tsls("lwage ~ %s | 0 | educ ~ nearc4" % controls, card)
print(econ.etable(ols, ols.vcov("HC1"), first, iv, keep=["educ", "nearc4", "exper*", "black"],
                  headers=["OLS", "OLS", "first stage", "2SLS"]))

heading("return to a year of schooling")
show("OLS", ".0746933", ols.coef["educ"])
show("(standard error)", ".0034983", ols.se["educ"])
show("2SLS", ".1315038", iv.coef["educ"])
show("(standard error)", ".0549637", iv.se["educ"])

stage = iv.first_stage()
heading("first stage")
show("nearc4", ".3198989", first.coef["nearc4"])
show("(standard error)", ".0878638", first.se["nearc4"])
show("F", "13.2557853", stage["F"][0])
show("partial R-squared", ".0044079", stage["partial_r2"][0])

wu = iv.durbin_wu_hausman()
heading("is schooling exogenous?")
show("Wu-Hausman F", "1.1676432", wu["statistic"])
show("p", ".2799731", wu["p"])

robust = iv.anderson_rubin_set()  # an interval that weak instruments do not distort
heading("confidence intervals")
bounds = iv.confint().where("coefficient == 'educ'")
show("2SLS, from", ".0237334", bounds["lower"][0])
show("to", ".2392742", bounds["upper"][0])
show("Anderson and Rubin, from", ".0248048", robust.intervals[0, 0])
show("to", ".2848235", robust.intervals[0, 1])
