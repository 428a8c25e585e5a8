# tags: slow long
"""Panels of LU and QR, and Cholesky factors, computed by groups that run side by side, on the emulated device: residuals for up
to eight groups, the first of several equal pivots, the position at which a matrix is not positive definite, and the error if a
group waits forever. TAP; skipped without NumPy."""
import os
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

import gpulinalg as gl

SHAPES = [(33, 33), (65, 40), (257, 257), (300, 20), (40, 300), (513, 70), (1000, 37)]
DTYPES = ["float64", "float32", "complex128", "complex64"]
rng = np.random.default_rng(int(os.environ.get("GPULINALG_CAMPAIGN_SEED", "20264")))


def matrix(m, n, dtype, kind):
    if kind == "Kahan":  # squares of its last rows exceed the range of float32
        a = 0.5 ** np.arange(m)[:, None] * (np.eye(m, n) - 0.9 * np.triu(np.ones((m, n)), 1))
        return (a * (1 + 0.5j) if dtype.startswith("complex") else a).astype(dtype)

    def draw():
        return rng.standard_normal((m, n)) if kind == "normal" else rng.integers(-2, 3, (m, n)).astype(float)
    a = draw() + (1j * draw() if dtype.startswith("complex") else 0)
    if kind == "zero columns":
        a[:, n // 2] = a[:, n // 3] = 0
    return a.astype(dtype)


def wrong(m, n, dtype, kind):
    a = matrix(m, n, dtype, kind)
    eps, size = np.finfo(a.dtype).eps, np.abs(a).max()
    x = gl.asarray(a, device="emulated:0")
    p, lower, upper = (np.asarray(v.to_device("host")) for v in gl.lu(x, True))
    if not np.abs((lower @ upper)[p] - a).max() <= 40 * eps * max(m, n) ** 0.7 * size:
        return "lu"
    q, r = (np.asarray(v.to_device("host")) for v in gl.qr(x))
    most = 40 * eps * max(m, n) ** 0.5
    if not (np.abs(q @ r - a).max() <= most * size and np.abs(q.conj().T @ q - np.eye(min(m, n))).max() <= most):
        return "qr"
    two = matrix(m, 2, dtype, "integers")  # its pivots are exact, so that ties occur
    pivots = [np.asarray(gl.lu(gl.asarray(two, device=d), True)[0].to_device("host")) for d in ("emulated:0", "host")]
    return None if (pivots[0] == pivots[1]).all() else "pivots"


def definite(n, digits):
    """Return a matrix with eigenvalues from 1 down to 10^-digits."""
    q = np.linalg.qr(rng.standard_normal((n, n)))[0]
    return (q * 10.0 ** np.linspace(0, -digits, n)) @ q.T


def wrong_cholesky(n, digits):
    """Check each element of L Lᵀ, in units of the diagonal elements of its row and column; zeros above the diagonal; equal
    bits."""
    a = definite(n, digits)
    lower, again = (np.asarray(gl.cholesky(gl.asarray(a, device="emulated:0")).to_device("host")) for _ in range(2))
    root = np.sqrt(np.diagonal(a))
    error = np.abs(lower @ lower.T - a) / (root[:, None] * root)
    if not error.max() <= 2 * n ** 0.5 * np.finfo(a.dtype).eps or np.triu(lower, 1).any():
        return "factor"
    return None if np.array_equal(lower, again) else "bits"


def wrong_place(n):
    """Check the reported order of the first leading minor that is not positive."""
    for place in {1, 16, 17, 64, 65, n // 2, n}:
        a = definite(n, 2)
        a[place - 1, place - 1] = -1
        try:
            gl.cholesky(gl.asarray(a, device="emulated:0"))
            return f"minor {place}"
        except gl.NotPositiveDefiniteError as e:
            if f"minor of order {place} is not" not in str(e):
                return f"minor {place}"
    return None


def is_reported(f, op, a=None):
    try:
        f(gl.asarray(rng.standard_normal((600, 40)) if a is None else a, device="emulated:0"))
    except gl.DeviceError as e:
        return str(e).startswith(op + ": groups of a kernel")
    return False


if sys.argv[1:] == ["side by side"]:
    bad = [f"{what} of {m} x {n}, {dtype}, {kind}" for m, n in SHAPES for dtype in DTYPES
           for kind in ("normal", "integers", "zero columns") + ("Kahan",) * (m == n) if (what := wrong(m, n, dtype, kind))]
    bad += [f"{what} of cholesky, order {n}, {digits} digits" for n, digits in
            ((65, 1), (70, 12), (128, 14), (191, 3), (257, 13)) if (what := wrong_cholesky(n, digits))]
    bad += [f"{what} of cholesky, order {n}" for n in (66, 128) if (what := wrong_place(n))]
    sys.exit("\n".join(bad) or None)
if sys.argv[1:] == ["in vain"]:
    sys.exit(not (is_reported(gl.lu, "lu") and is_reported(gl.qr, "qr") and
                  is_reported(gl.cholesky, "cholesky", definite(200, 1))))
print("1..3")
failed = False
for number, (way, flags) in enumerate((("side by side", ""), ("side by side", " -DEMULATED_LANES"),
                                       ("in vain", " -DPATIENCE=1")), 1):
    env = dict(os.environ, GPULINALG_BACKENDS="emulated,host", GPULINALG_EMULATED_FLAGS="-DEMULATED_RESIDENT" + flags,
               OCL_ICD_VENDORS="/nowhere")
    r = subprocess.run([sys.executable, __file__, way], env=env, capture_output=True, text=True, timeout=900)
    failed |= r.returncode != 0
    print("not ok" if r.returncode else "ok", number, "-", way + flags)
    for line in (r.stdout + r.stderr[-800:]).splitlines():
        print("#", line)
sys.exit(failed)
