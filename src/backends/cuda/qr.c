/* qr.c - QR factorisation and its orthogonal factor, one matrix after another, by our own panels or cuSOLVER. */
#include "panels.h"

#define MANY_COLUMNS 32 /* number of columns from which a large Q is applied by blocks */

static gla_status factor(gla_math_call *c, const gla_matrix *a, int64_t i, void *tau)
{
    size_t device, host;
    void *ai = gla_matrix_at(a, c->dtype, i);
    cusolverDnHandle_t h = c->math->solver;
    gla_status st = gla_cusolver_check(c->op, cusolverDnXgeqrf_bufferSize(h, c->math->params, a->rows, a->cols, c->type, ai,
                                                                          a->ld, c->type, tau, c->type, &device, &host));
    if (!st)
        st = gla_math_work(c, device, host);
    if (!st)
        st = gla_cusolver_check(c->op,
                                cusolverDnXgeqrf(h, c->math->params, a->rows, a->cols, c->type, ai, a->ld, c->type, tau,
                                                 c->type, c->work, c->work_bytes, c->host_work, c->host_bytes, c->info + i));
    return st;
}

/* Return the address of the scales (tau) of matrix i. */
static void *tau_at(const void *tau, gla_dtype dtype, int64_t k, int64_t i)
{
    return (char *)tau + i * k * (int64_t)gla_itemsize(dtype);
}

gla_status gla_cusolver_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch)
{
    gla_math_call c;
    int64_t k = a->rows < a->cols ? a->rows : a->cols;
    gla_status st = gla_math_begin(&c, "qr", dev, dtype, batch);
    if (st)
        return st;
    bool own = gla_qr_panels_take(&c, a->rows, k);
    for (int64_t i = 0; i < batch && !st; i++) {
        gla_matrix ai = *a;
        ai.data = gla_matrix_at(a, dtype, i);
        void *ti = tau_at(tau, dtype, k, i);
        st = own ? gla_qr_panels(&c, &ai, ti) : factor(&c, a, i, ti);
    }
    return gla_math_end(&c, st, NULL);
}

static cusolverStatus_t orgqr_size(gla_math_call *c, const gla_matrix *q, int k, void *qi, const void *tau, int *size)
{
    cusolverDnHandle_t h = c->math->solver;
    int m = (int)q->rows, n = (int)q->cols, ld = (int)q->ld;
    switch (c->dtype) {
    case GLA_FLOAT32: return cusolverDnSorgqr_bufferSize(h, m, n, k, qi, ld, tau, size);
    case GLA_FLOAT64: return cusolverDnDorgqr_bufferSize(h, m, n, k, qi, ld, tau, size);
    case GLA_COMPLEX64: return cusolverDnCungqr_bufferSize(h, m, n, k, qi, ld, tau, size);
    default: return cusolverDnZungqr_bufferSize(h, m, n, k, qi, ld, tau, size);
    }
}

static cusolverStatus_t orgqr_run(gla_math_call *c, const gla_matrix *q, int k, void *qi, const void *tau, int size, int *info)
{
    cusolverDnHandle_t h = c->math->solver;
    int m = (int)q->rows, n = (int)q->cols, ld = (int)q->ld;
    switch (c->dtype) {
    case GLA_FLOAT32: return cusolverDnSorgqr(h, m, n, k, qi, ld, tau, c->work, size, info);
    case GLA_FLOAT64: return cusolverDnDorgqr(h, m, n, k, qi, ld, tau, c->work, size, info);
    case GLA_COMPLEX64: return cusolverDnCungqr(h, m, n, k, qi, ld, tau, c->work, size, info);
    default: return cusolverDnZungqr(h, m, n, k, qi, ld, tau, c->work, size, info);
    }
}

gla_status gla_cusolver_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                              int64_t batch)
{
    gla_math_call c;
    gla_status st = gla_math_begin(&c, "qr", dev, dtype, batch);
    if (st)
        return st;
    bool own = gla_qr_panels_take(&c, q->rows, nreflect);
    for (int64_t i = 0; i < batch && !st; i++) {
        int size = 0;
        void *qi = gla_matrix_at(q, dtype, i);
        const void *ti = tau_at(tau, dtype, nreflect, i);
        if (own) {
            gla_matrix whole = *q;
            whole.data = qi;
            st = gla_qr_panels_form(&c, &whole, nreflect, ti);
            continue;
        }
        st = gla_cusolver_check(c.op, orgqr_size(&c, q, (int)nreflect, qi, ti, &size));
        if (!st)
            st = gla_math_work(&c, (size_t)size * gla_itemsize(dtype), 0);
        if (!st)
            st = gla_cusolver_check(c.op, orgqr_run(&c, q, (int)nreflect, qi, ti, size, c.info + i));
    }
    return gla_math_end(&c, st, NULL);
}

static cusolverStatus_t ormqr_size(gla_math_call *c, cublasOperation_t op, const gla_matrix *m, int k, const void *a, int lda,
                                   const void *tau, const void *x, int *size)
{
    cusolverDnHandle_t h = c->math->solver;
    cublasSideMode_t left = CUBLAS_SIDE_LEFT;
    int rows = (int)m->rows, cols = (int)m->cols, ld = (int)m->ld;
    switch (c->dtype) {
    case GLA_FLOAT32: return cusolverDnSormqr_bufferSize(h, left, op, rows, cols, k, a, lda, tau, x, ld, size);
    case GLA_FLOAT64: return cusolverDnDormqr_bufferSize(h, left, op, rows, cols, k, a, lda, tau, x, ld, size);
    case GLA_COMPLEX64: return cusolverDnCunmqr_bufferSize(h, left, op, rows, cols, k, a, lda, tau, x, ld, size);
    default: return cusolverDnZunmqr_bufferSize(h, left, op, rows, cols, k, a, lda, tau, x, ld, size);
    }
}

static cusolverStatus_t ormqr_run(gla_math_call *c, cublasOperation_t op, const gla_matrix *m, int k, const void *a, int lda,
                                  const void *tau, void *x, int size, int *info)
{
    cusolverDnHandle_t h = c->math->solver;
    cublasSideMode_t left = CUBLAS_SIDE_LEFT;
    int rows = (int)m->rows, cols = (int)m->cols, ld = (int)m->ld;
    switch (c->dtype) {
    case GLA_FLOAT32: return cusolverDnSormqr(h, left, op, rows, cols, k, a, lda, tau, x, ld, c->work, size, info);
    case GLA_FLOAT64: return cusolverDnDormqr(h, left, op, rows, cols, k, a, lda, tau, x, ld, c->work, size, info);
    case GLA_COMPLEX64: return cusolverDnCunmqr(h, left, op, rows, cols, k, a, lda, tau, x, ld, c->work, size, info);
    default: return cusolverDnZunmqr(h, left, op, rows, cols, k, a, lda, tau, x, ld, c->work, size, info);
    }
}

gla_status gla_cusolver_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                              const void *tau, const gla_matrix *x, int64_t batch)
{
    gla_math_call c;
    bool is_complex = dtype >= GLA_COMPLEX64;
    /* cuSOLVER supports neither the plain transpose of a complex Q nor the conjugate transpose of a real Q. */
    cublasOperation_t op = ta == GLA_NO_TRANS ? CUBLAS_OP_N : is_complex ? CUBLAS_OP_C : CUBLAS_OP_T;
    gla_status st = gla_math_begin(&c, "qr", dev, dtype, batch);
    if (st)
        return st;
    bool own = x->cols >= MANY_COLUMNS && gla_qr_panels_take(&c, a->rows, nreflect);
    for (int64_t i = 0; i < batch && !st; i++) {
        int size = 0, k = (int)nreflect, lda = (int)a->ld;
        const void *ti = tau_at(tau, dtype, nreflect, i);
        void *ai = gla_matrix_at(a, dtype, i), *xi = gla_matrix_at(x, dtype, i);
        if (own) {
            gla_matrix q = *a, whole = *x;
            q.data = ai;
            whole.data = xi;
            st = gla_qr_panels_apply(&c, ta != GLA_NO_TRANS, &q, nreflect, ti, &whole);
            continue;
        }
        st = gla_cusolver_check(c.op, ormqr_size(&c, op, x, k, ai, lda, ti, xi, &size));
        if (!st)
            st = gla_math_work(&c, (size_t)size * gla_itemsize(dtype), 0);
        if (!st)
            st = gla_cusolver_check(c.op, ormqr_run(&c, op, x, k, ai, lda, ti, xi, size, c.info + i));
    }
    return gla_math_end(&c, st, NULL);
}
