"""Eigenvectors of graded matrices, whose rows decrease by up to hundreds of powers of ten, on the device GPULINALG_DEVICE or
the default one: orthonormal, with a small residual, and with the eigenvalues of eigvalsh, alone and in stacks. cuSOLVER's
eigenvectors are not orthonormal (docs/design/eigenvalues-and-svd.md). TAP; skipped without NumPy.
tags: fast slow"""
import os
import sys

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))
import gpulinalg as gl

SEED = int(os.environ.get("GPULINALG_TEST_SEED", "134"))
MOST = 30  # units of n eps, as in LAPACK's own tests
ORDERS = [20, 33, 40, 64, 100]
COUNTS = [None, 3, 6]  # matrices of a stack
POWERS = {"float32": [0, -25, -36, -40], "complex64": [0, -25, -36, -40],
          "float64": [0, -40, -150, -200, -290], "complex128": [0, -40, -150, -200, -290]}
rng = np.random.default_rng(SEED)


def graded(shape, power, dtype):
    b = rng.standard_normal(shape)
    if dtype.startswith("complex"):
        b = b + 1j * rng.standard_normal(shape)
    size = 10.0 ** (np.linspace(0, power, shape[-1]) / 2)
    return ((b + b.conj().swapaxes(-1, -2)) * size[:, None] * size).astype(dtype)


def on_host(x):
    return np.asarray(gl.to_device(x, "host"))


def errors(a):
    """Return, in units of n eps, the loss of orthogonality, the residual, and the differences from eigvalsh and from LAPACK in
    double precision."""
    n, unit = a.shape[-1], a.shape[-1] * np.finfo(a.dtype).eps
    x = gl.asarray(a)
    w, v = (on_host(y) for y in gl.eigh(x))
    alone = on_host(gl.eigvalsh(x)).astype(float)
    wide = a.astype(np.complex128 if a.dtype.kind == "c" else np.float64)
    w, v = w.astype(float), v.astype(wide.dtype)
    exact = np.linalg.eigvalsh(wide)
    scale = abs(exact).max() * unit
    return {"orthogonality": abs(v.conj().swapaxes(-1, -2) @ v - np.eye(n)).max() / unit,
            "residual": abs(wide @ v - v * w[..., None, :]).max() / scale,
            "values": abs(w - exact).max() / scale, "values alone": abs(alone - exact).max() / scale}


print("1..%d" % len(POWERS))
failed = False
for number, (dtype, powers) in enumerate(POWERS.items(), 1):
    bad, worst = [], 0
    for n in ORDERS:
        for count in COUNTS:
            for power in powers:
                what = f"order {n}, {count or 1} matrices, down to 1e{power}"
                try:
                    found = errors(graded((count, n, n) if count else (n, n), power, dtype))
                except gl.Error as e:
                    bad.append(f"{what}: {e}")
                    continue
                worst = max(worst, *found.values())
                bad += [f"{what}: {name} wrong by {e:.3g} n eps" for name, e in found.items() if not e <= MOST]
    failed |= bool(bad)
    print("not ok" if bad else "ok", f"{number} - {dtype} on {gl.get_device()}, seed {SEED}; the worst {worst:.2g} n eps")
    for line in bad[:10]:
        print("#", line)
sys.exit(failed)
