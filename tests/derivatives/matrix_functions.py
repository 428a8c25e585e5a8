"""Derivatives of matrix functions, matrix equations and Markov chains: against central differences."""

import math

import gpulinalg as gla
from gpulinalg import linalg, markov
from check import check


def A(*shape, salt=0.4, complex=False):
    n = math.prod(shape)
    x = [math.sin(2.7 * i * i + 1.1 * i + salt) for i in range(n)]
    if complex:
        x = [v + 1j * math.cos(1.9 * i * i + 0.3 + salt) for i, v in enumerate(x)]
    return gla.reshape(gla.asarray(x, dtype="complex128" if complex else "float64"), shape)


H = lambda x: gla.conj(gla.matrix_transpose(x)) if "complex" in str(x.dtype) else gla.matrix_transpose(x)
definite = lambda x: x @ H(x) * 0.2 + gla.eye(x.shape[-1])
for cx in (False, True):
    t = " complex" if cx else ""
    a = lambda *s, salt=0.4: A(*s, salt=salt, complex=cx)
    check("expm" + t, linalg.expm, [a(3, 3)])
    check("expm stack" + t, linalg.expm, [a(2, 2, 2)])
    check("sylvester" + t, linalg.solve_sylvester, [a(2, 2) + 3 * gla.eye(2), a(3, 3, salt=1), a(2, 3, salt=2)])
    check(
        "sylvester stack" + t,
        linalg.solve_sylvester,
        [a(2, 2, 2) + 3 * gla.eye(2), a(2, 2, salt=1), a(2, 2, salt=2)],
        second=False,
    )
    check("discrete lyapunov" + t, linalg.solve_discrete_lyapunov, [a(2, 2) * 0.3, a(2, 2, salt=1)])
    check("discrete lyapunov stack" + t, linalg.solve_discrete_lyapunov, [a(2, 2, 2) * 0.3, a(2, 2, salt=1)])
    check("continuous lyapunov" + t, linalg.solve_continuous_lyapunov, [a(2, 2) - 3 * gla.eye(2), a(2, 2, salt=1)])
    check("continuous lyapunov stack" + t, linalg.solve_continuous_lyapunov, [a(2, 2) - 3 * gla.eye(2), a(2, 2, 2, salt=1)])
    for name, f in (("dare", linalg.solve_discrete_are), ("care", linalg.solve_continuous_are)):
        args = [a(2, 2) * 0.5, a(2, 1, salt=1), a(2, 2, salt=2), a(1, 1, salt=3)]
        check(name + t, lambda m, b, q, r: f(m, b, definite(q), definite(r)), args, tol=1e-6)
        check(
            name + " e s" + t,
            lambda m, b, q, r, e, s: f(m, b, definite(q), definite(r), e=e, s=s * 0.1),
            args + [a(2, 2, salt=4) * 0.3 + gla.eye(2), a(2, 1, salt=5)],
            second=not cx,
            tol=1e-6,
        )
        check(
            name + " s" + t,
            lambda m, b, q, r, s: f(m, b, definite(q), definite(r), s=s * 0.1),
            args + [a(2, 1, salt=5)],
            second=False,
            tol=1e-6,
        )
        check(
            name + " stack" + t,
            lambda m, b, q, r: f(m, b, definite(q), definite(r)),
            [a(2, 2, 2) * 0.5] + args[1:],
            second=False,
            tol=1e-6,
        )
    look = lambda T, Z: (gla.abs(T) ** 2, gla.abs(Z) ** 2, gla.real(gla.linalg.diagonal(T)))
    check("schur" + t, lambda x: look(*linalg.schur(x, output="complex")), [a(3, 3)], tol=1e-6)
    check("schur stack" + t, lambda x: look(*linalg.schur(x, output="complex")), [a(2, 2, 2)], second=False, tol=1e-6)
check("schur real", lambda x: linalg.schur(x @ x.mT), [A(3, 3)], second=False, tol=1e-6)
check("expm single", linalg.expm, [gla.astype(A(2, 2), "float32")], tol=3e-2)
check("expm empty", linalg.expm, [gla.zeros((0, 0))])
check("schur empty", lambda x: linalg.schur(x), [gla.zeros((0, 0))])
# Markov chains: functions of positive numbers whose rows are scaled to probabilities
rows = lambda x: x / gla.sum(x, axis=-1, keepdims=True)
P = gla.abs(A(3, 3)) + 0.1
check("stationary", lambda x: markov.stationary_distribution(rows(x)), [P])
two = gla.asarray([[1.0, 2, 0, 0, 0], [2, 1, 0, 0, 0], [0, 0, 1, 3, 0], [0, 0, 2, 1, 0], [1, 1, 1, 1, 2]])
pattern = gla.asarray([[1.0, 1, 0, 0, 0], [1, 1, 0, 0, 0], [0, 0, 1, 1, 0], [0, 0, 1, 1, 0], [1, 1, 1, 1, 1]])
check("stationary of two classes", lambda x: markov.stationary_distribution(rows((x + 1) * pattern)), [two])
check("hitting times", lambda x: markov.hitting_times(rows(x), [1]), [P])
check(
    "hitting times, infinite",
    lambda x: gla.where(
        gla.asarray([True, True, False, False, False]), markov.hitting_times(rows((x + 1) * pattern), [1]), 0.0
    ),
    [two],
)
check("absorption", lambda x: markov.absorption_probabilities(rows((x + 1) * pattern)), [two])
check("period", lambda x: (markov.period(rows(x)), x), [P], second=False)
check("simulate", lambda x: (markov.simulate(rows(x), 4, gla.random.Generator(1)), x), [P], second=False)
