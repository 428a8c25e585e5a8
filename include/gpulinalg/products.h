/* products.h - Dot, inner and cross products, Einstein sums, matrix powers and tensor equations.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read.
 *
 * @also linalg */
#ifndef GPULINALG_PRODUCTS_H
#define GPULINALG_PRODUCTS_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the dot product of two arrays: sums over the last axis of a and the second-to-last axis of b.
 *
 * For two vectors the result is the inner product, without conjugation. For two matrices `dot` is the same as `matmul`. A
 * scalar operand multiplies the other operand.
 *
 * @param a  array or scalar
 * @param b  array or scalar; a vector is a column
 * @return   array of the promoted dtype; its axes are the remaining axes of a, then the remaining axes of b
 * @throws ShapeError  if the two summed axes differ in length
 * @needs  blas.gemm
 * @vjp    saves a if b, b if a
 * @see    NumPy, dot
 * @example dot [1.0, 2.0, 3.0] [4.0, 5.0, 6.0] -> 32.0
 *   dot [[1, 2], [3, 4]] [10, 1] -> [12 34]
 */
gla_status gla_dot(const gla_array *a, const gla_array *b, gla_array **out);

/** Return sums of products over the last axes of two arrays, without conjugation.
 *
 * @param a  array or scalar; a scalar multiplies the other operand
 * @param b  array or scalar
 * @return   array of the promoted dtype; its axes are the remaining axes of a, then the remaining axes of b
 * @throws ShapeError  if the lengths of the last axes differ
 * @needs  blas.gemm
 * @vjp    saves a if b, b if a
 * @see    NumPy, inner
 * @example inner [[1, 2], [3, 4]] [[1, 0], [1, 1]]
 *   -> [[1 3]
 *   ->  [3 7]]
 */
gla_status gla_inner(const gla_array *a, const gla_array *b, gla_array **out);

/** Return the inner product of all elements of two arrays, Σ conj(a)·b, whatever their shapes.
 *
 * @param a  array
 * @param b  array with the same number of elements
 * @return   0-d array of the promoted dtype
 * @throws ShapeError  if the numbers of elements differ
 * @needs  blas.gemm
 * @vjp    saves a if b, b if a
 * @see    NumPy, vdot
 * @example vdot [1+2j, 0+3j] [0+1j, 1.0] -> (2-2j)
 */
gla_status gla_vdot(const gla_array *a, const gla_array *b, gla_array **out);

/** Evaluate sums of products given by subscripts (Einstein summation).
 *
 * For example, `ij,jk->ik` is the product of two matrices. Each letter is the name of an axis. Axes with the same letter must
 * have the same length, except that length one broadcasts. Letters that are not in the result are summed over. A letter that
 * occurs twice in an operand selects its diagonal. An ellipsis, `...`, represents all axes that have no letter. Without an
 * arrow, the axes of the result are those of the ellipses, followed by the letters that occur once, in alphabetical order.
 *
 * Operands are multiplied two at a time, in the order that needs the fewest multiplications. Sums are computed by matrix
 * products.
 *
 * @param subscripts  one term for each operand, separated by commas, optionally followed by `->` and the term of the result
 * @param operands    arrays, at most twelve
 * @param optimize    accepted for compatibility with NumPy and ignored: the contraction order is always optimised. It may be
 *                    true, false, "greedy" or "optimal"
 * @return            array of the promoted dtype
 * @throws ArgumentError  if `subscripts` is malformed, the number of terms differs from the number of operands, or `optimize`
 *                        has another value
 * @throws ShapeError     if the number of axes of an operand differs from the number of letters in its term (or is less than
 *                        that number, if the term has an ellipsis), or axes with the same letter differ in length
 * @needs  blas.gemm, array.map, array.reduce
 * @cost   product flops(subscripts, operands)
 * @vjp    saves operands
 * @see    NumPy, einsum
 * @example einsum "ij,j->i" [[1.0, 2.0], [3.0, 4.0]] [1.0, 10.0] -> [21. 43.]
 *   einsum "ii" [[1.0, 2.0], [3.0, 4.0]] -> 5.0
 */
gla_status gla_einsum(const char *subscripts, const gla_arrays *operands GLA_SPREAD, gla_array **out,
                      const gla_chosen *optimize GLA_CHOICE("greedy", "optimal") GLA_OPTION(= NULL));

/** Solve a linear system whose unknown is an array: tensordot(a, x, ndim of x) = b.
 *
 * @param a     array whose leading axes have the shape of b. The remaining axes have the shape of x and must have the same
 *              number of elements as b
 * @param b     right-hand side
 * @param axes  axes of a that are first moved to the end of a; default: no axes
 * @return      x, with the shape of the trailing axes of a
 * @throws ShapeError     if a does not have the same number of elements along its row axes and its column axes
 * @throws SingularError  if a is exactly singular
 * @throws IndexError     if an axis is out of range
 * @needs  lapack.gesv, else the host
 * @cost   factor 0.67 * size(a) * a[-1]
 * @vjp    saves a, out
 * @see    NumPy, linalg.tensorsolve
 * @example a = reshape [2.0, 0.0, 0.0, 4.0] [2, 1, 2]
 *   tensorsolve a [[2.0], [2.0]] -> [1.  0.5]
 */
gla_status gla_tensorsolve(const gla_array *a, const gla_array *b, gla_array **out, const gla_ints *axes GLA_DEFAULT(= NULL));

/** Return the inverse of an array with respect to `tensordot`: tensordot(tensorinv(a, ind), b, ind) solves tensordot(a, x) = b.
 *
 * @param a    array whose first ind axes have the same number of elements as the remaining axes
 * @param ind  number of leading axes that act as rows
 * @return     array with the axes of a, of which the first ind are moved to the end
 * @throws ShapeError     if a does not have the same number of elements along its row axes and its column axes
 * @throws SingularError  if a is exactly singular
 * @throws ArgumentError  if ind is less than 1
 * @needs  lapack.gesv, else the host
 * @cost   factor 2 * size(a) * a[-1]
 * @vjp    saves out
 * @see    NumPy, linalg.tensorinv
 * @example tensorinv [[2.0, 0.0], [0.0, 4.0]] ind=1
 *   -> [[0.5  0.  ]
 *   ->  [0.   0.25]]
 */
gla_status gla_tensorinv(const gla_array *a, gla_array **out, int ind GLA_DEFAULT(= 2));

/** Return the cross product of vectors with three elements.
 *
 * @param x1    vectors of three elements along axis, any numeric dtype
 * @param x2    vectors of three elements along axis; broadcasts with x1
 * @param axis  axis of the vectors in the broadcast shape
 * @return      array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast, or the length along axis is not 3
 * @throws IndexError  if axis is out of range
 * @throws DTypeError  if both arrays are bool
 * @needs  array.map, array.copy
 * @vjp    saves x1 if x2, x2 if x1
 * @see    Python array API standard 2025.12, linalg.cross
 * @example cross [1, 0, 0] [0, 1, 0] -> [0 0 1]
 */
gla_status gla_cross(const gla_array *x1, const gla_array *x2, gla_array **out, int axis GLA_DEFAULT(= -1));

/** Raise a square matrix to an integer power by repeated squaring.
 *
 * @param x  square matrix, shape (..., n, n), any numeric dtype
 * @param n  exponent; 0 yields the identity, and a negative exponent yields a power of the inverse
 * @return   array with the shape of x; integers become float64 if n is negative
 * @throws ShapeError     if x is not square
 * @throws DTypeError     if x is bool
 * @throws SingularError  if n is negative and a matrix is exactly singular
 * @needs  blas.gemm; lapack.gesv, else the host
 * @cost   product 10 * size(x) * x[-1]
 * @vjp    saves x
 * @see    Python array API standard 2025.12, linalg.matrix_power
 * @example matrix_power [[1, 1], [1, 0]] 10
 *   -> [[89 55]
 *   ->  [55 34]]
 */
gla_status gla_matrix_power(const gla_array *x, int64_t n, gla_array **out);

GLA_END_DECLS

#endif
