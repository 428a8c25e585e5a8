/* reduce.h - sums, extremes and other reductions over axes.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read.
 *
 * @alias ddof correction */
#ifndef GPULINALG_REDUCE_H
#define GPULINALG_REDUCE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Sum the elements of an array along axes.
 *
 * Elements are added pairwise, so that the error grows with log n rather than n. The result does not depend on the number of
 * threads.
 *
 * @param x         array, any dtype
 * @param axis      axis or axes to sum over; default: all axes
 * @param dtype     dtype of the computation and of the result; default: the dtype of x, or int64 or uint64 for bool and
 *                  narrower integers
 * @param keepdims  keep the reduced axes with length 1
 * @return          array without the summed axes; 0 over an empty axis
 * @throws IndexError      if an axis is out of range
 * @throws ShapeError      if an axis is given twice
 * @warns OverflowWarning  if a sum of integers is not representable in the dtype of the result
 * @needs  array.reduce
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, sum; N. J. Higham, The accuracy of floating point summation (1993)
 * @example sum [[1, 2], [3, 4]] -> 10
 *   sum [[1, 2], [3, 4]] axis=0 -> [4 6]
 */
gla_status gla_sum(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   gla_dtype dtype GLA_DEFAULT(= GLA_NONE), bool keepdims GLA_DEFAULT(= false));

/** Multiply the elements of an array along axes.
 *
 * Partial products cannot overflow or underflow. Zero times finite numbers is zero, and the result is infinite only if the
 * product itself exceeds the range of the dtype. Single-precision products are computed in double precision.
 *
 * @param x         array, any dtype
 * @param axis      axis or axes to multiply over; default: all axes
 * @param dtype     dtype of the computation and of the result; default: the dtype of x, or int64 or uint64 for bool and
 *                  narrower integers
 * @param keepdims  keep the reduced axes with length 1
 * @return          array without the reduced axes; 1 over an empty axis
 * @throws IndexError      if an axis is out of range
 * @throws ShapeError      if an axis is given twice
 * @warns OverflowWarning  if a product of integers is not representable in the dtype of the result
 * @needs  array.reduce
 * @vjp    saves x, out
 * @see    Python array API standard 2025.12, prod
 * @example prod [1.02, 1.03, 0.99] -> 1.040094
 */
gla_status gla_prod(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                    gla_dtype dtype GLA_DEFAULT(= GLA_NONE), bool keepdims GLA_DEFAULT(= false));

/** Compute the arithmetic mean along axes.
 *
 * @param x         array; integers are converted to float64
 * @param axis      axis or axes; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          floating-point or complex array without the reduced axes; NaN over an empty axis
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice
 * @needs  array.reduce
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, mean
 * @example mean [[1.0, 2.0], [3.0, 5.0]] axis=1 -> [1.5 4. ]
 */
gla_status gla_mean(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                    bool keepdims GLA_DEFAULT(= false));

/** Compute the variance along axes: Σ|x − x̄|²/(n − correction).
 *
 * The computation makes two passes over the data and corrects for the rounding error of the mean.
 *
 * @param x           array; integers are converted to float64
 * @param axis        axis or axes; default: all axes
 * @param correction  0 for the population variance, 1 for the unbiased sample variance
 * @param keepdims    keep the reduced axes with length 1
 * @return            real floating-point array without the reduced axes; NaN if n ≤ correction
 * @throws ArgumentError  if correction is not finite
 * @throws IndexError     if an axis is out of range
 * @throws ShapeError     if an axis is given twice
 * @needs  array.reduce
 * @vjp    saves x
 * @see    Python array API standard 2025.12, var; T. F. Chan, G. H. Golub, R. J. LeVeque, Algorithms for computing the
 *         sample variance (1983), the corrected two-pass algorithm
 * @example var [2.0, 4.0, 4.0, 6.0] correction=1 -> 2.6666666666666665
 */
gla_status gla_var(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   double correction GLA_DEFAULT(= 0.0), bool keepdims GLA_DEFAULT(= false));

/** Compute the standard deviation along axes, the square root of `var`.
 *
 * @param x           array; integers are converted to float64
 * @param axis        axis or axes; default: all axes
 * @param correction  0 for a population, 1 for a sample
 * @param keepdims    keep the reduced axes with length 1
 * @return            real floating-point array without the reduced axes; NaN if n ≤ correction
 * @throws ArgumentError  if correction is not finite
 * @throws IndexError     if an axis is out of range
 * @throws ShapeError     if an axis is given twice
 * @needs  array.reduce
 * @vjp    saves x, out
 * @see    Python array API standard 2025.12, std
 * @example std [2.0, 4.0, 4.0, 6.0] -> 1.4142135623730951
 */
gla_status gla_std(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   double correction GLA_DEFAULT(= 0.0), bool keepdims GLA_DEFAULT(= false));

/** Return the smallest element along axes; NaN if any element is NaN.
 *
 * @param x         real array
 * @param axis      axis or axes; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array with the dtype of x, without the reduced axes
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice, or is empty
 * @throws DTypeError  if x is complex
 * @needs  array.reduce
 * @vjp    saves x, out
 * @see    Python array API standard 2025.12, min
 * @example min [[3.0, 1.0], [2.0, 5.0]] axis=0 -> [2. 1.]
 */
gla_status gla_min(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   bool keepdims GLA_DEFAULT(= false));

/** Return the largest element along axes; NaN if any element is NaN.
 *
 * @param x         real array
 * @param axis      axis or axes; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array with the dtype of x, without the reduced axes
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice, or is empty
 * @throws DTypeError  if x is complex
 * @needs  array.reduce
 * @vjp    saves x, out
 * @see    Python array API standard 2025.12, max
 * @example max [[3.0, 1.0], [2.0, 5.0]] axis=1 -> [3. 5.]
 */
gla_status gla_max(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   bool keepdims GLA_DEFAULT(= false));

/** Return the position of the smallest element, or of the first such element if there are ties.
 *
 * If there is a NaN, the position of the first NaN is returned.
 *
 * @param x         real array
 * @param axis      axis; default: position in the flattened array
 * @param keepdims  keep the reduced axis with length 1
 * @return          int64 array without the reduced axis
 * @throws IndexError     if axis is out of range
 * @throws ShapeError     if the axis is empty
 * @throws ArgumentError  if more than one axis is given
 * @throws DTypeError     if x is complex
 * @needs  array.reduce
 * @vjp    zero
 * @see    Python array API standard 2025.12, argmin
 * @example argmin [3.0, 1.0, 2.0] -> 1
 */
gla_status gla_argmin(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Return the position of the largest element, or of the first such element if there are ties.
 *
 * If there is a NaN, the position of the first NaN is returned.
 *
 * @param x         real array
 * @param axis      axis; default: position in the flattened array
 * @param keepdims  keep the reduced axis with length 1
 * @return          int64 array without the reduced axis
 * @throws IndexError     if axis is out of range
 * @throws ShapeError     if the axis is empty
 * @throws ArgumentError  if more than one axis is given
 * @throws DTypeError     if x is complex
 * @needs  array.reduce
 * @vjp    zero
 * @see    Python array API standard 2025.12, argmax
 * @example argmax [[3.0, 1.0], [2.0, 5.0]] axis=1 -> [0 1]
 */
gla_status gla_argmax(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Test whether any element along axes is true.
 *
 * Every nonzero element is true, and so is NaN.
 *
 * @param x         array
 * @param axis      axis or axes; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          bool array without the reduced axes; false over an empty axis
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice
 * @needs  array.reduce
 * @vjp    zero
 * @see    Python array API standard 2025.12, any
 * @example any [[0, 0], [0, 1]] axis=1 -> [False  True]
 */
gla_status gla_any(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   bool keepdims GLA_DEFAULT(= false));

/** Test whether all elements along axes are true.
 *
 * Every nonzero element is true, and so is NaN.
 *
 * @param x         array
 * @param axis      axis or axes; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          bool array without the reduced axes; true over an empty axis
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice
 * @needs  array.reduce
 * @vjp    zero
 * @see    Python array API standard 2025.12, all
 * @example all [[1, 1], [0, 1]] axis=1 -> [ True False]
 */
gla_status gla_all(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   bool keepdims GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
