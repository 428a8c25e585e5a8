/* buffer.c - Device memory blocks and their order in streams (buffer.h).
 *
 * A buffer records the stream that wrote it last and the streams that have used it since. Before a stream reads a buffer for
 * the first time, it waits for the last writer. Before a stream writes a buffer, it waits for all users. */
#include "runtime/buffer.h"
#include "runtime/budget.h"
#include "runtime/pending.h"
#include "runtime/placing.h"
#include "runtime/sharing.h"
#include "contract/memory.h"
#include "contract/stream.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"
#include "runtime/lock.h"

#include <pthread.h>
#include <string.h>

static void free_pinned(gla_device *dev, gla_device *host, void *data, size_t bytes)
{
    dev->backend->memory->free_pinned(dev, data, bytes);
    gla_memory_give(host, bytes);
}

/* Release function of memory that is borrowed without a release function: does nothing, because the caller keeps the memory
 * alive. */
static void keep(void *owner)
{
    (void)owner;
}

/* Create a buffer that belongs to the thread's current stream. */
static gla_status make(const char *op, gla_device *dev, size_t bytes, size_t extra, gla_buffer **out)
{
    gla_buffer *b = gla_malloc(sizeof *b + extra);
    if (!b)
        return gla_fail_memory(op, sizeof *b + extra);
    int slot = gla_stream_current(dev)->slot;
    *b = (gla_buffer){.device = dev,
                      .bytes = bytes,
                      .has_streams = dev->backend->stream != NULL,
                      .floats = gla_placing_floats(dev),
                      .credit = gla_placing_now.credit};
    atomic_init(&b->refs, 1);
    atomic_init(&b->last_writer, slot);
    atomic_init(&b->users, UINT64_C(1) << slot);
    *out = b;
    return GLA_OK;
}

/* Small host data is stored after the struct and the caller's bytes, in one allocation. The data is still included in the
 * memory in use. */
enum { MAX_NEAR = 1024, NEAR_ALIGNMENT = 64 };

static gla_status make_near(const char *op, gla_device *dev, size_t bytes, bool zeros, size_t extra, gla_buffer **out)
{
    gla_buffer *b = NULL;
    gla_status st = gla_memory_take(op, dev, bytes);
    if (st)
        return st;
    if ((st = make(op, dev, bytes, extra + NEAR_ALIGNMENT + bytes, &b))) {
        gla_memory_give(dev, bytes);
        return st;
    }
    char *end = (char *)(b + 1) + extra;
    b->data = end + -(uintptr_t)end % NEAR_ALIGNMENT;
    b->near = true;
    if (zeros)
        memset(b->data, 0, bytes);
    *out = b;
    return GLA_OK;
}

gla_status gla_buffer_new(const char *op, gla_device *dev, size_t bytes, bool zeros, size_t extra, gla_buffer **out)
{
    gla_buffer *b = NULL;
    if (dev->is_host && bytes && bytes <= MAX_NEAR)
        return make_near(op, dev, bytes, zeros, extra, out);
    gla_status st = make(op, dev, bytes, extra, &b);
    if (!st && bytes && (st = gla_budget_alloc(op, dev, bytes, zeros, &b->data)))
        gla_free(b);
    if (!st)
        *out = b;
    return st;
}

gla_status gla_buffer_new_pinned(const char *op, gla_device *dev, size_t bytes, size_t extra, gla_buffer **out)
{
    gla_device *host;
    gla_buffer *b = NULL;
    gla_status st = gla_host_device(&host);
    if (!st)
        st = gla_memory_take(op, host, bytes);
    if (st)
        return st;
    if ((st = make(op, host, bytes, extra, &b))) {
        gla_memory_give(host, bytes);
        return st;
    }
    if (!(st = dev->backend->memory->alloc_pinned(dev, bytes, &b->data))) {
        b->pinned = dev;
        *out = b;
        return GLA_OK;
    }
    gla_free(b);
    return st == GLA_OUT_OF_MEMORY_ERROR ? gla_memory_fail(op, host, bytes) : (gla_memory_give(host, bytes), st);
}

gla_status gla_buffer_wrap(const char *op, gla_device *dev, void *data, size_t bytes, void (*release)(void *owner), void *owner,
                           size_t extra, gla_buffer **out)
{
    gla_status st = make(op, dev, bytes, extra, out);
    if (!st) {
        (*out)->data = data;
        (*out)->release = release ? release : keep;
        (*out)->owner = owner;
    }
    return st;
}

/* ---- order in streams ---------------------------------------------------------------------------------------------- */
static gla_status join(gla_device *dev, void *stream, int other)
{
    return dev->backend->stream->join(dev, stream, dev->streams[other]->state);
}

/* Wait for other libraries and for pending copies. */
static gla_status wait_for_others(gla_buffer *b)
{
    gla_status st = gla_sharing_before(b);
    return st ? st : gla_pending_wait(b);
}

gla_status gla_buffer_wait_to_read(gla_buffer *b)
{
    gla_status st = wait_for_others(b);
    if (st || !gla_buffer_is_ordered(b))
        return st;
    const gla_stream *s = gla_stream_current(b->device);
    uint64_t bit = UINT64_C(1) << s->slot;
    if (atomic_load(&b->users) & bit)
        return GLA_OK;
    st = join(b->device, s->state, atomic_load(&b->last_writer));
    if (!st)
        atomic_fetch_or(&b->users, bit);
    return st;
}

gla_status gla_buffer_wait_to_write(gla_buffer *b)
{
    gla_status st = wait_for_others(b);
    gla_replica_drop(b);
    if (st || !gla_buffer_is_ordered(b))
        return st;
    const gla_stream *s = gla_stream_current(b->device);
    uint64_t bit = UINT64_C(1) << s->slot, others = atomic_load(&b->users) & ~bit;
    for (int i = 0; others && !st; i++, others >>= 1)
        if (others & 1)
            st = join(b->device, s->state, i);
    if (!st) {
        atomic_store(&b->last_writer, s->slot);
        atomic_store(&b->users, bit);
    }
    return st;
}

/* Return the stream in whose order the memory can be released. That stream first waits for all other streams that use the
 * memory. */
static void *last_use(gla_buffer *b)
{
    int last = atomic_load(&b->last_writer);
    void *state = b->device->streams[last]->state;
    uint64_t others = atomic_load(&b->users) & ~(UINT64_C(1) << last);
    if (b->has_streams)
        for (int i = 0; others; i++, others >>= 1)
            if (others & 1)
                join(b->device, state, i);
    if (atomic_load(&b->sharing))
        gla_sharing_release(b, state);
    return state;
}

/* Releasing an owner may release an array on the memory of another owner, and so on. A chain of a million owners must not
 * recurse a million times. Calls nested deeper than DEEPEST are therefore queued and run by the outermost call. */
static void end_owner(void (*release)(void *owner), void *owner)
{
    enum { DEEPEST = 100 };
    static _Thread_local struct {
        void (*release)(void *owner);
        void *owner;
    } * left;
    static _Thread_local size_t depth, count, capacity;
    if (depth == DEEPEST && count == capacity) {
        size_t wanted = capacity ? 2 * capacity : 64;
        void *bigger = gla_realloc(left, wanted * sizeof *left);
        left = bigger ? bigger : left;
        capacity = bigger ? wanted : capacity;
    }
    if (depth == DEEPEST && count < capacity) {
        left[count].release = release;
        left[count++].owner = owner;
        return;
    }
    depth++;
    release(owner);
    while (depth == 1 && count) {
        count--;
        left[count].release(left[count].owner);
    }
    if (--depth == 0) {
        gla_free(left);
        left = NULL;
        capacity = 0;
    }
}

void gla_buffer_unref(gla_buffer *b)
{
    if (atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (atomic_load_explicit(&b->pending, memory_order_acquire))
        gla_pending_end(b);
    gla_replica_drop(b);
    if (b->release) {
        gla_sharing_drain(b);
        end_owner(b->release, b->owner);
    } else if (b->pinned) {
        free_pinned(b->pinned, b->device, b->data, b->bytes);
    } else if (b->near) {
        if (atomic_load(&b->sharing))
            last_use(b);
        gla_memory_give(b->device, b->bytes);
    } else if (b->data) {
        gla_budget_free(b->device, b->data, b->bytes, last_use(b));
    }
    gla_free(b);
}

/* ---- replicas (placing.h) ------------------------------------------------------------------------------------------- */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the references between a buffer and its replica */
static gla_fork_lock of_fork = {.lock = &lock};

bool gla_replica_may_stay(const gla_buffer *b)
{
    return b->floats && !b->release && !b->pinned && !atomic_load(&b->sharing) && !atomic_load(&b->exposed);
}

gla_buffer *gla_replica_find(gla_buffer *b, const gla_device *dev)
{
    if (!atomic_load(&b->replica))
        return NULL;
    gla_fork_lock_take(&of_fork);
    gla_buffer *r = atomic_load(&b->replica);
    r = r && r->device == dev && gla_replica_may_stay(b) && gla_replica_may_stay(r) ? r : NULL;
    if (r)
        atomic_fetch_add(&r->refs, 1);
    pthread_mutex_unlock(&lock);
    return r;
}

const gla_device *gla_replica_device(gla_buffer *b)
{
    if (!atomic_load(&b->replica))
        return NULL;
    gla_fork_lock_take(&of_fork);
    gla_buffer *r = atomic_load(&b->replica);
    const gla_device *dev = r && gla_replica_may_stay(b) && gla_replica_may_stay(r) ? r->device : NULL;
    pthread_mutex_unlock(&lock);
    return dev;
}

/* Replace the replica of b, and release the old one. */
static void exchange(gla_buffer *b, gla_buffer *replica)
{
    gla_fork_lock_take(&of_fork);
    gla_buffer *old = atomic_exchange(&b->replica, replica);
    if (old)
        atomic_store(&old->primary, NULL);
    if (replica)
        atomic_store(&replica->primary, b);
    pthread_mutex_unlock(&lock);
    if (old)
        gla_buffer_unref(old);
}

/* Another thread may write through another handle while the replica is made, and would not know of it. */
void gla_replica_keep(gla_buffer *b, gla_buffer *replica)
{
    bool is_shared = atomic_load(&gla_placing_threads) > 1 && atomic_load(&b->refs) > 1;
    if (!gla_replica_may_stay(b) || !replica->data || is_shared)
        return;
    atomic_fetch_add(&replica->refs, 1);
    exchange(b, replica);
}

void gla_replica_drop(gla_buffer *b)
{
    if (atomic_load(&b->replica))
        exchange(b, NULL);
    if (!atomic_load(&b->primary))
        return;
    gla_fork_lock_take(&of_fork); /* the primary is alive while it refers to b */
    gla_buffer *primary = atomic_load(&b->primary);
    bool is_mine = primary && atomic_load(&primary->replica) == b;
    if (is_mine)
        atomic_store(&primary->replica, NULL);
    atomic_store(&b->primary, NULL);
    pthread_mutex_unlock(&lock);
    if (is_mine)
        atomic_fetch_sub(&b->refs, 1); /* the writer holds another reference */
}
