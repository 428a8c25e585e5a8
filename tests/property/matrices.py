"""Random arrays on the host, and errors of results relative to their definitions, for tests of devices at realistic sizes."""
import array
import math
import os
import random

import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_TEST_SEED", "8191"))
EPSILON = {"float32": 2.0 ** -23, "float64": 2.0 ** -52, "complex64": 2.0 ** -23, "complex128": 2.0 ** -52}
REAL = {"complex64": "float32", "complex128": "float64"}
rng = random.Random(SEED)
POOL = gl.copy(gl.asarray(array.array("d", [rng.gauss(0, 1) for _ in range(1 << 18)]), device="host"))


def real(shape):
    """Return standard normal values from a pool, beginning at a random position and wrapping around."""
    n = math.prod(shape)
    at = rng.randrange(POOL.size)
    turns = (at + n) // POOL.size + 1
    values = gl.concat([POOL] * turns) if turns > 1 else POOL
    return gl.reshape(gl.copy(values[at:at + n]), list(shape))


def numbers(shape, dtype):
    x = real(shape)
    return gl.astype(x + 1j * real(shape) if dtype in REAL else x, dtype)


def adjoint(x):
    return gl.conj(gl.matrix_transpose(x))


def unit(n, dtype):
    return gl.eye(n, dtype=dtype, device="host")


def largest(x):
    """Return max |x| as a value of the array's dtype; 0 for an empty array."""
    return float(gl.max(gl.abs(x)).item()) if x.size else 0.0


def norm(x):
    """Return the largest Frobenius norm in a stack."""
    x = gl.astype(x, "complex128") if x.dtype in REAL else gl.astype(x, "float64")
    return largest(gl.matrix_norm(x)) if x.size else 0.0


def near(got, expected, limit, what):
    """Check that the Frobenius norm of the difference is within the limit; NaN is not."""
    assert tuple(got.shape) == tuple(expected.shape), f"{what}: shape {got.shape}, expected {expected.shape}"
    error = norm(got - expected) if got.ndim > 1 else largest(got - expected)
    assert error <= limit, f"{what}: off by {error:.3g}, limit {limit:.3g}"


def vectors_near(got, expected, limit, what):
    """Check a stack of vectors."""
    near(gl.expand_dims(got, axis=-1), gl.expand_dims(expected, axis=-1), limit, what)


def orthonormal(q, limit, what):
    """Check the columns of q."""
    n = q.shape[-1]
    expected = gl.broadcast_to(unit(n, q.dtype), list(q.shape[:-2]) + [n, n])
    near(adjoint(q) @ q, expected, limit, what + " is orthonormal")


def equal(got, expected, what):
    assert got.dtype == expected.dtype and tuple(got.shape) == tuple(expected.shape), \
        f"{what}: {got.dtype} {got.shape}, expected {expected.dtype} {expected.shape}"
    assert gl.all(got == expected).item(), f"{what}: not equal"


def spd(stack, n, dtype):
    a = numbers(stack + (n, n), dtype)
    return a @ adjoint(a) + unit(n, dtype)


def tall_or_wide(stack, n, dtype):
    m = rng.choice([n, n + 1, 2 * n + 3])
    return numbers(stack + rng.choice([(m, n), (n, m)]), dtype)


def shape_of():
    return rng.choice([(), (1,), (37,), (4097,), (3, 5), (129, 65), (1, 300), (1000, 3), (5, 4, 3, 2), (33, 1, 77),
                       (300001,)])


def random_key(shape):
    key = []
    for n in shape:
        bound = [rng.choice([None, rng.randint(-n - 1, n + 1)]) for _ in range(2)]
        key.append(rng.randrange(-n, n) if n and rng.random() < 0.2 else slice(*bound, rng.choice([None, 2, -1, -3])))
    return tuple(key)
