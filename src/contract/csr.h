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
    /* Rows longer than GLA_SPARSE_LONG. long_rows contains their row indices. Each is divided into segments of GLA_SPARSE_LONG
     * elements: long_starts contains the number of each row's first segment and finally the total number. Both are int64, in
     * memory of the device. */
    int64_t longs, segments;
    const void *long_rows, *long_starts;
    /* Encoding used by multiply if the elements are on few diagonals, else NULL. The distance of an element is its column minus
     * its row. codes[i] is the index of element i's distance in `distances`, of length n_distances. starts[r] is the position
     * of row r's first element relative to the first row of its group of 256 rows. */
    int64_t n_distances;
    const uint8_t *codes;
    const uint16_t *starts;
    const int64_t *distances;
    /* Block structure used by multiply: the matrix consists of dense square blocks of this order; 0 if it does not.
     * block_columns contains the column of each block, row of blocks by row of blocks, in the dtype of indices. */
    int64_t block;
    const void *block_columns;
    /* Runs used by multiply: in a run each row has the column indices of the previous row plus one. Each entry of runs is the
     * first row of a run and its number of rows. n_runs is 0 unless nearly all rows are in runs. */
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
    int64_t lanes;         /* number of partial sums per row, a power of 2; lane l adds elements l, l + lanes, … */
    int64_t levels;        /* number of levels */
    const int64_t *splits; /* for each row, the position of its first element on or right of the diagonal */
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
