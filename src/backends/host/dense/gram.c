/* gram.c - Gram matrices of float64 matrices.  With few columns, a single pass runs at memory bandwidth, which BLAS products do
 * not reach.  The ranges of rows depend on the shape alone, and each range has its own sums in lanes, so the result does not
 * depend on the number of threads. */
#include "backends/host/array/copy.h"
#include "lapack.h"
#include "runtime/allocation.h"
#include "contract/dense.h"

#include <string.h>

#define COLUMNS 16
#define PART 8192  /* number of rows per product, if there are more columns */
#define LANES 32   /* number of partial sums per product of two columns */
#define BLOCK 256  /* number of rows whose columns are gathered at a time */
#define RANGE 8192 /* minimum number of rows in a range */
#define RANGES 256 /* maximum number of ranges */

typedef double column[BLOCK];

typedef struct gram {
    const gla_tall *a;
    const double *w;
    int64_t range;
    double *partial; /* upper triangle of each range, row by row */
} gram;

/* Gather the columns of several rows, and pad the columns with zeros. */
static inline void gather(const double *a, int64_t ld, int64_t n, int64_t rows, column *to)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < BLOCK; i++)
            to[j][i] = i < rows ? a[i * ld + j] : 0;
}

/* Multiply the gathered columns by W. */
static inline void transform(const double *w, int64_t n, column *restrict from, column *restrict to)
{
    for (int64_t j = 0; j < n; j++) {
        memset(to[j], 0, sizeof to[j]);
        for (int64_t k = 0; k < n; k++)
            for (int64_t i = 0; i < BLOCK; i++)
                to[j][i] += from[k][i] * w[j * n + k];
    }
}

static inline void add_products(const double *restrict x, const double *restrict y, double *restrict lanes)
{
    for (int64_t i = 0; i < BLOCK; i += LANES)
        GLA_INDEPENDENT for (int l = 0; l < LANES; l++) lanes[l] += x[i + l] * y[i + l];
}

static void take_rows(const gram *p, int64_t begin, int64_t end, double *out)
{
    const int64_t n = p->a->cols, count = n * (n + 1) / 2;
    double lanes[COLUMNS * (COLUMNS + 1) / 2][LANES];
    column rows[COLUMNS], moved[COLUMNS], *v = p->w ? moved : rows;
    memset(lanes, 0, (size_t)count * sizeof *lanes);
    for (int64_t i = begin; i < end; i += BLOCK) {
        gather((const double *)p->a->data + i * p->a->ld, p->a->ld, n, end - i < BLOCK ? end - i : BLOCK, rows);
        if (p->w)
            transform(p->w, n, rows, moved);
        for (int64_t j = 0, at = 0; j < n; j++)
            for (int64_t k = j; k < n; k++, at++)
                add_products(v[j], v[k], lanes[at]);
    }
    for (int64_t at = 0; at < count; at++) {
        for (int half = LANES / 2; half; half /= 2)
            for (int l = 0; l < half; l++)
                lanes[at][l] += lanes[at][l + half];
        out[at] = lanes[at][0];
    }
}

static void take_ranges(void *arg, int64_t first, int64_t last)
{
    const gram *p = arg;
    int64_t count = p->a->cols * (p->a->cols + 1) / 2;
    for (int64_t r = first; r < last && !gla_host_stop(); r++) {
        int64_t begin = r * p->range, end = begin + p->range < p->a->rows ? begin + p->range : p->a->rows;
        take_rows(p, begin, end, p->partial + r * count);
    }
}

static void add(double *to, const double *from, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        to[i] += from[i];
}

/* Compute the Gram matrix by BLAS products, which read the rows as columns.  `part` and `moved` are workspace. */
static gla_status multiply(gla_device *dev, const gla_tall *a, const void *w, double *part, double *moved, double *g)
{
    const int64_t n = a->cols;
    const gla_matrix weights = {(void *)w, n, n, n, n * n}, out = {part, n, n, n, n * n};
    gla_status st = GLA_OK;
    memset(g, 0, (size_t)(n * n) * sizeof *g);
    for (int64_t i = 0; i < a->rows && !st; i += PART) {
        int64_t rows = a->rows - i < PART ? a->rows - i : PART;
        gla_matrix m = {(double *)a->data + i * a->ld, n, rows, a->ld, a->ld * rows}, product = {moved, n, rows, n, n * rows};
        if (w)
            st = gla_host_blas_ops.gemm(dev, GLA_FLOAT64, GLA_TRANS, GLA_NO_TRANS, &weights, &m, &product, 1);
        const gla_matrix *of = w ? &product : &m;
        if (!st)
            st = gla_host_blas_ops.gemm(dev, GLA_FLOAT64, GLA_NO_TRANS, GLA_TRANS, of, of, &out, 1);
        if (!st)
            add(g, part, n * n);
    }
    return st;
}

static gla_status of_many_columns(gla_device *dev, const gla_tall *a, const void *w, double *g)
{
    size_t square = (size_t)(a->cols * a->cols), bytes = (square + (w ? (size_t)a->cols * PART : 0)) * sizeof(double);
    double *part = gla_malloc(bytes);
    if (!part)
        return gla_fail_memory("lstsq", bytes);
    gla_status st = multiply(dev, a, w, part, part + square, g);
    gla_free(part);
    return st;
}

gla_status gla_host_gram(gla_device *dev, const gla_tall *a, const void *w, void *g)
{
    int64_t n = a->cols, count = n * (n + 1) / 2, ranges = (a->rows + RANGE - 1) / RANGE;
    double *out = g;
    if (n > COLUMNS)
        return of_many_columns(dev, a, w, out);
    ranges = ranges > RANGES ? RANGES : ranges;
    gram p = {.a = a, .w = w, .range = (a->rows + ranges - 1) / ranges};
    ranges = (a->rows + p.range - 1) / p.range;
    size_t bytes = (size_t)(ranges * count) * sizeof *p.partial;
    p.partial = gla_malloc(bytes);
    if (!p.partial)
        return gla_fail_memory("lstsq", bytes);
    gla_status st = gla_host_parallel(ranges, 1, take_ranges, &p);
    for (int64_t r = 1; r < ranges; r++)
        add(p.partial, p.partial + r * count, count);
    for (int64_t j = 0, at = 0; j < n; j++)
        for (int64_t k = j; k < n; k++, at++)
            out[j * n + k] = out[k * n + j] = p.partial[at];
    gla_free(p.partial);
    return st;
}
