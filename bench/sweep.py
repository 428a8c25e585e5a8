"""Smallest run times of gpulinalg and of NumPy or SciPy, measured alternately, for frequent calls; see README.md.

    OMP_NUM_THREADS=1 build/run python3 bench/sweep.py [WORD ...]     rows whose names have one of the words
"""
import gc
import os
import sys
import time

threads = os.environ.get("OMP_NUM_THREADS", "1")
os.environ.update(GPULINALG_NUM_THREADS=threads, OPENBLAS_NUM_THREADS=threads)

import numpy as np  # noqa: E402  (reads OPENBLAS_NUM_THREADS)
import scipy.signal  # noqa: E402
import scipy.stats  # noqa: E402

import gpulinalg as gla  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", "7"))
# The processor time of a single thread does not include other programs.
clock = time.thread_time if threads == "1" else time.perf_counter


def seconds(function, calls):
    start = clock()
    for _ in range(calls):
        function()
    return (clock() - start) / calls


def row(name, ours, theirs):
    """Measure both alternately, ROUNDS times, each round about 5 ms of calls; the smallest times count."""
    if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
        return
    best, calls = [1e9, 1e9], []
    for function in (ours, theirs):
        function()
        calls.append(max(1, int(5e-3 / seconds(function, 1))))
    gc.disable()
    for r in range(ROUNDS):
        for which in ((0, 1) if r % 2 else (1, 0)):
            best[which] = min(best[which], seconds((ours, theirs)[which], calls[which]))
    gc.enable()
    a, b = best
    print(f"{name:<44}{a * 1e6:12.2f}{b * 1e6:12.2f}{a / b:8.2f}", flush=True)


def both(name, function, *arrays):
    """Measure function(module, *arrays), on our arrays and on NumPy's."""
    mine = [gla.asarray(a) if isinstance(a, np.ndarray) else a for a in arrays]
    row(name, lambda: function(gla, *mine), lambda: function(np, *arrays))


def elementary(rng):
    inside = {"asin": 1, "acos": 1, "atanh": 1, "arcsin": 1}
    names = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh"}
    for dtype in ("float64", "float32"):
        for n in (10**6, 1000):
            for name in ("exp", "log", "sqrt", "log1p", "expm1", "log2", "log10", "sin", "cos", "tan", "asin", "acos",
                         "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"):
                x = rng.standard_normal(n)
                x = np.tanh(x) if name in inside else np.abs(x) + 1 if name == "acosh" else \
                    np.abs(x) if name.startswith(("log", "sqrt")) else x
                x = x.astype(dtype)
                mine, ours, theirs = gla.asarray(x), getattr(gla, name), getattr(np, names.get(name, name))
                row(f"{name} {dtype} {n}", lambda f=ours, a=mine: f(a), lambda f=theirs, a=x: f(a))
            x, y = (rng.standard_normal(n).astype(dtype) for _ in range(2))
            mine, other = gla.asarray(x), gla.asarray(y)
            row(f"atan2 {dtype} {n}", lambda a=mine, b=other: gla.atan2(a, b), lambda a=x, b=y: np.arctan2(a, b))
            row(f"hypot {dtype} {n}", lambda a=mine, b=other: gla.hypot(a, b), lambda a=x, b=y: np.hypot(a, b))
            row(f"logaddexp {dtype} {n}", lambda a=mine, b=other: gla.logaddexp(a, b), lambda a=x, b=y: np.logaddexp(a, b))
            p, q = np.abs(x) + 0.5, y
            p = p.astype(dtype)
            mine, other = gla.asarray(p), gla.asarray(q)
            row(f"pow {dtype} {n}", lambda a=mine, b=other: a**b, lambda a=p, b=q: a**b)
            row(f"pow 0.33 {dtype} {n}", lambda a=mine: a**0.33, lambda a=p: a**0.33)
            row(f"x**2 {dtype} {n}", lambda a=mine: a**2, lambda a=p: a**2)
            row(f"remainder {dtype} {n}", lambda a=mine: a % 0.3, lambda a=p: a % 0.3)


def selections(rng):
    for n in (10**6, 1000):
        x, y = rng.standard_normal(n), rng.standard_normal(n)
        holes = np.where(rng.random(n) < 0.1, np.nan, x)
        both(f"where {n}", lambda m, a, b: m.where(a < b, a, b), x, y)
        both(f"clip {n}", lambda m, a: m.clip(a, -1.0, 1.0), x)
        both(f"maximum {n}", lambda m, a, b: m.maximum(a, b), x, y)
        both(f"nonzero bool {n}", lambda m, a: m.nonzero(a), x > 0)
        both(f"nonzero bool, few {n}", lambda m, a: m.nonzero(a), x > 2)
        both(f"nonzero float {n}", lambda m, a: m.nonzero(a), np.maximum(x, 0))
        both(f"x[mask] {n}", lambda m, a, b: a[b], x, y > 0)
        for name in ("nanmax", "nanmin", "nansum", "nanmean", "nanvar"):
            both(f"{name} {n}", lambda m, a, f=name: getattr(m, f)(a), holes)
        for name in ("sum", "mean", "max", "var", "std", "argmax", "cumulative_sum", "diff", "any", "isnan"):
            both(f"{name} {n}", lambda m, a, f=name: getattr(m, f)(a), x)
        both(f"x[index] {n}", lambda m, a, b: a[b], x, rng.integers(0, n, n))
        both(f"median {n}", lambda m, a: m.median(a), x)
        both(f"cov 3 x {n}", lambda m, a: m.cov(a), rng.standard_normal((3, n)))
    g = rng.standard_normal((100000, 10))
    holes = np.where(rng.random(g.shape) < 0.1, np.nan, g)
    for axis in (0, 1):
        both(f"sum, axis {axis} of 1e5 x 10", lambda m, a, i=axis: m.sum(a, axis=i), g)
        both(f"max, axis {axis} of 1e5 x 10", lambda m, a, i=axis: m.max(a, axis=i), g)
        both(f"nanmax, axis {axis} of 1e5 x 10", lambda m, a, i=axis: m.nanmax(a, axis=i), holes)
        both(f"argmax, axis {axis} of 1e5 x 10", lambda m, a, i=axis: m.argmax(a, axis=i), g)
        both(f"cumulative_sum, axis {axis} of 1e5 x 10", lambda m, a, i=axis: m.cumulative_sum(a, axis=i), g)


def groups(rng):
    for n in (10**6, 10**5, 10**4, 1000):
        x = rng.standard_normal(n)
        for k in (10, 1000, 10**5, 10**6):
            if k > n:
                continue
            keys, sums = rng.integers(0, k, n), np.zeros(k)
            both(f"bincount weights {n} to {k}", lambda m, a, b: m.bincount(a, b), keys, x)
            both(f"bincount {n} to {k}", lambda m, a: m.bincount(a), keys)
            mine = [gla.asarray(v) for v in (sums, keys, x)]
            row(f"add_at {n} to {k}", lambda m=mine: gla.add_at(*m), lambda s=sums, a=keys, b=x: np.add.at(s, a, b))
        both(f"unique {n}", lambda m, a: m.unique_values(a) if m is gla else m.unique(a), x)


def sorting(rng):
    x = rng.standard_normal(10**6)
    for n in (10**6, 1000, 100, 30, 10, 5, 3):
        a = x[:10**6 // n * n].reshape(-1, n)
        both(f"sort, rows of {n}", lambda m, v: m.sort(v), a)
        both(f"argsort, rows of {n}", lambda m, v: m.argsort(v), a)
    for n in (1000, 100):
        both(f"sort of {n}", lambda m, v: m.sort(v), x[:n].copy())
        both(f"argsort of {n}", lambda m, v: m.argsort(v), x[:n].copy())
    both("sort, axis 0 of 1000 x 1000", lambda m, v: m.sort(v, axis=0), x.reshape(1000, 1000))
    both("searchsorted 1e6 in 1000", lambda m, a, b: m.searchsorted(a, b), np.sort(x[:1000]), x)
    both("quantile 1e6", lambda m, a: m.quantile(a, 0.9), x)
    both("interp 1e6 in 1000", lambda m, a, b, c: m.interp(a, b, c), x, np.sort(x[:1000]), x[1000:2000].copy())


def places(rng):
    """Sorting, searching and binning of 100, 1e4 and 1e6 numbers."""
    for n in (10**6, 10**4, 100):
        x, w = rng.standard_normal(n), rng.integers(0, n, n)
        edges, sorted_x = np.linspace(-3, 3, 51), np.sort(x)
        both(f"sort int64 of {n}", lambda m, v: m.sort(v), w)
        both(f"sort float64 of {n}", lambda m, v: m.sort(v), x)
        both(f"sort float32 of {n}", lambda m, v: m.sort(v), x.astype("float32"))
        both(f"sort int32 of {n}", lambda m, v: m.sort(v), w.astype("int32"))
        both(f"sort sorted of {n}", lambda m, v: m.sort(v), sorted_x)
        both(f"sort few values of {n}", lambda m, v: m.sort(v), w % 7)
        both(f"median of {n}", lambda m, v: m.median(v), x)
        both(f"quantile three of {n}", lambda m, v: m.quantile(v, m.asarray([0.1, 0.5, 0.9])), x)
        both(f"percentile of {n}", lambda m, v: m.percentile(v, 90), x)
        both(f"searchsorted itself {n}", lambda m, a, b: m.searchsorted(a, b), sorted_x, x)
        both(f"isin {n}", lambda m, a, b: m.isin(a, b), w, w[::7].copy())
        both(f"histogram {n}", lambda m, a: m.histogram(a, 50), x)
        both(f"digitize {n}", lambda m, a, b: m.digitize(a, b), x, edges)
        both(f"interp {n} in 50", lambda m, a, b, c: m.interp(a, b, c), x, edges, edges**2)
        mine = gla.asarray(x)
        row(f"rankdata {n}", lambda v=mine: gla.rankdata(v), lambda v=x: scipy.stats.rankdata(v))
        b, a = [0.2, 0.3], [1.0, -0.5, 0.1]
        if hasattr(gla, "lfilter"):
            row(f"lfilter {n}", lambda v=mine: gla.lfilter(b, a, v), lambda v=x: scipy.signal.lfilter(b, a, v))
        both(f"convolve {n} by 9", lambda m, u, v: m.convolve(u, v), x, edges[:9].copy())
    x = rng.standard_normal((10**4, 100))
    both("median, rows of 100", lambda m, v: m.median(v, axis=1), x)
    both("quantile, axis 0 of 1e4 x 100", lambda m, v: m.quantile(v, 0.9, axis=0), x)


def layouts(rng):
    """Slices, copies and sums of matrices in both memory orders."""
    for n in (10**6, 10**4, 100):
        x, y = rng.standard_normal(n), rng.standard_normal(n)
        k = int(n**0.5)
        g = x[:k * k].reshape(k, k)
        at = rng.integers(0, k, (k, k))
        both(f"x[mask] {n}", lambda m, a, b: a[b], x, y > 0)
        both(f"nonzero {n}", lambda m, a: m.nonzero(a), y > 0)
        both(f"where of numbers {n}", lambda m, a: m.where(a > 0, a, 0.0), x)
        both(f"concat {n}", lambda m, a, b: m.concat([a, b]), x, y)
        both(f"stack {n}", lambda m, a, b: m.stack([a, b]), x, y)
        both(f"stack, axis 1 {n}", lambda m, a, b: m.stack([a, b], axis=1), x, y)
        both(f"take_along_axis {n}", lambda m, a, b: m.take_along_axis(a, b, axis=1), g, at)
        both(f"kron {n}", lambda m, a, b: m.kron(a, b), g[:k, :4].copy(), g[:4, :4].copy())
        both(f"einsum ij,ij->i {n}", lambda m, a: m.einsum("ij,ij->i", a, a), g)
        both(f"einsum ij,j->i {n}", lambda m, a: m.einsum("ij,j->i", a, a[0]), g)
        row(f"transpose copy {n}", lambda a=gla.asarray(g): a.T.copy(), lambda a=g: np.ascontiguousarray(a.T))
        row(f"flip copy {n}", lambda a=gla.asarray(x): a[::-1].copy(), lambda a=x: a[::-1].copy())
        both(f"cumulative_sum of {n}", lambda m, a: m.cumulative_sum(a), x)
        both(f"diff of {n}", lambda m, a: m.diff(a), x)
        for order, v in (("C", g), ("F", np.asfortranarray(g))):
            for name in ("sum", "mean", "var", "max", "argmax"):
                for axis in (0, 1):
                    both(f"{name}, axis {axis}, order {order} of {n}", lambda m, a, f=name, i=axis: getattr(m, f)(a, axis=i), v)


def matrices(rng):
    for n, k in ((10**6, 3), (10**5, 3), (10**5, 10), (10**5, 30), (1000, 3), (100, 3), (1000, 30)):
        a, b = rng.standard_normal((n, k)), rng.standard_normal(n)
        mine = [gla.asarray(a), gla.asarray(b)]
        row(f"lstsq {n} x {k}", lambda m=mine: gla.linalg.lstsq(*m), lambda a=a, b=b: np.linalg.lstsq(a, b, rcond=None))
        both(f"a.T @ a {n} x {k}", lambda m, x: x.T @ x, a)
        both(f"a.T @ b {n} x {k}", lambda m, x, y: x.T @ y, a, b)
        both(f"qr {n} x {k}", lambda m, x: m.linalg.qr(x), a)
    for n in (2, 3, 8, 30, 100):
        a, b = rng.standard_normal((n, n)), rng.standard_normal(n)
        s = a @ a.T + np.eye(n)
        both(f"solve {n}", lambda m, x, y: m.linalg.solve(x, y), a, b)
        both(f"inv {n}", lambda m, x: m.linalg.inv(x), a)
        both(f"pinv {n}", lambda m, x: m.linalg.pinv(x), a)
        both(f"cholesky {n}", lambda m, x: m.linalg.cholesky(x), s)
        both(f"eigh {n}", lambda m, x: m.linalg.eigh(x), s)
        both(f"eig {n}", lambda m, x: m.linalg.eig(x), a)
        both(f"slogdet {n}", lambda m, x: m.linalg.slogdet(x), a)
        both(f"matrix_rank {n}", lambda m, x: m.linalg.matrix_rank(x), a)
        both(f"svd {n}", lambda m, x: m.linalg.svd(x), a)
        both(f"norm {n}", lambda m, x: m.linalg.norm(x) if m is np else m.linalg.matrix_norm(x), a)
        both(f"matmul {n}", lambda m, x: x @ x, a)
        both(f"matvec {n}", lambda m, x, y: x @ y, a, b)
        both(f"kron {n}", lambda m, x: m.kron(x, x), a[:8, :8].copy())


def stacks(rng):
    """NumPy's lstsq does not support stacks: a loop."""
    for count, n in ((5000, 4), (5000, 12), (1000, 30), (300, 64), (20, 256)):
        a, b = rng.standard_normal((count, n, n)), rng.standard_normal((count, n, 1))
        s = a @ a.transpose(0, 2, 1) + np.eye(n)
        name = f"{count} x {n} x {n}"
        both(f"stack solve {name}", lambda m, x, y: m.linalg.solve(x, y), a, b)
        both(f"stack inv {name}", lambda m, x: m.linalg.inv(x), a)
        both(f"stack cholesky {name}", lambda m, x: m.linalg.cholesky(x), s)
        both(f"stack slogdet {name}", lambda m, x: m.linalg.slogdet(x), a)
        both(f"stack qr {name}", lambda m, x: m.linalg.qr(x), a)
        both(f"stack eigh {name}", lambda m, x: m.linalg.eigh(x), s)
        both(f"stack svd {name}", lambda m, x: m.linalg.svd(x), a)
        both(f"stack matmul {name}", lambda m, x: x @ x, a)
    for count, m, n in ((2000, 32, 8), (1000, 100, 10), (200, 500, 5)):
        a, b = rng.standard_normal((count, m, n)), rng.standard_normal((count, m, 1))
        mine = [gla.asarray(a), gla.asarray(b)]
        row(f"stack lstsq {count} x {m} x {n}", lambda m=mine: gla.linalg.lstsq(*m),
            lambda a=a, b=b: [np.linalg.lstsq(x, y, rcond=None) for x, y in zip(a, b)])


def draws(rng):
    g = gla.random.Generator(1)
    for n in (10**6, 1000, 1):
        for name, ours, theirs in (
                ("random", lambda n: g.random(shape=n), rng.random),
                ("normal", lambda n: g.normal(shape=n), rng.standard_normal),
                ("exponential", lambda n: g.exponential(shape=n), rng.standard_exponential),
                ("integers(1000)", lambda n: g.integers(1000, shape=n), lambda n: rng.integers(0, 1000, n)),
                ("gamma(2.5)", lambda n: g.gamma(2.5, shape=n), lambda n: rng.gamma(2.5, size=n)),
                ("gamma(0.5)", lambda n: g.gamma(0.5, shape=n), lambda n: rng.gamma(0.5, size=n)),
                ("beta(2, 3)", lambda n: g.beta(2.0, 3.0, shape=n), lambda n: rng.beta(2.0, 3.0, n)),
                ("chisquare(5)", lambda n: g.chisquare(5.0, shape=n), lambda n: rng.chisquare(5.0, n)),
                ("standard_t(5)", lambda n: g.standard_t(5.0, shape=n), lambda n: rng.standard_t(5.0, n)),
                ("poisson(5)", lambda n: g.poisson(5.0, shape=n), lambda n: rng.poisson(5.0, n)),
                ("binomial(20, 0.2)", lambda n: g.binomial(20, 0.2, shape=n), lambda n: rng.binomial(20, 0.2, n)),
                ("lognormal", lambda n: g.lognormal(shape=n), lambda n: rng.lognormal(size=n)),
                ("laplace", lambda n: g.laplace(shape=n), lambda n: rng.laplace(size=n)),
                ("logistic", lambda n: g.logistic(shape=n), lambda n: rng.logistic(size=n)),
                ("dirichlet of 4", lambda n: g.dirichlet([1.0, 2.0, 3.0, 4.0], shape=n),
                 lambda n: rng.dirichlet([1, 2, 3, 4], n)),
                ("choice of all, no replacement", lambda n: g.choice(2 * n, n, replace=False),
                 lambda n: rng.choice(2 * n, n, replace=False)),
                ("choice", lambda n: g.choice(1000, n), lambda n: rng.choice(1000, n)),
                ("permutation", lambda n: g.permutation(n), rng.permutation)):
            row(f"{name} {n}", lambda f=ours, n=n: f(n), lambda f=theirs, n=n: f(n))


def einsums(rng):
    """einsum with operands so small that planning costs more than products, and many inner products."""
    for n in (3, 10, 100):
        a, b, v = rng.random((n, n)), rng.random((n, n)), rng.random(n)
        for subscripts, *arrays in (("ij,jk->ik", a, b), ("ij,j->i", a, v), ("ij,ij->i", a, b), ("ij,ij->", a, b), ("ii", a),
                                    ("ij->i", a), ("i,j->ij", v, v), ("i,ij,j", v, a, v), ("ij,jk,kl->il", a, b, a)):
            both(f"einsum {subscripts} of {n}", lambda m, *x, e=subscripts: m.einsum(e, *x), *arrays)
    for n, k in ((1000, 3), (1000, 30), (10**5, 5), (10**5, 20)):
        a, b = rng.random((n, k)), rng.random((n, k))
        both(f"einsum ij,ij->i of {n} x {k}", lambda m, x, y: m.einsum("ij,ij->i", x, y), a, b)


def small_calls(rng):
    x, y = rng.random(8) + 0.5, rng.random(8)
    for name in ("exp", "log", "sqrt", "sum", "mean", "max", "min", "std", "argmax", "sort", "abs", "any", "prod", "cov",
                 "zeros_like"):
        both(f"{name} of 8", lambda m, a, f=name: getattr(m, f)(a), x)
    both("a + b of 8", lambda m, a, b: a + b, x, y)
    both("a + 1 of 8", lambda m, a: a + 1, x)
    both("a * 2.5 of 8", lambda m, a: a * 2.5, x)
    both("a[3] of 8", lambda m, a: a[3], x)
    both("a[1:4] of 8", lambda m, a: a[1:4], x)
    both("a @ b of 8", lambda m, a, b: a @ b, x, y)
    both("a < b of 8", lambda m, a, b: a < b, x, y)
    both("float(a[3]) of 8", lambda m, a: float(a[3]), x)
    both("where of 8", lambda m, a, b: m.where(a < b, a, b), x, y)
    both("zeros 8", lambda m: m.zeros(8))
    both("arange 8", lambda m: m.arange(8))
    both("linspace 8", lambda m: m.linspace(0, 1, 8))
    both("reshape 8", lambda m, a: m.reshape(a, (2, 4)), x)
    both("concat 8", lambda m, a, b: m.concat([a, b]), x, y)
    both("stack 8", lambda m, a, b: m.stack([a, b]), x, y)
    both("outer 8", lambda m, a, b: m.outer(a, b) if hasattr(m, "outer") else m.linalg.outer(a, b), x, y)
    both("bincount 8", lambda m, a: m.bincount(a), np.arange(8))
    both("asarray list 8", lambda m: m.asarray([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]))


def special(rng):
    import scipy.special as theirs
    n = 10**6
    x, p, a = rng.standard_normal(n), rng.random(n), 20 * rng.random(n) + 0.1
    for name, *arrays in (("erf", x), ("ndtr", x), ("ndtri", p), ("gammaln", a), ("expit", x), ("logit", p), ("xlogy", p, a),
                          ("gammainc", a, a), ("betainc", a, a, p), ("log_ndtr", x), ("digamma", a)):
        if not hasattr(gla.special, name) or not hasattr(theirs, name):
            continue
        mine = [gla.asarray(v) for v in arrays]
        row(f"special.{name} {n}", lambda f=getattr(gla.special, name), m=mine: f(*m),
            lambda f=getattr(theirs, name), m=arrays: f(*m))
    v = rng.standard_normal((1000, 1000))
    mine = gla.asarray(v)
    row("logsumexp, axis 1 of 1000 x 1000", lambda: gla.special.logsumexp(mine, axis=1), lambda: theirs.logsumexp(v, axis=1))


def laplacian(n, dimensions):
    import scipy.sparse as sparse
    line = sparse.diags_array([np.full(n - 1, -1.0), np.full(n, 2.0), np.full(n - 1, -1.0)], offsets=[-1, 0, 1])
    eye, made = sparse.eye_array(n), line
    for _ in range(dimensions - 1):
        made = sparse.kron(made, eye) + sparse.kron(sparse.eye_array(made.shape[0]), line)
    return sparse.csr_array(made)


def scattered(rng, m, n, in_row, values):
    """Return a matrix with about in_row elements in each row."""
    import scipy.sparse as sparse
    places = np.repeat(np.arange(m), in_row), rng.integers(0, n, m * in_row)
    return sparse.csr_array(sparse.coo_array((values(m * in_row), places), shape=(m, n)))


def sparse_parts(rng):
    """Sums, products and parts of sparse matrices, a small one and two larger ones: grids and random positions."""
    import scipy.sparse as sparse
    for name, a, b in (("small", scattered(rng, 1000, 1000, 5, rng.random), scattered(rng, 1000, 1000, 5, rng.random)),
                       ("grid 1e5", laplacian(316, 2), laplacian(316, 2) @ laplacian(316, 2)),
                       ("random 1e5", scattered(rng, 10**5, 10**5, 10, rng.random),
                        scattered(rng, 10**5, 10**5, 10, rng.random))):
        b.sort_indices()  # SciPy's products are unsorted, which slows down later operations on them
        m, column = a.shape[0], sparse.csc_array(a)
        data, (i, j) = a.tocoo().data, a.tocoo().coords
        mixed, some = rng.permutation(data.size), rng.integers(0, m, m // 10)
        parts = [data[mixed], i[mixed].astype("int32"), j[mixed].astype("int32")]
        mine, other, turned = (gla.sparse.Sparse.from_scipy(x) for x in (a, b, column))
        mine_parts, mine_some = [gla.asarray(x) for x in parts], gla.asarray(some)
        for what, function in (("diagonal", lambda x, y: x.diagonal()), ("diagonal(3)", lambda x, y: x.diagonal(3)),
                               ("A*B", lambda x, y: x * y), ("A*A", lambda x, y: x * x), ("A+B", lambda x, y: x + y),
                               ("A-B", lambda x, y: x - y), ("A@B", lambda x, y: x @ y),
                               ("sum, axis 0", lambda x, y: x.sum(axis=0)), ("sum, axis 1", lambda x, y: x.sum(axis=1)),
                               ("sum", lambda x, y: x.sum()), ("A[m:2m]", lambda x, y, m=m: x[m // 4:m // 2]),
                               ("A[::2]", lambda x, y: x[::2]), ("A[:, m:2m]", lambda x, y, m=m: x[:, m // 4:m // 2]),
                               ("A[5]", lambda x, y: x[5:6])):
            row(f"sparse {what}, {name}", lambda f=function, x=mine, y=other: f(x, y), lambda f=function, x=a, y=b: f(x, y))
        row(f"sparse A[rows], {name}", lambda x=mine, k=mine_some: x[k], lambda x=a, k=some: x[k])
        row(f"sparse csc A[:, m:2m], {name}", lambda x=turned, m=m: x[:, m // 4:m // 2],
            lambda x=column, m=m: x[:, m // 4:m // 2])
        row(f"sparse csc sum, axis 0, {name}", lambda x=turned: x.sum(axis=0), lambda x=column: x.sum(axis=0))
        row(f"sparse COO to CSR, {name}", lambda x=mine_parts, k=a.shape: gla.sparse.coo(*x, k),
            lambda x=parts, k=a.shape: sparse.coo_array((x[0], (x[1], x[2])), shape=k).tocsr())


def sparse_eigenvalues(rng):
    """Both are as accurate as rounding permits."""
    import scipy.sparse as sparse
    import scipy.sparse.linalg as theirs
    graph = scattered(rng, 10000, 10000, 4, np.ones)
    for name, a in (("2-D 1e3", laplacian(32, 2)), ("2-D 1e4", laplacian(100, 2)), ("3-D 8e3", laplacian(20, 3)),
                    ("graph 1e4", sparse.csr_array(graph + graph.T))):
        mine = gla.sparse.Sparse.from_scipy(a)
        for k in (1, 6, 20):
            for which in ("LA", "SA"):
                row(f"eigsh {name}, k={k}, {which}", lambda k=k, m=mine, w=which: m.eigsh(k, which=w),
                    lambda k=k, a=a, w=which: theirs.eigsh(a, k, which=w))
            for sigma in (0.0, 1.0) if "graph" not in name else ():
                row(f"eigsh {name}, k={k}, sigma={sigma}", lambda k=k, m=mine, z=sigma: m.eigsh(k, sigma=z),
                    lambda k=k, a=a, z=sigma: theirs.eigsh(a, k, sigma=z))
    for n in (1000, 10000):
        a = scattered(rng, n, n, 6, rng.random)
        a = sparse.csr_array(sparse.diags_array(1 / a.sum(axis=1)) @ a)
        mine = gla.sparse.Sparse.from_scipy(a)
        row(f"eigs chain {n}, k=1", lambda m=mine: m.eigs(1), lambda a=a: theirs.eigs(a, 1))
        if n == 1000:
            for k in (6, 20):
                row(f"eigs chain {n}, k={k}", lambda k=k, m=mine: m.eigs(k), lambda k=k, a=a: theirs.eigs(a, k))
                row(f"eigs chain {n}, k={k}, sigma=0.5", lambda k=k, m=mine: m.eigs(k, sigma=0.5),
                    lambda k=k, a=a: theirs.eigs(a, k, sigma=0.5))
    for m, n in ((1000, 100), (10000, 1000), (100000, 1000), (1000, 10000)):
        a = scattered(rng, m, n, max(1, 10 * n // m if n > m else 10), rng.standard_normal)
        mine = gla.sparse.Sparse.from_scipy(a)
        for k in (1, 6, 20) if m < 100000 else (1, 6):
            row(f"svds {m} x {n}, k={k}", lambda k=k, m=mine: m.svds(k), lambda k=k, a=a: theirs.svds(a, k))
    a, x = laplacian(100, 2), rng.standard_normal((10000, 8))
    mine, options = gla.sparse.Sparse.from_scipy(a), {"tol": 1e-4, "maxiter": 1000}
    row("lobpcg 2-D 1e4, the 8 largest", lambda: mine.lobpcg(x, **options), lambda: theirs.lobpcg(a, x, **options))


def sparse_calls(rng):
    """The other operations of a matrix, and products with vectors: cost of a call, and cost of the work."""
    import scipy.sparse as sparse
    for name, a in (("10 x 10", scattered(rng, 10, 10, 3, rng.random)), ("grid 1e4", laplacian(100, 2)),
                    ("random 1e4", scattered(rng, 10**4, 10**4, 10, rng.random)), ("grid 2.5e5", laplacian(500, 2)),
                    ("random 2e5", scattered(rng, 2 * 10**5, 2 * 10**5, 10, rng.random))):
        n, mine = a.shape[0], gla.sparse.Sparse.from_scipy(a)
        v, w = rng.random(n), rng.random((n, 8))
        x, y, few, some = gla.asarray(v), gla.asarray(w), a[:50], mine[:50]
        for what, ours, theirs in (
                ("A @ x", lambda: mine @ x, lambda: a @ v), ("A @ X of 8", lambda: mine @ y, lambda: a @ w),
                ("x @ A", lambda: x @ mine, lambda: v @ a), ("A.T @ x", lambda: mine.T @ x, lambda: a.T @ v),
                ("A * 2", lambda: mine * 2, lambda: a * 2), ("A / 2", lambda: mine / 2, lambda: a / 2),
                ("-A", lambda: -mine, lambda: -a), ("abs", lambda: abs(mine), lambda: abs(a)),
                ("A + A", lambda: mine + mine, lambda: a + a),
                ("A.T.tocsr", lambda: mine.T.tocsr(), lambda: a.T.tocsr()), ("tocsc", lambda: mine.tocsc(), lambda: a.tocsc()),
                ("tocoo", lambda: mine.tocoo(), lambda: a.tocoo()), ("copy", lambda: mine.copy(), lambda: a.copy()),
                ("astype", lambda: mine.astype("float32"), lambda: a.astype("float32")),
                ("toarray of 50 rows", lambda: some.toarray(), lambda: few.toarray()),
                ("kron", lambda: gla.sparse.kron(some, some), lambda: sparse.kron(few, few, format="csr")),
                ("vstack", lambda: gla.sparse.vstack([mine, mine]), lambda: sparse.vstack([a, a], format="csr")),
                ("hstack", lambda: gla.sparse.hstack([mine, mine]), lambda: sparse.hstack([a, a], format="csr")),
                ("tril", lambda: mine.tril(), lambda: sparse.tril(a, format="csr")),
                ("max, axis 1", lambda: mine.max(axis=1), lambda: a.max(axis=1)),
                ("norm", lambda: mine.norm(), lambda: sparse.linalg.norm(a)),
                ("csr", lambda: gla.sparse.csr(a.data, a.indices, a.indptr, a.shape),
                 lambda: sparse.csr_array((a.data, a.indices, a.indptr), shape=a.shape)),
                ("diags", lambda: gla.sparse.diags([x]), lambda: sparse.diags_array(v[None], offsets=[0], format="csr")),
                ("eye", lambda: gla.sparse.eye(n), lambda: sparse.eye_array(n, format="csr"))):
            row(f"Sparse {what}, {name}", ours, theirs)


def sparse_solvers(rng):
    """Iterative solvers with equal tolerances, and direct solvers."""
    import scipy.sparse as sparse
    import scipy.sparse.linalg as theirs
    for name, a in (("10", laplacian(10, 1)), ("grid 2.5e3", laplacian(50, 2)), ("grid 4e4", laplacian(200, 2))):
        n, few = a.shape[0], 1000
        a = sparse.csr_array(a + 0.05 * sparse.eye_array(n))
        away = sparse.csr_array(a + 0.3 * sparse.diags_array([np.ones(n - 1)], offsets=[1]))
        b = rng.standard_normal(n)
        mine, other, right = gla.sparse.Sparse.from_scipy(a), gla.sparse.Sparse.from_scipy(away), gla.asarray(b)
        for method, m, x in (("cg", mine, a), ("minres", mine, a), ("bicgstab", other, away), ("gmres", other, away)):
            tol = {"rtol": 1e-8, "maxiter": few}
            row(f"solver {method}, {name}", lambda f=getattr(gla.sparse, method), m=m: f(m, right, rtol=1e-8, maxiter=few),
                lambda f=getattr(theirs, method), x=x, t=tol: f(x, b, **t))
        tall = scattered(rng, 4 * n, n, 4, rng.standard_normal)
        left, side = gla.sparse.Sparse.from_scipy(tall), rng.standard_normal(4 * n)
        given = gla.asarray(side)
        for method, options in (("lsqr", {"atol": 1e-8, "btol": 1e-8, "iter_lim": few}),
                                ("lsmr", {"atol": 1e-8, "btol": 1e-8, "maxiter": few})):
            row(f"solver {method}, {name}", lambda f=getattr(gla.sparse, method): f(left, given, maxiter=few),
                lambda f=getattr(theirs, method), o=options: f(tall, side, **o))
        row(f"solver solve, {name}", lambda: mine.solve(right), lambda: theirs.spsolve(a, b))
        row(f"solver factor, {name}", lambda: mine.factor(), lambda: theirs.splu(sparse.csc_array(a)))
        chain = sparse.csr_array(sparse.diags_array(1 / abs(away).sum(axis=1)) @ abs(away))
        moves = gla.sparse.Sparse.from_scipy(chain)
        if n < 10000:
            row(f"solver stationary_distribution, {name}", lambda: moves.stationary_distribution(),
                lambda: theirs.spsolve(sparse.csc_array(sparse.vstack([(chain.T - sparse.eye_array(n))[:-1], np.ones((1, n))])),
                                       np.eye(n)[-1]))


def absorbing(rng):
    """Two fixed effects, compared with alternating projections by bincount with the same convergence criterion."""
    for n in (100, 10**4, 10**6):
        ids = [rng.integers(0, max(2, n // 20), n), rng.integers(0, max(2, n // 100), n)]
        y = rng.standard_normal(n)

        def plain(y=y, ids=ids):
            x, counts, change = y.copy(), [np.bincount(i) for i in ids], 1.0
            while change > 1e-8:
                before = x.copy()
                for i, count in zip(ids, counts):
                    x -= (np.bincount(i, x) / np.maximum(count, 1))[i]
                change = np.linalg.norm(x - before) / np.linalg.norm(x)
            return x

        mine, none, keys = gla.asarray(y), gla.zeros((n, 0)), [gla.asarray(i) for i in ids]
        for method in ("map", "lsmr"):
            row(f"absorb {method} {n}", lambda m=method, y=mine, x=none, k=keys: gla.absorb(y, x, k, method=m), plain)


def main(parts):
    print(f"NumPy {np.__version__}, SciPy {scipy.__version__}, {threads} thread(s): microseconds of a call, and their ratio")
    rng, failed = np.random.default_rng(1), 0
    for part in parts:
        try:
            part(rng)
        except (AttributeError, TypeError, ValueError) as error:
            failed += 1
            print(f"{part.__name__}: {error}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main((elementary, selections, groups, sorting, places, layouts, matrices, stacks, draws, einsums, small_calls, special,
          sparse_parts, sparse_calls, sparse_solvers, absorbing, sparse_eigenvalues))
