/* sharing.h - memory on a GPU that another library uses too: the order of its work and ours. */
#ifndef GLA_RUNTIME_SHARING_H
#define GLA_RUNTIME_SHARING_H

#include "runtime/stream.h"

/* From now on the memory is used by another library, which works in its default stream. */
void gla_sharing_start(gla_buffer *b);
/* The same for memory of ours: a foreign stream waits for our work on it. */
gla_status gla_sharing_lend(gla_buffer *b, uintptr_t native);

/* Let the thread's current stream wait for a foreign one; before it uses b, for the default one of those, which waits for it
 * after that. */
gla_status gla_sharing_await(gla_device *dev, uintptr_t native);
gla_status gla_sharing_before(const gla_buffer *b);
void gla_sharing_after(const gla_buffer *b);

/* `stream`, in whose order a shared b is about to be released, waits for those that it was lent to. */
void gla_sharing_release(gla_buffer *b, void *stream);
/* Wait until nobody works on b, which its owner is about to take back. */
void gla_sharing_drain(gla_buffer *b);

#endif
