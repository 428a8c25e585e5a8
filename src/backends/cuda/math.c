/* math.c - Handles, status codes and workspaces of cuBLAS and cuSOLVER. */
#include "math.h"
#include "runtime/interrupt.h"
#include "runtime/lock.h"
#include "runtime/allocation.h"

#include <string.h>

gla_status gla_cublas_check(const char *op, cublasStatus_t status)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return GLA_OK;
    if (status == CUBLAS_STATUS_ALLOC_FAILED)
        return gla_fail(GLA_OUT_OF_MEMORY_ERROR, "%s: cuBLAS could not allocate its workspace; free arrays", op);
    return gla_fail(GLA_DEVICE_ERROR, "%s: cuBLAS: %s", op, cublasGetStatusString(status));
}

gla_status gla_cusolver_check(const char *op, cusolverStatus_t status)
{
    if (status == CUSOLVER_STATUS_SUCCESS)
        return GLA_OK;
    if (status == CUSOLVER_STATUS_ALLOC_FAILED)
        return gla_fail(GLA_OUT_OF_MEMORY_ERROR, "%s: cuSOLVER could not allocate its workspace; free arrays", op);
    return gla_fail(GLA_DEVICE_ERROR, "%s: cuSOLVER failed with status %d", op, (int)status);
}

static gla_status make(const char *op, gla_cuda *cuda)
{
    gla_cuda_math *m = gla_calloc(1, sizeof *m);
    if (!m)
        return gla_fail_memory(op, sizeof *m);
    gla_status st = gla_cublas_check(op, cublasCreate(&m->blas));
    if (!st)
        st = gla_cusolver_check(op, cusolverDnCreate(&m->solver));
    if (!st)
        st = gla_cusolver_check(op, cusolverDnCreateParams(&m->params));
    if (st)
        gla_free(m);
    else
        cuda->math = m;
    return st;
}

/* Make the handles submit work to the thread's stream. */
static gla_status set_stream(const char *op, gla_cuda *cuda)
{
    gla_cuda_math *m = cuda->math;
    cudaStream_t stream = gla_cuda_stream(cuda);
    m->op = op;
    if (m->stream == stream)
        return GLA_OK;
    gla_status st = gla_cublas_check(op, cublasSetStream(m->blas, stream));
    if (!st)
        st = gla_cusolver_check(op, cusolverDnSetStream(m->solver, stream));
    m->stream = st ? NULL : stream;
    return st;
}

/* The device whose lock this thread holds; NULL if none. */
static _Thread_local gla_cuda *held;
static _Thread_local int depth; /* number of nested calls that hold the lock, because our algorithms call cuBLAS within a
                                 * call */

bool gla_cuda_math_is_held(const gla_cuda *cuda)
{
    return held == cuda;
}

bool gla_cuda_interrupted(void)
{
    gla_cuda *cuda = held;
    if (!cuda || depth > 1)
        return gla_interrupted();
    const char *op = ((gla_cuda_math *)cuda->math)->op;
    held = NULL;
    pthread_mutex_unlock(&cuda->lock);
    bool stopped = gla_interrupted();
    gla_lock(&cuda->lock);
    held = cuda;
    return set_stream(op, cuda) != GLA_OK || stopped;
}

gla_status gla_cuda_math_enter(const char *op, gla_device *dev, gla_cuda **cuda, gla_cuda_math **math)
{
    gla_status st = gla_cuda_enter(op, dev, cuda);
    if (st)
        return st;
    gla_lock(&(*cuda)->lock);
    if (!(*cuda)->math)
        st = make(op, *cuda);
    if (!st)
        st = set_stream(op, *cuda);
    if (st) {
        pthread_mutex_unlock(&(*cuda)->lock);
    } else {
        held = *cuda;
        depth++;
    }
    *math = (*cuda)->math;
    return st;
}

gla_status gla_cuda_math_leave(gla_cuda *cuda, gla_status st)
{
    const char *op = ((gla_cuda_math *)cuda->math)->op;
    if (--depth == 0)
        held = NULL;
    pthread_mutex_unlock(&cuda->lock);
    return st ? st : gla_cuda_queued(op, cuda);
}

gla_status gla_math_begin(gla_math_call *c, const char *op, gla_device *dev, gla_dtype dtype, int64_t batch)
{
    *c = (gla_math_call){
        .op = op, .dev = dev, .dtype = dtype, .type = gla_cuda_type(dtype), .real = gla_cuda_real_type(dtype), .batch = batch};
    gla_status st = gla_cuda_alloc(op, dev, 2 * (size_t)batch * sizeof(int), (void **)&c->info);
    if (!st && (st = gla_cuda_math_enter(op, dev, &c->cuda, &c->math)))
        gla_cuda_free(dev, c->info);
    return st;
}

gla_status gla_math_work(gla_math_call *c, size_t bytes, size_t host_bytes)
{
    gla_status st = GLA_OK;
    if (bytes > c->work_bytes) {
        gla_cuda_free(c->dev, c->work);
        c->work = NULL;
        c->work_bytes = 0;
        if (!(st = gla_cuda_alloc(c->op, c->dev, bytes, &c->work)))
            c->work_bytes = bytes;
    }
    if (!st && host_bytes > c->host_bytes) {
        gla_free(c->host_work);
        c->host_bytes = 0;
        if (!(c->host_work = gla_malloc(host_bytes)))
            return gla_fail_memory(c->op, host_bytes);
        c->host_bytes = host_bytes;
    }
    return st;
}

/* Size in bytes of the largest pinned workspace that is cached.  Workspace is cached because pinning memory takes as long as
 * the computation itself. */
#define KEPT_BYTES ((size_t)4 << 30)

gla_status gla_math_work_pinned(gla_math_call *c, size_t bytes, size_t host_bytes)
{
    gla_cuda_math *m = c->math;
    if (host_bytes > KEPT_BYTES || (m->is_lent && !c->keeps_host_work))
        return gla_math_work(c, bytes, host_bytes);
    gla_status st = gla_math_work(c, bytes, 0);
    if (!st && host_bytes > m->host_bytes) {
        cudaFreeHost(m->host_work);
        m->host_bytes = 0;
        m->host_work = NULL;
        if (cudaHostAlloc(&m->host_work, host_bytes, cudaHostAllocPortable)) { /* pinned memory is exhausted, so use slower
                                                                                * unpinned memory */
            cudaGetLastError();
            m->host_work = NULL;
            return gla_math_work(c, bytes, host_bytes);
        }
        m->host_bytes = host_bytes;
    }
    if (!st && (!c->host_work || c->keeps_host_work)) {
        c->keeps_host_work = m->is_lent = true;
        c->host_work = m->host_work;
        c->host_bytes = host_bytes;
    }
    return st;
}

/* Find out whether any matrix has a nonzero status.  If a slot is free, the flag is stored in the slot, from which the host
 * reads without a copy. */
static gla_status read_failed(gla_math_call *c, int *failed)
{
    int *slot = gla_cuda_take_slot(c->cuda), *place = slot;
    gla_status st = slot ? GLA_OK : gla_cuda_alloc(c->op, c->dev, sizeof *place, (void **)&place);
    *failed = 0;
    if (slot)
        *slot = 0;
    else if (!st)
        st = gla_cuda_check(c->op, cudaMemsetAsync(place, 0, sizeof *place, gla_cuda_stream(c->cuda)));
    if (!st)
        st = c->condition ? gla_device_find_failures(c->condition, c->info, c->codes, place) : gla_math_collect(c, place);
    if (!st)
        st = slot ? gla_cuda_wait(c->op, c->cuda) : gla_cuda_read(c->op, c->cuda, failed, place, sizeof *failed);
    if (!st && slot)
        *failed = *(volatile int *)slot;
    if (!slot)
        gla_cuda_free(c->dev, place);
    gla_cuda_release_slot(c->cuda, slot, st);
    return st;
}

/* Read the status of all matrices.  First read a single flag: if it is zero, no matrix failed and no status needs to be
 * read. */
static gla_status read_info(gla_math_call *c, int64_t *info)
{
    int failed, *host;
    size_t bytes = (size_t)c->batch * sizeof(int);
    gla_status st = read_failed(c, &failed);
    if (st)
        return st;
    memset(info, 0, (size_t)c->batch * sizeof *info);
    if (c->condition)
        memset(c->estimates, 0, (size_t)c->batch * sizeof *c->estimates);
    if (!failed)
        return GLA_OK;
    if (!(host = gla_malloc(bytes)))
        return gla_fail_memory(c->op, bytes);
    st = gla_cuda_read(c->op, c->cuda, host, c->info, bytes);
    for (int64_t i = 0; i < c->batch && !st; i++)
        info[i] = host[i];
    gla_free(host);
    if (!st && c->condition)
        st = gla_device_read_estimates(c->condition, c->estimates);
    for (int64_t i = 0; i < c->batch && !st && c->condition; i++)
        c->estimates[i] = info[i] ? 0 : c->estimates[i]; /* without a solution there is no estimate */
    return st;
}

gla_status gla_math_end(gla_math_call *c, gla_status st, int64_t *info)
{
    if (!st && info)
        st = read_info(c, info);
    if (c->host_work && !c->keeps_host_work) /* cuSOLVER may still read the workspace */
        cudaLaunchHostFunc(gla_cuda_stream(c->cuda), gla_free, c->host_work);
    if (c->keeps_host_work)
        c->math->is_lent = false;
    gla_cuda_free(c->dev, c->work);
    gla_cuda_free(c->dev, c->info);
    return gla_cuda_math_leave(c->cuda, st);
}
