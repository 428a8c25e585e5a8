/* eigen.c - Eigenvalues and eigenvectors by cuSOLVER.  Large symmetric and Hermitian matrices are instead reduced in two stages
 * by our own kernels. */
#include "backends/device/dense/dense.h"
#include "backends/device/dense/hermitian.h"
#include "panels.h"

/* Orders from which the two-stage reduction is faster on an H100. */
#define TWO_STAGES_VALUES 1500
#define TWO_STAGES_VECTORS 2500
#define TWO_STAGES_FLOAT64 2000 /* with vectors, because of tensor cores */

static cusolverEigMode_t mode(bool vectors)
{
    return vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
}

static gla_status syevd_batched(gla_math_call *c, bool vectors, cublasFillMode_t fill, const gla_matrix *a, void *w)
{
    size_t device, host;
    cusolverDnHandle_t h = c->math->solver;
    gla_status st = gla_cusolver_check(c->op, cusolverDnXsyevBatched_bufferSize(h, c->math->params, mode(vectors), fill,
                                                                                a->rows, c->type, a->data, a->ld, c->real, w,
                                                                                c->type, &device, &host, c->batch));
    if (!st)
        st = gla_math_work(c, device, host);
    if (!st)
        st = gla_cusolver_check(c->op, cusolverDnXsyevBatched(h, c->math->params, mode(vectors), fill, a->rows, c->type,
                                                              a->data, a->ld, c->real, w, c->type, c->work, c->work_bytes,
                                                              c->host_work, c->host_bytes, c->info, c->batch));
    return st;
}

/* Up to this order, Jacobi's method is four times as fast for stacks as the batched routine. */
#define JACOBI_LIMIT 32

static cusolverStatus_t jacobi_size(gla_math_call *c, cusolverEigMode_t m, cublasFillMode_t fill, const gla_matrix *a, void *w,
                                    int *size, syevjInfo_t how)
{
    cusolverDnHandle_t h = c->math->solver;
    int n = (int)a->rows, ld = (int)a->ld, batch = (int)c->batch;
    switch (c->dtype) {
    case GLA_FLOAT32: return cusolverDnSsyevjBatched_bufferSize(h, m, fill, n, a->data, ld, w, size, how, batch);
    case GLA_FLOAT64: return cusolverDnDsyevjBatched_bufferSize(h, m, fill, n, a->data, ld, w, size, how, batch);
    case GLA_COMPLEX64: return cusolverDnCheevjBatched_bufferSize(h, m, fill, n, a->data, ld, w, size, how, batch);
    default: return cusolverDnZheevjBatched_bufferSize(h, m, fill, n, a->data, ld, w, size, how, batch);
    }
}

static cusolverStatus_t jacobi_run(gla_math_call *c, cusolverEigMode_t m, cublasFillMode_t fill, const gla_matrix *a, void *w,
                                   int size, syevjInfo_t how)
{
    cusolverDnHandle_t h = c->math->solver;
    int n = (int)a->rows, ld = (int)a->ld, batch = (int)c->batch;
    switch (c->dtype) {
    case GLA_FLOAT32: return cusolverDnSsyevjBatched(h, m, fill, n, a->data, ld, w, c->work, size, c->info, how, batch);
    case GLA_FLOAT64: return cusolverDnDsyevjBatched(h, m, fill, n, a->data, ld, w, c->work, size, c->info, how, batch);
    case GLA_COMPLEX64: return cusolverDnCheevjBatched(h, m, fill, n, a->data, ld, w, c->work, size, c->info, how, batch);
    default: return cusolverDnZheevjBatched(h, m, fill, n, a->data, ld, w, c->work, size, c->info, how, batch);
    }
}

static gla_status jacobi(gla_math_call *c, bool vectors, cublasFillMode_t fill, const gla_matrix *a, void *w)
{
    syevjInfo_t how = NULL;
    int size = 0;
    gla_status st = gla_cusolver_check(c->op, cusolverDnCreateSyevjInfo(&how));
    if (!st)
        st = gla_cusolver_check(c->op, jacobi_size(c, mode(vectors), fill, a, w, &size, how));
    if (!st)
        st = gla_math_work(c, (size_t)size * gla_itemsize(c->dtype), 0);
    if (!st)
        st = gla_cusolver_check(c->op, jacobi_run(c, mode(vectors), fill, a, w, size, how));
    if (how)
        cusolverDnDestroySyevjInfo(how);
    return st;
}

static gla_status syevd_one(gla_math_call *c, bool vectors, cublasFillMode_t fill, const gla_matrix *a, void *w, int64_t i)
{
    size_t device, host;
    cusolverDnHandle_t h = c->math->solver;
    void *ai = gla_matrix_at(a, c->dtype, i);
    void *wi = (char *)w + i * a->rows * gla_math_real_size(c);
    gla_status st = gla_cusolver_check(c->op,
                                       cusolverDnXsyevd_bufferSize(h, c->math->params, mode(vectors), fill, a->rows, c->type,
                                                                   ai, a->ld, c->real, wi, c->type, &device, &host));
    if (!st)
        st = gla_math_work(c, device, host);
    if (!st)
        st = gla_cusolver_check(c->op, cusolverDnXsyevd(h, c->math->params, mode(vectors), fill, a->rows, c->type, ai, a->ld,
                                                        c->real, wi, c->type, c->work, c->work_bytes, c->host_work,
                                                        c->host_bytes, c->info + i));
    return st;
}

static gla_status syevd_each(gla_math_call *c, bool vectors, cublasFillMode_t fill, const gla_matrix *a, void *w)
{
    gla_status st = GLA_OK;
    for (int64_t i = 0; i < c->batch && !st; i++)
        st = syevd_one(c, vectors, fill, a, w, i);
    return st;
}

typedef struct decomposing {
    gla_device *dev;
    gla_dtype dtype;
    bool vectors;
    gla_uplo uplo;
    const gla_matrix *a;
    void *w;
    int64_t batch, *info;
    gla_status st;
} decomposing;

static bool two_stages_apply(const void *call)
{
    const decomposing *p = call;
    int64_t vectors = p->dtype == GLA_FLOAT64 ? TWO_STAGES_FLOAT64 : TWO_STAGES_VECTORS;
    return !gla_cuda_wants_vendor() && gla_hermitian_takes(p->dev, p->a->rows, p->vectors ? vectors : TWO_STAGES_VALUES);
}

/* Largest order for which LAPACK decomposes a single matrix faster than cuSOLVER can launch its kernels. */
#define LAPACK_ORDER 64

static bool lapack_is_faster(const void *call)
{
    const decomposing *p = call;
    return p->a->rows <= LAPACK_ORDER && p->batch == 1 && !gla_cuda_wants_vendor();
}

/* The batched routines require matrices without gaps between them. */
static bool may_be_batched(const void *call)
{
    const decomposing *p = call;
    return p->batch > 1 && p->batch <= INT32_MAX && p->a->stride == p->a->ld * p->a->cols;
}

static bool jacobi_applies(const void *call)
{
    return may_be_batched(call) && ((const decomposing *)call)->a->rows <= JACOBI_LIMIT;
}

/* Before the decomposition, matrices with NaN or Inf are replaced by identities. */
static bool run_stages(void *call)
{
    decomposing *p = call;
    gla_math_call c;
    p->st = gla_math_begin(&c, "eigh", p->dev, p->dtype, p->batch);
    if (p->st)
        return true;
    cudaStream_t stream = gla_cuda_stream(c.cuda);
    gla_status st = gla_math_guard(&c, p->a, NULL);
    if (!st)
        st = gla_cuda_check(c.op, cudaMemsetAsync(c.info, 0, (size_t)c.batch * sizeof *c.info, stream));
    if (!st)
        st = gla_hermitian_each(c.dev, c.dtype, p->vectors, p->uplo, p->a, p->w, c.batch);
    p->st = gla_math_end(&c, st, p->info);
    return true;
}

/* For orders this small, gla_device_syevd computes on the host. */
static bool run_lapack(void *call)
{
    decomposing *p = call;
    p->st = gla_device_syevd(p->dev, p->dtype, p->vectors, p->uplo, p->a, p->w, p->batch, p->info);
    return true;
}

typedef gla_status solver(gla_math_call *c, bool vectors, cublasFillMode_t fill, const gla_matrix *a, void *w);

/* Sort the eigenvalues, because cuSOLVER may return values out of order if they differ only by rounding errors. */
static gla_status sort_values(const gla_math_call *c, const decomposing *p)
{
    const gla_matrix *a = p->a;
    const gla_dense_columns_of vectors = {gla_dense_columns(a), a->rows};
    gla_dense d;
    gla_status st = gla_dense_begin(&d, c->op, c->dev, c->dtype, c->batch);
    return st ? st : gla_dense_sort_values(&d, a->rows, false, p->w, p->vectors ? &vectors : NULL, NULL);
}

/* Call a routine of cuSOLVER, check its eigenvectors, and decompose again the matrices that fail the check.
 * docs/design/eigenvalues-and-svd.md explains why the check is needed. */
static bool run_solver(decomposing *p, solver *solve)
{
    gla_math_call c;
    void *kept = NULL;
    bool checked = !gla_cuda_wants_vendor();
    gla_status st = gla_math_begin(&c, "eigh", p->dev, p->dtype, p->batch);
    if (!st) {
        st = gla_math_guard(&c, p->a, NULL);
        if (!st && checked)
            st = gla_math_keep(&c, p->a, &kept);
        if (!st)
            st = solve(&c, p->vectors, gla_cublas_fill(p->uplo), p->a, p->w);
        if (!st)
            st = sort_values(&c, p);
        if (!st && checked && p->vectors)
            st = gla_math_check_vectors(&c, p->a);
        st = gla_math_end(&c, st, p->info);
    }
    if (!st && checked)
        st = gla_cuda_syevd_again(&(gla_cuda_again){p->dev, p->dtype, p->vectors, p->uplo, p->a, kept, p->w}, p->batch,
                                  p->info);
    gla_cuda_free(p->dev, kept);
    p->st = st;
    return true;
}

static bool run_jacobi(void *call)
{
    return run_solver(call, jacobi);
}

static bool run_batched(void *call)
{
    return run_solver(call, syevd_batched);
}

static bool run_each(void *call)
{
    return run_solver(call, syevd_each);
}

static const gla_strategy rows[] = {
    {"two stages", "large orders: reduction to a band, then to a tridiagonal matrix", GLA_NO_SLOT, two_stages_apply,
     run_stages},
    {"on the host", "one matrix of order up to 64: LAPACK", GLA_NO_SLOT, lapack_is_faster, run_lapack},
    {"Jacobi", "stacks of orders up to 32: cuSOLVER's batched rotations", GLA_NO_SLOT, jacobi_applies, run_jacobi},
    {"batched", "stacks: cuSOLVER's batched routine", GLA_NO_SLOT, may_be_batched, run_batched},
    {"one by one", "any: cuSOLVER", GLA_NO_SLOT, NULL, run_each},
};
const gla_strategies gla_cuda_syevd_strategies = {"eigh (cuda)", rows};

gla_status gla_cuda_syevd(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                          int64_t batch, int64_t *info)
{
    decomposing p = {dev, dtype, vectors, uplo, a, w, batch, info, GLA_OK};
    gla_try(&gla_cuda_syevd_strategies, dev, &p.st, &p);
    return p.st;
}

/* Decompose one general matrix.  If the matrix is real, cuSOLVER writes the eigenvectors to `packed` as LAPACK's pairs of
 * columns, and a kernel converts them to complex vectors in `v`. */
static gla_status geev_one(gla_math_call *c, const gla_matrix *a, void *w, const gla_matrix *v, void *packed, int64_t i)
{
    size_t device, host;
    int64_t n = a->rows, complex_size = 2 * gla_math_real_size(c);
    bool is_real = !gla_dtype_is_complex(c->dtype);
    cudaDataType wtype = c->real == CUDA_R_32F ? CUDA_C_32F : CUDA_C_64F;
    cusolverDnHandle_t h = c->math->solver;
    void *ai = gla_matrix_at(a, c->dtype, i), *wi = (char *)w + i * n * complex_size;
    void *vi = v ? (char *)v->data + i * v->stride * complex_size : NULL;
    void *target = is_real && v ? packed : vi;
    int64_t ldv = is_real || !v ? n : v->ld;
    cusolverEigMode_t left = CUSOLVER_EIG_MODE_NOVECTOR, right = mode(v != NULL);
    gla_status st = gla_cusolver_check(c->op, cusolverDnXgeev_bufferSize(h, c->math->params, left, right, n, c->type, ai, a->ld,
                                                                         wtype, wi, c->type, NULL, n, c->type, target, ldv,
                                                                         c->type, &device, &host));
    if (!st)
        st = gla_math_work_pinned(c, device, host);
    if (!st)
        st = gla_cusolver_check(c->op, cusolverDnXgeev(h, c->math->params, left, right, n, c->type, ai, a->ld, wtype, wi,
                                                       c->type, NULL, n, c->type, target, ldv, c->type, c->work, c->work_bytes,
                                                       c->host_work, c->host_bytes, c->info + i));
    if (!st && is_real && v)
        st = gla_cuda_unfold_eigenvectors(c->dev, c->dtype, n, wi, packed, vi, v->ld);
    return st;
}

/* Xgeev takes at least 20 ms for a small matrix and processes the matrices of a stack one by one, whereas the host divides a
 * stack among its processors.  These limits are lower than the crossover points measured with 16 processors.  The limits are
 * the same on all machines, so that the results are the same too. */
#define HOST_ORDER 224
#define HOST_ORDER_OF_MANY 400
#define MANY 8

typedef struct eigenproblem {
    gla_device *dev;
    gla_dtype dtype;
    const gla_matrix *a, *v;
    void *w;
    int64_t batch, *info;
    gla_status st;
} eigenproblem;

static bool host_is_faster(const void *call)
{
    const eigenproblem *p = call;
    return p->a->rows <= (p->batch < MANY ? HOST_ORDER : HOST_ORDER_OF_MANY) && !gla_cuda_wants_vendor();
}

static bool run_on_host(void *call)
{
    eigenproblem *p = call;
    p->st = gla_host_geev(p->dev, p->dtype, p->a, p->w, p->v, p->batch, p->info);
    return true;
}

static bool run_each_general(void *call)
{
    eigenproblem *p = call;
    const gla_matrix *a = p->a, *v = p->v;
    gla_math_call c;
    void *packed = NULL;
    gla_status st = gla_math_begin(&c, "eig", p->dev, p->dtype, p->batch);
    if (!st) {
        st = gla_math_guard(&c, a, NULL);
        if (!st && v && !gla_dtype_is_complex(p->dtype))
            st = gla_cuda_alloc(c.op, p->dev, (size_t)(a->rows * a->rows) * gla_itemsize(p->dtype), &packed);
        for (int64_t i = 0; i < p->batch && !st; i++)
            st = geev_one(&c, a, p->w, v, packed, i);
        gla_cuda_free(p->dev, packed);
        st = gla_math_end(&c, st, p->info);
    }
    p->st = st;
    return true;
}

static const gla_strategy general_rows[] = {
    {"on the host", "orders up to 224, in stacks of 8 up to 400: LAPACK", GLA_NO_SLOT, host_is_faster, run_on_host},
    {"one by one", "any: cuSOLVER", GLA_NO_SLOT, NULL, run_each_general},
};
const gla_strategies gla_cuda_geev_strategies = {"eig (cuda)", general_rows};

gla_status gla_cuda_geev(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *w, const gla_matrix *v, int64_t batch,
                         int64_t *info)
{
    eigenproblem p = {.dev = dev, .dtype = dtype, .a = a, .v = v, .w = w, .batch = batch, .info = info};
    gla_try(&gla_cuda_geev_strategies, dev, &p.st, &p);
    return p.st;
}
