/* pending.h - copies that are still going on between page-locked host memory and a device. */
#ifndef GLA_RUNTIME_PENDING_H
#define GLA_RUNTIME_PENDING_H

#include "runtime/stream.h"

/* Wait until nothing is copied from or to this memory any more. */
gla_status gla_pending_wait(gla_buffer *b);
/* The same for memory that is to be freed: a wish to stop does not count. */
void gla_pending_end(gla_buffer *b);

/* Whether copies between this host memory and dev can be queued. */
bool gla_pending_possible(const gla_buffer *b, const gla_device *dev);
/* Queue a copy of a block in this memory to dev or from it, behind what is copied already. */
gla_status gla_pending_copy(gla_buffer *b, gla_device *dev, void *device, void *host, size_t bytes, bool up);

#endif
