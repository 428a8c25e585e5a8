#!/usr/bin/env python3
"""PageRank of eleven pages: the long-run shares of a surfer who follows links and sometimes jumps to a random page.

The graph and its ranks are those of Wikipedia's article on PageRank; S. Brin and L. Page, Computer Networks 30 (1998),
107-117.  The script computes the ranks by powers of a sparse matrix, which works for graphs of any size, and as a
stationary distribution.
"""
import gpulinalg as gla

names = "ABCDEFGHIJK"
links = {"B": "C", "C": "B", "D": "AB", "E": "BDF", "F": "BE", "G": "BE", "H": "BE", "I": "BE", "J": "E", "K": "E"}
damping, n = 0.85, len(names)
start = [names.index(a) for a in sorted(links) for b in links[a]]
end = [names.index(b) for a in sorted(links) for b in links[a]]
weight = [1.0 / len(links[a]) for a in sorted(links) for b in links[a]]
A = gla.sparse.coo(weight, start, end, shape=[n, n])
nowhere = 1 - gla.sum(A.toarray(), axis=1)

rank, steps, change = gla.full(n, 1.0 / n), 0, 1.0
while change > 1e-14:
    old = rank
    rank = damping * (old @ A + gla.vecdot(old, nowhere) / n) + (1 - damping) / n
    change = gla.sum(gla.abs(rank - old)).item()
    steps = steps + 1
P = damping * (A.toarray() + gla.expand_dims(nowhere, axis=1) / n) + (1 - damping) / n
share = gla.markov.stationary_distribution(P)[0]

print("%d pages, %d links, %d steps" % (n, A.nnz, steps))
for k in gla.argsort(gla.around(share, 12), descending=True).tolist():
    print("%s  %5.1f %%  %.9f  %.9f" % (names[k], 100 * rank[k], rank[k], share[k]))
