/* fft.h - the contract of Fourier transforms.  ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_FFT_H
#define GLA_CONTRACT_FFT_H

#include "backend.h"

/* Of a transform in several axes the last one is computed first where the numbers are real before it, and last where they are
 * real behind it: HALF has n/2 + 1 of n elements along that axis, WHOLE all of them, one half conjugated from the other. */
typedef enum gla_fft_kind {
    GLA_FFT_COMPLEX,
    GLA_FFT_REAL_TO_HALF,
    GLA_FFT_REAL_TO_WHOLE, /* forward only */
    GLA_FFT_HALF_TO_REAL   /* inverse only; imaginary parts of what must be real are not looked at */
} gla_fft_kind;

typedef struct gla_fft_axis {
    int64_t n;        /* of a transform: its length, real elements where these are more */
    int64_t from, to; /* strides of the input and of the result, in elements of their own types */
} gla_fft_axis;

typedef struct gla_fft {
    gla_dtype dtype; /* complex64 or complex128; real numbers are of its real type */
    gla_fft_kind kind;
    bool inverse; /* exp(+2πi jk/n) */
    double scale; /* of the result */
    int n_axes, n_batch;
    gla_fft_axis axes[GLA_MAX_NDIM], batch[GLA_MAX_NDIM]; /* in row-major order; at least one axis */
} gla_fft;

typedef struct gla_fft_ops {
    /* The result has row-major order without gaps; so has the input, unless takes_strides.  Nothing is empty. */
    gla_status (*transform)(const char *op, gla_device *dev, const gla_fft *f, const void *in, void *out);
    /* Whether the input may have the strides of f, also negative and zero ones.  NULL: no. */
    bool (*takes_strides)(gla_device *dev, const gla_fft *f);
} gla_fft_ops;

#endif
