/* device.h - Contract of devices: enumeration and properties. Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_DEVICE_H
#define GLA_CONTRACT_DEVICE_H

#include "backend.h"

typedef struct gla_device_ops {
    /* Return the number of devices. Return 0, with a reason through gla_fail(GLA_DEVICE_ERROR), if the driver is missing.
     * Called once. */
    int (*count)(void);
    /* Prepare the device for use: create contexts and streams. Called once, before any other slot that receives dev. */
    gla_status (*open)(gla_device *dev);
    /* Append properties to the record (see gla_device_info) with the gla_record_* functions. */
    gla_status (*properties)(gla_device *dev, gla_record *record);
    /* Wait for all pending work and report its failures. If the backend has a stream area, the facade calls this slot only
     * before memory shared with other libraries is released. The slot must then also wait for the work of those libraries. */
    gla_status (*synchronize)(gla_device *dev);
    /* Return true if dev may become the default device instead of the host. The slot is used only if the backend has is_gpu
     * set, and is called before open. NULL means true. */
    bool (*is_gpu)(const gla_device *dev);
} gla_device_ops;

#endif
