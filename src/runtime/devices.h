/* devices.h - the host's device, memory for work space, and the queue that a thread uses. */
#ifndef GLA_RUNTIME_DEVICES_H
#define GLA_RUNTIME_DEVICES_H

#include "backend.h"

GLA_BEGIN_DECLS

/* The host's device, whose backend can be asked for what another one has not. */
gla_status gla_host_device(gla_device **dev);

/* Work space on dev counts as arrays do: take before it is allocated (OutOfMemoryError beyond the limit), give after it is
 * freed; fail when it was taken but could not be allocated. */
gla_status gla_memory_take(const char *op, gla_device *dev, size_t bytes);
void gla_memory_give(gla_device *dev, size_t bytes);
gla_status gla_memory_fail(const char *op, gla_device *dev, size_t bytes);

/* The queue (of gla_stream_ops) that this thread puts its work on dev into. */
void *gla_stream_state(const gla_device *dev);

GLA_END_DECLS

#endif
