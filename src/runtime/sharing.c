/* sharing.c - GPU memory shared with another library.
 *
 * The streams of the other library are independent of ours. The other library usually works in CUDA's legacy default stream.
 * Each of our operations on shared memory is therefore ordered after the present work in that stream and before its later work.
 * A script that works in other streams must order the work itself, as between any two libraries. Only a release of the memory
 * waits for all streams. */
#include "runtime/sharing.h"
#include "contract/device.h"
#include "contract/stream.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

#include <time.h>

enum {
    SHARED = 1,  /* shared with the foreign default stream */
    LENT = 2,    /* our memory, lent to a consumer that works in the default stream */
    LENT_FAR = 4 /* lent to a consumer that may work in any stream */
};

#define SPINS 2000 /* number of polls before naps in between */
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

/* Wait for all work on the device. A failure is ignored, because nobody uses the results of that work any more. */
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

/* Wait for one of our streams. Ctrl-C does not end the wait, because the memory is still in use. */
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
