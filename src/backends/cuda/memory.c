/* memory.c - Device memory from the driver's pool in stream order, accounting of workspace, and copies between GPUs. */
#include "runtime/stream.h"
#include "cuda.h"
#include "contract/memory.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

/* Return unused memory to the driver.  The device is synchronised first, because frees that wait for other streams must be
 * complete. */
gla_status gla_cuda_trim(const char *op, gla_cuda *cuda, size_t *bytes)
{
    uint64_t before = 0, after = 0;
    gla_status st = gla_cuda_wait(op, cuda);
    for (int i = 0; i < GLA_MAX_STREAMS; i++) {
        const gla_stream *s = atomic_load(&cuda->dev->streams[i]);
        for (gla_cuda_queue *q = s ? s->state : NULL; q; q = q->side)
            gla_cuda_release_blocks(q);
    }
    if (!st)
        st = gla_cuda_check(op, cudaDeviceSynchronize());
    if (!st)
        st = gla_cuda_check(op, cudaMemPoolGetAttribute(cuda->pool, cudaMemPoolAttrReservedMemCurrent, &before));
    if (!st)
        st = gla_cuda_check(op, cudaMemPoolTrimTo(cuda->pool, 0));
    if (!st)
        st = gla_cuda_check(op, cudaMemPoolGetAttribute(cuda->pool, cudaMemPoolAttrReservedMemCurrent, &after));
    *bytes = before - after;
    return st;
}

/* ---- workspace ---------------------------------------------------------------------------------------------------------- */
/* Record the size of a block, which gla_cuda_free needs.  A short list suffices, because few blocks are in use at a time. */
static gla_status remember(const char *op, gla_cuda *cuda, void *data, size_t bytes)
{
    gla_status st = GLA_OK;
    pthread_mutex_lock(&cuda->ledger_lock);
    if (cuda->n_ledger == cuda->ledger_room) {
        size_t room = cuda->ledger_room ? 2 * cuda->ledger_room : 64;
        gla_cuda_block *more = gla_realloc(cuda->ledger, room * sizeof *more);
        if (more) {
            cuda->ledger = more;
            cuda->ledger_room = room;
        } else {
            st = gla_fail_memory(op, room * sizeof *more);
        }
    }
    if (!st)
        cuda->ledger[cuda->n_ledger++] = (gla_cuda_block){data, bytes};
    pthread_mutex_unlock(&cuda->ledger_lock);
    return st;
}

static size_t forget(gla_cuda *cuda, const void *data)
{
    size_t bytes = 0;
    pthread_mutex_lock(&cuda->ledger_lock);
    for (size_t i = cuda->n_ledger; i-- > 0 && !bytes;)
        if (cuda->ledger[i].data == data) {
            bytes = cuda->ledger[i].bytes;
            cuda->ledger[i] = cuda->ledger[--cuda->n_ledger];
        }
    pthread_mutex_unlock(&cuda->ledger_lock);
    return bytes;
}

gla_status gla_cuda_alloc(const char *op, gla_device *dev, size_t bytes, void **data)
{
    gla_cuda *cuda;
    size_t idle = 0;
    gla_status st = gla_cuda_enter(op, dev, &cuda);
    if (!st)
        st = gla_memory_take(op, dev, bytes);
    if (st)
        return st;
    st = gla_cuda_take_block(op, cuda, bytes, data);
    if (st == GLA_OUT_OF_MEMORY_ERROR && !gla_cuda_trim(op, cuda, &idle))
        st = gla_cuda_take_block(op, cuda, bytes, data);
    if (!st && (st = remember(op, cuda, *data, bytes)))
        gla_cuda_release_block(gla_cuda_queue_of(cuda), *data, bytes);
    if (!st)
        return st;
    *data = NULL;
    if (st == GLA_OUT_OF_MEMORY_ERROR)
        return gla_memory_fail(op, dev, bytes);
    gla_memory_give(dev, bytes);
    return st;
}

void gla_cuda_free(gla_device *dev, void *data)
{
    gla_cuda *cuda = dev->state;
    if (!data || !gla_cuda_is_ours())
        return;
    size_t bytes = forget(cuda, data);
    gla_memory_give(dev, bytes);
    gla_cuda_release_block(gla_cuda_queue_of(cuda), data, bytes);
}

/* ---- the slots ------------------------------------------------------------------------------------------------------- */
static gla_status memory_alloc(gla_device *dev, size_t bytes, void **data)
{
    gla_cuda *cuda;
    gla_status st = gla_cuda_enter("array", dev, &cuda);
    return st ? st : gla_cuda_take_block("array", cuda, bytes, data);
}

static void memory_free(gla_device *dev, void *data, size_t bytes, void *stream)
{
    (void)dev;
    if (gla_cuda_is_ours())
        gla_cuda_release_block(stream, data, bytes);
}

static gla_status memory_info(gla_device *dev, gla_memory_state *state)
{
    gla_cuda *cuda;
    uint64_t reserved = 0;
    gla_status st = gla_cuda_enter("memory_info", dev, &cuda);
    if (!st)
        st = gla_cuda_check("memory_info", cudaMemGetInfo(&state->free, &state->total));
    if (!st)
        st = gla_cuda_check("memory_info", cudaMemPoolGetAttribute(cuda->pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
    state->reserved = (size_t)reserved;
    return st;
}

static gla_status memory_trim(gla_device *dev, size_t *bytes)
{
    gla_cuda *cuda;
    gla_status st = gla_cuda_enter("trim", dev, &cuda);
    if (!st)
        st = gla_cuda_trim("trim", cuda, bytes);
    if (!st)
        gla_cuda_pinned_trim();
    return st;
}

/* The pool returns memory beyond the limit to the driver when the process next waits for the device. */
static gla_status memory_limit(gla_device *dev, size_t bytes)
{
    gla_cuda *cuda;
    uint64_t keep = bytes ? bytes : UINT64_MAX;
    gla_status st = gla_cuda_enter("set_memory_limit", dev, &cuda);
    return st ? st
              : gla_cuda_check("set_memory_limit", cudaMemPoolSetAttribute(cuda->pool, cudaMemPoolAttrReleaseThreshold, &keep));
}

/* Let `cuda` access the memory pool of `other`, so that data is copied directly instead of through the host.  If the machine
 * does not support direct access, copies still work but are slower. */
static void connect(gla_cuda *cuda, gla_cuda *other)
{
    int possible = 0;
    struct cudaMemAccessDesc access = {.location = {.type = cudaMemLocationTypeDevice, .id = cuda->ordinal},
                                       .flags = cudaMemAccessFlagsProtReadWrite};
    if (cudaDeviceCanAccessPeer(&possible, cuda->ordinal, other->ordinal) == cudaSuccess && possible)
        cudaMemPoolSetAccess(other->pool, &access, 1);
    cudaGetLastError();
}

static gla_status memory_peer(gla_device *dev, void *dst, gla_device *from, const void *src, size_t bytes)
{
    gla_cuda *cuda, *other = from->state;
    gla_status st = gla_cuda_enter("copy", dev, &cuda);
    if (st)
        return st;
    uint64_t bit = UINT64_C(1) << other->ordinal;
    if (!(atomic_fetch_or(&cuda->peers, bit) & bit)) {
        connect(cuda, other);
        connect(other, cuda);
    }
    st = gla_cuda_check("copy", cudaMemcpyPeerAsync(dst, cuda->ordinal, src, other->ordinal, bytes, gla_cuda_stream(cuda)));
    return st ? st : gla_cuda_queued("copy", cuda);
}

const gla_memory_ops gla_cuda_memory_ops = {
    .alloc = memory_alloc,
    .free = memory_free,
    .upload = gla_cuda_upload,
    .download = gla_cuda_download,
    .upload_array = gla_cuda_upload_array,
    .download_array = gla_cuda_download_array,
    .info = memory_info,
    .trim = memory_trim,
    .limit = memory_limit,
    .peer = memory_peer,
    .alloc_pinned = gla_cuda_alloc_pinned,
    .free_pinned = gla_cuda_free_pinned,
    .copy_pinned = gla_cuda_copy_pinned,
    .locate = gla_cuda_locate,
};
