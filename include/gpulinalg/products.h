/* products.h - products of arrays beside `matmul`: NumPy's dot, inner and vdot, sums by subscripts, systems of tensors.
 *
 * Threads: any may call any function, also with the same arrays, which are only read.
 *
 * @also linalg */
#ifndef GPULINALG_PRODUCTS_H
#define GPULINALG_PRODUCTS_H

#include "core.h"

GLA_BEGIN_DECLS

/** Product of two arrays: sums over the last axis of a and the last but one of b.
 *
 * Of two vectors the inner product, without a conjugate; of two matrices `matmul`; a number scales.
 *
 * @param a  array or number
 * @param b  array or number; a vector counts as a column
 * @return   array of the promoted type, the other axes of a, then those of b
 * @throws ShapeError  if the lengths of the two axes differ
 * @needs  blas.gemm
 * @see    NumPy, dot
 * @example dot [1.0, 2.0, 3.0] [4.0, 5.0, 6.0] -> 32.0
 *   dot [[1, 2], [3, 4]] [10, 1] -> [12 34]
 */
gla_status gla_dot(const gla_array *a, const gla_array *b, gla_array **out);

/** Sums of products over the last axes of two arrays, without a conjugate.
 *
 * @param a  array or number, which scales
 * @param b  array or number
 * @return   array of the promoted type, the other axes of a, then those of b
 * @throws ShapeError  if the lengths of the last axes differ
 * @needs  blas.gemm
 * @see    NumPy, inner
 * @example inner [[1, 2], [3, 4]] [[1, 0], [1, 1]]
 *   -> [[1 3]
 *   ->  [3 7]]
 */
gla_status gla_inner(const gla_array *a, const gla_array *b, gla_array **out);

/** Inner product of all elements, Σ conj(a)·b, whatever the shapes.
 *
 * @param a  array
 * @param b  array of as many elements
 * @return   number of the promoted type
 * @throws ShapeError  if the numbers of elements differ
 * @needs  blas.gemm
 * @see    NumPy, vdot
 * @example vdot [1+2j, 0+3j] [0+1j, 1.0] -> (2-2j)
 */
gla_status gla_vdot(const gla_array *a, const gla_array *b, gla_array **out);

/** Sums of products by subscripts (Einstein's convention).
 *
 * `ij,jk->ik` is the product of two matrices: each letter is an axis, the same letter the same length (one broadcasts), and
 * letters that are not in the result are summed over. A letter that an operand has twice is a diagonal; `...` stands for all
 * axes in front. Without an arrow the result has what the ellipses stand for and then, in the order of the alphabet, the
 * letters that stand once.
 *
 * Operands are multiplied two at a time, in the order with the fewest multiplications, by matrix products wherever there are
 * sums.
 *
 * @param subscripts  a term for each operand, with commas between them, then perhaps `->` and the result's
 * @param operands    arrays, at most twelve
 * @param optimize    accepted as NumPy has it, and changes nothing: the order is the best one in any case; true, false, a text
 * @return            array of the promoted type
 * @throws ArgumentError  if subscripts cannot be read, or are for more or fewer operands, or optimize is something else
 * @throws ShapeError     if an operand has another number of axes, or lengths differ
 * @needs  blas.gemm, array.map, array.reduce
 * @see    NumPy, einsum
 * @example einsum "ij,j->i" [[1.0, 2.0], [3.0, 4.0]] [1.0, 10.0] -> [21. 43.]
 *   einsum "ii" [[1.0, 2.0], [3.0, 4.0]] -> 5.0
 */
gla_status gla_einsum(const char *subscripts, const gla_arrays *operands GLA_SPREAD, gla_array **out,
                      const gla_chosen *optimize GLA_CHOICE("greedy", "optimal") GLA_OPTION(= NULL));

/** Solve a linear system whose unknown is an array: tensordot(a, x, ndim of x) = b.
 *
 * @param a     array whose first axes have the shape of b and whose others, in x, as many elements
 * @param b     right-hand side
 * @param axes  axes of a to be moved to its end first; none: no axes
 * @return      x, of the shape of the last axes of a
 * @throws ShapeError     if a is not square in that sense
 * @throws SingularError  if a is exactly singular
 * @throws IndexError     if an axis is out of range
 * @needs  lapack.gesv, else the host
 * @see    NumPy, linalg.tensorsolve
 * @example a = reshape [2.0, 0.0, 0.0, 4.0] [2, 1, 2]
 *   tensorsolve a [[2.0], [2.0]] -> [1.  0.5]
 */
gla_status gla_tensorsolve(const gla_array *a, const gla_array *b, gla_array **out, const gla_ints *axes GLA_DEFAULT(= NULL));

/** Inverse of an array as a map of arrays: tensordot(tensorinv(a, ind), b, ind) solves tensordot(a, x) = b.
 *
 * @param a    array whose first ind axes have as many elements as the others
 * @param ind  number of the axes that are rows
 * @return     array with the axes of a, the first ind of them last
 * @throws ShapeError     if a is not square in that sense
 * @throws SingularError  if a is exactly singular
 * @throws ArgumentError  if ind is less than 1
 * @needs  lapack.gesv, else the host
 * @see    NumPy, linalg.tensorinv
 * @example tensorinv [[2.0, 0.0], [0.0, 4.0]] ind=1
 *   -> [[0.5  0.  ]
 *   ->  [0.   0.25]]
 */
gla_status gla_tensorinv(const gla_array *a, gla_array **out, int ind GLA_DEFAULT(= 2));

/** Cross product of vectors of three numbers.
 *
 * @param x1    vectors of three numbers along axis, any numeric type
 * @param x2    likewise; the shapes broadcast
 * @param axis  axis of the vectors, counted in the shape that both broadcast to
 * @return      array of that shape and the promoted type
 * @throws ShapeError  if the shapes do not broadcast, or the axis does not have length 3
 * @throws IndexError  if axis is out of range
 * @throws DTypeError  if both are bool
 * @needs  array.map, array.copy
 * @see    Python array API standard 2025.12, linalg.cross
 * @example cross [1, 0, 0] [0, 1, 0] -> [0 0 1]
 */
gla_status gla_cross(const gla_array *x1, const gla_array *x2, gla_array **out, int axis GLA_DEFAULT(= -1));

/** Whole power of a square matrix, by repeated squaring.
 *
 * @param x  square matrix or stack of such, shape (..., n, n), any numeric type
 * @param n  exponent; 0 gives the identity, a negative one the power of the inverse
 * @return   array of the shape of x; integers become float64 where n is negative
 * @throws ShapeError     if x is not square
 * @throws DTypeError     if x is bool
 * @throws SingularError  if n is negative and a matrix is exactly singular
 * @needs  blas.gemm; lapack.gesv, else the host
 * @see    Python array API standard 2025.12, linalg.matrix_power
 * @example matrix_power [[1, 1], [1, 0]] 10
 *   -> [[89 55]
 *   ->  [55 34]]
 */
gla_status gla_matrix_power(const gla_array *x, int64_t n, gla_array **out);

GLA_END_DECLS

#endif
