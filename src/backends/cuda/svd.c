/* svd.c - Singular value decomposition by cuSOLVER.  Large matrices use the polar decomposition (gesvdp), which is several
 * times faster but takes twice the memory and may perturb a singular matrix.  The QR iteration (gesvd) is used for small
 * matrices, if memory is short, and if the polar decomposition perturbs the matrix. */
#include "backends/device/dense/dense.h"
#include "panels.h"

#include <limits.h>

/* Order from which the polar decomposition is faster. */
#define POLAR_FROM 256

/* The decomposition of one tall matrix X (p x q, p >= q): U, and V or its conjugate transpose in W. */
typedef struct tall {
    gla_math_call *c;
    char job;
    int64_t p, q;
    void *x, *s, *u, *w;
    int64_t ldu, ldw;
    void *spare; /* workspace for a copy of X; may be NULL */
    int *info;
    bool is_v; /* W is V, not its conjugate transpose */
    gla_status st;
} tall;

/* Decompose X by gesvdp, which may fail on a matrix of low rank and perturbs a singular matrix.  Set *done to true if gesvdp
 * succeeded without a perturbation. */
static gla_status polar(tall *t, bool *done)
{
    double error = 0;
    gla_math_call *c = t->c;
    size_t device, host;
    cusolverDnHandle_t h = c->math->solver;
    cusolverEigMode_t mode = t->job == 'N' ? CUSOLVER_EIG_MODE_NOVECTOR : CUSOLVER_EIG_MODE_VECTOR;
    int econ = t->job != 'A';
    gla_status st = gla_cusolver_check(c->op, cusolverDnXgesvdp_bufferSize(h, c->math->params, mode, econ, t->p, t->q, c->type,
                                                                           t->x, t->p, c->real, t->s, c->type, t->u, t->ldu,
                                                                           c->type, t->w, t->ldw, c->type, &device, &host));
    if (!st)
        st = gla_math_work(c, device, host);
    if (st)
        return st;
    cusolverStatus_t status = cusolverDnXgesvdp(h, c->math->params, mode, econ, t->p, t->q, c->type, t->x, t->p, c->real, t->s,
                                                c->type, t->u, t->ldu, c->type, t->w, t->ldw, c->type, c->work, c->work_bytes,
                                                c->host_work, c->host_bytes, t->info, &error);
    *done = status == CUSOLVER_STATUS_SUCCESS && error <= 0;
    return status == CUSOLVER_STATUS_EXECUTION_FAILED ? GLA_OK : gla_cusolver_check(c->op, status);
}

/* The typed functions need a third of the workspace of Xgesvd.  Xgesvd is used only if sizes exceed an int. */
#define TYPED_GESVD(letter, type, real)                                                                                      \
    static gla_status gesvd_##letter(tall *t)                                                                                \
    {                                                                                                                        \
        int length, m = (int)t->p, n = (int)t->q;                                                                            \
        signed char job = (signed char)t->job;                                                                               \
        gla_math_call *c = t->c;                                                                                             \
        cusolverDnHandle_t h = c->math->solver;                                                                              \
        gla_status st = gla_cusolver_check(c->op, cusolverDn##letter##gesvd_bufferSize(h, m, n, &length));                   \
        if (!st)                                                                                                             \
            st = gla_math_work(c, (size_t)length * sizeof(type) + (size_t)n * sizeof(real), 0);                              \
        return st ? st                                                                                                       \
                  : gla_cusolver_check(c->op, cusolverDn##letter##gesvd(h, job, job, m, n, t->x, m, t->s, t->u, (int)t->ldu, \
                                                                        t->w, (int)t->ldw, c->work, length,                  \
                                                                        (real *)((type *)c->work + length), t->info));       \
    }
TYPED_GESVD(S, float, float)
TYPED_GESVD(D, double, double)
TYPED_GESVD(C, cuComplex, float)
TYPED_GESVD(Z, cuDoubleComplex, double)

static gla_status wide_gesvd(tall *t)
{
    gla_math_call *c = t->c;
    size_t device, host;
    cusolverDnHandle_t h = c->math->solver;
    signed char job = (signed char)t->job;
    gla_status st = gla_cusolver_check(c->op, cusolverDnXgesvd_bufferSize(h, c->math->params, job, job, t->p, t->q, c->type,
                                                                          t->x, t->p, c->real, t->s, c->type, t->u, t->ldu,
                                                                          c->type, t->w, t->ldw, c->type, &device, &host));
    if (!st)
        st = gla_math_work(c, device, host);
    if (!st)
        st = gla_cusolver_check(c->op, cusolverDnXgesvd(h, c->math->params, job, job, t->p, t->q, c->type, t->x, t->p, c->real,
                                                        t->s, c->type, t->u, t->ldu, c->type, t->w, t->ldw, c->type, c->work,
                                                        c->work_bytes, c->host_work, c->host_bytes, t->info));
    return st;
}

static gla_status iterate(tall *t)
{
    if (t->p > INT_MAX || t->ldu > INT_MAX)
        return wide_gesvd(t);
    switch (t->c->dtype) {
    case GLA_FLOAT32: return gesvd_S(t);
    case GLA_FLOAT64: return gesvd_D(t);
    case GLA_COMPLEX64: return gesvd_C(t);
    default: return gesvd_Z(t);
    }
}

static size_t bytes_of(gla_math_call *c, int64_t rows, int64_t cols)
{
    return (size_t)rows * (size_t)cols * gla_itemsize(c->dtype);
}

/* Try the polar decomposition and set *done to true if it succeeds.  If it fails, restore X. */
static gla_status try_polar(tall *t, bool *done)
{
    gla_math_call *c = t->c;
    void *kept = t->spare, *taken = NULL;
    size_t bytes = bytes_of(c, t->p, t->q);
    gla_status st = kept ? GLA_OK : gla_cuda_alloc(c->op, c->dev, bytes, &taken);
    if (!kept)
        kept = taken;
    if (!st)
        st = gla_cuda_check(c->op, cudaMemcpyAsync(kept, t->x, bytes, cudaMemcpyDeviceToDevice, gla_cuda_stream(c->cuda)));
    if (!st)
        st = polar(t, done);
    if (!st && !*done)
        st = gla_cuda_check(c->op, cudaMemcpyAsync(t->x, kept, bytes, cudaMemcpyDeviceToDevice, gla_cuda_stream(c->cuda)));
    gla_cuda_free(c->dev, taken);
    return st == GLA_OUT_OF_MEMORY_ERROR ? GLA_OK : st; /* memory is allocated before X is changed */
}

/* Sort the singular values, because cuSOLVER may return values out of order if they differ only by rounding errors. */
static gla_status sort_values(const tall *t)
{
    bool vectors = t->job != 'N';
    gla_dense_columns_of left = {{t->u, 1, t->ldu, 0}, t->p}, right = {{t->w, 1, t->ldw, 0}, t->q};
    gla_dense d;
    gla_status st = gla_dense_begin(&d, t->c->op, t->c->dev, t->c->dtype, 1);
    if (!t->is_v)
        right.a = gla_dense_transposed(right.a);
    return st ? st : gla_dense_sort_values(&d, t->q, true, t->s, vectors ? &left : NULL, vectors ? &right : NULL);
}

/* Return true if our polar decomposition applies.  For vectors of complex matrices cuSOLVER is faster, because our own
 * algorithm would use cuSOLVER's QR for complex matrices. */
static bool may_iterate_for_polar(const void *call)
{
    const tall *t = call;
    bool plain = t->job == 'N' || (!gla_dtype_is_complex(t->c->dtype) && (t->job == 'S' || t->p == t->q));
    return t->q >= POLAR_FROM && t->p <= 2 * t->q && plain && !gla_cuda_wants_vendor() && !gla_cuda_float64_is_slow(t->c);
}

static bool run_own_polar(void *call)
{
    tall *t = call;
    gla_math_call *c = t->c;
    bool vectors = t->job != 'N', done = false;
    t->st = gla_dense_svd_polar(c->op, c->dev, c->dtype, t->p, t->q, t->x, t->s, vectors ? t->u : NULL, t->ldu,
                                vectors ? t->w : NULL, &done);
    if (t->st == GLA_OUT_OF_MEMORY_ERROR) { /* the other methods need less memory */
        gla_clear_error();
        t->st = GLA_OK;
    }
    if (done)
        t->st = gla_cuda_check(c->op, cudaMemsetAsync(t->info, 0, sizeof *t->info, gla_cuda_stream(c->cuda)));
    t->is_v = done;
    return done || t->st;
}

/* Return true if gesvdp may be used.  It fails without vectors (CUDA 13.0). */
static bool may_be_polar(const void *call)
{
    const tall *t = call;
    return t->q >= POLAR_FROM && t->job != 'N';
}

static bool run_polar(void *call)
{
    tall *t = call;
    t->st = try_polar(t, &t->is_v);
    if (t->is_v && !t->st)
        t->st = sort_values(t);
    return t->is_v;
}

static bool run_iteration(void *call)
{
    tall *t = call;
    t->st = iterate(t);
    if (!t->st)
        t->st = sort_values(t);
    return true;
}

static const gla_strategy rows[] = {
    {"Halley", "orders from 256, at most twice as many rows as columns, unless float64 is slow: Halley's iteration",
     GLA_NO_SLOT, may_iterate_for_polar, run_own_polar},
    {"polar", "orders from 256 with vectors: cuSOLVER's polar decomposition", GLA_NO_SLOT, may_be_polar, run_polar},
    {"iteration", "any: cuSOLVER's QR iteration", GLA_NO_SLOT, NULL, run_iteration},
};
const gla_strategies gla_cuda_gesvd_strategies = {"svd (cuda)", rows};

/* Decompose X, which is overwritten. */
static gla_status decompose(tall *t)
{
    t->is_v = false;
    t->st = GLA_OK;
    gla_try(&gla_cuda_gesvd_strategies, t->c->dev, &t->st, t);
    return t->st;
}

/* Decompose a tall matrix x = U S Vh.  U is written directly to `u`.  V is transposed if the method returns V instead of Vh. */
static gla_status svd_tall(tall *t, const gla_matrix *vt, void *out_vt, void *room)
{
    t->w = room;
    t->ldw = t->q;
    t->spare = vt && t->p == t->q && vt->ld == t->q ? out_vt : NULL; /* usable as workspace, because out_vt is filled last */
    gla_status st = decompose(t);
    if (st || t->job == 'N')
        return st;
    if (t->is_v)
        return gla_cuda_conjugate_transpose(t->c->dev, t->c->dtype, t->q, t->q, t->w, t->q, out_vt, vt->ld);
    return gla_cuda_check(t->c->op, cudaMemcpy2DAsync(out_vt, (size_t)vt->ld * gla_itemsize(t->c->dtype), t->w,
                                                      bytes_of(t->c, t->q, 1), bytes_of(t->c, t->q, 1), (size_t)t->q,
                                                      cudaMemcpyDeviceToDevice, gla_cuda_stream(t->c->cuda)));
}

/* Decompose a wide matrix by its conjugate transpose: xH = U' S V'H, so u = V', vt = U'H. */
static gla_status svd_wide(tall *t, const gla_matrix *u, const gla_matrix *vt, void *out_u, void *out_vt, void *room)
{
    gla_math_call *c = t->c;
    int64_t cols = t->job == 'A' ? t->p : t->q;
    t->w = room;
    t->ldw = t->q;
    gla_status st = decompose(t);
    if (st || t->job == 'N')
        return st;
    st = gla_cuda_conjugate_transpose(c->dev, c->dtype, t->p, cols, t->u, t->ldu, out_vt, vt->ld);
    if (st)
        return st;
    if (!t->is_v)
        return gla_cuda_conjugate_transpose(c->dev, c->dtype, t->q, t->q, t->w, t->q, out_u, u->ld);
    return gla_cuda_check(c->op, cudaMemcpy2DAsync(out_u, (size_t)u->ld * gla_itemsize(c->dtype), t->w, bytes_of(c, t->q, 1),
                                                   bytes_of(c, t->q, 1), (size_t)t->q, cudaMemcpyDeviceToDevice,
                                                   gla_cuda_stream(c->cuda)));
}

static gla_status one(gla_math_call *c, char job, const gla_matrix *a, void *s, const gla_matrix *u, const gla_matrix *vt,
                      int64_t i)
{
    bool wide = a->rows < a->cols;
    tall t = {.c = c, .job = job, .p = wide ? a->cols : a->rows, .q = wide ? a->rows : a->cols, .info = c->info + i};
    void *turned = NULL, *room = NULL, *left = NULL, *ai = gla_matrix_at(a, c->dtype, i);
    void *out_u = u ? gla_matrix_at(u, c->dtype, i) : NULL, *out_vt = vt ? gla_matrix_at(vt, c->dtype, i) : NULL;
    gla_status st = GLA_OK;
    t.s = (char *)s + i * t.q * gla_math_real_size(c);
    t.ldu = wide || !u ? t.p : u->ld;
    t.u = out_u;
    t.x = ai; /* the facade's working copies have no gaps between columns */
    if (wide) {
        st = gla_cuda_alloc(c->op, c->dev, bytes_of(c, t.p, t.q), &turned);
        if (!st)
            st = gla_cuda_conjugate_transpose(c->dev, c->dtype, a->rows, a->cols, ai, a->ld, turned, t.p);
        t.x = turned;
        if (!st && job != 'N')
            st = gla_cuda_alloc(c->op, c->dev, bytes_of(c, t.p, job == 'A' ? t.p : t.q), &left);
        t.u = left;
    }
    if (!st && job != 'N')
        st = gla_cuda_alloc(c->op, c->dev, bytes_of(c, t.q, t.q), &room);
    if (!st)
        st = wide ? svd_wide(&t, u, vt, out_u, out_vt, room) : svd_tall(&t, vt, out_vt, room);
    gla_cuda_free(c->dev, turned);
    gla_cuda_free(c->dev, left);
    gla_cuda_free(c->dev, room);
    return st;
}

/* A small matrix takes milliseconds on the device, whatever its size, while the host divides a stack among its processors.  The
 * limits in host_is_faster are lower than the crossover points measured with 16 processors.  The limits are the same on all
 * machines, so that the results are the same too. */
#define MANY 8

typedef struct stack {
    gla_device *dev;
    gla_dtype dtype;
    char job;
    const gla_matrix *a, *u, *vt;
    void *s;
    int64_t batch, *info;
    gla_status st;
} stack;

static bool has_values_only(const void *call)
{
    const stack *p = call;
    return p->job == 'N' && gla_device_stack_values_take(p->dev, p->dtype, p->a->rows, p->a->cols, p->batch) &&
           !gla_cuda_wants_vendor();
}

static bool find_values(void *call)
{
    stack *p = call;
    p->st = gla_device_stack_values(p->dev, p->dtype, p->a, p->s, p->batch, p->info);
    return true;
}

static bool host_is_faster(const void *call)
{
    const stack *p = call;
    bool many = p->batch >= MANY;
    int64_t side = p->job == 'N' ? (many ? 400 : 160) : (many ? 256 : 96);
    return p->a->rows <= side * side / p->a->cols && !gla_cuda_wants_vendor();
}

static bool run_on_host(void *call)
{
    stack *p = call;
    p->st = gla_host_gesvd(p->dev, p->dtype, p->job, p->a, p->s, p->u, p->vt, p->batch, p->info);
    return true;
}

static bool run_each(void *call)
{
    stack *p = call;
    gla_math_call c;
    gla_status st = gla_math_begin(&c, "svd", p->dev, p->dtype, p->batch);
    if (!st) {
        st = gla_math_guard(&c, p->a, NULL);
        for (int64_t i = 0; i < p->batch && !st; i++)
            st = one(&c, p->job, p->a, p->s, p->u, p->vt, i);
        st = gla_math_end(&c, st, p->info);
    }
    p->st = st;
    return true;
}

static const gla_strategy stack_rows[] = {
    {"stack", "values only, stacks of matrices up to 512 x 512: a group for each matrix, and bisection", GLA_NO_SLOT,
     has_values_only, find_values},
    {"on the host", "LAPACK: values up to 160 x 160, vectors up to 96 x 96; in stacks of 8 up to 400 x 400 and 256 x 256",
     GLA_NO_SLOT, host_is_faster, run_on_host},
    {"one by one", "any: one matrix after another, by the table svd (cuda)", GLA_NO_SLOT, NULL, run_each},
};
const gla_strategies gla_cuda_gesvd_stack_strategies = {"svd, where (cuda)", stack_rows};

gla_status gla_cuda_gesvd(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                          const gla_matrix *vt, int64_t batch, int64_t *info)
{
    stack p = {.dev = dev, .dtype = dtype, .job = job, .a = a, .u = u, .vt = vt, .s = s, .batch = batch, .info = info};
    gla_try(&gla_cuda_gesvd_stack_strategies, dev, &p.st, &p);
    return p.st;
}
