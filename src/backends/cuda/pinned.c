/* pinned.c - Page-locked host memory for users' arrays.  Locking pages takes longer than copying them, and unlocking waits for
 * all devices.  Released blocks are therefore kept for later requests of the same size. */
#include "cuda.h"

#define KEPT_BLOCKS 32
#define KEPT_BYTES ((size_t)4 << 30)

static struct {
    pthread_mutex_t lock;
    int n;
    size_t bytes;
    gla_cuda_block block[KEPT_BLOCKS]; /* oldest first */
} kept = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Remove block i from the kept blocks and return it.  The caller holds the lock. */
static void *take(int i)
{
    void *data = kept.block[i].data;
    kept.bytes -= kept.block[i].bytes;
    for (kept.n--; i < kept.n; i++)
        kept.block[i] = kept.block[i + 1];
    return data;
}

/* Round up to 64 KiB, so that nearly equal sizes can share blocks. */
static size_t round_up(size_t bytes)
{
    return (bytes + 0xffff) & ~(size_t)0xffff;
}

void gla_cuda_pinned_trim(void)
{
    pthread_mutex_lock(&kept.lock);
    while (kept.n)
        cudaFreeHost(take(kept.n - 1));
    pthread_mutex_unlock(&kept.lock);
}

gla_status gla_cuda_alloc_pinned(gla_device *dev, size_t bytes, void **data)
{
    gla_cuda *cuda;
    gla_status st = gla_cuda_enter("empty_pinned", dev, &cuda);
    if (st)
        return st;
    bytes = round_up(bytes);
    *data = NULL;
    pthread_mutex_lock(&kept.lock);
    for (int i = kept.n; i-- > 0 && !*data;)
        if (kept.block[i].bytes == bytes)
            *data = take(i);
    pthread_mutex_unlock(&kept.lock);
    if (*data)
        return GLA_OK;
    st = gla_cuda_check("empty_pinned", cudaHostAlloc(data, bytes, cudaHostAllocPortable));
    if (st) { /* the kept blocks may occupy the memory that is missing */
        gla_cuda_pinned_trim();
        st = gla_cuda_check("empty_pinned", cudaHostAlloc(data, bytes, cudaHostAllocPortable));
    }
    return st;
}

void gla_cuda_free_pinned(gla_device *dev, void *data, size_t bytes)
{
    (void)dev;
    if (!gla_cuda_is_ours())
        return;
    bytes = round_up(bytes);
    if (bytes > KEPT_BYTES / 2) {
        cudaFreeHost(data);
        return;
    }
    pthread_mutex_lock(&kept.lock);
    while (kept.n && (kept.n == KEPT_BLOCKS || kept.bytes + bytes > KEPT_BYTES))
        cudaFreeHost(take(0));
    kept.block[kept.n++] = (gla_cuda_block){data, bytes};
    kept.bytes += bytes;
    pthread_mutex_unlock(&kept.lock);
}

gla_status gla_cuda_copy_pinned(gla_device *dev, void *device, void *host, size_t bytes, bool up)
{
    gla_cuda *cuda;
    gla_status st = gla_cuda_enter("copy", dev, &cuda);
    if (!st)
        st = gla_cuda_check("copy", up ? cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, gla_cuda_stream(cuda))
                                       : cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, gla_cuda_stream(cuda)));
    return st ? st : gla_cuda_queued("copy", cuda);
}
