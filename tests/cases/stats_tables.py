#!/usr/bin/env python3
"""Write the cases of distributions, stats/NAME.case: tables by mpmath with 50 digits, from the formulas in this file.

Parameters and arguments are float64 numbers, so that the expected values belong to exactly these numbers. `parts` compares each
with a tolerance relative to its own size: BOUND units in the last place (2^-52).

usage: stats_tables.py FOLDER"""
import math
import sys

from mpmath import mp, mpf
from special_references import (
    beta_root,
    erfc_inverse,
    gamma_inverse,
    log_normal,
    lower_beta,
    lower_gamma,
    normal,
    upper_beta,
    upper_gamma,
)
from special_tables import listed, number

mp.dps = 50
BOUND = 16
INF, NAN = math.inf, math.nan
TAILS = [1e-300, 1e-20, 1e-5, 0.01, 0.05, 0.3, 0.5, 0.8, 0.975, 1 - 2.0 ** -30]


def root(a, b, p):
    """Return (x, 1 - x) with I_x(a, b) = p."""
    return beta_root(a, b, p) if p <= 0.5 else beta_root(b, a, 1 - p)[::-1]


def beta_density(x, y, a, b):
    return mp.exp((a - 1) * mp.log(x) + (b - 1) * mp.log(y) - mp.log(mp.beta(a, b)))


def t_upper(x, df):
    tail = lower_beta(df / 2, mpf(1) / 2, df / (df + x * x)) / 2
    return tail if x > 0 else 1 - tail


def t_quantile(q, df):
    if q > 0.5:
        return -t_quantile(1 - q, df)
    if q == 0.5:
        return mpf(0)
    share, rest = root(df / 2, mpf(1) / 2, 2 * q)
    return -mp.sqrt(df * rest / share)


def t_density(x, df):
    return mp.exp(-(df + 1) / 2 * mp.log1p(x * x / df)) / mp.sqrt(df) / mp.beta(df / 2, mpf(1) / 2)


def f_parts(x, m, n):
    return m * x / (m * x + n), n / (m * x + n)


def f_quantile(q, m, n):
    share, rest = root(m / 2, n / 2, q)
    return share / rest * n / m


def gamma_density(x, a):
    return mp.exp((a - 1) * mp.log(x) - x - mp.loggamma(a))


def poisson_mass(k, mu):
    return mp.exp(k * mp.log(mu) - mu - mp.loggamma(k + 1)) if k >= 0 and k == mp.floor(k) else mpf(0)


def poisson_lower(k, mu):
    return sum((poisson_mass(mpf(i), mu) for i in range(int(mp.floor(k)) + 1)), mpf(0))


def binom_mass(k, n, p):
    return mp.binomial(n, k) * p ** k * (1 - p) ** (n - k) if 0 <= k <= n and k == mp.floor(k) else mpf(0)


def binom_lower(k, n, p):
    return sum((binom_mass(mpf(i), n, p) for i in range(int(min(mp.floor(k), n)) + 1)), mpf(0))


def binom_upper(k, n, p):
    return sum((binom_mass(mpf(i), n, p) for i in range(int(mp.floor(k)) + 1, int(n) + 1)), mpf(0))


def first(lower, q):
    """Return the first integer k with lower(k) >= q."""
    k = mpf(0)
    while lower(k) < q:
        k += 1
    return k


def log_of(f):
    return lambda *v: mp.log(f(*v)) if f(*v) > 0 else -INF


def beta_of(x, a, b):
    return beta_density(x, 1 - x, a, b) if 0 < x < 1 else mpf(0)


def f_density(x, m, n):
    return beta_density(*f_parts(x, m, n), m / 2, n / 2) * m * n / (m * x + n) ** 2


HALF = mpf(1) / 2
# Name: arguments, parameters, functions; arguments outside the support; a call with loc and scale.
DISTRIBUTIONS = {
    "norm": ([-38.5, -30.0, -8.0, -1.5, -0.25, 0.0, 1e-10, 0.7, 2.0, 6.0, 20.0, 37.0], [[]], {
        "pdf": lambda x: mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi), "logpdf": lambda x: -x * x / 2 - mp.log(2 * mp.pi) / 2,
        "cdf": normal, "sf": lambda x: normal(-x), "logcdf": log_normal, "logsf": lambda x: log_normal(-x),
        "ppf": lambda q: -mp.sqrt(2) * erfc_inverse(2 * q), "isf": lambda q: mp.sqrt(2) * erfc_inverse(2 * q)}),
    "t": ([-200.0, -12.0, -2.0, -0.5, 0.0, 1e-10, 0.3, 1.96, 5.0, 40.0, 1e10], [[0.5], [1.0], [3.0], [28.0], [1000.0]], {
        "pdf": t_density, "logpdf": lambda x, df: mp.log(t_density(x, df)), "cdf": lambda x, df: t_upper(-x, df), "sf": t_upper,
        "ppf": t_quantile, "isf": lambda q, df: -t_quantile(q, df)}),
    "chi2": ([1e-200, 1e-5, 0.3, 1.0, 3.84, 20.0, 100.0, 600.0], [[0.5], [1.0], [2.0], [7.0], [150.0]], {
        "pdf": lambda x, df: gamma_density(x / 2, df / 2) / 2, "logpdf": lambda x, df: mp.log(gamma_density(x / 2, df / 2) / 2),
        "cdf": lambda x, df: lower_gamma(df / 2, x / 2), "sf": lambda x, df: upper_gamma(df / 2, x / 2),
        "ppf": lambda q, df: 2 * gamma_inverse(df / 2, q), "isf": lambda q, df: 2 * gamma_inverse(df / 2, q, True)}),
    "f": ([1e-100, 1e-5, 0.2, 1.0, 2.5, 10.0, 1000.0], [[1.0, 5.0], [3.0, 40.0], [10.0, 2.5], [0.5, 0.75], [4.0, 200.0]], {
        "pdf": f_density, "logpdf": lambda *v: mp.log(f_density(*v)),
        "cdf": lambda x, m, n: lower_beta(m / 2, n / 2, f_parts(x, m, n)[0]),
        "sf": lambda x, m, n: lower_beta(n / 2, m / 2, f_parts(x, m, n)[1]),
        "ppf": f_quantile, "isf": lambda q, m, n: 1 / f_quantile(q, n, m)}),
    "gamma": ([1e-200, 1e-5, 0.3, 1.0, 4.5, 30.0, 300.0], [[0.25], [1.0], [4.5], [40.0], [300.0]], {
        "pdf": gamma_density, "logpdf": lambda x, a: (a - 1) * mp.log(x) - x - mp.loggamma(a),
        "cdf": lambda x, a: lower_gamma(a, x),
        "sf": lambda x, a: upper_gamma(a, x), "ppf": lambda q, a: gamma_inverse(a, q), "isf": lambda q,
        a: gamma_inverse(a, q, True)}),
    "beta": ([1e-100, 1e-5, 0.1, 0.5, 0.9, 1 - 2.0 ** -30], [[0.5, 0.5], [2.0, 5.0], [30.0, 10.0], [1.0, 3.0], [300.0,
    200.0]], {
        "pdf": beta_of, "logpdf": log_of(beta_of), "cdf": lambda x, a, b: lower_beta(a, b, x),
        "sf": lambda x, a, b: upper_beta(a, b, x),
        "ppf": lambda q, a, b: root(a, b, q)[0], "isf": lambda q, a, b: root(b, a, q)[1]}),
    "poisson": ([-1.0, 0.0, 0.5, 1.0, 3.0, 7.5, 25.0, 120.0], [[1e-5], [0.5], [4.0], [30.0]], {
        "pmf": poisson_mass, "logpmf": log_of(poisson_mass), "cdf": poisson_lower,
        "sf": lambda k, mu: lower_gamma(mp.floor(k) + 1, mu) if k >= 0 else mpf(1),
        "ppf": lambda q, mu: first(lambda k: poisson_lower(k, mu), q),
        "isf": lambda q, mu: first(lambda k: 1 - poisson_lower(k, mu) <= q, True)}),
    "binom": ([-1.0, 0.0, 0.5, 1.0, 3.0, 7.5, 25.0, 120.0], [[1.0, 0.25], [10.0, 0.5], [40.0, 0.0625], [60.0, 0.75]], {
        "pmf": binom_mass, "logpmf": log_of(binom_mass), "cdf": binom_lower, "sf": binom_upper,
        "ppf": lambda q, n, p: first(lambda k: binom_lower(k, n, p), q),
        "isf": lambda q, n, p: first(lambda k: binom_upper(k, n, p) <= q, True)}),
}
DISCRETE = ("poisson", "binom")


def rows_of(name, f, reference, xs, parameters):
    """Return arguments and results; probabilities are away from the steps of a discrete distribution."""
    inverse = f in ("ppf", "isf")
    rows = []
    for p in parameters:
        for x in [q for q in TAILS if name not in DISCRETE or 1e-10 < q < 0.99] if inverse else xs:
            value = reference(mpf(x), *[mpf(v) for v in p])
            if mp.isinf(value) or value == 0 or mpf(2) ** -1021 < abs(value) < mpf(2) ** 1023:
                rows.append(([x, *p], float(value)))
    return rows


def limits(name, f, p):
    """Write arguments outside the support, and its ends."""
    discrete, ends = name in DISCRETE, {"norm": (-INF, INF), "t": (-INF, INF), "beta": (0.0, 1.0)}.get(name, (0.0, INF))
    good = " ".join(number(v) for v in p)
    if f in ("ppf", "isf"):
        low, high = (-1.0, p[0] if name == "binom" else INF) if discrete else ends
        low, high = (low, high) if f == "ppf" else (high, low)
        yield from ((f"0.0 {good}", low), (f"1.0 {good}", high), (f"-0.5 {good}", NAN), (f"1.5 {good}", NAN))
    else:
        outside = {"cdf": (0.0, 1.0), "sf": (1.0, 0.0), "logcdf": (-INF, 0.0), "logsf": (0.0, -INF)}.get(
            f, (-INF, -INF) if f.startswith("log") else (0.0, 0.0))
        yield from ((f"-inf {good}", outside[0]), (f"inf {good}", outside[1]))
    yield f"nan {good}", NAN
    for i in range(len(p)):
        for bad in (-1.0, NAN):
            yield "0.5 " + " ".join(number(bad if i == k else v) for k, v in enumerate(p)), NAN
    if not discrete:
        yield f"0.5 {good} scale=0.0", NAN
        yield f"0.5 {good} scale=-1.0", NAN


def write(folder, name, xs, parameters, functions):
    out = ["# Written by tests/cases/stats_tables.py.  Expected: mpmath with 50 digits, rounded; limits from SciPy 1.17",
           "# needs: float64", *(["# tags: smoke emulated languages"] if name == "norm" else [])]
    letters = ["x", "y", "z"][: 1 + len(parameters[0])]
    words = " ".join(letters)
    for f, reference in functions.items():
        rows = rows_of(name, f, reference, xs, parameters)
        for letter, values in zip(letters, zip(*[a for a, _ in rows])):
            out.append(f"let {letter} = {listed(values)} as float64")
        out += [f"call r = stats.{name}.{f} {words}", f"parts r {listed([v for _, v in rows])} {BOUND * 2.0 ** -52:.2g}"]
        for arguments, value in limits(name, f, parameters[1] if len(parameters) > 1 else []):
            out += [f"call r = stats.{name}.{f} {arguments}", f"same r {number(value)}"]
    main = [f for f in functions if f not in ("logcdf", "logsf")]
    few = parameters[-1] if name in DISCRETE else [3.0] * len(parameters[0])
    given = " ".join(number(v) for v in few)
    out.append("# loc and scale, other dtypes, views, broadcasting, empty arrays, and refused arguments.")
    for f in main:
        inverse = f in ("ppf", "isf")
        x = 0.25 if inverse else 0.75 if name == "beta" else 7.0
        value = functions[f](mpf(x), *[mpf(v) for v in few])
        scale = 1 if name in DISCRETE else 4
        moved = value * scale + 2 if inverse else value / scale if f in ("pdf", "pmf") else (
            value - mp.log(scale) if f.startswith("log") else value)
        at = [x if inverse else x * scale + 2.0] * 2
        out += [f"call r = stats.{name}.{f} {listed(at)} {given} loc=2{'' if scale == 1 else ' scale=4.0'}",
                f"parts r {listed([moved] * 2)} 1e-14"]
        out += [f"call r = stats.{name}.{f} {listed(at)} {given} loc=[[2.0], [2.0]]", "shape r [2, 2]"]
        out += ["let e = [[], []] as float32", f"call r = stats.{name}.{f} e {given}", "shape r [2, 0]", "dtype r float32",
                f"let e = [0.5, {number(x)}] as float32", f"call r = stats.{name}.{f} e {given} loc=0.0", "dtype r float32",
                f"near r {listed([functions[f](mpf(v), *[mpf(w) for w in few]) for v in (0.5, x)])} 1e-6",
                f"fails DTypeError stats.{name}.{f} [1j] {given}", f"fails DTypeError stats.{name}.{f} 0.5 {given} loc=1j",
                f"fails ShapeError stats.{name}.{f} [0.5, 0.5] {given} loc=[1.0, 2.0, 3.0]"]
    whole, f = 1, main[2]
    value = functions[f](mpf(whole), *[mpf(v) for v in ([3.0, 0.5] if name == "binom" else [3.0] * len(few))])
    rest = "[[3], [3]] 0.5" if name == "binom" else "[[3], [3]]" + " 3" * (len(few) - 1) if few else ""
    out += ["each T = bool int8 int16 int32 int64 uint8 uint16 uint32 uint64", "let x = [1, 1] as $T",
            f"call r = stats.{name}.{f} x {rest}", "dtype r float64",
            f"near r {'[' + listed([value] * 2) + ', ' + listed([value] * 2) + ']' if few else listed([value] * 2)} 1e-14",
            "each T = float64", "let m = [[0.5, 0.25, 0.125], [0.75, 0.5, 0.25]] as $T", "call t = matrix_transpose m",
            'call v = getitem t "::-1"', f"call r = stats.{name}.{main[-1]} v {given}", "call c = add v 0.0",
            f"call s = stats.{name}.{main[-1]} c {given}", "same r s", "shape r [3, 2]"]
    with open(f"{folder}/stats/{name}.case", "w") as file:
        file.write("\n".join(out) + "\n")


def gamma_tails(a, x):
    """Return (lower, upper), both with full relative accuracy: the series of positive terms, and Legendre's continued fraction.
    """
    if x < a + 1:
        lower = mp.exp(a * mp.log(x) - x - mp.loggamma(a + 1)) * mp.hyp1f1(1, a + 1, x)
        return lower, 1 - lower
    tail = mpf(0)
    for i in range(1500, 0, -1):
        tail = i * (a - i) / (x + 2 * i + 1 - a + tail)
    upper = mp.exp(a * mp.log(x) - x - mp.loggamma(a)) / (x + 1 - a + tail)
    return 1 - upper, upper


def beta_tails(a, b, x, y):
    if x > (a + 1) / (a + b + 2):
        return beta_tails(b, a, y, x)[::-1]
    logs = a * mp.log(x) + b * mp.log(y) - mp.log(a) - mp.loggamma(a) - mp.loggamma(b) + mp.loggamma(a + b)
    lower = mp.exp(logs) * mp.hyp2f1(1, a + b, a + 1, x)
    return lower, 1 - lower


def t_tails(x, df):
    if x < 0:
        return t_tails(-x, df)[::-1]
    upper = beta_tails(df / 2, HALF, df / (df + x * x), x * x / (df + x * x))[0] / 2
    return 1 - upper, upper


# Far in the tails, where probabilities underflow to 0, and nearer: arguments, parameters, (lower, upper).
LOG_TAILS = {
    "t": ([-1e200, -1e100, -300.0, -40.0, -2.0, -1e-3, 0.0, 0.5, 5.0, 60.0, 1e4, 1e150],
          [[0.5], [3.0], [100.0], [1e5]], t_tails),
    "chi2": ([1e-300, 1e-20, 0.3, 7.0, 300.0, 5000.0, 1e6], [[0.5], [2.0], [40.0], [4000.0], [1e5]],
             lambda x, df: gamma_tails(df / 2, x / 2)),
    "gamma": ([1e-300, 1e-20, 0.3, 7.0, 300.0, 5000.0, 1e6], [[0.25], [1.0], [40.0], [4000.0], [1e5]],
              lambda x, a: gamma_tails(a, x)),
    "f": ([1e-200, 1e-20, 0.2, 1.0, 30.0, 1e20, 1e200], [[1.0, 5.0], [40.0, 3.0], [80.0, 1000.0]],
          lambda x, m, n: beta_tails(m / 2, n / 2, *f_parts(x, m, n))),
    "beta": ([1e-200, 1e-20, 0.01, 0.3, 0.7, 0.99, 1 - 2.0 ** -50], [[0.5, 0.5], [2.0, 5.0], [40.0, 3.0], [3000.0, 500.0]],
             lambda x, a, b: beta_tails(a, b, x, 1 - x)),
    "poisson": ([0.0, 3.0, 30.0, 1000.0, 8000.0, 1e6], [[1e-5], [4.0], [2500.0], [1e5]],
                lambda k, mu: gamma_tails(k + 1, mu)[::-1]),
    "binom": ([0.0, 3.0, 30.0, 900.0, 999.0, 4000.0], [[1000.0, 0.001], [1000.0, 0.75], [6000.0, 0.25]],
              lambda k, n, p: beta_tails(k + 1, n - k, p, 1 - p)[::-1] if k < n else (mpf(1), mpf(0))),
}


def log_tail(tails, upper):
    share, rest = tails[::-1] if upper else tails
    return mp.log(share) if 0 < share <= HALF else mp.log1p(-rest) if share else -INF


def write_log_tails(folder):
    """Write stats/log_tails.case: logcdf and logsf."""
    out = ["# Written by tests/cases/stats_tables.py.  Expected: mpmath with 50 digits, rounded.", "# needs: float64"]
    for name, (xs, parameters, tails) in LOG_TAILS.items():
        rows = [([x, *p], tails(mpf(x), *[mpf(v) for v in p])) for p in parameters for x in xs]
        letters = "xyz"[: 1 + len(parameters[0])]
        for letter, values in zip(letters, zip(*[a for a, _ in rows])):
            out.append(f"let {letter} = {listed(values)} as float64")
        for f in ("logcdf", "logsf"):
            expected = listed([float(log_tail(both, f == "logsf")) + 0.0 for _, both in rows])
            out += [f"call r = stats.{name}.{f} {' '.join(letters)}", f"parts r {expected} {BOUND * 2.0 ** -52:.2g}"]
            for arguments, value in limits(name, f, parameters[-1]):
                out += [f"call r = stats.{name}.{f} {arguments}", f"same r {number(value)}"]
            given = " ".join(number(v) for v in parameters[-1])
            scale = "" if name in DISCRETE else " scale=2.0"
            x = 30.0 if name in DISCRETE else 0.25
            moved = log_tail(tails(mpf(x), *[mpf(v) for v in parameters[-1]]), f == "logsf")
            at = number(x * (2 if scale else 1) + 1)
            out += [f"call r = stats.{name}.{f} {at} {given} loc=1{scale}", f"near r {float(moved)!r} 1e-14",
                    "let e = [0.5, 0.75] as float32", f"call r = stats.{name}.{f} e {given}", "dtype r float32",
                    f"fails DTypeError stats.{name}.{f} [1j] {given}",
                    f"fails ShapeError stats.{name}.{f} [0.5, 0.5] {given} loc=[1.0, 2.0, 3.0]"]
    with open(f"{folder}/stats/log_tails.case", "w") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    if not sys.argv[2:] or "log_tails" in sys.argv[2:]:
        write_log_tails(sys.argv[1])
    for each, parts in DISTRIBUTIONS.items():
        if not sys.argv[2:] or each in sys.argv[2:]:
            write(sys.argv[1], each, *parts)
