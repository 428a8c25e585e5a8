/* complexes.h - C's complex numbers, and CMPLX where <complex.h> does not have it (glibc's has it for gcc alone). */
#ifndef GLA_COMPLEXES_H
#define GLA_COMPLEXES_H

#include <complex.h>

#ifndef CMPLX
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

#endif
