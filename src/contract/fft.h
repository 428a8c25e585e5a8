/* fft.h - Contract of Fourier transforms. Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_FFT_H
#define GLA_CONTRACT_FFT_H

#include "backend.h"

/* Kinds of transforms. In a transform along several axes the last axis is computed first if the input is real, and last if the
 * output is real. HALF stores n/2 + 1 of the n elements along that axis. WHOLE stores all n elements; the second half is the
 * conjugate of the first. */
typedef enum gla_fft_kind {
    GLA_FFT_COMPLEX,
    GLA_FFT_REAL_TO_HALF,
    GLA_FFT_REAL_TO_WHOLE, /* forward only */
    GLA_FFT_HALF_TO_REAL   /* inverse transforms only; imaginary parts that should be zero are ignored */
} gla_fft_kind;

typedef struct gla_fft_axis {
    int64_t n;        /* length of the transform; the real length if only half of the spectrum is stored */
    int64_t from, to; /* strides of input and output, in elements of the respective dtype */
} gla_fft_axis;

typedef struct gla_fft {
    gla_dtype dtype; /* complex64 or complex128; real arrays have the corresponding real dtype */
    gla_fft_kind kind;
    bool inverse; /* exp(+2πi jk/n) */
    double scale; /* factor of the result */
    int n_axes, n_batch;
    gla_fft_axis axes[GLA_MAX_NDIM], batch[GLA_MAX_NDIM]; /* in row-major order; at least one axis */
} gla_fft;

typedef struct gla_fft_ops {
    /* The result is row-major and contiguous. The input is row-major and contiguous too, unless takes_strides returns true.
     * Neither array is empty. */
    gla_status (*transform)(const char *op, gla_device *dev, const gla_fft *f, const void *in, void *out);
    /* Return true if the input may have the strides in f, including negative and zero strides. NULL means false. */
    bool (*takes_strides)(gla_device *dev, const gla_fft *f);
} gla_fft_ops;

#endif
