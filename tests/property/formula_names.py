# tags: fast slow
"""Random Python functions, in modules whose names are bound to anything: as formulas they agree with plain Python, or are
refused. TAP; needs no NumPy. GPULINALG_CAMPAIGN_SEED and GPULINALG_CAMPAIGN_SECONDS are the seed and the run time."""
import ast
import importlib.util
import os
import random
import sys
import tempfile
import time

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "23"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "4"))
POINTS = [(a, b) for a in (-7.5, -2.0, -0.5, 0.0, 0.25, 1.0, 3.0, 6.5) for b in (-3.0, -0.75, 0.5, 2.0)]

# Possible bindings of a name in a module: the module's own function, the language's, or another one.
HEADERS = [
    ("exp", ["from math import exp", "def exp(x):\n    return x*0.5", "exp = lambda v: v + 1", "",
             "from math import floor as exp"]),
    ("floor", ["from math import floor", "floor = abs", "def floor(x):\n    return x - 0.25", "",
               "from gpulinalg import floor"]),
    ("pi", ["from math import pi", "pi = 0.3", "from math import e as pi", "pi = 3", ""]),
    ("abs", ["", "abs = round", "def abs(x):\n    return -x", "import math\nabs = math.fabs"]),
    ("max", ["", "max = min", "def max(a, b):\n    return a if a > b else b", "max = pow"]),
    ("round", ["", "round = int", "from math import trunc as round", "from math import ceil as round"]),
    ("m", ["import math as m", "class m:\n    pi, floor, sqrt = 0.125, abs, float",
           "import types\nm = types.SimpleNamespace(pi=2, floor=abs, sqrt=abs)", "import math as m"]),
    ("square", ["def square(v):\n    return v*v", "square = lambda v: v*abs(v)",
                "import functools\ndef passing(f):\n    @functools.wraps(f)\n    def inner(v):\n        return f(v) + 1\n"
                "    return inner\n@passing\ndef square(v):\n    return v*v",
                "def square(v):\n    if v > 2:\n        return v\n    t = 0\n    for i in range(3):\n        t += v*i\n"
                "    return t",
                "import functools\n@functools.lru_cache\ndef square(v):\n    return v*v"]),
]
LOCALS = ["t", "u", "_0", "t0", "e", "function", "inf", "nan", "A", "float32", "größe", "true", "min_0"]


class Maker:
    """One module of random functions."""

    def __init__(self, rng):
        self.rng = rng

    def constant(self):
        return self.rng.choice(["0", "1", "2", "3", "-1", "0.5", "1.0", "0.0", "-0.0", "2.5", "-3", "7", "True", "10**20",
                                "2**63", "2**3", "1e-3", "-2**2", "9007199254740993", "3 % -2", "7 // -2"])

    def value(self, depth, names):
        r = self.rng
        if depth == 0 or r.random() < 0.12:
            return r.choice(names) if r.random() < 0.75 else r.choice([self.constant(), "pi", "m.pi"])
        a, b, c = (self.value(depth - 1, names) for _ in range(3))
        kind = r.randrange(16)
        if kind < 6:
            return f"({a} {r.choice(['+', '-', '*', '+', '-', '/', '//', '%'])} {b})"
        if kind == 6:
            return f"({a} if {self.truth(depth - 1, names)} else {b})"
        if kind == 7:
            return f"-{a}**2" if r.random() < 0.5 else f"({a})**{r.choice(['2', '3', '-1', '0'])}"
        if kind == 8:
            return f"{r.choice(['max', 'min'])}({a}, {b})"
        if kind == 9:
            return f"({a} {r.choice(['and', 'or'])} {b})"
        if kind == 10:
            return f"min({a}, {b}, {c})"
        if kind < 14:
            names = ["exp", "floor", "abs", "round", "square", "int", "float", "m.floor", "math.ceil", "math.trunc"]
            return f"{r.choice(names)}({a})"
        if kind == 14:
            return f"m.sqrt(abs({a}))"
        return f"{r.choice(['math.fabs', 'helper', 'pow'])}({a}{', 2' if r.random() < 0.3 else ''})"

    def truth(self, depth, names):
        a, b, c = (self.value(depth, names) for _ in range(3))
        sign = lambda: self.rng.choice(["<", "<=", ">", ">=", "==", "!="])  # noqa: E731
        text = f"{a} {sign()} {b}" + (f" {sign()} {c}" if self.rng.random() < 0.3 else "")
        return f"not ({text})" if self.rng.random() < 0.2 else text

    def statements(self, names, indent, depth, inside):
        r, lines, pad = self.rng, [], "    "*indent
        for _ in range(r.randint(1, 3)):
            kind, target = r.randrange(8), r.choice(LOCALS + ["x"])
            if kind < 3:
                lines.append(f"{pad}{target} = {self.value(2, names)}")
                names = names + [target]
            elif kind == 3:
                lines.append(f"{pad}{r.choice(names)} {r.choice(['+=', '-=', '*='])} {self.value(1, names)}")
            elif kind == 4:
                a, b = r.choice(names), r.choice(names)
                lines.append(f"{pad}{a}, {b} = {self.value(1, names)}, {a}")
            elif kind == 5 and depth:
                lines += [f"{pad}if {self.truth(1, names)}:", *self.statements(names, indent + 1, depth - 1, inside)]
                if r.random() < 0.6:
                    lines += [f"{pad}else:", *self.statements(names, indent + 1, depth - 1, inside)]
            elif kind == 6 and depth:
                counter = r.choice("ijk")
                bounds = r.choice(["3", "1, 4", "5, 0, -2", "0, 6, 4", "int(3.5)"])
                lines += [f"{pad}for {counter} in range({bounds}):",
                          *self.statements(names + [counter], indent + 1, depth - 1, True)]
            elif kind == 7 and not inside and r.random() < 0.5:
                lines += [f"{pad}if {self.truth(1, names)}:", f"{pad}    return {self.value(1, names)}"]
            else:
                lines.append(f"{pad}x = {self.value(2, names)}")
        return lines

    def module(self):
        header = ["import math", *(self.rng.choice(ways) for _, ways in HEADERS)]
        helper = ["def helper(x):", *self.statements(["x"], 1, 1, False), f"    return {self.value(1, ['x'])}"]
        one = [f"lambda x, y: {self.value(3, ['x', 'y'])}" for _ in range(2)]
        one.append(one[0].replace("1.0", "1").replace("-0.0", "0.0") if self.rng.random() < 0.5 else one[1])
        body = ["def f(x, y):", *self.statements(["x", "y"], 1, 2, False), f"    return {self.value(3, ['x', 'y'])}"]
        return "\n".join([*header, *helper, f"lambdas = [{', '.join(one)}]", *body, ""])


def load(text, folder, n):
    path = os.path.join(folder, f"module_{n}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    spec = importlib.util.spec_from_file_location(f"module_{n}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Unpromised(ArithmeticError):
    """An intermediate value that formulas do not guarantee: Python continues with complex numbers, and with integers of any
    length."""


def watch(value):
    if isinstance(value, complex) or (isinstance(value, int) and abs(value) >= 2**53):
        raise Unpromised
    return value


class Watched(ast.NodeTransformer):
    """The same module with a check of each computed number."""

    def watched(self, node, operands):
        self.generic_visit(node)
        if not any(isinstance(n, ast.Name) for o in operands for n in ast.walk(o)):
            return node  # formulas read constants unchanged, too
        return ast.copy_location(ast.Call(ast.Name("watch__", ast.Load()), [node], []), node)

    def visit_BinOp(self, node):
        return self.watched(node, [node.left, node.right])

    def visit_Call(self, node):
        return self.watched(node, node.args)

    def visit_FunctionDef(self, node):
        node.body = [self.visit(statement) for statement in node.body]
        return node


def load_watched(text):
    names = {"watch__": watch, "__name__": "watched"}
    exec(compile(ast.fix_missing_locations(Watched().visit(ast.parse(text))), "watched", "exec"), names)
    return names


def plain(f, point):
    """Return Python's result; None if it raises, or if formulas do not guarantee the result."""
    try:
        value = f(*point)
        value = float(value) if isinstance(value, (int, float)) else None
    except (ArithmeticError, ValueError, TypeError, RecursionError, NameError, AttributeError):
        return None
    return value if value is not None and abs(value) < 2.0**52 else None


def differs(f, watched):
    """Return the first point at which the formula is wrong; False if it is right, None if it is refused."""
    try:
        got = gl.elementwise(f)([p[0] for p in POINTS], [p[1] for p in POINTS])
        got = [float(v) for v in (got.tolist() if got.ndim else [got.item()]*len(POINTS))]
    except gl.Error as error:
        if not isinstance(error, (gl.CompileError, gl.DTypeError, gl.OverflowError)):
            raise
        return None
    for point, value in zip(POINTS, got):
        expected = plain(watched, point)
        if expected is not None and not abs(value - expected) <= 1e-12*max(1, abs(expected)):
            return point, value, expected
    return False


def main():
    counts, failures, start, n = {"agree": 0, "refused": 0}, [], time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() - start < SECONDS and len(failures) < 5:
            n += 1
            text = Maker(random.Random(SEED*1000003 + n)).module()
            try:
                module, names = load(text, folder, n), load_watched(text)
            except (SyntaxError, NameError, TypeError):
                continue
            watched = [names["f"], *names["lambdas"]]
            for i, f in enumerate([module.f, *module.lambdas]):
                wrong = differs(f, watched[i])
                counts["refused" if wrong is None else "agree"] += 1
                if wrong:
                    place = f"module {n}, function {i}, at {wrong[0]}"
                    failures.append(f"{place}: {wrong[1]!r}, but Python has {wrong[2]!r}\n{text}")
            os.remove(module.__file__)
    print("# seed %d: %d modules, %s" % (SEED, n, counts))
    for failure in failures:
        print("# " + failure.replace("\n", "\n# "))
    print("%sok 1 - no function means another thing as a formula" % ("not " if failures else ""))
    print("%sok 2 - a tenth of them at least are formulas" % ("" if counts["agree"]*10 >= sum(counts.values()) else "not "))
    print("1..2")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
