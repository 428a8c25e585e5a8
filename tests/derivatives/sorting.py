"""Derivatives of sorting and of distinct elements."""


import gpulinalg as gla
from check import check, expect, gradient

T = gla.reshape(gla.asarray([((7 * i) % 24 - 9.3) / 10 for i in range(24)]), (2, 3, 4))
C = [[0.3 + 1j, -1.2 + 0.2j, 2.0 - 1j], [1.5 + 0.1j, 0.2 - 0.7j, -0.4j]]
for axis in (0, 1, -1):
    for descending in (False, True):
        check("sort %d %s" % (axis, descending), lambda x: gla.sort(x, axis=axis, descending=descending), [T])
check("sort, squared", lambda x: gla.sort(x * x, axis=1, descending=True) ** 2 * x, [T], tol=1e-6)
check("unique, squared", lambda x: gla.unique_values(x) ** 2, [T], tol=1e-6)
check("sort complex", gla.sort, [C])
check("sort float32", gla.sort, [[0.3, 0.1, 2.0]], dtype="float32")
check("unique_values", gla.unique_values, [T])
check("unique_all", lambda x: gla.unique_all(x)[0], [T])
check("unique_counts", lambda x: gla.unique_counts(x)[0], [T])
check("unique_inverse", lambda x: gla.unique_inverse(x)[0], [T])
check("argsort", lambda x: x * gla.argsort(x), [[0.3, -0.1, 2.0]])
check("searchsorted", lambda x, y: y * gla.searchsorted(x, y), [[0.3, 1.1, 2.0], [0.5, 1.5]])
g = gradient(gla.unique_values, [gla.asarray([2.0, 1.0, 2.0])])[0].tolist()
expect("ties share", g[0] == g[2] and g[0], g)
