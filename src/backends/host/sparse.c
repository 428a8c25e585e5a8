/* sparse.c - products of sparse matrices: rows shared among the threads, each element added up in the order of its row. */
#include "host.h"

#define PIECE 16384 /* elements and rows of a piece of work */
#define COLUMNS 8   /* of x, that are gone through together */

typedef struct job {
    const gla_csr *a;
    const void *x;
    int64_t row, col, k;
    void *out;
} job;

typedef struct complex_float {
    float re, im;
} complex_float;
typedef struct complex_double {
    double re, im;
} complex_double;

#define REAL_ADD(sum, a, b) ((sum) += (a) * (b))
#define COMPLEX_ADD(sum, a, b) \
    ((sum) = (T){(sum).re + ((a).re * (b).re - (a).im * (b).im), (sum).im + ((a).re * (b).im + (a).im * (b).re)})

#define PASTE3(a, b, c) a##_##b##_##c
#define NAMED(a, b, c) PASTE3(a, b, c)

#define INDEX int32_t
#define PLACES int32
#include "sparse_types.inc"
#undef INDEX
#undef PLACES
#define INDEX int64_t
#define PLACES int64
#include "sparse_types.inc"

static gla_status multiply(gla_device *dev, const gla_csr *a, const void *x, int64_t row, int64_t col, int64_t k, void *out)
{
    static const gla_host_body bodies[2][4] = {
        {multiply_float32_int32, multiply_float64_int32, multiply_complex64_int32, multiply_complex128_int32},
        {multiply_float32_int64, multiply_float64_int64, multiply_complex64_int64, multiply_complex128_int64}};
    int type = a->dtype == GLA_FLOAT32 ? 0 : a->dtype == GLA_FLOAT64 ? 1 : a->dtype == GLA_COMPLEX64 ? 2 : 3;
    job w = {.a = a, .x = x, .row = row, .col = col, .k = k, .out = out};
    int64_t pieces = (a->nnz + a->rows + PIECE - 1) / PIECE;
    (void)dev;
    return gla_host_parallel(pieces, 1 + 4 / k, bodies[a->index == GLA_INT64][type], &w);
}

const gla_sparse_ops gla_host_sparse_ops = {.multiply = multiply};
