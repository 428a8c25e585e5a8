/* hypot.c - lengths in wide registers, which multiply and add in one step: the bits of the plain loops, for which
 * each such step is a call of the C library. */
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

FLAT static void hypot_float64(int64_t n, const double *x, const double *y, double *r)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = root_of_doubles(x[i], y[i]);
}

FLAT static void hypot_float32(int64_t n, const float *x, const float *y, float *r)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = root_of_floats(x[i], y[i]);
}

void gla_host_hypot_float64(int64_t n, void *const p[])
{
    hypot_float64(n, p[0], p[1], p[2]);
}

void gla_host_hypot_float32(int64_t n, void *const p[])
{
    hypot_float32(n, p[0], p[1], p[2]);
}
