/* lu.c - LU factorisation and systems: cuSOLVER for one matrix, cuBLAS's batched routines for many small ones. */
#include "math.h"

/* Up to this order cuBLAS's batched routines beat one cuSOLVER call after another. */
#define BATCHED_LIMIT 128

static gla_status factor(gla_math_call *c, const gla_matrix *a, int64_t i, int64_t *pivots)
{
    size_t device, host;
    void *ai = gla_matrix_at(a, c->dtype, i);
    gla_status st = gla_cusolver_check(c->op, cusolverDnXgetrf_bufferSize(c->math->solver, c->math->params, a->rows, a->cols,
                                                                          c->type, ai, a->ld, c->type, &device, &host));
    if (!st)
        st = gla_math_work(c, device, host);
    if (!st)
        st = gla_cusolver_check(c->op, cusolverDnXgetrf(c->math->solver, c->math->params, a->rows, a->cols, c->type, ai, a->ld,
                                                        pivots, c->type, c->work, c->work_bytes, c->host_work, c->host_bytes,
                                                        c->info + i));
    return st;
}

gla_status gla_cuda_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                          int64_t *info)
{
    gla_math_call c;
    int64_t *on_device = NULL, k = a->rows < a->cols ? a->rows : a->cols;
    size_t bytes = (size_t)(batch * k) * sizeof *on_device;
    gla_status st = gla_math_begin(&c, "lu", dev, dtype, batch);
    if (st)
        return st;
    st = gla_cuda_alloc(c.op, dev, bytes, (void **)&on_device);
    for (int64_t i = 0; i < batch && !st; i++)
        st = factor(&c, a, i, on_device + i * k);
    if (!st)
        st = gla_cuda_check(c.op, cudaMemcpyAsync(pivots, on_device, bytes, cudaMemcpyDeviceToHost, gla_cuda_stream(c.cuda)));
    gla_cuda_free(dev, on_device);
    st = gla_math_end(&c, st, info); /* waits, so that the pivots are there too */
    for (int64_t i = 0; i < batch * k && !st; i++)
        pivots[i]--; /* LAPACK counts from 1 */
    return st;
}

static cublasStatus_t getrf_batched(gla_math_call *c, int n, void **a, int lda, int *pivots)
{
    cublasHandle_t h = c->math->blas;
    int batch = (int)c->batch;
    switch (c->dtype) {
    case GLA_FLOAT32: return cublasSgetrfBatched(h, n, (float *const *)a, lda, pivots, c->info, batch);
    case GLA_FLOAT64: return cublasDgetrfBatched(h, n, (double *const *)a, lda, pivots, c->info, batch);
    case GLA_COMPLEX64: return cublasCgetrfBatched(h, n, (cuComplex *const *)a, lda, pivots, c->info, batch);
    default: return cublasZgetrfBatched(h, n, (cuDoubleComplex *const *)a, lda, pivots, c->info, batch);
    }
}

static cublasStatus_t getrs_batched(gla_math_call *c, gla_trans ta, int n, int nrhs, void **a, int lda, const int *pivots,
                                    void **b, int ldb)
{
    cublasHandle_t h = c->math->blas;
    cublasOperation_t op = gla_cublas_op(ta);
    int batch = (int)c->batch, bad;
    switch (c->dtype) {
    case GLA_FLOAT32:
        return cublasSgetrsBatched(h, op, n, nrhs, (const float *const *)a, lda, pivots, (float *const *)b, ldb, &bad, batch);
    case GLA_FLOAT64:
        return cublasDgetrsBatched(h, op, n, nrhs, (const double *const *)a, lda, pivots, (double *const *)b, ldb, &bad, batch);
    case GLA_COMPLEX64:
        return cublasCgetrsBatched(h, op, n, nrhs, (const cuComplex *const *)a, lda, pivots, (cuComplex *const *)b, ldb, &bad,
                                   batch);
    default:
        return cublasZgetrsBatched(h, op, n, nrhs, (const cuDoubleComplex *const *)a, lda, pivots,
                                   (cuDoubleComplex *const *)b, ldb, &bad, batch);
    }
}

static gla_status gesv_batched(gla_math_call *c, gla_trans ta, const gla_matrix *a, const gla_matrix *b)
{
    void **pa = NULL, **pb = NULL;
    int *pivots = NULL, n = (int)a->rows;
    gla_status st = gla_math_pointers(c, a, &pa);
    if (!st)
        st = gla_math_pointers(c, b, &pb);
    if (!st)
        st = gla_cuda_alloc(c->op, c->dev, (size_t)c->batch * (size_t)n * sizeof *pivots, (void **)&pivots);
    if (!st)
        st = gla_cublas_check(c->op, getrf_batched(c, n, pa, (int)a->ld, pivots));
    if (!st)
        st = gla_cublas_check(c->op, getrs_batched(c, ta, n, (int)b->cols, pa, (int)a->ld, pivots, pb, (int)b->ld));
    gla_cuda_free(c->dev, pivots);
    gla_cuda_free(c->dev, pa);
    gla_cuda_free(c->dev, pb);
    return st;
}

static gla_status gesv_one(gla_math_call *c, gla_trans ta, const gla_matrix *a, const gla_matrix *b, int64_t i,
                           int64_t *pivots, int *unused)
{
    gla_status st = factor(c, a, i, pivots);
    if (!st)
        st = gla_cusolver_check(c->op, cusolverDnXgetrs(c->math->solver, c->math->params, gla_cublas_op(ta), a->rows, b->cols,
                                                        c->type, gla_matrix_at(a, c->dtype, i), a->ld, pivots, c->type,
                                                        gla_matrix_at(b, c->dtype, i), b->ld, unused));
    return st;
}

gla_status gla_cuda_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, const gla_matrix *b,
                         int64_t batch, int64_t *info)
{
    gla_math_call c;
    int64_t *pivots = NULL;
    gla_status st = gla_math_begin(&c, "solve", dev, dtype, batch);
    if (st)
        return st;
    if (a->rows <= BATCHED_LIMIT && (batch > 1 || a->rows <= 32) && batch <= INT32_MAX && b->cols <= INT32_MAX) {
        st = gesv_batched(&c, ta, a, b);
    } else {
        /* The pivots, and one int for getrs's own information, which is never positive. */
        st = gla_cuda_alloc(c.op, dev, (size_t)(a->rows + 1) * sizeof *pivots, (void **)&pivots);
        for (int64_t i = 0; i < batch && !st; i++)
            st = gesv_one(&c, ta, a, b, i, pivots, (int *)(pivots + a->rows));
        gla_cuda_free(dev, pivots);
    }
    return gla_math_end(&c, st, info);
}
