# tags: slow
"""Matrix equations and Schur forms compared with scipy.linalg, with random matrices. TAP; skipped without SciPy."""
import sys

try:
    import numpy as np
    import scipy.linalg as theirs
except ImportError:
    print("1..0 # SKIP SciPy is not installed")
    sys.exit(0)
import gpulinalg as gl

rng = np.random.default_rng(170)


def values(x):
    return np.array(x.tolist())


def normal(shape, is_complex):
    return rng.standard_normal(shape) + (1j * rng.standard_normal(shape) if is_complex else 0)


def away(got, expected):
    return np.linalg.norm(got - expected) / np.linalg.norm(expected)


def linear(is_complex):
    m, n = rng.integers(1, 12), rng.integers(1, 12)
    a, b, q, p = (normal(s, is_complex) for s in ((m, m), (n, n), (m, n), (m, m)))
    x, y = values(gl.solve_sylvester(a, b, q)), values(gl.solve_continuous_lyapunov(a, p))
    size = np.linalg.norm(a) + np.linalg.norm(b)
    return max(np.linalg.norm(a @ x + x @ b - q) / size / np.linalg.norm(x),
               np.linalg.norm(a @ y + y @ a.conj().T - p) / size / np.linalg.norm(y)), 1e-13


def schur(is_complex):
    n = rng.integers(1, 12)
    a, error = normal((n, n), is_complex), 0.0
    for output in ("real", "complex"):
        for sort in (None, "lhp", "rhp", "iuc", "ouc"):
            t, z, *count = (values(x) for x in gl.schur(a, output, sort))
            error = max(error, away(z @ t @ z.conj().T, a), away(z @ z.conj().T, np.eye(n)))
            error = max(error, np.abs(np.tril(t, -2 if output == "real" and not is_complex else -1)).max(initial=0))
            if sort:
                error = max(error, abs(int(count[0]) - theirs.schur(a, output, sort=sort)[2]))
    return error, 1e-13


def residual(name, x, a, b, q, r, e, s):
    """Return the residual of the equation relative to its terms; 1 if the closed loop is not stable."""
    turn = np.conj
    if name == "solve_discrete_are":
        parts = [turn(a.T) @ x @ a, -turn(e.T) @ x @ e, q]
        cross, cost = turn(a.T) @ x @ b + s, r + turn(b.T) @ x @ b
    else:
        parts = [turn(a.T) @ x @ e, turn(e.T) @ x @ a, q]
        cross, cost = turn(e.T) @ x @ b + s, r
    k = np.linalg.solve(cost, turn(cross.T))
    values = np.linalg.eigvals(np.linalg.solve(e, a - b @ k))
    if not (abs(values) < 1 if name == "solve_discrete_are" else values.real < 0).all():
        return 1.0
    parts.append(-cross @ k)
    return np.linalg.norm(sum(parts)) / sum(np.linalg.norm(part) for part in parts)


def riccati(name):
    def find(is_complex):
        m, n = rng.integers(1, 8), rng.integers(1, 6)
        a, b, q, r, e = (normal(s, is_complex) for s in ((m, m), (m, n), (m, m), (n, n), (m, m)))
        s = 0.1 * normal((m, n), is_complex)
        q, r, e = q @ q.conj().T + np.eye(m), r @ r.conj().T + np.eye(n), e + 4 * np.eye(m)
        error = 0.0
        for options in ({}, {"s": s}, {"e": e, "s": s}):
            x = values(getattr(gl, name)(a, b, q, r, **options))
            error = max(error, residual(name, x, a, b, q, r, options.get("e", np.eye(m)), options.get("s", 0 * b)))
            if "e" not in options:  # with e, SciPy 1.17 refuses many equations that have a solution
                error = max(error, away(x, getattr(theirs, name)(a, b, q, r, **options)) / 1e5)
        return error, 1e-12
    return find


def main():
    kinds = {"solve_sylvester and solve_continuous_lyapunov": linear, "schur": schur}
    kinds.update({name: riccati(name) for name in ("solve_discrete_are", "solve_continuous_are")})
    for number, (name, find) in enumerate(kinds.items(), 1):
        errors = [find(bool(i % 2)) for i in range(30)]
        worst, limit = max(errors)
        print("ok" if worst <= limit else "not ok", number, "-", f"{name} of random matrices, off by {worst:.2g}")
    print(f"1..{len(kinds)}")


if __name__ == "__main__":
    main()
