"""Operations of crossover.py: for each a name, six sizes, and a function.

The function makes operands on the current device, and returns a function without arguments, one call of the library.
"""
import numpy as np

import gpulinalg as gla

VECTORS = (1000, 10000, 100000, 1000000, 10000000, 50000000)
LINES = (1000, 10000, 100000, 1000000, 5000000, 20000000)
MATRICES = (10, 50, 200, 500, 1000, 4000)
SPECTRA = (10, 30, 100, 300, 800, 2000)
OPERATIONS = {}


def operation(name, sizes):
    def add(function):
        OPERATIONS[name] = sizes, function
        return function
    return add


def draw(*shape):
    return gla.asarray(np.random.default_rng(len(shape)).standard_normal(shape))


def square(n):
    return draw(n, n)


def positive(n):
    a = np.random.default_rng(3).standard_normal((n, n))
    return gla.asarray(a @ a.T / n + np.eye(n))


def wide(n):
    """Return a matrix of n elements with 100 columns."""
    return draw(max(n // 100, 1), 100)


def groups(n):
    return gla.asarray(np.random.default_rng(4).integers(0, max(n // 10, 1), n))


def probabilities(n):
    return gla.asarray(np.random.default_rng(5).random(n))


def banded(n):
    """Return a sparse matrix with five elements in each of n rows."""
    columns = np.sort((np.arange(n)[:, None] + np.arange(5) * max(n // 5, 1)) % n, axis=1).reshape(-1)
    values = np.random.default_rng(6).standard_normal(5 * n)
    return gla.sparse.csr(gla.asarray(values), gla.asarray(columns), gla.asarray(np.arange(0, 5 * n + 1, 5)), shape=[n, n])


def sample(n):
    """Return data of regressions with n rows."""
    rng = np.random.default_rng(7)
    x = {"x%d" % k: rng.standard_normal(n) for k in range(5)}
    index = sum(x.values()) / 2 + rng.standard_normal(n)
    data = {"y": index, "chosen": (index > 0).astype(float), **x}
    return gla.Table({name: gla.asarray(column) for name, column in data.items()})


# ---- elements ------------------------------------------------------------------------------------------------------------
@operation("add", VECTORS)
def _(n):
    x, y = draw(n), draw(n)
    return lambda: gla.add(x, y)


@operation("exp", VECTORS)
def _(n):
    x = draw(n)
    return lambda: gla.exp(x)


@operation("where", VECTORS)
def _(n):
    x, y = draw(n), draw(n)
    condition = gla.asarray(np.arange(n) % 3 == 0)
    return lambda: gla.where(condition, x, y)


@operation("stats.norm.cdf", LINES)
def _(n):
    x = draw(n)
    return lambda: gla.stats.norm.cdf(x)


@operation("special.gammaln", LINES)
def _(n):
    x = gla.asarray(np.random.default_rng(5).random(n) * 10 + 0.5)
    return lambda: gla.special.gammaln(x)


# ---- sums, sorting, selection -----------------------------------------------------------------------------------------
@operation("sum, axis 0", VECTORS)
def _(n):
    x = wide(n)
    return lambda: gla.sum(x, axis=0)


@operation("sum, axis 1", VECTORS)
def _(n):
    x = wide(n)
    return lambda: gla.sum(x, axis=1)


@operation("cumulative_sum", VECTORS)
def _(n):
    x = draw(n)
    return lambda: gla.cumulative_sum(x)


@operation("sort", VECTORS)
def _(n):
    x = draw(n)
    return lambda: gla.sort(x)


@operation("argsort", LINES)
def _(n):
    x = draw(n)
    return lambda: gla.argsort(x)


@operation("unique_values", LINES)
def _(n):
    x = groups(n)
    return lambda: gla.unique_values(x)


@operation("take", VECTORS)
def _(n):
    x, indices = draw(n), gla.asarray(np.random.default_rng(8).permutation(n))
    return lambda: gla.take(x, indices)


@operation("searchsorted", LINES)
def _(n):
    x, points = gla.asarray(np.linspace(-3, 3, n)), draw(n)
    return lambda: gla.searchsorted(x, points)


@operation("group_sum", LINES)
def _(n):
    x, keys = draw(n), groups(n)
    return lambda: gla.group_sum(x, keys)


@operation("histogram", VECTORS)
def _(n):
    x = draw(n)
    return lambda: gla.histogram(x, bins=100)


@operation("quantile", LINES)
def _(n):
    x = draw(n)
    return lambda: gla.quantile(x, [0.1, 0.5, 0.9])


@operation("median", LINES)
def _(n):
    x = draw(n)
    return lambda: gla.median(x)


@operation("cov", VECTORS)
def _(n):
    x = wide(n)
    return lambda: gla.cov(x, rowvar=False)


@operation("corrcoef", VECTORS)
def _(n):
    x = wide(n)
    return lambda: gla.corrcoef(x, rowvar=False)


# ---- linear algebra ---------------------------------------------------------------------------------------------------
@operation("matmul, vector", (10, 100, 500, 1000, 4000, 10000))
def _(n):
    a, x = square(n), draw(n)
    return lambda: gla.matmul(a, x)


@operation("matmul, matrix", MATRICES)
def _(n):
    a, b = square(n), square(n)
    return lambda: gla.matmul(a, b)


@operation("einsum", (4, 10, 30, 60, 100, 160))
def _(n):
    a, b = draw(n, n, n), draw(n, n)
    return lambda: gla.einsum("ijk,kl->ijl", a, b)


@operation("kron", (2, 5, 10, 20, 50, 80))
def _(n):
    a, b = square(n), square(n)
    return lambda: gla.kron(a, b)


@operation("solve", MATRICES)
def _(n):
    a, b = square(n), draw(n)
    return lambda: gla.solve(a, b)


@operation("cholesky", MATRICES)
def _(n):
    a = positive(n)
    return lambda: gla.cholesky(a)


@operation("inv", MATRICES)
def _(n):
    a = square(n)
    return lambda: gla.inv(a)


@operation("det", MATRICES)
def _(n):
    a = square(n) / (n / np.e) ** 0.5  # without a scale the determinant overflows
    return lambda: gla.det(a)


@operation("qr", MATRICES)
def _(n):
    a = square(n)
    return lambda: gla.qr(a)


@operation("lstsq, 20 columns", (100, 1000, 10000, 100000, 500000, 2000000))
def _(n):
    X, y = draw(n, 20), draw(n)
    return lambda: gla.lstsq(X, y)


@operation("svd", SPECTRA)
def _(n):
    a = square(n)
    return lambda: gla.svd(a)


@operation("eigh", SPECTRA)
def _(n):
    a = positive(n)
    return lambda: gla.eigh(a)


@operation("eig", (10, 30, 100, 200, 400, 800))
def _(n):
    a = square(n)
    return lambda: gla.eig(a)


@operation("expm", SPECTRA)
def _(n):
    a = positive(n)
    return lambda: gla.expm(a)


# ---- series -----------------------------------------------------------------------------------------------------------
@operation("fft", (1 << 10, 1 << 13, 1 << 16, 1 << 19, 1 << 22, 1 << 25))
def _(n):
    x = gla.asarray(np.random.default_rng(9).standard_normal(2 * n).view(np.complex128))
    return lambda: gla.fft.fft(x)


@operation("ifft", (1000, 10000, 100000, 1000000, 5000000, 20000000))
def _(n):
    x = gla.asarray(np.random.default_rng(9).standard_normal(2 * n).view(np.complex128))
    return lambda: gla.fft.ifft(x)


@operation("convolve, with 100", LINES)
def _(n):
    x, y = draw(n), draw(100)
    return lambda: gla.convolve(x, y)


@operation("interp, 1000 points", LINES)
def _(n):
    x, known = draw(n), gla.asarray(np.linspace(-3, 3, 1000))
    values = draw(1000)
    return lambda: gla.interp(x, known, values)


@operation("rolling mean, 12", LINES)
def _(n):
    x = draw(n)
    return lambda: gla.mean(gla.sliding_window_view(x, 12), axis=-1)


# ---- random numbers ---------------------------------------------------------------------------------------------------
@operation("normal", VECTORS)
def _(n):
    g = gla.random.Generator(1)
    return lambda: g.normal(shape=n)


@operation("uniform", VECTORS)
def _(n):
    g = gla.random.Generator(1)
    return lambda: g.uniform(shape=n)


@operation("gamma", LINES)
def _(n):
    g = gla.random.Generator(1)
    return lambda: g.gamma(2.0, shape=n)


# ---- sparse matrices and regressions ----------------------------------------------------------------------------------
@operation("sparse @ vector", (100, 1000, 10000, 100000, 1000000, 4000000))
def _(n):
    a, x = banded(n), draw(n)
    return lambda: a @ x


@operation("sparse @ matrix, 20 columns", (100, 1000, 10000, 100000, 300000, 1000000))
def _(n):
    a, x = banded(n), draw(n, 20)
    return lambda: a @ x


@operation("econ.ols", (100, 1000, 10000, 100000, 1000000, 3000000))
def _(n):
    data = sample(n)
    return lambda: gla.econ.ols("y ~ x0 + x1 + x2 + x3 + x4", data)


@operation("econ.logit", (200, 1000, 10000, 100000, 300000, 1000000))
def _(n):
    data = sample(n)
    return lambda: gla.econ.logit("chosen ~ x0 + x1 + x2 + x3 + x4", data)
