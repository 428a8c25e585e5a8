/* roots.h - roots of unity for the tables of Fourier transforms. */
#ifndef GLA_RUNTIME_ROOTS_H
#define GLA_RUNTIME_ROOTS_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/* For tables of transforms, to the last bit: exp(-2πi k/n), 0 <= k < n, and exp(∓πi k²/n), + where inverse. */
void gla_fft_root(int64_t k, int64_t n, double *re, double *im);
void gla_fft_chirp(int64_t k, int64_t n, bool inverse, double *re, double *im);

GLA_END_DECLS

#endif
