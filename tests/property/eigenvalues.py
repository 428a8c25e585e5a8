"""Eigenvalues and eigenvectors of symmetric and Hermitian matrices on devices that reduce them to band form and then chase the
band: the emulated device, with and without warps, and the first OpenCL device. Eigenvalues are compared with LAPACK's in double
precision; residuals and orthogonality are in units of n eps. Random and named matrices, with orders around the bandwidth. TAP;
skipped without NumPy.
tags: slow long"""
import os
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

BAND = 32
ORDERS = [2, 9, BAND - 1, BAND, BAND + 1, 2 * BAND - 1, 2 * BAND, 2 * BAND + 2, 3 * BAND - 1, 3 * BAND + 1, 150,
          6 * BAND + 2]
SEED = int(os.environ.get("GPULINALG_TEST_SEED", "108"))
MOST = 6  # units of n eps; LAPACK's own tests allow 30
rng = np.random.default_rng(SEED)


def hermitian(n, is_complex):
    a = rng.standard_normal((n, n)) + (1j * rng.standard_normal((n, n)) if is_complex else 0)
    return (a + a.conj().T) / 2


def unitary(n, is_complex):
    return np.linalg.qr(rng.standard_normal((n, n)) + (1j * rng.standard_normal((n, n)) if is_complex else 0))[0]


def with_values(values, is_complex):
    q = unitary(len(values), is_complex)
    a = q * values @ q.conj().T
    return (a + a.conj().T) / 2


def graded(n, is_complex):
    size = 10.0 ** np.linspace(0, -28, n)  # squares of float32 underflow
    return hermitian(n, is_complex) * np.sqrt(np.outer(size, size))


def clustered(n, is_complex):
    return with_values(np.where(np.arange(n) % 3, 1 + 1e-14 * rng.standard_normal(n), -2), is_complex)


def wilkinson(n, is_complex):
    return np.diag(abs(np.arange(n) - (n - 1) / 2)) + np.eye(n, k=1) + np.eye(n, k=-1)


def banded(n, is_complex):
    return np.triu(np.tril(hermitian(n, is_complex), 7), -7)


def rank_one(n, is_complex):
    x = unitary(n, is_complex)[:, :1]
    return x @ x.conj().T


def arrow(n, is_complex):
    a = np.diag(np.arange(n) + 1.0 + 0j)
    a[-1, :] = a[:, -1] = 1
    a[-1, 0], a[0, -1] = (1j, -1j) if is_complex else (1, 1)
    return a if is_complex else a.real


KINDS = {
    "random": hermitian, "graded": graded, "clustered": clustered, "Wilkinson": wilkinson, "banded": banded,
    "rank one": rank_one, "arrow": arrow,
    "diagonal": lambda n, c: np.diag(rng.standard_normal(n)),
    "tridiagonal": lambda n, c: np.triu(np.tril(hermitian(n, c), 1), -1),
    "zero": lambda n, c: np.zeros((n, n)),
    "identity": lambda n, c: np.eye(n),
    "geometric": lambda n, c: with_values(10.0 ** -np.linspace(0, 15, n), c),
    "huge": lambda n, c: hermitian(n, c) * 1e35,
    "tiny": lambda n, c: hermitian(n, c) * 1e-35,
}


def errors(gl, device, a):
    """Return the errors of eigenvalues, with and without vectors; the residual; the loss of orthogonality."""
    n, eps = len(a), np.finfo(a.dtype).eps
    wide = a.astype(np.complex128 if a.dtype.kind == "c" else np.float64)
    exact = np.linalg.eigvalsh(wide)
    scale = abs(exact).max() * eps * n or 1
    x = gl.asarray(a, device=device)
    alone = np.asarray(gl.to_device(gl.eigvalsh(x), "host")).astype(float)
    w, v = (np.asarray(gl.to_device(y, "host")) for y in gl.eigh(x))
    w, v = w.astype(float), v.astype(wide.dtype)
    if not ((w[1:] >= w[:-1]).all() and (alone[1:] >= alone[:-1]).all()):
        return "its values do not ascend", 0
    found = {"values": abs(w - exact).max() / scale, "values alone": abs(alone - exact).max() / scale,
             "residual": abs(wide @ v - v * w).max() / scale,
             "orthogonality": abs(v.conj().T @ v - np.eye(n)).max() / (eps * n)}
    for what, error in found.items():
        if not error <= MOST:
            return f"{what} wrong by {error:.3g} n eps", error
    return None, max(found.values())


def run(device, share):
    """Run a random fraction `share` of the matrices."""
    import gpulinalg as gl
    bad, worst, count = [], 0, 0
    for dtype in ["float64", "float32", "complex64", "complex128"]:
        for kind in KINDS:
            for n in ORDERS:
                if rng.integers(share):
                    continue
                a = KINDS[kind](n, dtype.startswith("complex")).astype(dtype)
                wrong, size = errors(gl, device, a)
                bad += [f"{kind}, {n}, {dtype}: {wrong}"] if wrong else []
                worst, count = max(worst, size), count + 1
        stack = np.stack([hermitian(70, dtype.startswith("complex")).astype(dtype) for i in range(3)])
        x = gl.asarray(stack, device=device)
        w, v = (np.asarray(gl.to_device(y, "host")) for y in gl.eigh(x))
        gap = abs(stack @ v - v * w[:, None, :]).max() / (np.finfo(dtype).eps * 70 * abs(w).max())
        bad += [f"a stack of {dtype}: residual of {gap:.3g} n eps"] if not gap <= MOST else []
        stack[1, 40, 3] = np.nan
        try:
            gl.eigh(gl.asarray(stack, device=device))
            bad.append(f"a NaN of {dtype} is not reported")
        except gl.NonFiniteError:
            pass
    print(f"{count} matrices, the worst {worst:.2g} n eps")
    for line in bad[:10]:
        print("bad:", line)
    return bool(bad)


if len(sys.argv) > 1:
    sys.exit(run(sys.argv[1], int(sys.argv[2])))
WAYS = [("emulated:0", "emulated,host", ""), ("emulated:0", "emulated,host", "-DEMULATED_WARPS"),
        ("opencl:0", "opencl,host", "")]
print("1..%d" % len(WAYS))
failed = False
for number, (device, backends, flags) in enumerate(WAYS, 1):
    what = f"{number} - eigenvalues on {device} {flags}".rstrip() + f", seed {SEED}"
    share = "4" if number > 1 else "2"
    env = dict(os.environ, GPULINALG_BACKENDS=backends, GPULINALG_EIGH_FROM="2", GPULINALG_EMULATED_FLAGS=flags)
    if device == "opencl:0" and "OPENCL_VENDORS" in os.environ:
        env["OCL_ICD_VENDORS"] = os.environ["OPENCL_VENDORS"]
    r = subprocess.run([sys.executable, __file__, device, share], env=env, capture_output=True, text=True, timeout=900)
    if "cannot be used" in r.stderr:
        print(f"ok {what} # SKIP there is no such device")
        continue
    failed |= r.returncode != 0
    print("not ok" if r.returncode else "ok", what)
    for line in (r.stdout + r.stderr[-800:]).splitlines():
        print("#", line)
sys.exit(failed)
