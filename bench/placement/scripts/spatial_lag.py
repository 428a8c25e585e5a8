#!/usr/bin/env python3
"""A spatial autoregression of 99,856 regions on a grid: y = rho W y + X b + e, by two-stage least squares.

The instruments are spatial lags of the regressors: H. H. Kelejian and I. R. Prucha, Journal of Real Estate Finance and
Economics 17 (1998), 99-121. The matrix W is sparse; its rows are the averages over up to four neighbours.
"""
import gpulinalg as gla

side, rho = 316, 0.5
n = side * side
index = gla.arange(n).reshape(side, side)
pairs = [(index[:, 1:], index[:, :-1]), (index[1:], index[:-1])]
one = gla.concat([a.reshape(-1) for a, b in pairs] + [b.reshape(-1) for a, b in pairs])
two = gla.concat([b.reshape(-1) for a, b in pairs] + [a.reshape(-1) for a, b in pairs])
degree = gla.bincount(one, minlength=n)
W = gla.sparse.coo(1 / degree[one], one, two, shape=[n, n])

g = gla.random.Generator(1998)
x = g.normal(shape=[n, 2])
right = 1 + x @ gla.asarray([1.0, -0.5]) + g.normal(shape=n)
A = gla.sparse.eye(n) - rho * W
y = gla.sparse.bicgstab(A, right, rtol=1e-12)

lag = W @ x
X = gla.concat([gla.expand_dims(W @ y, axis=1), gla.ones([n, 1]), x], axis=1)
Z = gla.concat([gla.ones([n, 1]), x, lag, W @ lag], axis=1)
fitted = Z @ gla.lstsq(Z, X).x
bread = gla.inv(fitted.T @ fitted)
b = bread @ (fitted.T @ y)
error = y - X @ b
se = gla.sqrt(gla.diagonal(bread) * gla.vecdot(error, error) / (n - X.shape[1]))
print("rho %.4f (%.4f), slopes %.4f (%.4f) and %.4f (%.4f)" % (b[0], se[0], b[2], se[2], b[3], se[3]))

# The total effect of a change in one region decays with the distance.
estimated = gla.sparse.eye(n) - b[0] * W
effect = gla.sparse.bicgstab(estimated, b[2] * (gla.arange(n) == n // 2 + side // 2), rtol=1e-10)
print("effect on the region itself %.4f, on all %.4f" % (gla.max(effect), gla.sum(effect)))
