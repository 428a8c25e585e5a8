/* registry.h - what the registry knows of each backend; for device.c and info.c. */
#ifndef GLA_RUNTIME_REGISTRY_H
#define GLA_RUNTIME_REGISTRY_H

#include "runtime/runtime.h"

typedef struct gla_backend_entry_point {
    char name[16];
    bool looked_for, tried;               /* its module; its devices */
    const gla_backend *backend;           /* NULL: not loaded, see reason */
    const gla_backend *(*compiler)(void); /* what a module without a driver for its devices has instead, or NULL */
    gla_device *devices;
    int n_devices;
    unsigned opened; /* a bit for each device */
    char file[1200];
    char reason[1400]; /* why it cannot be used; empty when it can */
} gla_backend_entry_point;

/* Load all backends that have not been tried yet; *list is the registry's own. */
int gla_load_backends(const gla_backend_entry_point **list);

/* A backend that compiles for devices which need not be here; DeviceError when it was not built. */
gla_status gla_load_compiler(const char *name, const gla_backend **backend);

/* Make a device ready, once. */
gla_status gla_open_device(gla_device *dev);

/* What made the default device the default, after gla_default_device has found it. */
const char *gla_device_chosen_by(void);

#endif
