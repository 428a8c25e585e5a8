"""Chains of temporaries compared with NumPy, each measurement in a new process; see README.md.

A process with a warm heap hides the cost of memory, so every figure comes from processes that do nothing else. Our process and
NumPy's run at the same time and measure alternately, and ratios are of neighbouring samples. Other load on the machine, which
may slow a process by a quarter for seconds, then slows both."""
import statistics
import subprocess
import sys
import time

PROCESSES = 3
SAMPLES = 9


def blend(m, W, x):
    return W * (1 - x) + W * x


def chain(m, W, x):
    return ((W - x) * (W + x) / (1 + x * x) - 0.5) * W


def functions(m, W, x):
    return m.sqrt(W * W + x * x) - m.abs(W - x)


def fused(m, form):
    """The same as one elementwise function, if there is one."""
    if not hasattr(m, "elementwise"):
        return lambda W, x: FORMS[form](m, W, x)
    if form == "blend":
        return m.elementwise(lambda W, x: W * (1 - x) + W * x)
    if form == "chain":
        return m.elementwise(lambda W, x: ((W - x) * (W + x) / (1 + x * x) - 0.5) * W)
    return m.elementwise(lambda W, x: m.sqrt(W * W + x * x) - m.abs(W - x))


def aiyagari(m, n, steps):
    """Values of saving for 7 incomes and n levels of wealth; each step computes all utilities again."""
    beta, r, wage, risk = 0.96, 0.03, 1.0, 1.5
    income = m.linspace(0.4, 1.6, 7)
    chance = m.exp(-2.0 * m.abs(income[:, None] - income[None, :]))
    chance = chance / m.sum(chance, axis=1)[:, None]
    wealth = m.linspace(0.0, 20.0, n)
    value = m.zeros((7, n))
    for _ in range(steps):
        spent = (1 + r) * wealth[None, :, None] + wage * income[:, None, None] - wealth[None, None, :]
        safe = m.where(spent > 0, spent, 1e-3)
        utility = (1 - 1 / m.sqrt(safe)) / (risk - 1) - 1e6 * m.where(spent > 0, 0.0, 1.0)
        expected = chance @ value
        value = m.max(utility + beta * expected[:, None, :], axis=2)
    return value


FORMS = {"blend": blend, "chain": chain, "functions": functions}
NAMES = {"blend": "W*(1-x) + W*x", "chain": "((W-x)*(W+x)/(1+x*x) - .5)*W", "functions": "sqrt(W*W+x*x) - abs(W-x)"}
SIZES = [("8 x 8", (8, 8)), ("1e3", (1000,)), ("1e4", (10000,)), ("1 MB", (131072,)), ("7 x 200 x 200", (7, 200, 200)),
         ("10 MB", (1310720,)), ("100 MB", (13107200,))]


def measure(module, form, *sizes):
    """In the new process: print the seconds of one call for each line of input."""
    if module == "numpy":
        import numpy as m
    else:
        import gpulinalg as m
    if form == "aiyagari":
        def call():
            return aiyagari(m, sizes[0], 1)
    else:
        n = 1
        for k in sizes:
            n *= k
        W, x = (m.reshape(m.linspace(a, b, n), sizes) for a, b in ((0.5, 2.0), (0.1, 0.9)))
        function = fused(m, form[1:]) if form.startswith("=") else None

        # Large chains are lazy: they are computed when the result is requested.
        finish = m.synchronize if hasattr(m, "synchronize") and 8 * n >= 1 << 16 else lambda: None

        def call():
            result = function(W, x) if function else FORMS[form](m, W, x)
            finish()
            return result
    call()
    call()
    start = time.perf_counter()
    call()
    calls = max(3, int(4e-3 / (time.perf_counter() - start)))
    print("ready", flush=True)
    for _ in sys.stdin:
        call()  # warm up: a core that was idle while the other process worked needs time to wake up
        start = time.perf_counter()
        for _ in range(calls):
            call()
        print((time.perf_counter() - start) / calls, flush=True)


def unit(t):
    return f"{t * 1e9:9.0f} ns" if t < 1e-5 else f"{t * 1e6:9.1f} us" if t < 1e-3 else f"{t * 1e3:9.2f} ms"


def line(name, form, sizes):
    times = [], []
    for _ in range(PROCESSES):
        pair = [subprocess.Popen([sys.executable, __file__, "measure", module, form, *map(str, sizes)], text=True, bufsize=1,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE) for module in ("gpulinalg", "numpy")]
        for child in pair:
            child.stdout.readline()
        for _ in range(SAMPLES):
            for child, samples in zip(pair, times):
                child.stdin.write("\n")
                samples.append(float(child.stdout.readline()))
        for child in pair:
            child.communicate()
    ratio = statistics.median(a / b for a, b in zip(*times))
    print(f"  {name:<44}{unit(statistics.median(times[0]))}{unit(statistics.median(times[1]))}{ratio:8.2f}", flush=True)


def main():
    if sys.argv[1] == "measure":
        return measure(*sys.argv[2:4], *map(int, sys.argv[4:]))
    try:
        import numpy as np
    except ImportError:
        return print("\nPython: NumPy is not installed, nothing to measure beside")
    threads = f"{sys.argv[1]} thread{'s' * (sys.argv[1] != '1')}"
    print(f"\n==== Python {sys.version.split()[0]}, NumPy {np.__version__}: {threads} ====")
    print(f"\nChains of temporaries, float64, fresh processes\n  {'':<44}{'gpulinalg':>12}{'NumPy':>12}{'ratio':>8}")
    for form in FORMS:
        for name, shape in SIZES:
            line(f"{NAMES[form]}, {name}", form, shape)
            if shape >= (1310720,):
                line("    by elementwise()", "=" + form, shape)
    for n in (100, 200, 400):
        line(f"a step of an Aiyagari model, 7 x {n} x {n}", "aiyagari", (n,))


main()
