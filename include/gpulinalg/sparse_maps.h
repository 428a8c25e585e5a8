/* sparse_maps.h - sparse matrices: functions of each element that are 0 at 0, and what is found among all elements.
 *
 * @namespace sparse Sparse
 *
 * A function is computed of the values that are kept: it means the same of the others, which are 0.  Places stay as they are,
 * also where a value becomes 0. */
#ifndef GPULINALG_SPARSE_MAPS_H
#define GPULINALG_SPARSE_MAPS_H

#include "sparse.h"

GLA_BEGIN_DECLS

/** The square roots of the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @operator sqrt
 * @example a = sparse.new [[4.0, 0.0]]
 *   b = sparse.sqrt a
 *   sparse.data b -> [2.]
 */
gla_status gla_sparse_sqrt(const gla_sparse *a, gla_sparse **matrix);

/** The signs of the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[-4.0, 0.0]]
 *   b = sparse.sign a
 *   sparse.data b -> [-1.]
 */
gla_status gla_sparse_sign(const gla_sparse *a, gla_sparse **matrix);

/** The sines of the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @operator sin
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.sin a
 *   sparse.data b -> [0.47942554]
 */
gla_status gla_sparse_sin(const gla_sparse *a, gla_sparse **matrix);

/** The hyperbolic sines of the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.sinh a
 *   sparse.data b -> [0.52109531]
 */
gla_status gla_sparse_sinh(const gla_sparse *a, gla_sparse **matrix);

/** The tangents of the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.tan a
 *   sparse.data b -> [0.54630249]
 */
gla_status gla_sparse_tan(const gla_sparse *a, gla_sparse **matrix);

/** The hyperbolic tangents of the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.tanh a
 *   sparse.data b -> [0.46211716]
 */
gla_status gla_sparse_tanh(const gla_sparse *a, gla_sparse **matrix);

/** The arc sines of the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.asin a
 *   sparse.data b -> [0.52359878]
 */
gla_status gla_sparse_asin(const gla_sparse *a, gla_sparse **matrix);

/** The inverse hyperbolic sines of the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.asinh a
 *   sparse.data b -> [0.48121183]
 */
gla_status gla_sparse_asinh(const gla_sparse *a, gla_sparse **matrix);

/** The arc tangents of the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.atan a
 *   sparse.data b -> [0.46364761]
 */
gla_status gla_sparse_atan(const gla_sparse *a, gla_sparse **matrix);

/** The inverse hyperbolic tangents of the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.atanh a
 *   sparse.data b -> [0.54930614]
 */
gla_status gla_sparse_atanh(const gla_sparse *a, gla_sparse **matrix);

/** The exponentials of the elements less one.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.expm1 a
 *   sparse.data b -> [0.64872127]
 */
gla_status gla_sparse_expm1(const gla_sparse *a, gla_sparse **matrix);

/** The logarithms of one more than the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[0.5, 0.0]]
 *   b = sparse.log1p a
 *   sparse.data b -> [0.40546511]
 */
gla_status gla_sparse_log1p(const gla_sparse *a, gla_sparse **matrix);

/** The squares of the elements.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[-3.0, 0.0]]
 *   b = sparse.square a
 *   sparse.data b -> [9.]
 */
gla_status gla_sparse_square(const gla_sparse *a, gla_sparse **matrix);

/** The elements rounded down.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[1.5, 0.0]]
 *   b = sparse.floor a
 *   sparse.data b -> [1.]
 */
gla_status gla_sparse_floor(const gla_sparse *a, gla_sparse **matrix);

/** The elements rounded up.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[1.5, 0.0]]
 *   b = sparse.ceil a
 *   sparse.data b -> [2.]
 */
gla_status gla_sparse_ceil(const gla_sparse *a, gla_sparse **matrix);

/** The elements rounded to the nearest integer, halves to the even one.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[2.5, 0.0]]
 *   b = sparse.round a
 *   sparse.data b -> [2.]
 */
gla_status gla_sparse_round(const gla_sparse *a, gla_sparse **matrix);

/** The elements rounded towards zero.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.map
 * @operator trunc
 * @example a = sparse.new [[-1.5, 0.0]]
 *   b = sparse.trunc a
 *   sparse.data b -> [-1.]
 */
gla_status gla_sparse_trunc(const gla_sparse *a, gla_sparse **matrix);

/** The elements to a power.
 *
 * @param a  Sparse
 * @param n  real number greater than 0, as 0 to another power is not 0
 * @return   Sparse
 * @throws ArgumentError  if n is not greater than 0
 * @throws ShapeError     if n is not one number
 * @throws DTypeError     if n is complex
 * @needs  array.map
 * @see    SciPy, sparse.csr_array.power
 * @operator pow left
 * @example a = sparse.new [[-3.0, 0.0]]
 *   b = sparse.power a 2
 *   sparse.data b -> [9.]
 */
gla_status gla_sparse_power(const gla_sparse *a, const gla_array *n, gla_sparse **matrix);

/** How many elements are not zero: all, in each column (axis 0) or in each row (axis 1).
 *
 * @param a     Sparse
 * @param axis  the axis along which is counted; none: all
 * @return      int64 array without dimensions, or with one
 * @throws IndexError  if axis is out of range
 * @needs  array.map, array.reduce, array.group, array.scan
 * @see    SciPy, sparse.csr_array.count_nonzero
 * @example a = sparse.csr [1.0, 0.0, 2.0] [0, 1, 1] [0, 2, 3]
 *   sparse.count_nonzero a -> 2
 *   sparse.count_nonzero a axis=0 -> [1 1]
 */
gla_status gla_sparse_count_nonzero(const gla_sparse *a, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE));

/** The mean of all elements, of each column (axis 0) or of each row (axis 1).
 *
 * @param a     Sparse
 * @param axis  the axis along which the mean is taken; none: all
 * @return      array without dimensions, or with one; NaN where there are no elements
 * @throws IndexError  if axis is out of range
 * @needs  array.map, array.reduce, array.group, array.scan
 * @see    SciPy, sparse.csr_array.mean
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.mean a -> 1.5
 *   sparse.mean a axis=1 -> [1.5 1.5]
 */
gla_status gla_sparse_mean(const gla_sparse *a, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE));

/** The largest element, zeros too: of all, of each column (axis 0) or of each row (axis 1).
 *
 * @param a     Sparse, real
 * @param axis  the axis along which is looked; none: all
 * @return      array without dimensions, or with one; NaN where there is one
 * @throws IndexError  if axis is out of range
 * @throws ShapeError  if there are no elements along the axis
 * @throws DTypeError  if the matrix is complex
 * @needs  array.map, array.reduce, array.group, array.scan
 * @see    SciPy, sparse.csr_array.max
 * @example a = sparse.new [[1.0, 2.0], [0.0, -3.0]]
 *   sparse.max a -> 2.0
 *   sparse.max a axis=1 -> [2. 0.]
 */
gla_status gla_sparse_max(const gla_sparse *a, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE));

/** The least element, zeros too: of all, of each column (axis 0) or of each row (axis 1).
 *
 * @param a     Sparse, real
 * @param axis  the axis along which is looked; none: all
 * @return      array without dimensions, or with one; NaN where there is one
 * @throws IndexError  if axis is out of range
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
