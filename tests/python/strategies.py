"""Operations with several algorithms, as listed by `gpulinalg info --ops`: each is used when it applies. Without it the next
one is used, and results agree to the last digits.
tags: slow"""
import ctypes
import os
import random
import re
import subprocess
import sys

import gpulinalg as gl
from tap import ok, skip

# The library loaded by the module, and its function that disables one algorithm.
with open("/proc/self/maps") as maps:
    library = ctypes.CDLL(next(line.split()[-1] for line in maps if "/libgpulinalg.so" in line))
Taken = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_char_p)
random.seed(3)


def numbers(*shape):
    return [numbers(*shape[1:]) for i in range(shape[0])] if shape else random.uniform(-1, 1)


def matrices(*shape):
    """Return matrices that are not nearly singular."""
    return gl.asarray(numbers(*shape)) + 2 * shape[-1] * gl.eye(shape[-1])


def symmetric(n):
    a = matrices(n, n)
    return a + a.mT


def stack(n, count=3):
    a = matrices(count, n, n)
    return a + a.mT


def large_system():
    try:
        import numpy  # the matrix must be in host memory
    except ImportError:
        return None
    generator = numpy.random.default_rng(5)
    a, b = generator.standard_normal((4160, 4160)), generator.standard_normal(4160)
    return lambda: gl.solve(a, b)


def large_symmetric():
    capability = float(gl.device_info(gl.get_device())["compute_capability"])
    return call(gl.cholesky, symmetric(600)) if capability >= 9 else None


def in_stages():
    os.environ["GPULINALG_EIGH_FROM"] = "100"  # a small threshold for this test
    return call(gl.eigvalsh, symmetric(110))


def tall():
    a, b = gl.asarray(numbers(60, 4)), gl.asarray(numbers(60))
    return lambda: gl.lstsq(a, b).x


def small_least_squares():
    a, b = gl.asarray(numbers(3, 32, 8)), gl.asarray(numbers(3, 32, 1))
    return lambda: gl.lstsq(a, b).x


def few_values():
    return call(gl.unique_values, gl.astype(gl.arange(1 << 20) % 1000, gl.float64))


def call(function, *arguments):
    return lambda: function(*arguments)


# For each row except the last: a call to which it applies, the row that is used without it, and the permitted difference of
# results.
samples = {
    ("solve", "from host"): (large_system, "each", 1e-9),
    ("solve", "small"): (lambda: call(gl.solve, matrices(8, 8), gl.asarray(numbers(8))), "each", 1e-14),
    ("solve", "shared"): (lambda: call(gl.solve, matrices(70, 70), gl.asarray(numbers(3, 70, 2))), "each", 1e-14),
    ("inv", "small"): (lambda: call(gl.inv, matrices(3, 8, 8)), "each", 1e-14),
    ("det", "small"): (lambda: call(gl.det, matrices(3, 8, 8)), "factors", 1e-13),
    ("cholesky", "small"): (lambda: call(gl.cholesky, symmetric(8)), "each", 1e-14),
    ("eigh", "small"): (lambda: call(gl.eigvalsh, symmetric(8)), "each", 1e-13),
    ("eig", "small"): (lambda: call(gl.eigvals, gl.triu(matrices(8, 8))), "each", 1e-13),  # in the order of the diagonal
    ("svd", "small"): (lambda: call(gl.svdvals, gl.asarray(numbers(3, 16, 8))), "each", 1e-13),
    ("lstsq", "small"): (small_least_squares, "QR", 1e-13),
    ("unique", "few"): (few_values, "sorted", 0),
    ("lstsq", "Gram matrices"): (tall, "QR", 1e-13),
    ("solve (cuda)", "stack"): (lambda: call(gl.solve, matrices(3, 70, 70), gl.asarray(numbers(3, 70, 2))),
                                "one by one", 1e-13),
    ("cholesky (cuda)", "stack"): (lambda: call(gl.cholesky, stack(70)), "one by one", 1e-13),
    ("cholesky (cuda)", "tiles"): (large_symmetric, "one by one", 1e-13),
    ("lu (cuda)", "at once"): (lambda: (lambda a: lambda: gl.lu(a)[2])(matrices(3, 8, 8)), "stack", 1e-13),
    ("lu (cuda)", "stack"): (lambda: (lambda a: lambda: gl.lu(a)[2])(matrices(3, 70, 70)), "others", 1e-13),
    ("qr (cuda)", "stack"): (lambda: (lambda a: lambda: gl.qr(a)[1])(matrices(3, 80, 80)), "one by one", 1e-13),
    ("qr (cuda)", "at once"): (lambda: (lambda a: lambda: gl.qr(a)[1])(gl.asarray(numbers(3, 32, 8))), "one by one", 1e-13),
    ("eigh (cuda)", "two stages"): (in_stages, "one by one", 1e-13),
    ("eigh (cuda)", "on the host"): (lambda: call(gl.eigvalsh, symmetric(40)), "one by one", 1e-13),
    ("eigh (cuda)", "Jacobi"): (lambda: call(gl.eigvalsh, stack(20, 6)), "batched", 1e-13),
    ("eig (cuda)", "on the host"): (lambda: call(gl.eigvals, gl.triu(matrices(70, 70))), "one by one", 1e-9),
    ("svd, where (cuda)", "stack"): (lambda: call(gl.svdvals, matrices(3, 70, 70)), "on the host", 1e-12),
    ("svd, where (cuda)", "on the host"): (lambda: call(gl.svdvals, matrices(70, 70)), "one by one", 1e-12),
    ("svd (cuda)", "Halley"): (lambda: call(gl.svdvals, matrices(300, 300)), "iteration", 1e-12),
    ("svd (cuda)", "polar"): (lambda: (lambda a: lambda: gl.svd(a, full_matrices=False)[1])(gl.asarray(numbers(700, 300))),
                              "iteration", 1e-12),
    ("eigh (cuda)", "batched"): (lambda: call(gl.eigvalsh, stack(70)), "one by one", 1e-13),
    ("lstsq, last digits", "gradients"): (tall, "residuals", 1e-13),
}
needed_first = {"gradients": ("lstsq", "Gram matrices")}  # would be used before this one


def flat(x):
    return [y for row in x for y in flat(row)] if isinstance(x, list) else [x]


def run(function, operation, left_out=None):
    """Return the results, and the algorithm that was used for the operation."""
    taken = []
    note = Taken(lambda which, name: taken.append((which.decode(), name.decode())))
    names = operation.encode(), left_out.encode() if left_out else None  # the library keeps their addresses
    library.gla_test_strategies(*names, note)
    try:
        result = flat(function().tolist())
    finally:
        library.gla_test_strategies(None, None, None)
    return result, [name for which, name in taken if which == operation]


def listed(device):
    """Yield (operation, name, is available, is last) of each row in info --ops."""
    text, backend, operation, rows = gl.info(ops=True), device.split(":")[0], "", []
    head, lines = re.search(r"^(strategies.*)\n((?:  .*\n?)+)", text, re.M).groups()
    column = head.index(" %s " % backend) + 1
    for line in lines.splitlines():
        operation = line[2:24].strip() or operation
        rows.append((operation, line[25:39].strip(), line[column:].startswith("yes")))
    return [row + (at + 1 == len(rows) or rows[at + 1][0] != row[0],) for at, row in enumerate(rows)]


def test(device):
    gl.set_device(device)
    rows = listed(device)
    ok(len(rows) > 5, "%s: info --ops lists ways" % device)
    for operation, name, there, last in rows:
        title = "%s: %s, %s" % (device, operation, name)
        if last or not there:
            continue
        if (operation, name) not in samples:
            ok(False, title + " has a sample here")
            continue
        make, then, bound = samples[operation, name]
        if name in needed_first and needed_first[name] + (True, False) in rows:
            continue  # used if the first one fails: tests/cases/linalg/lstsq_tall.case
        function = make()
        if function is None:
            skip(title, "what it needs is not here")
            continue
        want, before = run(function, operation)
        if device != "host" and before == [then] and gl.device_info(device).get("kind") == "CPU":
            skip(title, "a processor leaves it to the host")
            continue
        got, after = run(function, operation, name)
        ok(before == [name], "%s is taken (%s)" % (title, before))
        ok(after == [then], "%s: without it %s" % (title, after))
        wrong = max(abs(x - y) for x, y in zip(want, got)) / max(map(abs, want))
        ok(len(want) == len(got) and wrong <= bound, "%s: the same numbers, %.1e" % (title, wrong))


for device in gl.devices():
    if len(sys.argv) == 1 or device.startswith(sys.argv[1]):
        test(device)
if len(sys.argv) == 1:
    environment = {**os.environ, "GPULINALG_BACKENDS": "emulated,host"}
    emulated = subprocess.run([sys.executable, __file__, "emulated"], env=environment, capture_output=True, text=True)
    lines = [line for line in emulated.stdout.splitlines() if line.startswith(("ok", "not ok"))]
    if lines:
        for line in lines:
            ok(line.startswith("ok"), line.split(" - ", 1)[1])
        ok(emulated.returncode == 0, "all is done on the emulated device")
    else:
        skip("the emulated device", "it is not built")
