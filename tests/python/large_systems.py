"""Large systems whose matrix is in host memory, which a GPU factors while it is copied."""
import warnings

import gpulinalg as gl
from tap import ok, raises, skip

if gl.get_device() == "host":
    skip("large systems", "no GPU: they would only take long")
    raise SystemExit
try:
    import numpy as np
except ImportError:
    skip("large systems", "no NumPy")
    raise SystemExit from None

n = 4160
rng = np.random.default_rng(5)
real = rng.standard_normal((n, n))
right = rng.standard_normal((n, 3))
cases = {"float64": real, "float32": real.astype("float32"), "complex128": real + 1j * rng.standard_normal((n, n))}
cases["complex64"] = cases["complex128"].astype("complex64")
for name, a in cases.items():
    tolerance = 1e-5 if name in ("float32", "complex64") else 1e-13
    b = right.astype(a.real.dtype)
    for order in "CF":
        for trans, op in enumerate((a, a.T, a.conj().T)):
            x = gl.solve(np.asarray(a, order=order), b, trans=trans)
            y = np.asarray(x).astype("complex128")
            wrong = np.abs(op @ y - b).max() / (np.abs(op).sum(axis=1).max() * np.abs(y).max())
            ok(x.dtype == name and wrong < tolerance, "%s, order %s, trans %d: %.1e" % (name, order, trans, wrong))
x = gl.solve(real, right[:, 0])
there = gl.solve(gl.asarray(real, copy=True), right[:, 0])
ok(x.shape == (n,) and np.abs(np.asarray(x) - np.asarray(there)).max() < 1e-9 * np.abs(np.asarray(x)).max(),
   "a vector; as with the matrix on the device")
ok(np.array_equal(np.asarray(x), np.asarray(gl.solve(real, gl.asarray(right[:, 0], copy=True)))), "b on the device")


def announced(a, **options):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        gl.solve(a, right, **options)
    return [str(w.message) for w in heard if issubclass(w.category, gl.IllConditionedWarning)]


# ---- two columns, or rows, that differ in their last bits: both in the first panel, both after it, or one in each. The
# elimination of the matrix causes smaller errors than that.
dominant = real + 4 * n**0.5 * np.eye(n)
for one, other in (3, 20), (n - 9, n - 400), (11, n - 1):
    for order in "CF":
        for lines in "columns", "rows":
            a = np.array(dominant, order=order)
            near = a if lines == "columns" else a.T
            near[:, other] = near[:, one] * (1 + np.finfo(float).eps * rng.integers(-1, 2, n))
            for trans in 0, 1:
                heard = announced(a, trans=trans)
                ok(len(heard) == 1 and "solve: a is so ill-conditioned" in heard[0],
                   "%s %d and %d nearly equal, order %s, trans %d" % (lines, one, other, order, trans))
ok(announced(real) == [], "nothing is said of a system that loses few digits")
units = real * 10.0**rng.integers(-9, 10, n)
ok(announced(units) == [] and announced(units.T, trans=1) == [], "or whose columns have other units")
for size in 1e-306, 1e300:
    x = np.asarray(gl.solve(real * size, right * size))
    ok(np.abs(x - np.asarray(gl.solve(real, right))).max() < 1e-8 * np.abs(x).max(), "numbers of the size %g are scaled" % size)
before = gl.memory_info()["used_bytes"]
for place in 100, n - 1:
    bad = real.copy()
    bad[place, 7] = np.nan
    raises(gl.NonFiniteError, lambda: gl.solve(bad, right), "NaN in row %d" % place, "a contains")
    bad = real.copy()
    bad[place] = 0
    bad[:, place] = 0
    raises(gl.SingularError, lambda: gl.solve(bad, right), "row and column %d zero" % place, "pivot")
bad = right.copy()
bad[3, 1] = np.inf
raises(gl.NonFiniteError, lambda: gl.solve(real, bad), "Inf on the right", "b contains")
raises(gl.ShapeError, lambda: gl.solve(real, right[1:]), "a right-hand side that is too short")
gl.set_memory_limit(gl.memory_info()["used_bytes"] + 8 * n * n)
raises(gl.OutOfMemoryError, lambda: gl.solve(real, right), "too little memory for it", "limit")
gl.set_memory_limit()
ok(gl.memory_info()["used_bytes"] == before, "nothing is lost by that")

# With little memory, svd uses the slower method, which needs less workspace.
m = 1024
square = gl.asarray(real[:m, :m], copy=True)
gl.reset_peak_memory()
gl.svd(square)
peak = gl.memory_info()["peak_bytes"]
gl.set_memory_limit(peak - 16 * m * m)
u, s, vh = gl.svd(square)
gl.set_memory_limit()
wrong = gl.vector_norm((u * s) @ vh - square).item() / gl.vector_norm(square).item()
ok(wrong < 1e-13, "svd with little memory: %.1e; at most %.1f times the matrix otherwise" % (wrong, peak / (8 * m * m)))
