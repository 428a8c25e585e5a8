/* sharing.h - Order the work of this library and of another library on shared GPU memory. */
#ifndef GLA_RUNTIME_SHARING_H
#define GLA_RUNTIME_SHARING_H

#include "runtime/stream.h"

/* Mark memory as used by another library in its default stream. */
void gla_sharing_start(gla_buffer *b);
/* Lend our memory: the foreign stream waits for our work on it. */
gla_status gla_sharing_lend(gla_buffer *b, uintptr_t native);

/* gla_sharing_await: make the thread's current stream wait for a foreign stream. gla_sharing_before: before b is used, wait for
 * the foreign default stream. gla_sharing_after: make the foreign default stream wait for our use. */
gla_status gla_sharing_await(gla_device *dev, uintptr_t native);
gla_status gla_sharing_before(const gla_buffer *b);
void gla_sharing_after(const gla_buffer *b);

/* Make `stream`, in whose order shared memory is about to be released, wait for the streams that the memory was lent to. */
void gla_sharing_release(gla_buffer *b, void *stream);
/* Wait until no work uses b, before the owner of its memory takes the memory back. */
void gla_sharing_drain(gla_buffer *b);

#endif
