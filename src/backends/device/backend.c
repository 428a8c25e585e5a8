/* backend.c - a backend made of a driver and the algorithms of this folder. */
#include "config.h"
#include "backends/device/array/array_kernels.h"
#include "backends/device/formula/formula.h"

static const gla_fused_ops fused_ops = {
    .map = gla_device_formula_map,
    .reduce = gla_device_formula_reduce,
    .scan = gla_device_formula_scan,
};

/* The slots of the array room are the functions of their names, as gla_device_copy, and other rooms the tables of theirs, as
 * gla_device_sorting_ops.  What no file defines is NULL in the backend. */
#define WEAK_SLOT(name) extern __typeof__(gla_device_##name) gla_device_##name __attribute__((weak));
#define WEAK_ROOM(name) extern const gla_##name##_ops gla_device_##name##_ops __attribute__((weak));
GLA_SLOTS_OF_array(WEAK_SLOT) GLA_ROOMS(WEAK_ROOM) struct gla_device_other; /* ends the line for the formatter */

#define SLOT(name) .name = gla_device_##name,
#define ROOM(name) .name = &gla_device_##name##_ops,

gla_backend gla_device_backend(const char *description)
{
    static const gla_array_ops array_ops = {GLA_SLOTS_OF_array(SLOT)};
    const gla_driver *d = &gla_device_driver;
    gla_backend backend = {
        .abi = GLA_BACKEND_ABI, .version = PACKAGE_VERSION, .name = d->name, .description = description, GLA_ROOMS(ROOM)};
    backend.device = d->device;
    backend.memory = d->memory;
    backend.stream = d->stream;
    backend.kernel = d->modules;
    backend.array = &array_ops;
    backend.fused = &fused_ops;
    return backend;
}
