#!/usr/bin/env python3
"""Wages with worker and firm effects: the return to experience.

As in J. M. Abowd, F. Kramarz and D. N. Margolis, Econometrica 67 (1999), 251-333, a log wage is the sum of a worker effect,
a firm effect, and coefficients times regressors that vary over time.  Good workers are in good firms and have larger values
of both regressors, so least squares without the effects is biased.  The first argument is the number of rows: try 1e7.
"""
import sys

import gpulinalg as gla

rows = int(float(sys.argv[1])) if len(sys.argv) > 1 else 20000
years = 10
workers, firms, coefficients = rows // years, rows // 200 + 2, [0.08, -0.5]
g = gla.random.Generator(1999)

# A worker stays in one firm, except for one year in five in a random firm.
worker = gla.repeat(gla.arange(workers), years)
home = g.integers(firms, shape=workers)
firm = gla.where(g.random(workers * years) < 0.2, g.integers(firms, shape=workers * years), home[worker])
of_firm = g.normal(0.0, 0.3, shape=firms)
of_worker = g.normal(0.0, 0.4, shape=workers) + of_firm[home]
effects = of_worker[worker] + of_firm[firm]
X = g.normal(shape=[workers * years, 2]) + gla.expand_dims(effects, axis=1)
exact = X @ gla.asarray(coefficients) + effects
wage = exact + g.normal(0.0, 0.25, shape=workers * years)

plain = gla.lstsq(gla.concat([gla.ones((workers * years, 1)), X], axis=1), wage).x
within = gla.absorb(gla.stack([wage, exact], axis=1), X, [worker, firm])
x = within.X_within
fit = gla.lstsq(x, within.y_within)
left = within.rows.size - within.df_absorbed.item() - 2
rinv = gla.solve_triangular(gla.qr(x).R, gla.eye(2))
errors = gla.sqrt(fit.residuals[0] / left * gla.diagonal(rinv @ rinv.T))

print("%d rows of %d workers in %d firms; %d rows dropped" % (workers * years, workers, firms, within.singletons))
print("%d degrees of freedom of the effects, which span %d regressors" % (within.df_absorbed, within.dropped.size))
print("coefficient  without effects  with effects (s.e.)  without noise")
for k, true in enumerate(coefficients):
    print("%11.4f  %15.4f  %12.4f (%.4f)  %13.9f" % (true, plain[k + 1], fit.x[k, 0], errors[k], fit.x[k, 1]))
print("standard deviation of the noise: %.4f, true 0.2500" % gla.sqrt(fit.residuals[0] / left))
