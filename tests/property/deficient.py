# tags: fast slow
"""Rank-deficient designs cause a warning in lstsq, which names columns to leave out, and in solve_triangular with their R;
designs of full rank in any units do not.

Dummy variable traps, planted linear combinations and wide matrices with planted rows, real and complex, in both precisions,
with columns scaled by 1e±8, alone and in stacks. The named columns are right if the other columns have the same rank. It runs
for GPULINALG_CAMPAIGN_SECONDS (3), from the seed GPULINALG_CAMPAIGN_SEED, on GPULINALG_CAMPAIGN_DEVICE (host)."""
import collections
import os
import random
import re
import sys
import time
import warnings

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20281"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "3"))
DEVICE = os.environ.get("GPULINALG_CAMPAIGN_DEVICE", "host")
rng = random.Random(SEED)
results = []
gl.set_device(DEVICE)


def ok(good, name):
    results.append(good)
    print("%sok %d - %s" % ("" if good else "not ", len(results), name))


print("# seed", SEED)


def noise(m, n, is_complex):
    def one():
        return complex(rng.gauss(0, 1), rng.gauss(0, 1)) if is_complex else rng.gauss(0, 1)
    return gl.asarray([[one() for _ in range(n)] for _ in range(m)], dtype="complex128" if is_complex else "float64")


def trap(m, n):
    """Return a constant, a dummy for each of n - 2 groups, and noise, in random order."""
    groups = [rng.randrange(n - 2) for _ in range(m)]
    columns = [[1.0] * m] + [[float(g == j) for g in groups] for j in range(n - 2)] + [[rng.gauss(10, 3) for _ in range(m)]]
    rng.shuffle(columns)
    return gl.matrix_transpose(gl.asarray(columns, dtype="float64"))


def planted(m, n, rank, is_complex):
    """Return a matrix whose last columns are combinations of the others, with its columns permuted."""
    free = noise(m, rank, is_complex)
    a = gl.concat([free, free @ noise(rank, n - rank, is_complex)], axis=1)
    order = list(range(n))
    rng.shuffle(order)
    return gl.take(a, gl.asarray(order), axis=1)


def design(is_single):
    n, is_complex = rng.randint(3, 20), rng.random() < 0.4
    m = n + rng.choice([0, 0, rng.randint(1, 40), 300])
    if not is_complex and rng.random() < 0.5:
        a = trap(max(m, 2 * n), n)
    else:
        a = planted(m, n, rng.randint(max(1, n - 3), n - 1), is_complex)
    if rng.random() < 0.5:
        a = a * gl.asarray([10 ** rng.uniform(-8, 8) for _ in range(n)], dtype="float64")
    return gl.astype(a, {False: {False: "float64", True: "float32"}, True: {False: "complex128", True: "complex64"}}
                     [a.dtype == "complex128"][is_single])


def full_rank(is_single):
    """Return noise or polynomials; in single precision with fewer powers."""
    n = rng.randint(1, 12)
    if rng.random() < 0.5:
        a = noise(n + rng.randint(5, 60), n, False)
    else:
        years = gl.arange(1.0, 22.0)
        a = gl.stack([years**k for k in range(min(n, 3 if is_single else 6))], axis=1)
    a = a * gl.asarray([10 ** rng.uniform(-6, 6) for _ in range(a.shape[1])], dtype="float64")
    return gl.astype(a, "float32" if is_single else "float64")


def heard(function):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            return function(), seen
        except gl.SingularError:
            return None, None


def unit(a):
    sizes = gl.max(gl.abs(a), axis=-2, keepdims=True)
    return a / gl.where(gl.equal(sizes, 0.0), 1.0, sizes)


def right_columns(text, a):
    """Return the columns named in the message, and whether the others have the reported rank."""
    rank = int(re.search(r"the rank is (\d+)", text).group(1))
    columns = re.search(r"(?:columns?|rows?) ([\d, and]+) (?:depends?|is a|are) ", text).group(1)
    named = [int(i) for i in re.findall(r"\d+", columns)]
    rest = [j for j in range(a.shape[1]) if j not in named]
    left = gl.matrix_rank(unit(gl.take(a, gl.asarray(rest), axis=1))) if rest else 0
    return len(named) == a.shape[1] - rank == len(set(named)) and int(left) == rank


def attempt_deficient(count):
    is_single = rng.random() < 0.4
    a = design(is_single)
    m, n = a.shape
    b = gl.ones(m, dtype=a.dtype)
    fit, seen = heard(lambda: gl.lstsq(a, b))
    count["lstsq", len(seen) == 1 and seen[0].category is gl.RankDeficientWarning] += 1
    if len(seen) == 1 and n - int(fit.rank) <= 8:
        count["columns", right_columns(str(seen[0].message), a)] += 1
    if m > 2 * n or m == n:
        r = gl.qr(a).R
        _, seen = heard(lambda: gl.solve_triangular(r, gl.eye(n, dtype=a.dtype)))
        count["solve_triangular", seen is None or any(w.category is gl.IllConditionedWarning for w in seen)] += 1
    _, seen = heard(lambda: gl.lstsq(gl.stack([gl.eye(m, n, dtype=a.dtype), a, a]), gl.ones((m, 1), dtype=a.dtype)))
    count["stack", len(seen) == 1 and "matrix (1,) of the stack, the first of 2" in str(seen[0].message)] += 1
    wide = gl.matrix_transpose(planted(n + 3, n, n - 1, False))
    _, seen = heard(lambda: gl.lstsq(wide, gl.ones(n)))
    count["wide", len(seen) == 1 and right_columns(str(seen[0].message), gl.matrix_transpose(wide))] += 1


def attempt_full(count):
    is_single = rng.random() < 0.4
    a = full_rank(is_single)
    m, n = a.shape
    _, seen = heard(lambda: gl.lstsq(a, gl.ones(m, dtype=a.dtype)))
    count["lstsq, full rank", not seen] += 1
    r = gl.qr(a).R
    for call in (lambda: gl.solve_triangular(r, gl.eye(n, dtype=a.dtype)),
                 lambda: gl.solve_triangular(r, gl.ones(n, dtype=a.dtype), trans=1),
                 lambda: gl.solve_triangular(gl.matrix_transpose(r), gl.ones(n, dtype=a.dtype), lower=True)):
        _, seen = heard(call)
        count["solve_triangular, full rank", seen is not None and not seen] += 1


def main():
    count = collections.Counter()
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        attempt_deficient(count)
        attempt_full(count)
    for name in sorted({name for name, _ in count}):
        good, bad = count[name, True], count[name, False]
        # The rounding error of a column in R may by chance be much larger than usual.
        allowed = good // 100 if name == "solve_triangular" else 0
        ok(bad <= allowed, f"{name}: {good} of {good + bad}")


main()
print("1..%d" % len(results))
sys.exit(not all(results))
