/* backend.c - Assemble a backend from a driver and the algorithms of this folder. */
#include "config.h"
#include "backends/device/array/array_kernels.h"
#include "backends/device/array/slots.h"
#include "backends/device/dense/dense.h"
#include "backends/device/fft/fft.h"
#include "backends/device/formula/formula.h"
#include "backends/device/found.h"
#include "backends/device/krylov/krylov.h"
#include "backends/device/list/warm.h"
#include "backends/device/random/quasi.h"
#include "backends/device/sorting/sorting.h"
#include "backends/device/series/series.h"
#include "backends/device/random/random.h"
#include "backends/device/sparse/sparse.h"
#include "contract/fused.h"

#define SLOT(name) .name = gla_device_##name,

static const gla_array_ops array_ops = {GLA_DEVICE_SLOTS(SLOT)};

static const gla_fused_ops fused_ops = {
    .map = gla_device_formula_map,
    .reduce = gla_device_formula_reduce,
    .scan = gla_device_formula_scan,
};

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
        .array = &array_ops,
        .fused = &fused_ops,
        .quasi = &gla_device_quasi_ops,
        .sorting = &gla_device_sorting_ops,
        .series = &gla_device_series_ops,
        .random = &gla_device_random_ops,
        .sparse = &gla_device_sparse_ops,
        .krylov = &gla_device_krylov_ops,
        .program = &gla_device_program_ops,
        .blas = &gla_device_blas_ops,
        .lapack = &gla_device_lapack_ops,
        .fft = &gla_device_fft_ops,
    };
}
