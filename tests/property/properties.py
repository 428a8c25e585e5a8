"""Properties that hold for every input: residuals, round trips, agreement with plain Python. TAP; needs no NumPy."""
import math
import os
import random
import sys

import gpulinalg as gl
from lists import (EPSILON, add, adjoint, at, build, diagonal, distance, flat, identity, largest, matmul, nest, pick,
                   positions)

SEED = int(os.environ.get("GPULINALG_TEST_SEED", "19501"))
ROUNDS = int(os.environ.get("GPULINALG_TEST_ROUNDS", "12"))
rng = random.Random(SEED)
PROPERTIES = []


def holds(function):
    PROPERTIES.append(function)
    return function


def number(dtype):
    if dtype.startswith("complex"):
        return complex(rng.uniform(-1, 1), rng.uniform(-1, 1))
    return rng.uniform(-1, 1) if dtype.startswith("float") else rng.randint(-9, 9)


def some(shape, dtype):
    """Return a random array, and its values rounded to its dtype."""
    x = gl.asarray(build(shape, lambda: number(dtype)), dtype=dtype)
    if 0 in shape:
        x = gl.zeros(list(shape), dtype=dtype)
    return x, x.tolist()


def dtype_and_limit(n):
    dtype = rng.choice(sorted(EPSILON))
    return dtype, 30 * max(n, 1) * EPSILON[dtype]


def shape_of(ndim, least=1, most=5):
    return tuple(rng.randint(least, most) for _ in range(ndim))


def near(got, expected, limit, what):
    error = distance(got, expected)
    assert error <= limit * max(1.0, largest(expected)), f"{what}: off by {error:g}"


@holds
def solve_leaves_no_residual():
    n, k = rng.randint(1, 12), rng.randint(1, 3)
    dtype, limit = dtype_and_limit(n)
    values = [[v + (n if i == j else 0) for j, v in enumerate(row)] for i, row in enumerate(some((n, n), dtype)[1])]
    a = gl.asarray(values, dtype=dtype)
    b, b_values = some((n, k), dtype)
    near(matmul(a.tolist(), gl.solve(a, b).tolist()), b_values, limit, f"a x = b, {n}, {dtype}")
    near(matmul(a.tolist(), gl.inv(a).tolist()), identity(n), limit, f"a inv(a) = 1, {n}, {dtype}")
    transposed = gl.matrix_transpose(a)
    near(matmul(transposed.tolist(), gl.solve(a, b, trans=1).tolist()), b_values, limit, f"trans=1, {n}, {dtype}")


@holds
def qr_multiplies_back():
    m, n = shape_of(2, 1, 9)
    dtype, limit = dtype_and_limit(max(m, n))
    a, values = some((m, n), dtype)
    for mode in "reduced", "complete":
        q, r = (x.tolist() for x in gl.qr(a, mode=mode))
        near(matmul(q, r), values, limit, f"q r, {m}x{n}, {dtype}, {mode}")
        near(matmul(adjoint(q), q), identity(len(q[0])), limit, f"q is orthogonal, {m}x{n}, {dtype}, {mode}")
        assert all(r[i][j] == 0 for i in range(len(r)) for j in range(min(i, n))), "r is not triangular"


@holds
def svd_multiplies_back():
    m, n = shape_of(2, 1, 9)
    dtype, limit = dtype_and_limit(max(m, n))
    a, values = some((m, n), dtype)
    for full in True, False:
        u, s, vh = (x.tolist() for x in gl.svd(a, full_matrices=full))
        near(matmul(matmul(u, diagonal(s, len(u[0]), len(vh))), vh), values, limit, f"u s vh, {m}x{n}, {dtype}")
        near(matmul(adjoint(u), u), identity(len(u[0])), limit, "u is orthogonal")
        near(matmul(vh, adjoint(vh)), identity(len(vh)), limit, "vh is orthogonal")
        assert s == sorted(s, reverse=True) and s[-1] >= 0, f"singular values {s}"
    near(gl.svdvals(a).tolist(), s, limit, "svdvals")


@holds
def eigh_diagonalises():
    n = rng.randint(1, 9)
    dtype, limit = dtype_and_limit(n)
    half = some((n, n), dtype)[1]
    a = gl.asarray([[x + y for x, y in zip(r, c)] for r, c in zip(half, adjoint(half))], dtype=dtype)
    w, v = (x.tolist() for x in gl.eigh(a))
    near(matmul(a.tolist(), v), matmul(v, diagonal(w, n, n)), limit, f"a v = v w, {n}, {dtype}")
    near(matmul(adjoint(v), v), identity(n), limit, "v is orthogonal")
    assert w == sorted(w), f"eigenvalues {w}"


@holds
def cholesky_multiplies_back():
    n = rng.randint(1, 9)
    dtype, limit = dtype_and_limit(n)
    half = some((n, n + 2), dtype)[1]
    a = gl.asarray(matmul(half, adjoint(half)), dtype=dtype)
    lower = gl.cholesky(a).tolist()
    near(matmul(lower, adjoint(lower)), a.tolist(), limit, f"l l', {n}, {dtype}")
    near(gl.cholesky(a, upper=True).tolist(), adjoint(lower), limit, "upper is its adjoint")


@holds
def least_squares_are_orthogonal_to_the_columns():
    n = rng.randint(1, 5)
    m = n + rng.randint(0, 6)
    dtype = rng.choice(["float64", "complex128"])
    (a, values), (b, right) = some((m, n), dtype), some((m, 2), dtype)
    x = gl.lstsq(a, b)[0].tolist()
    fit = matmul(values, x)
    rest = [[p - q for p, q in zip(r, f)] for r, f in zip(right, fit)]
    near(matmul(adjoint(values), rest), [[0.0] * 2 for _ in range(n)], 1e-11, f"a'(b - a x), {m}x{n}, {dtype}")


@holds
def determinants_multiply():
    n = rng.randint(1, 6)
    dtype, limit = dtype_and_limit(10 * n)
    (a, _), (b, _) = some((n, n), dtype), some((n, n), dtype)
    product = gl.det(gl.matmul(a, b)).tolist()
    near([product], [gl.det(a).tolist() * gl.det(b).tolist()], limit, f"det(a b), {n}, {dtype}")
    sign, logarithm = (x.tolist() for x in gl.slogdet(a))
    near([sign * math.exp(logarithm)], [gl.det(a).tolist()], limit, "slogdet")


@holds
def matmul_agrees_with_python():
    m, k, n = shape_of(3, 0, 7)
    dtype = rng.choice(["float64", "complex128", "int64"])
    (a, x), (b, y) = some((m, k), dtype), some((k, n), dtype)
    expected = [[add(p * q for p, q in zip(row, [y[i][j] for i in range(k)])) if k else 0 for j in range(n)] for row in x]
    near(gl.matmul(a, b).tolist(), expected, 1e-13, f"{m}x{k}x{n} {dtype}")
    at_, bt = gl.matrix_transpose(a), gl.matrix_transpose(b)
    near(gl.matrix_transpose(gl.matmul(bt, at_)).tolist(), expected, 1e-13, f"transposed {m}x{k}x{n} {dtype}")


@holds
def shapes_come_back():
    shape = shape_of(rng.randint(0, 5))
    x, values = some(shape, rng.choice(["float64", "int8", "complex64"]))
    order = list(range(len(shape)))
    rng.shuffle(order)
    moved = gl.permute_dims(x, order)
    for position in positions(moved.shape):
        source = [0] * len(shape)
        for i, axis in enumerate(order):
            source[axis] = position[i]
        assert at(moved.tolist(), position) == at(values, source), f"permute {shape} {order}"
    back = gl.permute_dims(moved, [order.index(i) for i in range(len(order))])
    assert back.tolist() == values, f"permute {shape} {order} and back"
    line = gl.reshape(moved, [-1])
    assert line.tolist() == flat(moved.tolist()), f"reshape a permuted {shape}"
    assert gl.reshape(line, list(moved.shape)).tolist() == moved.tolist(), f"reshape back to {moved.shape}"
    assert gl.flip(gl.flip(x)).tolist() == values, f"flip {shape} twice"


def random_slice(n):
    bound = lambda: rng.choice([None, rng.randint(-n - 2, n + 2)])
    return slice(bound(), bound(), rng.choice([None, 1, 2, -1, -2, 3, -5]))


@holds
def indexing_agrees_with_lists():
    shape = shape_of(rng.randint(1, 4))
    x, values = some(shape, "int64")
    key = [rng.randint(-n, n - 1) if rng.random() < 0.3 else random_slice(n) for n in shape]
    expected = pick(values, key, shape)
    assert x[tuple(key)].tolist() == expected, f"{shape} {key}"
    text = ",".join(str(k) if isinstance(k, int) else ":".join("" if p is None else str(p) for p in
                    (k.start, k.stop, k.step)) for k in key)
    assert gl.getitem(x, text).tolist() == expected, f"{shape} {text}"
    changed = gl.copy(x)
    changed[tuple(key)] = 77
    hit = {tuple(p) for p in flat_tuples(pick(index_grid(shape), key, shape))}
    for position in positions(shape):
        assert at(changed.tolist(), position) == (77 if position in hit else at(values, position)), f"set {shape} {key}"


def index_grid(shape):
    """Return nested lists of all index tuples."""
    return nest(list(positions(shape)), shape)


def flat_tuples(x):
    return [t for item in x for t in flat_tuples(item)] if isinstance(x, list) else [x]


@holds
def joining_agrees_with_lists():
    shape = shape_of(2)
    (a, x), (b, y) = some(shape, "float64"), some(shape, "float64")
    assert gl.concat([a, b]).tolist() == x + y
    assert gl.concat([a, b], axis=1).tolist() == [p + q for p, q in zip(x, y)]
    assert gl.stack([a, b]).tolist() == [x, y]
    where = [rng.randint(-shape[0], shape[0] - 1) for _ in range(4)]
    assert gl.take(a, gl.asarray(where), axis=0).tolist() == [x[i] for i in where]


@holds
def reductions_agree_with_exact_sums():
    shape = shape_of(rng.randint(1, 3))
    x, values = some(shape, "float64")
    axis = rng.randrange(len(shape))
    kept = [n for i, n in enumerate(shape) if i != axis]
    lines = [[at(values, p[:axis] + (i,) + p[axis:]) for i in range(shape[axis])] for p in positions(kept)]
    mean = [math.fsum(line) / len(line) for line in lines]
    table = {gl.sum: [math.fsum(line) for line in lines], gl.mean: mean, gl.min: [min(line) for line in lines],
             gl.max: [max(line) for line in lines], gl.prod: [math.prod(line) for line in lines],
             gl.var: [math.fsum((v - m) ** 2 for v in line) / len(line) for line, m in zip(lines, mean)]}
    for function, expected in table.items():
        near(flat(function(x, axis=axis).tolist()), expected, 1e-14, f"{function.__name__} {shape} axis {axis}")
    assert flat(gl.argmax(x, axis=axis).tolist()) == [line.index(max(line)) for line in lines]
    near([gl.sum(x).tolist()], [math.fsum(flat(values))], 1e-15 * len(flat(values)), f"sum {shape}")


@holds
def arithmetic_agrees_with_python():
    shape = shape_of(rng.randint(0, 3))
    other = tuple(1 if rng.random() < 0.3 else n for n in shape)[rng.randint(0, len(shape)):]
    (a, x), (b, y) = some(shape, "float64"), some(other, "float64")
    table = {gl.add: lambda p, q: p + q, gl.subtract: lambda p, q: p - q, gl.multiply: lambda p, q: p * q,
             gl.divide: lambda p, q: p / q, gl.minimum: min, gl.maximum: max, gl.less: lambda p, q: p < q}
    for function, python in table.items():
        got, mirrored = function(a, b), function(b, a)
        assert tuple(got.shape) == shape, f"{shape} with {other} gives {got.shape}"
        for position in positions(shape):
            short = [0 if n == 1 else i for i, n in zip(position[len(shape) - len(other):], other)]
            p, q = at(x, position), at(y, short)
            assert at(got.tolist(), position) == python(p, q), f"{function.__name__}({p}, {q})"
            assert at(mirrored.tolist(), position) == python(q, p), f"{function.__name__}({q}, {p})"


@holds
def moving_between_devices_changes_nothing():
    x, values = some(shape_of(rng.randint(0, 4)), rng.choice(["float32", "int16", "complex128"]))
    for device in gl.devices():
        there = gl.to_device(gl.flip(x), device)
        assert there.device == device and gl.flip(there).tolist() == values, f"to {device}"


def main():
    print(f"# seed {SEED}: GPULINALG_TEST_SEED={SEED} repeats this run")
    count = failed = 0
    for device in gl.devices():
        gl.set_device(device)
        for check in PROPERTIES:
            rng.seed(f"{SEED} {check.__name__}")
            problem = None
            try:
                for _ in range(ROUNDS):
                    check()
            except Exception as error:  # any failure counts against this property
                problem = f"{type(error).__name__}: {error}"
            count += 1
            failed += problem is not None
            print("not ok" if problem else "ok", count, "-", check.__name__.replace("_", " "), "on", device)
            if problem:
                print("#  ", problem.replace("\n", "\n#   "))
    print(f"1..{count}")
    return 1 if failed else 0


sys.exit(main())
