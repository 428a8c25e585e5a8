/* pending.c - Queued copies between page-locked memory and devices (pending.h). A buffer has at most one event, recorded after
 * its last queued copy. Later copies of the buffer wait for that event, in any stream. */
#include "runtime/pending.h"
#include "contract/memory.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the events of all buffers; not held while waiting */

/* Return the buffer's event with a reference for the caller. */
static gla_event *look(gla_buffer *b)
{
    gla_event *e = NULL;
    pthread_mutex_lock(&lock);
    if (atomic_load(&b->pending))
        e = gla_object_ref(atomic_load(&b->pending));
    pthread_mutex_unlock(&lock);
    return e;
}

/* Replace the buffer's event. If `only` is not NULL, replace the event only if it still equals `only`. */
static void replace(gla_buffer *b, const gla_event *only, gla_event *event)
{
    pthread_mutex_lock(&lock);
    gla_event *before = atomic_load(&b->pending);
    bool mine = !only || before == only;
    if (mine)
        atomic_store(&b->pending, event);
    pthread_mutex_unlock(&lock);
    gla_object_unref(mine ? before : event);
}

gla_status gla_pending_wait(gla_buffer *b)
{
    gla_status st = GLA_OK;
    while (!st && atomic_load_explicit(&b->pending, memory_order_acquire)) {
        gla_event *e = look(b);
        if (!e)
            break;
        st = gla_event_synchronize(e);
        if (st != GLA_INTERRUPTED_ERROR)
            replace(b, e, NULL);
        gla_object_unref(e);
    }
    return st;
}

void gla_pending_end(gla_buffer *b)
{
    while (atomic_load(&b->pending) && gla_pending_wait(b) == GLA_INTERRUPTED_ERROR)
        ;
}

bool gla_pending_possible(const gla_buffer *b, const gla_device *dev)
{
    return b->pinned && b->pinned->backend == dev->backend && dev->backend->memory->copy_pinned && dev->backend->stream;
}

gla_status gla_pending_copy(gla_buffer *b, gla_device *dev, void *device, void *host, size_t bytes, bool up)
{
    const gla_stream *stream = gla_stream_current(dev);
    gla_event *before = look(b), *after = NULL;
    gla_status st = before ? gla_stream_wait(stream, before) : GLA_OK;
    if (!st)
        st = dev->backend->memory->copy_pinned(dev, device, host, bytes, up);
    if (!st && (st = gla_stream_record(stream, &after, false)))
        while (gla_stream_synchronize(stream) == GLA_INTERRUPTED_ERROR)
            ; /* without an event recorded after the copy, later users could not wait for the copy */
    if (!st)
        replace(b, NULL, after);
    gla_object_unref(before);
    return st;
}
