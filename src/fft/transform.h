/* transform.h - one transform, as the public functions describe it. */
#ifndef GLA_FFT_TRANSFORM_H
#define GLA_FFT_TRANSFORM_H

#include "core/dispatch.h"

typedef enum gla_fft_form {
    GLA_FFT_OF_COMPLEX, /* complex results of any numbers */
    GLA_FFT_OF_REAL,    /* one half, of real numbers */
    GLA_FFT_OF_HALF     /* real numbers, of one half */
} gla_fft_form;

typedef struct gla_fft_call {
    const char *op;
    gla_fft_form form;
    bool inverse;     /* exp(+2πi jk/n) */
    bool conjugates;  /* real numbers become conjugated ones, or come from such */
    bool one;         /* lengths are called n, not s */
    const char *norm; /* or NULL */
    const gla_ints *lengths, *axes;
} gla_fft_call;

gla_status gla_fft_transform(const gla_fft_call *f, const gla_array *x, gla_array **out);

#endif
