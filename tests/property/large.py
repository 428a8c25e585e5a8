"""Factorisations of large matrices on a GPU, which also computes the check: the identity that defines each result, in rounding
errors. Orders up to GPULINALG_LARGEST (6000) and shapes are random. TAP; skipped on the host and on CPU devices, for which
tests/property/factors.py has smaller orders.

It runs for GPULINALG_CAMPAIGN_SECONDS (20), from the seed GPULINALG_CAMPAIGN_SEED."""
import os
import sys
import time

import gpulinalg as gl

DEVICE = next((d for d in gl.devices() if d.startswith("cuda")), gl.get_device())
if not DEVICE.startswith("cuda") and not os.environ.get("GPULINALG_LARGEST"):
    sys.exit(print("1..0 # SKIP orders so large take a GPU; GPULINALG_LARGEST=n asks for others"))
gl.set_device(DEVICE)

SEED = int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20265"))
SECONDS = float(os.environ.get("GPULINALG_CAMPAIGN_SECONDS", "20"))
LARGEST = int(os.environ.get("GPULINALG_LARGEST") or 6000)
EPS = {"float64": 2.0 ** -52, "complex128": 2.0 ** -52, "float32": 2.0 ** -23, "complex64": 2.0 ** -23}
generator = gl.random.Generator(SEED)


def draw(low, high):
    return int(generator.integers(low, high + 1))


def order():
    """Return an order that is uniform in the logarithm, and often next to a multiple of the algorithms' block sizes."""
    n = int(LARGEST ** (0.5 + draw(0, 1000) / 2000))
    return max(2, min(LARGEST, n // 128 * 128 + draw(-1, 1) if draw(0, 2) == 0 else n))


def normal(m, n, dtype):
    real = generator.normal(shape=(m, n))
    return (real + 1j * generator.normal(shape=(m, n)) if dtype.startswith("complex") else real).astype(dtype)


def conjugate(x):
    return gl.conj(gl.matrix_transpose(x))


def size(x):
    """Return the largest absolute value."""
    return float(gl.max(gl.abs(x)))


def distance(x, y, scale):
    """Return the difference in rounding errors of numbers as large as scale; NaN is never near."""
    far = size(x - y) / scale / EPS[str(x.dtype)]
    return far if far == far else float("inf")


def departure(q):
    return distance(conjugate(q) @ q, gl.eye(q.shape[1], dtype=q.dtype), 1)


def check_qr(a):
    q, r = gl.qr(a)
    return max(distance(q @ r, a, size(a) * max(a.shape) ** 0.5), departure(q))


def check_lu(a):
    p, lower, upper = gl.lu(a)
    return distance(p @ (lower @ upper), a, max(size(a), size(upper)) * len(a) ** 0.5)


def check_solve(a):
    a = a[:min(a.shape), :min(a.shape)]
    b = normal(len(a), draw(1, 300), str(a.dtype))
    x = gl.solve(a, b)
    return distance(a @ x, b, size(a) * size(x) * len(a) + size(b))


def check_inv(a):
    a = a[:min(a.shape), :min(a.shape)]
    x = gl.inv(a)
    return distance(a @ x, gl.eye(len(a), dtype=a.dtype), size(a) * size(x) * len(a) + 1)


def check_lstsq(a):
    a = a if a.shape[0] >= a.shape[1] else gl.matrix_transpose(a)
    b = normal(len(a), draw(1, 3), str(a.dtype))
    x = gl.lstsq(a, b).x
    gradient = conjugate(a) @ (a @ x - b)
    return distance(gradient, gradient * 0, size(a) * len(a) * (size(a) * size(x) * a.shape[1] ** 0.5 + size(b)))


def check_cholesky(a):
    a = a[:min(a.shape), :min(a.shape)]
    a = a @ conjugate(a) / len(a) + gl.eye(len(a), dtype=a.dtype)
    lower = gl.cholesky(a)
    return distance(lower @ conjugate(lower), a, size(a))


def check_triangular(a):
    a = a[:min(a.shape), :min(a.shape)]
    lower = bool(draw(0, 1))
    a = (gl.tril if lower else gl.triu)(a) + 2 * len(a) ** 0.5 * gl.eye(len(a), dtype=a.dtype)
    b = normal(len(a), draw(1, 300), str(a.dtype))
    x = gl.solve_triangular(a, b, lower=lower)
    return distance(a @ x, b, size(a) * size(x) * len(a) ** 0.5 + size(b))


def check_eigh(a):
    a = a[:min(a.shape), :min(a.shape)]
    a = a + conjugate(a)
    w, v = gl.eigh(a)
    norm = float(gl.max(gl.abs(w)))
    values = float(gl.max(gl.abs(gl.eigvalsh(a) - w))) / norm / EPS[str(a.dtype)]
    return max(distance(a @ v, v * w, norm), departure(v), values)


def check_svd(a):
    u, s, vh = gl.svd(a, full_matrices=False)
    norm = float(gl.max(s))
    values = float(gl.max(gl.abs(gl.svdvals(a) - s))) / norm / EPS[str(a.dtype)]
    return max(distance((u * s) @ vh, a, norm), departure(u), departure(conjugate(vh)), values)


CHECKS = [check_qr, check_lu, check_solve, check_inv, check_lstsq, check_cholesky, check_triangular, check_eigh, check_svd]
COSTLY = {check_eigh: 2500, check_svd: 2500}


def rounds():
    end, count = time.monotonic() + SECONDS, 0
    while time.monotonic() < end or count < len(CHECKS):
        check = CHECKS[count % len(CHECKS)]
        most = COSTLY.get(check, LARGEST)
        m, n = min(order(), most), min(order(), most)
        n = m if draw(0, 1) else n
        dtype = ("float64", "float64", "float32", "complex128", "complex64")[draw(0, 4)]
        lost, limit = check(normal(m, n, dtype)), 20 + 4 * max(m, n) ** 0.5
        if not lost <= limit:
            yield f"{check.__name__[6:]} of a {m} x {n} matrix of {dtype}: {lost:.3g} rounding errors, {limit:.0f} allowed"
        count += 1
    print(f"# {count} matrices")


gl.set_policy("ill_conditioned", "ignore")
print("1..1")
bad = list(rounds())
print(("not ok" if bad else "ok"), f"1 - identities of large random matrices, seed {SEED}, on {DEVICE}")
for line in bad[:10]:
    print("#", line)
sys.exit(bool(bad))
