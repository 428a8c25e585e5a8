"""Derivatives of cumulative sums, products and extremes."""


import gpulinalg as gla
from check import check, expect, gradient

T = gla.reshape(gla.asarray([((7 * i) % 24 - 9.3) / 10 for i in range(24)]), (2, 3, 4))
Z = [[0.3 + 1j, -1.2 + 0.2j, 2.0 - 1j], [1.5 + 0.1j, 0.2 - 0.7j, -0.4j]]
for axis in (0, 1, -1):
    for name in ("cumulative_sum", "cumulative_prod"):
        for initial in (False, True):
            f = lambda x, f=getattr(gla, name): f(x, axis=axis, include_initial=initial)
            check("%s %d %s" % (name, axis, initial), f, [T], tol=1e-6)
            check(
                "%s %d %s complex" % (name, min(axis, 0), initial), lambda x, f=getattr(gla, name): f(x, axis=min(axis, 0)), [Z]
            )
            check("%s %d %s zeros" % (name, axis, initial), lambda x: f(x * gla.asarray([[1.0], [0.0], [1.0]])), [T], tol=1e-6)
    for name in ("cumulative_max", "cumulative_min"):
        check("%s %d" % (name, axis), lambda x, f=getattr(gla, name): f(x, axis=axis), [T])
for name in ("cumulative_sum", "cumulative_prod", "cumulative_max", "cumulative_min"):
    f = getattr(gla, name)
    check(name + " scalar", f, [1.5], second=name < "cumulative_l" or name > "cumulative_n")
    check(name + " float32", f, [[1.5, 2.0, 0.5]], dtype="float32")
    expect(name + " empty", gradient(lambda x: f(x, axis=0), [gla.zeros((0, 2))])[0].shape == (0, 2), "")
check("cumulative_max, squared", lambda x: gla.cumulative_max(x, axis=1) ** 2 * x, [T], tol=1e-6)
check("cumulative_prod one zero", gla.cumulative_prod, [[1.5, -2.0, 0.0, 0.5, 3.0]])
check("cumulative_prod two zeros", gla.cumulative_prod, [[1.5, 0.0, 2.5, 0.0, 3.0, -1.0]])
check("cumulative_prod complex zero", gla.cumulative_prod, [[1.5 + 1j, 0j, 2.5 - 2j, 3j]])
g = gradient(lambda x: gla.cumulative_max(x), [gla.asarray([1.0, 3.0, 3.0, 2.0, 4.0])])[0].tolist()
expect("ties of cumulative_max", g[2] == g[3] == 0, g)
