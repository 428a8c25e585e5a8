/* backend.c - a backend made of a driver and the algorithms of this folder. */
#include "config.h"
#include "backends/device/array/array_kernels.h"
#include "backends/device/dense/dense.h"

gla_backend gla_device_backend(const char *description)
{
    const gla_driver *d = &gla_device_driver;
    return (gla_backend){
        .abi = GLA_BACKEND_ABI,
        .version = PACKAGE_VERSION,
        .name = d->name,
        .description = description,
        .device = d->device,
        .memory = d->memory,
        .stream = d->stream,
        .kernel = d->modules,
        .array = &gla_device_array_ops,
        .blas = &gla_device_blas_ops,
        .lapack = &gla_device_lapack_ops,
    };
}
