/* sparse_triangular.h - sparse triangular systems, and dense products sampled at the positions of a sparse matrix.
 *
 * @namespace sparse Sparse */
#ifndef GPULINALG_SPARSE_TRIANGULAR_H
#define GPULINALG_SPARSE_TRIANGULAR_H

#include "sparse.h"

GLA_BEGIN_DECLS

/** Solve the sparse triangular system a x = b by substitution.
 *
 * Only the selected triangle is read, and the rest of the matrix is ignored. The dependency analysis is done once and cached in
 * the matrix, so later solves cost only the arithmetic. The order of summation depends only on the matrix, so results are
 * bitwise identical on all devices.
 *
 * @param a              square sparse matrix
 * @param b              right-hand side, shape (n,), or k right-hand sides in columns, shape (n, k); with any strides
 * @param lower          true: use the lower triangle; false: use the upper triangle
 * @param unit_diagonal  assume that the diagonal elements are 1, and do not read them
 * @return               x, of the shape of b
 * @throws ShapeError     if a is not square, or b does not have the same number of rows
 * @throws SingularError  if a diagonal element is zero or not stored. The message gives the row
 * @needs  sparse.solve_triangular, sparse.find_levels, else the host
 * @see    SciPy, sparse.linalg.spsolve_triangular
 * @example a = sparse.new [[2.0, 0.0], [1.0, 4.0]]
 *   sparse.solve_triangular a [2.0, 9.0] -> [1. 2.]
 */
gla_status gla_sparse_solve_triangular(const gla_sparse *a, const gla_array *b, gla_array **x, bool lower GLA_DEFAULT(= true),
                                       bool unit_diagonal GLA_DEFAULT(= false));

/** Compute the product of two dense arrays only at the positions that a sparse matrix stores.
 *
 * The other elements of the product x y are not computed. Each element is summed from the first term to the last, so results
 * are bitwise identical on all devices.
 *
 * @param a         sparse matrix of shape (m, n)
 * @param x         array of shape (m, p)
 * @param y         array of shape (p, n)
 * @param weighted  true: multiply each element by the stored value of a; false: use only the stored positions of a
 * @return          Sparse with the stored positions and the format of a
 * @throws ShapeError  if x does not have shape (m, p), or y does not have shape (p, n)
 * @needs  sparse.sampled, else the host
 * @see    PyTorch, torch.sparse.sampled_addmm; cuSPARSE, SDDMM
 * @example a = sparse.new [[1.0, 0.0], [2.0, 3.0]]
 *   b = sparse.sampled_matmul a [[1.0], [2.0]] [[3.0, 4.0]]
 *   sparse.data b -> [3. 6. 8.]
 */
gla_status gla_sparse_sampled_matmul(const gla_sparse *a, const gla_array *x, const gla_array *y, gla_sparse **matrix,
                                     bool weighted GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
