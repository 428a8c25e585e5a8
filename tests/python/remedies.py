"""Messages name the remedy in Python's syntax; other libraries accept arrays, or their errors name a remedy."""
import importlib
import os
import tempfile

import gpulinalg as gl
from tap import ok, raises, same, skip

X, u = gl.asarray([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), gl.asarray([1.0, 2.0, 3.0])

# ---- shapes and conditions
raises(gl.ShapeError, lambda: X @ X, "a product that does not fit", "; write x1.T @ x2 or x1 @ x2.T")
raises(gl.ShapeError, lambda: X @ u, "of a matrix and a vector", "are 2 and 3; write x1.T @ x2")
raises(gl.ShapeError, lambda: gl.ones((2, 3, 4)) @ gl.ones((2, 3, 5)), "of stacks", "; write x1.mT @ x2")
raises(gl.ShapeError, lambda: X @ gl.ones(4), "nothing fits", "the inner dimensions are 2 and 4")
same([(X.T @ X).shape, (X @ X.T).shape, (X.T @ u).shape], [(2, 2), (3, 3), (2,)], "what is written works")
for call in (lambda: X * u, lambda: u - X, lambda: gl.where(X > 0, u, X)):
    raises(gl.ShapeError, call, "a column is meant", "; expand_dims(v, axis=-1) makes a column of the vector v")
same((X * gl.expand_dims(u, axis=-1)).shape, (3, 2), "which works")
raises(gl.IndexError, lambda: gl.concat([u, u], axis=1), "vectors side by side",
       "concat: axis 1 is out of range for an array of 1 dimension; stack(arrays, axis=1) joins along a new axis")
same(gl.stack([u, u], axis=1).shape, (3, 2), "which works")
raises(gl.IndexError, lambda: gl.concat([u, u], axis=2), "another axis", "for an array of 1 dimension")
for call in (lambda: u > 0 and u < 2, lambda: not u, lambda: 1 if u == 1 else 2):
    raises(gl.ArgumentError, call, "a condition of many", "bool: the array has 3 elements, not one; combine conditions with & "
           "and | in parentheses, as in (x > 0) & (y > 0), and reduce them to one value with any(x) or all(x)")
raises(gl.ArgumentError, lambda: float(u), "a number of many", "not one; select one with an index, or use sum")

raises(gl.ShapeError, lambda: gl.dot(X, X), "NumPy's product", "dot: shapes (3, 2) and (3, 2) do not match: the inner "
       "dimensions are 2 and 3; write x1.T @ x2 or x1 @ x2.T")
for call, words in (
    (lambda: gl.solve(X, u), "must be equal; lstsq(a, b) solves systems that are not square"),
    (lambda: gl.inv(X), "must be equal; pinv(x) is the pseudoinverse"),
    (lambda: gl.eigh(X), "must be equal; svd(x) accepts any matrix"),
    (lambda: gl.lstsq(u, u), "needs two dimensions; expand_dims(v, axis=1) turns the vector v into a column"),
    (lambda: gl.lstsq(u, X), "needs two dimensions; pass the matrix first and the vector second"),
    (lambda: u.T, "T: a vector has no transpose, and products do not need one: x @ y and x @ a treat x as a row, a @ x as a "
     "column; expand_dims(x, axis=1) makes it a one-column matrix"),
):
    raises(gl.ShapeError, call, words, words)
same(gl.lstsq(gl.expand_dims(u, axis=1), u).x.shape, (1,), "a column is a matrix")

# ---- sparse matrices where arrays are required
S = gl.sparse.Sparse([[2.0, 0.0], [0.0, 4.0]])
v = gl.asarray([2.0, 4.0])
for name, call, words in (
    ("solve", lambda: gl.solve(S, v), "; write A.solve(b)"),
    ("lstsq", lambda: gl.lstsq(S, v), "; write A.lstsq(b)"),
    ("matmul", lambda: gl.matmul(S, v), "; write A @ b"),
    ("dot", lambda: gl.dot(v, S), "; write b @ A"),
    ("sum", lambda: gl.sum(S), "; write A.sum()"),
    ("eigvalsh", lambda: gl.eigvalsh(S), "; write A.eigsh()"),
    ("solve, the right-hand side", lambda: gl.solve([[1.0]], S), "; use its operators and methods, or toarray()"),
    ("inv", lambda: gl.inv(S), "; use its operators and methods, or toarray()"),
):
    raises(gl.ArgumentError, call, name, " or an array of another library" + words)
same([(S @ v).tolist(), (v @ S).tolist(), float(S.sum())], [[4.0, 16.0], [4.0, 16.0], 6.0], "what is written works")

# ---- types and numbers
for call, words in (
    (lambda: gl.stack(u, u), "an integer; pass the arrays in one list: stack([x, y])"),
    (lambda: gl.concat(u, u), "an integer or None; pass the arrays in one list: concat([x, y])"),
    (lambda: gl.max(u, u), "a list of integers; use maximum for the elementwise maximum of two arrays"),
    (lambda: gl.min(u, 0.5), "a list of integers; use minimum for the elementwise minimum of two arrays"),
    (lambda: gl.min(u, -0.5), "; use minimum for the elementwise minimum"),
    (lambda: gl.asarray([[1.0, None]]), "obj[0][1] is None, but it must be a number; write a missing value as nan"),
    (lambda: gl.markov.simulate([[1.0]], 3, 1), "it must be a Generator; random.Generator creates one from a seed"),
):
    raises(gl.DTypeError, call, words, words)
raises(gl.ArgumentError, lambda: gl.quantile(u, 25), "a percentage", "between 0 and 1; use percentile for 0 to 100")
raises(gl.ArgumentError, lambda: gl.quantile(u, 2500), "no percentage", "but it must be between 0 and 1")
for call in lambda: gl.bincount([10**15, 1]), lambda: gl.group_sum([1.0, 2.0], [1, 10**15]):
    raises(gl.OutOfMemoryError, call, "raw numbers as keys",
           ": the memory is too small for 1000000000000001 groups of 2 keys; use factorize(keys) to number "
           "only the keys that occur")
t, both = gl.arange(6.0), [[0, 0, 0, 1, 1, 1], [0, 1, 0, 1, 0, 1]]
raises(gl.ArgumentError, lambda: gl.absorb(t, t, both, slopes=[t]), "slopes of one grouping of two",
       "slopes has 1 item for 2 grouping variables; give one for each, with an empty list [] for one without "
       "slopes")
raises(gl.ArgumentError, lambda: gl.absorb(t, t, both, slopes=[t, None]), "none for no slopes",
       "; use an empty list [] for a grouping variable without slopes")
raises(gl.DTypeError, lambda: gl.full(2, 0, 3), "a part of the shape",
       "; pass the shape as one list: [2, 3]")
for text in "2,5", "-1,234.5", "+1,5":
    raises(gl.DTypeError, lambda: gl.asarray([1.0, text]), "a comma in a number",
           "; write decimals with a point, and thousands without a comma")
for text in "a,b", "1,", ",5", "1,2,x":
    raises(gl.DTypeError, lambda: gl.asarray([1.0, text]), "%s is no number" % text, "; convert it to a number, or")
with tempfile.TemporaryDirectory() as folder:
    name = os.path.join(folder, "t.csv")
    for content, options, words in (
        ("id,educ\n1,12\n2,xx\n", {}, "read the column as text with text=['educ']"),
        ("a,b\n1,\n2,3\n", {}, "pass missing='nan' to read it as NaN, or missing='drop' to drop the row"),
        ("a\n#x\n1\n", {}, "; pass comment='#' to skip lines that begin with #"),
        ("#t\n1,2\n", {}, "pass comment='#' to skip lines"),
        ("a\n\u00e9\n", {}, "give encoding='latin-1' or 'windows-1252'"),
    ):
        with open(name, "w", encoding="latin-1") as file:
            file.write(content)
        raises(gl.ArgumentError, lambda: gl.loadtxt(name, **options), words, words)
raises(gl.NotPositiveDefiniteError, lambda: gl.random.Generator(1).multivariate_normal([0.0, 0], [[1.0, 1], [1, 1]]),
       "an option of another call", "use method=\"eigh\" if it")

# ---- names
for name in "kalman", "ols", "logit", "corr", "regress", "x":
    raises(AttributeError, lambda: getattr(gl, name), "no guess for " + name,
           "module 'gpulinalg' has no attribute %r" % name)
    try:
        getattr(gl, name)
    except AttributeError as error:
        ok("did you mean" not in str(error), "%s is like no name" % name)
raises(AttributeError, lambda: gl.inverse, "MATLAB's name", "did you mean 'inv'?")
for module, name, words in (
    (gl, "read_csv", "; use loadtxt(path), which returns the columns by name"),
    (gl, "isnull", "; did you mean 'isnan'?"),
    (gl, "ln", "; did you mean 'log'?"),
    (gl, "lag", "; did you mean 'roll'?"),
    (gl, "group_lag", "; did you mean 'roll'?"),
    (gl, "identity", "; did you mean 'eye'?"),
    (gl, "transpose", "; use permute_dims(x, axes) or x.T"),
    (gl, "norm", "; did you mean 'vector_norm'?"),
    (gl, "gammaln", "; it is in gpulinalg.special"),
    (gl, "randn", "; use random.Generator(seed).normal(shape=shape)"),
    (gl, "normal", "; use random.Generator(seed).normal(…)"),
    (gl, "csr_matrix", "; use sparse.Sparse(array) or csr("),
    (gl.random, "default_rng", "; use Generator(seed)"),
    (gl.random, "poisson", "; use Generator(seed).poisson(…)"),
    (gl.random, "rand", "; use Generator(seed).random(shape)"),
    (gl.sparse, "csc_matrix", "; use Sparse(array) or csc(data, indices, indptr, shape)"),
    (gl.sparse, "identity", "; did you mean 'eye'?"),
    (gl.sparse, "spsolve", "; did you mean 'solve'?"),
):
    raises(AttributeError, lambda: getattr(module, name), name, "has no attribute %r%s" % (name, words))
for obj, name, words in (
    (u, "exp", "an Array has no exp; use gpulinalg.exp(x)"),
    (u, "quantile", "an Array has no quantile; use gpulinalg.quantile(x, q)"),
    (u, "solve", "an Array has no solve; use gpulinalg.solve(x, b)"),
    (u, "unique", "; use gpulinalg.unique_values(x)"),
    (u, "values", "; use x itself, or numpy.asarray(x)"),
    (u, "to_numpy", "; use numpy.asarray(x)"),
    (u, "to", "; use x.to_device(device), or x.astype(dtype)"),
    (S, "todense", "a Sparse has no todense; use A.toarray()"),
):
    raises(AttributeError, lambda: getattr(obj, name), name, words)
ok("exp" not in dir(u) and not hasattr(u, "exp") and "todense" not in dir(S), "names of others are not shown")
for call, words in (
    (lambda: gl.loadtxt("x", sep=";"), "unexpected keyword argument 'sep'; did you mean 'delimiter'?"),
    (lambda: gl.savetxt("x", u, fmt="%g"), "'fmt'; numbers are written with the fewest digits that read back as the same; "
     "gpulinalg.around(x, decimals) leaves fewer"),
    (lambda: gl.savetxt("x", u, header="a"), "unexpected keyword argument 'header'; did you mean 'names'?"),
    (lambda: gl.vstack(u, u), "but 2 were given; pass the arrays in one list: vstack([x, y])"),
    (lambda: gl.column_stack(u, u), "but 2 were given; pass the arrays in one list: column_stack([x, y])"),
    (lambda: gl.sort(u, reverse=True), "unexpected keyword argument 'reverse'; did you mean 'descending'?"),
):
    raises(TypeError, call, words, words)
same((u / 3).round(2).tolist(), [0.33, 0.67, 1.0], "decimals of a method")

# ---- formats
same([f"{u:.3f}", f"{X:g}", f"{u[0]:.2f}", f"{gl.sum(u):.1f}"],
     ["[1.000 2.000 3.000]", "[[1 2]\n [3 4]\n [5 6]]", "1.00", "6.0"],
     "elements in a format")
same([f"{u * -100:7.1f}", f"{gl.asarray([255, 7]):04x}", f"{gl.asarray([1+2j]):.1f}", f"{gl.zeros((0, 2)):.1f}"],
     ["[ -100.0  -200.0  -300.0]", "[00ff 0007]", "1.0+2.0j", str(gl.zeros((0, 2)))], "their widths, kinds, and none")
same([f"{u:>12}", f"{u:s}", f"{u}", f"{u:.^14}"], ["[1. 2. 3.]".rjust(12), str(u), str(u), "..[1. 2. 3.].."],
     "formats of texts are of the whole")
same(f"{gl.arange(24.0).reshape(2, 3, 4):.0f}", str(gl.arange(24).reshape(2, 3, 4)), "several dimensions")
same(f"{gl.arange(6000.0).reshape(6, 1000):.0f}", str(gl.arange(6000).reshape(6, 1000)), "many elements")
same(f"{gl.arange(100.0):.0f}", str(gl.arange(100)), "long lines")
raises(ValueError, lambda: f"{u:d}", "a format that does not fit the elements", "Unknown format code 'd' for object of type")


# ---- other libraries
def load(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        skip(name, "it is not installed")
        return None


np = load("numpy")
if np:
    for name in "log", "sqrt", "add", "maximum", "isnan", "heaviside":
        f = getattr(np, name)
        rest = [2.0] * (f.nin - 1)
        got = f(u, *rest)
        ok(type(got) is gl.Array and got.device == u.device and got.tolist() == f(np.asarray(u), *rest).tolist(),
           "numpy.%s(x) is an Array" % name)
    ok(type(np.log(u.astype("float32"))) is gl.Array and np.log(u.astype("float32")).dtype == gl.float32, "of its own type")
    same([type(x) for x in np.modf(u)], [gl.Array] * 2, "two results")
    out = np.zeros(3)
    ok(np.log(u, out=out) is out and out[1] == np.log(2.0), "into an array of NumPy")
    raises(TypeError, lambda: np.add(u, 1.0, out=u), "but not into an Array")
    same(float(np.add.reduce(u)), 6.0, "reduce")
    same([np.result_type(u, np.float32), np.result_type(gl.asarray([1], dtype="int8"), np.int16)],
         [np.dtype("float64"), np.dtype("int16")], "types for numpy.result_type")
pl = load("polars")
if pl:
    same(pl.Series(u).to_list(), [1.0, 2.0, 3.0], "polars.Series of an Array")
    same(pl.DataFrame({"a": u, "b": u > 1})["b"].to_list(), [False, True, True], "columns of a frame")
    same(pl.Series(X[:, 1]).to_list(), [2.0, 4.0, 6.0], "a column of a matrix")
    for t in "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 bool".split():
        s = pl.Series(gl.asarray([0, 1, 1, 0, 1, 0, 0, 1, 1], dtype=t))
        same(([int(x) for x in s], str(s.dtype).lower().rstrip("ean")), ([0, 1, 1, 0, 1, 0, 0, 1, 1], t.rstrip("ean")), t)
    same(pl.Series(gl.zeros(0)).to_list(), [], "of no element")
    raises(gl.ShapeError, lambda: pl.Series(X), "of a matrix", "has one dimension; give the columns one by one")
    raises(gl.DTypeError, lambda: pl.Series(gl.asarray([1j])), "of complex numbers", "give real(x) and imag(x)")
jnp = load("jax.numpy")
if jnp:
    same([jnp.asarray(u).tolist(), jnp.array(X.T).tolist()], [u.tolist(), X.T.tolist()], "jax.numpy.asarray of an Array")
    same(jnp.asarray(gl.arange(3)).tolist(), [0, 1, 2], "of integers")
schema, array = u.__arrow_c_array__()
ok("arrow_schema" in repr(schema) and "arrow_array" in repr(array), "capsules for Arrow")
del schema, array
raises(gl.ShapeError, X.__arrow_c_array__, "of a matrix", "give the columns one by one")
