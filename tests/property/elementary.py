"""Elementary functions of float32 and float64 compared with exact integer arithmetic, in units in the last place. TAP.

Each function is computed to about 200 binary digits from the argument itself, by series in fixed point, without functions of a
C library. Bounds follow docs/design/elementwise.md. The result of an element must not depend on its position. The
seed is GPULINALG_CAMPAIGN_SEED."""
import math
import os
import platform
import random
import re
import struct
import sys
from fractions import Fraction

os.environ["GPULINALG_DEVICE"] = "host"
import gpulinalg as gla  # noqa: E402  (reads GPULINALG_DEVICE)

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20105"))
rng = random.Random(SEED)
DIGITS = 260


def has_wide_registers():
    """Return True if the library computes these functions itself; with old compilers and processors it calls the C library."""
    built = re.search(r"built by gcc (\d+)", gla.info())
    if platform.machine() != "x86_64" or not built or int(built[1]) < 12 or not os.path.exists("/proc/cpuinfo"):
        return False
    with open("/proc/cpuinfo") as file:
        words = set(file.read().split())
    return {"fma", "avx2", "bmi2"} <= words


WIDE = has_wide_registers()
ONE = 1 << DIGITS


def series(x, term):
    """Return the sum of x**k times term(k), in fixed point, until the terms vanish."""
    total, power, k = 0, ONE, 0
    while power:
        up, down = term(k)
        total += power * up // down
        power = power * x >> DIGITS
        k += 1
    return total


def arctan(x):
    """Return the arctangent of a fixed-point number, halved three times so that the series is short."""
    halvings = 0
    while abs(x) > ONE >> 4:
        x = (x << DIGITS) // (ONE + math.isqrt((ONE << DIGITS) + x * x))
        halvings += 1
    square = x * x >> DIGITS
    return (x * series(square, lambda k: ((-1)**k, 2 * k + 1)) >> DIGITS) << halvings


PI = 16 * arctan(ONE // 5) - 4 * arctan(ONE // 239)


def root(x):
    return math.isqrt(x << DIGITS)


def exponential(x):
    """Return exp of a fraction x in fixed point."""
    t = x >> 10
    value = series(t, lambda k: (1, math.factorial(k)))
    for _ in range(10):
        value = value * value >> DIGITS
    return value


def sine_cosine(x):
    quarter, rest = divmod(x + PI // 4, PI // 2)
    rest -= PI // 4
    square = rest * rest >> DIGITS
    s = rest * series(square, lambda k: ((-1)**k, math.factorial(2 * k + 1))) >> DIGITS
    c = series(square, lambda k: ((-1)**k, math.factorial(2 * k)))
    return [(s, c), (c, -s), (-s, -c), (-c, s)][quarter % 4]


def logarithm(x):
    """Return the logarithm of a fixed-point number, through 2 artanh((m - 1)/(m + 1))."""
    shift = x.bit_length() - DIGITS - 1
    m = x >> shift if shift > 0 else x << -shift
    q = ((m - ONE) << DIGITS) // (m + ONE)
    return shift * LOG2 + 2 * (q * series(q * q >> DIGITS, lambda k: (1, 2 * k + 1)) >> DIGITS)


LOG2 = 2 * (ONE // 3 * series(ONE // 9, lambda k: (1, 2 * k + 1)) >> DIGITS)


def tangent(x):
    s, c = sine_cosine(x)
    return (s << DIGITS) // c


def atan2(y, x):
    if abs(y) <= abs(x):
        angle = arctan((y << DIGITS) // x)
    else:
        angle = (PI // 2 if y * x > 0 else -PI // 2) - arctan((x << DIGITS) // y)
    return angle if x > 0 else angle + (PI if y > 0 else -PI)


def hyperbolic(x):
    up, down = exponential(x), exponential(-x)
    return (up - down) // 2, (up + down) // 2


def inside(_):
    return rng.uniform(-1, 1)


def large_power():
    """Return a random power of a number above 1, almost up to the greatest number."""
    x = rng.uniform(1.01, 3)
    return x, rng.uniform(300, 690) / math.log(x)


def near_zero(scale):
    """Return random numbers of any size around 1, and sometimes small ones."""
    return math.copysign(rng.uniform(0.5, 1) * 2.0**rng.randint(-20, scale), rng.random() - 0.5)


def rest(x, y):
    return x - y * (x // y)


def fixed_tanh(x):
    return (hyperbolic(x)[0] << DIGITS) // hyperbolic(x)[1]


def inverse_of_hyperbolic(x, one):
    """Return log(|x| + sqrt(x^2 + one))."""
    size = abs(x)
    log = logarithm(size + root((size * size >> DIGITS) + one))
    return log if x > 0 else -log


# Name, arguments, exact value in fixed point, bounds in units of float64 and of float32 (None: not for this dtype).
FUNCTIONS = [
    ("tan", lambda: (near_zero(20),), tangent, 0.9, 0.95),
    ("asin", lambda: (inside(0),), lambda x: atan2(x, root(ONE * ONE - x * x >> DIGITS)), 0.7, 0.7),
    ("acos", lambda: (inside(0),), lambda x: PI // 2 - atan2(x, root(ONE * ONE - x * x >> DIGITS)), 0.7, 0.7),
    ("atan", lambda: (near_zero(30),), lambda x: atan2(x, ONE), 0.7, 1),
    ("atan2", lambda: (near_zero(4), near_zero(4)), atan2, 0.72, 1),
    ("exp", lambda: (rng.uniform(-20, 20),), exponential, 0.56, 0.7),
    ("expm1", lambda: (near_zero(4),), lambda x: exponential(x) - ONE, 0.75, 0.75),
    ("log", lambda: (abs(near_zero(20)),), logarithm, 0.57, 0.7),
    ("log2", lambda: (abs(near_zero(20)),), lambda x: (logarithm(x) << DIGITS) // LOG2, 0.57, 0.7),
    ("log10", lambda: (abs(near_zero(20)),), lambda x: (logarithm(x) << DIGITS) // logarithm(10 * ONE), 0.57, 0.7),
    ("log", lambda: (rng.uniform(0.9, 1.1),), logarithm, 0.57, 0.7),
    ("log1p", lambda: (rng.uniform(-0.9, 5),), lambda x: logarithm(ONE + x), 0.57, 0.7),
    ("log1p", lambda: (near_zero(20) * 2.0**-40,), lambda x: logarithm(ONE + x), 0.57, 0.7),
    ("sinh", lambda: (near_zero(4),), lambda x: hyperbolic(x)[0], 0.75, 0.75),
    ("cosh", lambda: (near_zero(4),), lambda x: hyperbolic(x)[1], 0.7, 0.7),
    ("sinh", lambda: (rng.uniform(17, 40),), lambda x: hyperbolic(x)[0], 0.7, 0.7),
    ("cosh", lambda: (-rng.uniform(17, 40),), lambda x: hyperbolic(x)[1], 0.7, 0.7),
    ("tanh", lambda: (near_zero(4),), fixed_tanh, 0.7, 1),
    ("asinh", lambda: (near_zero(30),), lambda x: inverse_of_hyperbolic(x, ONE), 0.7, 0.7),
    ("acosh", lambda: (1 + abs(near_zero(30)),), lambda x: inverse_of_hyperbolic(x, -ONE), 0.7, 0.7),
    ("atanh", lambda: (inside(0),), lambda x: logarithm(((ONE + x) << DIGITS) // (ONE - x)) // 2, 0.7, 0.7),
    ("pow", lambda: (abs(near_zero(4)), rng.uniform(-5, 5)), lambda x, y: exponential(y * logarithm(x) >> DIGITS), 0.6, 0.9),
    ("pow", large_power, lambda x, y: exponential(y * logarithm(x) >> DIGITS), 0.65, None),
    ("sin", lambda: (near_zero(20),), lambda x: sine_cosine(x)[0], 0.8, 0.8),
    ("cos", lambda: (near_zero(20),), lambda x: sine_cosine(x)[1], 0.8, 0.8),
    ("remainder", lambda: (near_zero(30), near_zero(4)), rest, 0.51, 0.51),
    ("logaddexp", lambda: (abs(near_zero(4)), near_zero(4)),
     lambda x, y: logarithm(exponential(x) + exponential(y)), 1.3, 0.6),
]


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def units(got, exact, digits):
    """Return the difference of a result from the exact fixed-point number, in units in its last place."""
    _, power = math.frexp(got)
    return abs(Fraction(got) - Fraction(exact, ONE)) / Fraction(2)**(power - digits)


def accuracy(name, draw, exact, limit, dtype):
    digits, limit = 53 if dtype == "float64" else 24, limit if WIDE else 4
    rows = [tuple(map(single, draw())) if dtype == "float32" else draw() for _ in range(250)]
    columns = [gla.asarray(list(c), dtype=dtype) for c in zip(*rows)]
    got = getattr(gla, name)(*columns).tolist()
    worst, where = max((units(g, exact(*[int(Fraction(v) * ONE) for v in row]), digits), row) for g, row in zip(got, rows))
    alone = [getattr(gla, name)(*[gla.asarray([v], dtype=dtype) for v in row]).tolist()[0] for row in rows[:40]]
    text = f"{name} of {dtype}: {float(worst):.3f} units, at most {limit}"
    if worst > limit:
        return False, f"{text}; at {where}"
    return alone == got[:40], text + ("" if alone == got[:40] else "; alone an element has another result")


def places():
    """Compute a long array in parts and as a whole: the bits are the same."""
    x = gla.asarray([rng.uniform(-1, 1) for _ in range(1001)])
    long = gla.tile(x, (100,))
    for name in ("sin", "tan", "asin", "acos", "atan", "exp", "log1p", "sinh", "tanh", "asinh", "atanh"):
        for dtype in ("float32", "float64"):
            part = getattr(gla, name)(gla.astype(x, dtype))
            if not gla.all(getattr(gla, name)(gla.astype(long, dtype)) == gla.tile(part, (100,))):
                return False, f"{name} of {dtype} depends on the place"
    return True, "long arrays have the results of short ones"


def neighbours():
    """Arguments next to arguments that the fast code excludes: the bits are the same."""
    some = [rng.uniform(-1, 1) for _ in range(200)]
    extreme = [math.inf, -math.inf, math.nan, 0.0, -0.0, 1e-42, -1e-42, 1e38, -1e38, 1e12, 500.0, -500.0, 1.0, -1.0]
    mixed = [v for pair in zip(some, (extreme * 20)[:200]) for v in pair]
    for name in NAMES:
        for dtype in ("float32", "float64"):
            function, plain = getattr(gla, name), gla.asarray(some, dtype=dtype)
            if name == "acosh":
                plain = 1 + gla.abs(plain)
            two = (plain[::-1],) if name in PAIRS else ()
            many = gla.copy(gla.asarray(mixed, dtype=dtype))
            many[::2] = plain
            other = gla.copy(many)
            if two:
                other[::2] = two[0]
            got = function(many, other)[::2] if two else function(many)[::2]
            want = function(plain, *two)
            if not gla.all((got == want) | (gla.isnan(got) & gla.isnan(want))):
                return False, f"{name} of {dtype} depends on its neighbours"
    return True, "what an element gives does not depend on its neighbours"


def sizes():
    """Absolute values of complex numbers, also with very large and small parts."""
    for dtype, digits, shifts in (("complex64", 24, (0, 100, -100)), ("complex128", 53, (0, 1000, -900))):
        worst = 0
        for shift in shifts:
            rows = [(single(near_zero(4)), single(near_zero(4))) for _ in range(150)] + [(0.0, 3.0), (-4.0, 0.0), (0.0, 0.0)]
            many = [complex(math.ldexp(x, shift), math.ldexp(y, shift)) for x, y in rows]
            mixed = [w for v in many for w in (v, complex(math.inf, math.nan), 1e-42j, 0j, complex(1e38, 1e38))]
            got, among = (gla.abs(gla.asarray(v, dtype=dtype)).tolist() for v in (many, mixed))
            if got != among[::5] or got[-3:] != [math.ldexp(v, shift) for v in (3, 4, 0)] or among[1] != math.inf:
                return False, f"abs of {dtype} around 2^{shift} depends on its neighbours, or is not exact"
            for value, row in zip(got[:-3], rows):
                squares = sum(int(Fraction(v) * ONE)**2 for v in row)
                worst = max(worst, units(math.ldexp(value, -shift), math.isqrt(squares), digits))
        if worst > (0.51 if WIDE else 1.01):
            return False, f"abs of {dtype}: {float(worst):.3f} units"
    return True, "absolute values of complex numbers are rounded well"


PAIRS = ("atan2", "pow", "remainder", "logaddexp", "floor_divide")
NAMES = sorted({f[0] for f in FUNCTIONS} | {"floor_divide"})
tests = [(lambda f=f, d=d, limit=limit: accuracy(*f[:3], limit, d)) for f in FUNCTIONS
         for d, limit in zip(("float64", "float32"), f[3:]) if limit] + [places, neighbours, sizes]
print(f"1..{len(tests)}\n# seed {SEED}; {'functions of its own' if WIDE else 'functions of the C library'}")
failures = 0
for number, test in enumerate(tests, 1):
    good, text = test()
    failures += not good
    print(f"{'ok' if good else 'not ok'} {number} - {text}")
sys.exit(failures > 0)
