#!/usr/bin/env python3
"""From two files to one table: Card's wages by least squares with three kinds of errors and with an instrument, beside the
investment of Grunfeld's firms with fixed effects."""
import sys

import gpulinalg as gla
from gpulinalg import econ

folder = sys.path[0] + "/../data/"
card = gla.Table.read(folder + "card.csv")
firms = gla.Table.read(folder + "grunfeld.csv")
ols = econ.ols("lwage ~ educ + exper + expersq + black + south + smsa", card)
iv = econ.tsls("lwage ~ exper + expersq + black + south + smsa | 0 | educ ~ nearc4", card)
within = econ.ols("invest ~ value + kstock | firm", firms, vcov="cluster:firm")
print(econ.etable(ols, ols.vcov("HC1"), ols.vcov("cluster:age"), iv, within))
