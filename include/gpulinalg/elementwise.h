/* elementwise.h - arithmetic and rounding of each element.  All elementwise functions broadcast their operands and promote
 * dtypes by the rules of the Python array API standard 2025.12. A plain scalar adopts the dtype of the array that it is
 * combined with. Integers passed to a function that needs real numbers are converted to float64.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_ELEMENTWISE_H
#define GPULINALG_ELEMENTWISE_H

#include "bitwise.h"
#include "comparison.h"
#include "elementary.h"

GLA_BEGIN_DECLS

/** Add two arrays element by element.
 *
 * Integer sums wrap around on overflow.
 *
 * @param x1  array or scalar, any numeric dtype
 * @param x2  array or scalar, any numeric dtype
 * @return    array of the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if both operands are bool
 * @needs  array.map
 * @vjp    x1: g; x2: g
 * @see    Python array API standard 2025.12, add
 * @example add [1.0, 2.0] [[10.0], [20.0]]
 *   -> [[11. 12.]
 *   ->  [21. 22.]]
 */
gla_status gla_add(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Subtract x2 from x1 element by element.
 *
 * Integer differences wrap around on overflow.
 *
 * @param x1  array or scalar, any numeric dtype
 * @param x2  array or scalar, any numeric dtype
 * @return    array of the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if both operands are bool
 * @needs  array.map
 * @vjp    x1: g; x2: -g
 * @see    Python array API standard 2025.12, subtract
 * @example subtract [3.0, 5.0] 1 -> [2. 4.]
 */
gla_status gla_subtract(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Multiply two arrays element by element.
 *
 * Integer products wrap around on overflow.
 *
 * @param x1  array or scalar, any numeric dtype
 * @param x2  array or scalar, any numeric dtype
 * @return    array of the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if both operands are bool
 * @needs  array.map
 * @vjp    x1: g * x2; x2: g * x1
 * @see    Python array API standard 2025.12, multiply
 * @example multiply [1, 2, 3] [4, 5, 6] -> [ 4 10 18]
 */
gla_status gla_multiply(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Divide x1 by x2 element by element.
 *
 * Division by zero yields ±Inf or NaN, as defined by IEEE 754.
 *
 * @param x1  array or scalar, any numeric dtype
 * @param x2  array or scalar, any numeric dtype
 * @return    floating-point or complex array; integers are converted to float64
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if both operands are bool
 * @needs  array.map
 * @vjp    x1: masked g / x2; x2: masked -g * out / x2
 * @see    Python array API standard 2025.12, divide
 * @example divide [1, 2, 3] 4 -> [0.25 0.5  0.75]
 */
gla_status gla_divide(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Compute the quotient rounded towards minus infinity, ⌊x1/x2⌋.
 *
 * If an operand is infinite, the result is x1/x2, that is, ±Inf, ±0 or NaN. NumPy and Python return other values in this case.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar
 * @return    array of the promoted dtype
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an operand is complex or both operands are bool
 * @throws ArgumentError  if an integer is divided by zero
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, floor_divide
 * @example floor_divide [7, -7] 2 -> [ 3 -4]
 */
gla_status gla_floor_divide(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Compute the remainder x1 − x2·⌊x1/x2⌋, which has the sign of x2.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar
 * @return    array of the promoted dtype
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an operand is complex or both operands are bool
 * @throws ArgumentError  if an integer is divided by zero
 * @needs  array.map
 * @vjp    x1: g; x2: -g * floor_divide(x1, x2)
 * @see    Python array API standard 2025.12, remainder
 * @example remainder [7, -7] 3 -> [1 2]
 */
gla_status gla_remainder(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Raise x1 to the power x2 element by element.
 *
 * A negative real number raised to a fraction is NaN. Use complex numbers to obtain the principal value.
 *
 * @param x1  array or scalar, any numeric dtype
 * @param x2  array or scalar, any numeric dtype
 * @return    array of the promoted dtype
 * @throws ShapeError      if the shapes do not broadcast
 * @throws DTypeError      if both operands are bool
 * @throws ArgumentError   if an integer is raised to a negative integer
 * @warns OverflowWarning  if a power of integers is not representable in the dtype
 * @needs  array.map
 * @vjp    x1: masked g * x2 * pow(x1, where(logical_and(equal(x1, 0), equal(x2, 0)), 1, x2 - 1)); x2: masked g * out *
 *         log(where(equal(x1, 0), 1, x1))
 * @see    Python array API standard 2025.12, pow
 * @example pow 1.05 [1, 10, 30] -> [1.05       1.62889463 4.32194238]
 */
gla_status gla_pow(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Return the smaller of each pair of elements; NaN if either is NaN.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar
 * @return    array of the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @vjp    x1: where(less_equal(x1, x2), g, 0); x2: where(less_equal(x1, x2), 0, g)
 * @see    Python array API standard 2025.12, minimum
 * @example minimum [1.0, 5.0, 3.0] [2.0, 4.0, 3.0] -> [1. 4. 3.]
 */
gla_status gla_minimum(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Return the larger of each pair of elements; NaN if either is NaN.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar
 * @return    array of the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @vjp    x1: where(greater_equal(x1, x2), g, 0); x2: where(greater_equal(x1, x2), 0, g)
 * @see    Python array API standard 2025.12, maximum
 * @example maximum [-1.5, 0.0, 2.5] 0.0 -> [0.  0.  2.5]
 */
gla_status gla_maximum(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Negate each element: −x.
 *
 * @param x  array, any numeric dtype
 * @return   array with the shape and dtype of x
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @vjp    x: -g
 * @see    Python array API standard 2025.12, negative
 * @example negative [1.0, -2.0] -> [-1.  2.]
 */
gla_status gla_negative(const gla_array *x, gla_array **out);

/** Return each element unchanged: +x.
 *
 * @param x  array, any numeric dtype
 * @return   array with the shape and dtype of x
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @vjp    x: g
 * @see    Python array API standard 2025.12, positive
 * @example positive [1.0, -2.0] -> [ 1. -2.]
 */
gla_status gla_positive(const gla_array *x, gla_array **out);

/** Compute the absolute value |x|, which is the modulus if x is complex.
 *
 * The computation of a modulus does not overflow unless the modulus itself does.
 *
 * @param x  array, any numeric dtype
 * @return   array with the shape of x; real if x is complex
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @vjp    x: g * sign(conj(x))
 * @see    Python array API standard 2025.12, abs
 * @example abs [-1.5, 2.0] -> [1.5 2. ]
 *   abs [3+4j] -> [5.]
 */
gla_status gla_abs(const gla_array *x, gla_array **out);

/** Compute the sign of each element: −1, 0 or 1.
 *
 * The sign of a complex number z is z/|z|, or 0 if z is 0. The sign of NaN is NaN.
 *
 * @param x  array, any numeric dtype
 * @return   array with the shape and dtype of x
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @vjp    saves x, out
 * @see    Python array API standard 2025.12, sign
 * @example sign [-2.5, 0.0, 7.0] -> [-1.  0.  1.]
 */
gla_status gla_sign(const gla_array *x, gla_array **out);

/** Compute the square x·x of each element.
 *
 * @param x  array, any numeric dtype
 * @return   array with the shape and dtype of x
 * @throws DTypeError      if x is bool
 * @warns OverflowWarning  if the square of an integer is not representable in the dtype
 * @needs  array.map
 * @vjp    x: g * 2 * x
 * @see    Python array API standard 2025.12, square
 * @example square [1.5, -3.0] -> [2.25 9.  ]
 */
gla_status gla_square(const gla_array *x, gla_array **out);

/** Round down: return the largest integer not above x.
 *
 * @param x  real array
 * @return   array with the shape and dtype of x
 * @throws DTypeError  if x is complex or bool
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, floor
 * @example floor [1.7, -1.2] -> [ 1. -2.]
 */
gla_status gla_floor(const gla_array *x, gla_array **out);

/** Round up: return the smallest integer not below x.
 *
 * @param x  real array
 * @return   array with the shape and dtype of x
 * @throws DTypeError  if x is complex or bool
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, ceil
 * @example ceil [1.2, -1.7] -> [ 2. -1.]
 */
gla_status gla_ceil(const gla_array *x, gla_array **out);

/** Round towards zero: return the integer part of x.
 *
 * @param x  real array
 * @return   array with the shape and dtype of x
 * @throws DTypeError  if x is complex or bool
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, trunc
 * @example trunc [1.7, -1.7] -> [ 1. -1.]
 */
gla_status gla_trunc(const gla_array *x, gla_array **out);

/** Round to the nearest integer; ties round to even.
 *
 * Both parts of a complex number are rounded. Use `around` to round to a number of decimals.
 *
 * @param x  array, any numeric dtype
 * @return   array with the shape and dtype of x
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, round
 * @example round [0.5, 1.5, 2.6] -> [0. 2. 3.]
 */
gla_status gla_round(const gla_array *x, gla_array **out);

/** Round to a number of decimals; ties round to even.
 *
 * As in NumPy, x is multiplied by 10^decimals, rounded, and divided by 10^decimals. If the product or 10^decimals overflows, x
 * is returned unchanged. Integers are rounded exactly.
 *
 * @param x         array, any numeric dtype
 * @param decimals  number of decimals; a negative number rounds to tens, hundreds, and so on
 * @return          array with the shape and dtype of x
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @vjp    zero
 * @see    NumPy, around
 * @example around [1.2345, -0.005] 2 -> [ 1.23 -0.  ]
 *   around [15, 25, 1234] -1 -> [  20   20 1230]
 */
gla_status gla_around(const gla_array *x, gla_array **out, int decimals GLA_DEFAULT(= 0));

/** Replace NaN and infinities by finite numbers.
 *
 * The two parts of a complex number are replaced independently. Integers are returned unchanged.
 *
 * @param x       array
 * @param nan     replacement for NaN
 * @param posinf  replacement for ∞; default: the largest finite number of the dtype
 * @param neginf  replacement for −∞; default: the smallest (most negative) finite number of the dtype
 * @return        array with the shape and dtype of x
 * @throws DTypeError  if posinf or neginf is complex
 * @needs  array.map
 * @vjp    saves x
 * @see    NumPy, nan_to_num
 * @example nan_to_num [1.0, nan, inf] posinf=9 -> [1. 0. 9.]
 */
gla_status gla_nan_to_num(const gla_array *x, gla_array **out, double nan GLA_OPTION(= 0.0),
                          const gla_array *posinf GLA_OPTION(= NULL), const gla_array *neginf GLA_OPTION(= NULL));

/** Compute the reciprocal 1/x of each element.
 *
 * @param x  array, any numeric dtype; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @vjp    x: masked -g * out * out
 * @see    Python array API standard 2025.12, reciprocal
 * @example reciprocal [4.0, -0.5, 0.0] -> [ 0.25 -2.     inf]
 */
gla_status gla_reciprocal(const gla_array *x, gla_array **out);

/** Test whether the sign bit of each element is set, for −0 and NaN too.
 *
 * @param x  real array; integers are converted to float64
 * @return   bool array with the shape of x
 * @throws DTypeError  if x is complex
 * @needs  array.map
 * @vjp    zero
 * @see    Python array API standard 2025.12, signbit
 * @example signbit [1.0, -1.0, -0.0] -> [False  True  True]
 */
gla_status gla_signbit(const gla_array *x, gla_array **out);

/** Combine the magnitude of x1 with the sign of x2.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar. The sign bits of zeros and NaN are used too
 * @return    floating-point array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @vjp    x1: g * sign(x1) * copysign(1, x2)
 * @see    Python array API standard 2025.12, copysign
 * @example copysign [1.0, -2.0] [-0.0, 3.0] -> [-1.  2.]
 */
gla_status gla_copysign(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Return the representable number next to x1 in the direction of x2.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar; where x1 equals x2, the result is x2
 * @return    floating-point array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @vjp    x1: g
 * @see    Python array API standard 2025.12, nextafter
 * @example x = nextafter 1.0 2.0
 *   subtract x 1.0 -> 2.220446049250313e-16
 */
gla_status gla_nextafter(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Limit values to the range from min to max: minimum(maximum(x, min), max).
 *
 * NaN stays NaN. Where min exceeds max, the result is max.
 *
 * @param x    real array
 * @param min  lower limit, array or scalar; default: no lower limit
 * @param max  upper limit, array or scalar; default: no upper limit
 * @return     array with the dtype of x, and the broadcast shape of x, min and max
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex, or the dtype of a limit would promote the dtype of x
 * @needs  array.map
 * @vjp    saves x, min, max
 * @see    Python array API standard 2025.12, clip
 * @example clip [-0.2, 0.4, 1.3] 0.0 1.0 -> [0.  0.4 1. ]
 */
gla_status gla_clip(const gla_array *x, gla_array **out, const gla_array *min GLA_DEFAULT(= NULL),
                    const gla_array *max GLA_DEFAULT(= NULL));

/** Compute the complex conjugate of each element; real numbers are unchanged.
 *
 * @param x  array, any numeric dtype
 * @return   array with the shape and dtype of x
 * @needs  array.map
 * @cost   view
 * @vjp    x: conj(g)
 * @see    Python array API standard 2025.12, conj
 * @example conj [1+2j, 3-1j] -> [1.-2.j 3.+1.j]
 */
gla_status gla_conj(const gla_array *x, gla_array **out);

/** Return the real part of each element, as a view.
 *
 * @param x  array, any numeric dtype
 * @return   real array with the shape of x
 * @needs  nothing
 * @cost   view
 * @vjp    x: g
 * @see    Python array API standard 2025.12, real
 * @example real [1+2j, 3-1j] -> [1. 3.]
 */
gla_status gla_real(const gla_array *x, gla_array **out);

/** Return the imaginary part of each element, as a view; zeros if x is real.
 *
 * @param x  array, any numeric dtype
 * @return   real array with the shape of x
 * @needs  array.copy
 * @cost   view
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, imag
 * @example imag [1+2j, 3-1j] -> [ 2. -1.]
 */
gla_status gla_imag(const gla_array *x, gla_array **out);

#ifndef SWIG
/* Compute x = op(x, y) in the memory of x. Bindings use this function for `x += y`. `operation` is the name of a function of
 * two arrays above: "add", "bitwise_and" ... y must broadcast to the shape of x (else ShapeError), the result must have the
 * dtype of x (else DTypeError), and x must be writable (else ArgumentError). y may overlap x. */
gla_status gla_inplace(const char *operation, gla_array *x, const gla_array *y);
#endif

GLA_END_DECLS

#endif
