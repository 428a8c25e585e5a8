/* comparison.h - comparisons and logical operations on each element.  Results are bool. Broadcasting and type promotion follow
 * the rules of arithmetic.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_COMPARISON_H
#define GPULINALG_COMPARISON_H

#include "core.h"

GLA_BEGIN_DECLS

/** Test each pair of elements for x1 = x2; NaN is not equal to anything.
 *
 * @param x1  array or scalar
 * @param x2  array or scalar
 * @return    bool array
 * @throws ShapeError  if the shapes do not broadcast
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, equal
 * @example equal [1, 2, 3] [1, 5, 3] -> [ True False  True]
 */
gla_status gla_equal(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Test each pair of elements for x1 ≠ x2; NaN is not equal to anything.
 *
 * @param x1  array or scalar
 * @param x2  array or scalar
 * @return    bool array
 * @throws ShapeError  if the shapes do not broadcast
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, not_equal
 * @example not_equal [1, 2, 3] [1, 5, 3] -> [False  True False]
 */
gla_status gla_not_equal(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Test each pair of elements for x1 < x2.
 *
 * Signed and unsigned integers are compared by value.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar
 * @return    bool array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, less
 * @example less [1.0, 2.0, 3.0] 2 -> [ True False False]
 */
gla_status gla_less(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Test each pair of elements for x1 ≤ x2.
 *
 * Signed and unsigned integers are compared by value.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar
 * @return    bool array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, less_equal
 * @example less_equal [1.0, 2.0, 3.0] 2 -> [ True  True False]
 */
gla_status gla_less_equal(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Test each pair of elements for x1 > x2.
 *
 * Signed and unsigned integers are compared by value.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar
 * @return    bool array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, greater
 * @example greater [1.0, 2.0, 3.0] 2 -> [False False  True]
 */
gla_status gla_greater(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Test each pair of elements for x1 ≥ x2.
 *
 * Signed and unsigned integers are compared by value.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar
 * @return    bool array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, greater_equal
 * @example greater_equal [1.0, 2.0, 3.0] 2 -> [False  True  True]
 */
gla_status gla_greater_equal(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Compute the logical AND of each pair of elements.
 *
 * A number is true if it is not zero.
 *
 * @param x1  array or scalar
 * @param x2  array or scalar
 * @return    bool array
 * @throws ShapeError  if the shapes do not broadcast
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, logical_and
 * @example age = asarray [17, 30, 70]
 *   adult = greater_equal age 18
 *   retired = greater age 65
 *   logical_and adult retired -> [False False  True]
 */
gla_status gla_logical_and(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Compute the logical OR of each pair of elements.
 *
 * A number is true if it is not zero.
 *
 * @param x1  array or scalar
 * @param x2  array or scalar
 * @return    bool array
 * @throws ShapeError  if the shapes do not broadcast
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, logical_or
 * @example age = asarray [17, 30, 70]
 *   minor = less age 18
 *   retired = greater age 65
 *   logical_or minor retired -> [ True False  True]
 */
gla_status gla_logical_or(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Compute the logical exclusive OR (XOR) of each pair of elements.
 *
 * A number is true if it is not zero.
 *
 * @param x1  array or scalar
 * @param x2  array or scalar
 * @return    bool array
 * @throws ShapeError  if the shapes do not broadcast
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, logical_xor
 * @example logical_xor [1, 1, 0] [1, 0, 0] -> [False  True False]
 */
gla_status gla_logical_xor(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Compute the logical NOT of each element: true for zero, false otherwise.
 *
 * @param x  array
 * @return   bool array with the shape of x
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, logical_not
 * @example logical_not [0, 1, 5] -> [ True False False]
 */
gla_status gla_logical_not(const gla_array *x, gla_array **out);

/** Test each element for NaN. A complex number is NaN if its real or imaginary part is NaN.
 *
 * @param x  array
 * @return   bool array with the shape of x
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, isnan
 * @example isnan [1.0, nan, inf] -> [False  True False]
 */
gla_status gla_isnan(const gla_array *x, gla_array **out);

/** Test each element for +Inf or −Inf. A complex number is infinite if its real or imaginary part is infinite.
 *
 * @param x  array
 * @return   bool array with the shape of x
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, isinf
 * @example isinf [1.0, nan, -inf] -> [False False  True]
 */
gla_status gla_isinf(const gla_array *x, gla_array **out);

/** Test whether each element is finite, that is, neither NaN nor infinite.
 *
 * @param x  array
 * @return   bool array with the shape of x
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, isfinite
 * @example isfinite [1.0, nan, inf] -> [ True False False]
 */
gla_status gla_isfinite(const gla_array *x, gla_array **out);

/** Test whether elements are equal within a tolerance: |a − b| ≤ atol + rtol·|b|.
 *
 * An infinity is close only to itself. Integers are compared as float64.
 *
 * @param a          array or scalar
 * @param b          array or scalar; rtol is relative to the elements of b
 * @param rtol       relative tolerance
 * @param atol       absolute tolerance, in the units of a and b. If an element of b is zero, only the absolute tolerance
 *                   matters
 * @param equal_nan  true: NaN is close to NaN
 * @return           bool array
 * @throws ShapeError     if the shapes do not broadcast
 * @throws ArgumentError  if a tolerance is negative, infinite or NaN
 * @needs  array.map
 * @vjp    zero
 * @see    NumPy, isclose
 * @example isclose [1.0, 2.0, inf] [1.000001, 2.1, inf] -> [ True False  True]
 *   isclose [0.0, 5e-10] 0.0 atol=1e-12 -> [ True False]
 */
gla_status gla_isclose(const gla_array *a, const gla_array *b, gla_array **out, double rtol GLA_DEFAULT(= 1e-05),
                       double atol GLA_DEFAULT(= 1e-08), bool equal_nan GLA_DEFAULT(= false));

/** Test whether all elements are equal within a tolerance, as defined by `isclose`.
 *
 * @param a          array or scalar
 * @param b          array or scalar
 * @param rtol       relative tolerance
 * @param atol       absolute tolerance
 * @param equal_nan  true: NaN is close to NaN
 * @return           0-d bool array, which is true if there are no elements
 * @throws ShapeError     if the shapes do not broadcast
 * @throws ArgumentError  if a tolerance is negative, infinite or NaN
 * @needs  array.map, array.reduce
 * @vjp    zero
 * @see    NumPy, allclose
 * @example x = solve [[2.0, 1.0], [1.0, 3.0]] [3.0, 5.0]
 *   allclose x [0.8, 1.4] -> True
 */
gla_status gla_allclose(const gla_array *a, const gla_array *b, gla_array **out, double rtol GLA_DEFAULT(= 1e-05),
                        double atol GLA_DEFAULT(= 1e-08), bool equal_nan GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
