#!/usr/bin/env python3
"""Leontief's model of 500 sectors with a sparse table: output by rounds of deliveries.

The table is simulated: each sector buys from about a dozen others.  With the sparse matrix A of technical coefficients,
output for a final demand f is f + A f + A² f + …, that is, the final demand, the inputs needed for it, the inputs needed
for those, and so on.  The sum solves x = A x + f.  (leontief.py uses a published table of six sectors.)
"""
import gpulinalg as gla

sectors, deliveries = 500, 6000
g = gla.random.Generator(1936)
seller, buyer = g.integers(sectors, shape=deliveries), g.integers(sectors, shape=deliveries)
table = gla.sparse.coo(g.exponential(shape=deliveries), seller, buyer, shape=[sectors, sectors])
bought = gla.sum(table.toarray(), axis=0)
share = g.uniform(0.3, 0.7, shape=sectors) / gla.where(bought > 0, bought, 1)
A = table @ gla.sparse.diags([share])
demand = g.gamma(2.0, 100.0, shape=sectors)


def output(a, f):
    x, round, rounds = f, f, 0
    while gla.max(round) > 1e-13 * gla.max(x):
        round = a @ round
        x = x + round
        rounds = rounds + 1
    return x, rounds


x, rounds = output(A, demand)
exact = gla.solve(gla.eye(sectors) - A.toarray(), demand)
multipliers, _ = output(A.T, gla.ones(sectors))
print("%d sectors, %d of %d coefficients are not zero" % (sectors, A.nnz, sectors * sectors))
print("output after %d rounds %.4f, by elimination %.4f" % (rounds, gla.sum(x), gla.sum(exact)))
print("largest difference of a sector within 1e-9: %s" % ("yes" if gla.max(gla.abs(x - exact)) < 1e-9 else "no"))
print("demand times multipliers %.4f" % gla.vecdot(multipliers, demand))
order = gla.argsort(multipliers, descending=True)
print("sector  multiplier")
for k in range(5):
    print("%6d  %10.4f" % (order[k], multipliers[order[k]]))
