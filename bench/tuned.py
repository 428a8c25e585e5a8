"""tuned.py FILE: run times of calls that use the kernels in src/backends/host/tuned; `bench/tuned` runs it."""
import json
import os
import sys
import time

ROWS = {"words": ("uniform", "normal", "integers"), "tables": ("exp", "log", "log1p", "pow"), "first": ("argmax",)}


def compare(folder, rounds):
    least = {}
    for name in ("all", *ROWS):
        runs = [json.load(open("%s/%s.%d.json" % (folder, name, i + 1))) for i in range(rounds)]
        least[name] = {row: min(run[row] for run in runs) for row in runs[0]}
    for name, words in ROWS.items():
        for row, tuned in least["all"].items():
            if row.split()[0] in words:
                plain = least[name][row]
                print("%-8s %-18s %9.1f %9.1f %6.2f" % (name, row, tuned, plain, plain / tuned))


def smallest(call):
    """Return the smallest time in microseconds."""
    call()
    n, spent = 1, 0
    while spent < 0.005:
        n *= 3
        begin = time.perf_counter()
        for _ in range(n):
            call()
        spent = time.perf_counter() - begin
    best = spent / n
    for _ in range(7):
        begin = time.perf_counter()
        for _ in range(n):
            call()
        best = min(best, (time.perf_counter() - begin) / n)
    return best * 1e6


def measure(file):
    os.environ.update(GPULINALG_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", GPULINALG_DEVICE="host", GPULINALG_LAZY="0")
    import gpulinalg as gla

    g = gla.random.Generator(1)
    x = g.random(100000) + 0.1
    v, m, w = g.normal(size=10**6), g.normal(size=(1000, 1000)), g.normal(size=(10000, 100))
    calls = {
        "uniform 1e5": lambda: g.random(100000),
        "normal 1e5": lambda: g.normal(size=100000),
        "integers 1e5": lambda: g.integers(0, 1000, size=100000),
        "exp 1e5": lambda: gla.exp(x),
        "log 1e5": lambda: gla.log(x),
        "log1p 1e5": lambda: gla.log1p(x),
        "pow 1e5": lambda: gla.pow(x, x),
        "argmax 1e6": lambda: gla.argmax(v),
        "argmax rows 1000": lambda: gla.argmax(m, axis=1),
        "argmax rows 100": lambda: gla.argmax(w, axis=1),
    }
    with open(file, "w") as out:
        json.dump({name: smallest(call) for name, call in calls.items()}, out)


if sys.argv[1] == "--compare":
    compare(sys.argv[2], int(sys.argv[3]))
else:
    measure(sys.argv[1])
