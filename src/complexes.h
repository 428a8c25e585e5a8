/* complexes.h - C complex numbers. Defines CMPLX if <complex.h> lacks it (glibc defines it for gcc only). */
#ifndef GLA_COMPLEXES_H
#define GLA_COMPLEXES_H

#include <complex.h>

#ifndef CMPLX
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

#endif
