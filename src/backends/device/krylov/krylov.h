/* krylov.h - passes of iterative solvers over our own kernels. */
#ifndef GLA_BACKENDS_DEVICE_KRYLOV_H
#define GLA_BACKENDS_DEVICE_KRYLOV_H

#include "backends/device/programs.h"

/* Of up to 4 vectors that are read, 3 that are written, 2 inner products. */
gla_device_program gla_device_krylov_program(gla_dtype dtype, int inputs, int outputs, int dots);

extern const gla_krylov_ops gla_device_krylov_ops;

#endif
