/* stream.h - Internal interface of streams and events: the current stream of a thread, and events in it. */
#ifndef GLA_RUNTIME_STREAM_H
#define GLA_RUNTIME_STREAM_H

#include "gpulinalg/stream.h"
#include "runtime/buffer.h"
#include "runtime/runtime.h"

struct gla_stream {
    gla_object object;
    int slot;    /* index in dev->streams; 0 is the default stream */
    void *state; /* state of the backend; NULL if it has no streams */
};

struct gla_event {
    gla_object object;
    bool timing;
    void *state;    /* state of the backend; NULL if the backend has no streams, or if the wait for the preceding work has
                     * ended */
    double seconds; /* if state is NULL: time of recording */
};

/* Return the stream in which this thread enqueues its work on dev. */
const gla_stream *gla_stream_current(const gla_device *dev);

/* Return a stream that nobody uses. */
gla_status gla_stream_new(gla_device *dev, gla_stream **stream);

/* gla_event_new: create an event that is not recorded yet. gla_event_mark: record the event after the work in a stream. If
 * recording fails, gla_event_mark waits for the work instead, because queued work must not be reported as failed merely for
 * lack of an event. */
gla_event *gla_event_new(const char *op, gla_device *dev, bool timing);
gla_status gla_event_mark(gla_event *e, const gla_stream *stream);

/* Create the default stream of a device that is being opened. */
gla_status gla_stream_open_default(gla_device *dev);

/* Wait for all streams of a device. */
gla_status gla_stream_synchronize_all(gla_device *dev);

#endif
