/* krylov.h - Passes of iterative solvers by our own kernels. */
#ifndef GLA_BACKENDS_DEVICE_KRYLOV_H
#define GLA_BACKENDS_DEVICE_KRYLOV_H

#include "backends/device/programs.h"

extern const gla_krylov_ops gla_device_krylov_ops;

#endif
