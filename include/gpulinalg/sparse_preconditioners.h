/* sparse_preconditioners.h - preconditioners for iterative solvers.
 *
 * @namespace sparse Sparse
 *
 * A preconditioner M approximates the inverse of A: `M @ r` in Python and `$M x $r` in Perl is an approximate solution of
 * A x = r. */
#ifndef GPULINALG_SPARSE_PRECONDITIONERS_H
#define GPULINALG_SPARSE_PRECONDITIONERS_H

#include "sparse.h"

GLA_BEGIN_DECLS

/** A preconditioner for `cg` and the other iterative solvers, which accept a preconditioner as the argument M. */
GLA_CLASS(gla_sparse_preconditioner, "Preconditioner");

/** Make a Jacobi preconditioner: the inverse of the diagonal.
 *
 * @param A  square sparse matrix
 * @return   Preconditioner
 * @throws ShapeError     if A is not square
 * @throws SingularError  if a diagonal element is zero. The message gives the row
 * @needs  array.scatter, array.map, array.count_nonzero, array.select, array.group, array.scan, array.reduce
 * @example a = sparse.new [[2.0, 1.0], [1.0, 4.0]]
 *   m = sparse.jacobi a
 *   sparse.preconditioner_apply m [1.0, 1.0] -> [0.5  0.25]
 */
gla_status gla_sparse_jacobi(const gla_sparse *A, gla_sparse_preconditioner **M);

/** Make a block Jacobi preconditioner: the inverses of square blocks along the diagonal.
 *
 * @param A           square sparse matrix
 * @param block_size  number of rows in a block; the last block may have fewer
 * @return            Preconditioner
 * @throws ShapeError     if A is not square
 * @throws ArgumentError  if block_size is less than 1
 * @throws SingularError  if a block is singular
 * @needs  array.scatter, array.map, array.gather, array.select, array.scan; lapack.gesv, else the host
 * @example a = sparse.new [[2.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 4.0]]
 *   m = sparse.block_jacobi a 2
 *   sparse.preconditioner_apply m [3.0, 2.0, 4.0] -> [1. 1. 1.]
 */
gla_status gla_sparse_block_jacobi(const gla_sparse *A, int64_t block_size, gla_sparse_preconditioner **M);

/** Make an incomplete LU preconditioner with the sparsity pattern of the matrix: ILU(0).
 *
 * The factors are computed on the host. The triangular systems are solved on the device of the matrix.
 *
 * @param A  square sparse matrix
 * @return   Preconditioner
 * @throws ShapeError     if A is not square
 * @throws SingularError  if a pivot is zero or not stored. The message gives the row
 * @needs  sparse.solve_triangular, else the host
 * @see    Y. Saad, Iterative methods for sparse linear systems (2003), algorithm 10.4
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   m = sparse.ilu0 a
 *   sparse.preconditioner_apply m [5.0, 4.0] -> [1. 1.]
 */
gla_status gla_sparse_ilu0(const gla_sparse *A, gla_sparse_preconditioner **M);

/** Make an incomplete Cholesky preconditioner with the sparsity pattern of the lower triangle: IC(0).
 *
 * @param A  sparse matrix, symmetric or Hermitian; only its lower triangle is read
 * @return   Preconditioner
 * @throws ShapeError                if A is not square
 * @throws NotPositiveDefiniteError  if a pivot is not positive. The message gives the row
 * @needs  sparse.solve_triangular, else the host
 * @see    J. A. Meijerink and H. A. van der Vorst, Mathematics of Computation 31 (1977) 148
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   m = sparse.ic0 a
 *   sparse.preconditioner_apply m [5.0, 4.0] -> [1. 1.]
 */
gla_status gla_sparse_ic0(const gla_sparse *A, gla_sparse_preconditioner **M);

/** Make a Chebyshev polynomial preconditioner for eigenvalues between two bounds.
 *
 * The polynomial in the matrix approximates the inverse of the matrix on the interval between the bounds. Applying the
 * preconditioner requires only matrix products. If the matrix is positive definite, the preconditioner is positive definite
 * too, and `cg` can use it.
 *
 * @param A       sparse matrix, symmetric or Hermitian and positive definite
 * @param degree  degree of the polynomial, which is also the number of matrix products in each application
 * @param low     lower bound of the eigenvalues; default: high/30
 * @param high    upper bound of the eigenvalues; default: the largest sum of absolute values in a row of A
 * @return        Preconditioner
 * @throws ShapeError     if A is not square
 * @throws ArgumentError  if degree is negative, low is not positive, or `high` is less than low
 * @needs  array.map; sparse.multiply, else the host
 * @see    Y. Saad, Iterative methods for sparse linear systems (2003), section 12.3
 * @example a = sparse.eye 2
 *   m = sparse.chebyshev a degree=0 low=1.0 high=3.0
 *   sparse.preconditioner_apply m [2.0, 4.0] -> [1. 2.]
 */
gla_status gla_sparse_chebyshev(const gla_sparse *A, gla_sparse_preconditioner **M, int64_t degree GLA_DEFAULT(= 3),
                                const gla_array *low GLA_DEFAULT(= NULL), const gla_array *high GLA_DEFAULT(= NULL));

/** Apply the preconditioner to a vector, or to each column of a matrix.
 *
 * @param M  preconditioner
 * @param x  array of shape (n,) or (n, k)
 * @return   array of the shape of x
 * @throws ShapeError  if x does not have the same number of rows as the preconditioner
 * @needs  array.map
 * @operator matmul left
 * @example a = sparse.new [[2.0, 1.0], [1.0, 4.0]]
 *   m = sparse.jacobi a
 *   sparse.preconditioner_apply m [2.0, 8.0] -> [1. 2.]
 */
gla_status gla_sparse_preconditioner_apply(const gla_sparse_preconditioner *M, const gla_array *x, gla_array **out);

/** Return the number of rows and columns of the preconditioner.
 *
 * @param M  preconditioner
 * @return   number of rows, number of columns
 * @method property
 * @example a = sparse.eye 2
 *   m = sparse.jacobi a
 *   shape = sparse.preconditioner_shape m
 */
gla_status gla_sparse_preconditioner_shape(const gla_sparse_preconditioner *M, gla_ints **shape);

GLA_END_DECLS

#endif
