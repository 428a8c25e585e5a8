"""Gradients of Fourier transforms, against differences."""

import math

import gpulinalg as gla
from check import check


def rand(*shape, salt=0, complex=False):
    n = math.prod(shape)
    v = [math.sin(2.7 * i + 0.4 + salt) + (1j * math.cos(1.9 * i + salt) if complex else 0) for i in range(n)]
    return gla.reshape(gla.asarray(v), shape)


def energy(y):
    return gla.square(gla.real(y)) + y


NORMS = ("backward", "ortho", "forward")
for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
    f = getattr(gla.fft, name)
    is_real = name in ("rfft", "ihfft")
    for m, n in [(5, None), (6, None), (5, 8), (6, 3), (6, 4), (5, 7), (2, 2), (3, 1)]:
        for norm in NORMS if n is None or n == 7 else NORMS[:1]:
            for is_complex in (False, True):
                if not (is_real and is_complex):
                    args = [rand(m, complex=is_complex)]
                    check(
                        "%s %s of %d %s%s" % (name, n, m, norm, " complex" * is_complex),
                        lambda x: energy(f(x, n=n, norm=norm)),
                        args,
                        second=m == 5,
                    )
    check(name + " axis", lambda x: energy(f(x, n=5, axis=0)), [rand(4, 3)])
    check(name + " stack", lambda x: energy(f(x, axis=-2)), [rand(2, 3, 2)])
for name in ("fftn", "ifftn", "fft2", "ifft2", "rfftn", "irfftn", "rfft2", "irfft2"):
    f = getattr(gla.fft, name)
    is_real = name[0] == "r"
    for s, axes in [
        (None, None),
        ((4, 5), (0, 1)),
        ((3, 4), (1, 0)),
        ((4, 3), None),
        (None, (0, 2)),
        (None, (1,)),
        ((5, -1), (-1, 0)),
        ((2, 2), (-1, -2)),
    ]:
        given = {} if axes is None and "2" in name else {"axes": axes}
        for is_complex in (False, True):
            if not (is_real and is_complex):
                check(
                    "%s %s %s%s" % (name, s, axes, " complex" * is_complex),
                    lambda x: energy(f(x, s=s, norm=NORMS[len(name) % 3], **given)),
                    [rand(3, 4, 3, complex=is_complex)],
                    second=False,
                )
    check(name, lambda x: energy(f(x, axes=None)), [rand(3, 4)])
check("fftshift", lambda x: energy(gla.fft.fftshift(x)), [rand(3, 4)])
check("fftshift axes", lambda x: energy(gla.fft.fftshift(x, axes=1)), [rand(2, 5, complex=True)])
check("ifftshift", lambda x: energy(gla.fft.ifftshift(x, axes=(0,))), [rand(3, 4)])
check("rfft, float32", lambda x: energy(gla.fft.rfft(x)), [gla.astype(rand(5), "float32")])
check("irfft, float32", lambda x: gla.square(gla.fft.irfft(x)), [gla.astype(rand(5), "float32")])
