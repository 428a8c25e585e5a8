/* sparse.h - Operations on sparse matrices by our own kernels. */
#ifndef GLA_BACKENDS_DEVICE_SPARSE_H
#define GLA_BACKENDS_DEVICE_SPARSE_H

#include "backends/device/layouts.h"
#include "backends/device/programs.h"
#include "contract/sparse.h"

#define GLA_DEVICE_SHORT_ROW 32 /* if the average row has fewer elements, a group loads the elements of its rows together */

__typeof__(*((gla_sparse_ops *)0)->solve_triangular) gla_device_solve_triangular;
__typeof__(*((gla_sparse_ops *)0)->count_product) gla_device_count_product;
__typeof__(*((gla_sparse_ops *)0)->fill_product) gla_device_fill_product;
__typeof__(*((gla_sparse_ops *)0)->sampled) gla_device_sampled;
__typeof__(*((gla_sparse_ops *)0)->transpose) gla_device_sparse_transpose;
__typeof__(*((gla_sparse_ops *)0)->find_distances) gla_device_find_distances;
__typeof__(*((gla_sparse_ops *)0)->write_codes) gla_device_write_codes;
__typeof__(*((gla_sparse_ops *)0)->find_blocks) gla_device_find_blocks;

/* Compute out = A x for one vector and a matrix with codes. */
gla_status gla_device_multiply_coded(gla_device *dev, const gla_csr *a, const sparse_sizes *s, const void *x, void *out);
/* Compute out = A x for one vector and a matrix that consists of blocks. */
gla_status gla_device_multiply_blocks(gla_device *dev, const gla_csr *a, const sparse_sizes *s, const void *x, void *out);

extern const gla_sparse_ops gla_device_sparse_ops;

#endif
