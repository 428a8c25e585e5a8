/* qr.c - QR factorisations. */
#include "condition.h"

#include <string.h>

/* Q from the reflectors in the first columns of `work`: in its place when it is of the size wanted. */
static gla_status make_q(const gla_call *c, const gla_matrices *work, const gla_array *tau, int64_t columns,
                         gla_matrices *q)
{
    int64_t k = c->m < c->n ? c->m : c->n;
    gla_matrices from = {0}, to = {0};
    gla_status st = GLA_OK;
    if (columns == c->n) {
        *q = *work;
        q->array = gla_ref(work->array);
    } else {
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->m, columns, GLA_COLUMN_MAJOR, q);
        if (!st)
            st = gla_matrices_part(work, c->m, k, &from);
        if (!st)
            st = gla_matrices_part(q, c->m, k, &to);
        if (!st)
            st = gla_array_assign(c->op, to.array, from.array);
    }
    if (!st) {
        void *state = gla_work_begin((double)c->count * 2 * (double)c->m * (double)columns * (double)k);
        st = c->dev->backend->lapack->orgqr(c->dev, c->dtype, &q->matrix, k, gla_data(tau), c->count);
        gla_work_end(state);
    }
    if (st)
        gla_matrices_release(q);
    gla_matrices_release(&from);
    gla_matrices_release(&to);
    return st;
}

gla_status gla_qr_factor(const gla_call *c, gla_matrices *work, gla_array **tau)
{
    int64_t shape[GLA_MAX_NDIM], k = c->m < c->n ? c->m : c->n;
    for (int i = 0; i < c->nbatch; i++)
        shape[i] = c->batch[i];
    shape[c->nbatch] = k;
    gla_status st = gla_array_new(c->op, c->dev, c->dtype, c->nbatch + 1, shape, tau);
    if (st)
        return st;
    void *state = gla_work_begin((double)c->count * 2 * (double)c->m * (double)c->n * (double)k);
    st = c->dev->backend->lapack->geqrf(c->dev, c->dtype, &work->matrix, gla_data(*tau), c->count);
    gla_work_end(state);
    return st;
}

/* *is_finite is looked at last, so that a device does not stop for the answer on its way: reflections take NaN as any number,
 * and R shows it. */
static gla_status factor_once(const gla_call *c, const gla_array *x, int64_t columns, gla_array **Q, gla_array **R,
                              bool *is_finite)
{
    gla_matrices work = {0}, top = {0}, q = {0}, r = {0};
    gla_array *tau = NULL;
    gla_status st = gla_matrices_copy(c->op, c->dev, c->dtype, x, c->nbatch, c->batch, GLA_COLUMN_MAJOR, &work);
    if (!st)
        st = gla_qr_factor(c, &work, &tau);
    if (!st) /* R has as many rows as Q columns; those below the triangle's last are zero */
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, columns, c->n, GLA_ROW_MAJOR, &r);
    if (!st)
        st = gla_matrices_part(&work, columns, c->n, &top);
    if (!st)
        st = gla_triangle(c->op, false, false, top.array, r.array);
    if (!st)
        st = make_q(c, &work, tau, columns, &q);
    if (!st)
        st = gla_all_finite(r.array, is_finite);
    if (st) {
        gla_matrices_release(&q);
        gla_matrices_release(&r);
    }
    *Q = q.array;
    *R = r.array;
    gla_matrices_release(&work);
    gla_matrices_release(&top);
    gla_unref(tau);
    return st;
}

/* Lengths of columns may be beyond the type where their numbers are not. */
static gla_status factor_scaled(const gla_call *c, int64_t columns, gla_array **Q, gla_array **R)
{
    gla_scaled s = {.rows = NULL};
    gla_matrices back = {0};
    bool is_finite;
    gla_status st = gla_scaled_new(c, c->a, GLA_SCALE_COLUMNS, &s);
    if (!st)
        st = factor_once(c, s.host.array, columns, Q, R, &is_finite);
    if (!st)
        st = gla_matrices_copy(c->op, gla_device_of(s.host.array), c->dtype, *R, c->nbatch, c->batch, GLA_COLUMN_MAJOR, &back);
    for (int64_t i = 0; i < c->count * c->n && !st; i++)
        s.cols[i] = -s.cols[i];
    if (!st)
        st = gla_scaled_store(c, &back, NULL, s.cols, NULL, "r", *R);
    gla_scaled_free(&s);
    gla_matrices_release(&back);
    return st;
}

static gla_status drop(gla_status st, gla_array **Q, gla_array **R)
{
    gla_unref(*Q);
    gla_unref(*R);
    *Q = *R = NULL;
    return st;
}

static gla_status factor(const gla_call *c, int64_t columns, gla_array **Q, gla_array **R)
{
    bool is_finite = true;
    gla_status st = factor_once(c, c->a, columns, Q, R, &is_finite);
    if (st || is_finite)
        return st;
    drop(GLA_OK, Q, R);
    st = gla_require_finite(c->op, "x", c->a);
    if (!st)
        st = factor_scaled(c, columns, Q, R);
    return st ? drop(st, Q, R) : GLA_OK;
}

/* Nothing to reflect: Q is (the first columns of) the identity, R is empty. */
static gla_status qr_empty(const gla_call *c, int64_t columns, gla_array **Q, gla_array **R)
{
    gla_matrices q = {0}, r = {0};
    gla_status st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->m, columns, GLA_ROW_MAJOR, &q);
    if (!st)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, columns, c->n, GLA_ROW_MAJOR, &r);
    if (!st)
        st = gla_fill_eye(c->op, q.array);
    if (st) {
        gla_matrices_release(&q);
        gla_matrices_release(&r);
    }
    *Q = q.array;
    *R = r.array;
    return st;
}

gla_status gla_qr(const gla_array *x, gla_array **Q, gla_array **R, const char *mode)
{
    gla_call c;
    *Q = *R = NULL;
    bool complete = mode && strcmp(mode, "complete") == 0;
    if (mode && !complete && strcmp(mode, "reduced") != 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "qr: mode is \"%.40s\", but it must be \"reduced\" or \"complete\"", mode);
    gla_status st = gla_call_begin(&c, "qr", "x", x, false);
    if (!st) {
        int64_t columns = complete || c.m < c.n ? c.m : c.n;
        st = c.a->size == 0 ? qr_empty(&c, columns, Q, R) : factor(&c, columns, Q, R);
    }
    gla_call_end(&c);
    return st;
}
