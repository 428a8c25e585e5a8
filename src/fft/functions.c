/* functions.c - the transforms by their names. */
#include "transform.h"

static gla_status along_one(gla_fft_call f, const gla_array *x, gla_array **out, gla_axis n, int axis, const char *norm)
{
    const gla_ints length = {1, {n}}, axes = {1, {axis}};
    f.one = true;
    f.lengths = n == GLA_NO_AXIS ? NULL : &length;
    f.axes = &axes;
    f.norm = norm;
    return gla_fft_transform(&f, x, out);
}

static gla_status along_several(gla_fft_call f, const gla_array *x, gla_array **out, const gla_ints *s, const gla_ints *axes,
                                const char *norm)
{
    f.lengths = s;
    f.axes = axes;
    f.norm = norm;
    return gla_fft_transform(&f, x, out);
}

static gla_status along_two(gla_fft_call f, const gla_array *x, gla_array **out, const gla_ints *s, const gla_ints *axes,
                            const char *norm)
{
    const gla_ints last = {2, {-2, -1}};
    return along_several(f, x, out, s, axes ? axes : &last, norm);
}

#define ALONG_ONE(name, of, is_inverse, is_conjugate)                                                        \
    gla_status gla_fft_##name(const gla_array *x, gla_array **out, gla_axis n, int axis, const char *norm)   \
    {                                                                                                        \
        const gla_fft_call f = {.op = #name, .form = of, .inverse = is_inverse, .conjugates = is_conjugate}; \
        return along_one(f, x, out, n, axis, norm);                                                          \
    }

#define ALONG(which, name, of, is_inverse)                                                                                    \
    gla_status gla_fft_##name(const gla_array *x, gla_array **out, const gla_ints *s, const gla_ints *axes, const char *norm) \
    {                                                                                                                         \
        const gla_fft_call f = {.op = #name, .form = of, .inverse = is_inverse};                                              \
        return along_##which(f, x, out, s, axes, norm);                                                                       \
    }

ALONG_ONE(fft, GLA_FFT_OF_COMPLEX, false, false)
ALONG_ONE(ifft, GLA_FFT_OF_COMPLEX, true, false)
ALONG_ONE(rfft, GLA_FFT_OF_REAL, false, false)
ALONG_ONE(irfft, GLA_FFT_OF_HALF, true, false)
ALONG_ONE(hfft, GLA_FFT_OF_HALF, true, true)
ALONG_ONE(ihfft, GLA_FFT_OF_REAL, false, true)
ALONG(several, fftn, GLA_FFT_OF_COMPLEX, false)
ALONG(several, ifftn, GLA_FFT_OF_COMPLEX, true)
ALONG(several, rfftn, GLA_FFT_OF_REAL, false)
ALONG(several, irfftn, GLA_FFT_OF_HALF, true)
ALONG(two, fft2, GLA_FFT_OF_COMPLEX, false)
ALONG(two, ifft2, GLA_FFT_OF_COMPLEX, true)
ALONG(two, rfft2, GLA_FFT_OF_REAL, false)
ALONG(two, irfft2, GLA_FFT_OF_HALF, true)
