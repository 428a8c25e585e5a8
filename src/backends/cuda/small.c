/* small.c - Choose the algorithm of LU and QR.  Tiny matrices and stacks of small matrices use one kernel, stacks of larger
 * matrices use panels of all matrices, and the remaining cases are processed one matrix after another. */
#include "backends/device/dense/dense.h"
#include "panels.h"

#define LU_COLUMNS 64 /* largest number of columns that the kernels accept */
#define QR_COLUMNS 256

typedef struct factoring {
    gla_device *dev;
    gla_dtype dtype;
    const gla_matrix *a;
    int64_t batch;
    int64_t *pivots, *info; /* used by LU */
    double *estimates;
    bool wanted;
    void *tau; /* used by QR */
    gla_status st;
} factoring;

static bool lu_has_few_columns(const void *call)
{
    return ((const factoring *)call)->a->cols <= LU_COLUMNS;
}

static bool qr_has_few_columns(const void *call)
{
    return ((const factoring *)call)->a->cols <= QR_COLUMNS;
}

static bool lu_at_once(void *call)
{
    factoring *p = call;
    bool done;
    p->st = gla_device_stack_getrf(p->dev, p->dtype, p->a, p->batch, p->pivots, p->info, p->estimates, p->wanted, &done);
    return done;
}

static bool lu_is_of_stack(const void *call)
{
    const factoring *p = call;
    return gla_device_stack_panels_take(p->dev, p->a->rows, p->a->cols, p->batch) && !gla_cuda_wants_vendor();
}

static bool lu_of_stack(void *call)
{
    factoring *p = call;
    p->st = gla_device_stack_panels_getrf(p->dev, p->dtype, p->a, p->batch, p->pivots, p->info, p->estimates, p->wanted);
    return true;
}

static bool lu_each(void *call)
{
    factoring *p = call;
    p->st = gla_cusolver_getrf(p->dev, p->dtype, p->a, p->batch, p->pivots, p->info, p->estimates, p->wanted);
    return true;
}

static const gla_strategy lu_rows[] = {
    {"at once", "stacks of matrices with up to 64 columns, and tiny matrices: one kernel", GLA_NO_SLOT, lu_has_few_columns,
     lu_at_once},
    {"stack", "stacks of square matrices of order up to 512: panels of all matrices", GLA_NO_SLOT, lu_is_of_stack, lu_of_stack},
    {"others", "any: our own panels or cuSOLVER, one matrix after another", GLA_NO_SLOT, NULL, lu_each},
};
const gla_strategies gla_cuda_getrf_strategies = {"lu (cuda)", lu_rows};

gla_status gla_cuda_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots, int64_t *info,
                          double *estimates, bool wanted)
{
    factoring p = {.dev = dev,
                   .dtype = dtype,
                   .a = a,
                   .batch = batch,
                   .pivots = pivots,
                   .info = info,
                   .estimates = estimates,
                   .wanted = wanted};
    gla_try(&gla_cuda_getrf_strategies, dev, &p.st, &p);
    return p.st;
}

static bool qr_is_of_stack(const void *call)
{
    const factoring *p = call;
    int64_t k = p->a->rows < p->a->cols ? p->a->rows : p->a->cols;
    return gla_device_stack_qr_panels_take(p->dev, p->a->rows, k, p->batch) && !gla_cuda_wants_vendor();
}

static bool qr_of_stack(void *call)
{
    factoring *p = call;
    p->st = gla_device_stack_qr_panels_geqrf(p->dev, p->dtype, p->a, p->tau, p->batch);
    return true;
}

static bool qr_at_once(void *call)
{
    factoring *p = call;
    bool done;
    p->st = gla_device_stack_geqrf(p->dev, p->dtype, p->a, p->tau, p->batch, QR_COLUMNS, &done);
    return done;
}

static bool qr_each(void *call)
{
    factoring *p = call;
    p->st = gla_cusolver_geqrf(p->dev, p->dtype, p->a, p->tau, p->batch);
    return true;
}

static const gla_strategy qr_rows[] = {
    {"stack", "stacks of matrices with up to 512 rows, and more than 64 rows and columns: panels of all matrices", GLA_NO_SLOT,
     qr_is_of_stack, qr_of_stack},
    {"at once", "stacks of matrices with up to 256 columns, and tiny matrices: one kernel", GLA_NO_SLOT, qr_has_few_columns,
     qr_at_once},
    {"one by one", "any: cuSOLVER", GLA_NO_SLOT, NULL, qr_each},
};
const gla_strategies gla_cuda_geqrf_strategies = {"qr (cuda)", qr_rows};

gla_status gla_cuda_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch)
{
    factoring p = {.dev = dev, .dtype = dtype, .a = a, .batch = batch, .tau = tau};
    gla_try(&gla_cuda_geqrf_strategies, dev, &p.st, &p);
    return p.st;
}

gla_status gla_cuda_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                          int64_t batch)
{
    bool done;
    if (gla_device_stack_qr_panels_take(dev, q->rows, nreflect, batch) && !gla_cuda_wants_vendor())
        return gla_device_stack_qr_panels_orgqr(dev, dtype, q, nreflect, tau, batch);
    gla_status st = gla_device_stack_orgqr(dev, dtype, q, nreflect, tau, batch, QR_COLUMNS, &done);
    return done ? st : gla_cusolver_orgqr(dev, dtype, q, nreflect, tau, batch);
}

gla_status gla_cuda_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                          const void *tau, const gla_matrix *c, int64_t batch)
{
    bool done;
    if (gla_device_stack_qr_panels_take(dev, a->rows, nreflect, batch) && !gla_cuda_wants_vendor())
        return gla_device_stack_qr_panels_ormqr(dev, dtype, ta, a, nreflect, tau, c, batch);
    gla_status st = gla_device_stack_ormqr(dev, dtype, ta, a, nreflect, tau, c, batch, QR_COLUMNS, &done);
    return done ? st : gla_cusolver_ormqr(dev, dtype, ta, a, nreflect, tau, c, batch);
}
