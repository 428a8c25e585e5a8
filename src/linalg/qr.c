/* qr.c - QR factorisations. */
#include "common.h"

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

static gla_status factor(const gla_call *c, int64_t columns, gla_array **Q, gla_array **R)
{
    gla_matrices work = {0}, top = {0}, q = {0}, r = {0};
    gla_array *tau = NULL;
    gla_status st = gla_matrices_copy(c->op, c->dev, c->dtype, c->a, c->nbatch, c->batch, GLA_COLUMN_MAJOR, &work);
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
    if (!st) /* last, so that a device does not stop for the answer on its way: reflections take NaN as any number */
        st = gla_require_finite(c->op, "x", c->a);
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
