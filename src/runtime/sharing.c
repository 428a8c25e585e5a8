/* sharing.c - memory on a GPU that another library uses too.
 *
 * Its work goes into streams that know nothing of ours.  Nearly always that is CUDA's legacy default stream, so each of our
 * operations on shared memory is put in order with it: after what is in it, before what comes.  A script that works in
 * other streams orders them itself, as it has to between any two libraries; only when the memory goes is all waited for. */
#include "runtime/sharing.h"
#include "contract/device.h"
#include "contract/stream.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

#include <time.h>

enum {
    SHARED = 1,  /* with the foreign default stream */
    LENT = 2,    /* ours, and in use by a consumer that works there */
    LENT_FAR = 4 /* in use by one that works anywhere */
};

#define SPINS 2000 /* questions whether work has finished, before a nap between them */
#define NAP_NANOSECONDS 50000

static gla_status sync(gla_device *dev, void *stream, uintptr_t native, bool it_waits)
{
    const gla_stream_ops *ops = dev->backend->stream;
    return ops && ops->sync_external ? ops->sync_external(dev, stream, native, it_waits) : GLA_OK;
}

void gla_sharing_start(gla_buffer *b)
{
    if (b->device->backend->stream)
        atomic_store(&b->sharing, SHARED);
}

gla_status gla_sharing_lend(gla_buffer *b, uintptr_t native)
{
    uint64_t users = atomic_load(&b->users);
    gla_status st = GLA_OK;
    atomic_fetch_or(&b->sharing, SHARED | (native <= GLA_FOREIGN_DEFAULT ? LENT : LENT_FAR));
    for (int i = 0; users && !st && native != GLA_FOREIGN_UNKNOWN; i++, users >>= 1)
        if (users & 1)
            st = sync(b->device, b->device->streams[i]->state, native, true);
    return st;
}

gla_status gla_sharing_await(gla_device *dev, uintptr_t native)
{
    return sync(dev, gla_stream_state(dev), native, false);
}

gla_status gla_sharing_before(const gla_buffer *b)
{
    return atomic_load(&b->sharing) ? gla_sharing_await(b->device, GLA_FOREIGN_DEFAULT) : GLA_OK;
}

void gla_sharing_after(const gla_buffer *b)
{
    sync(b->device, gla_stream_state(b->device), GLA_FOREIGN_DEFAULT, true);
}

/* Wait for all work on the device.  A failure is that of work which nobody waits for any more. */
static void wait_for_all(gla_device *dev)
{
    void *state = gla_work_begin(1e9);
    if (dev->backend->device->synchronize)
        dev->backend->device->synchronize(dev);
    gla_work_end(state);
}

void gla_sharing_release(gla_buffer *b, void *stream)
{
    unsigned sharing = atomic_load(&b->sharing);
    if (sharing & LENT_FAR)
        wait_for_all(b->device);
    else if (sharing & LENT)
        sync(b->device, stream, GLA_FOREIGN_DEFAULT, false);
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

void gla_sharing_drain(gla_buffer *b)
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
