/* functions.c - Public functions of the Fourier transforms. */
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

#define ALONG_ONE(name, of, is_inverse, is_conjugate)                                                        \
    gla_status gla_fft_##name(const gla_array *x, gla_array **out, gla_axis n, int axis, const char *norm)   \
    {                                                                                                        \
        const gla_fft_call f = {.op = #name, .form = of, .inverse = is_inverse, .conjugates = is_conjugate}; \
        return along_one(f, x, out, n, axis, norm);                                                          \
    }

#define ALONG_SEVERAL(name, of, is_inverse)                                                                                   \
    gla_status gla_fft_##name(const gla_array *x, gla_array **out, const gla_ints *s, const gla_ints *axes, const char *norm) \
    {                                                                                                                         \
        const gla_fft_call f = {.op = #name, .form = of, .inverse = is_inverse};                                              \
        return along_several(f, x, out, s, axes, norm);                                                                       \
    }

ALONG_ONE(fft, GLA_FFT_OF_COMPLEX, false, false)
ALONG_ONE(ifft, GLA_FFT_OF_COMPLEX, true, false)
ALONG_ONE(rfft, GLA_FFT_OF_REAL, false, false)
ALONG_ONE(irfft, GLA_FFT_OF_HALF, true, false)
ALONG_ONE(hfft, GLA_FFT_OF_HALF, true, true)
ALONG_ONE(ihfft, GLA_FFT_OF_REAL, false, true)
ALONG_SEVERAL(fftn, GLA_FFT_OF_COMPLEX, false)
ALONG_SEVERAL(ifftn, GLA_FFT_OF_COMPLEX, true)
ALONG_SEVERAL(rfftn, GLA_FFT_OF_REAL, false)
ALONG_SEVERAL(irfftn, GLA_FFT_OF_HALF, true)
ALONG_SEVERAL(fft2, GLA_FFT_OF_COMPLEX, false)
ALONG_SEVERAL(ifft2, GLA_FFT_OF_COMPLEX, true)
ALONG_SEVERAL(rfft2, GLA_FFT_OF_REAL, false)
ALONG_SEVERAL(irfft2, GLA_FFT_OF_HALF, true)
