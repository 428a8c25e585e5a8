"""Every device compared with the host, at sizes up to those for which devices have special algorithms: residuals,
orthogonality, spectra and exact equality, never raw vectors. The fast tier has half of the dtypes, and fewer sizes. TAP; needs
no NumPy.
tags: fast slow"""
import math
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor

import gpulinalg as gl
from matrices import (EPSILON, REAL, SEED, adjoint, equal, largest, near, norm, numbers, orthonormal, random_key, real,
                      rng, shape_of, spd, tall_or_wide, unit, vectors_near)

# Sizes around the limits of one thread block, Jacobi's method (32) and the polar decomposition (256).
SIZES = 1, 2, 5, 8, 16, 17, 32, 33, 64, 130, 256, 300
TYPES = sorted(EPSILON)
if os.environ.get("TIER") == "fast":
    SIZES, TYPES = SIZES[1::2], ["float64", "complex64"]
STACKS = {2: (70,), 5: (3, 2), 8: (33,), 16: (100,), 17: (5,), 32: (20,), 33: (7,), 64: (3,)}
MATRICES, OTHERS = [], []
device = None


def matrices(function):
    MATRICES.append(function)
    return function


def others(function):
    OTHERS.append(function)
    return function


def there(function, *arrays, **options):
    """Call the function on the device; results are copied back to the host."""
    results = function(*(gl.to_device(a, device) for a in arrays), **options)
    back = [gl.to_device(r, "host") for r in (results if isinstance(results, tuple) else (results,))]
    return back if len(back) > 1 else back[0]


def limit(dtype, n, c=10):
    return c * max(n, 1) * EPSILON[dtype]


@matrices
def matmul(stack, n, dtype):
    k, m = rng.choice([n, 3 * n + 1]), rng.choice([1, n, n + 5])
    a, b = numbers(stack + (n, k), dtype), numbers((k, m), dtype)
    bound, turned = limit(dtype, 1) * norm(a) * norm(b), gl.matrix_transpose(a)
    near(there(gl.matmul, a, b), a @ b, bound, "a b")
    near(there(lambda x, y: gl.matrix_transpose(x) @ y, turned, b), a @ b, bound, "a b, a in columns")


@matrices
def solve(stack, n, dtype):
    a, b = numbers(stack + (n, n), dtype), numbers(stack + (n, rng.choice([1, 3, n])), dtype)
    for trans, op in enumerate((a, gl.matrix_transpose(a), adjoint(a))):
        x = there(gl.solve, a, b, trans=trans)
        near(op @ x, b, limit(dtype, n) * (norm(a) * norm(x) + norm(b)), f"residual, trans={trans}")
    one = numbers((n,), dtype)
    x = there(gl.solve, a, one)
    near((a @ gl.expand_dims(x, axis=-1))[..., 0], gl.broadcast_to(one, list(x.shape)),
         limit(dtype, n) * (norm(a) * math.sqrt(n) * largest(x) + largest(one)), "residual, one vector")


@matrices
def solve_triangular(stack, n, dtype):
    a, b = numbers(stack + (n, n), dtype) / n + 2 * unit(n, dtype), numbers(stack + (n, 3), dtype)
    below = gl.reshape(gl.arange(n, device="host"), [n, 1]) >= gl.arange(n, device="host")
    for lower in False, True:
        t = gl.where(below if lower else gl.matrix_transpose(below), a, 0 * a)
        x = there(gl.solve_triangular, a, b, lower=lower)
        near(t @ x, b, limit(dtype, n) * (norm(a) * norm(x) + norm(b)), f"residual, lower={lower}")


@matrices
def inv(stack, n, dtype):
    a = numbers(stack + (n, n), dtype) + 2 * math.sqrt(n) * unit(n, dtype)
    x = there(gl.inv, a)
    near(a @ x, gl.broadcast_to(unit(n, dtype), list(a.shape)), limit(dtype, n) * norm(a) * norm(x), "a inv(a)")


@matrices
def determinants(stack, n, dtype):
    a = numbers(stack + (n, n), dtype) + 2 * math.sqrt(n) * unit(n, dtype)
    for name, got, expected in zip(("sign", "logarithm"), there(gl.slogdet, a), gl.slogdet(a)):
        assert largest(got - expected) <= limit(dtype, n * n), name
    if n < 33:
        det = gl.det(a)
        assert largest(there(gl.det, a) / det - 1) <= limit(dtype, n * n), "det"


@matrices
def cholesky(stack, n, dtype):
    a = spd(stack, n, dtype)
    l, u = there(gl.cholesky, a), there(gl.cholesky, a, upper=True)
    near(l @ adjoint(l), a, limit(dtype, n) * norm(a), "l l'")
    near(adjoint(u) @ u, a, limit(dtype, n) * norm(a), "u' u")
    above = gl.reshape(gl.arange(n, device="host"), [n, 1]) < gl.arange(n, device="host")
    below = gl.matrix_transpose(above)
    assert largest(gl.where(above, l, 0 * l)) == 0 == largest(gl.where(below, u, 0 * u)), "not triangular"


@matrices
def lu(stack, n, dtype):
    a = tall_or_wide(stack, n, dtype)
    p, l, u = there(gl.lu, a)
    near(p @ l @ u, a, limit(dtype, max(a.shape[-2:])) * norm(l) * norm(u), "p l u")
    most = math.sqrt(2) if dtype in REAL else 1  # LAPACK measures |re| + |im|
    assert largest(l) <= most + limit(dtype, 1), "pivots are not the largest"


@matrices
def qr(stack, n, dtype):
    a = tall_or_wide(stack, n, dtype)
    bound = limit(dtype, max(a.shape[-2:]))
    for mode in "reduced", "complete":
        q, r = there(gl.qr, a, mode=mode)
        near(q @ r, a, bound * norm(a), f"q r, {mode}")
        orthonormal(q, bound, f"q, {mode}")


def check_svd(a, full):
    bound, k = limit(a.dtype, max(a.shape[-2:])), min(a.shape[-2:])
    u, s, vh = there(gl.svd, a, full_matrices=full)
    orthonormal(u, bound, "u")
    orthonormal(adjoint(vh), bound, "v")
    scaled = u[..., :k] * gl.expand_dims(s, axis=-2)
    near(scaled @ vh[..., :k, :], a, bound * norm(a), "u s vh")
    vectors_near(s, gl.svdvals(a), bound * norm(a), "singular values")
    vectors_near(there(gl.svdvals, a), s, bound * norm(a), "svdvals")
    assert not gl.any(s[..., 1:] > s[..., :-1]) and not gl.any(s < 0), "singular values do not descend to 0"


@matrices
def svd(stack, n, dtype):
    check_svd(tall_or_wide(stack, n, dtype), rng.random() < 0.5)


@matrices
def svd_of_deficient_and_graded(stack, n, dtype):
    half = max(n // 2, 1)
    check_svd(numbers(stack + (n, half), dtype) @ numbers(stack + (half, n + 1), dtype), False)
    scales = 2.0 ** -gl.astype(gl.arange(n, device="host") % 60, REAL.get(dtype, dtype))
    check_svd(numbers(stack + (n + 2, n), dtype) * scales, False)


@matrices
def eigh(stack, n, dtype):
    a = numbers(stack + (n, n), dtype)
    a = a + adjoint(a)
    w, v = there(gl.eigh, a)
    bound = limit(dtype, n)
    orthonormal(v, bound, "v")
    near(a @ v, v * gl.expand_dims(w, axis=-2), bound * norm(a), "a v = v w")
    vectors_near(w, gl.eigvalsh(a), bound * norm(a), "eigenvalues")
    vectors_near(there(gl.eigvalsh, a), w, bound * norm(a), "eigvalsh")


@matrices
def eig(stack, n, dtype):
    a = numbers(stack[-1:] + (n, n), dtype)
    w, v = there(gl.eig, a)
    bound, wide = limit(dtype, n) * norm(a), gl.astype(a, v.dtype)
    near(wide @ v, v * gl.expand_dims(w, axis=-2), bound, "a v = v w")
    assert largest(gl.sum(w, axis=-1) - gl.trace(wide)) <= bound * math.sqrt(n), "their sum is not the trace"
    assert largest(gl.sum(gl.abs(v) ** 2, axis=-2) - 1) <= limit(dtype, n), "the vectors' length is not 1"


@matrices
def pinv(stack, n, dtype):
    a = numbers(stack + (2 * n + 3, n), dtype)
    x = there(gl.pinv, a)
    bound = limit(dtype, n) * norm(a) * norm(x)
    near(a @ x @ a, a, bound * norm(a), "a pinv(a) a")
    near(adjoint(a @ x), a @ x, bound, "a pinv(a) is symmetric")


@matrices
def lstsq(stack, n, dtype):
    m = rng.choice([n + 3, 4 * n + 50])
    a, b = numbers((m, n), dtype), numbers((m, 2), dtype)
    fit, fit0 = there(gl.lstsq, a, b)[0], gl.lstsq(a, b)[0]
    scale = limit(dtype, m) * norm(a) * (norm(a) * norm(fit0) + norm(b))
    near(adjoint(a) @ (b - a @ fit), 0 * fit, scale, "a'(b - a x)")
    twice = gl.concat([a, a[:, :1]], axis=1)
    ours, hosts = gl.lstsq(gl.to_device(twice, device), gl.to_device(b, device)), gl.lstsq(twice, b)
    assert ours.rank.item() == hosts.rank.item() == n, f"rank {ours.rank.item()}, on the host {hosts.rank.item()}"
    near(twice @ gl.to_device(ours.x, "host"), a @ fit0, scale / norm(a), "fit of a rank-deficient matrix")


@others
def elementwise(dtype):
    shape = shape_of()
    x, y = numbers(shape, dtype), numbers(shape[-1:], dtype)
    exact = [gl.add, gl.subtract, gl.equal] + ([] if dtype in REAL else [gl.minimum, gl.maximum, gl.less, gl.multiply])
    for function in exact:
        equal(there(function, x, y), function(x, y), function.__name__)
    base = gl.abs(x) + 0.5
    for function, p in (gl.multiply, x), (gl.divide, x), (gl.pow, base):
        expected = function(p, y)
        error = largest((there(function, p, y) - expected) / (gl.abs(expected) + 1e-30))
        assert error <= 64 * EPSILON[dtype], f"{function.__name__}: relative error {error}"
    for function in gl.exp, gl.sin, gl.cos, gl.tanh, gl.sqrt, gl.log, gl.abs, gl.square:
        argument = x if dtype in REAL else base
        expected = function(argument)
        error = largest((there(function, argument) - expected) / (gl.abs(expected) + 1.0))
        assert error <= 16 * EPSILON[dtype], f"{function.__name__}: error {error}"


@others
def integers_and_views(dtype):
    kind = rng.choice(["int8", "uint8", "int16", "int32", "int64", "uint64"])
    x = gl.astype(gl.round(gl.abs(real(shape_of() + (6,))) * 20), kind)
    for function in gl.add, gl.multiply, gl.subtract, gl.floor_divide, gl.remainder, gl.bitwise_xor, gl.greater_equal:
        def of_views(p):
            return function(p[..., ::-2], p[..., 1::2] + 1)
        equal(there(of_views, x), of_views(x), function.__name__)
    equal(there(lambda p: gl.astype(gl.flip(p), dtype), x), gl.astype(gl.flip(x), dtype), "flipped and converted")


@others
def reductions(dtype):
    x = numbers(shape_of() + (rng.choice([1, 7, 1030]),), dtype)
    axis = rng.choice([None, 0, -1])
    wide = gl.astype(x, "complex128" if dtype in REAL else "float64")
    n = x.size if axis is None else x.shape[axis]
    for function in gl.sum, gl.mean:
        error = largest(gl.astype(there(function, x, axis=axis), wide.dtype) - function(wide, axis=axis))
        bound = largest(function(gl.abs(wide), axis=axis))
        assert error <= 4 * (math.log2(n + 1) + 8) * EPSILON[dtype] * bound, \
            f"{function.__name__} {x.shape} {axis}: off by {error} of {bound}"
    if dtype in REAL:
        return
    for function in gl.max, gl.min, gl.argmax, gl.argmin, gl.any, gl.all:
        equal(there(function, x, axis=axis), function(x, axis=axis), function.__name__)
    for function in gl.var, gl.std:
        expected = function(wide, axis=axis)
        error = largest(gl.astype(there(function, x, axis=axis), "float64") - expected)
        assert error <= 100 * EPSILON[dtype] * (largest(expected) + 1), f"{function.__name__} {x.shape} {axis}: {error}"


@others
def indexing(dtype):
    x = numbers(rng.choice([(37,), (129, 65), (5, 40, 3), (300, 301)]), dtype)
    key = random_key(x.shape)
    equal(there(lambda p: p[key], x), x[key], f"getitem {key}")
    where = gl.asarray([rng.randrange(-x.shape[0], x.shape[0]) for _ in range(rng.choice([1, 50]))], device="host")
    equal(there(lambda p, i: gl.take(p, i, axis=0), x, where), gl.take(x, where, axis=0), "take")
    mask = gl.real(x) > 0.5
    equal(there(lambda p, m: p[m], x, mask), x[mask], "mask")
    equal(there(lambda p, m: gl.where(m, p, -p), x, mask), gl.where(mask, x, -x), "where")

    def change(p, m):
        p = gl.copy(p)
        p[key] = 7
        p[m] = -3
        p[0] = p[-1]
        return p
    equal(there(change, x, mask), change(x, mask), f"setitem {key}")
    equal(there(lambda p: gl.concat([p, p[:1]], axis=0), x), gl.concat([x, x[:1]], axis=0), "concat")


def problem_of(check, *arguments):
    try:
        check(*arguments)
    except Exception as error:  # any failure counts against this property
        return f"{type(error).__name__}: {error}"
    return None


def run(name, dtype, where):
    """Run the rounds of one property in this process; return whether it holds, and the output."""
    global device
    device = where
    check = next(check for check in MATRICES + OTHERS if check.__name__ == name)
    rng.seed(f"{SEED} {name} {dtype}")
    rounds = [()] * 12
    if check in MATRICES:
        rounds = [(STACKS.get(n, ()) if rng.random() < 0.5 else (), n) for n in SIZES]
    problems = [(r, p) for r in rounds if (p := problem_of(check, *r, dtype))]
    lines = ["#  %s %s" % (which, problem.replace("\n", "\n#   ")) for which, problem in problems]
    return not problems, "\n".join([f"{name.replace('_', ' ')}, {dtype}, on {device}"] + lines)


def start():
    gl.set_device("host")


def main():
    # GPULINALG_TEST_DEVICES=host tests the checks themselves if there is no other device.
    wanted = os.environ.get("GPULINALG_TEST_DEVICES")
    devices = wanted.split(",") if wanted else [d for d in gl.devices() if d != "host"]
    kinds = [gl.device_info(d).get("kind") for d in devices]
    if os.environ.get("TIER") == "fast" and not wanted and set(kinds) != {"CPU"}:
        devices = [d for d, kind in zip(devices, kinds) if kind != "CPU"]  # if there is a GPU, in the slow tier
    if not devices:
        print("1..0 # SKIP there is no device besides the host")
        return 0
    print(f"# seed {SEED}: GPULINALG_TEST_SEED={SEED} repeats this run")
    count = failed = 0
    # Several processes, because most of the time is used for compiling kernels and for the host's results.
    workers = int(os.environ.get("TEST_JOBS", (len(os.sched_getaffinity(0)) + 1) // 2))
    work = [(check.__name__, dtype, where) for where in devices for check in MATRICES + OTHERS for dtype in TYPES]
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), start) as pool:
        for good, text in pool.map(run, *zip(*work)):
            count += 1
            failed += not good
            print("ok" if good else "not ok", f"{count} - {text}", flush=True)
    print(f"1..{count}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
