#!/usr/bin/env python3
"""Write the cases of complex functions at infinities, NaN and signed zeros: elementwise/FUNCTION_special.case.

The tables are those of C99's Annex G (C17, G.6), which the Python array API standard 2025.12 repeats. expm1 and log1p, which C
lacks, follow the standard. U0, UINF and UANGLE are a zero, an infinity and a right angle whose sign the standard leaves open.

usage: special_values.py FOLDER"""
import math
import sys

INF, NAN, PI = math.inf, math.nan, math.pi
U0, UINF, UANGLE = "zero", "infinity", "right angle"


def finite(x):
    return math.isfinite(x)


def cis(scale, y):
    return scale * math.cos(y), scale * math.sin(y)


def exp(x, y):
    if y == 0:
        return (math.exp(x) if x < 700 else x), 0.0
    if math.isnan(x):
        return NAN, NAN
    if x == INF:
        return cis(INF, y) if finite(y) else (UINF, NAN)
    if x == -INF:
        return cis(0.0, y) if finite(y) else (U0, U0)
    return None if finite(y) else (NAN, NAN)


def expm1(x, y):
    if y == 0:
        return (math.expm1(x) if x < 700 else x), 0.0
    if math.isnan(x):
        return NAN, NAN
    if x == INF:
        return cis(INF, y) if finite(y) else (UINF, NAN)
    if x == -INF:
        return (-1.0, math.copysign(0.0, math.sin(y))) if finite(y) else (-1.0, U0)
    return None if finite(y) else (NAN, NAN)


def sinh(x, y):
    if math.isnan(x):
        return NAN, (0.0 if y == 0 else NAN)
    if y == 0:
        return (math.sinh(x) if finite(x) else x), 0.0
    if x == 0:
        return U0, (math.sin(y) if finite(y) else NAN)
    if x == INF:
        return cis(INF, y) if finite(y) else (UINF, NAN)
    return None if finite(y) else (NAN, NAN)


def cosh(x, y):
    if math.isnan(x):
        return NAN, (U0 if y == 0 else NAN)
    if y == 0:
        return (math.cosh(x) if finite(x) else INF), 0.0
    if x == 0:
        return (math.cos(y) if finite(y) else NAN), U0
    if x == INF:
        return cis(INF, y) if finite(y) else (INF if math.isnan(y) else UINF, NAN)
    return None if finite(y) else (NAN, NAN)


def tanh(x, y):
    if math.isnan(x):
        return NAN, (0.0 if y == 0 else NAN)
    if y == 0:
        return math.tanh(x), 0.0
    if x == 0:
        return (0.0, NAN) if not finite(y) else (U0, math.tan(y))
    if x == INF:
        return 1.0, (math.copysign(0.0, math.sin(2 * y)) if finite(y) else U0)
    return None if finite(y) else (NAN, NAN)


def asinh(x, y):
    if math.isnan(x):
        return (NAN, 0.0) if y == 0 else (UINF, NAN) if y == INF else (NAN, NAN)
    if x == INF:
        return INF, (0.0 if finite(y) else PI / 4 if y == INF else NAN)
    if finite(y):
        return (math.asinh(x), 0.0) if y == 0 else None
    return (INF, PI / 2) if y == INF else (NAN, NAN)


def acos(x, y):
    if math.isnan(x):
        return NAN, (-INF if y == INF else NAN)
    if math.isinf(x):
        if math.isnan(y):
            return NAN, UINF
        return (PI if x < 0 else 0.0) if finite(y) else (3 * PI / 4 if x < 0 else PI / 4), -INF
    if y == INF:
        return PI / 2, -INF
    if math.isnan(y):
        return (PI / 2 if x == 0 else NAN), NAN
    return (math.acos(x), -0.0) if y == 0 and abs(x) < 1 else None


def acosh(x, y):
    if x == 0 and math.isnan(y):
        return NAN, UANGLE
    value = acos(x, y)  # i acos(z), with the sign for which its real part is nonnegative if y is
    return value and (INF if value[1] == UINF else negate(value[1]), value[0])


def atanh(x, y):
    if math.isnan(x):
        return (U0, PI / 2) if y == INF else (NAN, NAN)
    if math.isinf(x):
        return 0.0, (NAN if math.isnan(y) else PI / 2)
    if y == INF:
        return 0.0, PI / 2
    if math.isnan(y):
        return (0.0 if x == 0 else NAN), NAN
    if y == 0 and x <= 1:
        return (INF if x == 1 else math.atanh(x)), 0.0
    return None


def log(x, y):
    if math.isinf(x) or math.isinf(y):
        return INF, (NAN if math.isnan(x) or math.isnan(y) else math.atan2(y, x))
    if math.isnan(x) or math.isnan(y):
        return NAN, NAN
    if x == 0 and y == 0:
        return -INF, math.atan2(y, x)
    return (math.log(abs(x)), math.atan2(y, x)) if y == 0 else None


def log1p(x, y):
    if y == 0 and finite(x):
        return (-INF if x == -1 else math.log1p(x) if x > -1 else math.log(abs(1 + x))), (0.0 if x >= -1 else PI)
    return log(x, y) if not finite(x) or not finite(y) else None


def sqrt(x, y):
    if y == INF:
        return INF, INF
    if math.isnan(x):
        return NAN, NAN
    if math.isnan(y):
        return (INF, NAN) if x == INF else (NAN, UINF) if x == -INF else (NAN, NAN)
    if math.isinf(x):
        return (INF, 0.0) if x > 0 else (0.0, INF)
    if y == 0:
        return (math.sqrt(abs(x)), 0.0) if x >= 0 else (0.0, math.sqrt(-x))
    return None


def negate(part):
    return part if isinstance(part, str) else -part


def by_conjugates(f):
    """Extend f from positive imaginary parts to all arguments by conjugation."""
    def everywhere(x, y):
        value = f(x, abs(y))
        return value if value is None or math.copysign(1, y) > 0 else (value[0], negate(value[1]))
    return everywhere


def odd(f):
    half = by_conjugates(f)

    def everywhere(x, y):
        if math.copysign(1, x) > 0:
            return half(x, y)
        value = half(-x, -y)
        return value and (negate(value[0]), negate(value[1]))
    return everywhere


def even(f):
    half = by_conjugates(f)
    return lambda x, y: half(x, y) if math.copysign(1, x) > 0 else half(-x, -y)


def turned(f):
    """Return -i f(iz)."""
    def everywhere(x, y):
        value = f(-y, x)
        return value and (value[1], negate(value[0]))
    return everywhere


def scaled(f, factor):
    def everywhere(x, y):
        value = f(x, y)
        return value and tuple(part if isinstance(part, str) else part * factor for part in value)
    return everywhere


LOG = by_conjugates(log)
FUNCTIONS = {
    "exp": by_conjugates(exp), "expm1": by_conjugates(expm1), "log": LOG, "log1p": by_conjugates(log1p),
    "log2": scaled(LOG, 1 / math.log(2)), "log10": scaled(LOG, 1 / math.log(10)), "sqrt": by_conjugates(sqrt),
    "sinh": odd(sinh), "cosh": even(cosh), "tanh": odd(tanh), "sin": turned(odd(sinh)), "tan": turned(odd(tanh)),
    "cos": lambda x, y: even(cosh)(-y, x), "asin": turned(odd(asinh)), "acos": by_conjugates(acos),
    "atan": turned(odd(atanh)), "asinh": odd(asinh), "acosh": by_conjugates(acosh), "atanh": odd(atanh)}
PARTS = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -4.0, INF, -INF, NAN]


def literal(x, y):
    return f"{x!r}{'+' if math.copysign(1, y) > 0 or math.isnan(y) else '-'}{abs(y)!r}j"


def listed(items):
    lines, line = [], "["
    for i, item in enumerate(items):
        word = item + (", " if i + 1 < len(items) else "]")
        if len(line) + len(word) > 110:
            lines.append(line + "\\")
            line = "    "
        line += word
    return "\n".join(lines + [line])


def write(folder, name, f):
    exact, opened = [], []
    for x in PARTS:
        for y in PARTS:
            value = f(x, y)
            if value is not None:
                (opened if any(isinstance(part, str) for part in value) else exact).append((x, y, value))
    out = ["# Expected: C17 Annex G.6 and the Python array API standard 2025.12, by tests/cases/special_values.py",
           "each T = complex128 complex64",
           "let z = " + listed([literal(x, y) for x, y, _ in exact]) + " as $T",
           f"call w = {name} z", "parts w " + listed([literal(*value) for _, _, value in exact]) + " 5e-7", "dtype w $T"]
    if opened:
        out += ["# Signs of some parts are not specified; their sizes are.",
                "let z = " + listed([literal(x, y) for x, y, _ in opened]) + " as $T", f"call w = {name} z"]
        for k, part in enumerate(("real", "imag")):
            wanted = [0.0 if v[k] == U0 else INF if v[k] == UINF else PI / 2 if v[k] == UANGLE else v[k] for _, _, v in opened]
            out += [f"call p = {part} w"]
            if any(v[k] in (UINF, UANGLE) for _, _, v in opened):
                out += ["call p = abs p"]
                wanted = [abs(w) for w in wanted]
            out += ["near p " + listed([repr(w) for w in wanted]) + " 5e-7"]
    with open(f"{folder}/{name}_special.case", "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    for function, rule in FUNCTIONS.items():
        write(sys.argv[1], function, rule)
