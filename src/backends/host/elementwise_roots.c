/* elementwise_roots.c - square roots of real numbers, in registers of 256 bits at most: Intel's processors need a fifteenth
 * longer for one of 512 than for two of these (docs/decisions/0135).  All roots are correctly rounded. */
#include "clones.h"
#include "elementwise_wide.h"

CLONES_256 static void roots_float64(int64_t n, const double *x, double *r)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = sqrt(x[i]);
}

CLONES_256 static void roots_float32(int64_t n, const float *x, float *r)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = sqrtf(x[i]);
}

void gla_host_roots_float64(int64_t n, void *const p[])
{
    roots_float64(n, p[0], p[1]);
}

void gla_host_roots_float32(int64_t n, void *const p[])
{
    roots_float32(n, p[0], p[1]);
}
