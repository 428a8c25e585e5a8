/* stream.h - streams inside the library: which one a thread uses, and how arrays are kept right across them. */
#ifndef GLA_RUNTIME_STREAM_H
#define GLA_RUNTIME_STREAM_H

#include "gpulinalg/stream.h"
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

/* An event that has nothing before it yet, and what puts it behind the work in a stream: work that has been queued must not be
 * reported as failed for want of an event, so where none can be had it waits instead. */
gla_event *gla_event_new(const char *op, gla_device *dev, bool timing);
gla_status gla_event_mark(gla_event *e, const gla_stream *stream);

/* The default stream of a device that is being opened. */
gla_status gla_stream_open_default(gla_device *dev);

/* Whether it matters in which stream an array on dev is used. */
bool gla_stream_matters(const gla_device *dev);

/* Wait for all streams of a device. */
gla_status gla_stream_synchronize_all(gla_device *dev);

/* Make the thread's current stream (on the host: the thread) wait until x may be read, or changed, there; remember that it
 * uses x. */
gla_status gla_stream_reads(const gla_array *x);
gla_status gla_stream_writes(gla_array *x);

/* To be called when work on x, which may be shared with another library, has been put into the thread's current stream:
 * theirs comes after it. */
void gla_stream_used(const gla_array *x);

/* A new buffer belongs to the thread's current stream. */
void gla_stream_adopt(gla_buffer *b);
/* The queue in whose order the memory of b can be given back: all others that use it have been joined to it. */
void *gla_stream_last_use(gla_buffer *b);

/* ---- foreign.c: memory that another library uses too */
static inline bool gla_stream_is_shared(const gla_buffer *b)
{
    return atomic_load_explicit(&b->sharing, memory_order_relaxed) != 0;
}
/* Let the thread's current stream wait for the foreign default stream. */
gla_status gla_stream_after_foreign(const gla_buffer *b);
/* `stream`, in whose order a shared b is about to be given back, waits for those that it was lent to. */
void gla_stream_end_sharing(gla_buffer *b, void *stream);
/* Wait until nobody works on b, which its owner is about to take back. */
void gla_stream_drain(gla_buffer *b);

#endif
