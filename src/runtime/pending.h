/* pending.h - Pending copies between page-locked host memory and a device. */
#ifndef GLA_RUNTIME_PENDING_H
#define GLA_RUNTIME_PENDING_H

#include "runtime/stream.h"

/* Wait until no copy from or to this memory is pending. */
gla_status gla_pending_wait(gla_buffer *b);
/* Like gla_pending_wait, before the memory is freed; Ctrl-C does not end the wait. */
void gla_pending_end(gla_buffer *b);

/* Return true if copies between this host memory and dev can be queued. */
bool gla_pending_possible(const gla_buffer *b, const gla_device *dev);
/* Queue a copy of a block in this memory to or from dev, after all copies queued before. */
gla_status gla_pending_copy(gla_buffer *b, gla_device *dev, void *device, void *host, size_t bytes, bool up);

#endif
