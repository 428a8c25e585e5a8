/* foreign.c - memory on a GPU that another library uses too.
 *
 * Its work goes into streams that know nothing of ours.  Nearly always that is CUDA's legacy default stream, so each of our
 * operations on shared memory is put in order with it: after what is in it, before what comes.  A script that works in
 * other streams orders them itself, as it has to between any two libraries; only when the memory goes is all waited for. */
#include "core/core.h"
#include "runtime/object.h"
#include "runtime/pending.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    SHARED = 1,       /* with the foreign default stream */
    LENT = 2,         /* ours, and in use by a consumer that works there */
    LENT_FAR = 4      /* in use by one that works anywhere */
};

#define SPINS 2000 /* questions whether work has finished, before a nap between them */
#define NAP_NANOSECONDS 50000

static gla_status meet(gla_device *dev, void *stream, uintptr_t native, bool it_waits)
{
    const gla_stream_ops *ops = dev->backend->stream;
    return ops && ops->meet ? ops->meet(dev, stream, native, it_waits) : GLA_OK;
}

gla_status gla_stream_after_foreign(const gla_buffer *b)
{
    return meet(b->device, gla_stream_state(b->device), GLA_FOREIGN_DEFAULT, false);
}

void gla_stream_used(const gla_array *x)
{
    gla_device *dev = gla_device_of(x);
    if (gla_stream_is_shared(x->buffer))
        meet(dev, gla_stream_state(dev), GLA_FOREIGN_DEFAULT, true);
}

/* Wait for everybody's work on the device.  A failure is that of work which nobody waits for any more. */
static void wait_for_all(gla_device *dev)
{
    void *state = gla_work_begin(1e9);
    if (dev->backend->device->synchronize)
        dev->backend->device->synchronize(dev);
    gla_work_end(state);
}

void gla_stream_end_sharing(gla_buffer *b, void *stream)
{
    unsigned sharing = atomic_load(&b->sharing);
    if (sharing & LENT_FAR)
        wait_for_all(b->device);
    else if (sharing & LENT)
        meet(b->device, stream, GLA_FOREIGN_DEFAULT, false);
}

/* Wait for one stream of ours, whatever the user types: its memory is at stake. */
static void wait_for(gla_device *dev, void *stream)
{
    bool done = true;
    if (dev->backend->stream->query(dev, stream, &done) || done)
        return;
    void *state = gla_work_begin(1e9);
    for (int i = 0; !dev->backend->stream->query(dev, stream, &done) && !done; i++)
        if (i > SPINS)
            nanosleep(&(struct timespec){0, NAP_NANOSECONDS}, NULL);
    gla_work_end(state);
}

void gla_stream_drain(gla_buffer *b)
{
    gla_device *dev = b->device;
    uint64_t users = atomic_load(&b->users);
    if (!dev->backend->stream)
        return;
    if (atomic_load(&b->sharing) & (LENT | LENT_FAR)) {
        wait_for_all(dev);
        return;
    }
    for (int i = 0; users; i++, users >>= 1)
        if (users & 1)
            wait_for(dev, dev->streams[i]->state);
}

/* The device of that name, or if it names all of a kind, the one that the address belongs to. */
static gla_status find_by_address(const char *device, const void *data, gla_device **dev)
{
    char name[32];
    int index;
    gla_status st = gla_find_device(device, dev);
    if (st || !data || !(*dev)->backend->memory->locate)
        return st;
    st = (*dev)->backend->memory->locate(*dev, data, &index);
    if (st || index == (*dev)->index)
        return st;
    snprintf(name, sizeof name, "%.19s:%d", (*dev)->backend->name, index);
    if (strchr(device, ':'))
        return gla_fail(GLA_DEVICE_ERROR, "asarray: memory that is said to be on %s is on %s; tell the library that made "
                        "it", (*dev)->name, name);
    return gla_find_device(name, dev);
}

gla_status gla_array_adopt(const char *device, void *data, gla_dtype dtype, int ndim, const int64_t *shape,
                           const int64_t *strides, bool readonly, void (*release)(void *owner), void *owner, gla_array **out)
{
    gla_device *dev;
    if (!out)
        return gla_fail(GLA_ARGUMENT_ERROR, "asarray: the place for the result is NULL");
    *out = NULL;
    if (!device)
        return gla_fail(GLA_ARGUMENT_ERROR, "asarray: the name of the device is NULL");
    gla_status st = find_by_address(device, data, &dev);
    if (!st)
        st = gla_check_layout(data, dtype, ndim, shape, strides);
    if (!st)
        st = gla_array_wrap(dev, data, dtype, ndim, shape, strides, readonly ? GLA_READONLY : 0, release, owner, out);
    if (!st && dev->backend->stream)
        atomic_store(&(*out)->buffer->sharing, SHARED);
    return st;
}

/* The question for work is answered only where the device can be used: not after fork(). */
gla_status gla_native_stream(const char *device, uintptr_t *native)
{
    gla_device *dev;
    bool done;
    if (!native)
        return gla_fail(GLA_ARGUMENT_ERROR, "native_stream: the place for the result is NULL");
    *native = 0;
    gla_status st = gla_find_device(device, &dev);
    const gla_stream_ops *ops = st ? NULL : dev->backend->stream;
    if (!ops || !ops->native)
        return st;
    void *stream = gla_stream_state(dev);
    if (!(st = ops->query(dev, stream, &done)))
        *native = ops->native(stream);
    return st;
}

gla_status gla_await_foreign(const gla_array *a, uintptr_t native)
{
    if (!gla_is_array(a))
        return gla_refuse_handle("await_foreign", "a", a, "array");
    gla_device *dev = gla_device_of(a);
    return meet(dev, gla_stream_state(dev), native, false);
}

gla_status gla_lend(const gla_array *a, uintptr_t native)
{
    if (!gla_is_array(a))
        return gla_refuse_handle("lend", "a", a, "array");
    gla_buffer *b = a->buffer;
    uint64_t users = atomic_load(&b->users);
    gla_status st = GLA_OK;
    if (!b->device->backend->stream)
        return gla_pending_wait(b);
    atomic_fetch_or(&b->sharing, SHARED | (native <= GLA_FOREIGN_DEFAULT ? LENT : LENT_FAR));
    for (int i = 0; users && !st && native != GLA_FOREIGN_UNKNOWN; i++, users >>= 1)
        if (users & 1)
            st = meet(b->device, b->device->streams[i]->state, native, true);
    return st;
}
