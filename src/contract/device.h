/* device.h - the contract of devices: how many there are, and what is known of them.
 * ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_DEVICE_H
#define GLA_CONTRACT_DEVICE_H

#include "backend.h"

typedef struct gla_device_ops {
    /* Number of devices; 0 with a reason through gla_fail(GLA_DEVICE_ERROR) when the driver is missing.  Called once. */
    int (*count)(void);
    /* Make ready for use: contexts, streams.  Called once, before anything else on dev. */
    gla_status (*open)(gla_device *dev);
    /* Append properties to the record (see gla_device_info), with gla_record_* below. */
    gla_status (*properties)(gla_device *dev, gla_record *record);
    /* Wait for all pending work; reports its failures.  Where there is a stream room it is asked for only when memory that
     * other libraries use goes: their work is meant too. */
    gla_status (*synchronize)(gla_device *dev);
    /* Of a backend with is_gpu: whether dev may be taken as the default before the host.  Called before open.  NULL: yes. */
    bool (*is_gpu)(const gla_device *dev);
} gla_device_ops;

#endif
