#!/usr/bin/env python3
"""Leontief's input-output model of Germany 1995: output multipliers and the effect of more exports.

With Z the deliveries between sectors, x their output and A = Z diag(x)⁻¹ the technical coefficients, output for a final
demand f is x = (I − A)⁻¹ f; the column sums of the inverse are the output multipliers.
"""
import csv
import os

import gpulinalg as gla

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "data", "io_germany_1995.csv"), newline="") as file:
    table = {row["iotables_row"]: row for row in csv.DictReader(file)}

sectors = ["agriculture", "manufacturing", "construction", "trade", "business_services", "other_services"]
columns = ["agriculture_group", "manufacturing_group", "construcion_group", "trade_group",
           "business_services_group", "other_services_group"]  # spelled as in the source
labels = ["agricult.", "manufact.", "construct.", "trade", "business", "other"]
z = gla.asarray([[float(table[s + "_group"][c]) for c in columns] for s in sectors])
x = gla.asarray([float(table["output_bp"][c]) for c in columns])
exports = gla.asarray([float(table[s + "_group"]["export_goods_services"]) for s in sectors])

a = z / x
leontief = gla.eye(len(sectors)) - a
multipliers = gla.sum(gla.inv(leontief), axis=0)
effect = gla.solve(leontief, 0.1 * exports)

print("Germany 1995, input-output model of %d sectors, on device %s" % (len(sectors), a.device))
print()
print("Technical coefficients (input of the row's product for a unit of the column's output)")
print(("%-18s" + " %10s" * 6) % tuple([""] + labels))
for name, row in zip(sectors, a.tolist()):
    print(("%-18s" + " %10.4f" * 6) % tuple([name] + row))
print()
print("Output multipliers, and output added when demand for exports rises by 10 % (million euro)")
print("%-18s %10s %12s %12s %10s" % ("", "multiplier", "exports", "output", "percent"))
for i, name in enumerate(sectors):
    print("%-18s %10.4f %+12.1f %+12.1f %+10.2f"
          % (name, multipliers[i], 0.1 * exports[i], effect[i], 100 * effect[i] / x[i]))
print("%-18s %10s %+12.1f %+12.1f %+10.2f"
      % ("all", "", 0.1 * gla.sum(exports), gla.sum(effect), 100 * gla.sum(effect) / gla.sum(x)))
