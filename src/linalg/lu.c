/* lu.c - LU factorisation with partial pivoting. */
#include "condition.h"
#include "runtime/devices.h"

#include "runtime/budget.h"

#define LARGE ((size_t)1 << 28) /* bytes */

/* Convert row exchanges to the positions p with a = L[p] U, in host memory: one row of m positions for each matrix. */
static void positions(const gla_call *c, const int64_t *pivots, int64_t *work, int64_t *p)
{
    int64_t k = c->m < c->n ? c->m : c->n;
    for (int64_t b = 0; b < c->count; b++, p += c->m) {
        for (int64_t i = 0; i < c->m; i++)
            work[i] = i; /* row i of L U is row work[i] of a */
        for (int64_t i = 0; pivots && i < k; i++) {
            int64_t other = pivots[i], row = work[i];
            work[i] = work[other];
            work[other] = row;
        }
        for (int64_t i = 0; i < c->m; i++)
            p[work[i]] = i;
        pivots = pivots ? pivots + k : NULL; /* NULL: no rows were exchanged */
    }
}

/* Fail early if there is not enough memory for the permutation, made on the host, and for its matrix. */
static void require_room(const gla_call *c, bool matrix)
{
    gla_device *host;
    size_t bytes, size = matrix ? gla_itemsize(c->dtype) : 0;
    if (gla_failed(c))
        return;
    gla_s_check(c->s, gla_host_device(&host));
    if (__builtin_mul_overflow((size_t)c->m, (size_t)c->m, &bytes) || __builtin_mul_overflow(bytes, size, &bytes) ||
        __builtin_add_overflow(bytes, 3 * sizeof(int64_t) * (size_t)c->m, &bytes) ||
        __builtin_mul_overflow(bytes, (size_t)c->count, &bytes))
        bytes = matrix ? SIZE_MAX : 3 * sizeof(int64_t) * (size_t)c->m;
    if (bytes > LARGE)
        gla_s_check(c->s, gla_memory_room(c->name, host, bytes, 0));
}

/* Return the positions as an array.  If pivots is NULL, no rows were exchanged. */
static gla_array *make_positions(const gla_call *c, const int64_t *pivots)
{
    gla_call there = *c;
    gla_s_check(c->s, gla_host_device(&there.dev));
    gla_array *host = gla_call_new(&there, GLA_INT64, c->m), *out = gla_call_new(c, GLA_INT64, c->m);
    int64_t *work = gla_s_memory(c->s, c->m, sizeof *work);
    if (!gla_failed(c) && host->size > 0)
        positions(c, pivots, work, gla_data(host));
    gla_s_assign(c->s, out, host);
    return out;
}

/* Return the permutation matrix of the positions p.  The matrix has ones at (i, p[i]), where p[:, None] equals 0 ... m-1. */
static gla_array *make_matrix(const gla_call *c, const gla_array *p)
{
    gla_array *m, *row, *matrix;
    gla_scope *s = c->s;
    m = gla_failed(c) ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &c->m, &m), &m);
    row = gla_failed(c) ? NULL : gla_s_adopt(s, gla_arange(m, &row, NULL, NULL, GLA_INT64, c->dev->name), &row);
    gla_array *ones = gla_s_combine(s, gla_equal, gla_s_add_last(s, p), row);
    return ones ? gla_s_adopt(s, gla_astype(ones, gla_real_of(c->dtype), &matrix, true, NULL), &matrix) : NULL;
}

/* Return L and U of x in one matrix.  *scale is set to true if the columns must be scaled first. */
static gla_matrices factor_once(const gla_call *c, const gla_array *x, int64_t *pivots, bool *scale)
{
    gla_matrices work = gla_call_copy(c, x, GLA_COLUMN_MAJOR);
    gla_call_require_finite_before(c, c->name, work.array);
    int64_t *info = gla_call_info(c);
    gla_estimates doubts = gla_estimates_new(c);
    gla_lu_factor(c, &work.matrix, pivots, info, &doubts, false);
    gla_info_check_finite(c, info);
    *scale = gla_estimates_need_scaling(c, &doubts);
    return work;
}

static void factor(const gla_call *c, int64_t *pivots, gla_array *l, gla_array *u)
{
    bool scale;
    int start = gla_scope_mark(c->s);
    int64_t k = c->m < c->n ? c->m : c->n;
    gla_matrices work = factor_once(c, c->a, pivots, &scale);
    if (scale) {
        gla_scaled s = gla_scaled_new(c, c->a, GLA_SCALE_COLUMNS);
        gla_scaled_lu(c, &s, pivots, work.array);
    }
    gla_call_triangle(c, true, true, gla_call_part(c, &work, c->m, k).array, l);
    gla_call_triangle(c, false, false, gla_call_part(c, &work, k, c->n).array, u);
    gla_scope_keep(c->s, start, NULL);
}

gla_status gla_lu(const gla_array *a, gla_array **P, gla_array **L, gla_array **U, bool p_indices)
{
    gla_call c;
    gla_call_begin(&c, "lu", "a", a, false);
    int64_t k = c.m < c.n ? c.m : c.n, *pivots = NULL;
    require_room(&c, !p_indices);
    gla_array *l = gla_call_matrices(&c, c.m, k, GLA_ROW_MAJOR).array, *u = gla_call_matrices(&c, k, c.n, GLA_ROW_MAJOR).array;
    if (!gla_failed(&c) && c.a->size > 0) {
        pivots = gla_s_memory(c.s, c.count * k, sizeof *pivots);
        factor(&c, pivots, l, u);
    }
    gla_array *p = make_positions(&c, pivots);
    if (!p_indices)
        p = make_matrix(&c, p);
    gla_scope_give(c.s, p, P);
    gla_scope_give(c.s, l, L);
    gla_scope_give(c.s, u, U);
    return gla_call_end(&c);
}
