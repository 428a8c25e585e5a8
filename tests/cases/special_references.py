"""References for special_tables.py: each function by mpmath, test arguments, and limits."""
import math
from dataclasses import dataclass

from mpmath import mp, mpf

INF, NAN = math.inf, math.nan


@dataclass
class Function:
    name: str
    reference: object
    points: object  # function of a random generator: lists of arguments
    special: list  # ((arguments), value)
    whole: tuple  # integer-valued arguments
    bound: float = 4
    room: str = "special"

    @property
    def arity(self):
        return len(self.whole)

    @property
    def called(self):
        return f"{self.room}.{self.name}"


FUNCTIONS = []


def add(name, reference, points, special, whole, bound=4, room="special"):
    FUNCTIONS.append(Function(name, reference, points, special, whole, bound, room))


def spread(r, n, low, high):
    return [r.uniform(low, high) for _ in range(n)]


def powers(r, n, low, high):
    """Return random numbers between 10^low and 10^high."""
    return [10 ** r.uniform(low, high) for _ in range(n)]


def alone(*parts):
    """Return argument lists of one argument from lists of numbers."""
    return [[v] for part in parts for v in part]


def erfc_inverse(c):
    """Newton's method in the logarithm, starting from mpmath's erfinv or the first terms of the tail."""
    if c > 1:
        return -erfc_inverse(2 - c)
    if c > mpf("0.1"):
        return mp.erfinv(1 - c)
    z = mp.sqrt(-mp.log(c * mp.sqrt(-mp.pi * mp.log(c))))
    for _ in range(60):
        step = (mp.log(mp.erfc(z)) - mp.log(c)) * mp.erfc(z) * mp.sqrt(mp.pi) / 2 * mp.exp(z * z)
        z += step
        if abs(step) < mpf(10) ** -45 * z:
            break
    return z


def erfcx(x):
    if x < 50:
        with mp.workdps(50 + int(x * x / 2)):
            return mp.exp(x * x) * mp.erfc(x)
    term = total = mpf(1)
    for k in range(1, 20):
        term *= -(2 * k - 1) / (2 * x * x)
        total += term
    return total / (x * mp.sqrt(mp.pi))


def normal(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def log_normal(x):
    return mp.log1p(-normal(-x)) if x > 0 else mp.log(normal(x)) if x > -1000 else (
        -x * x / 2 + mp.log(erfcx(-x / mp.sqrt(2)) / 2))


add("erf", mp.erf, lambda r: alone([-6.0, -1.0, -1e-300, 0.0, 1e-10, 0.5, 1.0, 1 - 2 ** -53, 5.9], spread(r, 60, -6,
    6), spread(r, 20, -1, 1)),
    [((INF,), 1.0), ((-INF,), -1.0), ((NAN,), NAN), ((1e300,), 1.0)], (1,))
add("erfc", mp.erfc, lambda r: alone([-6.0, 0.0, 1e-10, 0.5, 1.0, 26.5], spread(r, 40, -2, 6), spread(r, 60, 0, 26.5)),
    [((INF,), 0.0), ((-INF,), 2.0), ((NAN,), NAN), ((1e300,), 0.0), ((30.0,), 0.0)], (2,))
add("erfcx", erfcx, lambda r: alone([0.0, 1e-10, -26.5, 1e10, 1e300], spread(r, 30, -26, 0), spread(r, 60, 0, 10),
    powers(r, 30, -9, 30)),
    [((INF,), 0.0), ((-INF,), INF), ((NAN,), NAN), ((-27.0,), INF)], (2,))
add("ndtr", normal, lambda r: alone([0.0, 1e-10, -37.5, 8.0], spread(r, 60, -37.5, 0), spread(r, 50, -3, 8)),
    [((INF,), 1.0), ((-INF,), 0.0), ((NAN,), NAN), ((-1e300,), 0.0)], (1,))
add("log_ndtr", log_normal, lambda r: alone([0.0, -1.0, -1e10, 30.0], spread(r, 60, -40, 5), spread(r, 20, 5, 37),
    [-v for v in powers(r, 20, 1, 100)]),
    [((INF,), 0.0), ((-INF,), -INF), ((NAN,), NAN)], (1,))
add("erfinv", lambda x: mp.erfinv(x) if abs(x) < 0.9 else mp.sign(x) * erfc_inverse(1 - abs(x)),
    lambda r: alone([0.0, 0.5, -0.5, 1e-300], spread(r, 60, -1, 1), [1 - v for v in powers(r, 40, -15, -1)]),
    [((1.0,), INF), ((-1.0,), -INF), ((NAN,), NAN), ((1.5,), NAN)], (0,))
add("erfcinv", erfc_inverse, lambda r: alone([1.0, 0.5, 1.5, 1e-300], spread(r, 60, 0, 2), powers(r, 40, -307, -1)),
    [((0.0,), INF), ((2.0,), -INF), ((NAN,), NAN), ((-0.5,), NAN)], (1,))
add("ndtri", lambda p: -mp.sqrt(2) * erfc_inverse(2 * p),
    lambda r: alone([0.5, 0.975, 0.025, 1e-300], spread(r, 60, 0, 1), powers(r, 40, -307, -1),
    [1 - v for v in powers(r, 20, -15, -1)]),
    [((0.0,), -INF), ((1.0,), INF), ((NAN,), NAN), ((-0.5,), NAN), ((0,), -INF)], (1,))
FUNCTIONS[-1].whole = (0,)
add("expit", lambda x: 1 / (1 + mp.exp(-x)), lambda r: alone([0.0, 1e-10, 40.0], spread(r, 40, -708, 0), spread(r, 40,
    -5, 40)),
    [((INF,), 1.0), ((-INF,), 0.0), ((NAN,), NAN), ((-800.0,), 0.0)], (1,))
add("logit", lambda p: mp.log(p / (1 - p)), lambda r: alone([0.5, 0.25, 1e-300], spread(r, 60, 0, 1),
    [0.5 + v for v in powers(r, 40, -15, -1)], powers(r, 20, -300, -1)),
    [((0.0,), -INF), ((1.0,), INF), ((NAN,), NAN), ((-0.5,), NAN)], (0,))
add("log_expit", lambda x: -mp.log1p(mp.exp(-x)), lambda r: alone([0.0, -1e300], spread(r, 60, -100, 100), spread(r,
    40, -700, 700)),
    [((INF,), 0.0), ((-INF,), -INF), ((NAN,), NAN), ((800.0,), 0.0)], (1,))
add("xlogy", lambda x, y: mpf(0) if x == 0 else x * mp.log(y), lambda r: [[x, y] for x in [-2.5, 0.0, 1e-10, 3.0,
    1e200] for y in [*powers(r, 8, -300, 300), 0.5, 1.5, 1 + 1e-10]],
    [((0.0, 0.0), 0.0), ((0.0, -1.0), 0.0), ((0.0, NAN), NAN), ((NAN, 1.0), NAN), ((1.0, 0.0), -INF), ((1.0, -1.0),
    NAN), ((2.0, INF), INF)], (2, 3))
add("xlog1py", lambda x, y: mpf(0) if x == 0 else x * mp.log1p(y), lambda r: [[x, y] for x in [-2.5, 0.0, 1e-10, 3.0,
    1e200] for y in [*powers(r, 8, -100, 300), 0.5, -0.5, 1e-10, -1e-10]],
    [((0.0, -1.0), 0.0), ((0.0, NAN), NAN), ((NAN, 1.0), NAN), ((1.0, -1.0), -INF), ((1.0, -2.0), NAN), ((2.0, INF),
    INF)], (2, 3))


def log_size(x):
    return mp.log(abs(mp.gamma(x)))


def lower_gamma(a, x):
    return mp.gammainc(a, 0, x, regularized=True)


def upper_gamma(a, x):
    return mp.gammainc(a, x, mp.inf, regularized=True)


def gamma_points(r):
    """Small and large a, with x near a and far from it; each method and the boundaries between methods."""
    points = [[a, x] for a in [1e-6, 0.1, 0.5, 1.0, 3.5, 12.0, 60.0] for x in [1e-6, 0.3, 1.05, 1.2, 5.0, 20.0, 80.0]]
    for a in [99.0, 101.0, 1000.0, 1e4]:
        points += [[a, a * (1 + t)] for t in [-0.35, -0.29, -0.031, -0.029, -0.001, 0.0, 0.001, 0.029, 0.031, 0.29, 0.35]]
    return points + [[1e5, 1e5]] + [[r.uniform(0, 30), r.uniform(0, 40)] for _ in range(40)]


def lower_beta(a, b, x):
    return mp.betainc(a, b, 0, x, regularized=True)


def upper_beta(a, b, x):
    return lower_beta(b, a, 1 - x)


def beta_points(r):
    points = [[a, b, x] for a in [0.2, 0.5, 2.0, 9.0] for b in [0.5, 1.0, 7.0, 30.0] for x in [1e-10, 0.1, 0.5, 0.9]]
    points += [[r.uniform(0, 40), r.uniform(0, 40), r.uniform(0, 1)] for _ in range(40)] + [[500.0, 300.0, 0.625]]
    small = [1e-12, 0.05, 0.5, 0.98, 0.9999999999999]
    return points + [[a, b, x] for a in [1.0, 3.0, 24.0] for b in [1.0, 4.0, 24.0, 25.0] for x in small]


add("gamma", mp.gamma,
    lambda r: alone([0.5, 1.0, 5.0, 1e-300], spread(r, 50, 0, 171.6), spread(r, 40, 0, 10), spread(r, 40, -30, 0)),
    [((INF,), INF), ((-INF,), NAN), ((NAN,), NAN), ((-1.0,), NAN), ((172.0,), INF), ((0.0,), INF)], (4,))
add("gammaln", log_size,
    lambda r: alone([0.5, 3.0, 1e-300, 1e300], spread(r, 50, 0, 10), spread(r, 40, 0, 200), powers(r, 30, -300, 300),
                    [1 + v for v in powers(r, 20, -15, -1)], [2 - v for v in powers(r, 20, -15, -1)],
                    [-v for v in powers(r, 10, -30, 0)], [x for x in spread(r, 30, -40, 0) if abs(log_size(x)) > 0.5],
                    spread(r, 10, -3000, -40), [-3 + 1e-12, -123456.7]),  # near its zeros the error is absolute
    [((INF,), INF), ((NAN,), NAN), ((-1.0,), INF), ((0.0,), INF), ((1.0,), 0.0), ((2.0,), 0.0)], (4,))
add("digamma", mp.digamma,
    lambda r: alone([0.5, 1.0, 1e-300, 1e300], spread(r, 60, 0, 10), powers(r, 30, -300, 300),
                    [1.4616321449683623 + v for v in powers(r, 20, -15, -1)]),
    [((INF,), INF), ((-INF,), NAN), ((NAN,), NAN), ((-1.0,), NAN), ((0.0,), -INF)], (4,))
add("beta", mp.beta, lambda r: [[10 ** r.uniform(-5, 3), 10 ** r.uniform(-5, 2)] for _ in range(80)] + [[0.5, 0.5], [3.0, 1e6]],
    [((NAN, 1.0), NAN), ((1.0, NAN), NAN)], (2, 3), 8)
add("betaln", lambda a, b: mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b),
    lambda r: [[10 ** r.uniform(-5, 6), 10 ** r.uniform(-5, 6)] for _ in range(80)] + [[0.5, 0.5], [3.0, 1e10]],
    [((NAN, 1.0), NAN), ((1.0, NAN), NAN)], (2, 3))
add("gammainc", lower_gamma, gamma_points,
    [((0.0, 1.0), 1.0), ((0.0, 0.0), NAN), ((1.0, 0.0), 0.0), ((1.0, INF), 1.0), ((INF, 1.0), 0.0), ((-1.0, 1.0), NAN),
     ((1.0, -1.0), NAN), ((NAN, 1.0), NAN), ((1.0, NAN), NAN)], (2, 3), 10)
add("gammaincc", upper_gamma, gamma_points,
    [((0.0, 1.0), 0.0), ((0.0, 0.0), NAN), ((1.0, 0.0), 1.0), ((1.0, INF), 0.0), ((INF, 1.0), 1.0), ((-1.0, 1.0), NAN),
     ((1.0, -1.0), NAN), ((NAN, 1.0), NAN), ((1.0, NAN), NAN)], (2, 3), 10)
add("betainc", lower_beta, beta_points,
    [((2.0, 3.0, 0.0), 0.0), ((2.0, 3.0, 1.0), 1.0), ((-2.0, 3.0, 0.5), NAN), ((2.0, 3.0, 1.5), NAN), ((2.0, NAN, 0.5), NAN),
     ((0.0, 0.0, 0.5), NAN), ((0.0, 2.0, 0.5), 1.0), ((2.0, 0.0, 0.5), 0.0)], (2, 3, 1), 10)
add("betaincc", upper_beta, beta_points,
    [((2.0, 3.0, 0.0), 1.0), ((2.0, 3.0, 1.0), 0.0), ((-2.0, 3.0, 0.5), NAN), ((2.0, 3.0, 1.5), NAN), ((2.0, NAN, 0.5), NAN),
     ((0.0, 0.0, 0.5), NAN), ((0.0, 2.0, 0.5), 0.0), ((2.0, 0.0, 0.5), 1.0)], (2, 3, 1), 10)


def solve(f, slope, low, high):
    """Return the u between low and high with f(u) = 0: bisection, then Newton's method; f is increasing and concave."""
    while high - low > mpf(2) ** -6 * max(1, abs(low)):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    for _ in range(20):
        step = f(low) / slope(low)
        low -= step
        if abs(step) < mpf(10) ** -40 * max(1, abs(low)):
            return low
    raise ValueError("no convergence")


def gamma_inverse(a, p, upper=False):
    """Solve for u = log x with the logarithm of the smaller tail, between its asymptote and a bound of Laurent and Massart's
    kind."""
    if p > 0.5:
        return gamma_inverse(a, 1 - p, not upper)
    sign, tail = (-1, upper_gamma) if upper else (1, lower_gamma)
    low = (mp.log(1 - p if upper else p) + mp.loggamma(a + 1)) / a - 1
    high = mp.log(a - mp.log(p) + mp.sqrt(-2 * a * mp.log(p))) + 1

    def slope(u):
        return mp.exp(a * u - mp.exp(u) - mp.loggamma(a)) / tail(a, mp.exp(u))

    return mp.exp(solve(lambda u: sign * mp.log(tail(a, mp.exp(u)) / p), slope, low, high))


def beta_root(a, b, p):
    """Return (x, 1 - x) with I_x(a, b) = p <= 1/2, solved for u = log(x/(1 - x))."""
    def both(u):
        return 1 / (1 + mp.exp(-u)), 1 / (1 + mp.exp(u))

    def tail(u):
        with mp.workdps(mp.dps if u < 0 else 360):
            x, y = both(u)
            return lower_beta(a, b, x) if x < y else 1 - lower_beta(b, a, y)

    def slope(u):
        x, y = both(u)
        return mp.exp(a * mp.log(x) + b * mp.log(y)) / mp.beta(a, b) / tail(u)

    low = (mp.log(p * a) + mp.log(mp.beta(a, b))) / a - 1
    return both(solve(lambda u: mp.log(tail(u) / p), slope, low, 60 + 40 / b))


def beta_inverse(a, b, p, upper=False):
    if p > 0.5:
        return beta_inverse(a, b, 1 - p, not upper)
    return beta_root(b, a, p)[1] if upper else beta_root(a, b, p)[0]


def probabilities(r, n, least=-300):
    return spread(r, n, 0, 1) + powers(r, n // 2, least, -1) + [0.5, 1 - 2.0 ** -20]


def shaped(r, n, low, high, count=1, least=-300):
    """Return parameters between 10^low and 10^high, and probabilities."""
    return [[*powers(r, count, low, high), p] for p in probabilities(r, n, least)]


add("gammaincinv", gamma_inverse, lambda r: shaped(r, 30, -1, 2) + shaped(r, 6, 2, 2.5, 1, -30) + [[0.5, 0.95], [1.0, 1e-300]],
    [((0.0, 0.5), 0.0), ((1.0, 0.0), 0.0), ((1.0, 1.0), INF), ((-1.0, 0.5), NAN), ((1.0, -0.5), NAN), ((1.0, 1.5), NAN),
     ((NAN, 0.5), NAN), ((1.0, NAN), NAN), ((2, 1), INF)], (2, 1), 16)
add("gammainccinv", lambda a, p: gamma_inverse(a, p, True),
    lambda r: shaped(r, 30, -1, 2) + shaped(r, 6, 2, 2.5, 1, -30) + [[0.5, 0.05], [1.0, 1e-300]],
    [((0.0, 0.5), 0.0), ((1.0, 0.0), INF), ((1.0, 1.0), 0.0), ((-1.0, 0.5), NAN), ((1.0, -0.5), NAN), ((1.0, 1.5), NAN),
     ((NAN, 0.5), NAN), ((1.0, NAN), NAN), ((2, 1), 0.0)], (2, 1), 16)
add("betaincinv", beta_inverse,
    lambda r: shaped(r, 24, -1, 1.5, 2) + [[0.5, 0.5, 0.95], [3.0, 500.0, 1e-300], [7.0, 2.0, 1e-10]] +
    [[0.5, 0.5, p] for p in [1e-100, 1e-9, 0.3, 0.5, 0.75, 1 - 2.0 ** -20]],
    [((2.0, 3.0, 0.0), 0.0), ((2.0, 3.0, 1.0), 1.0), ((0.0, 3.0, 0.5), NAN), ((2.0, -3.0, 0.5), NAN), ((2.0, 3.0, 1.5), NAN),
     ((2.0, 3.0, NAN), NAN), ((2, 3, 1), 1.0)], (2, 3, 1), 16)
add("betainccinv", lambda a, b, p: beta_inverse(a, b, p, True),
    lambda r: shaped(r, 24, -1, 1.5, 2) + [[0.5, 0.5, 0.05], [500.0, 3.0, 1e-30], [7.0, 2.0, 1e-10]] +
    [[0.5, 0.5, p] for p in [1e-100, 1e-9, 0.3, 0.5, 0.75, 1 - 2.0 ** -20]],
    [((2.0, 3.0, 0.0), 1.0), ((2.0, 3.0, 1.0), 0.0), ((0.0, 3.0, 0.5), NAN), ((2.0, -3.0, 0.5), NAN), ((2.0, 3.0, 1.5), NAN),
     ((2.0, 3.0, NAN), NAN), ((2, 3, 1), 0.0)], (2, 3, 1), 16)


def waves(r):
    """Return arguments on both sides of the boundaries between methods, around roots below 8, and large ones."""
    near = [2.404825557695773, 3.8317059702075125, 5.520078110286311, 7.015586669815619]
    return alone([0.0, -2.5, 1e-10, 1e-300, 3.99, 4.01, 5.47, 5.48, 7.99, 8.01], near, [v + 1e-9 for v in near],
                 spread(r, 60, -40, 40), powers(r, 20, 1, 15))


for order in (0, 1):
    add(f"j{order}", lambda x, n=order: mp.besselj(n, x), waves, [((NAN,), NAN), ((INF,), NAN), ((1e16,), NAN)], (4,), 8)
    add(f"i{order}", lambda x, n=order: mp.besseli(n, x),
        lambda r: alone([0.0, -2.5, 1e-10, 1e-300, 7.99, 8.01, 713.5], spread(r, 40, -20, 20), spread(r, 20, 20, 713)),
        [((NAN,), NAN), ((INF,), INF), ((-INF,), -INF if order else INF), ((720.0,), INF)], (4,))
    add(f"i{order}e", lambda x, n=order: mp.besseli(n, x) * mp.exp(-abs(x)),
        lambda r: alone([0.0, -2.5, 1e-10, 1e-300, 7.99, 8.01], spread(r, 40, -20, 20), spread(r, 20, 20, 800),
                        powers(r, 20, 3, 6)),
        [((NAN,), NAN), ((INF,), 0.0), ((-INF,), 0.0)], (4,))
