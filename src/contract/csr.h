/* csr.h - sparse matrices that slots take: compressed rows, triplets, diagonals. */
#ifndef GLA_CONTRACT_CSR_H
#define GLA_CONTRACT_CSR_H

#include "gpulinalg/core.h"

#include <stdbool.h>
#include <stdint.h>

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
    /* Where elements lie on few diagonals, for multiply, else NULL: of each element the number of its distance, column minus
     * row, among so many; of each row where it begins behind the first one of its group of 256 rows. */
    int64_t n_distances;
    const uint8_t *codes;
    const uint16_t *starts;
    const int64_t *distances;
    /* Where the matrix consists of blocks that many rows high and columns wide, for multiply, else 0: the column of each block,
     * of the type of indices, row by row of blocks. */
    int64_t block;
    const void *block_columns;
    /* Where nearly all rows stand in runs, in which each has the columns of the row before, all one further, for multiply, else
     * 0: how many runs there are, and the first row of each and the number of its rows. */
    int64_t n_runs;
    const int64_t (*runs)[2];
} gla_csr;

#define GLA_SPARSE_LONG 2048
#define GLA_SPARSE_CODES 256
#define GLA_SPARSE_RUN 8 /* rows of a run at least */
#define GLA_SPARSE_TALL 16

/* A triangle of a square matrix, for solving.  Rows of one level depend on those of levels before it only.  int64, where the
 * work is done but for `starts`, which is on the host. */
typedef struct gla_triangle {
    bool lower, unit;
    int64_t lanes;  /* the sum of a row is that of so many sums, a power of 2: the elements with numbers l, l + lanes … */
    int64_t levels; /* how many there are */
    const int64_t *splits; /* of each row: where its first element is whose column is not left of the diagonal */
    const int64_t *order;  /* rows level by level, in a level rising */
    const int64_t *starts; /* where each level begins in `order`, and where the last one ends */
} gla_triangle;

#define GLA_SPARSE_LANES 32 /* at most */

/* Values with their rows and columns, which are in range; all contiguous. */
typedef struct gla_triplets {
    int64_t rows, cols, n;
    gla_dtype dtype; /* of data */
    const void *data;
    const int64_t *row, *col;
} gla_triplets;

/* A matrix with values on few diagonals, offsets rising: element i of one is at values[step * i]. */
typedef struct gla_diagonals {
    int64_t rows, cols;
    int n;
    gla_dtype dtype;
    int64_t offsets[GLA_MAX_NDIM], steps[GLA_MAX_NDIM]; /* a step is 0 or 1 */
    const void *values[GLA_MAX_NDIM];
} gla_diagonals;

#endif
