/* event.c - Events in streams: waiting for them, and measuring time between them. */
#include "runtime/stream.h"
#include "contract/stream.h"
#include "runtime/interrupt.h"

#include <time.h>

static void destroy(void *object)
{
    gla_event *e = object;
    if (e->state)
        e->object.dev->backend->stream->event_free(e->object.dev, e->state);
    gla_free(e);
}

const gla_class gla_event_class = {.name = "Event", .destroy = destroy};

double gla_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

gla_event *gla_event_new(const char *op, gla_device *dev, bool timing)
{
    gla_event *e = gla_object_new(op, &gla_event_class, dev, sizeof *e);
    if (e)
        e->timing = timing;
    return e;
}

static gla_status mark(gla_event *e, const gla_stream *stream)
{
    e->seconds = gla_seconds();
    gla_device *dev = e->object.dev;
    return stream->state ? dev->backend->stream->event_record(dev, stream->state, e->timing, &e->state) : GLA_OK;
}

gla_status gla_stream_record(const gla_stream *stream, gla_event **event, bool timing)
{
    *event = NULL;
    gla_event *e = gla_event_new("stream_record", stream->object.dev, timing);
    if (!e)
        return gla_last_status();
    gla_status st = mark(e, stream);
    if (st)
        gla_object_unref(e);
    else
        *event = e;
    return st;
}

gla_status gla_event_mark(gla_event *e, const gla_stream *stream)
{
    if (!mark(e, stream))
        return GLA_OK;
    gla_status st = gla_stream_synchronize(stream);
    e->seconds = gla_seconds();
    return st;
}

gla_status gla_stream_wait(const gla_stream *stream, const gla_event *event)
{
    gla_device *dev = stream->object.dev, *other = event->object.dev;
    if (dev->backend != other->backend)
        return gla_fail(GLA_DEVICE_ERROR,
                        "stream_wait: the stream is on %s, but the event is on %s; wait with "
                        "event_synchronize",
                        dev->name, other->name);
    return event->state ? dev->backend->stream->event_wait(dev, stream->state, event->state) : GLA_OK;
}

gla_status gla_event_synchronize(const gla_event *event)
{
    gla_device *dev = event->object.dev;
    if (!event->state)
        return GLA_OK;
    void *work = gla_work_begin(1e9);
    gla_status st = dev->backend->stream->event_synchronize(dev, event->state);
    gla_work_end(work);
    return st;
}

gla_status gla_event_query(const gla_event *event, bool *done)
{
    *done = true;
    gla_device *dev = event->object.dev;
    return event->state ? dev->backend->stream->event_query(dev, event->state, done) : GLA_OK;
}

gla_status gla_event_elapsed_time(const gla_event *start, const gla_event *stop, double *milliseconds)
{
    *milliseconds = 0;
    gla_device *dev = start->object.dev;
    if (dev != stop->object.dev)
        return gla_fail(GLA_DEVICE_ERROR, "event_elapsed_time: the events are on %s and %s; measure on one device", dev->name,
                        stop->object.dev->name);
    if (!start->timing || !stop->timing)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "event_elapsed_time: an event was recorded without timing; create it with {timing=true}");
    if (!start->state || !stop->state) {
        *milliseconds = 1e3 * (stop->seconds - start->seconds);
        return GLA_OK;
    }
    void *work = gla_work_begin(1e9);
    gla_status st = dev->backend->stream->event_elapsed(dev, start->state, stop->state, milliseconds);
    gla_work_end(work);
    return st;
}
