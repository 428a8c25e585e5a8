/* layout.h - how stacks of strided matrices are laid before BLAS and LAPACK, which know column-major matrices only.
 *
 * Memory that is row-major for us is, read by columns, the transpose.  So nothing is transposed where a flag will do:
 *   - products: C = A B row-major is Cᵀ = Bᵀ Aᵀ column-major; each operand lies there as it is or transposed by gemm's
 *     flag (gla_call_borrow).  Copies are made only of what BLAS cannot address: strides that are negative, zero,
 *     or neither of them 1.
 *   - triangular systems: as products; a right-hand side that is row-major is solved for from the right (trsm's side).
 *   - solve, inv, det: a straight copy of A, whatever its order, is A or Aᵀ; getrs takes a flag, inverses and
 *     determinants come out in the order of the copy.  A straight copy costs half of a transposing one on the host, at
 *     1000 x 1000 a twentieth of the whole solve.
 *   - svd: a straight copy of row-major A is Aᵀ = Vhᵀ S Uᵀ: the factors change places and come out row-major.
 *   - cholesky: LOWER in column-major terms, for NVIDIA's is twice as fast; the triangle is copied (and turned if it
 *     must be) by the triangle slot, which clears the rest in the same pass; the factor is returned as it lies.
 *   - qr, lu, eigh, eig have no such mirror (it would be LQ, a column permutation, conjugated or left vectors): they
 *     work on a column-major copy, whose cost is small beside theirs, and return column-major results as they lie. */
#ifndef GLA_LINALG_LAYOUT_H
#define GLA_LINALG_LAYOUT_H

#include "core/core.h"
#include "contract/matrix.h"

typedef enum gla_order { GLA_COLUMN_MAJOR, GLA_ROW_MAJOR, GLA_AS_IT_LIES } gla_order;

/* An array of shape (..., m, n) and what BLAS sees in its memory: the m x n matrices, or their transposes. */
typedef struct gla_matrices {
    gla_array *array;  /* of the call's scope */
    gla_matrix matrix; /* stride is set for stacks without gaps, that is by gla_call_matrices and gla_call_copy */
    int64_t batch;     /* number of matrices; likewise */
    bool transposed;   /* matrix is n x m */
} gla_matrices;

/* Shape of the dimensions before the last two of a and b (which may be NULL), broadcast.  ShapeError names both. */
gla_status gla_broadcast_batches(const char *op, const gla_array *a, const gla_array *b, int *nbatch, int64_t *batch);

/* How to walk stacks that broadcast together: `loops` calls of `count` matrices each, matrix b of operand i being
 * step[i] elements after the one before. */
typedef struct gla_batches {
    int64_t loops, count, step[3];
    int ndim;
    int64_t shape[GLA_MAX_NDIM], strides[3][GLA_MAX_NDIM];
} gla_batches;

void gla_batches_plan(gla_batches *plan, int nbatch, const int64_t *batch, int n, gla_array *const arrays[]);
/* Offsets, in elements, of the operands for one loop. */
void gla_batches_offsets(const gla_batches *plan, int n, int64_t loop, int64_t offsets[]);
/* The matrix `offset` elements further on, with the plan's step as its stride. */
gla_matrix gla_matrix_at(const gla_matrices *s, int64_t offset, int64_t stride);

#endif
