/* cudss_factor.c - Sparse direct solvers on a GPU, by cuDSS.
 *
 * Each device has its own handles.  One lock guards all handles.  Work is enqueued in the calling thread's stream, and each
 * call waits for its work.  The analysis of a large matrix runs on the host and may take seconds.  The analysis of a large
 * matrix therefore runs in a separate thread, while the calling thread checks for interrupts and, on an interrupt, sets a flag
 * that cuDSS polls.
 *
 * Two features of cuDSS 1.0.0 are not used.  With a custom memory handler an analysis fails on an H200 ("the buffer to be
 * deregistered was not registered").  In the deterministic mode solves are refused.  Therefore cuDSS allocates its own memory,
 * which does not appear in our memory statistics. */
#include "config.h"
#include "runtime/interrupt.h"
#include "runtime/lock.h"
#include "contract/direct.h"
#include "runtime/allocation.h"

#include "cudss.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define ESTIMATES 16        /* number of memory estimates of cuDSS; [1] is the peak on the device */
#define LONG_PATTERN 100000 /* number of nonzeros from which the analysis can be interrupted */

typedef struct solver {
    gla_cuda *cuda;
    gla_direct_kind kind;
    bool is_complex, is_hybrid, has_factors;
    int64_t n, nnz;
    gla_cudss_configuration config;
    gla_cudss_factors data;
    gla_cudss_matrix a;
    int stop; /* cuDSS polls this flag */
} solver;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Indexed by device number.  Real and complex matrices have separate handles, because version 0.7 confuses them in one
 * handle. */
static gla_cudss_handle handles[GLA_MAX_DEVICES][2];

static gla_status check(const char *op, const solver *f, int status)
{
    if (status == GLA_CUDSS_OK)
        return GLA_OK;
    if (f && __atomic_load_n(&f->stop, __ATOMIC_RELAXED))
        return gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted during a factorisation", op);
    if (status == GLA_CUDSS_ALLOC_FAILED)
        return gla_fail(GLA_OUT_OF_MEMORY_ERROR, "%s: cuDSS could not allocate memory; free arrays", op);
    if (status == GLA_CUDSS_NOT_SUPPORTED)
        return gla_fail(GLA_NOT_SUPPORTED_ERROR, "%s: cuDSS does not support this operation; factor the matrix on the host",
                        op);
    return gla_fail(GLA_DEVICE_ERROR, "%s: cuDSS failed with status %d", op, status);
}

/* ---- the handles -------------------------------------------------------------------------------------------------------- */
/* Enter the device and make the handle submit work to the thread's stream.  On success the lock is held. */
static gla_status enter(const char *op, gla_device *dev, const solver *f, gla_cudss_handle *handle)
{
    const gla_cudss *lib = gla_cudss_library();
    gla_cuda *cuda;
    gla_status st = gla_cuda_enter(op, dev, &cuda);
    if (st)
        return st;
    gla_lock(&lock);
    gla_cudss_handle *kept = &handles[dev->number][f->is_complex];
    if (!*kept) {
        st = check(op, NULL, lib->Create(kept));
        if (!st && gla_cudss_threading()[0]) /* otherwise the analysis uses one thread */
            lib->SetThreadingLayer(*kept, gla_cudss_threading());
    }
    if (!st)
        st = check(op, NULL, lib->SetStream(*kept, gla_cuda_stream(cuda)));
    if (st)
        pthread_mutex_unlock(&lock);
    *handle = *kept;
    return st;
}

/* ---- long phases ------------------------------------------------------------------------------------------------------ */
typedef struct execution {
    gla_cudss_handle handle;
    solver *f;
    int phase, status;
    gla_cudss_matrix x, b;
    pthread_mutex_t lock;
    pthread_cond_t end;
    bool is_done;
} execution;

static int run(execution *e)
{
    solver *f = e->f;
    return gla_cudss_library()->Execute(e->handle, e->phase, f->config, f->data, f->a, e->x, e->b);
}

static void *run_apart(void *arg)
{
    execution *e = arg;
    int status = cudaSetDevice(e->f->cuda->ordinal) == cudaSuccess ? run(e) : -1;
    pthread_mutex_lock(&e->lock);
    e->status = status;
    e->is_done = true;
    pthread_cond_signal(&e->end);
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

static bool start(execution *e, pthread_t *thread)
{
    sigset_t theirs;
    gla_signals_hold(&theirs);
    bool started = pthread_create(thread, NULL, run_apart, e) == 0;
    gla_signals_release(&theirs);
    return started;
}

/* Wait for the end of an execution and check for interrupts every 50 ms. */
static void wait_for(execution *e)
{
    pthread_mutex_lock(&e->lock);
    while (!e->is_done) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 50000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_sec++;
            until.tv_nsec -= 1000000000;
        }
        pthread_cond_timedwait(&e->end, &e->lock, &until);
        bool ended = e->is_done;
        pthread_mutex_unlock(&e->lock);
        if (!ended && gla_interrupted())
            __atomic_store_n(&e->f->stop, 1, __ATOMIC_RELAXED);
        pthread_mutex_lock(&e->lock);
    }
    pthread_mutex_unlock(&e->lock);
}

/* Execute a phase.  Return the status of cuDSS, and set *st to the status of waiting for the device. */
static int execute(const char *op, gla_cudss_handle handle, solver *f, int phase, gla_cudss_matrix x, gla_cudss_matrix b,
                   gla_status *st)
{
    execution e = {.handle = handle, .f = f, .phase = phase, .x = x, .b = b};
    pthread_t thread;
    bool apart = phase == GLA_CUDSS_ANALYSIS && f->nnz >= LONG_PATTERN;
    __atomic_store_n(&f->stop, 0, __ATOMIC_RELAXED);
    pthread_mutex_init(&e.lock, NULL);
    pthread_cond_init(&e.end, NULL);
    if (apart && start(&e, &thread)) {
        wait_for(&e);
        pthread_join(thread, NULL);
    } else {
        e.status = run(&e);
    }
    pthread_cond_destroy(&e.end);
    pthread_mutex_destroy(&e.lock);
    *st = gla_cuda_wait(op, f->cuda);
    return e.status;
}

/* ---- factors ---------------------------------------------------------------------------------------------------------- */
static bool is_symmetric(const solver *f)
{
    return f->kind == GLA_DIRECT_CHOLESKY || f->kind == GLA_DIRECT_LDLT;
}

static gla_status make_matrix(const char *op, solver *f, const gla_csr *a)
{
    int kind = f->kind == GLA_DIRECT_CHOLESKY ? (f->is_complex ? GLA_CUDSS_HPD : GLA_CUDSS_SPD)
               : f->kind == GLA_DIRECT_LDLT   ? (f->is_complex ? GLA_CUDSS_HERMITIAN : GLA_CUDSS_SYMMETRIC)
                                              : GLA_CUDSS_GENERAL;
    cudaDataType_t index = a->index == GLA_INT64 ? CUDA_R_64I : CUDA_R_32I, type = f->is_complex ? CUDA_C_64F : CUDA_R_64F;
    return check(op, f,
                 gla_cudss_create_csr(gla_cudss_library(), &f->a, f->n, f->nnz, a->indptr, a->indices, a->data, index, type,
                                      kind, is_symmetric(f) ? GLA_CUDSS_LOWER : GLA_CUDSS_FULL));
}

/* Create the configuration and an empty object for the factors.  If `hybrid`, parts of the factors are stored in host
 * memory. */
static gla_status make_data(const char *op, gla_cudss_handle handle, solver *f, bool hybrid)
{
    const gla_cudss *lib = gla_cudss_library();
    int yes = 1;
    int *stop = &f->stop;
    f->is_hybrid = hybrid;
    gla_status st = check(op, f, lib->ConfigCreate(&f->config));
    if (!st)
        st = check(op, f, lib->DataCreate(handle, &f->data));
    if (!st && hybrid)
        st = check(op, f, lib->ConfigSet(f->config, lib->version.hybrid_memory, &yes, sizeof yes));
    if (!st)
        lib->DataSet(handle, f->data, lib->version.host_interrupt, stop, sizeof *stop);
    return st;
}

static void drop_data(gla_cudss_handle handle, solver *f)
{
    const gla_cudss *lib = gla_cudss_library();
    if (f->data)
        lib->DataDestroy(handle, f->data);
    if (f->config)
        lib->ConfigDestroy(f->config);
    f->data = NULL;
    f->config = NULL;
    f->has_factors = false;
}

/* Return true if the analysis estimates that device memory suffices, or if there is no estimate. */
static bool fits(gla_cudss_handle handle, const solver *f)
{
    int64_t estimates[ESTIMATES] = {0};
    size_t written = 0, free = 0, total = 0;
    uint64_t reserved = 0, used = 0;
    const gla_cudss *lib = gla_cudss_library();
    if (lib->DataGet(handle, f->data, lib->version.memory_estimates, estimates, sizeof estimates, &written) != GLA_CUDSS_OK ||
        cudaMemGetInfo(&free, &total) != cudaSuccess)
        return true;
    if (cudaMemPoolGetAttribute(f->cuda->pool, cudaMemPoolAttrReservedMemCurrent, &reserved) == cudaSuccess &&
        cudaMemPoolGetAttribute(f->cuda->pool, cudaMemPoolAttrUsedMemCurrent, &used) == cudaSuccess && reserved > used)
        free += reserved - used; /* reserved by the pool, but unused */
    return estimates[1] <= 0 || (uint64_t)estimates[1] < free / 100 * 95;
}

static gla_status analyse(const char *op, gla_cudss_handle handle, solver *f, bool hybrid)
{
    gla_status waited = GLA_OK, st = make_data(op, handle, f, hybrid);
    if (st)
        return st;
    st = check(op, f, execute(op, handle, f, GLA_CUDSS_ANALYSIS, NULL, NULL, &waited));
    if (!st)
        st = waited;
    if (st || hybrid || fits(handle, f))
        return st;
    drop_data(handle, f);
    return analyse(op, handle, f, true);
}

static gla_status read_int(const char *op, gla_cudss_handle handle, solver *f, int parameter, int *value)
{
    size_t written = 0;
    return check(op, f, gla_cudss_library()->DataGet(handle, f->data, parameter, value, sizeof *value, &written));
}

/* Write the report of a factorisation.  cuDSS replaces pivots that are too small; the facade checks whether this is harmful. */
static gla_status describe(const char *op, gla_cudss_handle handle, solver *f, gla_direct_report *report)
{
    const gla_cudss *lib = gla_cudss_library();
    int info = 0, replaced = 0, inertia[2] = {0, 0};
    int64_t nnz = 0;
    size_t written = 0;
    gla_status st = read_int(op, handle, f, GLA_CUDSS_INFO, &info);
    if (!st && info != 0) {
        int none = 0;
        report->outcome = f->kind == GLA_DIRECT_CHOLESKY ? GLA_DIRECT_NOT_POSITIVE : GLA_DIRECT_SINGULAR;
        if (lib->version.has_transposes)
            lib->DataSet(handle, f->data, GLA_CUDSS_INFO, &none, sizeof none);
        else
            drop_data(handle, f); /* these versions cannot reset INFO */
        return GLA_OK;
    }
    if (!st && f->kind != GLA_DIRECT_CHOLESKY)
        st = read_int(op, handle, f, GLA_CUDSS_NPIVOTS, &replaced);
    if (!st)
        st = check(op, f, lib->DataGet(handle, f->data, GLA_CUDSS_LU_NNZ, &nnz, sizeof nnz, &written));
    report->zeros = replaced;
    report->nnz = nnz;
    if (f->kind == GLA_DIRECT_CHOLESKY)
        report->inertia[0] = f->n;
    else if (!st && f->kind == GLA_DIRECT_LDLT && replaced == 0 &&
             lib->DataGet(handle, f->data, GLA_CUDSS_INERTIA, inertia, sizeof inertia, &written) == GLA_CUDSS_OK &&
             inertia[0] >= 0 && inertia[1] >= 0 && (int64_t)inertia[0] + inertia[1] <= f->n) {
        report->inertia[0] = inertia[0];
        report->inertia[1] = inertia[1];
        report->inertia[2] = f->n - inertia[0] - inertia[1];
    }
    return st;
}

/* Compute the factors, reusing the pivot order of an earlier factorisation if there is one.  If reusing the order fails, factor
 * from scratch.  If device memory runs out, use host memory too. */
static gla_status compute(const char *op, gla_cudss_handle handle, solver *f, gla_direct_report *report)
{
    gla_status waited = GLA_OK, st;
    int status = -1;
    if (f->has_factors)
        status = execute(op, handle, f, GLA_CUDSS_REFACTORIZATION, NULL, NULL, &waited);
    if (status != GLA_CUDSS_OK && !waited)
        status = execute(op, handle, f, GLA_CUDSS_FACTORIZATION, NULL, NULL, &waited);
    if (status == GLA_CUDSS_ALLOC_FAILED && !f->is_hybrid && !waited) {
        drop_data(handle, f);
        st = analyse(op, handle, f, true);
        if (st)
            return st;
        status = execute(op, handle, f, GLA_CUDSS_FACTORIZATION, NULL, NULL, &waited);
    }
    st = check(op, f, status);
    if (!st)
        st = waited;
    f->has_factors = !st;
    return st ? st : describe(op, handle, f, report);
}

static void clear(gla_direct_report *report)
{
    *report = (gla_direct_report){.at = -1, .log_det = NAN, .inertia = {-1, 0, 0}, .pivots = 1};
}

static void drop(gla_cudss_handle handle, solver *f)
{
    drop_data(handle, f);
    if (f->a)
        gla_cudss_library()->MatrixDestroy(f->a);
    gla_free(f);
}

static gla_status factor(const char *op, gla_device *dev, gla_direct_kind kind, const gla_csr *a, void **state,
                         gla_direct_report *report)
{
    gla_cudss_handle handle;
    clear(report);
    solver *f = gla_calloc(1, sizeof *f);
    if (!f)
        return gla_fail_memory(op, sizeof *f);
    *f = (solver){.cuda = dev->state, .kind = kind, .is_complex = a->dtype == GLA_COMPLEX128, .n = a->rows, .nnz = a->nnz};
    gla_status st = enter(op, dev, f, &handle);
    if (st) {
        gla_free(f);
        return st;
    }
    st = gla_cuda_wait(op, f->cuda); /* the analysis reads the pattern on the host */
    if (!st)
        st = make_matrix(op, f, a);
    if (!st)
        st = analyse(op, handle, f, false);
    if (!st)
        st = compute(op, handle, f, report);
    if (st)
        drop(handle, f);
    else
        *state = f;
    pthread_mutex_unlock(&lock);
    return st;
}

static gla_status refactor(const char *op, gla_device *dev, void *state, const gla_csr *a, gla_direct_report *report)
{
    gla_cudss_handle handle;
    solver *f = state;
    clear(report);
    gla_status st = enter(op, dev, f, &handle);
    if (st)
        return st;
    st = check(op, f, gla_cudss_library()->MatrixSetCsrPointers(f->a, a->indptr, NULL, a->indices, a->data));
    if (!st && !f->data) /* a failed attempt destroyed the data */
        st = analyse(op, handle, f, false);
    if (!st)
        st = compute(op, handle, f, report);
    pthread_mutex_unlock(&lock);
    return st;
}

/* ---- solutions -------------------------------------------------------------------------------------------------------- */
static gla_status solve(const char *op, gla_device *dev, void *state, gla_trans trans, int64_t k, const void *b, void *x)
{
    const gla_cudss *lib = gla_cudss_library();
    gla_cudss_handle handle;
    gla_cudss_matrix right = NULL, left = NULL;
    gla_status waited = GLA_OK;
    solver *f = state;
    cudaDataType_t type = f->is_complex ? CUDA_C_64F : CUDA_R_64F;
    int mode = trans == GLA_NO_TRANS ? 0 : trans == GLA_TRANS || !f->is_complex ? 1 : 2;
    gla_status st = enter(op, dev, f, &handle);
    if (st)
        return st;
    st = check(op, f, lib->MatrixCreateDn(&right, f->n, k, f->n, b, type, GLA_CUDSS_COLUMN_MAJOR));
    if (!st)
        st = check(op, f, lib->MatrixCreateDn(&left, f->n, k, f->n, x, type, GLA_CUDSS_COLUMN_MAJOR));
    if (!st && lib->version.has_transposes)
        st = check(op, f, lib->ConfigSet(f->config, lib->version.solve_mode, &mode, sizeof mode));
    else if (!st && mode == 1 && f->is_complex) /* otherwise the matrix is symmetric or Hermitian, so op(A) = A */
        st = check(op, f, GLA_CUDSS_NOT_SUPPORTED);
    if (!st)
        st = check(op, f, execute(op, handle, f, GLA_CUDSS_SOLVE, left, right, &waited));
    if (!st)
        st = waited;
    if (right)
        lib->MatrixDestroy(right);
    if (left)
        lib->MatrixDestroy(left);
    pthread_mutex_unlock(&lock);
    return st;
}

static void release(gla_device *dev, void *state)
{
    gla_cudss_handle handle;
    if (gla_cuda_is_ours() && !enter("factor", dev, state, &handle)) { /* in another process, the device and its memory do not
                                                                        * exist */
        drop(handle, state);
        pthread_mutex_unlock(&lock);
    }
}

/* Compute the log-determinant from the diagonal of the Cholesky factor, which is real and positive.  The log-determinant is not
 * computed from other factors, because cuDSS scales and permutes the matrix. */
static gla_status log_det(const char *op, gla_device *dev, void *state, double *value)
{
    gla_cudss_handle handle;
    const solver *f = state;
    int64_t step = f->is_complex ? 2 : 1;
    size_t written = 0, bytes = (size_t)(f->n * step) * sizeof(double);
    double sum = 0, *diagonal = gla_malloc(bytes);
    if (!diagonal)
        return gla_fail_memory(op, bytes);
    gla_status st = enter(op, dev, f, &handle);
    if (!st) {
        st = check(op, f, gla_cudss_library()->DataGet(handle, f->data, GLA_CUDSS_DIAGONAL, diagonal, bytes, &written));
        pthread_mutex_unlock(&lock);
    }
    for (int64_t i = 0; i < f->n && !st; i++)
        sum += log(diagonal[i * step]);
    if (!st)
        *value = 2 * sum;
    gla_free(diagonal);
    return st;
}

static const char *absence(gla_device *dev, gla_direct_kind kind)
{
    (void)dev;
    if (kind == GLA_DIRECT_KLU)
        return "cuDSS does not support factors of kind \"klu\"";
    const gla_cudss *lib = gla_cudss_library();
    bool lacks = !lib || (kind == GLA_DIRECT_LU && !lib->version.has_transposes); /* condition estimates need transposes */
    return lacks ? gla_cudss_description() : NULL;
}

const gla_direct_ops gla_cuda_direct_ops = {
    .absence = absence, .factor = factor, .refactor = refactor, .solve = solve, .release = release, .log_det = log_det};
