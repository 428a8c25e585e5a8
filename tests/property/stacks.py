# tags: fast slow
"""Stacks of matrices of medium order, random and named, whose neighbours in the stack are of other kinds: backward errors of
factors, systems, inverses and least squares; singular values and determinants compared with NumPy's; and errors name the
matrix. TAP; skipped without NumPy.

It runs for GPULINALG_CAMPAIGN_SECONDS (3), from the seed GPULINALG_CAMPAIGN_SEED, on the current device."""
import os
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20265"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "3"))
LARGEST = 140 if gl.get_device() in ("host", "emulated:0") else 512
ORDERS = [65, 66, 80, 96, 97, 112, 127, 128, 129, 160, 161, 255, 256, 257, 300, 384, 500, 511, 512]
rng = np.random.default_rng(SEED)


def normal(m, n):
    return rng.standard_normal((m, n))


KINDS = {
    "normal": normal, "signs": lambda m, n: np.sign(normal(m, n)),
    "deficient": lambda m, n: normal(m, min(m, n) // 3) @ normal(min(m, n) // 3, n),
    "zero columns": lambda m, n: normal(m, n) * (np.arange(n) % 3 > 0),
    "equal columns": lambda m, n: normal(m, 1) * np.ones(n),
    "zeros and equal ones": lambda m, n: normal(m, 3)[:, np.arange(n) % 3] * (np.arange(n) % 5 > 1),
    "graded columns": lambda m, n: normal(m, n) * np.logspace(0, -12, n),
    "graded rows": lambda m, n: normal(m, n) * np.logspace(0, -12, m)[:, None],
    "permutation": lambda m, n: np.eye(m, n)[rng.permutation(m)], "zero": lambda m, n: np.zeros((m, n)),
    "tiny": lambda m, n: normal(m, n) * 1e-30, "huge": lambda m, n: normal(m, n) * 1e25,
}


def stack(dtype, m, n):
    """Return matrices of several kinds, and their names."""
    names = list(rng.choice(list(KINDS), int(rng.integers(2, 7))))
    a = np.array([KINDS[name](m, n) for name in names])
    if np.dtype(dtype).kind == "c":
        a = a * (1 + 0.5j) + 0.25j * np.array([KINDS[name](m, n) for name in names])
    return a.astype(dtype), names


def worst(errors, most, names, what):
    errors = [float(e) for e in errors]
    bad = [f"{what} of {name}: {e:.3g} units, {most:.3g} at most" for e, name in zip(errors, names) if not e <= most]
    return bad[0] if bad else None


def wide(a):
    return a.astype(complex if a.dtype.kind == "c" else float)


def largest(a):
    """Return the largest absolute value of each matrix of a stack."""
    return np.abs(a).max(axis=(-2, -1))


def lu_error(a, names):
    p, lower, upper = (np.asarray(x) for x in gl.lu(a))
    eps, k = np.finfo(a.dtype).eps, min(a.shape[-2:])
    size = np.maximum(largest(a), largest(upper))
    error = largest(wide(p) @ wide(lower) @ wide(upper) - a) / np.where(size > 0, size, 1) / eps
    if np.abs(lower).max() > (1.5 if a.dtype.kind == "c" else 1 + 1e-6):
        return "lu: a multiplier is too large"
    return worst(error, 4 * k ** 0.8 + 4, names, "lu")


def qr_error(a, names):
    q, r = (np.asarray(x) for x in gl.qr(a))
    eps, k = np.finfo(a.dtype).eps, min(a.shape[-2:])
    sizes = np.abs(a).max(axis=-2, keepdims=True)
    sizes = np.where(sizes > 0, sizes, 1)
    most = 12 * k ** 0.5 + 3 * a.shape[-2] ** 0.5 + 24
    if np.abs(np.tril(r, -1)).max() != 0:
        return "qr: R has something below its diagonal"
    lost = np.abs(wide(q).conj().swapaxes(-1, -2) @ q - np.eye(k)).max(axis=(-2, -1)) / eps
    error = np.abs(wide(q) @ (wide(r) / sizes) - a / sizes).max(axis=(-2, -1)) / eps
    return worst(lost, most, names, "orthogonality of qr") or worst(error, most, names, "qr")


def values_error(a, names):
    s, eps = wide(np.asarray(gl.svdvals(a))), np.finfo(a.dtype).eps
    expected = np.linalg.svd(wide(a), compute_uv=False)
    if (np.diff(s) > 0).any() or (s < 0).any():
        return "svdvals: not in order"
    first = np.where(expected[:, 0] > 0, expected[:, 0], 1)
    most = 8 * min(a.shape[-2:]) ** 0.5 + 3 * max(a.shape[-2:]) ** 0.5 + 24
    return worst(np.abs(s - expected).max(axis=-1) / first / eps, most, names, "svdvals")


def well(dtype, n):
    """Return matrices of different norms that are not nearly singular."""
    a = rng.standard_normal((int(rng.integers(2, 7)), n, n)) + 4 * n ** 0.5 * np.eye(n)[rng.permutation(n)]
    a *= 2.0 ** rng.integers(-30, 30, (a.shape[0], 1, 1))
    return (a * (0.5 + 1j) if np.dtype(dtype).kind == "c" else a).astype(dtype)


def unsolved(a, x, b):
    left = np.abs(wide(a) @ wide(x) - b).max(axis=(-2, -1))
    sizes = np.abs(a).sum(axis=-1).max(axis=-1) * np.abs(x).max(axis=(-2, -1)) + np.abs(b).max(axis=(-2, -1))
    return left / sizes / np.finfo(a.dtype).eps


def solve_error(dtype, n):
    a = well(dtype, n)
    names = [f"matrix {i}" for i in range(len(a))]
    b = rng.standard_normal((len(a), n, int(rng.choice([1, 4, 31, 33, 70])))).astype(dtype)
    most = 4 * n ** 0.5 + 12
    eye = np.broadcast_to(np.eye(n, dtype=dtype), a.shape)
    turned = a.swapaxes(-1, -2)
    return (worst(unsolved(a, np.asarray(gl.solve(a, b)), b), most, names, "solve")
            or worst(unsolved(turned, np.asarray(gl.solve(gl.asarray(a).mT, b)), b), most, names, "solve with a transpose")
            or worst(unsolved(a, np.asarray(gl.inv(a)), eye), most, names, "inv"))


def determinant_error(dtype, n):
    a = well(dtype, n)
    sign, logs = (np.asarray(x) for x in gl.slogdet(a))
    expected = np.linalg.slogdet(wide(a))
    eps = np.finfo(dtype).eps
    names = [f"matrix {i}" for i in range(len(a))]
    return (worst(np.abs(sign - expected[0]) / eps, 40 * n, names, "slogdet, signs")
            or worst(np.abs(logs - expected[1]) / eps, 40 * n + 4 * np.abs(expected[1]).max(), names, "slogdet"))


def cholesky_error(dtype, n):
    a = well(dtype, n)
    h = (wide(a) @ wide(a).conj().swapaxes(-1, -2)).astype(dtype)
    names = [f"matrix {i}" for i in range(len(a))]
    low, up = (wide(np.asarray(gl.cholesky(h, upper=upper))) for upper in (False, True))
    if np.triu(low, 1).any() or np.tril(up, -1).any():
        return "cholesky: not a triangle"
    eps, most = np.finfo(dtype).eps, 2 * n ** 0.5 + 8
    return (worst(largest(low @ low.conj().swapaxes(-1, -2) - h) / largest(h) / eps, most, names, "cholesky")
            or worst(largest(up.conj().swapaxes(-1, -2) @ up - h) / largest(h) / eps, most, names, "cholesky, upper"))


def least_squares_error(dtype, n):
    a = well(dtype, n)[:, :, :n - int(rng.integers(0, n - 64))]
    b = rng.standard_normal((len(a), n, 3)).astype(dtype)
    x, _, rank, s = (np.asarray(v) for v in gl.lstsq(a, b))
    left = wide(a).conj().swapaxes(-1, -2) @ (b - wide(a) @ x)
    size = np.linalg.norm(wide(a), 2, axis=(-2, -1))
    bound = size * np.abs(b).max(axis=(-2, -1)) * a.shape[-2] ** 0.5 * np.finfo(dtype).eps
    names = [f"matrix {i}" for i in range(len(a))]
    if (rank != a.shape[-1]).any():
        return "lstsq: the rank is not full"
    return (worst(np.abs(left).max(axis=(-2, -1)) / bound, 4 * n ** 0.5 + 12, names, "lstsq")
            or worst(np.abs(s[:, 0] - size) / size / np.finfo(dtype).eps, 8 * n ** 0.5 + 24, names, "lstsq, values"))


def blame_error(dtype, n):
    """Errors name the matrix of the stack."""
    a = well(dtype, n)
    at = int(rng.integers(len(a)))
    singular, bad, indefinite = a.copy(), a.copy(), (wide(a) @ wide(a).conj().swapaxes(-1, -2)).astype(dtype)
    singular[at, :, n // 2] = 0
    bad[at, n // 3, n // 2] = np.nan
    indefinite[at] = -indefinite[at]
    calls = ((gl.SingularError, gl.inv, (singular,)), (gl.SingularError, gl.solve, (singular, a)),
             (Exception, gl.solve, (bad, a)), (Exception, gl.svdvals, (bad,)), (Exception, gl.cholesky, (indefinite,)))
    for kind, function, args in calls:
        try:
            function(*args)
        except kind as error:
            if f"({at},)" not in str(error):
                return f"{function.__name__}: matrix {at} is wrong, but it says: {error}"
        else:
            return f"{function.__name__}: nothing is said of matrix {at}"
    return None


OF_ANY = (lu_error, qr_error, values_error)
OF_SQUARE = (solve_error, determinant_error, cholesky_error, least_squares_error, blame_error)


def rounds():
    end, count = time.monotonic() + SECONDS, 0
    orders = [n for n in ORDERS if n <= LARGEST]
    while time.monotonic() < end or count < 4:
        dtype = ["float64", "complex128", "float32", "complex64"][count % 4]
        m, n = (int(v) for v in rng.choice(orders, 2))
        a, names = stack(dtype, m, m if rng.integers(2) else n)
        for error in OF_ANY:
            wrong = error(a, names)
            if wrong:
                yield f"{a.shape}, {dtype}: {wrong}"
        for error in OF_SQUARE:
            wrong = error(dtype, n)
            if wrong:
                yield f"order {n}, {dtype}: {wrong}"
        count += 1


gl.set_policy("ill_conditioned", "ignore")
print("1..1")
found = list(rounds())
print(("not ok" if found else "ok"), f"1 - stacks of medium order, seed {SEED}, on {gl.get_device()}")
for line in found[:10]:
    print("#", line)
sys.exit(bool(found))
