/* plans.h - what chirps need of plans. */
#ifndef GLA_BACKENDS_FFTW_PLANS_H
#define GLA_BACKENDS_FFTW_PLANS_H

#include "backends/host/fftw.h"

#define GLA_FFTW_ALIGNMENT 64

bool gla_fftw_is_double(const gla_fftw_plan *p);

/* One line of complex numbers, between aligned blocks that lie apart; the input is left as it is. */
void gla_fftw_execute(const gla_fftw_plan *p, void *in, void *out);

/* The first aligned address in a block. */
static inline void *gla_fftw_align(void *block)
{
    return (char *)block + (GLA_FFTW_ALIGNMENT - (uintptr_t)block % GLA_FFTW_ALIGNMENT);
}

#endif
