/* lu.c - LU factorisations with partial pivoting. */
#include "condition.h"

/* Row exchanges to positions: a = L[p] U.  Host memory, one row of m for each matrix. */
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
        pivots = pivots ? pivots + k : NULL; /* none: nothing was exchanged */
    }
}

static gla_status make_positions(const gla_call *c, const int64_t *pivots, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM], *p;
    gla_array *host;
    size_t bytes = (size_t)c->m * sizeof(int64_t);
    for (int i = 0; i < c->nbatch; i++)
        shape[i] = c->batch[i];
    shape[c->nbatch] = c->m;
    gla_status st = gla_new_host(GLA_INT64, c->nbatch + 1, shape, &host, (void **)&p);
    if (st)
        return st;
    int64_t *work = gla_malloc(bytes);
    if (!work) {
        st = gla_fail_memory(c->op, bytes);
    } else if (host->size > 0) {
        positions(c, pivots, work, p);
    }
    if (!st)
        st = gla_array_new(c->op, c->dev, GLA_INT64, c->nbatch + 1, shape, out);
    if (!st && (st = gla_array_assign(c->op, *out, host))) {
        gla_unref(*out);
        *out = NULL;
    }
    gla_free(work);
    gla_unref(host);
    return st;
}

/* The permutation matrix of positions p: ones at (i, p[i]), that is where p[:, None] equals 0 ... m-1. */
static gla_status make_matrix(const gla_call *c, gla_array **p)
{
    gla_array *column = NULL, *columns = NULL, *ones = NULL, *last = NULL;
    gla_array *m = NULL;
    gla_status st = gla_scalar(GLA_INT64, &c->m, &m);
    if (!st)
        st = gla_arange(m, &last, NULL, NULL, GLA_INT64, c->dev->name);
    if (!st)
        st = gla_add_last(*p, &column);
    if (!st)
        st = gla_equal(column, last, &ones);
    if (!st)
        st = gla_astype(ones, gla_real_of(c->dtype), &columns, true, NULL);
    gla_unref(m);
    gla_unref(last);
    gla_unref(column);
    gla_unref(ones);
    gla_unref(*p);
    *p = columns;
    return st;
}

/* work = L and U of x in one; *scale when that must be done with scaled columns. */
static gla_status factor_once(const gla_call *c, const gla_array *x, gla_matrices *work, int64_t *pivots, bool *scale)
{
    int64_t few[GLA_FEW], *info = NULL, k = c->m < c->n ? c->m : c->n;
    gla_doubts doubts = {.wanted = false};
    gla_status st = gla_matrices_copy(c->op, c->dev, c->dtype, x, c->nbatch, c->batch, GLA_COLUMN_MAJOR, work);
    if (!st)
        st = gla_require_finite_before(c, c->name, work->array);
    if (!st)
        st = gla_info_new(c->op, c->count, few, &info);
    if (!st)
        st = gla_doubts_new(c, &doubts);
    if (!st) {
        void *state = gla_work_begin((double)c->count * (double)c->m * (double)c->n * (double)k);
        st = c->dev->backend->lapack->getrf(c->dev, c->dtype, &work->matrix, c->count, pivots, info, doubts.of, false);
        gla_work_end(state);
    }
    if (!st)
        st = gla_info_check_finite(c, info);
    *scale = !st && gla_doubts_scale(c, &doubts);
    gla_info_free(few, info);
    gla_doubts_free(&doubts);
    return st;
}

static gla_status factor_any(const gla_call *c, gla_matrices *work, int64_t *pivots)
{
    gla_scaled s = {.rows = NULL};
    bool scale;
    gla_status st = factor_once(c, c->a, work, pivots, &scale);
    if (st || !scale)
        return st;
    st = gla_scaled_new(c, c->a, GLA_SCALE_COLUMNS, &s);
    if (!st)
        st = gla_scaled_lu(c, &s, pivots, work->array);
    gla_scaled_free(&s);
    return st;
}

static gla_status factor(const gla_call *c, gla_array **p, gla_matrices *l, gla_matrices *u)
{
    gla_matrices work = {0}, left = {0}, top = {0};
    int64_t *pivots = NULL, k = c->m < c->n ? c->m : c->n;
    size_t bytes = (size_t)c->count * (size_t)k * sizeof *pivots;
    gla_status st = GLA_OK;
    if (!(pivots = gla_malloc(bytes)))
        st = gla_fail_memory(c->op, bytes);
    if (!st)
        st = factor_any(c, &work, pivots);
    if (!st)
        st = make_positions(c, pivots, p);
    if (!st)
        st = gla_matrices_part(&work, c->m, k, &left);
    if (!st)
        st = gla_triangle(c->op, true, true, left.array, l->array);
    if (!st)
        st = gla_matrices_part(&work, k, c->n, &top);
    if (!st)
        st = gla_triangle(c->op, false, false, top.array, u->array);
    gla_matrices_release(&left);
    gla_matrices_release(&top);
    gla_matrices_release(&work);
    gla_free(pivots);
    return st;
}

gla_status gla_lu(const gla_array *a, gla_array **P, gla_array **L, gla_array **U, bool p_indices)
{
    gla_call c;
    gla_matrices l = {0}, u = {0};
    gla_array *p = NULL;
    *P = *L = *U = NULL;
    gla_status st = gla_call_begin(&c, "lu", "a", a, false);
    int64_t k = c.m < c.n ? c.m : c.n;
    if (!st)
        st = gla_matrices_new(c.op, c.dev, c.dtype, c.nbatch, c.batch, c.m, k, GLA_ROW_MAJOR, &l);
    if (!st)
        st = gla_matrices_new(c.op, c.dev, c.dtype, c.nbatch, c.batch, k, c.n, GLA_ROW_MAJOR, &u);
    if (!st && c.a->size > 0)
        st = factor(&c, &p, &l, &u);
    else if (!st)
        st = make_positions(&c, NULL, &p); /* nothing was exchanged */
    if (!st && !p_indices)
        st = make_matrix(&c, &p);
    if (st) {
        gla_unref(p);
        p = NULL;
        gla_matrices_release(&l);
        gla_matrices_release(&u);
    }
    *P = p;
    *L = l.array;
    *U = u.array;
    gla_call_end(&c);
    return st;
}
