/* transform.h - Description of a Fourier transform, as the public functions request it. */
#ifndef GLA_FFT_TRANSFORM_H
#define GLA_FFT_TRANSFORM_H

#include "core/dispatch.h"

typedef enum gla_fft_form {
    GLA_FFT_OF_COMPLEX, /* complex results from any input */
    GLA_FFT_OF_REAL,    /* half of the spectrum, from real input */
    GLA_FFT_OF_HALF     /* real results, from half of the spectrum */
} gla_fft_form;

typedef struct gla_fft_call {
    const char *op;
    gla_fft_form form;
    bool inverse;     /* exp(+2πi jk/n) */
    bool conjugates;  /* real input is transformed to the conjugate spectrum, or the conjugate spectrum to real output */
    bool one;         /* messages call the length n, not s */
    const char *norm; /* or NULL */
    const gla_ints *lengths, *axes;
} gla_fft_call;

gla_status gla_fft_transform(const gla_fft_call *f, const gla_array *x, gla_array **out);

#endif
