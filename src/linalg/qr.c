/* qr.c - QR factorisation. */
#include "condition.h"

#include <string.h>

typedef struct factors {
    gla_array *q, *r;
} factors;

static int64_t count_reflectors(const gla_call *c)
{
    return c->m < c->n ? c->m : c->n;
}

/* Return Q from the reflectors in the first columns of `work`.  Q overwrites `work` if it has the requested size. */
static gla_array *make_q(const gla_call *c, const gla_matrices *work, const gla_array *tau, int64_t columns)
{
    int64_t k = count_reflectors(c);
    gla_matrices q = *work;
    if (columns != c->n) {
        q = gla_call_matrices(c, c->m, columns, GLA_COLUMN_MAJOR);
        gla_matrices from = gla_call_part(c, work, c->m, k), to = gla_call_part(c, &q, c->m, k);
        gla_s_assign(c->s, to.array, from.array);
    }
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, orgqr),
                              (double)c->count * 2 * (double)c->m * (double)columns * (double)k);
    gla_matrix m = gla_run_matrix(&r, GLA_UPDATED, c->dtype, &q.matrix, c->count);
    void *reflectors = gla_run_array(&r, GLA_READ, tau);
    if (!gla_failed(c))
        gla_s_check(c->s, r.at->backend->lapack->orgqr(r.at, c->dtype, &m, k, reflectors, c->count));
    gla_run_end(&r);
    return q.array;
}

gla_array *gla_qr_factor(const gla_call *c, const gla_matrices *work)
{
    int64_t k = count_reflectors(c);
    gla_array *tau = gla_call_new(c, c->dtype, k);
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, geqrf),
                              (double)c->count * 2 * (double)c->m * (double)c->n * (double)k);
    gla_matrix m = gla_run_matrix(&r, GLA_UPDATED, c->dtype, &work->matrix, c->count);
    void *reflectors = gla_run_array(&r, GLA_WRITTEN, tau);
    if (!gla_failed(c))
        gla_s_check(c->s, r.at->backend->lapack->geqrf(r.at, c->dtype, &m, reflectors, c->count));
    gla_run_end(&r);
    return tau;
}

static factors factor_once(const gla_call *c, const gla_array *x, int64_t columns)
{
    gla_matrices work = gla_call_copy(c, x, GLA_COLUMN_MAJOR);
    gla_array *tau = gla_qr_factor(c, &work);
    /* R has one row for each column of Q; the rows below the triangle are zero */
    gla_matrices r = gla_call_matrices(c, columns, c->n, GLA_ROW_MAJOR), top = gla_call_part(c, &work, columns, c->n);
    gla_call_triangle(c, false, false, top.array, r.array);
    return (factors){make_q(c, &work, tau, columns), r.array};
}

/* The norm of a column may overflow although no element is infinite. */
static factors factor_scaled(const gla_call *c, int64_t columns)
{
    gla_scaled s = gla_scaled_new(c, c->a, GLA_SCALE_COLUMNS);
    factors f = factor_once(c, s.host.array, columns);
    gla_matrices back = gla_scaled_fetch(c, f.r);
    for (int64_t i = 0; i < c->count * c->n && !gla_failed(c); i++)
        s.cols[i] = -s.cols[i];
    gla_scaled_store(c, &back, NULL, s.cols, NULL, "r", f.r);
    return f;
}

/* Check for non-finite elements last, so that the host need not wait for the device in between.  Reflections propagate NaN, so
 * NaN appears in R. */
static factors factor(const gla_call *c, int64_t columns)
{
    int start = gla_scope_mark(c->s);
    factors f = factor_once(c, c->a, columns);
    if (gla_call_finite(c, f.r) || gla_failed(c))
        return f;
    gla_scope_keep(c->s, start, NULL);
    gla_call_require_finite(c, "x", c->a);
    return factor_scaled(c, columns);
}

/* Without reflectors, Q consists of the first columns of the identity, and R is empty. */
static factors factor_empty(const gla_call *c, int64_t columns)
{
    factors f = {gla_call_matrices(c, c->m, columns, GLA_ROW_MAJOR).array,
                 gla_call_matrices(c, columns, c->n, GLA_ROW_MAJOR).array};
    gla_call_eye(c, f.q);
    return f;
}

gla_status gla_qr(const gla_array *x, gla_array **Q, gla_array **R, const char *mode)
{
    gla_call c;
    *Q = *R = NULL;
    bool complete = mode && strcmp(mode, "complete") == 0;
    bool empty = !gla_call_begin(&c, "qr", "x", x, false) && c.a->size == 0;
    int64_t columns = complete ? c.m : count_reflectors(&c);
    factors f = empty ? factor_empty(&c, columns) : factor(&c, columns);
    gla_scope_give(c.s, f.q, Q);
    gla_scope_give(c.s, f.r, R);
    return gla_call_end(&c);
}
