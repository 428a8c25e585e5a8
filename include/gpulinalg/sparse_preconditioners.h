/* sparse_preconditioners.h - matrices that are nearly the inverse of another one, for iterative solvers.
 *
 * @namespace sparse Sparse
 *
 * `M @ r` in Python and `$M x $r` in Perl is nearly the solution of A x = r. */
#ifndef GPULINALG_SPARSE_PRECONDITIONERS_H
#define GPULINALG_SPARSE_PRECONDITIONERS_H

#include "sparse.h"

GLA_BEGIN_DECLS

/** A preconditioner: what `cg` and the other iterative solvers take as M. */
GLA_CLASS(gla_sparse_preconditioner, "Preconditioner");

/** The preconditioner of Jacobi: the inverse of the diagonal.
 *
 * @param A  Sparse, square
 * @return   Preconditioner
 * @throws ShapeError     if the matrix is not square
 * @throws SingularError  if an element of the diagonal is zero; the message says in which row
 * @needs  array.scatter, array.map, array.count_nonzero, array.select, array.group, array.scan, array.reduce
 * @example a = sparse.new [[2.0, 1.0], [1.0, 4.0]]
 *   m = sparse.jacobi a
 *   sparse.preconditioner_apply m [1.0, 1.0] -> [0.5  0.25]
 */
gla_status gla_sparse_jacobi(const gla_sparse *A, gla_sparse_preconditioner **M);

/** The preconditioner of Jacobi by blocks: the inverses of square blocks along the diagonal.
 *
 * @param A           Sparse, square
 * @param block_size  rows of a block; the last one may have fewer
 * @return            Preconditioner
 * @throws ShapeError     if the matrix is not square
 * @throws ArgumentError  if block_size is less than 1
 * @throws SingularError  if a block is singular
 * @needs  array.scatter, array.map, array.gather, array.select, array.scan; lapack.gesv, else the host
 * @example a = sparse.new [[2.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 4.0]]
 *   m = sparse.block_jacobi a 2
 *   sparse.preconditioner_apply m [3.0, 2.0, 4.0] -> [1. 1. 1.]
 */
gla_status gla_sparse_block_jacobi(const gla_sparse *A, int64_t block_size, gla_sparse_preconditioner **M);

/** Incomplete LU factors with the places of the matrix: ILU(0).
 *
 * They are made on the host; triangular systems are solved where the matrix is.
 *
 * @param A  Sparse, square
 * @return   Preconditioner
 * @throws ShapeError     if the matrix is not square
 * @throws SingularError  if a pivot is zero or not kept; the message says in which row
 * @needs  sparse.solve_triangular, else the host
 * @see    Y. Saad, Iterative methods for sparse linear systems (2003), algorithm 10.4
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   m = sparse.ilu0 a
 *   sparse.preconditioner_apply m [5.0, 4.0] -> [1. 1.]
 */
gla_status gla_sparse_ilu0(const gla_sparse *A, gla_sparse_preconditioner **M);

/** An incomplete Cholesky factor with the places of the lower triangle: IC(0).
 *
 * @param A  Sparse, symmetric or Hermitian; its lower triangle is read
 * @return   Preconditioner
 * @throws ShapeError                if the matrix is not square
 * @throws NotPositiveDefiniteError  if a pivot is not positive; the message says in which row
 * @needs  sparse.solve_triangular, else the host
 * @see    J. A. Meijerink and H. A. van der Vorst, Mathematics of Computation 31 (1977) 148
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   m = sparse.ic0 a
 *   sparse.preconditioner_apply m [5.0, 4.0] -> [1. 1.]
 */
gla_status gla_sparse_ic0(const gla_sparse *A, gla_sparse_preconditioner **M);

/** A polynomial of Chebyshev in the matrix that is nearly its inverse between two bounds of its eigenvalues.
 *
 * It needs products alone, and is positive definite where the matrix is, so that `cg` takes it.
 *
 * @param A       Sparse, symmetric or Hermitian and positive definite
 * @param degree  of the polynomial: so many products each time
 * @param low     the lower bound; none: a thirtieth of the upper one
 * @param high    the upper bound; none: the largest sum of the absolute values of a row
 * @return        Preconditioner
 * @throws ShapeError     if the matrix is not square
 * @throws ArgumentError  if degree is negative, or the bounds are not positive and rising
 * @needs  array.map; sparse.multiply, else the host
 * @see    Y. Saad, Iterative methods for sparse linear systems (2003), section 12.3
 * @example a = sparse.eye 2
 *   m = sparse.chebyshev a degree=0 low=1.0 high=3.0
 *   sparse.preconditioner_apply m [2.0, 4.0] -> [1. 2.]
 */
gla_status gla_sparse_chebyshev(const gla_sparse *A, gla_sparse_preconditioner **M, int64_t degree GLA_DEFAULT(= 3),
                                const gla_array *low GLA_DEFAULT(= NULL), const gla_array *high GLA_DEFAULT(= NULL));

/** What the preconditioner makes of a vector, or of each column of a matrix.
 *
 * @param M  Preconditioner
 * @param x  array of shape (n,) or (n, k)
 * @return   array of that shape
 * @throws ShapeError  if x has another number of rows
 * @needs  array.map
 * @operator matmul left
 * @example a = sparse.new [[2.0, 1.0], [1.0, 4.0]]
 *   m = sparse.jacobi a
 *   sparse.preconditioner_apply m [2.0, 8.0] -> [1. 2.]
 */
gla_status gla_sparse_preconditioner_apply(const gla_sparse_preconditioner *M, const gla_array *x, gla_array **out);

/** The number of rows and that of columns.
 *
 * @param M  Preconditioner
 * @return   rows, columns
 * @method property
 * @example a = sparse.eye 2
 *   m = sparse.jacobi a
 *   shape = sparse.preconditioner_shape m
 */
gla_status gla_sparse_preconditioner_shape(const gla_sparse_preconditioner *M, gla_ints **shape);

GLA_END_DECLS

#endif
