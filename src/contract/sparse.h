/* sparse.h - the contract of sparse matrices.  ../backend.h, which includes this, says what holds for all slots. */
#ifndef GLA_CONTRACT_SPARSE_H
#define GLA_CONTRACT_SPARSE_H

#include "array.h"

/* A matrix row by row.  All arrays are contiguous; indices and indptr are of one type, int32 or int64, and have been
 * checked. */
typedef struct gla_csr {
    int64_t rows, cols, nnz;
    gla_dtype dtype, index; /* of data; of the others */
    const void *data, *indices, *indptr;
    /* Rows longer than GLA_SPARSE_LONG: how many, and, int64 where the work is done, their numbers and the segment of
     * GLA_SPARSE_LONG elements with which each begins among those of all, and their number at the end. */
    int64_t longs, segments;
    const void *long_rows, *long_starts;
} gla_csr;

#define GLA_SPARSE_LONG 2048

typedef struct gla_sparse_ops {
    /* out = A x.  x is (cols, k), k > 0, of A's type; element (i, j) is at x[i*row + j*col].  out is (rows, k), row-major, not
     * empty; A may have no elements.  The order of additions depends on A alone. */
    gla_status (*multiply)(gla_device *dev, const gla_csr *a, const void *x, int64_t row, int64_t col, int64_t k, void *out);
} gla_sparse_ops;

#endif
