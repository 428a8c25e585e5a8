#!/usr/bin/env python3
"""Write the cases of complex functions at the limits of the range and near branch points: elementwise/FUNCTION_extreme.case.

Expected values are computed by mpmath with 80 digits, or more if there is cancellation; each part is rounded separately.

usage: extreme_values.py FOLDER"""
import math
import struct
import sys

import mpmath

from special_values import listed, literal

mpmath.mp.prec = 2400  # squares of the smallest numbers added to 1

BRANCH = [1 + 1e-20j, 1.0000001 + 1e-8j, 0.9999999 - 1e-9j, -1 + 1e-18j, -1.0000001 - 1e-7j, 1e-20 + 1j,
          1e-8 + 1.0000001j, 1e-9 - 0.9999999j, 1e300 + 1e300j, -1e300 + 1e-300j, 1e-200 + 1e-200j, 1e-12 - 3e-9j,
          2 + 1e-16j, 1e17 + 3j, 0.5 + 1e10j, 3 - 4j, -0.25 + 0.125j]
NEAR_1 = [0.6 + 0.8j, 0.8 + 0.6j, -0.8 + 0.6j, 1 + 1e-10j, 1e-10 + 1j, 0.28 - 0.96j, 1e308 + 1e308j,
          1e-310 + 1e-310j, 5e-324 + 0j, 1.2 + 0.01j, 1e-200 - 1e-180j]
POINTS = {
    "exp": [709.7 + 1j, 710.1 + 1.5j, 712 + 1.57j, -720 + 1j, -740 + 2j, 1e-300 + 1e-300j, 3 + 1e5j],
    "expm1": [709.7 + 1j, 710.1 + 1.5j, -50 + 1j, 1e-10 + 1e-12j, 1e-200 + 1e-210j, 1 + 3j],
    "log": NEAR_1, "log2": NEAR_1, "log10": NEAR_1,
    "log1p": [-0.4 + 0.8j, -0.2 + 0.6j, 1e-10 + 1e-3j, -5e-11 + 1e-5j, 1e-200 + 1e-190j, 1e308 + 1e308j, -2 + 1e-9j,
              -1 + 1e-300j],
    "sqrt": [1e308 + 1e308j, 5e-324 + 5e-324j, -1e308 + 1e-308j, 1e-308 - 1e308j, -1e-320 + 1e-322j, 3 - 4j, -4 + 1e-200j],
    "sinh": [710 + 1j, 710.4 + 1.57j, -710 + 2j, 1e-200 + 1e-200j, 0.01 - 3j, 30 + 1e3j],
    "cosh": [710 + 1j, 710.4 + 1.57j, -710 + 2j, 1e-100 + 1e-100j, 0.01 - 3j, 30 + 1e3j],
    "tanh": [400 + 1j, 20 + 0.5j, 23 - 2j, 0.3 + 1.5707963j, 1e-200 + 1j, -0.01 + 0.02j, 350 + 0.7j],
    "sin": [1 + 710j, 1.57 - 710.4j, 1e-200 + 1e-200j, 3 - 0.01j],
    "cos": [1 + 710j, 1.57 - 710.4j, 3 - 0.01j, 1e3 + 30j],
    "tan": [1 + 400j, 0.5 - 20j, 1.5707963 + 0.3j, 1 + 1e-200j],
    "asin": BRANCH, "acos": BRANCH, "atan": BRANCH, "asinh": BRANCH, "acosh": BRANCH, "atanh": BRANCH,
    "sign": [1.5e308 + 1.5e308j, 5e-324 + 5e-324j, 3 - 4j, 1e-310 + 3e-310j],
    "square": [1e150 + 1e-150j, 3 - 4j]}
FUNCTIONS = {"abs": abs, "sign": mpmath.sign, "square": lambda z: z * z, "log2": lambda z: mpmath.log(z) / mpmath.log(2),
             "log10": lambda z: mpmath.log(z) / mpmath.log(10), "log1p": lambda z: mpmath.log(1 + z),
             "expm1": lambda z: mpmath.exp(z) - 1}


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def parts(value, single_precision):
    out = []
    for part in (value.real, value.imag):
        x = float(part)
        limit = 3.4028234663852886e38 if single_precision else sys.float_info.max
        out.append(math.copysign(math.inf, x) if abs(part) > limit else x)
    return out


def write(folder, name, points):
    f = FUNCTIONS.get(name) or getattr(mpmath, name)
    out = ["# Expected: mpmath 1.4.1 with 2400 bits, by tests/cases/extreme_values.py"]
    for dtype, tolerance in (("complex128", "4e-15"), ("complex64", "3e-6")):
        zs, ws = [], []
        for z in points:
            narrow = dtype == "complex64"
            if narrow:
                try:
                    z = complex(single(z.real), single(z.imag))
                except OverflowError:
                    continue
                if any(0 < abs(p) < 1e-36 for p in (z.real, z.imag)) or max(abs(z.real), abs(z.imag)) > 1e30:
                    continue
            w = parts(mpmath.mpc(f(mpmath.mpc(z.real, z.imag))), narrow)
            if z.imag == 0 or any(p == 0 or abs(p) < (1e-37 if narrow else 1e-307) for p in w):
                continue
            if name in ("sinh", "cosh", "exp", "expm1", "sin", "cos", "tanh") and narrow and max(abs(z.real), abs(z.imag)) > 80:
                continue
            zs.append(literal(z.real, z.imag))
            ws.append(literal(*w))
        if not zs:
            continue
        out += ["let z = " + listed(zs) + " as " + dtype, f"call w = {name} z", "parts w " + listed(ws) + " " + tolerance]
    with open(f"{folder}/{name}_extreme.case", "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    for function, points in POINTS.items():
        write(sys.argv[1], function, points)
