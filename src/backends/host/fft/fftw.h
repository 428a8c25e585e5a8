/* fftw.h - what the host backend calls FFTW by: a module of its own, loaded when the first transform is asked for, because FFTW
 * is under the GPL and the rest of the library is not (docs/decisions/0064). */
#ifndef GLA_BACKENDS_HOST_FFT_FFTW_H
#define GLA_BACKENDS_HOST_FFT_FFTW_H

#include "backend.h"

typedef enum gla_fftw_kind { GLA_FFTW_FORWARD, GLA_FFTW_INVERSE, GLA_FFTW_TO_HALF, GLA_FFTW_FROM_HALF } gla_fftw_kind;

/* One transform of n elements, whose blocks are aligned as FFTW wants it and lie apart; complex with GLA_FFTW_FORWARD and
 * INVERSE, else between n real numbers and n/2 + 1 complex ones. */
typedef struct gla_fftw_plan gla_fftw_plan;

typedef struct gla_fftw {
    const char *version;
    /* From a cache of bounded size, until it is released. */
    gla_status (*take)(const char *op, bool is_double, gla_fftw_kind kind, int64_t n, gla_fftw_plan **plan);
    void (*release)(gla_fftw_plan *plan);
    bool (*is_aligned)(bool is_double, const void *block); /* what is aligned to 64 bytes is */
    /* `count` lines, so many bytes from one to the next; by any number of threads at once.  FROM_HALF destroys its input. */
    void (*run)(const gla_fftw_plan *plan, int64_t count, void *in, int64_t in_step, void *out, int64_t out_step);
} gla_fftw;

/* What the module exports. */
const gla_fftw *gla_fftw_entry(void) __attribute__((visibility("default")));

#endif
