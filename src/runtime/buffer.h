/* buffer.h - blocks of memory on a device, which arrays share: their life, and their order in streams. */
#ifndef GLA_RUNTIME_BUFFER_H
#define GLA_RUNTIME_BUFFER_H

#include "runtime/object.h"

/* Others have the memory's address, or are about to get it, and may change it without a word.  No operation that is put off
 * takes it as an operand any more; when EXPOSED, none that was put off before has it either. */
typedef enum gla_exposure { GLA_NOT_EXPOSED, GLA_TO_BE_EXPOSED, GLA_EXPOSED } gla_exposure;

typedef struct gla_buffer {
    atomic_long refs;
    gla_device *device;
    void *data; /* address on the device; NULL when bytes is 0 */
    size_t bytes;
    bool near;                    /* the data stands behind this struct and is released with it */
    bool has_streams;             /* the device's work is in several queues, or can be */
    atomic_int last_writer;       /* number of the stream that wrote it last */
    atomic_uint_least64_t users;  /* a bit for each stream that has used it since then, the last writer too */
    gla_device *pinned;           /* host memory that this device can copy from and to by itself, and releases */
    _Atomic(gla_event *) pending; /* behind the last such copy; kept by pending.c */
    atomic_uint sharing;          /* who else uses it; kept by sharing.c */
    atomic_uchar exposed;         /* a gla_exposure */
    void (*release)(void *owner); /* memory of somebody else: called instead of the device's free */
    void *owner;
} gla_buffer;

/* Of each of these, *out has one reference and `extra` bytes of the caller's behind the struct. */
/* `bytes` (0: none) of a device's memory, with zeros only where the backend has alloc_zeros. */
gla_status gla_buffer_new(const char *op, gla_device *dev, size_t bytes, bool zeros, size_t extra, gla_buffer **out);
/* The same on the host, in memory that dev, which has alloc_pinned, can copy from and to by itself. */
gla_status gla_buffer_new_pinned(const char *op, gla_device *dev, size_t bytes, size_t extra, gla_buffer **out);
/* Somebody else's memory: release(owner), if it is not NULL, is called when nobody uses it any more. */
gla_status gla_buffer_wrap(const char *op, gla_device *dev, void *data, size_t bytes, void (*release)(void *owner), void *owner,
                           size_t extra, gla_buffer **out);

void gla_buffer_unref(gla_buffer *b);

/* ---- the order of its uses: as long as nobody makes a stream, shares or queues, they cost one look ------------------- */
extern atomic_bool gla_several_streams; /* somebody has made a stream */

/* Whether it matters in which stream the memory is used. */
static inline bool gla_buffer_is_ordered(const gla_buffer *b)
{
    return atomic_load_explicit(&gla_several_streams, memory_order_relaxed) && b->has_streams;
}

/* Whether another stream, another library or a queued copy may use the memory too. */
static inline bool gla_buffer_is_watched(const gla_buffer *b)
{
    return atomic_load_explicit(&b->pending, memory_order_acquire) || atomic_load_explicit(&b->sharing, memory_order_relaxed) ||
           gla_buffer_is_ordered(b);
}

/* Make the thread's current stream (on the host: the thread) wait until the memory may be read, or changed, there; remember
 * that it uses it. */
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
