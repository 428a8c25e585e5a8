/* stream.h - streams inside the library: which one a thread uses, and the events in them. */
#ifndef GLA_RUNTIME_STREAM_H
#define GLA_RUNTIME_STREAM_H

#include "gpulinalg/stream.h"
#include "runtime/buffer.h"
#include "runtime/runtime.h"

struct gla_stream {
    gla_object object;
    int slot;    /* in dev->streams; 0 is the default one */
    void *state; /* the backend's; NULL where it has no streams */
};

struct gla_event {
    gla_object object;
    bool timing;
    void *state;    /* the backend's; NULL where it has no streams, and when the work before it was waited for */
    double seconds; /* then: when it was recorded */
};

/* The stream that this thread puts its work on dev into. */
const gla_stream *gla_stream_current(const gla_device *dev);

/* One that nobody uses, with its queue. */
gla_status gla_stream_new(gla_device *dev, gla_stream **stream);

/* An event that has nothing before it yet, and what puts it behind the work in a stream: work that has been queued must not be
 * reported as failed for want of an event, so where none can be had it waits instead. */
gla_event *gla_event_new(const char *op, gla_device *dev, bool timing);
gla_status gla_event_mark(gla_event *e, const gla_stream *stream);

/* The default stream of a device that is being opened. */
gla_status gla_stream_open_default(gla_device *dev);

/* Wait for all streams of a device. */
gla_status gla_stream_synchronize_all(gla_device *dev);

#endif
