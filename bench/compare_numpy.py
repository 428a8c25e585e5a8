"""Run times of gpulinalg and of NumPy, as a table; see README.md."""
import gc
import statistics
import subprocess
import sys
import time

import gpulinalg as gla

try:
    import numpy as np
except ImportError:
    sys.exit(print("\nPython: NumPy is not installed, nothing to measure beside"))

ROUNDS = 9


def seconds(function, calls):
    start = time.perf_counter()
    for _ in range(calls):
        function()
    return (time.perf_counter() - start) / calls


def unit(t):
    return f"{t * 1e9:9.0f} ns" if t < 1e-5 else f"{t * 1e6:9.1f} us" if t < 1e-3 else f"{t * 1e3:9.2f} ms"


def line(name, ours, theirs):
    """Measure both alternately, ROUNDS times; a round of short calls repeats them for about 5 ms."""
    ours(), theirs()
    once = max(seconds(ours, 1), seconds(theirs, 1))
    calls = max(1, int(5e-3 / once))
    rounds = ROUNDS if once < 0.2 else 3
    times = [], []
    gc.disable()
    for r in range(rounds):
        for which in ((0, 1) if r % 2 else (1, 0)):
            times[which].append(seconds((ours, theirs)[which], calls))
    gc.enable()
    a, b = map(statistics.median, times)
    print(f"  {name:<34}{unit(a)}{unit(b)}{a / b:8.2f}", flush=True)


def title(text, first="gpulinalg", second="NumPy"):
    print(f"\n{text}\n  {'':<34}{first:>12}{second:>12}{'ratio':>8}")


def both(name, function, *arrays):
    """Measure function(module, *arrays), on our arrays and on NumPy's."""
    mine = [gla.asarray(a) for a in arrays]
    line(name, lambda: function(gla, *mine), lambda: function(np, *arrays))


def matrix_functions(rng):
    title("Matrix functions (one BLAS for both where the system has one)")
    for n in (100, 1000):
        a, b, s = rng.random((n, n)), rng.random((n, n)), rng.random((n, n))
        s = s + s.T
        both(f"matmul {n}", lambda m, x, y: x @ y, a, b)
        both(f"solve {n}, one right-hand side", lambda m, x, y: m.linalg.solve(x, y), a, b[0].copy())
        both(f"solve {n}, {n} right-hand sides", lambda m, x, y: m.linalg.solve(x, y), a, b)
        both(f"svd {n}", lambda m, x: m.linalg.svd(x), a)
        both(f"eigh {n}", lambda m, x: m.linalg.eigh(x), s)


def element_functions(rng):
    title("Functions of 1e7 float64 elements")
    a, b, c = rng.random(10**7) + 0.5, rng.random(10**7) + 0.5, rng.random(10**7)
    both("a + b", lambda m, x, y: x + y, a, b)
    both("a * b", lambda m, x, y: x * y, a, b)
    both("exp", lambda m, x: m.exp(x), a)
    both("sqrt", lambda m, x: m.sqrt(x), a)
    both("where(a < b, a, b)", lambda m, x, y: m.where(x < y, x, y), a, b)
    both("a * b + c", lambda m, x, y, z: x * y + z, a, b, c)
    title("Reductions of 1e7 float64 elements")
    grid = a.reshape(1000, 10000)
    for name in ("sum", "mean", "max", "var"):
        both(name, lambda m, x: getattr(m, name)(x), a)
    for axis in (0, 1):
        both(f"sum, axis {axis} of 1000 x 10000", lambda m, x: m.sum(x, axis=axis), grid)
        both(f"max, axis {axis} of 1000 x 10000", lambda m, x: m.max(x, axis=axis), grid)
        both(f"var, axis {axis} of 1000 x 10000", lambda m, x: m.var(x, axis=axis), grid)


def order(rng):
    title("Order: 1e7 float64 elements")
    x, few = rng.standard_normal(10**7), rng.integers(0, 10**5, 10**7).astype(float)
    both("sort", lambda m, a: m.sort(a), x)
    both("argsort", lambda m, a: m.argsort(a), x)
    for n in (10000, 1000, 100, 10):
        both(f"sort, rows of {n}", lambda m, a: m.sort(a), x.reshape(-1, n))
    both("sort, axis 0 of 10000 x 1000", lambda m, a: m.sort(a, axis=0), x.reshape(10000, 1000))
    both("unique, 1e5 values", lambda m, a: m.unique_values(a) if m is gla else m.unique(a), few)
    both("searchsorted in 1000", lambda m, a, b: m.searchsorted(a, b), np.sort(x[:1000]), x)
    both("isin 1000", lambda m, a, b: m.isin(a, b), x, x[:1000])


def groups(rng):
    title("Groups and order statistics: 1e6 float64 elements")
    x = rng.standard_normal(10**6)
    for n in (1000, 10**6):
        keys, sums = rng.integers(0, n, 10**6), np.zeros(n)
        mine = [gla.asarray(v) for v in (sums, keys, x)]
        line(f"add_at, {n} positions", lambda: gla.add_at(*mine), lambda: np.add.at(sums, keys, x))
    few = np.floor(x * 10) / 2
    line("factorize, few values", lambda a=gla.asarray(few): gla.factorize(a), lambda: np.unique(few, return_inverse=True))
    both("histogram of 100 bins", lambda m, a: m.histogram(a, 100), x)
    both("median", lambda m, a: m.median(a), x)
    both("median, axis 0 of 1000 x 1000", lambda m, a: m.median(a, axis=0), x.reshape(1000, 1000))


def step_by_step(z):
    k, path = np.ones(len(z)), np.empty_like(z)
    for i in range(z.shape[1]):
        k = path[:, i] = 0.3 * z[:, i] * k**0.33
    return path


def recurrences(rng):
    title("Steps of k = 0.3 z k**0.33, and of filters")
    formula = gla.elementwise(lambda k, z: 0.3 * z * k**0.33)
    for n, steps in ((1, 10000), (100, 1000), (10000, 200)):
        z = 0.5 + rng.random((n, steps))
        mine = gla.asarray(z)
        line(f"scan, {n} x {steps}", lambda: formula.scan([gla.ones([n])], [mine]), lambda: step_by_step(z))
    try:
        import scipy.signal
        from scipy.optimize import elementwise
    except ImportError:
        return print("  SciPy 1.15 or later is not installed")
    x = rng.standard_normal(10**6)
    mine = gla.asarray(x)
    line("lfilter, AR(1), 1e6 (SciPy)", lambda: gla.lfilter([1.0], [1.0, -0.9], mine),
         lambda: scipy.signal.lfilter([1.0], [1.0, -0.9], x))
    c = rng.random(10**5) + 0.5
    mine, zero, two = gla.asarray(c), np.zeros(c.shape), np.full(c.shape, 2.0)
    line("find_root of x**2 - c, 1e5 (SciPy)", lambda: gla.find_root(lambda x: x * x - mine, zero, two),
         lambda: elementwise.find_root(lambda x, c: x * x - c, (zero, two), args=(c,)))


def special_functions(rng):
    try:
        import scipy.special as scipy_special
    except ImportError:
        return print("\nSpecial functions: SciPy is not installed")
    title("Special functions of 1e6 float64 elements", second="SciPy")
    x, p, a, b = rng.normal(size=10**6), rng.random(10**6), 20 * rng.random(10**6) + 0.1, 20 * rng.random(10**6) + 0.1
    for name, *arrays in (("erf", x), ("ndtr", x), ("ndtri", p), ("gammaln", a), ("gammainc", a, b), ("betainc", a, b, p),
                          ("gammaincinv", a, p), ("betaincinv", a, b, p)):
        mine = [gla.asarray(v) for v in arrays]
        ours, theirs = getattr(gla.special, name), getattr(scipy_special, name)
        line(name, lambda: ours(*mine), lambda: theirs(*arrays))
    distributions(x, p, a)


def distributions(x, p, df):
    import scipy.stats
    title("Distributions of 1e6 float64 elements", second="SciPy")
    few = df // 1
    for name, function, *arrays in (("norm", "cdf", x), ("norm", "ppf", p), ("t", "sf", x, df), ("t", "ppf", p, df),
                                    ("t", "ppf", p, 5.0), ("t", "pdf", x, 5.0), ("chi2", "sf", 10 * p, df),
                                    ("chi2", "ppf", p, 5.0), ("f", "sf", 4 * p, df, 3 * df), ("f", "ppf", p, 5.0, 7.0),
                                    ("poisson", "pmf", few, df), ("poisson", "pmf", few, 12.0),
                                    ("binom", "cdf", few, 40.0, 0.3)):
        mine = [gla.asarray(v) for v in arrays]
        ours, theirs = getattr(getattr(gla.stats, name), function), getattr(getattr(scipy.stats, name), function)
        plain = ", ".join(str(v) for v in arrays if isinstance(v, float))
        line(f"{name}.{function} {plain}".rstrip(), lambda: ours(*mine), lambda: theirs(*arrays))


def grid_laplacian(n):
    import scipy.sparse as theirs
    one = np.ones(n - 1)
    line_of = theirs.diags_array([-one, np.full(n, 2.0), -one], offsets=[-1, 0, 1])
    a = theirs.csr_array(theirs.kronsum(line_of, line_of))
    a.sort_indices()
    return a


def draws(rng):
    title("Random numbers, 1e6 of a call")
    g, n = gla.random.Generator(1), 10**6
    for name, ours, theirs in (
            ("random", lambda: g.random(shape=n), lambda: rng.random(n)),
            ("normal", lambda: g.normal(shape=n), lambda: rng.standard_normal(n)),
            ("exponential", lambda: g.exponential(shape=n), lambda: rng.standard_exponential(n)),
            ("integers(1000)", lambda: g.integers(1000, shape=n), lambda: rng.integers(0, 1000, n)),
            ("integers(10**12)", lambda: g.integers(10**12, shape=n), lambda: rng.integers(0, 10**12, n)),
            ("gamma(2.5)", lambda: g.gamma(2.5, shape=n), lambda: rng.gamma(2.5, size=n)),
            ("poisson(5)", lambda: g.poisson(5.0, shape=n), lambda: rng.poisson(5.0, n)),
            ("poisson(50)", lambda: g.poisson(50.0, shape=n), lambda: rng.poisson(50.0, n)),
            ("binomial(1000, 0.3)", lambda: g.binomial(1000, 0.3, shape=n), lambda: rng.binomial(1000, 0.3, n)),
            ("binomial(20, 0.2)", lambda: g.binomial(20, 0.2, shape=n), lambda: rng.binomial(20, 0.2, n))):
        line(name, ours, theirs)
    values, mine = rng.random(n), gla.asarray(rng.random(n))
    line("permutation of an array", lambda: g.permutation(mine), lambda: rng.permutation(values))
    line("shuffle", lambda: g.shuffle(mine), lambda: rng.shuffle(values))
    alpha = [0.5, 1.5, 2.5, 3.5]
    line("dirichlet, 1e5 of 4", lambda: g.dirichlet(alpha, shape=n // 10), lambda: rng.dirichlet(alpha, n // 10))
    try:
        from scipy.stats import qmc
    except ImportError:
        return
    line("Sobol, scrambled, 65536 of 8 (SciPy)", lambda: gla.random.sobol(1 << 16, 8, seed=1),
         lambda: qmc.Sobol(8, rng=1).random(1 << 16))


def sparse_matrices(rng):
    try:
        import scipy.sparse as theirs
        from scipy.sparse.linalg import cg, spsolve_triangular
    except ImportError:
        return print("\nSparse matrices: SciPy is not installed")
    title("Sparse matrices: random, 2e5 rows of 20; Laplacian of a grid, 1e6 rows", second="SciPy")
    n = 200000
    row, col, data = rng.integers(0, n, 20 * n), rng.integers(0, n, 20 * n), rng.standard_normal(20 * n)

    def rows(parts):
        a = theirs.coo_array((parts[0], parts[1:]), shape=(n, n)).tocsr()
        a.sum_duplicates()
        return a

    def squared(a):
        b = a @ a
        b.sort_indices()
        return b

    a, b = rows((data, row, col)), grid_laplacian(1000)
    c, d = gla.sparse.Sparse.from_scipy(a), gla.sparse.Sparse.from_scipy(b)
    for name, theirs_a, ours_a in (("random", a, c), ("Laplacian", b, d)):
        for shape in ((theirs_a.shape[1],), (theirs_a.shape[1], 16)):
            x = rng.standard_normal(shape)
            mine = gla.asarray(x)
            line(f"{name}: A @ x, {shape[1] if x.ndim > 1 else 1} columns", lambda: ours_a @ mine, lambda: theirs_a @ x)
        line(f"{name}: tocsc", lambda: ours_a.copy().tocsc(), theirs_a.tocsc)
    line("random: coo, sorted and summed", lambda: gla.sparse.coo(data, row, col, shape=[n, n]), lambda: rows((data, row, col)))
    line("Laplacian: A @ A, sorted", lambda: d @ d, lambda: squared(b))
    picked = rng.integers(0, n, n // 2)
    for name, theirs_a, ours_a in (("random", a, c), ("Laplacian", b, d)):
        other = theirs.csr_array(theirs_a.T)
        mine_other = gla.sparse.Sparse.from_scipy(other)
        line(f"{name}: A + A.T", lambda: ours_a + mine_other, lambda: theirs_a + other)
        line(f"{name}: A[rows], {len(picked)} rows", lambda: ours_a[picked], lambda: theirs_a[picked])
    small = theirs.random_array((20000, 20000), density=0.001, rng=1, format="csr")
    mine_small = gla.sparse.Sparse.from_scipy(small)
    line("random, 2e4 rows: A @ A, sorted", lambda: mine_small @ mine_small, lambda: squared(small))
    triangle, y = theirs.csr_array(theirs.tril(b)), rng.standard_normal(b.shape[0])
    ours_triangle, mine = gla.sparse.Sparse.from_scipy(triangle), gla.asarray(y)
    line("Laplacian: solve_triangular", lambda: ours_triangle.solve_triangular(mine), lambda: spsolve_triangular(triangle, y))
    grid, rhs = grid_laplacian(300), rng.standard_normal(90000)
    mine_grid, mine_rhs = gla.sparse.Sparse.from_scipy(grid), gla.asarray(rhs)
    line("Laplacian, 9e4 rows: cg", lambda: gla.sparse.cg(mine_grid, mine_rhs, rtol=1e-6), lambda: cg(grid, rhs, rtol=1e-6))


def eigenvalues(rng):
    try:
        import scipy.sparse.linalg as theirs
    except ImportError:
        return print("\nEigenvalues: SciPy is not installed")
    title("Eigenvalues: Laplacian of a grid, 1e4 rows, the same residuals", second="SciPy")
    a, x = grid_laplacian(100), rng.standard_normal((10000, 8))
    mine = gla.sparse.Sparse.from_scipy(a)
    line("eigsh, the 6 largest", lambda: mine.eigsh(6), lambda: theirs.eigsh(a, 6))
    line("eigsh, the 6 nearest to 0", lambda: mine.eigsh(6, sigma=0), lambda: theirs.eigsh(a, 6, sigma=0))
    line("eigsh, the 6 nearest to 1", lambda: mine.eigsh(6, sigma=1.0), lambda: theirs.eigsh(a, 6, sigma=1.0))
    line("svds, the 6 largest", lambda: mine.svds(6), lambda: theirs.svds(a, 6))
    options = {"tol": 1e-4, "maxiter": 1000}
    line("lobpcg, the 8 largest", lambda: mine.lobpcg(x, **options), lambda: theirs.lobpcg(a, x, **options))
    options.update(tol=1e-6, largest=False)
    ours, factor = mine.factor().solve, theirs.splu(a.tocsc()).solve
    line("lobpcg, the 8 smallest, M by factors", lambda: mine.lobpcg(x, M=ours, **options),
         lambda: theirs.lobpcg(a, x, M=factor, **options))


def transforms(rng):
    title("Fourier transforms")
    for n in (1000, 1 << 16, 1 << 20, 1009, 100003):
        x = rng.random(n)
        both(f"fft {n}", lambda m, z: m.fft.fft(z), x + 1j)
        both(f"rfft {n}", lambda m, z: m.fft.rfft(z), x)
    grid = rng.random((1024, 1024))
    for k in (4, 8, 16):
        for dtype in ("complex128", "complex64"):
            rows = (rng.random((10**6 // k, k)) + 1j).astype(dtype)
            both(f"fft of {10**6 // k} x {k}, {dtype}", lambda m, z: m.fft.fft(z), rows)
    both("rfft of 10000 x 64", lambda m, z: m.fft.rfft(z), rng.random((10000, 64)))
    both("fft of 1024 x 1024, axis 0", lambda m, z: m.fft.fft(z, axis=0), grid + 1j)
    both("fft2 of 1024 x 1024", lambda m, z: m.fft.fft2(z), grid + 1j)
    both("rfft2 of 1024 x 1024", lambda m, z: m.fft.rfft2(z), grid)


def small_calls(rng):
    title("One call on 8 x 8")
    a, b = rng.random((8, 8)), rng.random((8, 8))
    both("a + a", lambda m, x: x + x, a)
    both("a @ b", lambda m, x, y: x @ y, a, b)
    both("sum", lambda m, x: m.sum(x), a)
    both("solve", lambda m, x, y: m.linalg.solve(x, y), a, b)
    both("fft of 8", lambda m, x: m.fft.fft(x), a[0].copy())


def conversions(rng):
    title("NumPy arrays in and out: the time is that of a call, whatever the size", "1e3", "1e7")
    small, large = rng.random(10**3), rng.random(10**7)
    ours_small, ours_large = gla.asarray(small), gla.asarray(large)
    line("gpulinalg.asarray(numpy array)", lambda: gla.asarray(small), lambda: gla.asarray(large))
    line("numpy.asarray(gpulinalg array)", lambda: np.asarray(ours_small), lambda: np.asarray(ours_large))


def start_up():
    def python(code):
        return lambda: subprocess.run([sys.executable, "-c", code], check=True)
    print("\nStarting (the fastest of several)")
    bare, ours, theirs = [], [], []
    for _ in range(2 * ROUNDS):
        for times, code in ((bare, "pass"), (ours, "import gpulinalg"), (theirs, "import numpy")):
            times.append(seconds(python(code), 1))
    print(f"  import gpulinalg, beyond python3 itself{unit(min(ours) - min(bare))}")
    print(f"  import numpy, beyond python3 itself    {unit(min(theirs) - min(bare))}")


def main():
    threads = int(sys.argv[1])
    rng = np.random.default_rng(1)
    print(f"\n==== Python {sys.version.split()[0]}, NumPy {np.__version__}: {threads} thread{'s' * (threads > 1)} ====")
    matrix_functions(rng)
    element_functions(rng)
    order(rng)
    groups(rng)
    recurrences(rng)
    special_functions(rng)
    transforms(rng)
    draws(rng)
    sparse_matrices(rng)
    eigenvalues(rng)
    if threads == 1:
        small_calls(rng)
        conversions(rng)
        start_up()


main()
