/* sparse_triangular.h - sparse matrices: triangular systems, and products that are wanted at some places only.
 *
 * @namespace sparse Sparse */
#ifndef GPULINALG_SPARSE_TRIANGULAR_H
#define GPULINALG_SPARSE_TRIANGULAR_H

#include "sparse.h"

GLA_BEGIN_DECLS

/** Solve the triangular system a x = b by substitution.
 *
 * Only the triangle that is asked for is read, whatever the rest of the matrix holds.  Which rows depend on which is found out
 * the first time and kept in the matrix, so that further solutions cost their arithmetic.  Each element of the result is
 * computed in one order, which the matrix alone decides: with the same bits on every device.
 *
 * @param a              Sparse, square
 * @param b              right-hand sides: shape (n,) or (n, k), of any strides
 * @param lower          the lower triangle, or else the upper one
 * @param unit_diagonal  the diagonal is taken for ones and not read
 * @return               x, of the shape of b
 * @throws ShapeError     if a is not square or b does not fit
 * @throws SingularError  if an element of the diagonal is zero or not kept; the message says in which row
 * @needs  sparse.solve_triangular, sparse.find_levels, else the host
 * @see    SciPy, sparse.linalg.spsolve_triangular
 * @example a = sparse.new [[2.0, 0.0], [1.0, 4.0]]
 *   sparse.solve_triangular a [2.0, 9.0] -> [1. 2.]
 */
gla_status gla_sparse_solve_triangular(const gla_sparse *a, const gla_array *b, gla_array **x, bool lower GLA_DEFAULT(= true),
                                       bool unit_diagonal GLA_DEFAULT(= false));

/** The product of two arrays at the places that a sparse matrix keeps: (x y)ᵢⱼ where aᵢⱼ is kept.
 *
 * The rest of the product is not computed.  Each element is added up from the first term to the last, with the same bits on
 * every device.
 *
 * @param a         Sparse, shape (m, n)
 * @param x         array of shape (m, p)
 * @param y         array of shape (p, n)
 * @param weighted  times the values of a; else only its places matter
 * @return          Sparse with the places and the format of a
 * @throws ShapeError  if the shapes do not fit
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
