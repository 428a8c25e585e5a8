# tags: fast slow
"""Results compared with exact values: long sums of products, complex functions at special values, integers at the limits of
their range, dtypes of many arrays, assignment. TAP; needs no NumPy.

It runs for GPULINALG_CAMPAIGN_SECONDS (3), from the seed GPULINALG_CAMPAIGN_SEED."""
import cmath
import fractions
import itertools
import math
import os
import random
import struct
import time

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20261"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "3"))
rng = random.Random(SEED)
DEVICES = [d for d in gl.devices() if d == "host" or os.environ.get("GPULINALG_CAMPAIGN_DEVICES", "") == "all"
           or gl.device_info(d).get("kind") == "gpu" or d.startswith("cuda")]
INTEGERS = {"%sint%d" % (u, b): (0 if u else -2 ** (b - 1), 2 ** (b if u else b - 1) - 1)
            for u in ("", "u") for b in (8, 16, 32, 64)}
FLOATS = {"float32": 2.0 ** -23, "float64": 2.0 ** -52}
DTYPES = ["bool", *INTEGERS, *FLOATS, "complex64", "complex128"]
TESTS = []
device = "host"


def test(function):
    TESTS.append(function)
    return function


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def on_device(values, dtype):
    return gl.asarray(values, dtype=dtype, device=device)


def strided(values, dtype):
    """Return the values as a strided view, often a reversed one."""
    step, back = rng.choice([1, 1, 2, 3]), rng.random() < 0.3
    wide = [0.0] * (len(values) * step)
    wide[::step] = values[::-1] if back else values
    x = on_device(wide, dtype)[::step]
    return gl.flip(x) if back else x


@test
def dots():
    """Dot products of any length have errors of a few units in the last place of the sum of absolute values."""
    dtype, n = rng.choice(list(FLOATS)), rng.choice([1, 5, 16, 17, 100, 1023, 1025, 4097, 20000])
    kind = rng.choice(["random", "ones", "tenths", "scaled"])
    draw = {"random": lambda: rng.gauss(0, 1), "ones": lambda: 1.0, "tenths": lambda: 0.1,
            "scaled": lambda: rng.gauss(0, 1) * 2.0 ** rng.randint(-30, 30)}[kind]
    a, b = ([single(draw()) for _ in range(n)] for _ in range(2))
    exact = math.fsum(float(fractions.Fraction(x) * fractions.Fraction(y)) for x, y in zip(a, b))
    size = math.fsum(abs(x * y) for x, y in zip(a, b))
    x, y = strided(a, dtype), strided(b, dtype)
    limit = 2 * FLOATS[dtype] * (8 if dtype == "float64" else 1) * size
    for name, got in (("vecdot", gl.vecdot(x, y)), ("matmul", x @ y), ("tensordot", gl.tensordot(x, y, axes=1)),
                      ("a row", gl.expand_dims(x, axis=0) @ y)):
        if n > 32 or name in ("vecdot", "matmul") or device == "host":
            assert abs(gl.sum(got).item() - exact) <= limit, f"{name} of {n} {kind} {dtype}: {got} for {exact}"
    norm = math.sqrt(math.fsum(v * v for v in a))
    assert abs(gl.vector_norm(x).item() - norm) <= 2 * FLOATS[dtype] * norm * 4, f"norm of {n} {kind} {dtype}"


@test
def norms_of_any_size():
    dtype = rng.choice(list(FLOATS))
    top = 120 if dtype == "float32" else 1000
    scale, n = 2.0 ** rng.randint(-top, top), rng.randint(1, 300)
    a = [rng.choice([1.0, -1.0, 0.5, 3.0]) * scale for _ in range(n)]
    exact = scale * math.sqrt(math.fsum((v / scale) ** 2 for v in a))
    got = gl.vector_norm(strided(a, dtype)).item()
    assert abs(got - exact) <= 4 * FLOATS[dtype] * exact, f"norm of {n} times {scale} {dtype}: {got} for {exact}"


PARTS = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.0, 1e-5, math.inf, -math.inf, math.nan, 1e30, -1e-30, 100.0]
FUNCTIONS = "exp log sqrt sin cos tan sinh cosh tanh asin acos atan log10".split()


def size_of(z):
    return abs(z) if cmath.isfinite(z) else 1.0


def agrees(got, expected, limit):
    for g, e in ((got.real, expected.real), (got.imag, expected.imag)):
        if e != e or g != g:
            if g == g or e == e:
                return False
        elif math.isinf(e) or math.isinf(g):
            if abs(g) != abs(e):
                return False
        elif abs(g - e) > limit * max(size_of(expected), abs(e)):
            return False
    return True


@test
def complex_functions():
    """Compare with Python's cmath, which follows Annex G too, except for tanh(0 + NaN j), which C17 corrected. cmath raises an
    error if a result overflows."""
    name, points = rng.choice(FUNCTIONS), []
    while len(points) < 40:
        z = complex(*(rng.choice(PARTS) if rng.random() < 0.6 else rng.gauss(0, 3) for _ in range(2)))
        if name in ("tan", "tanh") and 0 in (z.real, z.imag) and not cmath.isfinite(z):
            continue
        try:
            points.append((z, getattr(cmath, name)(z)))
        except (ValueError, OverflowError):
            pass
    got = getattr(gl, name)(on_device([z for z, _ in points], "complex128")).tolist()
    for (z, expected), g in zip(points, got):
        assert agrees(g, expected, 1e-13), f"{name}({z!r}) is {g!r}, not {expected!r}"


def wrap(value, dtype):
    low, high = INTEGERS[dtype]
    return (value - low) % (high - low + 1) + low


@test
def integers():
    dtype = rng.choice(list(INTEGERS))
    low, high = INTEGERS[dtype]
    middle = min(high, 2 ** 51)  # up to this value the host divides in float64
    pick = lambda: rng.choice([low, high, low + 1, high - 1, 0, 1, 2, 3, 7, rng.randint(low, high), middle, middle - 1,
                               rng.randint(max(low, -middle), middle), rng.randint(0, min(high, 1000))])
    if rng.random() < 0.5:  # one large value makes its whole block be computed element by element
        low, high, middle = max(low, 1 - middle), middle - 1, middle - 1
    a, b = [pick() for _ in range(50)], [pick() or 1 for _ in range(50)]
    x, y = on_device(a, dtype), on_device(b, dtype)
    for name, f in (("floor_divide", lambda p, q: p // q), ("remainder", lambda p, q: p % q), ("add", lambda p, q: p + q),
                    ("multiply", lambda p, q: p * q), ("subtract", lambda p, q: p - q)):
        got = getattr(gl, name)(x, y).tolist()
        for p, q, g in zip(a, b, got):
            assert g == wrap(f(p, q), dtype), f"{name}({p}, {q}) of {dtype} is {g}"
    powers = [rng.choice([0, 1, 2, 3, 7, 63, 64, 127 if high > 127 else high]) for _ in a]
    for p, q, g in zip(a, powers, gl.pow(x, on_device(powers, dtype)).tolist()):
        assert g == wrap(pow(p, q), dtype), f"pow({p}, {q}) of {dtype} is {g}"


@test
def types_of_many_arrays():
    types = [rng.choice(DTYPES) for _ in range(rng.randint(2, 4))]
    arrays = [on_device([1], t) for t in types]
    found = {str(gl.concat(list(order)).dtype) for order in itertools.permutations(arrays)}
    found |= {str(gl.stack(list(order)).dtype) for order in itertools.permutations(arrays)}
    assert len(found) == 1, f"concat of {types} gives {found}"


@test
def assignment():
    """An assigned value is stored exactly or rounded to a finite floating-point number, or the assignment raises an error."""
    dtype = rng.choice([*INTEGERS, *FLOATS, "bool"])
    value = rng.choice([0, 1, 2, -1, 127, 128, 255, 256, 1.0, 1.5, -0.5, 2.0 ** 31, 2.0 ** 63, 2.0 ** 64, 1e300,
                        math.nan, math.inf, 2 ** 63, rng.randint(-2 ** 63, 2 ** 64 - 1), rng.gauss(0, 100), True])
    x = gl.zeros(3, dtype=dtype, device=device)
    how = rng.choice(["number", "list", "full"])
    try:
        if how == "full":
            x = gl.full(3, value, dtype=dtype, device=device)
        else:
            x[0 if how == "number" else slice(None)] = value if how == "number" else [value] * 3
    except (gl.DTypeError, gl.OverflowError):
        low, high = INTEGERS.get(dtype, (0, 1) if dtype == "bool" else (-math.inf, math.inf))
        fits = math.isfinite(value) and value == int(value) and low <= value <= high
        too_large = math.isfinite(value) and abs(value) >= 2.0 ** 128 - 2.0 ** 103  # would be rounded up to 2**128
        right = too_large if dtype == "float32" else not fits and dtype not in FLOATS
        assert right, f"{value!r} into {dtype} by {how} is refused"
        return
    got = x.tolist()[0]
    if dtype in FLOATS:
        kept = math.isinf(got) == math.isinf(value) if dtype == "float32" else got == float(value)
        assert got != got if value != value else kept, f"{value!r} into {dtype}: {got!r}"
    else:
        assert got == value, f"{value!r} into {dtype} by {how} became {got!r}"


@test
def arrays_into_arrays():
    a, b = rng.choice(DTYPES), rng.choice(DTYPES)
    low, high = INTEGERS.get(a, (0, 1))
    value = rng.choice([low, high]) if a in INTEGERS or a == "bool" else 2.5
    x, y = gl.zeros(2, dtype=b, device=device), on_device([value, value], a)
    try:
        x[:] = y
    except gl.DTypeError:
        return
    got = x.tolist()[0]
    exact = b in INTEGERS or b == "bool"
    assert got == value or (not exact and abs(got - value) <= 1e-6 * abs(value)), f"{value} of {a} into {b} became {got}"


def main():
    global device
    count, rounds, failed, end = 0, 0, {}, time.monotonic() + SECONDS
    while time.monotonic() < end or rounds < len(TESTS) * len(DEVICES):
        device = DEVICES[rounds // len(TESTS) % len(DEVICES)]
        function = TESTS[rounds % len(TESTS)]
        rounds += 1
        try:
            function()
        except AssertionError as error:
            failed.setdefault((function.__name__, device), []).append(str(error))
    print(f"# seed {SEED}, {rounds} rounds on {', '.join(DEVICES)}")
    for function, name in itertools.product(TESTS, DEVICES):
        count += 1
        problems = failed.get((function.__name__, name), [])
        print("not ok" if problems else "ok", count, "-", function.__name__, "on", name)
        for problem in problems[:5]:
            print("#  ", problem)
    print(f"1..{count}")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
