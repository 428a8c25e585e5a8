/* fftw.h - Interface to the FFTW module, which is loaded on the first transform.  The module is separate because FFTW is under
 * the GPL and the rest of the library is not (docs/design/fourier-transforms.md). */
#ifndef GLA_BACKENDS_HOST_FFT_FFTW_H
#define GLA_BACKENDS_HOST_FFT_FFTW_H

#include "backend.h"

typedef enum gla_fftw_kind { GLA_FFTW_FORWARD, GLA_FFTW_INVERSE, GLA_FFTW_TO_HALF, GLA_FFTW_FROM_HALF } gla_fftw_kind;

/* A transform of n elements between separate blocks, which are aligned as FFTW requires.  GLA_FFTW_FORWARD and INVERSE are
 * complex transforms.  The other kinds transform between n real numbers and n/2 + 1 complex numbers. */
typedef struct gla_fftw_plan gla_fftw_plan;

typedef struct gla_fftw {
    const char *version;
    /* Take a plan from a cache of bounded size.  The caller must release the plan afterwards. */
    gla_status (*take)(const char *op, bool is_double, gla_fftw_kind kind, int64_t n, gla_fftw_plan **plan);
    void (*release)(gla_fftw_plan *plan);
    bool (*is_aligned)(bool is_double, const void *block); /* return true if FFTW regards the block as aligned; blocks aligned
                                                            * to 64 bytes always are */
    /* Transform `count` lines with strides in bytes.  Any number of threads may call this function at once.  A FROM_HALF
     * transform overwrites its input. */
    void (*run)(const gla_fftw_plan *plan, int64_t count, void *in, int64_t in_step, void *out, int64_t out_step);
} gla_fftw;

/* The symbol that the module exports. */
const gla_fftw *gla_fftw_entry(void) __attribute__((visibility("default")));

#endif
