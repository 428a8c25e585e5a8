/* sparse.h - Declarations and arithmetic for all value and index dtypes, shared by the sparse files of the host backend. */
#ifndef GLA_BACKENDS_HOST_SPARSE_SPARSE_H
#define GLA_BACKENDS_HOST_SPARSE_SPARSE_H

#include "backends/host/host.h"
#include "contract/sparse.h"

#define REAL_PRODUCT(a, b) ((a) * (b))
#define REAL_SUM(a, b) ((a) + (b))
#define REAL_DIFFERENCE(a, b) ((a) - (b))
#define REAL_NEGATIVE(a) (-(a))
#define REAL_QUOTIENT(a, b) ((a) / (b))
#define REAL_IS_ZERO(a) ((a) == 0)
#define COMPLEX_PRODUCT(a, b) ((T){(a).re * (b).re - (a).im * (b).im, (a).re * (b).im + (a).im * (b).re})
#define COMPLEX_SUM(a, b) ((T){(a).re + (b).re, (a).im + (b).im})
#define COMPLEX_DIFFERENCE(a, b) ((T){(a).re - (b).re, (a).im - (b).im})
#define COMPLEX_NEGATIVE(a) ((T){-(a).re, -(a).im})
#define COMPLEX_IS_ZERO(a) ((a).re == 0 && (a).im == 0)

#define GLA_HOST_SPARSE_ALIKE 9 /* maximum number of elements in a row of a run */

#define PASTE3(a, b, c) a##_##b##_##c
#define NAMED(a, b, c) PASTE3(a, b, c)

/* Return the index of a dtype in the tables of value dtypes. */
static inline int gla_host_value_type(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 ? 0 : dtype == GLA_FLOAT64 ? 1 : dtype == GLA_COMPLEX64 ? 2 : 3;
}

__typeof__(*((gla_sparse_ops *)0)->multiply) gla_host_sparse_multiply;
__typeof__(*((gla_sparse_ops *)0)->find_levels) gla_host_find_levels;
__typeof__(*((gla_sparse_ops *)0)->solve_triangular) gla_host_solve_triangular;
__typeof__(*((gla_sparse_ops *)0)->count_product) gla_host_count_product;
__typeof__(*((gla_sparse_ops *)0)->fill_product) gla_host_fill_product;
__typeof__(*((gla_sparse_ops *)0)->sampled) gla_host_sampled;
__typeof__(*((gla_sparse_ops *)0)->compress) gla_host_compress;
__typeof__(*((gla_sparse_ops *)0)->check_rows) gla_host_check_rows;
__typeof__(*((gla_sparse_ops *)0)->transpose) gla_host_sparse_transpose;
__typeof__(*((gla_sparse_ops *)0)->add) gla_host_sparse_add;
__typeof__(*((gla_sparse_ops *)0)->multiply_elements) gla_host_sparse_multiply_elements;
__typeof__(*((gla_sparse_ops *)0)->find_runs) gla_host_find_runs;
__typeof__(*((gla_sparse_ops *)0)->pick_rows) gla_host_pick_rows;
__typeof__(*((gla_sparse_ops *)0)->count) gla_host_sparse_count;
__typeof__(*((gla_sparse_ops *)0)->extremes) gla_host_sparse_extremes;
__typeof__(*((gla_sparse_ops *)0)->kron) gla_host_sparse_kron;
__typeof__(*((gla_sparse_ops *)0)->from_diagonals) gla_host_sparse_from_diagonals;
__typeof__(*((gla_sparse_ops *)0)->count_blocks) gla_host_count_blocks;
__typeof__(*((gla_sparse_ops *)0)->fill_blocks) gla_host_fill_blocks;

#endif
