/* transfer.c - copies between ordinary host memory and the device.
 *
 * The driver copies ordinary (pageable) memory through one staging buffer with one thread, far below the link's speed.
 * Here several threads each fill two pinned chunks in turn while the device's copy engine empties the other. */
#include "transfer.h"

#include <string.h>

#define CHUNK GLA_CUDA_CHUNK
#define LANES GLA_CUDA_LANES
#define SMALL ((size_t)256 << 10) /* below this the driver's own way is as good */

typedef gla_cuda_lane lane; /* made once and kept, under the lock of `ring` */

typedef struct copying {
    char *device, *host;
    size_t bytes;
} copying;

/* One lane's share of a call of gla_cuda_each_lane. */
typedef struct job {
    int ordinal;
    lane *lane;
    gla_cuda_lane_body body;
    void *arg;
    cudaError_t error;
} job;

static struct {
    pthread_mutex_t lock;
    bool ready;
    int ordinal;
    lane lanes[LANES];
} ring = {.lock = PTHREAD_MUTEX_INITIALIZER};

static cudaError_t make_lane(lane *l)
{
    cudaError_t e = cudaStreamCreateWithFlags(&l->stream, cudaStreamNonBlocking);
    for (int i = 0; i < 2 && !e; i++) {
        e = cudaEventCreateWithFlags(&l->done[i], cudaEventDisableTiming);
        if (!e)
            e = cudaHostAlloc(&l->pinned[i], CHUNK, cudaHostAllocPortable);
    }
    return e;
}

static void drop_lane(lane *l)
{
    for (int i = 0; i < 2; i++) {
        if (l->pinned[i])
            cudaFreeHost(l->pinned[i]);
        if (l->done[i])
            cudaEventDestroy(l->done[i]);
    }
    if (l->stream)
        cudaStreamDestroy(l->stream);
    memset(l, 0, sizeof *l);
}

/* Streams and events belong to one device: a transfer with another device makes them anew. */
static cudaError_t make_ring(int ordinal)
{
    cudaError_t e = cudaSuccess;
    if (ring.ready && ring.ordinal == ordinal)
        return e;
    for (int i = 0; i < LANES && ring.ready; i++)
        drop_lane(&ring.lanes[i]);
    ring.ready = false;
    for (int i = 0; i < LANES && !e; i++) {
        e = make_lane(&ring.lanes[i]);
        ring.lanes[i].index = i;
    }
    if (e) {
        for (int i = 0; i < LANES; i++)
            drop_lane(&ring.lanes[i]);
        return e;
    }
    ring.ready = true;
    ring.ordinal = ordinal;
    return e;
}

static size_t part(const copying *c, size_t offset)
{
    return c->bytes - offset < CHUNK ? c->bytes - offset : CHUNK;
}

static cudaError_t push(lane *l, void *arg)
{
    const copying *c = arg;
    cudaError_t e = cudaSuccess;
    int turn = 0;
    for (size_t at = (size_t)l->index * CHUNK; at < c->bytes && !e; at += LANES * CHUNK, turn ^= 1) {
        e = cudaEventSynchronize(l->done[turn]);
        memcpy(l->pinned[turn], c->host + at, part(c, at));
        if (!e)
            e = cudaMemcpyAsync(c->device + at, l->pinned[turn], part(c, at), cudaMemcpyHostToDevice, l->stream);
        if (!e)
            e = cudaEventRecord(l->done[turn], l->stream);
    }
    cudaError_t last = cudaStreamSynchronize(l->stream);
    return e ? e : last;
}

/* One chunk is on its way while the one before is copied out. */
static cudaError_t pull(lane *l, void *arg)
{
    const copying *c = arg;
    cudaError_t e = cudaSuccess;
    size_t before = SIZE_MAX;
    int turn = 0;
    for (size_t at = (size_t)l->index * CHUNK; !e; at += LANES * CHUNK, turn ^= 1) {
        if (at < c->bytes) {
            e = cudaMemcpyAsync(l->pinned[turn], c->device + at, part(c, at), cudaMemcpyDeviceToHost, l->stream);
            if (!e)
                e = cudaEventRecord(l->done[turn], l->stream);
        }
        if (before != SIZE_MAX && !e) {
            e = cudaEventSynchronize(l->done[turn ^ 1]);
            memcpy(c->host + before, l->pinned[turn ^ 1], part(c, before));
        }
        if (at >= c->bytes)
            break;
        before = at;
    }
    return e;
}

static void *work(void *arg)
{
    job *j = arg;
    j->error = cudaSetDevice(j->ordinal);
    if (!j->error)
        j->error = j->body(j->lane, j->arg);
    return NULL;
}

cudaError_t gla_cuda_each_lane(int ordinal, int n, gla_cuda_lane_body body, void *arg)
{
    job jobs[LANES];
    pthread_t threads[LANES];
    int started = 0;
    gla_lock(&ring.lock);
    cudaError_t e = make_ring(ordinal);
    for (int i = 0; i < n; i++)
        jobs[i] = (job){ordinal, &ring.lanes[i], body, arg, cudaSuccess};
    /* A thread that cannot be had is replaced by the caller, one lane after another. */
    for (; started < n - 1 && !e; started++)
        if (pthread_create(&threads[started], NULL, work, &jobs[started]))
            break;
    for (int i = started; i < n && !e; i++)
        work(&jobs[i]);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < n && !e; i++)
        e = jobs[i].error;
    pthread_mutex_unlock(&ring.lock);
    return e;
}

static cudaError_t transfer(int ordinal, void *device, void *host, size_t bytes, bool up)
{
    copying c = {device, host, bytes};
    size_t chunks = (bytes + CHUNK - 1) / CHUNK;
    return gla_cuda_each_lane(ordinal, chunks < LANES ? (int)chunks : LANES, up ? push : pull, &c);
}

static gla_status copy(const char *op, gla_device *dev, void *device, void *host, size_t bytes, bool up)
{
    gla_cuda *cuda;
    gla_status st = gla_cuda_enter(op, dev, &cuda);
    if (st)
        return st;
    if (bytes < SMALL) {
        if (!up)
            return gla_cuda_read(op, cuda, host, device, bytes);
        /* From ordinary memory: consumed on return. */
        return gla_cuda_check(op, cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, gla_cuda_stream(cuda)));
    }
    /* The lanes' streams know nothing of the thread's own: what is pending there comes first. */
    if ((st = gla_cuda_wait(op, cuda)))
        return st;
    return gla_cuda_check(op, transfer(cuda->ordinal, device, host, bytes, up));
}

gla_status gla_cuda_upload(gla_device *dev, void *dst, const void *host, size_t bytes)
{
    return copy("upload", dev, dst, (void *)host, bytes, true);
}

gla_status gla_cuda_download(gla_device *dev, void *host, const void *src, size_t bytes)
{
    return copy("download", dev, (void *)src, host, bytes, false);
}
