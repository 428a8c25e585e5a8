/* cholesky.c - Cholesky factorisation by cuSOLVER's typed routines, whose lower (column-major) path is the fastest. */
#include "math.h"

static cusolverStatus_t buffer_size(gla_math_call *c, cublasFillMode_t fill, int n, void *a, int lda, int *size)
{
    cusolverDnHandle_t h = c->math->solver;
    switch (c->dtype) {
    case GLA_FLOAT32: return cusolverDnSpotrf_bufferSize(h, fill, n, a, lda, size);
    case GLA_FLOAT64: return cusolverDnDpotrf_bufferSize(h, fill, n, a, lda, size);
    case GLA_COMPLEX64: return cusolverDnCpotrf_bufferSize(h, fill, n, a, lda, size);
    default: return cusolverDnZpotrf_bufferSize(h, fill, n, a, lda, size);
    }
}

static cusolverStatus_t factor(gla_math_call *c, cublasFillMode_t fill, int n, void *a, int lda, int size, int *info)
{
    cusolverDnHandle_t h = c->math->solver;
    switch (c->dtype) {
    case GLA_FLOAT32: return cusolverDnSpotrf(h, fill, n, a, lda, c->work, size, info);
    case GLA_FLOAT64: return cusolverDnDpotrf(h, fill, n, a, lda, c->work, size, info);
    case GLA_COMPLEX64: return cusolverDnCpotrf(h, fill, n, a, lda, c->work, size, info);
    default: return cusolverDnZpotrf(h, fill, n, a, lda, c->work, size, info);
    }
}

static cusolverStatus_t factor_batched(gla_math_call *c, cublasFillMode_t fill, int n, void **a, int lda)
{
    cusolverDnHandle_t h = c->math->solver;
    int batch = (int)c->batch;
    switch (c->dtype) {
    case GLA_FLOAT32: return cusolverDnSpotrfBatched(h, fill, n, (float **)a, lda, c->info, batch);
    case GLA_FLOAT64: return cusolverDnDpotrfBatched(h, fill, n, (double **)a, lda, c->info, batch);
    case GLA_COMPLEX64: return cusolverDnCpotrfBatched(h, fill, n, (cuComplex **)a, lda, c->info, batch);
    default: return cusolverDnZpotrfBatched(h, fill, n, (cuDoubleComplex **)a, lda, c->info, batch);
    }
}

static gla_status one_by_one(gla_math_call *c, cublasFillMode_t fill, const gla_matrix *a)
{
    gla_status st = GLA_OK;
    for (int64_t i = 0; i < c->batch && !st; i++) {
        int size = 0, n = (int)a->rows, lda = (int)a->ld;
        void *ai = gla_matrix_at(a, c->dtype, i);
        st = gla_cusolver_check(c->op, buffer_size(c, fill, n, ai, lda, &size));
        if (!st)
            st = gla_math_work(c, (size_t)size * gla_itemsize(c->dtype), 0);
        if (!st)
            st = gla_cusolver_check(c->op, factor(c, fill, n, ai, lda, size, c->info + i));
    }
    return st;
}

gla_status gla_cuda_potrf(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *a, int64_t batch, int64_t *info)
{
    gla_math_call c;
    void **pointers = NULL;
    cublasFillMode_t fill = gla_cublas_fill(uplo);
    gla_status st = gla_math_begin(&c, "cholesky", dev, dtype, batch);
    if (st)
        return st;
    st = gla_math_guard(&c, a, NULL);
    if (st) {
        /* nothing more */
    } else if (batch == 1 || a->rows > 128 || batch > INT32_MAX) {
        st = one_by_one(&c, fill, a);
    } else {
        st = gla_math_pointers(&c, a, &pointers);
        if (!st)
            st = gla_cusolver_check(c.op, factor_batched(&c, fill, (int)a->rows, pointers, (int)a->ld));
        gla_cuda_free(dev, pointers);
    }
    return gla_math_end(&c, st, info);
}
