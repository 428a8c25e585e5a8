"""Random formulas: the library's results are equal to Python's. TAP; needs no NumPy."""
import math
import os
import random

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_TEST_SEED", "19501"))
ROUNDS = 10*int(os.environ.get("GPULINALG_TEST_ROUNDS", "12"))
rng = random.Random(SEED)


def make(depth, names):
    """Return (formula, Python) of one value, which is finite for arguments in [-2, 2]."""
    if depth == 0 or rng.random() < 0.15:
        if rng.random() < 0.3:
            c = rng.choice([0.5, 2, 3, -1, 0.1, 1e-3])
            return f"({c!r})", f"({c!r})"
        name = rng.choice(names)
        return name, name
    (a, pa), (b, pb), (c, pc) = (make(depth - 1, names) for _ in range(3))
    kind = rng.randrange(9)
    if kind < 3:
        sign = "+-*"[kind]
        return f"({a} {sign} {b})", f"({pa} {sign} {pb})"
    if kind == 3:
        return f"({a} / (1 + {b}*{b}))", f"({pa} / (1 + {pb}*{pb}))"
    if kind == 4:
        return f"({a} < {b} ? {b} : {c})", f"({pb} if {pa} < {pb} else {pc})"
    if kind == 5:
        return f"min({a}, max({b}, {c}))", f"min({pa}, max({pb}, {pc}))"
    if kind == 6:
        return f"sqrt(abs({a}))", f"math.sqrt(abs({pa}))"
    if kind == 7:
        return f"({a} > {b} && !({b} >= {c}) ? (-({a})) : {b})", f"(-({pa}) if {pa} > {pb} and not ({pb} >= {pc}) else {pb})"
    return f"-({a})", f"-({pa})"


def statements(depth):
    """Return (formula, Python lines) with variables, a conditional and a loop."""
    formula, lines, names = [], [], ["x", "y"]
    for i in range(3):
        text, python = make(depth, names)
        formula.append(f"t{i} = {text};")
        lines.append(f"t{i} = {python}")
        names.append(f"t{i}")
    (condition, pc), (a, pa) = make(1, names), make(1, names)
    formula.append(f"if ({condition} > 0) {{ t0 = {a}; for (i = 0; i < 3; i++) t1 = t1/2 + t0*i; }} else t2 -= t0;")
    lines += [f"if {pc} > 0:", f"    t0 = {pa}", "    for i in range(3):", "        t1 = t1/2 + t0*i",
              "else:", "    t2 = t2 - t0"]
    return " ".join(formula) + " return t0, t1, t2", "\n".join(lines)


count = failed = 0
for _ in range(ROUNDS):
    formula, python = statements(rng.randint(1, 3))
    n = rng.choice([1, 3, 7, 64, 1030])
    x, y = ([rng.uniform(-2, 2) for _ in range(n)] for _ in range(2))
    got = [g.tolist() for g in gl.elementwise("x, y", "", formula)(x, y)]
    code = compile(python, "formula", "exec")
    good = True
    for i in range(n):
        values = {"x": x[i], "y": y[i], "math": math}
        exec(code, values)
        for k in range(3):
            g, e = got[k][i], values[f"t{k}"]
            good = good and abs(g - e) <= 1e-12*max(1, abs(e))
    count += 1
    failed += not good
    print("%sok %d - a random formula (seed %d)" % ("" if good else "not ", count, SEED))
    if not good:
        print("# " + formula)
print("1..%d" % count)
