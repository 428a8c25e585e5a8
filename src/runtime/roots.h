/* roots.h - Roots of unity for FFT tables. */
#ifndef GLA_RUNTIME_ROOTS_H
#define GLA_RUNTIME_ROOTS_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/* Values accurate to the last bit: exp(-2πi k/n) for 0 <= k < n, and exp(∓πi k²/n) with the sign + if `inverse` is true. */
void gla_fft_root(int64_t k, int64_t n, double *re, double *im);
void gla_fft_chirp(int64_t k, int64_t n, bool inverse, double *re, double *im);

GLA_END_DECLS

#endif
