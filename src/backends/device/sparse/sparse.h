/* sparse.h - products of sparse matrices over our own kernels. */
#ifndef GLA_BACKENDS_DEVICE_SPARSE_H
#define GLA_BACKENDS_DEVICE_SPARSE_H

#include "backends/device/programs.h"

gla_device_program gla_device_sparse_program(gla_dtype dtype, bool wide);

extern const gla_sparse_ops gla_device_sparse_ops;

#endif
