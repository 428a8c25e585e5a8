/* device.c - Find, open and describe CUDA devices, and the backend's table. */
#include "config.h"
#include "runtime/record.h"
#include "contract/device.h"
#include "runtime/allocation.h"

#include "backends/device/driver.h"
#include "backends/device/cache.h"
#include "compile.h"
#include "cudss.h"
#include "math.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool forked; /* this process is a child of the process that opened the devices */

static void note_fork(void)
{
    forked = true;
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, note_fork);
}

/* Return true if a kernel has failed in such a way that every later CUDA call reports the same error. */
static bool breaks_device(cudaError_t error)
{
    switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorIllegalInstruction:
    case cudaErrorHardwareStackError:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert: return true;
    default: return false;
    }
}

gla_status gla_cuda_check(const char *op, cudaError_t error)
{
    int ordinal = 0;
    if (error == cudaSuccess)
        return GLA_OK;
    cudaGetLastError(); /* clear errors that are not sticky */
    if (breaks_device(error)) {
        cudaGetDevice(&ordinal);
        return gla_fail(GLA_DEVICE_ERROR,
                        "%s: earlier work on cuda:%d failed: %s (%s).  This process can no longer use the device; "
                        "arrays on the host and on other devices remain usable",
                        op, ordinal, cudaGetErrorString(error), cudaGetErrorName(error));
    }
    gla_status kind = error == cudaErrorMemoryAllocation ? GLA_OUT_OF_MEMORY_ERROR : GLA_DEVICE_ERROR;
    return gla_fail(kind, "%s: CUDA: %s (%s)", op, cudaGetErrorString(error), cudaGetErrorName(error));
}

bool gla_cuda_is_ours(void)
{
    return !forked;
}

gla_status gla_cuda_enter(const char *op, gla_device *dev, gla_cuda **cuda)
{
    *cuda = dev->state;
    if (!gla_cuda_is_ours())
        return gla_fail(
            GLA_DEVICE_ERROR,
            "%s: CUDA cannot be used in a process forked after CUDA was used; fork "
            "before the first use of CUDA, or start a new process (in Python, by the \"spawn\" method of multiprocessing)",
            op);
    gla_status st = gla_cuda_check(op, cudaSetDevice((*cuda)->ordinal));
    return st || !atomic_load(&(*cuda)->n_marks) ? st : gla_cuda_record_mark(gla_cuda_queue_of(*cuda));
}

static int count(void)
{
    int n = 0;
    cudaError_t error = cudaGetDeviceCount(&n);
    if (error != cudaSuccess) {
        cudaGetLastError();
        gla_fail(GLA_DEVICE_ERROR, "%s (%s)", cudaGetErrorString(error), cudaGetErrorName(error));
        return 0;
    }
    return n;
}

static gla_status open_device(gla_device *dev)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct cudaDeviceProp prop;
    gla_cuda *cuda = gla_calloc(1, sizeof *cuda);
    if (!cuda)
        return gla_fail_memory("cuda", sizeof *cuda);
    cuda->dev = dev;
    cuda->ordinal = dev->index;
    pthread_mutexattr_t recursive; /* recursive, because math.c and its callers launch kernels while they hold the lock */
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&cuda->lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
    pthread_mutex_init(&cuda->ledger_lock, NULL);
    uint64_t keep = UINT64_MAX; /* keep freed blocks in the pool, because allocating from the driver is slow */
    gla_status st = gla_cuda_check("cuda", cudaSetDevice(dev->index));
    if (!st)
        st = gla_cuda_check("cuda", cudaGetDeviceProperties(&prop, dev->index));
    if (!st)
        st = gla_cuda_check("cuda", cudaDeviceGetDefaultMemPool(&cuda->pool, dev->index));
    if (!st)
        st = gla_cuda_check("cuda", cudaMemPoolSetAttribute(cuda->pool, cudaMemPoolAttrReleaseThreshold, &keep));
    if (st) {
        gla_free(cuda);
        return st;
    }
    cuda->compute_capability = 10 * prop.major + prop.minor;
    cuda->multiprocessors = prop.multiProcessorCount;
    cuda->traits = (gla_traits){.units = prop.multiProcessorCount,
                                .has_int64_atomics = true,
                                .groups_wait = true,
                                .has_warps = true,
                                .warps_multiply = prop.major >= 8,
                                .max_group = (size_t)prop.maxThreadsPerBlock,
                                .local_memory = prop.sharedMemPerBlock,
                                .most_local = prop.sharedMemPerBlockOptin};
    dev->state = cuda;
    pthread_once(&once, watch_forks);
    return GLA_OK;
}

static void put_limits(const struct cudaDeviceProp *prop, gla_record *r)
{
    char block[80], grid[80];
    snprintf(block, sizeof block, "%d x %d x %d", prop->maxThreadsDim[0], prop->maxThreadsDim[1], prop->maxThreadsDim[2]);
    snprintf(grid, sizeof grid, "%d x %d x %d", prop->maxGridSize[0], prop->maxGridSize[1], prop->maxGridSize[2]);
    gla_record_integer(r, "warp_size", prop->warpSize);
    gla_record_integer(r, "max_group_size", prop->maxThreadsPerBlock);
    gla_record_text(r, "max_block", block);
    gla_record_text(r, "max_grid", grid);
    gla_record_integer(r, "local_memory", (int64_t)prop->sharedMemPerBlockOptin);
}

static gla_status properties(gla_device *dev, gla_record *r)
{
    struct cudaDeviceProp prop;
    gla_cuda *cuda;
    char capability[16], architecture[20], tag[200], cache[600];
    gla_status st = gla_cuda_enter("device_info", dev, &cuda);
    if (!st)
        st = gla_cuda_check("device_info", cudaGetDeviceProperties(&prop, cuda->ordinal));
    if (st)
        return st;
    gla_record_text(r, "description", prop.name);
    gla_record_text(r, "kind", "GPU");
    gla_record_integer(r, "memory_bytes", (int64_t)prop.totalGlobalMem);
    gla_record_integer(r, "compute_units", prop.multiProcessorCount);
    gla_record_bool(r, "float64", true);
    snprintf(capability, sizeof capability, "%d.%d", prop.major, prop.minor);
    gla_record_text(r, "compute_capability", capability);
    gla_cache_state(cache, sizeof cache);
    gla_record_text(r, "code_cache", cache);
    snprintf(architecture, sizeof architecture, "sm_%d", cuda->compute_capability);
    gla_cuda_compile_tag(architecture, tag, sizeof tag);
    gla_shared_state(tag, cache, sizeof cache);
    gla_record_text(r, "shared_code", cache);
    gla_record_text(r, "sparse_solvers", gla_cudss_description());
    put_limits(&prop, r);
    return GLA_OK;
}

const gla_device_ops gla_cuda_device_ops = {
    .count = count, .open = open_device, .properties = properties, .synchronize = gla_cuda_synchronize};

/* Return true if GPULINALG_CUDA_WITHOUT contains the name of the library.  Tests set this variable to run the algorithms of
 * src/backends/device instead. */
static bool is_disabled(const char *library)
{
    const char *env = secure_getenv("GPULINALG_CUDA_WITHOUT");
    return env && strstr(env, library);
}

const gla_backend *gla_backend_entry(void)
{
    static const gla_strategies *const strategies[] = {
        &gla_cuda_gesv_strategies,  &gla_cuda_potrf_strategies,       &gla_cuda_syevd_strategies,
        &gla_cuda_gesvd_strategies, &gla_cuda_getrf_strategies,       &gla_cuda_geqrf_strategies,
        &gla_cuda_geev_strategies,  &gla_cuda_gesvd_stack_strategies, NULL};
    static char description[300];
    static gla_backend backend;
    int version = 0;
    cudaRuntimeGetVersion(&version);
    Dl_info runtime; /* the program may have loaded another version of CUDA before; the file name shows which version is in
                      * use */
    bool known = dladdr((void *)&cudaRuntimeGetVersion, &runtime) && runtime.dli_fname;
    snprintf(description, sizeof description, "CUDA %d.%d%s%.250s", version / 1000, version % 1000 / 10, known ? ", " : "",
             known ? runtime.dli_fname : "");
    backend = gla_device_backend(description);
    backend.is_gpu = true;
    if (!is_disabled("cublas"))
        backend.blas = &gla_cuda_blas_ops;
    if (!is_disabled("cusolver")) {
        backend.lapack = &gla_cuda_lapack_ops;
        backend.strategies = strategies;
    }
    backend.direct = &gla_cuda_direct_ops;
    return &backend;
}
