/* event.c - marks in streams, to wait for and to measure between. */
#include "runtime/stream.h"

#include <time.h>

static void destroy(void *object)
{
    gla_event *e = object;
    if (e->state)
        e->dev->backend->stream->event_free(e->dev, e->state);
}

const gla_object_type gla_event_type = {"Event", destroy};

static gla_status require(const char *op, const void *object, const char *class)
{
    return object ? GLA_OK : gla_fail(GLA_ARGUMENT_ERROR, "%s: the %s is missing", op, class);
}

static void note_time(gla_event *e)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    e->seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

gla_event *gla_event_new(const char *op, gla_device *dev, bool timing)
{
    gla_event *e = gla_object_new(op, &gla_event_type, sizeof *e);
    if (e) {
        e->dev = dev;
        e->timing = timing;
    }
    return e;
}

static gla_status mark(gla_event *e, const gla_stream *stream)
{
    note_time(e);
    return stream->state ? e->dev->backend->stream->event_record(e->dev, stream->state, e->timing, &e->state) : GLA_OK;
}

gla_status gla_stream_record(const gla_stream *stream, gla_event **event, bool timing)
{
    *event = NULL;
    gla_status st = require("stream_record", stream, "stream");
    gla_event *e = st ? NULL : gla_event_new("stream_record", stream->dev, timing);
    if (!e)
        return gla_last_status();
    if ((st = mark(e, stream)))
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
    note_time(e);
    return st;
}

gla_status gla_stream_wait(const gla_stream *stream, const gla_event *event)
{
    gla_status st = require("stream_wait", stream, "stream");
    if (!st)
        st = require("stream_wait", event, "event");
    if (st)
        return st;
    if (stream->dev->backend != event->dev->backend)
        return gla_fail(GLA_DEVICE_ERROR, "stream_wait: the stream is of %s and the event of %s; wait with event_synchronize",
                        stream->dev->name, event->dev->name);
    return event->state ? stream->dev->backend->stream->event_wait(stream->dev, stream->state, event->state) : GLA_OK;
}

gla_status gla_event_synchronize(const gla_event *event)
{
    gla_status st = require("event_synchronize", event, "event");
    if (st || !event->state)
        return st;
    void *work = gla_work_begin(1e9);
    st = event->dev->backend->stream->event_synchronize(event->dev, event->state);
    gla_work_end(work);
    return st;
}

gla_status gla_event_query(const gla_event *event, bool *done)
{
    *done = true;
    gla_status st = require("event_query", event, "event");
    return st || !event->state ? st : event->dev->backend->stream->event_query(event->dev, event->state, done);
}

gla_status gla_event_elapsed_time(const gla_event *start, const gla_event *stop, double *milliseconds)
{
    *milliseconds = 0;
    gla_status st = require("event_elapsed_time", start, "start");
    if (!st)
        st = require("event_elapsed_time", stop, "stop");
    if (st)
        return st;
    if (start->dev != stop->dev)
        return gla_fail(GLA_DEVICE_ERROR, "event_elapsed_time: the events are of %s and of %s; measure on one device",
                        start->dev->name, stop->dev->name);
    if (!start->timing || !stop->timing)
        return gla_fail(GLA_ARGUMENT_ERROR, "event_elapsed_time: an event was recorded without timing; record it with it");
    if (!start->state || !stop->state) {
        *milliseconds = 1e3 * (stop->seconds - start->seconds);
        return GLA_OK;
    }
    void *work = gla_work_begin(1e9);
    st = start->dev->backend->stream->event_elapsed(start->dev, start->state, stop->state, milliseconds);
    gla_work_end(work);
    return st;
}
