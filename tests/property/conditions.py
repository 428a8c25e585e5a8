# tags: fast slow
"""Rates of warnings about ill-conditioned problems: missing warnings for answers without a correct digit, and false warnings
for answers with three correct digits.

Matrices of known condition number (1 to 1e20), orders 2 to 120, rows or columns scaled by up to 1e±9, in single precision, real
and complex. The answer is compared with the answer in double precision, so only condition numbers up to 1e11 and above 1e6 are
decided by the comparison. It runs for GPULINALG_CAMPAIGN_SECONDS (3), from the seed GPULINALG_CAMPAIGN_SEED, on
GPULINALG_CAMPAIGN_DEVICE (host)."""
import collections
import os
import random
import sys
import time
import warnings

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20262"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "3"))
TINY = 2.0**-126
DEVICE = os.environ.get("GPULINALG_CAMPAIGN_DEVICE", "host")
rng = random.Random(SEED)
results = []
gl.set_device(DEVICE)


def ok(good, name):
    results.append(good)
    print("%sok %d - %s" % ("" if good else "not ", len(results), name))


print("# seed", SEED)


def noise(shape, is_complex):
    size = 1
    for n in shape:
        size *= n

    def one():
        return complex(rng.gauss(0, 1), rng.gauss(0, 1)) if is_complex else rng.gauss(0, 1)
    return gl.reshape(gl.asarray([one() for _ in range(size)], dtype="complex128" if is_complex else "float64",
                                 device=DEVICE), list(shape))


def orthogonal(n, is_complex):
    return gl.qr(noise((n, n), is_complex))[0]


def spectrum(n, digits):
    kind = rng.randrange(4)
    if kind == 0:
        values = [10 ** (-digits * i / max(n - 1, 1)) for i in range(n)]
    elif kind == 1:
        values = [1.0] * (n - 1) + [10 ** -digits]
    elif kind == 2:
        values = [1.0] + [10 ** -digits] * (n - 1)
    else:
        values = [1.0] + [10 ** (-digits * rng.random()) for _ in range(n - 2)] + [10 ** -digits]
    return gl.asarray(values[:n], dtype="float64", device=DEVICE)


def scales(n):
    return gl.asarray([10 ** rng.uniform(-9, 9) for _ in range(n)], dtype="float64", device=DEVICE)


def matrix(m, n, digits, is_complex):
    q = orthogonal(m, is_complex)
    return (q[:, :n] if n < m else q) * spectrum(n, digits) @ orthogonal(n, is_complex)


def scaled(a):
    kind = rng.randrange(3)
    return a * scales(a.shape[1]) if kind == 1 else gl.expand_dims(scales(a.shape[0]), axis=1) * a if kind == 2 else a


def right(a):
    """Return noise as right-hand side, or the product of the matrix with a solution of size one."""
    is_complex = a.dtype == "complex128"
    if rng.randrange(2):
        return noise((a.shape[0],), is_complex)
    return a @ (noise((a.shape[1],), is_complex) / gl.max(gl.abs(a), axis=0))


def solve(n, digits, is_complex):
    a = scaled(matrix(n, n, digits, is_complex))
    return a, right(a), gl.solve


def turned(n, digits, is_complex):
    a = scaled(matrix(n, n, digits, is_complex))
    return a, right(gl.matrix_transpose(a)), lambda a, b: gl.solve(a, b, trans=1)


def inv(n, digits, is_complex):
    a = scaled(matrix(n, n, digits, is_complex))
    return a, None, lambda a, b: gl.inv(a)


def det(n, digits, is_complex):
    n = min(n, 10)
    a = matrix(n, n, digits, is_complex)
    return a, None, lambda a, b: gl.reshape(gl.det(a), [1])


def triangular(n, digits, is_complex):
    """Return triangular factors, or triangular noise, whose inverse grows like 2**n."""
    if rng.randrange(2):
        a = scaled(gl.qr(matrix(n, n, digits, is_complex))[1])
    else:
        i = gl.arange(min(n, 40), device=DEVICE)
        a = scaled(noise((i.shape[0],) * 2, is_complex) * (gl.expand_dims(i, axis=1) <= i))
    return a, right(a), gl.solve_triangular


def cholesky(n, digits, is_complex):
    q = orthogonal(n, is_complex)
    a = q * spectrum(n, digits) @ (gl.conj(gl.matrix_transpose(q)) if is_complex else gl.matrix_transpose(q))
    d = gl.asarray([10 ** rng.uniform(-4, 4) for _ in range(n)], dtype="float64", device=DEVICE)
    a = gl.expand_dims(d, axis=1) * a * d

    def by_factor(a, b):
        factor = gl.cholesky(a)
        half = gl.solve_triangular(factor, b, lower=True)
        return gl.solve_triangular(factor, half, lower=True, trans=2)
    return a, right(a), by_factor


def lstsq(n, digits, is_complex):
    m = n + rng.randint(1, 20)
    a = matrix(m, n, digits, is_complex)
    a = a * scales(n) if rng.randrange(2) else a
    return a, right(a), lambda a, b: gl.lstsq(a, b, rcond=0.0).x


def is_announced_anyway(a):
    """Triangular matrices cause a warning for their condition number after column scaling, although substitution may lose few
    digits."""
    return float(gl.cond(a / gl.max(gl.abs(a), axis=0))) > 1e3


def error(a, got, exact, function):
    """Return the error of the worst component, relative to its column."""
    sizes = gl.max(gl.abs(a), axis=0)
    if function is turned:
        sizes = gl.max(gl.abs(a), axis=1)
    if function is det:
        sizes = gl.ones(1, device=DEVICE)
    if function is inv:
        sizes = gl.expand_dims(sizes, axis=1)
    wrong, whole = gl.max(gl.abs(got - exact) * sizes, axis=0), gl.max(gl.abs(exact) * sizes, axis=0)
    return float(gl.max(wrong / whole))


def attempt(function):
    n, digits, is_complex = rng.randint(2, 120), rng.uniform(0, 20 if rng.random() < 0.1 else 11), rng.randrange(2)
    wide, b, call = function(n, digits, is_complex)
    single = "complex64" if is_complex else "float32"
    a = gl.astype(wide, single)
    b = None if b is None else gl.astype(b, single)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        got = call(a, b)
    warned = any(w.category is gl.IllConditionedWarning for w in seen)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        double = gl.astype(a, wide.dtype)
        exact = call(double, None if b is None else gl.astype(b, wide.dtype))
    if seen:  # double precision has no correct digits either
        return "beyond", warned
    if function is det and (float(gl.abs(got[0])) == 0 or float(gl.max(gl.abs(exact))) < TINY):
        return "refused", warned  # a zero pivot, or a result too small for single precision
    e = error(double, gl.astype(got, wide.dtype), exact, function)
    is_good = e <= 1e-3 and not (function is triangular and is_announced_anyway(double))
    return "lost" if not e < 1 else "good" if is_good else "between", warned


def main():
    counts = collections.defaultdict(collections.Counter)
    functions = [solve, turned, inv, det, triangular, cholesky, lstsq]
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        for function in functions:
            try:
                counts[function.__name__][attempt(function)] += 1
            except (gl.SingularError, gl.NotPositiveDefiniteError):
                counts[function.__name__]["refused", False] += 1
    for name, count in counts.items():
        lost = count["lost", True] + count["lost", False]
        good = count["good", True] + count["good", False]
        refused = count["refused", True] + count["refused", False]
        print(f"# {name}: {sum(count.values())} problems, {refused} refused or zero; no correct digit {lost}, announced "
              f"{count['lost', True]}; three or more {good}, announced {count['good', True]}")
        # About twice the rates in docs/design/dense-factors.md; a few cases are not representative. The error of a determinant
        # is the sum of its system's errors, and two triangular factors hide part of it from each other.
        missed = lost // (7 if name in ("det", "cholesky", "triangular") else 50)
        ok(count["lost", False] <= 2 + missed, f"{name}: answers without a correct digit are announced")
        mistaken = good // 50
        ok(count["good", True] <= 3 + mistaken, f"{name}: answers with three correct digits are not")


main()
print("1..%d" % len(results))
sys.exit(not all(results))
