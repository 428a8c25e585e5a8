/* cholesky.c - Cholesky factorisation.  Large matrices are factored by kernels/cholesky_tiles.h, stacks by panels of all
 * matrices, and all other matrices by cuSOLVER's typed routines, which are fastest for the lower triangle (column-major). */
#include "panels.h"

#include "backends/device/dense/dense.h"

#define SMALLEST 128 /* order from which tiles are faster than cuSOLVER */

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

typedef struct factoring {
    gla_math_call *c;
    cublasFillMode_t fill;
    const gla_matrix *a;
    gla_device_condition condition; /* used for condition estimates, if c->estimates is not NULL */
    bool wanted;
    gla_status st;
} factoring;

static bool is_of_stack(const void *call)
{
    const factoring *p = call;
    return p->fill == CUBLAS_FILL_MODE_LOWER && !gla_cuda_wants_vendor() &&
           gla_device_stack_panels_take(p->c->dev, p->a->rows, p->a->cols, p->c->batch);
}

static gla_status begin_estimates(factoring *p)
{
    gla_math_call *c = p->c;
    if (!c->estimates)
        return GLA_OK;
    c->condition = &p->condition;
    return gla_device_condition_begin(c->condition, c->op, c->dev, c->dtype, p->a->rows, 0, c->batch);
}

/* Compute the condition estimates.  Call this after the factorisation has been enqueued, because host work before that would
 * leave the device idle. */
static gla_status estimate(factoring *p)
{
    gla_status st = begin_estimates(p);
    return st || !p->c->condition ? st : gla_device_estimate_cholesky(p->c->condition, p->a, p->wanted);
}

static bool run_stack(void *call)
{
    factoring *p = call;
    gla_dense d;
    gla_status st = gla_dense_begin(&d, p->c->op, p->c->dev, p->c->dtype, p->c->batch);
    if (!st)
        st = begin_estimates(p);
    p->st = st ? st : gla_dense_stack_cholesky(&d, p->a, p->c->info, p->c->condition, p->wanted);
    return true;
}

static bool is_large(const void *call)
{
    const factoring *p = call;
    return p->c->cuda->compute_capability >= 90 && p->c->dtype == GLA_FLOAT64 && p->fill == CUBLAS_FILL_MODE_LOWER &&
           p->a->rows >= SMALLEST && p->a->rows <= GLA_CHOLESKY_LARGEST && !gla_cuda_wants_vendor() &&
           !gla_cuda_float64_is_slow(p->c);
}

static bool run_tiles(void *call)
{
    factoring *p = call;
    gla_math_call *c = p->c;
    gla_dense d;
    gla_cholesky_tiles t = {.n = p->a->rows, .ld = p->a->ld};
    gla_status st = gla_dense_begin(&d, c->op, c->dev, c->dtype, c->batch);
    if (!st)
        st = gla_math_work(c, gla_dense_cholesky_bytes(t.n), 0);
    if (!st)
        st = gla_device_fill(c->op, c->dev, c->info, 0, (size_t)c->batch * sizeof *c->info);
    t.work = c->work;
    for (int64_t i = 0; i < c->batch && !st; i++) {
        t.a = gla_matrix_at(p->a, c->dtype, i);
        t.info = c->info + i;
        st = gla_dense_cholesky_factor(&d, &t);
    }
    p->st = st ? st : estimate(p);
    return true;
}

static bool run_each(void *call)
{
    factoring *p = call;
    gla_math_call *c = p->c;
    cublasFillMode_t fill = p->fill;
    const gla_matrix *a = p->a;
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
    p->st = st ? st : estimate(p);
    return true;
}

static const gla_strategy rows[] = {
    {"stack", "stacks of matrices of order up to 512: panels of all matrices", GLA_NO_SLOT, is_of_stack, run_stack},
    {"tiles", "large float64 matrices, unless float64 is slow: one launch, in tiles", GLA_NO_SLOT, is_large, run_tiles},
    {"one by one", "any: cuSOLVER", GLA_NO_SLOT, NULL, run_each},
};
const gla_strategies gla_cuda_potrf_strategies = {"cholesky (cuda)", rows};

/* Wait only once, for the info and the estimates together.  An estimate is NaN if its matrix contains NaN or Inf. */
gla_status gla_cuda_potrf(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *a, int64_t batch, int64_t *info,
                          double *estimates, bool wanted)
{
    gla_math_call c;
    gla_status st = gla_math_begin(&c, "cholesky", dev, dtype, batch);
    if (st)
        return st;
    c.estimates = estimates;
    factoring p = {.c = &c, .fill = gla_cublas_fill(uplo), .a = a, .wanted = wanted};
    if (!estimates)
        p.st = gla_math_guard(&c, a, NULL);
    gla_try(&gla_cuda_potrf_strategies, dev, &p.st, &p);
    st = gla_math_end(&c, p.st, info);
    gla_device_condition_end(&p.condition);
    return st ? st : gla_dense_cholesky_check(c.op, dev, info, batch, "GPULINALG_DENSE=vendor");
}
