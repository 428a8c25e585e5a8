/* devices.h - The host device, memory accounting for workspace, and the current stream of a thread. */
#ifndef GLA_RUNTIME_DEVICES_H
#define GLA_RUNTIME_DEVICES_H

#include "backend.h"

GLA_BEGIN_DECLS

/* Return the host device, whose backend computes slots that other backends lack. */
gla_status gla_host_device(gla_device **dev);

/* Account for workspace on dev as for arrays. Call gla_memory_take before the allocation (OutOfMemoryError beyond the limit),
 * gla_memory_give after the memory is freed, and gla_memory_fail if the allocation failed after gla_memory_take. */
gla_status gla_memory_take(const char *op, gla_device *dev, size_t bytes);
void gla_memory_give(gla_device *dev, size_t bytes);
gla_status gla_memory_fail(const char *op, gla_device *dev, size_t bytes);

/* Return the stream (of gla_stream_ops) in which this thread enqueues work on dev. */
void *gla_stream_state(const gla_device *dev);

GLA_END_DECLS

#endif
