/* buffer.h - Blocks of device memory shared by arrays: lifetime, and order of use in streams. */
#ifndef GLA_RUNTIME_BUFFER_H
#define GLA_RUNTIME_BUFFER_H

#include "runtime/object.h"

/* State of a buffer whose address is, or soon will be, known to other code, which may change the memory at any time. New lazy
 * operations do not use such a buffer as an operand. EXPOSED: earlier lazy operations do not use it, either. */
typedef enum gla_exposure { GLA_NOT_EXPOSED, GLA_TO_BE_EXPOSED, GLA_EXPOSED } gla_exposure;

typedef struct gla_buffer {
    atomic_long refs;
    gla_device *device;
    void *data; /* address on the device; NULL when bytes is 0 */
    size_t bytes;
    bool near;                    /* the data is stored after this struct and released with it */
    bool has_streams;             /* the device's work is, or may be, in more than one stream */
    atomic_int last_writer;       /* slot of the stream that wrote the buffer last */
    atomic_uint_least64_t users;  /* a bit for each stream that has used the buffer since the last write, including the last
                                   * writer */
    gla_device *pinned;           /* device that allocated this page-locked host memory; it copies the memory asynchronously,
                                   * and releases it */
    _Atomic(gla_event *) pending; /* event after the last asynchronous copy; managed by pending.c */
    atomic_uint sharing;          /* other users of the memory; managed by sharing.c */
    atomic_uchar exposed;         /* a gla_exposure */
    bool floats;                  /* the memory may be copied to the device of a call: nobody chose its device */
    float credit;                 /* seconds that calls on another device would have saved (core/planner.c) */
    _Atomic(struct gla_buffer *) replica; /* the same values on another device, until they are written; see placing.h */
    _Atomic(struct gla_buffer *) primary; /* of a replica: the memory that it replicates */
    void (*release)(void *owner);         /* called for foreign memory instead of the device's free */
    void *owner;
} gla_buffer;

/* Each of the following functions stores one reference in *out. The struct is followed by `extra` bytes for the caller. */
/* Allocate `bytes` (may be 0) of a device's memory. `zeros` requires a backend with alloc_zeros. */
gla_status gla_buffer_new(const char *op, gla_device *dev, size_t bytes, bool zeros, size_t extra, gla_buffer **out);
/* Allocate page-locked host memory that dev can copy asynchronously; dev has alloc_pinned. */
gla_status gla_buffer_new_pinned(const char *op, gla_device *dev, size_t bytes, size_t extra, gla_buffer **out);
/* Wrap foreign memory. release(owner), if not NULL, is called when the last reference is dropped. */
gla_status gla_buffer_wrap(const char *op, gla_device *dev, void *data, size_t bytes, void (*release)(void *owner), void *owner,
                           size_t extra, gla_buffer **out);

void gla_buffer_unref(gla_buffer *b);

/* ---- order of uses: a check is all that these functions cost without streams, sharing or queued copies --------------- */
extern atomic_bool gla_several_streams; /* true once a stream has been created */

/* Return true if the order of streams matters for this memory. */
static inline bool gla_buffer_is_ordered(const gla_buffer *b)
{
    return atomic_load_explicit(&gla_several_streams, memory_order_relaxed) && b->has_streams;
}

/* Return true if another stream, another library or a queued copy may use the memory. */
static inline bool gla_buffer_is_watched(const gla_buffer *b)
{
    return atomic_load_explicit(&b->pending, memory_order_acquire) || atomic_load_explicit(&b->sharing, memory_order_relaxed) ||
           atomic_load_explicit(&b->replica, memory_order_relaxed) || atomic_load_explicit(&b->primary, memory_order_relaxed) ||
           gla_buffer_is_ordered(b);
}

/* Make the thread's current stream (on the host: the thread) wait until it may read, or write, the memory, and record the
 * use. */
gla_status gla_buffer_wait_to_read(gla_buffer *b);
gla_status gla_buffer_wait_to_write(gla_buffer *b);
static inline gla_status gla_buffer_reads(gla_buffer *b)
{
    return gla_buffer_is_watched(b) ? gla_buffer_wait_to_read(b) : GLA_OK;
}
static inline gla_status gla_buffer_writes(gla_buffer *b)
{
    return gla_buffer_is_watched(b) ? gla_buffer_wait_to_write(b) : GLA_OK;
}

#endif
