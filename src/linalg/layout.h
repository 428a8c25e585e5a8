/* layout.h - Layout of strided matrix stacks for BLAS and LAPACK, which accept column-major matrices only.
 *
 * A row-major matrix, read by columns, is its transpose.  Therefore nothing is transposed if a flag is sufficient:
 *  - products: C = A B row-major is Cᵀ = Bᵀ Aᵀ column-major.  A flag of gemm describes whether an operand is transposed
 *    (gla_call_borrow).  Only operands that BLAS cannot address are copied: operands with negative or zero strides, or
 *    with no stride of 1.
 *  - triangular systems: as for products.  A row-major right-hand side is solved for from the right (trsm has a flag).
 *  - solve, inv, det: a copy of A in its own order is A or Aᵀ.  getrs has a flag for Aᵀ; inverses and determinants
 *    have the order of the copy.  On the host a copy in the same order takes half the time of a transposing copy, which
 *    at 1000 x 1000 takes a twentieth of the time of the whole solve.
 *  - svd: a copy of a row-major A in its own order is Aᵀ = Vhᵀ S Uᵀ.  The factors are exchanged and become row-major.
 *  - cholesky: LOWER in column-major terms, because NVIDIA's implementation is twice as fast for LOWER.  In one
 *    pass, the slot `triangle` copies one triangle, transposes it if necessary, and sets the other triangle to zero.
 *    The factor is returned as it is stored.
 *  - qr, lu, eigh, eig: the factors of Aᵀ are of no use here (LQ, column permutations, conjugated or left eigenvectors).
 *    These operations work on a column-major copy, whose cost is small, and return column-major results. */
#ifndef GLA_LINALG_LAYOUT_H
#define GLA_LINALG_LAYOUT_H

#include "core/core.h"
#include "contract/matrix.h"

typedef enum gla_order { GLA_COLUMN_MAJOR, GLA_ROW_MAJOR, GLA_KEEP_ORDER } gla_order;

/* An array of shape (..., m, n), and the matrices that BLAS sees in its memory: the m x n matrices or their transposes. */
typedef struct gla_matrices {
    gla_array *array;  /* owned by the scope of the call */
    gla_matrix matrix; /* the stride is set only for contiguous stacks, made by gla_call_matrices() or gla_call_copy() */
    int64_t batch;     /* number of matrices; set for the same stacks as the stride */
    bool transposed;   /* matrix is n x m */
} gla_matrices;

/* Broadcast the dimensions before the last two of a and b (which may be NULL).  A ShapeError states both shapes. */
gla_status gla_broadcast_batches(const char *op, const gla_array *a, const gla_array *b, int *nbatch, int64_t *batch);

/* Plan for iterating over stacks that broadcast together: the number of calls is `loops`, each for `count` matrices.
 * Consecutive matrices of operand i are step[i] elements apart. */
typedef struct gla_batches {
    int64_t loops, count, step[3];
    int ndim;
    int64_t shape[GLA_MAX_NDIM], strides[3][GLA_MAX_NDIM];
} gla_batches;

void gla_batches_plan(gla_batches *plan, int nbatch, const int64_t *batch, int n, gla_array *const arrays[]);
/* Compute the offsets of the operands, in elements, for one loop. */
void gla_batches_offsets(const gla_batches *plan, int n, int64_t loop, int64_t offsets[]);
/* Return the matrix at `offset` elements; its stride is the step of the plan. */
gla_matrix gla_matrix_at(const gla_matrices *s, int64_t offset, int64_t stride);

#endif
