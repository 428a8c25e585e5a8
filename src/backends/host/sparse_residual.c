/* sparse_residual.c - what solutions leave of right-hand sides, as a whole and of each equation: one pass over the rows. */
#include "sparse.h"

#include <math.h>

#define GRAIN 16384 /* elements and rows of a part */

typedef struct job {
    const gla_csr *a;
    bool conjugated;
    const void *b, *x;
    void *rest;
    double (*sizes)[4];
} job;

/* A larger one in its place: which comes first does not matter. */
static void keep_larger(double *to, double value)
{
    double known;
    __atomic_load(to, &known, __ATOMIC_RELAXED);
    while (value > known && !__atomic_compare_exchange(to, &known, &value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

/* A term of an equation. */
#define TERM(a, x) (SIZE(a) * (SIZE(x) + GLA_RESIDUAL_MIN))

/* BOUND is not above a term as it is rounded, and takes less time. */
#define T double
#define NAME real
#define SIZE(z) fabs(z)
#define VALUE(z) (z)
#define PRODUCT(a, x) ((a) * (x))
#define ADDED(sum, product) ((sum) + (product))
#define BOUND(a, x, product) fabs(product)
#define LEFT(b, sum) ((b) - (sum))
#define ZERO 0
#define EACH "sparse_residual.inc"
#include "sparse_places.inc"
#undef T
#undef NAME
#undef SIZE
#undef VALUE
#undef PRODUCT
#undef ADDED
#undef BOUND
#undef LEFT
#undef ZERO

typedef struct pair {
    double re, im;
} pair;

#define T pair
#define NAME complex
#define SIZE(z) (fabs((z).re) + fabs((z).im))
#define VALUE(z) ((T){(z).re, sign * (z).im})
#define PRODUCT(a, x) ((T){(a).re * (x).re - (a).im * (x).im, (a).re * (x).im + (a).im * (x).re})
#define ADDED(sum, product) ((T){(sum).re + (product).re, (sum).im + (product).im})
#define BOUND(a, x, product) TERM(a, x)
#define LEFT(b, sum) ((T){(b).re - (sum).re, (b).im - (sum).im})
#define ZERO ((T){0, 0})
#define EACH "sparse_residual.inc"
#include "sparse_places.inc"

gla_status gla_host_sparse_residual(gla_device *dev, const gla_csr *a, bool conjugated, int64_t k, const void *b, const void *x,
                                    void *rest, double (*sizes)[4])
{
    static const gla_host_body bodies[2][2] = {{residual_real_int32, residual_complex_int32},
                                               {residual_real_int64, residual_complex_int64}};
    job w = {.a = a, .conjugated = conjugated, .b = b, .x = x, .rest = rest, .sizes = sizes};
    int64_t grain = 1 + (int64_t)(GRAIN * ((double)a->rows / (double)(a->rows + a->nnz)));
    (void)dev;
    for (int64_t j = 0; j < k; j++)
        for (int i = 0; i < 4; i++)
            sizes[j][i] = 0;
    return gla_host_parallel(k * a->rows, grain, bodies[a->index == GLA_INT64][a->dtype == GLA_COMPLEX128], &w);
}
