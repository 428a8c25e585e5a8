/* stream.h - Contract of streams: queues of work that run in parallel. Rules for all slots are in ../backend.h. If a backend
 * has no stream area, its work has finished when a slot returns. */
#ifndef GLA_CONTRACT_STREAM_H
#define GLA_CONTRACT_STREAM_H

#include "backend.h"

typedef struct gla_stream_ops {
    /* Create a stream. The slot is called for the default stream of a device when the device is opened, then for streams of
     * users. The facade keeps streams until the process ends and reuses them. */
    gla_status (*create)(gla_device *dev, void **stream);
    gla_status (*synchronize)(gla_device *dev, void *stream);
    gla_status (*query)(gla_device *dev, void *stream, bool *done);
    /* Make work that is enqueued in `stream` from now on wait for the work now in `other`, a stream of the same backend. */
    gla_status (*join)(gla_device *dev, void *stream, void *other);
    /* Order the work of `stream` and of a queue of another library, which is given by its native handle or a special value in
     * core.h. If `it_waits` is true the external queue waits for `stream`; otherwise `stream` waits for the external queue. */
    gla_status (*sync_external)(gla_device *dev, void *stream, uintptr_t native, bool it_waits);
    uintptr_t (*native)(void *stream);

    /* Record an event after the work now in `stream`. With `timing` it can be passed to event_elapsed. */
    gla_status (*event_record)(gla_device *dev, void *stream, bool timing, void **event);
    void (*event_free)(gla_device *dev, void *event);
    gla_status (*event_synchronize)(gla_device *dev, void *event);
    gla_status (*event_query)(gla_device *dev, void *event, bool *done);
    gla_status (*event_wait)(gla_device *dev, void *stream, void *event); /* make `stream` wait for an event of the same
                                                                           * backend */
    /* Compute the milliseconds between two events recorded with timing. Blocks until both events have occurred. */
    gla_status (*event_elapsed)(gla_device *dev, void *start, void *end, double *milliseconds);
} gla_stream_ops;

#endif
