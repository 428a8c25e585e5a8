"""Gradients of series, interpolation, recurrences, polynomials and groups, against differences."""

import math

import gpulinalg as gla
from check import check, expect, gradient


def rand(*shape, salt=0, complex=False):
    n = math.prod(shape)
    v = [math.sin(2.7 * i + 0.4 + salt) + (1j * math.cos(1.9 * i + salt) if complex else 0) for i in range(n)]
    return gla.reshape(gla.asarray(v), shape)


def cx(*shape, salt=0):
    return rand(*shape, salt=salt, complex=True)


def sq(y):
    return gla.square(gla.real(y)) + y


for mode in ("full", "same", "valid"):
    for n, m in [(5, 3), (3, 5), (4, 3), (3, 4), (4, 4), (5, 2), (2, 5), (1, 3), (6, 4), (4, 6)]:
        check(
            "convolve %s %d %d" % (mode, n, m),
            lambda x, y: sq(gla.convolve(x, y, mode=mode)),
            [rand(n), rand(m, salt=1)],
            second=n == 5,
        )
        check(
            "correlate %s %d %d" % (mode, n, m),
            lambda x, y: sq(gla.correlate(x, y, mode=mode)),
            [cx(n), cx(m, salt=1)],
            second=n == 5,
        )
XP = [0.0, 1.0, 1.5, 3.0]
X = [-0.5, 0.3, 1.2, 2.9, 3.7, 1.4]
F = [0.3, -1.2, 0.8, 2.1]
check("interp", lambda x, xp, fp: sq(gla.interp(x, xp, fp)), [X, XP, F])
check("interp ends", lambda x, xp, fp, l, r: sq(gla.interp(x, xp, fp, left=l, right=r)), [X, XP, F, 0.3, 0.7])
check("interp left", lambda x, fp, l: sq(gla.interp(x, gla.asarray(XP), fp, left=l)), [X, F, 0.3])
check("interp complex", lambda x, xp, fp: gla.interp(x, xp, fp), [X, XP, cx(4)])
check("interp 2-d", lambda x, xp, fp: sq(gla.interp(x, xp, fp)), [[X[:3], X[3:]], XP, F])
check("interp scalar", lambda x, xp, fp: sq(gla.interp(x, xp, fp)), [0.4, XP, F])
check("interp rows", lambda x, xp, fp: sq(gla.interp(x, xp, fp)), [X, XP, rand(2, 4)])
check("interp own rows", lambda x, xp, fp: sq(gla.interp(x, xp, fp)), [[X[:3], X[3:]], [XP, [0.1, 0.9, 2.0, 3.1]], rand(2, 4)])
check("interp rows of a scalar", lambda x, xp, fp: sq(gla.interp(x, xp, fp)), [0.4, XP, rand(2, 4)])
check("interp stack", lambda x, xp, fp: sq(gla.interp(x, xp, fp)), [[X[:3]], [XP, [0.1, 0.9, 2.0, 3.1]], rand(3, 1, 4)])
check("interp one node", lambda x, fp: sq(gla.interp(x, gla.asarray([1.0]), fp)), [X, [0.4]])
check("interp float32", lambda x, xp, fp: sq(gla.interp(x, xp, fp)), [X, XP, F], dtype="float32")
check("interp step", lambda x, fp: sq(gla.interp(x, gla.asarray([0.0, 1.0, 1.0, 2.0]), fp)), [[0.5, 1.5], F])
PX = gla.asarray([2.5, 0.4, -0.7, 1.4])
check("interp period", lambda x, xp, fp: sq(gla.interp(x, xp, fp, period=3.5)), [[-0.3, 0.3, 1.2, 7.1, 2.9], PX, F])
check("interp none", lambda x, xp, fp: gla.sum(gla.interp(x[:0], xp, fp)) + gla.sum(sq(fp)), [X, XP, rand(2, 4)])
for axis in (0, 1, -1):
    check("trapezoid %d" % axis, lambda y: sq(gla.trapezoid(y, dx=0.7, axis=axis)), [rand(3, 4)])
    check("trapezoid x %d" % axis, lambda y, x: sq(gla.trapezoid(y, x, axis=axis)), [rand(3, 3), [0.0, 0.7, 1.9]])
    check("trapezoid full x %d" % axis, lambda y, x: sq(gla.trapezoid(y, x, axis=axis)), [cx(3, 4), rand(3, 4, salt=1)])
check("trapezoid one", lambda y: sq(gla.trapezoid(y)) + gla.sum(y), [[0.4]])
for order in (1, 2):
    for n in (3, 4, 5, 6, 8):
        check("gradient %d %d" % (order, n), lambda f: sq(gla.gradient(f, edge_order=order)), [rand(n)])
    check("gradient axis %d" % order, lambda f, h: sq(gla.gradient(f, h, axis=0, edge_order=order)), [rand(6, 2), 0.7])
    check(
        "gradient complex %d" % order,
        lambda f: gla.gradient(f, gla.asarray([0.0, 0.5, 0.7, 1.9]), axis=-1, edge_order=order),
        [cx(2, 4)],
    )
    check("gradient 3-d %d" % order, lambda f: sq(gla.gradient(f, 0.3, axis=1, edge_order=order)), [rand(2, 7, 2)])
    check(
        "gradient coordinates %d" % order,
        lambda f, x: sq(gla.gradient(f, x, axis=0, edge_order=order)),
        [rand(4, 2), [0.0, 0.5, 0.7, 1.9]],
    )
check("gradient 2", lambda f: sq(gla.gradient(f)), [rand(2)])
check("autocorrelation", lambda x: sq(gla.autocorrelation(x, 3)), [rand(7)])
check("autocorrelation all", lambda x: sq(gla.autocorrelation(x)), [rand(7)])
check("autocorrelation adjusted", lambda x: sq(gla.autocorrelation(x, 3, adjusted=True, axis=0)), [rand(6, 2)])
# ---- interpolation
for bc in ("not-a-knot", "clamped", "natural"):
    for nu in (0, 1):
        check(
            "cubic_spline %s %d" % (bc, nu),
            lambda fp, x: sq(gla.cubic_spline(gla.asarray(XP), fp, x, bc_type=bc, nu=nu)),
            [F, X],
        )
    check(
        "cubic_spline axis " + bc,
        lambda fp, x: sq(gla.cubic_spline(gla.asarray(XP), fp, x, axis=1, bc_type=bc)),
        [rand(2, 4, 2), [X[:3], X[3:]]],
    )
check("cubic_spline complex", lambda fp, x: gla.cubic_spline(gla.asarray(XP), fp, x), [cx(4), X])
check("cubic_spline scalar", lambda fp, x: sq(gla.cubic_spline(gla.asarray(XP), fp, x)), [F, 0.7])
XN4 = [0.0, 1.1, 1.5, 3.0, 3.4]
for nu in (0, 1, 2):
    check(
        "cubic_spline nodes %d" % nu,
        lambda xp, fp, x: sq(gla.cubic_spline(xp, fp, x, nu=nu)),
        [XN4, rand(5), X],
        second=nu == 0,
    )
check("cubic_spline nodes axis", lambda xp, fp, x: sq(gla.cubic_spline(xp, fp, x, axis=1)), [XN4, rand(2, 5), [X[:3], X[3:]]])
check("cubic_spline nodes complex", lambda xp, fp, x: gla.cubic_spline(xp, fp, x), [XN4, cx(5), X])
for n in (2, 3):
    check("cubic_spline %d nodes" % n, lambda xp, fp, x: sq(gla.cubic_spline(xp, fp, x)), [XN4[:n], F[:n], X])
check(
    "cubic_spline periodic",
    lambda f, x: sq(gla.cubic_spline(gla.asarray(XP), gla.concat([f, f[:1]]), x, bc_type="periodic")),
    [F[:3], X],
)
check("pchip_interpolate", lambda x: sq(gla.pchip_interpolate(gla.asarray(XP), gla.asarray(F), x)), [X])
check("pchip_interpolate axis", lambda x: sq(gla.pchip_interpolate(gla.asarray(XP), rand(2, 4), x, axis=-1)), [X])
for name, fp in [
    ("mixed", F),
    ("rising", [0.3, 0.5, 1.8, 2.1]),
    ("flat", [0.3, 0.3, 1.8, -2.1]),
    ("steep", [0.3, 0.4, 3.8, 2.1]),
]:
    for der in (0, 1, 2):
        flat = name == "flat"
        if not flat:
            check(
                "pchip_interpolate %s %d" % (name, der),
                lambda xp, fp, x: sq(gla.pchip_interpolate(xp, fp, x, der=der)),
                [XP, fp, X],
                second=der == 0,
            )
        else:
            check(
                "pchip_interpolate %s %d" % (name, der),
                lambda xp, x: sq(gla.pchip_interpolate(xp, gla.asarray(fp), x, der=der)),
                [XP, X],
            )
check("pchip_interpolate two", lambda xp, fp, x: sq(gla.pchip_interpolate(xp, fp, x)), [XP[:2], F[:2], X])
check("pchip_interpolate columns", lambda xp, fp, x: sq(gla.pchip_interpolate(xp, fp, x)), [XP, rand(4, 2), [X[:2], X[2:4]]])
check("pchip_interpolate rows", lambda xp, fp, x: sq(gla.pchip_interpolate(xp, fp, x, axis=-1)), [XP, rand(2, 4), 0.4])
P = [gla.asarray([0.0, 1.0, 3.0]), gla.asarray([2.0, 1.5, 0.5, 0.0])]
XN = [[0.4, 0.7], [2.2, 1.7], [1.4, 0.2]]
XI = [[0.5, 0.7], [2.2, 1.7], [1.4, 0.2]]
check("interpn", lambda v, x: sq(gla.interpn(P, v, x)), [rand(3, 4), XI])
check(
    "interpn nodes", lambda p, q, v, x: sq(gla.interpn([p, q], v, x)), [[0.0, 1.0, 3.0], [2.0, 1.5, 0.5, 0.0], rand(3, 4), XI]
)
check(
    "interpn one node",
    lambda p, q, v, x: sq(gla.interpn([p, q], v, x, bounds_error=False, fill_value=0.0)),
    [[0.0, 1.0, 3.0], [2.0], rand(3, 1), XI],
)
check(
    "interpn three", lambda v, x: sq(gla.interpn([P[0], P[1], P[0]], v, x)), [rand(3, 4, 3), [[0.4, 0.7, 0.2], [2.2, 1.7, 1.6]]]
)
check(
    "interpn not a number",
    lambda v: gla.where(
        gla.asarray([True, False]), gla.interpn(P, v, gla.asarray([[0.4, 0.7], [math.nan, 0.2]]), bounds_error=False), 0.0
    ),
    [rand(3, 4)],
)
check("interpn trailing", lambda v, x: sq(gla.interpn(P, v, x)), [rand(3, 4, 2), [XI]])
check("interpn complex", lambda v, x: gla.interpn(P, v, x), [cx(3, 4), XI])
check(
    "interpn fill",
    lambda v, x, f: sq(gla.interpn(P, v, x, bounds_error=False, fill_value=f)),
    [rand(3, 4), XI + [[4.0, 1.0]], 0.3],
)
check("interpn extrapolate", lambda v, x: sq(gla.interpn(P, v, x, extrapolate=True)), [rand(3, 4), XI + [[4.0, -1.0]]])
check("interpn vector", lambda v, x: sq(gla.interpn(P[:1], v, x)), [rand(3), [0.4, 2.0]])
check("interpn scalar", lambda v, x: sq(gla.interpn(P[:1], v, x)), [rand(3), 0.4])
check("interpn column", lambda v, x: sq(gla.interpn(P[:1], v, x)), [rand(3, 2), [[0.4], [2.0]]])
check("interpn nearest", lambda v, x: sq(gla.interpn(P, v, x, method="nearest")), [rand(3, 4, 2), XN])
check(
    "interpn nearest fill",
    lambda v, x, f: sq(gla.interpn(P, v, x, method="nearest", bounds_error=False, fill_value=f)),
    [rand(3, 4), XN + [[4.0, 1.1]], 0.3],
)
# ---- recurrences
for b, a in [([1.3], [1.0, -0.5]), ([0.5, 0.3, -0.2], [2.0, 0.4]), ([0.5, 0.3], [1.5, 0.4, 0.2, -0.1]), ([0.5, 0.3], [2.0])]:
    k = max(len(a), len(b)) - 1
    check("lfilter %s %s" % (b, a), lambda b, a, x: sq(gla.lfilter(b, a, x)), [b, a, rand(6)])
    check("lfilter axis", lambda b, a, x: sq(gla.lfilter(b, a, x, axis=0)), [b, a, rand(4, 2)])
    check("lfilter zi", lambda b, a, x, z: sq(gla.lfilter(b, a, x, zi=z)), [b, a, rand(6), rand(k)])
    check("lfilter short", lambda b, a, x, z: sq(gla.lfilter(b, a, x, axis=0, zi=z)), [b, a, rand(2, 2), rand(k, 1)])
    check("lfilter_state", lambda b, a, x, z: tuple(sq(y) for y in gla.lfilter_state(b, a, x, zi=z)), [b, a, rand(6), rand(k)])
    check("lfilter_state only", lambda b, a, x: sq(gla.lfilter_state(b, a, x, axis=0)[1]), [b, a, rand(2, 2)])
check("lfilter complex", lambda b, a, x, z: gla.lfilter(b, a, x, zi=z), [cx(2), cx(3) + 2.0, cx(5), cx(2)])
check("lfilter_state complex", lambda b, a, x, z: gla.lfilter_state(b, a, x, zi=z), [cx(2), cx(3) + 2.0, cx(5), cx(2)])
check("linear_recurrence", lambda a, b: sq(gla.linear_recurrence(a, b)), [0.5, rand(5)])
check("linear_recurrence x0", lambda a, b, x0: sq(gla.linear_recurrence(a, b, x0=x0)), [rand(5), rand(2, 5), [0.3, 0.7]])
check("linear_recurrence axis", lambda a, b, x0: sq(gla.linear_recurrence(a, b, x0=x0, axis=0)), [rand(4, 1), rand(4, 2), 0.3])
check("linear_recurrence complex", lambda a, b, x0: gla.linear_recurrence(a, b, x0=x0), [cx(4), cx(4, salt=1), 0.3 + 1j])
check("vector_recurrence", lambda a, b: sq(gla.vector_recurrence(a, b)), [rand(2, 2), rand(4, 2)])
check("vector_recurrence x0", lambda a, b, x0: sq(gla.vector_recurrence(a, b, x0=x0)), [rand(2, 2), rand(3, 4, 2), rand(2)])
check(
    "vector_recurrence steps",
    lambda a, b, x0: sq(gla.vector_recurrence(a, b, x0=x0)),
    [rand(4, 2, 2), rand(3, 4, 2), rand(3, 2)],
)
check(
    "vector_recurrence stack", lambda a, b, x0: gla.vector_recurrence(a, b, x0=x0), [cx(2, 3, 2, 2), cx(3, 2, salt=1), cx(2, 2)]
)
# ---- polynomials
check("polyval", lambda p, x: sq(gla.polyval(p, x)), [F, rand(2, 3)])
check("polyval zero", lambda p, x: sq(gla.polyval(p, x)), [F, [0.0, 1.0]])
check("polyval complex", lambda p, x: gla.polyval(p, x), [cx(3), cx(2, salt=1)])
check("polyval constant", lambda p, x: sq(gla.polyval(p, x)) * x, [[0.5], [0.3, 1.0]])
check("polyfit", lambda x, y: sq(gla.polyfit(x, y, 2)), [rand(6), rand(6, salt=1)], second=False)
check(
    "polyfit weights",
    lambda x, y, w: sq(gla.polyfit(x, y, 1, w=w)),
    [rand(6), rand(6, salt=1), [1.0, 0.7, 1.2, 0.9, 1.4, 0.6]],
    second=False,
)
check(
    "polyfit columns",
    lambda x, y, w: sq(gla.polyfit(x, y, 1, w=w)),
    [rand(5), rand(5, 2, salt=1), [1.0, 0.7, 1.2, 0.9, 1.4]],
    second=False,
)
check("roots", lambda p: gla.roots(p), [[1.5, -3.0, 0.7, 2.0]])
check("roots complex", lambda p: gla.roots(p), [cx(4)])
# ---- what has no derivative is an error
NATURAL = {"bc_type": "natural"}
for name, f, args in [
    ("interp period", lambda p: gla.interp(gla.asarray(X), gla.asarray(XP), gla.asarray(F), period=p), [4.0]),
    ("spline nodes", lambda xp: gla.cubic_spline(xp, gla.asarray(F), gla.asarray(X), **NATURAL), [XP]),
    ("histogram edges", lambda x: gla.histogram(x, bins=3)[1], [X]),
    ("quantile level", lambda q: gla.group_quantile(gla.asarray(X), gla.asarray([0, 0, 0, 1, 1, 1]), q), [0.3]),
    ("view", lambda x: gla.view(x, "float32"), [X]),
]:
    try:
        expect(name, False, gradient(f, [gla.asarray(a) for a in args]))
    except gla.ArgumentError as error:
        expect(name, "no derivative" in str(error), str(error))
