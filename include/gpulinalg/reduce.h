/* reduce.h - sums, extremes and other summaries over axes.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read.
 *
 * @alias ddof correction */
#ifndef GPULINALG_REDUCE_H
#define GPULINALG_REDUCE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Sum of the elements.
 *
 * Added pairwise, so that the error grows with log n, not n; the result does not depend on the number of threads.
 *
 * @param x         array, any dtype
 * @param axis      axis or axes to sum over; default: all
 * @param dtype     dtype of the computation and of the result; default: that of x, or int64 or uint64 for bool and narrower integers
 * @param keepdims  keep the summed axes with size one
 * @return          array without the summed axes; 0 over an empty axis
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice
 * @warns  OverflowWarning  if a sum of integers does not fit the type of the result
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, sum; N. J. Higham, The accuracy of floating point summation (1993)
 * @example sum [[1, 2], [3, 4]] -> 10
 *   sum [[1, 2], [3, 4]] axis=0 -> [4 6]
 */
gla_status gla_sum(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   gla_dtype dtype GLA_DEFAULT(= GLA_NONE), bool keepdims GLA_DEFAULT(= false));

/** Product of the elements.
 *
 * Parts of a product may be of any size: zero times finite numbers is zero, and only a product beyond the range of the type is
 * infinite. Single precision is multiplied in double.
 *
 * @param x         array, any dtype
 * @param axis      axis or axes to multiply over; default: all
 * @param dtype     type to multiply in and to return; default: that of x, int64 or uint64 for narrower integers and bool
 * @param keepdims  keep the reduced axes with length 1
 * @return          array without those axes; 1 over an empty axis
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice
 * @warns  OverflowWarning  if a product of integers does not fit the type of the result
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, prod
 * @example prod [1.02, 1.03, 0.99] -> 1.040094
 */
gla_status gla_prod(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                    gla_dtype dtype GLA_DEFAULT(= GLA_NONE), bool keepdims GLA_DEFAULT(= false));

/** Arithmetic mean.
 *
 * @param x         array; integers are converted to float64
 * @param axis      axis or axes; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          floating-point or complex array without those axes; NaN over an empty axis
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, mean
 * @example mean [[1.0, 2.0], [3.0, 5.0]] axis=1 -> [1.5 4. ]
 */
gla_status gla_mean(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                    bool keepdims GLA_DEFAULT(= false));

/** Variance Σ|x − x̄|²/(n − correction), in two passes with the rounding error of the mean taken out.
 *
 * @param x           array; integers are converted to float64
 * @param axis        axis or axes; default: all axes
 * @param correction  0 for the variance of a population, 1 for the unbiased estimate from a sample
 * @param keepdims    keep the reduced axes with length 1
 * @return            real floating-point array without those axes; NaN where n ≤ correction
 * @throws ArgumentError  if correction is not finite
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, var; T. F. Chan, G. H. Golub, R. J. LeVeque, Algorithms for computing the
 *         sample variance (1983), the corrected two-pass algorithm
 * @example var [2.0, 4.0, 4.0, 6.0] correction=1 -> 2.6666666666666665
 */
gla_status gla_var(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   double correction GLA_DEFAULT(= 0.0), bool keepdims GLA_DEFAULT(= false));

/** Standard deviation: the square root of `var`.
 *
 * @param x           array; integers are converted to float64
 * @param axis        axis or axes; default: all axes
 * @param correction  0 for a population, 1 for a sample
 * @param keepdims    keep the reduced axes with length 1
 * @return            real floating-point array without those axes; NaN where n ≤ correction
 * @throws ArgumentError  if correction is not finite
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, std
 * @example std [2.0, 4.0, 4.0, 6.0] -> 1.4142135623730951
 */
gla_status gla_std(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   double correction GLA_DEFAULT(= 0.0), bool keepdims GLA_DEFAULT(= false));

/** Smallest element; NaN if there is one.
 *
 * @param x         real array
 * @param axis      axis or axes; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array with the dtype of x without those axes
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice, or is empty (no elements have no smallest one)
 * @throws DTypeError  if x is complex
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, min
 * @example min [[3.0, 1.0], [2.0, 5.0]] axis=0 -> [2. 1.]
 */
gla_status gla_min(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   bool keepdims GLA_DEFAULT(= false));

/** Largest element; NaN if there is one.
 *
 * @param x         real array
 * @param axis      axis or axes; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          array with the dtype of x without those axes
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice, or is empty
 * @throws DTypeError  if x is complex
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, max
 * @example max [[3.0, 1.0], [2.0, 5.0]] axis=1 -> [3. 5.]
 */
gla_status gla_max(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   bool keepdims GLA_DEFAULT(= false));

/** Position of the smallest element, the first one of several; of the first NaN if there is one.
 *
 * @param x         real array
 * @param axis      axis; default: the position in the flattened array
 * @param keepdims  keep the reduced axis with length 1
 * @return          int64 array without that axis
 * @throws IndexError  if the axis is out of range
 * @throws ShapeError  if the axis is empty
 * @throws ArgumentError  if more than one axis is named
 * @throws DTypeError  if x is complex
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, argmin
 * @example argmin [3.0, 1.0, 2.0] -> 1
 */
gla_status gla_argmin(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Position of the largest element, the first one of several; of the first NaN if there is one.
 *
 * @param x         real array
 * @param axis      axis; default: the position in the flattened array
 * @param keepdims  keep the reduced axis with length 1
 * @return          int64 array without that axis
 * @throws IndexError  if the axis is out of range
 * @throws ShapeError  if the axis is empty
 * @throws ArgumentError  if more than one axis is named
 * @throws DTypeError  if x is complex
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, argmax
 * @example argmax [[3.0, 1.0], [2.0, 5.0]] axis=1 -> [0 1]
 */
gla_status gla_argmax(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                      bool keepdims GLA_DEFAULT(= false));

/** Whether at least one element is true (not zero; NaN is true).
 *
 * @param x         array
 * @param axis      axis or axes; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          bool array without those axes; false over an empty axis
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, any
 * @example any [[0, 0], [0, 1]] axis=1 -> [False  True]
 */
gla_status gla_any(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   bool keepdims GLA_DEFAULT(= false));

/** Whether all elements are true (not zero; NaN is true).
 *
 * @param x         array
 * @param axis      axis or axes; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @return          bool array without those axes; true over an empty axis
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is given twice
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, all
 * @example all [[1, 1], [0, 1]] axis=1 -> [ True False]
 */
gla_status gla_all(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                   bool keepdims GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
