#!/usr/bin/env python3
"""NIST's linear regressions and analyses of variance, compared with the certified values.

For each data set the smallest number of digits that agree, of at most 15. Where the certified value is zero, digits after the
point are counted. The data of SmLs04 to SmLs09 have 7 or 13 leading digits in common, which leave few digits for the result.
"""
import re

import gpulinalg as gla
from gpulinalg import econ

from compare import data, digits

terms = " + ".join
models = {"Norris": "column2", "Pontius": "column2 + column2^2", "NoInt1": "column2 - 1", "NoInt2": "column2 - 1",
          "Filip": "poly(column2, 10, raw=True)", "Longley": terms("column%d" % i for i in range(2, 8))}
models.update(("Wampler%d" % i, "poly(column2, 5, raw=True)") for i in range(1, 6))


def read(path):
    """Return a file's text without its data, and its data."""
    with open(data(path)) as file:
        certified = "".join(file.readlines()[:60])
    return certified, gla.Table.read(data(path), skiprows=60, header=False)


print("linear regression  coefficients  std. errors  residual sd  R-squared")
for name, regressors in models.items():
    certified, table = read("nist-linear/%s.dat" % name)
    fit = econ.ols("column1 ~ " + regressors, table)
    lines = re.findall(r"^ +B\d+ +(\S+) +(\S+)", certified, re.M)
    sd = re.search(r"Standard Deviation +(\S+)\s+R-S", certified)[1]
    r2 = re.search(r"R-Squared +(\S+)", certified)[1]
    print("%-18s %12.1f %12.1f %12.1f %10.1f" % (
        name, min(digits(line[0], b) for line, b in zip(lines, fit.coef.values())),
        min(digits(line[1], se) for line, se in zip(lines, fit.se.values())), digits(sd, fit.sigma), digits(r2, fit.r2)))

print("\nanalysis of variance         F  residual sd  R-squared")
for name in ["SiRstv", "AtmWtAg"] + ["SmLs0%d" % i for i in range(1, 10)]:
    certified, table = read("nist-anova/%s.dat" % name)
    fit = econ.ols("column2 ~ i(column1)", table)
    f = re.search(r"^Between.* (\S+)", certified, re.M)[1]
    r2 = re.search(r"R-Squared +(\S+)", certified)[1]
    sd = re.search(r"Residual\s+Standard Deviation +(\S+)", certified)[1]
    print("%-18s %11.1f %12.1f %10.1f" % (name, digits(f, fit.fstat()["statistic"]), digits(sd, fit.sigma),
                                          digits(r2, fit.r2)))
