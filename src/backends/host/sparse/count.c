/* count.c - Reductions over the rows or columns of a sparse matrix, without computing the row index of each element.  The
 * reductions are the number of nonzero elements, and the largest or smallest element. */
#include "backends/host/array/group.h"
#include "sparse.h"
#include "columns.h"

#include <math.h>
#include <string.h>

#define OP "sparse"
#define GRAIN 32768 /* number of elements per part */

typedef struct extreme {
    int64_t order, count; /* order_of() of the largest element minus INT64_MIN; number of elements seen */
} extreme;

typedef struct job {
    const gla_csr *a;
    int64_t flip; /* 0, or -1 to find the smallest element */
    gla_column_tables tables;
    void *out;
} job;

/* Map numbers to integers with the same order, with -0 before 0 and NaN last.  With `flip` the order is reversed, so that the
 * smallest number is mapped to the largest integer. */
static inline int64_t order_of(double v, int64_t flip)
{
    int64_t code;
    memcpy(&code, &v, sizeof code);
    code = (code ^ (code >> 63 & INT64_MAX)) ^ flip;
    return v == v ? code : INT64_MAX;
}

/* Return the number for an integer of order_of().  Return 0 if implicit zeros exceed that number. */
static inline double number_of(int64_t order, int64_t flip, bool full)
{
    int64_t code = order ^ flip;
    double v;
    if (order == INT64_MAX)
        return NAN;
    code ^= code >> 63 & INT64_MAX;
    memcpy(&v, &code, sizeof v);
    return full || (flip ? v < 0 : v > 0) ? v : 0;
}

/* Return true if any of n numbers, or of n pairs, is zero. */
#define ANY_ZERO(name, type)                                          \
    static bool any_zero_##name(const type *x, int64_t n, bool pairs) \
    {                                                                 \
        int any = 0;                                                  \
        for (int64_t i = 0; i < n && !pairs; i++)                     \
            any |= x[i] == 0;                                         \
        for (int64_t i = 0; i < n && pairs; i++)                      \
            any |= (x[2 * i] == 0) & (x[2 * i + 1] == 0);             \
        return any;                                                   \
    }
ANY_ZERO(float32, float)
ANY_ZERO(float64, double)

#define EACH "count.inc"
#include "index_types.inc"
#define BODIES(name)                                   \
    {                                                  \
        {name##_float32_int32, name##_float64_int32},  \
        {                                              \
            name##_float32_int64, name##_float64_int64 \
        }                                              \
    }

/* Choose a function by the index dtype and the precision of the values. */
static gla_host_body chosen(const gla_csr *a, const gla_host_body bodies[2][2])
{
    return bodies[a->index == GLA_INT64][gla_host_value_type(a->dtype) & 1];
}

static gla_status by_rows(job *w, gla_host_body body)
{
    return gla_host_parallel(w->a->rows, GRAIN / (w->a->nnz / w->a->rows + 1) + 1, body, w);
}

static gla_status by_columns(job *w, size_t item, gla_host_body fill, gla_host_body join)
{
    return gla_host_by_columns(OP, w->a, item, &w->tables, fill, join, w);
}

static void join_counts(void *arg, int64_t begin, int64_t end)
{
    const job *w = arg;
    const int64_t *counts = w->tables.table;
    int64_t *out = w->out;
    for (int64_t j = begin; j < end; j++) {
        out[j] = counts[j];
        for (int64_t part = 1; part < w->tables.parts; part++)
            out[j] += counts[part * w->a->cols + j];
    }
}

gla_status gla_host_sparse_count(gla_device *dev, const gla_csr *a, bool columns, int64_t *out)
{
    static const gla_host_body of_rows[2][2] = BODIES(count_rows), of_columns[2][2] = BODIES(count_columns);
    job w = {.a = a, .out = out};
    (void)dev;
    return columns ? by_columns(&w, sizeof *out, chosen(a, of_columns), join_counts) : by_rows(&w, chosen(a, of_rows));
}

gla_status gla_host_sparse_extremes(gla_device *dev, const gla_csr *a, bool columns, bool largest, void *out)
{
    static const gla_host_body of_rows[2][2] = BODIES(find_rows), of_columns[2][2] = BODIES(find_columns),
                               joins[2][2] = BODIES(join_extremes);
    job w = {.a = a, .flip = largest ? 0 : -1, .out = out};
    (void)dev;
    return columns ? by_columns(&w, sizeof(extreme), chosen(a, of_columns), chosen(a, joins)) : by_rows(&w, chosen(a, of_rows));
}
