#!/usr/bin/env python3
"""Principal components of a panel of 200 series with 5,000 days, and the number of factors.

The criterion is IC_p2 of J. Bai and S. Ng, Econometrica 70 (2002), 191-221.
"""
import math

import gpulinalg as gla

days, series, factors = 5000, 200, 4
g = gla.random.Generator(2002)
F = gla.lfilter([1.0], [1.0, -0.6], g.normal(shape=[days, factors]), axis=0)
loadings = g.normal(shape=[factors, series])
panel = F @ loadings + 2.0 * g.normal(shape=[days, series])

x = (panel - gla.mean(panel, axis=0)) / gla.std(panel, axis=0)
U, S, Vh = gla.svd(x, full_matrices=False)
explained = S ** 2 / gla.sum(S ** 2)
left = (gla.sum(S ** 2) - gla.cumulative_sum(S ** 2)) / (days * series)
counts = gla.arange(1, 11)
penalty = (days + series) / (days * series) * math.log(min(days, series))
criterion = gla.log(left[:10]) + counts * penalty
print("factors chosen: %d of %d" % (gla.argmin(criterion) + 1, factors))
print("variance explained by the first components:", gla.around(explained[:6], 4))

# Estimated factors span the true ones: R-squared of a regression of each true factor on them.
estimated = U[:, :factors] * S[:factors]
centred = F - gla.mean(F, axis=0)
error = centred - estimated @ gla.lstsq(estimated, centred).x
print("R-squared of the true factors:", gla.around(1 - gla.sum(error ** 2, axis=0) / gla.sum(centred ** 2, axis=0), 4))
