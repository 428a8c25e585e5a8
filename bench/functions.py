"""Run times of functions beyond the array API standard at a small and a large size, compared with NumPy, SciPy and, for sums of
groups, pandas; see README.md.

    OMP_NUM_THREADS=1 build/run python3 bench/functions.py [WORD ...]     rows whose names have one of the words
"""
from sweep import both, gla, main, np, row, scipy  # first: it sets the number of NumPy's threads

import scipy.interpolate  # noqa: E402
import scipy.linalg  # noqa: E402
import scipy.optimize.elementwise  # noqa: E402
import scipy.special as special  # noqa: E402

try:
    import pandas
except ImportError:
    pandas = None

SIZES = 10**6, 1000


def beside(name, ours, theirs, *arrays):
    """Measure two functions of the same arrays."""
    mine = [gla.asarray(a) if isinstance(a, np.ndarray) else a for a in arrays]
    row(name, lambda: ours(*mine), lambda: theirs(*arrays))


def groups(rng):
    for n in SIZES:
        x = rng.standard_normal(n)
        for k in (10, n // 10):
            keys = rng.integers(0, k, n)
            if pandas:
                for name in ("sum", "mean", "min", "max", "first", "median", "std", "var"):
                    ours = getattr(gla, f"group_{name}")
                    beside(f"group_{name} {n} to {k}", ours,
                           lambda a, b, f=name: getattr(pandas.Series(a, copy=False).groupby(b), f)(), x, keys)
                beside(f"factorize {n} of {k}", gla.factorize, pandas.factorize, keys)
            beside(f"group_count {n} to {k}", gla.group_count, np.bincount, keys)
            both(f"unique_inverse {n} of {k}", lambda m, a: m.unique_inverse(a), keys)
            both(f"unique_counts {n} of {k}", lambda m, a: m.unique_counts(a), keys)
            both(f"unique_all {n} of {k}", lambda m, a: m.unique_all(a), keys)
            both(f"unique_values {n} of {k}", lambda m, a: m.unique_values(a), keys)
            sums = np.zeros(k)
            beside(f"add_at {n} to {k}", gla.add_at, np.add.at, sums, keys, x)
            both(f"bincount weights {n} to {k}", lambda m, a, b: m.bincount(a, b), keys, x)
        runs = np.repeat(rng.integers(0, 5, n // 4), 4)

        def lengths(a):
            starts = np.flatnonzero(np.r_[True, a[1:] != a[:-1]])
            return a[starts], starts, np.diff(starts, append=a.size)

        beside(f"run_lengths {n}", gla.run_lengths, lengths, runs)
        both(f"digitize {n} in 1000", lambda m, a, b: m.digitize(a, b), x, np.linspace(-3, 3, 1000))
        both(f"histogram weights {n}", lambda m, a, b: m.histogram(a, 50, weights=b), x, np.abs(x))
        for method in ("average", "min", "dense", "ordinal"):
            beside(f"rankdata {method} {n}", lambda a, k=method: gla.rankdata(a, k),
                   lambda a, k=method: scipy.stats.rankdata(a, k), x)
        both(f"lexsort {n}", lambda m, a, b: m.lexsort((a, b)), x, rng.integers(0, 100, n))


def statistics(rng):
    for n in SIZES:
        x, w, f = rng.standard_normal(n), rng.random(n), rng.integers(1, 5, n)
        holes = np.where(rng.random(n) < 0.1, np.nan, x)
        rows = rng.standard_normal((n // 100, 100))
        gaps = np.where(rng.random(rows.shape) < 0.1, np.nan, rows)
        for method in ("linear", "lower", "midpoint", "hazen", "median_unbiased", "inverted_cdf"):
            both(f"quantile {method} {n}", lambda m, a, k=method: m.quantile(a, 0.3, method=k), x)
        both(f"quantile weights {n}", lambda m, a, b: m.quantile(a, 0.3, method="inverted_cdf", weights=b), x, w)
        both(f"percentile, nine of {n}", lambda m, a, q: m.percentile(a, q), x, np.linspace(10.0, 90.0, 9))
        for axis in (0, 1):
            both(f"median, axis {axis} of {n}/100 x 100", lambda m, a, i=axis: m.median(a, axis=i), rows)
            for name in ("nanmedian", "nanmean", "nanstd", "nansum", "nanmax", "nanargmax"):
                both(f"{name}, axis {axis} of {n}/100 x 100", lambda m, a, f=name, i=axis: getattr(m, f)(a, axis=i), gaps)
        for name in ("nanmedian", "nanstd", "nanprod", "nanargmax", "nanargmin"):
            both(f"{name} {n}", lambda m, a, f=name: getattr(m, f)(a), holes)
        both(f"nanquantile {n}", lambda m, a: m.nanquantile(a, 0.3), holes)
        tall = rows[:, :5].T.copy()
        both(f"cov of 5 x {n}/100", lambda m, a: m.cov(a), tall)
        both(f"cov, weights, of 5 x {n}/100", lambda m, a, b: m.cov(a, aweights=b), tall, w[:tall.shape[1]].copy())
        both(f"cov, counts, of 5 x {n}/100", lambda m, a, b: m.cov(a, fweights=b), tall, f[:tall.shape[1]].copy())
        both(f"corrcoef of 5 x {n}/100", lambda m, a: m.corrcoef(a), tall)
        both(f"corrcoef of two {n}", lambda m, a, b: m.corrcoef(a, b), x, w)
        both(f"average, weights {n}", lambda m, a, b: m.average(a, weights=b), x, w)
        both(f"average, weights, axis 0 of {n}/100 x 100", lambda m, a, b: m.average(a, axis=0, weights=b), rows,
             w[:rows.shape[0]].copy())

        def lags(a):
            a = a - a.mean()
            return np.array([a[k:] @ a[:a.size - k] for k in range(11)]) / (a @ a)

        beside(f"autocorrelation, 10 lags {n}", lambda a: gla.autocorrelation(a, 10), lags, x)
        windows = np.lib.stride_tricks.sliding_window_view
        for name in ("mean", "max", "std"):
            beside(f"moving {name} of 8 {n}", lambda a, f=name: getattr(gla, f)(gla.sliding_window_view(a, 8), axis=-1),
                   lambda a, f=name: getattr(np, f)(windows(a, 8), axis=-1), x)


def interpolation(rng):
    for n in SIZES:
        x, grid = rng.random(n), np.linspace(0, 1, 100)
        y = np.exp(grid)
        both(f"interp {n} in 100", lambda m, a, b, c: m.interp(a, b, c), x, grid, y)
        both(f"interp, sorted {n} in 100", lambda m, a, b, c: m.interp(a, b, c), np.sort(x), grid, y)
        both(f"interp {n} in {n}", lambda m, a, b, c: m.interp(a, b, c), x, np.linspace(0, 1, n), x)
        both(f"searchsorted {n} in 100", lambda m, a, b: m.searchsorted(a, b), grid, x)
        both(f"searchsorted, sorted {n} in 100", lambda m, a, b: m.searchsorted(a, b), grid, np.sort(x))
        beside(f"pchip_interpolate {n} in 100", lambda a: gla.pchip_interpolate(grid, y, a),
               lambda a: scipy.interpolate.pchip_interpolate(grid, y, a), x)
        beside(f"cubic_spline {n} in 100", lambda a: gla.cubic_spline(grid, y, a),
               lambda a: scipy.interpolate.CubicSpline(grid, y)(a), x)
        table, points = rng.random((50, 40)), rng.random((n, 2))
        axes = np.linspace(0, 1, 50), np.linspace(0, 1, 40)
        beside(f"interpn {n} in 50 x 40", lambda t, p: gla.interpn(axes, t, p),
               lambda t, p: scipy.interpolate.interpn(axes, t, p), table, points)
        beside(f"find_root {n}", lambda a: gla.find_root(lambda t, c: t * t * t - c, 0.0, 2.0, (a,)),
               lambda a: scipy.optimize.elementwise.find_root(lambda t, c: t * t * t - c, (np.zeros(n), np.full(n, 2.0)),
                                                              args=(a,)), x)


def recurrences(rng):
    for n in SIZES:
        x, rows = rng.standard_normal(n), rng.standard_normal((n // 100, 100))
        beside(f"cumulative_max {n}", gla.cumulative_max, np.maximum.accumulate, x)
        beside(f"cumulative_min {n}", gla.cumulative_min, np.minimum.accumulate, x)
        both(f"cumulative_prod {n}", lambda m, a: m.cumulative_prod(a), 1 + x / n)
        both(f"cumulative_sum, int64 {n}", lambda m, a: m.cumulative_sum(a), (100 * x).astype("int64"))
        for axis in (0, 1):
            both(f"cumulative_sum, axis {axis} of {n}/100 x 100", lambda m, a, i=axis: m.cumulative_sum(a, axis=i), rows)
            beside(f"cumulative_max, axis {axis} of {n}/100 x 100", lambda a, i=axis: gla.cumulative_max(a, axis=i),
                   lambda a, i=axis: np.maximum.accumulate(a, axis=i), rows)
            beside(f"lfilter, axis {axis} of {n}/100 x 100", lambda a, i=axis: gla.lfilter([1.0], [1.0, -0.9], a, axis=i),
                   lambda a, i=axis: scipy.signal.lfilter([1.0], [1.0, -0.9], a, axis=i), rows)
        for name, b, a in (("first order", [1.0], [1.0, -0.9]), ("second order", [0.2, 0.3], [1.0, -0.5, 0.1]),
                           ("of nine", [1 / 9] * 9, [1.0])):
            beside(f"lfilter {name} {n}", lambda v, b=b, a=a: gla.lfilter(b, a, v),
                   lambda v, b=b, a=a: scipy.signal.lfilter(b, a, v), x)
        beside(f"linear_recurrence {n}", lambda v: gla.linear_recurrence(0.9, v),
               lambda v: scipy.signal.lfilter([1.0], [1.0, -0.9], v), x)


def shapes(rng):
    for n in SIZES:
        k = int(n**0.5)
        x, g = rng.standard_normal(n), rng.standard_normal((k, k))
        small, few = g[:8, :8].copy(), g[:k // 4, :k // 4].copy()
        both(f"kron of 8 x 8 {n}", lambda m, a, b: m.kron(a, b), few[:k // 8, :k // 8].copy(), small)
        beside(f"block_diag of four {n}", lambda a: gla.block_diag(a, a, a, a),
               lambda a: scipy.linalg.block_diag(a, a, a, a), few)
        both(f"block 2 x 2 {n}", lambda m, a: m.block([[a, a], [a, a]]), g[:k // 2, :k // 2].copy())
        both(f"hstack {n}", lambda m, a: m.hstack([a, a]), g)
        both(f"vstack {n}", lambda m, a: m.vstack([a, a]), g)
        both(f"column_stack {n}", lambda m, a: m.column_stack([a, a, a]), x)
        both(f"diag of {k}", lambda m, a: m.diag(a), x[:k].copy())
        both(f"diag of {k} x {k}", lambda m, a: m.diag(a).copy(), g)
        beside(f"toeplitz {k}", gla.toeplitz, scipy.linalg.toeplitz, x[:k].copy())
        beside(f"hankel {k}", gla.hankel, scipy.linalg.hankel, x[:k].copy())
        both(f"vander {n} x 4", lambda m, a: m.vander(a, 4), x)
        both(f"tril_indices {k}", lambda m: m.tril_indices(k))
        both(f"tril {k} x {k}", lambda m, a: m.tril(a), g)
        both(f"triu {k} x {k}", lambda m, a: m.triu(a), g)
        both(f"dot {n}", lambda m, a, b: m.dot(a, b), x, x)
        both(f"dot of matrices {k}", lambda m, a: m.dot(a, a), g)
        both(f"inner {k} x {k}", lambda m, a, b: m.inner(a, b), g, x[:k].copy())
        both(f"vdot {n}", lambda m, a: m.vdot(a, a), x)
        both(f"tensordot {k}", lambda m, a: m.tensordot(a, a), g)
        both(f"outer {k}", lambda m, a: m.outer(a, a), x[:k].copy())
        both(f"trace {k}", lambda m, a: m.trace(a) if m is np else m.linalg.trace(a), g)
        t = rng.standard_normal((4, 6, 8, 3) if n == 1000 else (12, 20, 16, 15))
        beside(f"tensorsolve {n}", gla.tensorsolve, np.linalg.tensorsolve, t, t[:, :, 0, 0].copy())
        for mode in ("full", "same", "valid"):
            both(f"convolve {mode} {n} by 20", lambda m, a, b, o=mode: m.convolve(a, b, o), x, x[:20].copy())
        both(f"correlate {n} by 20", lambda m, a, b: m.correlate(a, b, "same"), x, x[:20].copy())
        both(f"trapezoid {n}", lambda m, a: m.trapezoid(a), x)
        both(f"trapezoid, x {n}", lambda m, a, b: m.trapezoid(a, b), x, np.sort(x))
        both(f"trapezoid, axis 0 {n}", lambda m, a: m.trapezoid(a, axis=0), g)
        both(f"gradient {n}", lambda m, a: m.gradient(a), x)
        both(f"gradient, axis 0 of {k} x {k}", lambda m, a: m.gradient(a, axis=0), g)
        both(f"gradient, axis 1 of {k} x {k}", lambda m, a: m.gradient(a, axis=1), g)
        both(f"nan_to_num {n}", lambda m, a: m.nan_to_num(a), np.where(x > 2, np.nan, x))
        both(f"nan_to_num, all three {n}", lambda m, a: m.nan_to_num(a, nan=-1.0, posinf=9.0, neginf=-9.0),
             np.where(x > 2, np.nan, x))
        for decimals in (2, -1):
            both(f"around, {decimals} decimals {n}", lambda m, a, d=decimals: m.around(a, d), x)
        both(f"around, integers to tens {n}", lambda m, a: m.around(a, -1), (100 * x).astype("int64"))
        for name in ("float64", "float32"):
            both(f"rows scaled, {name} of {k}", lambda m, a, b: a * b[:, None], g.astype(name), g[0].astype(name))
        both(f"round {n}", lambda m, a: m.round(a), x)
        both(f"bool product {k}", lambda m, a: a @ a, g[:200, :200] > 1)
        both(f"reshape, order F {n}", lambda m, a: m.reshape(a, (-1,), order="F"), g)
        both(f"linspace {n}", lambda m: m.linspace(0.0, 1.0, n))
        both(f"arange {n}", lambda m: m.arange(n))
        both(f"roll {n}", lambda m, a: m.roll(a, 5), x)
        both(f"repeat {n}", lambda m, a: m.repeat(a, 3), x)
        both(f"tile {n}", lambda m, a: m.tile(a, (3,)), x)
        both(f"meshgrid {k}", lambda m, a: [v.copy() for v in m.meshgrid(a, a)], x[:k].copy())
        both(f"polyval {n}", lambda m, a: m.polyval(np.ones(4) if m is np else [1.0] * 4, a), x)
        both(f"polyfit {n}", lambda m, a, b: m.polyfit(a, b, 2), x, x**2)
        at = np.argsort(g, axis=1)
        both(f"take_along_axis {k} x {k}", lambda m, a, b: m.take_along_axis(a, b, axis=1), g, at)
        both(f"take, axis 0 of {k} x {k}", lambda m, a, b: m.take(a, b, axis=0), g, rng.integers(0, k, k))
        both(f"cross {n}", lambda m, a: m.cross(a, a[::-1]) if m is np else m.linalg.cross(a, a[::-1]),
             x[:n // 3 * 3].reshape(-1, 3))
        for e, *v in (("ij,jk->ik", g, g), ("ij,j->i", g, x[:k].copy()), ("i,ij,j", x[:k].copy(), g, x[:k].copy()),
                      ("ij->j", g), ("ij,ij->j", g, g)):
            both(f"einsum {e} of {k}", lambda m, *a, e=e: m.einsum(e, *a), *v)
        both(f"einsum ij->ji of {k}", lambda m, a: np.einsum("ij->ji", a).copy("K") if m is np else m.einsum("ij->ji", a), g)
        for name in ("float32", "int64"):
            both(f"einsum ij,ij->j {name} of {k}", lambda m, a: m.einsum("ij,ij->j", a, a), (10 * g).astype(name))
            both(f"einsum ij,ij->i {name} of {k}", lambda m, a: m.einsum("ij,ij->i", a, a), (10 * g).astype(name))


def specials(rng):
    for n in SIZES:
        x, p, a, b = rng.standard_normal(n), rng.random(n), 20 * rng.random(n) + 0.1, 5 * rng.random(n) + 0.1
        for name, *arrays in (
                ("erf", x), ("erfc", x), ("erfinv", 2 * p - 1), ("erfcinv", 2 * p), ("erfcx", x), ("ndtr", x), ("log_ndtr", x),
                ("ndtri", p), ("gamma", a), ("gammaln", a), ("digamma", a), ("beta", a, b), ("betaln", a, b),
                ("gammainc", a, b), ("gammaincc", a, b), ("gammaincinv", a, p), ("gammainccinv", a, p), ("betainc", a, b, p),
                ("betaincc", a, b, p), ("betaincinv", a, b, p), ("betainccinv", a, b, p),
                ("expit", x), ("log_expit", x), ("logit", p), ("xlogy", p, a),
                ("xlog1py", p, a), ("i0", x), ("i0e", a), ("i1", x), ("i1e", a), ("j0", a), ("j1", a), ("logsumexp", x),
                ("softmax", x), ("log_softmax", x)):
            beside(f"special.{name} {n}", getattr(gla.special, name), getattr(special, name), *arrays)
        beside(f"special.gammaln below 0 {n}", gla.special.gammaln, special.gammaln, -a)
        for s, t in ((0.5, 0.5), (2.0, 3.0), (3.0, 30.0)):
            beside(f"special.betainc({s}, {t}) {n}", lambda v, s=s, t=t: gla.special.betainc(s, t, v),
                   lambda v, s=s, t=t: special.betainc(s, t, v), p)
        for s in (0.5, 2.0, 30.0):
            beside(f"special.gammainc({s}) {n}", lambda v, s=s: gla.special.gammainc(s, v),
                   lambda v, s=s: special.gammainc(s, v), a)


def distributions(rng):
    for n in SIZES:
        x, p = rng.standard_normal(n), rng.random(n)
        positive, whole = np.abs(x) * 3, rng.integers(0, 20, n).astype("float64")
        many = {"t": (30 * p + 1,), "chi2": (30 * p + 1,), "f": (30 * p + 1, 9 * p + 2), "gamma": (9 * p + 0.5,),
                "beta": (5 * p + 0.5, 6 - 5 * p), "poisson": (20 * p + 0.1,), "binom": (rng.integers(1, 40, n) * 1.0, p)}
        one = {"norm": (), "t": (5.0,), "chi2": (4.0,), "f": (3.0, 20.0), "gamma": (2.5,), "beta": (2.0, 3.0),
               "poisson": (5.0,), "binom": (20.0, 0.3)}
        for parameters, kind in ((one, "one"), (many, "many")):
            for name, given in parameters.items():
                ours, theirs = getattr(gla.stats, name), getattr(scipy.stats, name)
                argument = x if name in ("norm", "t") else p if name == "beta" else whole if name in ("poisson", "binom") else \
                    positive
                masses = ("pmf", "logpmf") if name in ("poisson", "binom") else ("pdf", "logpdf")
                for what in ("cdf", "sf", "ppf") + masses:
                    beside(f"{name}.{what}, {kind} {n}", getattr(ours, what), getattr(theirs, what),
                           p if what == "ppf" else argument, *given)


main((groups, statistics, interpolation, recurrences, shapes, specials, distributions))
