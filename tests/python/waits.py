"""Operations wait for the stream in which their array was made: functions of all areas on the null backend, which records the
waits."""
import ctypes
import os
import sys

os.environ.update(GPULINALG_BACKENDS="null,host", GPULINALG_NULL_WITHOUT="")
places = [p + "/libgpulinalg-null.so" for p in os.environ.get("GPULINALG_PLUGIN_PATH", "").split(":")]
if not any(map(os.path.exists, places)):
    sys.exit(print("1..0 # SKIP the null backend is not built"))

import gpulinalg as gl  # noqa: E402
from tap import ok  # noqa: E402

D = "null:0"
gl.set_device(D)
null = ctypes.CDLL(next(filter(os.path.exists, places)))
null.gla_null_log.restype = ctypes.c_char_p
user, makers = gl.Stream(D), [gl.Stream(D) for _ in range(6)]


def waits(function):
    """Return the numbers of the streams for which `user` waits during a call."""
    with gl.stream(user):
        null.gla_null_forget()
        result = function()
        words = null.gla_null_log().decode().split()
    return {word.split("<")[1] for word in words if "<" in word}, result


def made(index, values):
    with gl.stream(makers[index]):
        return values() if callable(values) else gl.asarray(values)


ones = [made(k, [1.0]) for k in range(len(makers))]
numbers = [waits(lambda one=one: gl.copy(one))[0].pop() for one in ones]


def check(name, function, *values):
    """Each argument is made in a separate stream."""
    arguments = [made(k, v) for k, v in enumerate(values)]
    seen, _ = waits(lambda: function(*arguments))
    missing = [k for k in range(len(values)) if numbers[k] not in seen]
    ok(not missing, name + (": no wait for argument %s" % missing if missing else ""))


with gl.stream(user):
    own = gl.ones(1)
with gl.stream(makers[0]):
    null.gla_null_forget()
    gl.copy(own)
    mine = null.gla_null_log().decode().split("<")[1]

V, W, I, K = [3.0, 1.0, 2.0, 2.0], [1.0, 2.0, 3.0, 4.0], [0, 2, 1, 3], [0, 1, 0, 1]
M, P = [[4.0, 1.0], [1.0, 3.0]], [[2.0, 1.0], [0.5, 1.0]]
Q = [0.25, 0.5]
B = [True, False, True, True]

for name in "abs exp sqrt floor isnan sign negative".split() + ["round", "square"]:
    check(name, getattr(gl, name), V)
for name in "add multiply pow maximum less hypot atan2 logaddexp".split():
    check(name, getattr(gl, name), V, W)
for name in "sum prod mean var std max argmin any median cumulative_sum diff".split():
    check(name, getattr(gl, name), V)
for name in "sort argsort unique_values unique_all nonzero".split():
    check(name, getattr(gl, name), V)
for name in "det inv cholesky qr lu svd svdvals eigh eigvals pinv trace slogdet matrix_rank cond matrix_norm".split():
    check(name, getattr(gl, name), M)
for name in "matmul solve kron vecdot outer tensordot".split():
    of = {"outer": (V, W), "tensordot": (M, P)}.get(name, (M, P))
    check(name, getattr(gl, name), *of)
check("lstsq", gl.lstsq, [[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]], [1.0, 2.0, 3.0])
check("solve_triangular", gl.solve_triangular, M, [1.0, 2.0])
check("einsum", lambda a, b, c: gl.einsum("ij,jk,k->i", a, b, c), M, P, [1.0, 2.0])
check("where", gl.where, B, V, W)
check("clip", gl.clip, V, W, W)
for name, indices in ("int64", I), ("int32", lambda: gl.asarray(I, dtype="int32")):
    check("take, %s" % name, gl.take, V, indices)
    check("getitem, %s" % name, lambda a, i: a[i], V, indices)
    check("setitem, %s" % name, lambda a, i, v: gl.setitem(a, i, v), V, indices, W)
    check("add_at, %s" % name, gl.add_at, V, indices, W)
    check("take_along_axis, %s" % name, gl.take_along_axis, V, indices)
    check("put_along_axis, %s" % name, gl.put_along_axis, V, indices, W)
    check("two indices, %s" % name, lambda a, i, j: a[i, j], [V, W, V, W], indices, indices)
    check("repeat, %s" % name, gl.repeat, V, indices)
    check("bincount, %s" % name, gl.bincount, indices, W)
    check("scatter by sparse.coo, %s" % name, lambda v, i, j: gl.sparse.coo(v, i, j, shape=[4, 4]), V, indices, indices)
check("mask", lambda a, m: a[m], V, B)
check("setitem by a mask", lambda a, m: gl.setitem(a, m, 0.0), V, B)
check("concat", lambda a, b: gl.concat([a, b]), V, W)
check("stack", lambda a, b: gl.stack([a, b]), V, W)
check("flip and copy", lambda a: gl.copy(gl.flip(a)), V)
check("tril", gl.tril, M)
check("astype", lambda a: gl.astype(a, "float32"), V)
for name in "group_sum group_mean group_var group_min group_first group_median".split():
    check(name, getattr(gl, name), V, K)
check("group_quantile", gl.group_quantile, V, K, Q)
check("group_count", gl.group_count, K)
check("absorb", lambda y, x, k: gl.absorb(y, x, [k]), V, [[1.0], [2.0], [4.0], [3.0]], K)
check("searchsorted", gl.searchsorted, W, V)
check("digitize", gl.digitize, V, W)
check("histogram", gl.histogram, V, W)
check("isin", gl.isin, V, W)
check("lexsort", lambda a, b: gl.lexsort([a, b]), V, I)
check("rankdata", gl.rankdata, V)
check("factorize", gl.factorize, I)
check("run_lengths", gl.run_lengths, V)
check("quantile", gl.quantile, V, Q)
check("interp", gl.interp, V, W, V)
check("interpn", lambda p, q, v, x: gl.interpn([p, q], v, x), [0.0, 1.0], [0.0, 2.0], M, [[0.5, 0.5]])
check("cubic_spline", gl.cubic_spline, W, V, W)
check("pchip_interpolate", gl.pchip_interpolate, W, V, W)
check("lfilter", gl.lfilter, [1.0, 0.5], [1.0, -0.5], V)
check("linear_recurrence", gl.linear_recurrence, V, W)
check("vector_recurrence", gl.vector_recurrence, M, [[1.0, 2.0], [3.0, 4.0]])
check("convolve", gl.convolve, V, W)
check("trapezoid", gl.trapezoid, V, W)
check("gradient", gl.gradient, V, W)
check("cov", gl.cov, V, W)
check("average", lambda a, w: gl.average(a, weights=w), V, W)
check("fft", gl.fft.fft, V)
check("irfft", gl.fft.irfft, V)
check("gamma of a distribution", gl.stats.gamma.cdf, V, W)
check("betainc", gl.special.betainc, V, W, Q + Q)
check("logsumexp", gl.special.logsumexp, V)
check("a normal draw", lambda m, s: gl.random.Generator(1).normal(m, s), V, W)


g = gl.random.Generator(1)
check("draws, uniform", g.uniform, I, [5.0, 6.0, 7.0, 8.0])
check("draws, exponential", g.exponential, V)
check("draws, gamma", g.gamma, V, W)
check("draws, beta", g.beta, V, W)
check("draws, standard_t", g.standard_t, V)
check("draws, poisson", g.poisson, V)
check("draws, binomial", g.binomial, I, Q + Q)
check("draws, integers", g.integers, I, [5, 6, 7, 8])
check("roll", lambda a: gl.roll(a, 1), V)
check("tile", lambda a: gl.tile(a, [2]), V)
check("toeplitz", gl.toeplitz, V)
check("vander", gl.vander, V)
check("outer", gl.outer, V, W)
check("inner", gl.inner, V, W)
check("cross", gl.cross, V[:3], W[:3])
check("autocorrelation", gl.autocorrelation, V)
check("matrix_power", lambda a: gl.matrix_power(a, 3), M)
CHAIN = [[0.5, 0.5], [0.25, 0.75]]
check("stationary_distribution", gl.markov.stationary_distribution, CHAIN)
check("hitting_times", gl.markov.hitting_times, CHAIN, [0])
check("simulate", lambda P, x: gl.markov.simulate(P, 5, g, x), CHAIN, [0, 1])

# ---- later operations wait for changes
for name, change in {"setitem": lambda a: gl.setitem(a, [0, 1], 5.0), "a slice": lambda a: gl.setitem(a, slice(1, None), 5.0),
                     "a mask": lambda a: gl.setitem(a, a > 1.0, 5.0), "add_at": lambda a: gl.add_at(a, [1, 1], 2.0),
                     "put_along_axis": lambda a: gl.put_along_axis(a, [0], 9.0)}.items():
    changed = made(0, V)
    waits(lambda change=change, changed=changed: change(changed))
    with gl.stream(makers[1]):
        null.gla_null_forget()
        gl.copy(changed)
        said = null.gla_null_log().decode()
    ok("%s<%s" % (numbers[1], mine) in said.split(), "what %s has changed is waited for" % name)

# ---- parts and cached data of a sparse matrix, made in the first or the second stream
def check_sparse(name, function, first=None):
    """`first` is run in the second stream, with a matrix for which the user's stream has already waited."""
    a = made(0, lambda: gl.sparse.coo([4.0, 1.0, 2.0, 5.0, 3.0], [0, 0, 1, 2, 2], [0, 2, 1, 0, 2], shape=[3, 3]))
    if first:
        waits(lambda: a.data + a.data)
        made(1, lambda: first(a))
    try:
        seen, _ = waits(lambda: function(a))
    except gl.NotSupportedError:
        return ok(True, "sparse: %s # SKIP what solves is not there" % name)
    awaited = numbers[1 if first else 0]
    ok(awaited in seen, "sparse: " + name + ("" if awaited in seen else ": no wait"))


x = [1.0, 2.0, 3.0]
here = gl.asarray(x)
SPARSE = {
    "times a vector": lambda a: a @ here,
    "a vector times it": lambda a: here @ a,
    "tocsc": lambda a: a.tocsc(),
    "toarray": lambda a: a.toarray(),
    "product": lambda a: a @ a,
    "sum": lambda a: a + a,
    "sums": lambda a: a.sum(axis=0),
    "triangular": lambda a: a.solve_triangular(here),
    "rows": lambda a: a[[0, 2]],
    "elements": lambda a: gl.sparse.elements(a, [0, 1], [2, 2]),
    "diagonal": lambda a: a.diagonal(),
    "kron": lambda a: gl.sparse.kron(a, a),
    "solve": lambda a: gl.sparse.solve(a, here),
    "sampled": lambda a: gl.sparse.sampled_matmul(a, gl.ones((3, 2)), gl.ones((2, 3))),
    "gmres": lambda a: gl.sparse.gmres(a, here),
    "norm": lambda a: gl.sparse.norm(a),
    "stacked": lambda a: gl.sparse.vstack([a, a]),
}
for name, function in SPARSE.items():
    check_sparse(name, function)
for name in "a vector times it", "tocsc":
    check_sparse(name + ", from what is kept", SPARSE[name], SPARSE[name])
check_sparse("triangular, from what is kept", SPARSE["triangular"], SPARSE["triangular"])
