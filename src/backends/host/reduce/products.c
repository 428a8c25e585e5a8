/* products.c - Products. */
#include "reduce.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define PROD_LANES 8

static inline complex_double multiply_complex(complex_double a, complex_double b)
{
    return (complex_double){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

#define T uint64_t
#define ONE 1
#define MULTIPLY(a, b) ((a) * (b))
#define F(name) name##_uint64
#include "products.inc"
#undef F
#undef T

#define T double
#define F(name) name##_float64
#include "products.inc"
#undef F
#undef MULTIPLY
#undef ONE
#undef T

#define T complex_double
#define ONE          \
    (complex_double) \
    {                \
        1, 0         \
    }
#define MULTIPLY(a, b) multiply_complex(a, b)
#define F(name) name##_complex128
#include "products.inc"

const gla_reduce_loops gla_reduce_prod_uint64 = {1, prod_row_uint64, prod_columns_uint64, prod_merge_uint64, NULL, NULL};
const gla_reduce_loops gla_reduce_prod_float64 = {1, prod_row_float64, prod_columns_float64, prod_merge_float64, NULL, NULL};
const gla_reduce_loops gla_reduce_prod_complex128 = {
    1, prod_row_complex128, prod_columns_complex128, prod_merge_complex128, NULL, NULL};

/* ---- products without overflow: mantissas and a power of two ------------------------------------------------------------ */
typedef struct scaled {
    complex_double v;
    int64_t exponent;
} scaled;

/* Scale `a` if another multiplication might overflow or underflow.  Zeros, infinities and NaN are unchanged. */
static scaled scale(scaled a)
{
    const double size = fmax(fabs(a.v.re), fabs(a.v.im));
    int exponent = 0;
    if ((size >= 0x1p-400 && size <= 0x1p400) || !(size > 0 && size <= DBL_MAX))
        return a;
    frexp(size, &exponent);
    return (scaled){{ldexp(a.v.re, -exponent), ldexp(a.v.im, -exponent)}, a.exponent + exponent};
}

static scaled times(scaled a, const double *x, int components)
{
    if (components == 1) { /* infinite numbers times zero imaginary parts would be NaN */
        scaled b = scale((scaled){{x[0], 0}, a.exponent});
        return scale((scaled){{a.v.re * b.v.re, 0}, b.exponent});
    }
    scaled b = scale((scaled){{x[0], x[1]}, a.exponent});
    return scale((scaled){multiply_complex(a.v, b.v), b.exponent});
}

static scaled product_of(const gla_reduce_plan *p, const char *x)
{
    enum { SOME = 64 };
    const gla_reduce_axis *inner = &p->reduced[p->nreduced - 1];
    scaled all = {{1, 0}, 0};
    double values[2 * SOME];
    for (int64_t first = 0, n; first < p->count; first += n) {
        int64_t offset = first * p->itemsize, left = p->single ? p->count - first : inner->n - first % inner->n;
        n = left < SOME ? left : SOME;
        if (p->single) {
            memcpy(values, x + offset, (size_t)(n * p->itemsize));
        } else {
            gla_reduce_offsets(p, first, 1, &offset);
            p->load(values, x + offset, n, inner->step);
        }
        for (int64_t i = 0; i < n; i++)
            all = times(all, values + i * p->components, p->components);
    }
    return all;
}

void gla_reduce_recompute(const gla_reduce_plan *p, double *acc, const char *x, int64_t n)
{
    const int nc = p->components;
    for (int64_t j = 0; j < n && p->count > 1; j++, x += p->panel.step, acc += nc) {
        const double size = nc == 1 ? fabs(acc[0]) : fmax(fabs(acc[0]), fabs(acc[1]));
        const bool lost = acc[0] != acc[0] || (nc == 2 && acc[1] != acc[1]);
        if (!lost && size >= DBL_MIN && size <= DBL_MAX)
            continue;
        const scaled all = product_of(p, x);
        const int exponent = all.exponent > 9999 ? 9999 : all.exponent < -9999 ? -9999 : (int)all.exponent;
        acc[0] = ldexp(all.v.re, exponent);
        if (nc == 2)
            acc[1] = ldexp(all.v.im, exponent);
    }
}
