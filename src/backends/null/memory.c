/* memory.c - Memory of the null backend, which is ordinary memory that is counted.  Tests can set a limit, and can keep freed
 * memory idle. */
#include "null.h"
#include "runtime/allocation.h"
#include "contract/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t limit, bytes_live, bytes_idle;
static long blocks_live;
static bool keeps;

void gla_null_limit(size_t bytes)
{
    limit = bytes;
}

void gla_null_keep(bool wanted)
{
    keeps = wanted;
    bytes_idle = 0;
}

size_t gla_null_idle(void)
{
    return bytes_idle;
}

long gla_null_blocks(void)
{
    return blocks_live;
}

size_t gla_null_bytes(void)
{
    return bytes_live;
}

size_t gla_null_memory(void)
{
    return limit;
}

/* Allocate a block, unless the limit would be exceeded. */
static gla_status allocate(size_t bytes, void **data)
{
    bool fails = gla_malloc_fails();
    pthread_mutex_lock(&lock);
    bool fits = !fails && (!limit || (bytes <= limit && bytes_live + bytes_idle <= limit - bytes));
    *data = fits ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
    if (*data) {
        bytes_live += bytes;
        blocks_live++;
    }
    pthread_mutex_unlock(&lock);
    return *data ? GLA_OK : gla_fail_memory("array", bytes);
}

static void release(void *data, size_t bytes)
{
    pthread_mutex_lock(&lock);
    bytes_live -= bytes;
    bytes_idle += keeps ? bytes : 0;
    blocks_live--;
    pthread_mutex_unlock(&lock);
    free(data);
}

static gla_status alloc(gla_device *dev, size_t bytes, void **data)
{
    gla_status st = gla_null_trap(dev, "alloc");
    return st ? st : allocate(bytes, data);
}

static void free_block(gla_device *dev, void *data, size_t bytes, void *stream)
{
    (void)dev;
    (void)stream;
    release(data, bytes);
}

static gla_status upload(gla_device *dev, void *dst, const void *host, size_t bytes)
{
    gla_status st = gla_null_trap(dev, "upload");
    if (!st)
        memcpy(dst, host, bytes);
    return st;
}

static gla_status download(gla_device *dev, void *host, const void *src, size_t bytes)
{
    gla_status st = gla_null_trap(dev, "download");
    if (!st)
        memcpy(host, src, bytes);
    return st;
}

static gla_status info(gla_device *dev, gla_memory_state *state)
{
    gla_status st = gla_null_trap(dev, "info");
    state->total = limit;
    state->free = limit > bytes_live + bytes_idle ? limit - bytes_live - bytes_idle : 0;
    state->reserved = bytes_live + bytes_idle;
    return st;
}

static gla_status trim(gla_device *dev, size_t *bytes)
{
    gla_status st = gla_null_trap(dev, "trim");
    *bytes = st ? 0 : bytes_idle;
    bytes_idle -= *bytes;
    return st;
}

static gla_status peer(gla_device *dev, void *dst, gla_device *from, const void *src, size_t bytes)
{
    (void)from;
    gla_status st = gla_null_trap(dev, "peer");
    if (!st)
        memcpy(dst, src, bytes);
    return st;
}

static gla_status alloc_pinned(gla_device *dev, size_t bytes, void **data)
{
    gla_status st = gla_null_trap(dev, "alloc_pinned");
    return st ? st : allocate(bytes, data);
}

static void free_pinned(gla_device *dev, void *data, size_t bytes)
{
    (void)dev;
    release(data, bytes);
}

static gla_status copy_pinned(gla_device *dev, void *device, void *host, size_t bytes, bool up)
{
    gla_status st = gla_null_trap(dev, "copy_pinned");
    if (!st)
        memcpy(up ? device : host, up ? host : device, bytes);
    return st;
}

const gla_memory_ops gla_null_memory_ops = {
    .alloc = alloc,
    .free = free_block,
    .upload = upload,
    .download = download,
    .info = info,
    .trim = trim,
    .peer = peer,
    .alloc_pinned = alloc_pinned,
    .free_pinned = free_pinned,
    .copy_pinned = copy_pinned,
};
