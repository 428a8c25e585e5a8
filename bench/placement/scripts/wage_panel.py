#!/usr/bin/env python3
"""Wages of 100,000 workers in 5,000 firms over ten years: least squares with effects of workers and firms, 1e6 rows."""
import gpulinalg as gla

workers, firms, years = 100000, 5000, 10
rows = workers * years
g = gla.random.Generator(1999)
worker, year = gla.repeat(gla.arange(workers), years), gla.tile(gla.arange(years), workers)
home = g.integers(firms, shape=workers)
firm = gla.where(g.random(rows) < 0.2, g.integers(firms, shape=rows), home[worker])  # one year in five elsewhere
quality = g.normal(0.0, 0.4, workers)
premium = g.normal(0.0, 0.3, firms)
training = g.normal(shape=rows) + quality[worker]
tenure = gla.maximum(year - g.integers(8, shape=workers)[worker], 0)
wage = 0.08 * training + 0.02 * tenure + quality[worker] + premium[firm] + g.normal(0.0, 0.25, rows)
panel = {"wage": wage, "training": training, "tenure": tenure, "worker": worker, "firm": firm, "year": year}

plain = gla.econ.ols("wage ~ training + tenure", panel)
fit = gla.econ.ols("wage ~ training + tenure | worker + firm", panel, vcov="cluster:firm")
for name, true in ("training", 0.08), ("tenure", 0.02):
    print("%-9s without effects %.5f, with effects %.5f (%.5f), true %.2f"
          % (name, plain.coef[name], fit.coef[name], fit.se[name], true))
