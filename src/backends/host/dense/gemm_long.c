/* gemm_long.c - Matrix products with a long inner dimension, if the result is small or has single precision. */
#include "gemm.h"
#include "blas_threads.h"
#include "runtime/allocation.h"

#include <string.h>

/* A double-precision product with at most SMALL elements, an inner dimension of at least 2 TALL, and at least WORTH
 * multiplications is computed as a sum of up to PARTS products, each over at least TALL inner indices.  Our threads divide
 * these products among themselves; OpenBLAS would divide only the few columns. */
#define TALL 4096
#define PARTS 128
#define SMALL 4096
#define WORTH 3e5

/* Single-precision sums longer than this are cut into parts of this length, which are added in double precision. */
#define LONG 1024
#define MAX_SUMS (1 << 20) /* maximum number of sums at a time; larger products are split by columns */

static bool is_single(const gla_product *p)
{
    return p->dtype == GLA_FLOAT32 || p->dtype == GLA_COMPLEX64;
}

/* Return true if cutting the inner dimension is worth its cost. */
bool gla_host_is_long(const gla_product *p, bool half)
{
    int64_t n = p->c.rows * p->c.cols;
    if (is_single(p))
        return p->k > (n <= 65536 ? 2 * LONG : 8 * LONG) && (!half || n <= MAX_SUMS);
    return n <= SMALL && p->k >= 2 * TALL && (double)n * p->k >= WORTH;
}

/* Compute the part of the product over at most `most` inner indices, beginning at `first`.  `out` has no gaps between
 * columns. */
static void multiply_part(const gla_product *whole, const char *a, const char *b, int64_t first, int64_t most, bool half,
                          void *out)
{
    gla_product p = *whole;
    int64_t item = (int64_t)gla_itemsize(p.dtype);
    p.k = (fint)(whole->k - first < most ? whole->k - first : most);
    const void *left = a + first * (p.ta == GLA_NO_TRANS ? p.a.ld : 1) * item;
    if (half)
        gla_host_half_gram(&p, left, out, (fint)p.c.rows);
    else
        gla_host_plain(&p, left, b + first * (p.tb == GLA_NO_TRANS ? 1 : p.b.ld) * item, out, (fint)p.c.rows);
}

/* Compute some columns of c as one product with a long inner dimension. */
static void long_columns(const gla_product *p, const char *a, const char *b, void *c, float *part, double *sums)
{
    int64_t parts = (int64_t)(gla_itemsize(p->dtype) / sizeof(float)), n = p->c.rows * p->c.cols * parts;
    bool half = gla_host_is_gram(p, a, b);
    for (int64_t l = 0; l < p->k; l += LONG) {
        multiply_part(p, a, b, l, LONG, half, part);
        for (int64_t i = 0; i < n; i++)
            sums[i] = l ? sums[i] + (double)part[i] : (double)part[i];
    }
    for (int64_t j = 0; j < p->c.cols; j++)
        for (int64_t i = 0; i < p->c.rows * parts; i++)
            ((float *)c)[j * p->c.ld * parts + i] = (float)sums[j * p->c.rows * parts + i];
    if (half)
        gla_host_mirror(p, c);
}

static gla_status long_single(const gla_product *whole, const char *a, const char *b, char *c)
{
    gla_product p = *whole;
    int64_t item = (int64_t)gla_itemsize(p.dtype), cols = MAX_SUMS / p.c.rows + 1;
    cols = cols < p.c.cols ? cols : p.c.cols;
    size_t each = (size_t)(p.c.rows * cols * item);
    float *part = gla_calloc(3, each); /* syrk writes only one triangle, so the other triangle must be initialised */
    if (!part)
        return gla_fail_memory("matmul", 3 * each);
    for (int64_t j = 0; j < whole->c.cols; j += cols) {
        p.c.cols = whole->c.cols - j < cols ? whole->c.cols - j : cols;
        long_columns(&p, a, b + j * (p.tb == GLA_NO_TRANS ? p.b.ld : 1) * item, c + j * p.c.ld * item, part,
                     (double *)((char *)part + each));
    }
    gla_free(part);
    return GLA_OK;
}

typedef struct tall {
    const gla_product *whole;
    const char *a, *b;
    double *sums; /* sums of each part */
    int64_t part;
    bool half;
} tall;

static int64_t numbers(const gla_product *p)
{
    return p->c.rows * p->c.cols * (int64_t)(gla_itemsize(p->dtype) / sizeof(double));
}

static void multiply_parts(void *arg, int64_t begin, int64_t end)
{
    const tall *t = arg;
    for (int64_t i = begin; i < end && !gla_host_stop(); i++) {
        gla_blas_begin(false);
        multiply_part(t->whole, t->a, t->b, i * t->part, t->part, t->half, t->sums + i * numbers(t->whole));
        gla_blas_end();
    }
}

static gla_status tall_product(const gla_product *p, const char *a, const char *b, char *c)
{
    int64_t n = numbers(p), part = (p->k + PARTS - 1) / PARTS, column = n / p->c.cols;
    part = part < TALL ? TALL : part;
    int64_t parts = (p->k + part - 1) / part;
    size_t bytes = (size_t)(parts * n) * sizeof(double);
    double *sums = gla_calloc(1, bytes); /* syrk writes only one triangle, so the other triangle must be initialised */
    if (!sums)
        return gla_fail_memory("matmul", bytes);
    tall t = {.whole = p, .a = a, .b = b, .sums = sums, .part = part, .half = gla_host_is_gram(p, a, b)};
    gla_status st = gla_host_parallel(parts, 1, multiply_parts, &t);
    for (int64_t i = 1; i < parts; i++)
        for (int64_t j = 0; j < n; j++)
            sums[j] += sums[i * n + j];
    for (int64_t j = 0; j < p->c.cols; j++)
        memcpy(c + j * p->c.ld * (int64_t)gla_itemsize(p->dtype), sums + j * column, (size_t)column * sizeof(double));
    gla_free(sums);
    if (t.half)
        gla_host_mirror(p, c);
    return st;
}

gla_status gla_host_long_product(const gla_product *p, const char *a, const char *b, char *c)
{
    return is_single(p) ? long_single(p, a, b, c) : tall_product(p, a, b, c);
}
