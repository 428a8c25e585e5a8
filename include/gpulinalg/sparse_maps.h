/* sparse_maps.h - sparse matrices: elementwise functions with f(0) = 0, means, maxima and minima.
 *
 * @namespace sparse Sparse
 *
 * An elementwise function is applied to the stored values only, because it maps 0 to 0.  The sparsity pattern does not change,
 * even if a value becomes 0. */
#ifndef GPULINALG_SPARSE_MAPS_H
#define GPULINALG_SPARSE_MAPS_H

#include "sparse.h"

GLA_BEGIN_DECLS

/** Compute the square root of each element of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @operator sqrt
 * @example a = sparse.new [[4.0, 0.0]]
 *   b = sparse.sqrt a
 *   sparse.data b -> [2.]
 */
gla_status gla_sparse_sqrt(const gla_sparse *a, gla_sparse **matrix);

/** Compute the sign of each element of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[-4.0, 0.0]]
 *   b = sparse.sign a
 *   sparse.data b -> [-1.]
 */
gla_status gla_sparse_sign(const gla_sparse *a, gla_sparse **matrix);

/** Compute the sine of each element of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @operator sin
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.sin a
 *   sparse.data b -> [0.47942554]
 */
gla_status gla_sparse_sin(const gla_sparse *a, gla_sparse **matrix);

/** Compute the hyperbolic sine of each element of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.sinh a
 *   sparse.data b -> [0.52109531]
 */
gla_status gla_sparse_sinh(const gla_sparse *a, gla_sparse **matrix);

/** Compute the tangent of each element of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.tan a
 *   sparse.data b -> [0.54630249]
 */
gla_status gla_sparse_tan(const gla_sparse *a, gla_sparse **matrix);

/** Compute the hyperbolic tangent of each element of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.tanh a
 *   sparse.data b -> [0.46211716]
 */
gla_status gla_sparse_tanh(const gla_sparse *a, gla_sparse **matrix);

/** Compute the inverse sine of each element of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.asin a
 *   sparse.data b -> [0.52359878]
 */
gla_status gla_sparse_asin(const gla_sparse *a, gla_sparse **matrix);

/** Compute the inverse hyperbolic sine of each element of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.asinh a
 *   sparse.data b -> [0.48121183]
 */
gla_status gla_sparse_asinh(const gla_sparse *a, gla_sparse **matrix);

/** Compute the inverse tangent of each element of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.atan a
 *   sparse.data b -> [0.46364761]
 */
gla_status gla_sparse_atan(const gla_sparse *a, gla_sparse **matrix);

/** Compute the inverse hyperbolic tangent of each element of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.atanh a
 *   sparse.data b -> [0.54930614]
 */
gla_status gla_sparse_atanh(const gla_sparse *a, gla_sparse **matrix);

/** Compute e^x − 1 for each element x of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.expm1 a
 *   sparse.data b -> [0.64872127]
 */
gla_status gla_sparse_expm1(const gla_sparse *a, gla_sparse **matrix);

/** Compute log(1 + x) for each element x of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.log1p a
 *   sparse.data b -> [0.40546511]
 */
gla_status gla_sparse_log1p(const gla_sparse *a, gla_sparse **matrix);

/** Square each element of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[-3.0, 0.0]]
 *   b = sparse.square a
 *   sparse.data b -> [9.]
 */
gla_status gla_sparse_square(const gla_sparse *a, gla_sparse **matrix);

/** Round each element of a sparse matrix down.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[1.5, 0.0]]
 *   b = sparse.floor a
 *   sparse.data b -> [1.]
 */
gla_status gla_sparse_floor(const gla_sparse *a, gla_sparse **matrix);

/** Round each element of a sparse matrix up.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[1.5, 0.0]]
 *   b = sparse.ceil a
 *   sparse.data b -> [2.]
 */
gla_status gla_sparse_ceil(const gla_sparse *a, gla_sparse **matrix);

/** Round each element of a sparse matrix to the nearest integer, ties to even.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[2.5, 0.0]]
 *   b = sparse.round a
 *   sparse.data b -> [2.]
 */
gla_status gla_sparse_round(const gla_sparse *a, gla_sparse **matrix);

/** Round each element of a sparse matrix towards zero.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @operator trunc
 * @example a = sparse.new [[-1.5, 0.0]]
 *   b = sparse.trunc a
 *   sparse.data b -> [-1.]
 */
gla_status gla_sparse_trunc(const gla_sparse *a, gla_sparse **matrix);

/** Raise the elements of a sparse matrix to a power.
 *
 * @param a  sparse matrix
 * @param n  exponent, a positive real scalar. Other exponents are rejected, because a power of 0 with such an exponent is not 0
 * @return   Sparse
 * @throws ArgumentError  if n is not greater than 0
 * @throws ShapeError     if n is not a scalar
 * @throws DTypeError     if n is complex
 * @needs  array.map
 * @see    SciPy, sparse.csr_array.power
 * @operator pow left
 * @example a = sparse.new [[-3.0, 0.0]]
 *   b = sparse.power a 2
 *   sparse.data b -> [9.]
 */
gla_status gla_sparse_power(const gla_sparse *a, const gla_array *n, gla_sparse **matrix);

/** Count the nonzero elements of a sparse matrix, of each column (axis 0) or of each row (axis 1).
 *
 * @param a     sparse matrix
 * @param axis  axis along which to count; default: count all elements
 * @return      0-d int64 array, or a vector if axis is given
 * @throws IndexError  if axis is not 0, 1, −1 or −2
 * @needs  array.map, array.reduce, array.group, array.scan
 * @see    SciPy, sparse.csr_array.count_nonzero
 * @example a = sparse.csr [1.0, 0.0, 2.0] [0, 1, 1] [0, 2, 3]
 *   sparse.count_nonzero a -> 2
 *   sparse.count_nonzero a axis=0 -> [1 1]
 */
gla_status gla_sparse_count_nonzero(const gla_sparse *a, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE));

/** Compute the mean of all elements of a sparse matrix, of each column (axis 0) or of each row (axis 1).
 *
 * @param a     sparse matrix
 * @param axis  axis along which to average; default: the mean of all elements
 * @return      0-d array, or a vector if axis is given; NaN if there are no elements
 * @throws IndexError  if axis is not 0, 1, −1 or −2
 * @needs  array.map, array.reduce, array.group, array.scan
 * @see    SciPy, sparse.csr_array.mean
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.mean a -> 1.5
 *   sparse.mean a axis=1 -> [1.5 1.5]
 */
gla_status gla_sparse_mean(const gla_sparse *a, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE));

/** Return the largest element of a sparse matrix, of each column (axis 0) or of each row (axis 1), zeros included.
 *
 * @param a     real sparse matrix
 * @param axis  axis along which to search; default: all elements
 * @return      0-d array, or a vector if axis is given; NaN if an element is NaN
 * @throws IndexError  if axis is not 0, 1, −1 or −2
 * @throws ShapeError  if there are no elements along the axis
 * @throws DTypeError  if the matrix is complex
 * @needs  array.map, array.reduce, array.group, array.scan
 * @see    SciPy, sparse.csr_array.max
 * @example a = sparse.new [[1.0, 2.0], [0.0, -3.0]]
 *   sparse.max a -> 2.0
 *   sparse.max a axis=1 -> [2. 0.]
 */
gla_status gla_sparse_max(const gla_sparse *a, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE));

/** Return the smallest element of a sparse matrix, of each column (axis 0) or of each row (axis 1), zeros included.
 *
 * @param a     real sparse matrix
 * @param axis  axis along which to search; default: all elements
 * @return      0-d array, or a vector if axis is given; NaN if an element is NaN
 * @throws IndexError  if axis is not 0, 1, −1 or −2
 * @throws ShapeError  if there are no elements along the axis
 * @throws DTypeError  if the matrix is complex
 * @needs  array.map, array.reduce, array.group, array.scan
 * @see    SciPy, sparse.csr_array.min
 * @example a = sparse.new [[1.0, 2.0], [0.0, -3.0]]
 *   sparse.min a -> -3.0
 *   sparse.min a axis=1 -> [ 1. -3.]
 */
gla_status gla_sparse_min(const gla_sparse *a, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE));

GLA_END_DECLS

#endif
