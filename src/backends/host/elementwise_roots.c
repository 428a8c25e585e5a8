/* elementwise_roots.c - square roots of real numbers, in registers of 256 bits at most: Intel's processors need a fifteenth
 * longer for one of 512 than for two of these (docs/decisions/0135).  All roots are correctly rounded. */
#include "elementwise_wide.h"

#undef CLONES
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define CLONES __attribute__((target_clones("avx2", "default")))
#else
#define CLONES
#endif

CLONES void gla_host_roots_float64(int64_t n, void *const p[])
{
    const double *x = p[0];
    double *r = p[1];
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = sqrt(x[i]);
}

CLONES void gla_host_roots_float32(int64_t n, void *const p[])
{
    const float *x = p[0];
    float *r = p[1];
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = sqrtf(x[i]);
}
