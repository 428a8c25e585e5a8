/* stream.h - the contract of streams, which are queues of work that run in parallel.
 * ../backend.h says what holds for all slots.
 * A backend without this room has finished when its slots return. */
#ifndef GLA_CONTRACT_STREAM_H
#define GLA_CONTRACT_STREAM_H

#include "backend.h"

typedef struct gla_stream_ops {
    /* A queue; asked for once when the device is opened, for the default one, then for those of users.  Queues are kept for
     * the life of the process and given out again. */
    gla_status (*create)(gla_device *dev, void **stream);
    gla_status (*synchronize)(gla_device *dev, void *stream);
    gla_status (*query)(gla_device *dev, void *stream, bool *done);
    /* What is put into `stream` from now on waits for what is in `other` now; `other` is of the same backend. */
    gla_status (*join)(gla_device *dev, void *stream, void *other);
    /* The same between `stream` and a queue of another library, by its native handle or one of the numbers in core.h: it
     * waits for us, or we for it. */
    gla_status (*sync_external)(gla_device *dev, void *stream, uintptr_t native, bool it_waits);
    uintptr_t (*native)(void *stream);

    /* A mark behind what is in `stream` now; with timing it can be asked for the time. */
    gla_status (*event_record)(gla_device *dev, void *stream, bool timing, void **event);
    void (*event_free)(gla_device *dev, void *event);
    gla_status (*event_synchronize)(gla_device *dev, void *event);
    gla_status (*event_query)(gla_device *dev, void *event, bool *done);
    gla_status (*event_wait)(gla_device *dev, void *stream, void *event); /* stream waits; event is of the same backend */
    /* Milliseconds between two marks with timing; waits for them. */
    gla_status (*event_elapsed)(gla_device *dev, void *start, void *end, double *milliseconds);
} gla_stream_ops;

#endif
