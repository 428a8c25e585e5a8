#!/usr/bin/env python3
"""Klein's Model I of the United States, 1921-41: consumption, investment and private wages.

Two-stage least squares, three-stage least squares and limited information maximum likelihood, with the predetermined variables
of the model as instruments. The estimates are those of W. H. Greene, Econometric Analysis, chapter on systems of equations, to
more digits, from linearmodels 7.
"""
import gpulinalg as gla
from gpulinalg import econ

from compare import data, heading, show

klein = gla.Table.read(data("klein.csv"))  # the first row, 1919, has only the capital at its end
klein["year"] = gla.arange(1919, 1942)
for name in "P", "K", "X":
    klein[name + "1"] = klein.lag(name)
klein.assign("W = Wp + Wg; A = year - 1931")

instruments = "P1 + K1 + X1 + A + T + Wg + G"
equations = ["C ~ P1 | P + W ~ " + instruments, "I ~ P1 + K1 | P ~ " + instruments, "Wp ~ X1 + A | X ~ " + instruments]
two = [econ.tsls(equation, klein) for equation in equations]
limited = [econ.liml(equation, klein) for equation in equations]
three = econ.threesls(equations, klein)
print(econ.etable(two[0], limited[0], two[1], limited[1], two[2], limited[2], stars=False))

published = {
    "2SLS": [["16.5548", ".216234", ".0173022", ".810183"], ["20.2782", ".615944", "-.157788", ".150222"],
             ["1.50030", ".146674", ".130396", ".438859"]],
    "LIML": [["17.1477", ".396027", "-.222513", ".822559"], ["22.5908", ".680386", "-.168264", ".0751848"],
             ["1.52619", ".151321", ".131593", ".433941"]],
    "3SLS": [["16.4408", ".163144", ".124890", ".790081"], ["28.1778", ".755724", "-.194848", "-.0130792"],
             ["1.79722", ".181291", ".149674", ".400492"]]}
for method in "2SLS", "LIML", "3SLS":
    heading(method)
    for i, equation in enumerate(["C", "I", "Wp"]):
        for j, name in enumerate(two[i].names):
            label = equation + ": " + name
            fit = two[i] if method == "2SLS" else limited[i]
            show(label, published[method][i][j], three.coef[label] if method == "3SLS" else fit.coef[name])
