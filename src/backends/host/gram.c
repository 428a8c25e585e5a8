/* gram.c - Gram matrices of float64 matrices of few columns: one pass at the speed of memory, where products of BLAS are made for
 * wide ones.  The rows are cut into ranges by the shape alone, and each range has sums in lanes, so the result does not depend
 * on the number of threads. */
#include "clones.h"
#include "copy.h"
#include "lapack.h"

#include <string.h>

#define COLUMNS GLA_HOST_GRAM_COLUMNS
#define LANES 32   /* sums of a product of columns */
#define BLOCK 256  /* rows whose columns are gathered at a time */
#define RANGE 8192 /* rows, at least */
#define RANGES 256 /* at most */

typedef double column[BLOCK];

typedef struct gram {
    const gla_tall *a;
    const double *w;
    int64_t range;
    double *partial; /* for each range the upper triangle, row by row */
} gram;

/* Columns of some rows, with zeros behind them. */
static inline void gather(const double *a, int64_t ld, int64_t n, int64_t rows, column *to)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < BLOCK; i++)
            to[j][i] = i < rows ? a[i * ld + j] : 0;
}

/* The same times W. */
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

CLONES static void take_rows(const gram *p, int64_t begin, int64_t end, double *out)
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

gla_status gla_host_gram(gla_device *dev, const gla_tall *a, const void *w, void *g)
{
    int64_t n = a->cols, count = n * (n + 1) / 2, ranges = (a->rows + RANGE - 1) / RANGE;
    double *out = g;
    (void)dev;
    ranges = ranges > RANGES ? RANGES : ranges;
    gram p = {.a = a, .w = w, .range = (a->rows + ranges - 1) / ranges};
    ranges = (a->rows + p.range - 1) / p.range;
    size_t bytes = (size_t)(ranges * count) * sizeof *p.partial;
    p.partial = gla_malloc(bytes);
    if (!p.partial)
        return gla_fail_memory("lstsq", bytes);
    gla_status st = gla_host_parallel(ranges, 1, take_ranges, &p);
    for (int64_t r = 1; r < ranges; r++)
        for (int64_t i = 0; i < count; i++)
            p.partial[i] += p.partial[r * count + i];
    for (int64_t j = 0, at = 0; j < n; j++)
        for (int64_t k = j; k < n; k++, at++)
            out[j * n + k] = out[k * n + j] = p.partial[at];
    gla_free(p.partial);
    return st;
}
