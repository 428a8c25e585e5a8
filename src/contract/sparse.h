/* sparse.h - the contract of sparse matrices; ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_SPARSE_H
#define GLA_CONTRACT_SPARSE_H

#include "backend.h"
#include "contract/csr.h"

typedef struct gla_sparse_ops {
    /* out = A x.  x is (cols, k), k > 0, of A's type; element (i, j) is at x[i*row + j*col].  out is (rows, k), row-major, not
     * empty; A may have no elements.  The order of additions depends on A alone. */
    gla_status (*multiply)(gla_device *dev, const gla_csr *a, const void *x, int64_t row, int64_t col, int64_t k, void *out);

    /* The levels of a square matrix with elements, for rows of a triangle: members of gla_triangle.  facts: how many levels
     * there are; the first row whose element on the diagonal is zero, or -1; the first one where it is not kept, or -1.
     * Blocks. */
    gla_status (*find_levels)(gla_device *dev, const gla_csr *a, bool lower, int64_t *splits, int64_t *order, int64_t *starts,
                              int64_t facts[3]);
    /* x, (rows, k) without gaps and not empty, holds right-hand sides and then solutions.  Unless the diagonal is taken for
     * ones, all of it is kept and not zero.  A row's sum over the triangle without the diagonal is made of the sums of the
     * lanes, each from its first element on, the second half of them added to the first until one is left; the solution is
     * right-hand side minus sum, divided by the element of the diagonal. */
    gla_status (*solve_triangular)(gla_device *dev, const gla_csr *a, const gla_triangle *t, int64_t k, void *x);

    /* The product of two matrices with elements, of one type of values and one of places: first how many elements each row of
     * it has, then, where that leaves any, their columns and values; row i begins at ends[i].  A place is kept wherever a
     * product of kept values falls; the products that fall there are added up in the order of A's columns, beginning with the
     * first one.
     * facts: what a backend notes for itself; facts[0] is -1 where it was another one.  A GPU's are called with no more than
     * INT32_MAX columns.  Both may block. */
    gla_status (*count_product)(gla_device *dev, const gla_csr *a, const gla_csr *b, int64_t *counts, int64_t facts[3]);
    gla_status (*fill_product)(gla_device *dev, const gla_csr *a, const gla_csr *b, const int64_t *ends, const int64_t facts[3],
                               void *indices, void *data);

    /* out: for each place (i, j) of A the product of row i of x and row j of y, k > 0 elements each, added up from the first
     * one on; weighted: times the value of A, which has none otherwise.  x and y are row-major. */
    gla_status (*sampled)(gla_device *dev, const gla_csr *a, const void *x, const void *y, int64_t k, bool weighted, void *out);

    /* Optional.  Rows of n > 0 triplets, sorted by column, what stands at one place added up in the order in which it is given:
     * indptr, and indices and values, in which there is space for n, all three of type `index` or that of the values; *nnz is
     * how many there are.  Blocks. */
    gla_status (*compress)(gla_device *dev, const gla_triplets *t, gla_dtype index, void *indptr, void *indices, void *values,
                           int64_t *nnz);

    /* Optional.  The rows of the transpose of a matrix with elements: its indptr, of a->cols + 1 elements, and indices and
     * data, of the types of a's. */
    gla_status (*transpose)(gla_device *dev, const gla_csr *a, void *indptr, void *indices, void *data);

    /* Optional.  a + b, or a - b, of two matrices of one shape, one type of values and one of places: indptr, and indices and
     * values, in which there is space for the elements of both; *nnz is how many there are.  Blocks. */
    gla_status (*add)(gla_device *dev, const gla_csr *a, const gla_csr *b, bool minus, void *indptr, void *indices,
                      void *values, int64_t *nnz);

    /* Optional.  The elements of both, each with the product of the two values, of two matrices as for add with elements:
     * indptr, and indices and values, in which there is space for the elements of a; *nnz is how many there are.  Blocks. */
    gla_status (*multiply_elements)(gla_device *dev, const gla_csr *a, const gla_csr *b, void *indptr, void *indices,
                                    void *values, int64_t *nnz);

    /* Optional, both or none.  The distances of a matrix with elements, and its codes: members of gla_csr.  *count is how many
     * distances there are, 0 where multiply would not use codes, or more than GLA_SPARSE_CODES, of which there is memory for.
     * seen: a->rows + a->cols bytes, zeros before, which write_codes gets as find_distances leaves them.  The first one
     * blocks. */
    gla_status (*find_distances)(gla_device *dev, const gla_csr *a, uint8_t *seen, int64_t *distances, int64_t *count);
    gla_status (*write_codes)(gla_device *dev, const gla_csr *a, const uint8_t *seen, uint8_t *codes, uint16_t *starts);

    /* Optional.  Whether a matrix with elements consists of square blocks, all of whose elements are kept: members of gla_csr.
     * *size is 0 where it does not, or multiply would not use them.  columns: of the type of indices, memory for a ninth of
     * the elements.  Blocks. */
    gla_status (*find_blocks)(gla_device *dev, const gla_csr *a, void *columns, int64_t *size);

    /* Optional.  The runs of a matrix with elements: members of gla_csr.  *count is 0 where multiply would not use them.  runs:
     * memory for a run of each GLA_SPARSE_RUN rows.  Blocks. */
    gla_status (*find_runs)(gla_device *dev, const gla_csr *a, int64_t (*runs)[2], int64_t *count);

    /* Optional.  Indices and data of n > 0 rows of a, whose numbers are given, one after the other; the row with the number
     * numbers[i] begins at starts[i], and the last one ends at starts[n]. */
    gla_status (*pick_rows)(gla_device *dev, const gla_csr *a, int64_t n, const int64_t *numbers, const int64_t *starts,
                            void *indices, void *data);

    /* Optional.  Whether indptr rises from 0 to nnz, and the columns of each row from 0 on, each once, staying below a->cols.
     * Nothing of this is known, but that there are elements and rows.  Blocks. */
    gla_status (*check_rows)(gla_device *dev, const gla_csr *a, bool *good);

    /* Optional.  How many elements that are not zero each row, or column, of a matrix with elements has. */
    gla_status (*count)(gla_device *dev, const gla_csr *a, bool columns, int64_t *out);

    /* Optional.  The largest or the least element of each row, or column, of a real matrix with elements, zeros that are not
     * kept among them: NaN where there is one; of zeros alone -0 is less than 0 where all are kept, else it is 0. */
    gla_status (*extremes)(gla_device *dev, const gla_csr *a, bool columns, bool largest, void *out);

    /* Optional.  The Kronecker product of two matrices with elements, of one type of values and one of places, which its places
     * have too. */
    gla_status (*kron)(gla_device *dev, const gla_csr *a, const gla_csr *b, void *indptr, void *indices, void *values);

    /* Optional.  The rows of a matrix of diagonals, of which each has elements: indptr and indices are of type `index`. */
    gla_status (*from_diagonals)(gla_device *dev, const gla_diagonals *d, gla_dtype index, void *indptr, void *indices,
                                 void *values);

    /* Optional, both or none.  The blocks of r rows, up to GLA_SPARSE_TALL, and c columns with elements, of a matrix with
     * elements that can be cut into such: for each row of blocks, and the end, where it begins among them; of each block its
     * column, and its values row by row.  The first one blocks. */
    gla_status (*count_blocks)(gla_device *dev, const gla_csr *a, int64_t r, int64_t c, int64_t *starts);
    gla_status (*fill_blocks)(gla_device *dev, const gla_csr *a, int64_t r, int64_t c, int64_t *starts, int64_t *indices,
                              void *data);
} gla_sparse_ops;

#endif
