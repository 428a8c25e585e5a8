/* transfer.c - Copies between ordinary host memory and the device, through the lanes.
 *
 * Chunks of downloads have the size of a huge page.  Each page of the result memory is first touched by one lane, so only this
 * lane handles its page fault. */
#include "transfer.h"
#include "core/pack.h"

#include <string.h>

#define SMALL ((size_t)256 << 10) /* size below which the driver's own copy is as fast */
#define UP_CHUNK GLA_CUDA_CHUNK
#define DOWN_CHUNK ((size_t)2 << 20)

/* A copy between a block on the device and the host.  On the host, the data is either contiguous or an array with gaps. */
typedef struct copying {
    char *device, *host;
    gla_array *array; /* NULL: the data is in `host` */
    size_t bytes, item, chunk;
    atomic_size_t next; /* offset of the first chunk that no lane has taken */
} copying;

static size_t part(const copying *c, size_t offset)
{
    return c->bytes - offset < c->chunk ? c->bytes - offset : c->chunk;
}

static void fill(const copying *c, size_t at, void *chunk)
{
    if (c->array)
        gla_pack(c->array, (int64_t)(at / c->item), (int64_t)(part(c, at) / c->item), chunk);
    else
        memcpy(chunk, c->host + at, part(c, at));
}

static void empty(const copying *c, size_t at, const void *chunk)
{
    if (c->array)
        gla_unpack(c->array, (int64_t)(at / c->item), (int64_t)(part(c, at) / c->item), chunk);
    else
        memcpy(c->host + at, chunk, part(c, at));
}

static cudaError_t push(gla_cuda_lane *l, void *arg)
{
    copying *c = arg;
    size_t at;
    cudaError_t e = cudaSuccess;
    for (int turn = 0; !e && (at = atomic_fetch_add(&c->next, c->chunk)) < c->bytes; turn ^= 1) {
        e = cudaEventSynchronize(l->done[turn]);
        fill(c, at, l->pinned[turn]);
        if (!e)
            e = cudaMemcpyAsync(c->device + at, l->pinned[turn], part(c, at), cudaMemcpyHostToDevice, l->stream);
        if (!e)
            e = cudaEventRecord(l->done[turn], l->stream);
    }
    cudaError_t last = cudaStreamSynchronize(l->stream);
    return e ? e : last;
}

/* Download chunks.  While one chunk is copied from the device, the previous chunk is copied to the result. */
static cudaError_t pull(gla_cuda_lane *l, void *arg)
{
    copying *c = arg;
    cudaError_t e = cudaSuccess;
    size_t before = SIZE_MAX;
    for (int turn = 0; !e; turn ^= 1) {
        size_t at = atomic_fetch_add(&c->next, c->chunk);
        if (at < c->bytes) {
            e = cudaMemcpyAsync(l->pinned[turn], c->device + at, part(c, at), cudaMemcpyDeviceToHost, l->stream);
            if (!e)
                e = cudaEventRecord(l->done[turn], l->stream);
        }
        if (before != SIZE_MAX && !e && !(e = cudaEventSynchronize(l->done[turn ^ 1])))
            empty(c, before, l->pinned[turn ^ 1]);
        if (at >= c->bytes)
            break;
        before = at;
    }
    return e;
}

/* Run the lanes.  Smaller transfers are divided into smaller chunks, so that several lanes are used. */
static gla_status transfer(const char *op, gla_cuda *cuda, copying *c, bool up)
{
    c->chunk = up ? UP_CHUNK : DOWN_CHUNK;
    while (c->chunk > SMALL && c->chunk * 8 > c->bytes)
        c->chunk /= 2;
    size_t chunks = (c->bytes + c->chunk - 1) / c->chunk, lanes = (size_t)gla_cuda_lane_count();
    return gla_cuda_check(op, gla_cuda_each_lane(cuda->ordinal, (int)(chunks < lanes ? chunks : lanes), up ? push : pull, c));
}

gla_status gla_cuda_send(const char *op, gla_cuda *cuda, void *device, const void *host, size_t bytes)
{
    copying c = {.device = device, .host = (char *)host, .bytes = bytes};
    return transfer(op, cuda, &c, true);
}

/* Wait for pending work in the thread's stream, because the lanes' streams are not ordered after it. */
static gla_status begin(const char *op, gla_device *dev, gla_cuda **cuda)
{
    gla_status st = gla_cuda_enter(op, dev, cuda);
    return st ? st : gla_cuda_wait(op, *cuda);
}

/* When an asynchronous copy function returns, CUDA has already read ordinary memory.  Pinned memory, such as a NumPy view of a
 * pinned array, is read later, so wait for the copy. */
static gla_status consume(const char *op, gla_cuda *cuda, const void *host)
{
    struct cudaPointerAttributes a = {.type = cudaMemoryTypeUnregistered};
    gla_status st = gla_cuda_check(op, cudaPointerGetAttributes(&a, host));
    return st || a.type == cudaMemoryTypeUnregistered ? st : gla_cuda_wait(op, cuda);
}

gla_status gla_cuda_upload(gla_device *dev, void *dst, const void *host, size_t bytes)
{
    gla_cuda *cuda;
    copying c = {.device = dst, .host = (char *)host, .bytes = bytes};
    if (bytes >= SMALL) {
        gla_status st = begin("upload", dev, &cuda);
        return st ? st : transfer("upload", cuda, &c, true);
    }
    gla_status st = gla_cuda_enter("upload", dev, &cuda);
    if (!st)
        st = gla_cuda_check("upload", cudaMemcpyAsync(dst, host, bytes, cudaMemcpyHostToDevice, gla_cuda_stream(cuda)));
    return st ? st : consume("upload", cuda, host);
}

gla_status gla_cuda_download(gla_device *dev, void *host, const void *src, size_t bytes)
{
    gla_cuda *cuda;
    copying c = {.device = (char *)src, .host = host, .bytes = bytes};
    if (bytes >= SMALL) {
        gla_status st = begin("download", dev, &cuda);
        return st ? st : transfer("download", cuda, &c, false);
    }
    gla_status st = gla_cuda_enter("download", dev, &cuda);
    return st ? st : gla_cuda_read("download", cuda, host, src, bytes);
}

gla_status gla_cuda_upload_array(gla_device *dev, void *dst, const gla_array *src)
{
    gla_cuda *cuda;
    size_t item = gla_itemsize(src->dtype);
    copying c = {.device = dst, .array = (gla_array *)src, .bytes = (size_t)src->size * item, .item = item};
    gla_status st = begin("upload", dev, &cuda);
    return st ? st : transfer("upload", cuda, &c, true);
}

gla_status gla_cuda_download_array(gla_device *dev, gla_array *dst, const void *src)
{
    gla_cuda *cuda;
    size_t item = gla_itemsize(dst->dtype);
    copying c = {.device = (char *)src, .array = dst, .bytes = (size_t)dst->size * item, .item = item};
    gla_status st = begin("download", dev, &cuda);
    return st ? st : transfer("download", cuda, &c, false);
}
