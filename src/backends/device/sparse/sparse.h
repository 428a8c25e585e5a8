/* sparse.h - products of sparse matrices over our own kernels. */
#ifndef GLA_BACKENDS_DEVICE_SPARSE_H
#define GLA_BACKENDS_DEVICE_SPARSE_H

#include "backends/device/programs.h"

gla_device_program gla_device_sparse_program(gla_dtype dtype, bool wide);
gla_device_program gla_device_sparse_solve_program(gla_dtype dtype, bool wide);
gla_device_program gla_device_sparse_count_program(bool wide);
gla_device_program gla_device_sparse_fill_program(gla_dtype dtype, bool wide);
gla_device_program gla_device_sparse_sampled_program(gla_dtype dtype, bool wide);

__typeof__(*((gla_sparse_ops *)0)->solve_triangular) gla_device_solve_triangular;
__typeof__(*((gla_sparse_ops *)0)->count_product) gla_device_count_product;
__typeof__(*((gla_sparse_ops *)0)->fill_product) gla_device_fill_product;
__typeof__(*((gla_sparse_ops *)0)->sampled) gla_device_sampled;

extern const gla_sparse_ops gla_device_sparse_ops;

#endif
