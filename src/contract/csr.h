/* csr.h - Sparse matrices passed to slots: compressed sparse rows, triplets, diagonals. */
#ifndef GLA_CONTRACT_CSR_H
#define GLA_CONTRACT_CSR_H

#include "gpulinalg/core.h"

#include <stdbool.h>
#include <stdint.h>

/* A matrix in compressed sparse row format. All arrays are contiguous. indices and indptr have the same dtype, int32 or int64,
 * and have been checked. */
typedef struct gla_csr {
    int64_t rows, cols, nnz;
    gla_dtype dtype, index; /* dtype of data; dtype of indices and indptr */
    const void *data, *indices, *indptr;
    /* Rows with more than GLA_SPARSE_LONG elements. long_rows contains the indices of these rows. Each long row is divided into
     * segments of GLA_SPARSE_LONG elements. long_starts contains the index of each row's first segment, and finally the total
     * number of segments. Both arrays are int64, in device memory. */
    int64_t longs, segments;
    const void *long_rows, *long_starts;
    /* Compact encoding used by multiply if the elements are on few diagonals, else NULL. The distance of an element is its
     * column index minus its row index. codes[i] is the index of element i's distance in `distances`, an array of length
     * n_distances. starts[r] is the position of row r's first element, relative to the first row of its group of 256 rows. */
    int64_t n_distances;
    const uint8_t *codes;
    const uint16_t *starts;
    const int64_t *distances;
    /* Block structure used by multiply. If `block` is not 0, the matrix consists of dense square blocks of that order.
     * block_columns contains the block column of each block, one row of blocks after the other, in the dtype of indices. */
    int64_t block;
    const void *block_columns;
    /* Runs of rows used by multiply. In a run the column indices of each row are the column indices of the previous row plus
     * one. Each element of runs contains the first row of a run and the number of rows in the run. n_runs is 0 unless nearly
     * all rows are in runs. */
    int64_t n_runs;
    const int64_t (*runs)[2];
} gla_csr;

#define GLA_SPARSE_LONG 2048
#define GLA_SPARSE_CODES 256
#define GLA_SPARSE_RUN 8 /* minimum number of rows in a run */
#define GLA_SPARSE_TALL 16

/* A triangle of a square matrix, for triangular solves. The rows of one level depend only on rows of earlier levels. Arrays are
 * int64 and on the device, except `starts`, which is on the host. */
typedef struct gla_triangle {
    bool lower, unit;
    int64_t lanes;         /* number of partial sums per row, a power of 2; partial sum l adds elements l, l + lanes, … */
    int64_t levels;        /* number of levels */
    const int64_t *splits; /* for each row, the position of its first element on the diagonal or right of it */
    const int64_t *order;  /* row indices level by level, ascending within a level */
    const int64_t *starts; /* position in `order` at which each level starts, and finally the end of the last level */
} gla_triangle;

#define GLA_SPARSE_LANES 32 /* maximum of gla_triangle.lanes */

/* A matrix in coordinate format: values with row and column indices, which are in range. All arrays are contiguous. */
typedef struct gla_triplets {
    int64_t rows, cols, n;
    gla_dtype dtype; /* dtype of data */
    const void *data;
    const int64_t *row, *col;
} gla_triplets;

/* A matrix with values on few diagonals, sorted by offset. Element i of diagonal d is values[d][steps[d] * i]. */
typedef struct gla_diagonals {
    int64_t rows, cols;
    int n;
    gla_dtype dtype;
    int64_t offsets[GLA_MAX_NDIM], steps[GLA_MAX_NDIM]; /* each step is 0 or 1 */
    const void *values[GLA_MAX_NDIM];
} gla_diagonals;

#endif
