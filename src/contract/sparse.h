/* sparse.h - Contract of sparse matrices. Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_SPARSE_H
#define GLA_CONTRACT_SPARSE_H

#include "backend.h"
#include "contract/csr.h"

typedef struct gla_sparse_ops {
    /* out = A x. x is (cols, k), k > 0, of A's dtype; element (i, j) is x[i*row + j*col]. out is (rows, k), row-major and not
     * empty. A may have no stored elements. The order of additions depends only on A. */
    gla_status (*multiply)(gla_device *dev, const gla_csr *a, const void *x, int64_t row, int64_t col, int64_t k, void *out);

    /* Compute the level schedule of a triangle of a square matrix that has elements. The outputs are members of gla_triangle.
     * facts[0] is the number of levels, facts[1] the first row with a zero diagonal element or -1, and facts[2] the first row
     * without a stored diagonal element or -1. Blocks. */
    gla_status (*find_levels)(gla_device *dev, const gla_csr *a, bool lower, int64_t *splits, int64_t *order, int64_t *starts,
                              int64_t facts[3]);
    /* Triangular solve in place. x is (rows, k), contiguous and not empty; right-hand sides are replaced by solutions. Unless
     * the diagonal is implicitly one, all diagonal elements are stored and nonzero. The sum over a row's off-diagonal elements
     * in the triangle is computed as partial sums (`lanes` of gla_triangle), each starting with its first element. Then the
     * second half of the partial sums is added to the first half until one sum is left. The solution is (right-hand side - sum)
     * / diagonal element. */
    gla_status (*solve_triangular)(gla_device *dev, const gla_csr *a, const gla_triangle *t, int64_t k, void *x);

    /* Product of two matrices that have elements, of the same value dtype and index dtype. count_product counts the elements of
     * each row of the product. If there are any, fill_product computes their columns and values; row i starts at ends[i]. The
     * product contains an element at each position to which stored elements contribute, even if the sum is zero. Terms are
     * added in the order of A's columns. facts contains private data of a backend; facts[0] is -1 if another backend did the
     * count. GPU slots are called with at most INT32_MAX columns. Both slots may block. */
    gla_status (*count_product)(gla_device *dev, const gla_csr *a, const gla_csr *b, int64_t *counts, int64_t facts[3]);
    gla_status (*fill_product)(gla_device *dev, const gla_csr *a, const gla_csr *b, const int64_t *ends, const int64_t facts[3],
                               void *indices, void *data);

    /* Sampled dense product. For each element (i, j) of A, out is the inner product of row i of x and row j of y, of length k >
     * 0, with terms added in order. If `weighted` is true the product is multiplied by the value of A; otherwise A has no
     * values. x and y are row-major. */
    gla_status (*sampled)(gla_device *dev, const gla_csr *a, const void *x, const void *y, int64_t k, bool weighted, void *out);

    /* Optional. Convert n > 0 triplets, sorted by column, to CSR, and add up duplicates in their given order. indptr, indices
     * and values are outputs; indices and values have space for n elements. *nnz receives the number of elements written.
     * indptr and indices have dtype `index`. Blocks. */
    gla_status (*compress)(gla_device *dev, const gla_triplets *t, gla_dtype index, void *indptr, void *indices, void *values,
                           int64_t *nnz);

    /* Optional. Transpose a matrix that has elements. indptr has a->cols + 1 elements; dtypes are those of a. */
    gla_status (*transpose)(gla_device *dev, const gla_csr *a, void *indptr, void *indices, void *data);

    /* Optional. a + b, or a - b if `minus` is true, for two matrices of the same shape and dtypes. indices and values have
     * space for the elements of both matrices. *nnz receives the number of elements written. Blocks. */
    gla_status (*add)(gla_device *dev, const gla_csr *a, const gla_csr *b, bool minus, void *indptr, void *indices,
                      void *values, int64_t *nnz);

    /* Optional. Elementwise product of two matrices that have elements and the same shape and dtypes. The result contains the
     * elements that both matrices store. indices and values have space for the elements of a; *nnz receives the number of
     * elements written. Blocks. */
    gla_status (*multiply_elements)(gla_device *dev, const gla_csr *a, const gla_csr *b, void *indptr, void *indices,
                                    void *values, int64_t *nnz);

    /* Optional, both slots or neither. Encode the diagonals of a matrix that has elements; the outputs are members of gla_csr.
     * *count receives the number of distances. *count is 0 if multiply would not use codes, and more than GLA_SPARSE_CODES, the
     * size of `distances`, if there are too many distances. seen (a->rows + a->cols bytes) is zero on entry and is passed
     * unchanged to write_codes. find_distances blocks. */
    gla_status (*find_distances)(gla_device *dev, const gla_csr *a, uint8_t *seen, int64_t *distances, int64_t *count);
    gla_status (*write_codes)(gla_device *dev, const gla_csr *a, const uint8_t *seen, uint8_t *codes, uint16_t *starts);

    /* Optional. Detect a structure of square blocks whose elements are all stored; the outputs are members of gla_csr. *size is
     * 0 if there is no such structure or multiply would not use it. columns has the dtype of indices and space for a ninth of
     * the elements. Blocks. */
    gla_status (*find_blocks)(gla_device *dev, const gla_csr *a, void *columns, int64_t *size);

    /* Optional. Find the runs of rows of a matrix that has elements; the outputs are members of gla_csr. *count is 0 if
     * multiply would not use the runs. runs has space for one run per GLA_SPARSE_RUN rows. Blocks. */
    gla_status (*find_runs)(gla_device *dev, const gla_csr *a, int64_t (*runs)[2], int64_t *count);

    /* Optional. Copy indices and data of n > 0 rows of a to consecutive positions of the output. The copy of the row with index
     * numbers[i] starts at position starts[i], and the copy of the last row ends at starts[n]. */
    gla_status (*pick_rows)(gla_device *dev, const gla_csr *a, int64_t n, const int64_t *numbers, const int64_t *starts,
                            void *indices, void *data);

    /* Optional. Set *good to true if indptr is nondecreasing from 0 to nnz and the columns of each row are strictly ascending,
     * nonnegative, and less than a->cols. a has rows and elements; nothing else has been checked. Blocks. */
    gla_status (*check_rows)(gla_device *dev, const gla_csr *a, bool *good);

    /* Optional. Count the nonzero elements of each row, or column, of a matrix that has elements. */
    gla_status (*count)(gla_device *dev, const gla_csr *a, bool columns, int64_t *out);

    /* Optional. Compute the maximum or minimum of each row, or column, of a real matrix that has elements, including its
     * implicit zeros. NaN propagates. If all elements are zeros and all are stored, -0 is less than 0; otherwise a zero result
     * is +0. */
    gla_status (*extremes)(gla_device *dev, const gla_csr *a, bool columns, bool largest, void *out);

    /* Optional. Kronecker product of two matrices that have elements, of the same value dtype and index dtype. The result has
     * these dtypes. */
    gla_status (*kron)(gla_device *dev, const gla_csr *a, const gla_csr *b, void *indptr, void *indices, void *values);

    /* Optional. Convert a matrix of nonempty diagonals to CSR. indptr and indices have dtype `index`. */
    gla_status (*from_diagonals)(gla_device *dev, const gla_diagonals *d, gla_dtype index, void *indptr, void *indices,
                                 void *values);

    /* Optional, both slots or neither. Divide a matrix that has elements into blocks of r rows (up to GLA_SPARSE_TALL) and c
     * columns; r and c divide the shape of the matrix. starts receives for each row of blocks the index of its first nonempty
     * block, and finally the total number of nonempty blocks. indices receives the block column of each nonempty block, and
     * data its values row by row. count_blocks blocks. */
    gla_status (*count_blocks)(gla_device *dev, const gla_csr *a, int64_t r, int64_t c, int64_t *starts);
    gla_status (*fill_blocks)(gla_device *dev, const gla_csr *a, int64_t r, int64_t c, int64_t *starts, int64_t *indices,
                              void *data);
} gla_sparse_ops;

#endif
