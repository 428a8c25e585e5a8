# tags: slow
"""Functions of the array API standard compared with NumPy's, with random shapes, dtypes, strides and arguments. TAP; skipped
without NumPy.

It runs for GPULINALG_CAMPAIGN_SECONDS (20), from the seed GPULINALG_CAMPAIGN_SEED, and prints the seed of a failure."""
import os
import random
import sys
import time
import warnings

try:
    import numpy as np
except ImportError:
    print("1..0 # SKIP NumPy is not installed")
    sys.exit(0)
import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "202512"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "20"))
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS, COMPLEX = ["float32", "float64"], ["complex64", "complex128"]
NUMBERS = INTEGERS + FLOATS + COMPLEX
EPSILON = {"float32": 2.0 ** -23, "float64": 2.0 ** -52, "complex64": 2.0 ** -23, "complex128": 2.0 ** -52}
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, float("inf"), -float("inf"), float("nan")]
TESTS = []
rng = random.Random()


def test(function):
    TESTS.append(function)
    return function


def shape_of(ndim=None, most=5):
    return tuple(rng.choice([0, 1, 1, 2, 3, 4, most]) for _ in range(rng.randint(0, 4) if ndim is None else ndim))


def values(shape, dtype, special=False):
    size = int(np.prod(shape, dtype=int))
    if dtype == "bool":
        flat = [rng.random() < 0.5 for _ in range(size)]
    elif "int" in dtype:
        flat = [rng.randint(0 if dtype[0] == "u" else -9, 9) for _ in range(size)]
    else:
        flat = [rng.choice(SPECIAL) if special and rng.random() < 0.4 else rng.uniform(-3, 3) for _ in range(size)]
        if dtype in COMPLEX:
            flat = [complex(x, rng.uniform(-3, 3)) for x in flat]
    return np.array(flat, dtype=dtype).reshape(shape)


def both(shape, dtype, special=False):
    """Return a NumPy array and an Array with the same values: contiguous, transposed, reversed or every second element."""
    a = values(shape, dtype, special)
    x = gl.asarray(a, copy=True)
    way = rng.randint(0, 3)
    if way == 1:
        a, x = a.T, gl.permute_dims(x, tuple(range(a.ndim))[::-1])
    elif way == 2 and a.ndim:
        a, x = a[::-1], x[::-1]
    elif way == 3 and a.ndim:
        a, x = a[..., ::2], x[..., ::2]
    return a, x


def agree(got, expected, what, digits=0):
    """Check shape, dtype and values; `digits` is a multiple of the dtype's precision, 0 requires equal values."""
    expected = np.asarray(expected)
    assert tuple(got.shape) == expected.shape, "%s: shape %s, not %s" % (what, got.shape, expected.shape)
    assert str(got.dtype) == str(expected.dtype), "%s: %s, not %s" % (what, got.dtype, expected.dtype)
    found = np.array(got.tolist(), dtype=expected.dtype).reshape(expected.shape)
    limit = digits * EPSILON.get(str(expected.dtype), 0)
    with np.errstate(all="ignore"):
        near = np.isclose(found, expected, rtol=limit, atol=limit, equal_nan=True) if limit else \
            (found == expected) | ((found != found) & (expected != expected))
    assert near.all(), "%s: %r, not %r" % (what, found, expected)


def axis_of(a):
    return rng.randint(-a.ndim, a.ndim - 1)


# ---- elementwise
UNARY = {"asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh", "reciprocal": "reciprocal", "signbit": "signbit"}


@test
def unary():
    name = rng.choice(sorted(UNARY))
    dtype = rng.choice(FLOATS if name == "signbit" else FLOATS + COMPLEX)
    a, x = both(shape_of(), dtype, special=dtype in FLOATS)
    agree(getattr(gl, name)(x), getattr(np, UNARY[name])(a), name, 0 if name == "signbit" else 64)


@test
def binary():
    name = rng.choice(["copysign", "hypot", "logaddexp", "nextafter"])
    dtype = rng.choice(FLOATS)
    shape = shape_of()
    a, x = both(shape, dtype, True)
    b, y = both(tuple(1 if rng.random() < 0.3 else n for n in a.shape)[rng.randint(0, a.ndim):], dtype, True)
    try:
        expected = getattr(np, name)(a, b)
    except ValueError:
        return
    agree(getattr(gl, name)(x, y), expected, name, 8 if name in ("hypot", "logaddexp") else 0)


# ---- shapes
@test
def repeat():
    a, x = both(shape_of(), rng.choice(NUMBERS + ["bool"]))
    axis = axis_of(a) if a.ndim and rng.random() < 0.7 else None
    n = a.size if axis is None else a.shape[axis]
    counts = rng.randint(0, 3) if rng.random() < 0.5 else [rng.randint(0, 3) for _ in range(n)]
    if isinstance(counts, list) and len(counts) == 0:
        return
    agree(gl.repeat(x, counts, axis=axis), np.repeat(a, counts, axis=axis), "repeat %r %r" % (counts, axis))


@test
def tile():
    a, x = both(shape_of(), rng.choice(NUMBERS))
    counts = tuple(rng.randint(0, 3) for _ in range(rng.randint(0, 5)))
    agree(gl.tile(x, counts), np.tile(a, counts), "tile %r" % (counts,))


@test
def roll():
    a, x = both(shape_of(), rng.choice(NUMBERS))
    if a.ndim and rng.random() < 0.7:
        axis = tuple(axis_of(a) for _ in range(rng.randint(1, 3)))
        shift = tuple(rng.randint(-9, 9) for _ in axis)
    else:
        axis, shift = None, rng.randint(-20, 20)
    agree(gl.roll(x, shift, axis=axis), np.roll(a, shift, axis=axis), "roll %r %r" % (shift, axis))


@test
def triangles():
    a, x = both(shape_of(rng.randint(2, 4)), rng.choice(NUMBERS + ["bool"]))
    name, k = rng.choice(["tril", "triu"]), rng.randint(-6, 6)
    agree(getattr(gl, name)(x, k=k), getattr(np, name)(a, k=k), "%s %d" % (name, k))


@test
def moveaxis_unstack():
    a, x = both(shape_of(), rng.choice(NUMBERS))
    if a.ndim == 0:
        return
    n = rng.randint(0, a.ndim)
    source, target = rng.sample(range(a.ndim), n), rng.sample(range(a.ndim), n)
    agree(gl.moveaxis(x, source, target), np.moveaxis(a, source, target), "moveaxis %r %r" % (source, target))
    axis = axis_of(a)
    parts, expected = gl.unstack(x, axis=axis), np.moveaxis(a, axis, 0)
    assert len(parts) == len(expected), "unstack gives %d parts, not %d" % (len(parts), len(expected))
    for part, wanted in zip(parts, expected):
        agree(part, wanted, "unstack %d" % axis)


@test
def broadcasting():
    shapes = [tuple(rng.choice([1, 3]) for _ in range(rng.randint(0, 3))) for _ in range(rng.randint(1, 4))]
    arrays = [both(shape, rng.choice(NUMBERS)) for shape in shapes]
    arrays = [(a, x) for a, x in arrays if all(n in (1, 3) for n in a.shape)]
    if not arrays:
        return
    for got, expected in zip(gl.broadcast_arrays(*[x for _, x in arrays]), np.broadcast_arrays(*[a for a, _ in arrays])):
        agree(got, expected, "broadcast_arrays")
    shapes = [a.shape for a, _ in arrays]
    assert gl.broadcast_shapes(*shapes) == np.broadcast_shapes(*shapes), "broadcast_shapes %r" % shapes


@test
def meshgrid():
    lines = [both((rng.randint(0, 4),), rng.choice(NUMBERS)) for _ in range(rng.randint(1, 4))]
    indexing = rng.choice(["xy", "ij"])
    for got, expected in zip(gl.meshgrid(*[x for _, x in lines], indexing=indexing),
                             np.meshgrid(*[a for a, _ in lines], indexing=indexing)):
        agree(got, expected, "meshgrid %s" % indexing)


@test
def diff():
    a, x = both(shape_of(rng.randint(1, 3)), rng.choice(NUMBERS))
    axis, n, ends = axis_of(a), rng.randint(0, 3), {}
    for name in ("prepend", "append"):
        if rng.random() < 0.4:
            shape = list(a.shape)
            shape[axis] = rng.randint(0, 2)
            ends[name] = values(tuple(shape), str(a.dtype))
    given = {name: gl.asarray(end, copy=True) for name, end in ends.items()}
    agree(gl.diff(x, axis=axis, n=n, **given), np.diff(a, axis=axis, n=n, **ends), "diff %d %d" % (axis, n), 8)


@test
def along_axis():
    shape = tuple(rng.randint(1, 4) for _ in range(rng.randint(1, 3)))
    a, x = both(shape, rng.choice(NUMBERS))
    axis = axis_of(a)
    places = list(a.shape)
    places[axis] = rng.randint(0, 5)
    n = a.shape[axis]
    where = np.array([rng.randint(-n, n - 1) for _ in range(int(np.prod(places)))], dtype="int64").reshape(places)
    agree(gl.take_along_axis(x, where, axis=axis), np.take_along_axis(a, where, axis=axis), "take_along_axis %d" % axis)
    new, x = values(tuple(places), str(a.dtype)), gl.asarray(x, copy=True)
    a = a.copy()
    np.put_along_axis(a, where, new, axis=axis)
    gl.put_along_axis(x, where, gl.asarray(new), axis=axis)
    agree(x, a, "put_along_axis %d" % axis)


# ---- linear algebra
@test
def cross():
    dtype = rng.choice(NUMBERS)
    lead = shape_of(rng.randint(0, 2))
    a, b = values(lead + (3,), dtype), values(lead[rng.randint(0, len(lead)):] + (3,), dtype)
    agree(gl.cross(gl.asarray(a), gl.asarray(b)), np.cross(a, b), "cross", 32)


@test
def matrix_power():
    dtype, m = rng.choice(INTEGERS + FLOATS + COMPLEX), rng.randint(1, 4)
    a = values((rng.randint(0, 2), m, m)[rng.randint(0, 1):], dtype)
    n = rng.randint(0, 5)
    agree(gl.matrix_power(gl.asarray(a, copy=True), n), np.linalg.matrix_power(a, n), "matrix_power %d" % n, 4096)


# ---- dtypes
@test
def types():
    given = [rng.choice(NUMBERS + ["bool"]) for _ in range(rng.randint(1, 2))]
    got, expected = gl.result_type(*given), np.result_type(*given)
    assert str(got) == str(expected), "result_type %r: %s, not %s" % (given, got, expected)
    a, b = given[0], given[-1]
    assert gl.can_cast(a, b) == np.can_cast(a, b), "can_cast %s %s" % (a, b)


warnings.simplefilter("ignore")
failures, counts, start, seed = {}, {f: 0 for f in TESTS}, time.monotonic(), SEED
with np.errstate(all="ignore"):
    while time.monotonic() - start < SECONDS or not all(counts.values()):
        function = TESTS[seed % len(TESTS)]
        rng.seed(seed)
        counts[function] += 1
        try:
            function()
        except Exception as error:
            failures.setdefault(function, "seed %d: %s: %s" % (seed, type(error).__name__, error))
        seed += 1
for number, function in enumerate(TESTS, 1):
    bad = failures.get(function)
    print("%sok %d - %s, %d times" % ("not " if bad else "", number, function.__name__, counts[function]))
    if bad:
        print("# " + bad.replace("\n", "\n# "))
print("1..%d" % len(TESTS))
