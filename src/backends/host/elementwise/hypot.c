/* hypot.c - hypot in wide registers, with fused multiply-add.  The results have the same bits as the results of the plain
 * loops, which call the C library for each fma. */
#include "hypot.h"
#include "wide.h"

#define R_INF INFINITY

#define T double
#define F(name) name
#define root_of_squares root_of_doubles
#include "hypot.inc"
#undef T
#undef F
#undef root_of_squares

#define T float
#define F(name) name##f
#define root_of_squares root_of_floats
#include "hypot.inc"
#undef T
#undef F
#undef root_of_squares

FLAT void gla_host_hypot_float64(int64_t n, void *const p[])
{
    const double *x = p[0], *y = p[1];
    double *r = p[2];
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = root_of_doubles(x[i], y[i]);
}

FLAT void gla_host_hypot_float32(int64_t n, void *const p[])
{
    const float *x = p[0], *y = p[1];
    float *r = p[2];
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = root_of_floats(x[i], y[i]);
}
