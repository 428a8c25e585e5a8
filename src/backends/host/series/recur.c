/* recur.c - Linear recurrences along lines, in chunks, with the same steps as in kernels/recur.h. */
#include "backends/host/elementwise/elementwise.h"
#include "backends/host/series/series.h"

#include <math.h>

#define LANES 8 /* number of lines or chunks that are interleaved, because each element depends on the previous element */
#define GRAIN_PRODUCTS 50000

typedef struct job {
    gla_recurrence r;
    const void *a, *start;
    void *out, *states, *products;
    int64_t width, ends; /* number of elements per step; number of chains with terms in the first sweep */
} job;

static int64_t product_chunks(const gla_recurrence *r)
{
    return r->a_step ? r->chunks - 1 : 1;
}

/* Return the offset in `products` of a given chunk of a line. */
static int64_t products_of(const gla_recurrence *r, int64_t line, int64_t c)
{
    return ((r->a_line ? line : 0) * product_chunks(r) + (r->a_step ? c : 0)) * r->k * r->k;
}

#define T float
#define NAME float32
#define ADD_PRODUCT(sum, a, b) ((sum) += (a) * (b))
#define ZERO 0
#define ONE 1
#define IS_FINITE(x) isfinite(x)
#define IS_NAN(x) isnan(x)
#include "recur.inc"
#undef T
#undef NAME
#define T double
#define NAME float64
#include "recur.inc"
#undef T
#undef NAME
#undef ADD_PRODUCT
#undef ZERO
#undef ONE
#undef IS_FINITE
#undef IS_NAN
#define ADD_PRODUCT(sum, a, b) \
    ((sum) = (T){(sum).re + ((a).re * (b).re - (a).im * (b).im), (sum).im + ((a).re * (b).im + (a).im * (b).re)})
#define ZERO ((T){0, 0})
#define ONE ((T){1, 0})
#define IS_FINITE(x) (isfinite((x).re) && isfinite((x).im))
#define IS_NAN(x) (isnan((x).re) && isnan((x).im))
#define T complex_float
#define NAME complex64
#include "recur.inc"
#undef T
#undef NAME
#define T complex_double
#define NAME complex128
#include "recur.inc"

typedef struct sweeps {
    gla_host_body ends, starts, steps;
} sweeps;

gla_status gla_host_recur(gla_device *dev, const gla_recurrence *r, gla_array *out)
{
    static const sweeps of[] = {{ends_float32, starts_float32, steps_float32},
                                {ends_float64, starts_float64, steps_float64},
                                {ends_complex64, starts_complex64, steps_complex64},
                                {ends_complex128, starts_complex128, steps_complex128}};
    job w = {.r = *r,
             .a = gla_data(r->a),
             .start = r->start ? gla_data(r->start) : NULL,
             .out = gla_data(out),
             .states = r->states ? gla_data(r->states) : NULL,
             .products = r->products ? gla_data(r->products) : NULL,
             .width = r->filters ? 1 : r->k,
             .ends = r->lines * (r->chunks - 1)};
    const sweeps *s = &of[out->dtype == GLA_FLOAT32 ? 0 : out->dtype == GLA_FLOAT64 ? 1 : out->dtype == GLA_COMPLEX64 ? 2 : 3];
    double work = (double)r->chunk * (double)r->k * (double)w.width; /* number of multiplications in a chunk */
    int64_t grain = work < GRAIN_PRODUCTS ? (int64_t)(GRAIN_PRODUCTS / work) : 1;
    grain = (grain + LANES - 1) / LANES * LANES;
    gla_status st = GLA_OK;
    (void)dev;
    if (r->chunks > 1) {
        int64_t products = (r->a_line ? r->lines : 1) * product_chunks(r) * r->k;
        st = gla_host_parallel(w.ends + products, grain, s->ends, &w);
        if (!st)
            st = gla_host_parallel(r->lines, 1 + GRAIN_PRODUCTS / (r->chunks * r->k * r->k), s->starts, &w);
    }
    return st ? st : gla_host_parallel(r->lines * r->chunks, grain, s->steps, &w);
}
