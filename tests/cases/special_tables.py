#!/usr/bin/env python3
"""Write the cases of special functions and distributions, special/NAME.case and stats/NAME.case: tables with 50 digits.

The arguments are float64 numbers: a grid, neighbourhoods of zeros, poles and boundaries between methods, tails, and random
numbers with a seed. The expected values are mpmath's, rounded. `parts` compares each with a tolerance relative to its own size,
so that the number after the table is a bound of the relative error: BOUND units in the last place (2^-52), unless a row states
another bound.

usage: special_tables.py FOLDER [NAME...]"""
import math
import random
import struct
import sys

import mpmath
from mpmath import mp, mpf

import special_references as references

mp.dps = 50
BOUND = 4
TAGS = {"expit": "# tags: smoke emulated languages", "j0": "# tags: languages",
        "betaincinv": "# tags: languages"}


def number(v):
    v = float(v)
    return "nan" if v != v else "inf" if v == math.inf else "-inf" if v == -math.inf else repr(v)


def listed(values):
    """Return a list in the case language, folded at 110 columns."""
    lines, line = [], "["
    for i, v in enumerate(values):
        word = number(v) + ("]" if i == len(values) - 1 else ", ")
        if len(line) + len(word) > 110:
            lines.append(line.rstrip())
            line = "    "
        line += word
    return " \\\n".join([*lines, line])


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def rounded(value):
    """Round to float64; mpf's own conversion also rounds subnormal numbers to nearest."""
    return value if isinstance(value, float) else float(value)


def table(f, columns):
    """Return rows (arguments, expected) of finite results that are normal float64 numbers, or zeros."""
    rows = []
    for arguments in columns:
        try:
            value = f.reference(*[mpf(a) for a in arguments])
        except (ZeroDivisionError, ValueError, mpmath.libmp.NoConvergence):
            continue
        value = mp.re(value)
        if mp.isfinite(value) and (value == 0 or mpf(2) ** -1021 < abs(value) < mpf(2) ** 1023):
            rows.append((arguments, rounded(value)))
    return rows


def write(folder, f):
    names = ["x", "y", "z"][: f.arity]
    rows = table(f, f.points(random.Random(f.name)))
    out = ["# Written by tests/cases/special_tables.py.  Expected: mpmath with 50 digits, rounded; limits from SciPy 1.17",
           "# needs: float64", *([TAGS[f.name]] if f.name in TAGS else [])]

    def call(arguments, expected, dtype, tolerance):
        for name, values in zip(names, zip(*arguments)):
            out.append(f"let {name} = {listed(values)} as {dtype}")
        out.append(f"call r = {f.called} {' '.join(names)}")
        out.append(f"parts r {listed(expected)} {tolerance}")
        out.append(f"dtype r {dtype}")

    call([a for a, _ in rows], [v for _, v in rows], "float64", f"{f.bound * 2.0 ** -52:.2g}")
    out.append("# float32 is computed in float64.")
    few = [[single(v) for v in a] for a, _ in rows[:: max(1, len(rows) // 24)]]
    few = [(a, v) for a, v in table(f, few) if 1e-37 < abs(v) < 1e38]
    call([a for a, _ in few], [single(v) for _, v in few], "float32", "1.2e-7")
    out.append("# Limits, arguments outside the domain, and NaN.")
    for arguments, value in f.special:
        out.append(f"call r = {f.called} {' '.join(number(a) for a in arguments)}")
        out.append(f"same r {number(value)}")
    whole = [float(v) for v in f.whole]
    out.append("# Other dtypes, views, broadcasting, empty arrays, and refused arguments.")
    limits = dict(f.special)
    expected = number(limits[tuple(whole)] if tuple(whole) in limits else
                      rounded(mp.re(f.reference(*[mpf(v) for v in whole]))))
    out.append("each T = int8 int16 int32 int64 uint8 uint16 uint32 uint64")
    for name, v in zip(names, whole):
        out.append(f"let {name} = [{int(v)}, {int(v)}] as $T")
    out += [f"call r = {f.called} {' '.join(names)}", f"near r [{expected}, {expected}] 2e-15", "dtype r float64"]
    grid = [a for a, _ in rows[:: max(1, len(rows) // 6)]][:6]
    values = [v for _, v in rows[:: max(1, len(rows) // 6)]][:6]
    out.append("each T = float64")
    for k, name in enumerate(names):
        g = [number(a[k]) for a in grid]
        out.append(f"let m = [[{g[0]}, {g[1]}, {g[2]}], [{g[3]}, {g[4]}, {g[5]}]] as $T")
        out.append("call t = matrix_transpose m")
        out.append(f'call {name} = getitem t "::-1"')
    v = [number(a) for a in values]
    out.append(f"call r = {f.called} {' '.join(names)}")
    out.append(f"parts r [[{v[2]}, {v[5]}], [{v[1]}, {v[4]}], [{v[0]}, {v[3]}]] {f.bound * 2.0 ** -52:.2g}")
    if f.arity > 1:
        last = " ".join([f"[{whole[0]}, {whole[0]}]", *[f"[[{w}], [{w}], [{w}]]" for w in whole[1:2]],
                         *[str(w) for w in whole[2:]]])
        out += [f"call r = {f.called} {last}", "shape r [3, 2]"]
        bad = " ".join(["[1.0, 2.0]", "[1.0, 2.0, 3.0]", *[str(w) for w in whole[2:]]])
        out.append(f"fails ShapeError {f.called} {bad}")
    out.append("let e = [[], []] as float32")
    out += [f"call r = {f.called} {' '.join(['e'] * f.arity)}", "shape r [2, 0]", "dtype r float32"]
    out.append(f"fails DTypeError {f.called} {' '.join(['[1j]'] * f.arity)}")
    with open(f"{folder}/{f.room}/{f.name}.case", "w") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    for each in references.FUNCTIONS:
        if not sys.argv[2:] or each.name in sys.argv[2:]:
            write(sys.argv[1], each)
