"""Fourier transforms compared with NumPy's in float64: all short lengths, primes, powers, batches, axes, strides, norms,
dtypes, and general properties of transforms. TAP; skipped without NumPy.

GPULINALG_FFT_DEVICE is the device (host), GPULINALG_TEST_SEED the random seed."""
import os
import random
import sys

import gpulinalg as gl

try:
    import numpy as np
except ImportError:
    sys.exit(print("1..0 # SKIP NumPy is not installed"))

SEED = int(os.environ.get("GPULINALG_TEST_SEED", "6402"))
DEVICE = os.environ.get("GPULINALG_FFT_DEVICE", "host")
LONGEST = int(os.environ.get("GPULINALG_FFT_LONGEST", "300000"))
rng = random.Random(SEED)
numbers = np.random.default_rng(SEED)
EPSILON = {"float32": 2.0**-23, "float64": 2.0**-52, "complex64": 2.0**-23, "complex128": 2.0**-52}
COMPLEX = {"float32": "complex64", "float64": "complex128", "complex64": "complex64", "complex128": "complex128"}
REAL = {"complex64": "float32", "complex128": "float64"}
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def some(shape, dtype):
    x = numbers.standard_normal(shape)
    if dtype.startswith("complex"):
        x = x + 1j * numbers.standard_normal(shape)
    return x.astype(dtype)


def on_device(x):
    return gl.asarray(x, device=DEVICE)


def wide(x):
    return x.astype("complex128" if x.dtype.kind == "c" else "float64")


def near(got, expected, n, what, dtype):
    """Check that the error is a small multiple of ε log n in the Euclidean norm."""
    result = np.asarray(gl.to_device(got, "host"))
    assert result.shape == expected.shape, f"{what}: shape {result.shape}, not {expected.shape}"
    assert str(result.dtype) == dtype, f"{what}: {result.dtype}, not {dtype}"
    limit = 3 * EPSILON[dtype] * max(1.0, np.log2(max(n, 2)))
    error = np.linalg.norm((wide(result) - expected).ravel())
    size = np.linalg.norm(expected.ravel())
    assert error <= limit * max(size, 1e-300), f"{what}: off by {error / size:.3g}, {error / size / limit:.3g} of the limit"


def four(n, dtype, shape=()):
    """Test transforms of n elements in both directions, complex and real."""
    kind, real = COMPLEX[dtype], REAL[COMPLEX[dtype]]
    x, r, h = some(shape + (n,), kind), some(shape + (n,), real), some(shape + (n // 2 + 1,), kind)
    what = f"of {shape + (n,)} {kind}"
    near(gl.fft.fft(on_device(x)), np.fft.fft(wide(x)), n, "fft " + what, kind)
    near(gl.fft.ifft(on_device(x)), np.fft.ifft(wide(x)), n, "ifft " + what, kind)
    near(gl.fft.fft(on_device(r)), np.fft.fft(wide(r)), n, "fft of reals " + what, kind)
    near(gl.fft.rfft(on_device(r)), np.fft.rfft(wide(r)), n, "rfft " + what, kind)
    near(gl.fft.irfft(on_device(h), n), np.fft.irfft(wide(h), n), n, "irfft " + what, real)


@test
def short_lengths():
    for n in range(1, 201):
        for dtype in "float32", "float64":
            four(n, dtype, (3,) if n % 7 == 0 else ())


@test
def primes_and_powers():
    primes = [p for p in (211, 509, 1009, 1021, 2003, 4999, 9973) if p <= LONGEST]
    powers = [n for n in (256, 729, 1024, 3125, 4096, 16807, 65536, 59049, 262144, 14641, 28561) if n <= LONGEST]
    for n in primes + powers + [n for n in (360, 1000, 5040, 2 * 1009, 3 * 509, 7 * 1021, 100000, 17 * 4096) if n <= LONGEST]:
        four(n, "float64")
        if n < 20000:
            four(n, "float32", (2,))


def draw_view():
    """Return an array with up to four dimensions, and a view of an equal array on the device: strided, reversed, transposed."""
    dtype = rng.choice(list(EPSILON))
    shape = tuple(rng.choice([1, 2, 3, 4, 5, 7, 8, 12, 16]) for _ in range(rng.randint(1, 4)))
    x = some(shape, dtype)
    a = on_device(x)
    if rng.random() < 0.5:
        order = list(range(len(shape)))
        rng.shuffle(order)
        x, a = x.transpose(order), gl.permute_dims(a, order)
    if rng.random() < 0.3:
        axis = rng.randrange(len(shape))
        x, a = np.flip(x, axis), gl.flip(a, axis=axis)
    if rng.random() < 0.3 and x.shape[-1] > 1:
        x, a = x[..., 1:], a[..., 1:]
    if rng.random() < 0.2:
        x, a = x[::2], a[::2]
    return dtype, x, a


def draw_lengths(sizes):
    return [max(1, n + rng.choice([0, 0, 0, -1, 1, 3])) for n in sizes]


@test
def one_axis_of_views():
    for _ in range(150):
        dtype, x, a = draw_view()
        axis, norm = rng.randrange(-x.ndim, x.ndim), rng.choice([None, "backward", "ortho", "forward"])
        n = rng.choice([None, draw_lengths([x.shape[axis]])[0]])
        names = ["fft", "ifft"] + (["hfft", "irfft"] if (n or x.shape[axis]) > 1 else [])
        name = rng.choice(names if dtype.startswith("complex") else names + ["rfft", "ihfft"])
        if name in ("hfft", "irfft") and n is None and x.shape[axis] < 2:
            n = 3
        expected = getattr(np.fft, name)(wide(x), n, axis, norm)
        kind = COMPLEX[dtype] if expected.dtype.kind == "c" else REAL[COMPLEX[dtype]]
        options = {} if norm is None else {"norm": norm}
        near(getattr(gl.fft, name)(a, n, axis, **options), expected, x.shape[axis] + 3,
             f"{name} of {x.shape}, n {n}, axis {axis}, {norm}, {dtype}", kind)


@test
def several_axes_of_views():
    for _ in range(150):
        dtype, x, a = draw_view()
        norm = rng.choice(["backward", "ortho", "forward"])
        axes = rng.sample(range(x.ndim), rng.randint(1, x.ndim))
        name = rng.choice(["fftn", "ifftn", "irfftn"] + ([] if dtype.startswith("complex") else ["rfftn"]))
        s = draw_lengths([x.shape[axis] for axis in axes])
        if name != "irfftn" and rng.random() < 0.5:
            s = None
        expected = getattr(np.fft, name)(wide(x), s, axes, norm)
        kind = COMPLEX[dtype] if expected.dtype.kind == "c" else REAL[COMPLEX[dtype]]
        near(getattr(gl.fft, name)(a, s=s, axes=axes, norm=norm), expected, max(x.size, 4) * 4,
             f"{name} of {x.shape}, s {s}, axes {axes}, {norm}, {dtype}", kind)


@test
def pairs_undo_each_other():
    for n in (1, 2, 9, 100, 127, 1000, 1021, 4096):
        x = on_device(some((3, n), "complex128"))
        r = on_device(some((3, n), "float64"))
        values, reals = (np.asarray(gl.to_device(v, "host")) for v in (x, r))
        near(gl.fft.ifft(gl.fft.fft(x)), values, n * n, f"ifft of fft, {n}", "complex128")
        near(gl.fft.irfft(gl.fft.rfft(r), n), reals, n * n, f"irfft of rfft, {n}", "float64")
        near(gl.fft.hfft(gl.fft.ihfft(r), n), reals, n * n, f"hfft of ihfft, {n}", "float64")


@test
def sizes_and_shifts():
    """Parseval's theorem, and the equivalence of a time shift and a phase factor."""
    for n in (5, 64, 101, 360, 1031):
        x = some((n,), "complex128")
        f = np.asarray(gl.to_device(gl.fft.fft(on_device(x), norm="ortho"), "host"))
        assert abs(np.linalg.norm(f) - np.linalg.norm(x)) <= 1e-14 * n * np.linalg.norm(x), f"Parseval, {n}"
        by = rng.randrange(n)
        turn = np.exp(-2j * np.pi * ((by * np.arange(n)) % n) / n)
        near(gl.fft.fft(on_device(np.roll(x, by))), np.fft.fft(x) * turn, n * n, f"shift by {by} of {n}", "complex128")


@test
def frequencies_and_their_order():
    for n in range(1, 40):
        for name in "fftfreq", "rfftfreq":
            got = getattr(gl.fft, name)(n, 0.3, device=DEVICE)
            assert np.array_equal(np.asarray(gl.to_device(got, "host")), getattr(np.fft, name)(n, 0.3)), f"{name} {n}"
    for _ in range(60):
        _, x, a = draw_view()
        axes = rng.choice([None, rng.sample(range(x.ndim), rng.randint(1, x.ndim))])
        for name in "fftshift", "ifftshift":
            got = np.asarray(gl.to_device(getattr(gl.fft, name)(a, axes=axes), "host"))
            assert np.array_equal(got, getattr(np.fft, name)(x, axes)), f"{name} of {x.shape}, {axes}"


def main():
    print(f"1..{len(TESTS)}")
    print(f"# seed {SEED} on {DEVICE}")
    for i, function in enumerate(TESTS):
        try:
            function()
            print(f"ok {i + 1} - {function.__name__}", flush=True)
        except AssertionError as error:
            print(f"not ok {i + 1} - {function.__name__}\n# {error}", flush=True)


main()
