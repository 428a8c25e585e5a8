/* scan.h - cumulative sums, products and extremes along an axis; nonzero elements.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_SCAN_H
#define GPULINALG_SCAN_H

#include "core.h"

GLA_BEGIN_DECLS

/** Compute the cumulative (running) sum along an axis.
 *
 * Elements are added in blocks, so that the error does not grow with n. Infinities and NaN appear exactly where sequential
 * summation yields them. The result does not depend on the number of threads. Single-precision sums are computed in double
 * precision.
 *
 * @param x                array, any dtype; a scalar is treated as an array of one element
 * @param axis             axis of the scan; may be omitted if x is 1-d
 * @param dtype            dtype of the computation and of the result; default: the dtype of x, or int64 or uint64 for bool and
 *                         narrower integers
 * @param include_initial  true: the result begins with a zero and has one more element along axis
 * @return                 array with the shape of x, or with one more element along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if axis is `none` and x has more than one dimension
 * @throws DTypeError     if x is complex and dtype is real
 * @needs  array.scan
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, cumulative_sum
 * @example cumulative_sum [1, 2, 3, 4] -> [ 1  3  6 10]
 *   cumulative_sum [[1.0, 2.0], [3.0, 4.0]] axis=0
 *   -> [[1. 2.]
 *   ->  [4. 6.]]
 */
gla_status gla_cumulative_sum(const gla_array *x, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE),
                              gla_dtype dtype GLA_DEFAULT(= GLA_NONE), bool include_initial GLA_DEFAULT(= false));

/** Compute the cumulative (running) product along an axis.
 *
 * Elements are multiplied in blocks. Infinities, zeros and NaN appear exactly where sequential multiplication yields them.
 * After a zero the product therefore remains zero until an infinity or NaN occurs. The result does not depend on the number of
 * threads. Single-precision products are computed in double precision.
 *
 * @param x                array, any dtype; a scalar is treated as an array of one element
 * @param axis             axis of the scan; may be omitted if x is 1-d
 * @param dtype            dtype of the computation and of the result; default: the dtype of x, or int64 or uint64 for bool and
 *                         narrower integers
 * @param include_initial  true: the result begins with a one and has one more element along axis
 * @return                 array with the shape of x, or with one more element along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if axis is `none` and x has more than one dimension
 * @throws DTypeError     if x is complex and dtype is real
 * @needs  array.scan
 * @vjp    saves x, out
 * @see    Python array API standard 2025.12, cumulative_prod
 * @example cumulative_prod [1.5, 2.0, 2.0] include_initial=true -> [1.  1.5 3.  6. ]
 */
gla_status gla_cumulative_prod(const gla_array *x, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE),
                               gla_dtype dtype GLA_DEFAULT(= GLA_NONE), bool include_initial GLA_DEFAULT(= false));

/** Compute the cumulative (running) maximum along an axis; NaN from the first NaN on.
 *
 * @param x     real array; a scalar is treated as an array of one element
 * @param axis  axis of the scan; may be omitted if x is 1-d
 * @return      array with the shape and dtype of x
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if axis is `none` and x has more than one dimension
 * @throws DTypeError     if x is complex
 * @needs  array.scan
 * @vjp    saves out
 * @see    NumPy maximum.accumulate
 * @example cumulative_max [3.0, 1.0, 4.0, 2.0] -> [3. 3. 4. 4.]
 */
gla_status gla_cumulative_max(const gla_array *x, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE));

/** Compute the cumulative (running) minimum along an axis; NaN from the first NaN on.
 *
 * @param x     real array; a scalar is treated as an array of one element
 * @param axis  axis of the scan; may be omitted if x is 1-d
 * @return      array with the shape and dtype of x
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if axis is `none` and x has more than one dimension
 * @throws DTypeError     if x is complex
 * @needs  array.scan
 * @vjp    saves out
 * @see    NumPy minimum.accumulate
 * @example cumulative_min [3, 1, 4, 2] -> [3 1 1 1]
 */
gla_status gla_cumulative_min(const gla_array *x, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE));

/** Return the positions of the nonzero elements, in row-major order.
 *
 * NaN is treated as nonzero. A complex number is zero if its real and imaginary parts are zero. The nonzero elements are
 * x[nonzero(x)].
 *
 * @param x  array of at least one dimension, any dtype
 * @return   one int64 array for each dimension of x, with the coordinates along that dimension
 * @throws ShapeError  if x has no dimensions
 * @needs  array.nonzero, array.count_nonzero
 * @vjp    zero
 * @see    Python array API standard 2025.12, nonzero
 * @example x = asarray [0.5, 0.0, -2.0]
 *   i = nonzero x
 *   count_nonzero x -> 2
 */
gla_status gla_nonzero(const gla_array *x, gla_arrays **positions);

/** Count the nonzero elements along axes.
 *
 * @param x         array, any dtype; NaN counts as nonzero
 * @param axis      axis or axes to count over; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          int64 array without the reduced axes
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice
 * @needs  array.reduce, array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, count_nonzero
 * @example count_nonzero [[0, 3, 1], [5, 0, 0]] axis=1 -> [2 1]
 */
gla_status gla_count_nonzero(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                             bool keepdims GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
