/* registry.h - State of each backend in the registry, for device.c and info.c. */
#ifndef GLA_RUNTIME_REGISTRY_H
#define GLA_RUNTIME_REGISTRY_H

#include "runtime/runtime.h"

typedef struct gla_backend_entry_point {
    char name[16];
    bool looked_for, tried;               /* true if the module has been searched for; true if its devices have been
                                           * enumerated */
    const gla_backend *backend;           /* NULL: not loaded; reason states why */
    const gla_backend *(*compiler)(void); /* compiler entry of a module whose driver is missing, or NULL */
    gla_device *devices;
    int n_devices;
    unsigned opened; /* a bit for each opened device */
    char file[1200];
    char reason[1400]; /* reason why the backend cannot be used; empty if it can be used */
} gla_backend_entry_point;

/* Load all backends that have not been tried yet and return the number of backends. *list points to the registry's own
 * array. */
int gla_load_backends(const gla_backend_entry_point **list);

/* Load a backend that can compile for devices that are not present. Fails with DeviceError if it was not built. */
gla_status gla_load_compiler(const char *name, const gla_backend **backend);

/* Open a device, once. */
gla_status gla_open_device(gla_device *dev);
/* Return true if this process has opened an accelerator. */
bool gla_has_open_accelerator(void);

/* Describe how the default device was chosen; call after gla_default_device. */
const char *gla_device_chosen_by(void);

#endif
