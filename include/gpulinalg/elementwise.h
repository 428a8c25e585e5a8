/* elementwise.h - functions of each element.  All of them broadcast and promote types as the Python array API standard
 * 2025.12 says; a plain number of the script takes the type of the array that it meets.  Integers given to a function
 * that needs real numbers become float64.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_ELEMENTWISE_H
#define GPULINALG_ELEMENTWISE_H

#include "core.h"

GLA_BEGIN_DECLS

/** Sum x1 + x2.
 *
 * Integers wrap around on overflow.
 *
 * @param x1  array or number, any numeric type
 * @param x2  array or number, any numeric type
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when both are bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, add
 * @example add [1.0, 2.0] [[10.0], [20.0]]
 *   -> [[11. 12.]
 *   ->  [21. 22.]]
 */
gla_status gla_add(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Difference x1 − x2.
 *
 * Integers wrap around on overflow.
 *
 * @param x1  array or number, any numeric type
 * @param x2  array or number, any numeric type
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when both are bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, subtract
 * @example subtract [3.0, 5.0] 1 -> [2. 4.]
 */
gla_status gla_subtract(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Product x1·x2.
 *
 * Integers wrap around on overflow.
 *
 * @param x1  array or number, any numeric type
 * @param x2  array or number, any numeric type
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when both are bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, multiply
 * @example multiply [1, 2, 3] [4, 5, 6] -> [ 4 10 18]
 */
gla_status gla_multiply(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Quotient x1/x2.
 *
 * Division by zero gives ±Inf or NaN as IEEE 754 says.
 *
 * @param x1  array or number, any numeric type
 * @param x2  array or number, any numeric type
 * @return   floating-point or complex array; integers give float64
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when both are bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, divide
 * @example divide [1, 2, 3] 4 -> [0.25 0.5  0.75]
 */
gla_status gla_divide(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Quotient rounded towards minus infinity, ⌊x1/x2⌋.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   array of the promoted type
 * @throws ShapeError     when the shapes do not broadcast
 * @throws DTypeError     when an operand is complex or both are bool
 * @throws ArgumentError  when an integer is divided by zero
 * @needs  array.map
 * @see    Python array API standard 2025.12, floor_divide
 * @example floor_divide [7, -7] 2 -> [ 3 -4]
 */
gla_status gla_floor_divide(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Remainder x1 − x2·⌊x1/x2⌋, with the sign of x2.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   array of the promoted type
 * @throws ShapeError     when the shapes do not broadcast
 * @throws DTypeError     when an operand is complex or both are bool
 * @throws ArgumentError  when an integer is divided by zero
 * @needs  array.map
 * @see    Python array API standard 2025.12, remainder
 * @example remainder [7, -7] 3 -> [1 2]
 */
gla_status gla_remainder(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Power x1 to the x2.
 *
 * A negative integer to a fraction gives NaN; use complex numbers for the principal value.
 *
 * @param x1  array or number, any numeric type
 * @param x2  array or number, any numeric type
 * @return   array of the promoted type
 * @throws ShapeError     when the shapes do not broadcast
 * @throws DTypeError     when both are bool
 * @throws ArgumentError  when an integer is raised to a negative integer
 * @needs  array.map
 * @see    Python array API standard 2025.12, pow
 * @example pow 1.05 [1, 10, 30] -> [1.05       1.62889463 4.32194238]
 */
gla_status gla_pow(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Angle of the point (x2, x1): arctangent of x1/x2 in the right quadrant, in radians, −π to π.
 *
 * @param x1  y coordinates, real
 * @param x2  x coordinates, real
 * @return   floating-point array
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, atan2
 * @example atan2 [1.0, 1.0, -1.0] [1.0, -1.0, -1.0] -> [ 0.78539816  2.35619449 -2.35619449]
 */
gla_status gla_atan2(const gla_array *x1, const gla_array *x2, gla_array **out);

/** The smaller of two numbers; NaN if either is NaN.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, minimum
 * @example minimum [1.0, 5.0, 3.0] [2.0, 4.0, 3.0] -> [1. 4. 3.]
 */
gla_status gla_minimum(const gla_array *x1, const gla_array *x2, gla_array **out);

/** The larger of two numbers; NaN if either is NaN.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, maximum
 * @example maximum [-1.5, 0.0, 2.5] 0.0 -> [0.  0.  2.5]
 */
gla_status gla_maximum(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Negation −x.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, negative
 * @example negative [1.0, -2.0] -> [-1.  2.]
 */
gla_status gla_negative(const gla_array *x, gla_array **out);

/** The number itself, +x.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, positive
 * @example positive [1.0, -2.0] -> [ 1. -2.]
 */
gla_status gla_positive(const gla_array *x, gla_array **out);

/** Absolute value |x|; of a complex number its modulus.
 *
 * The modulus does not overflow where the result does not.
 *
 * @param x  array, any numeric type
 * @return  array of the shape of x; real when x is complex
 * @throws DTypeError  when x is bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, abs
 * @example abs [-1.5, 2.0] -> [1.5 2. ]
 *   abs [3+4j] -> [5.]
 */
gla_status gla_abs(const gla_array *x, gla_array **out);

/** Sign: −1, 0 or 1; of a complex number z/|z|, or 0; NaN of NaN.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, sign
 * @example sign [-2.5, 0.0, 7.0] -> [-1.  0.  1.]
 */
gla_status gla_sign(const gla_array *x, gla_array **out);

/** Exponential e^x.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, exp
 * @example exp [0.0, 1.0, -1.0] -> [1.         2.71828183 0.36787944]
 */
gla_status gla_exp(const gla_array *x, gla_array **out);

/** e^x − 1, exact for small x too.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, expm1
 * @example expm1 [1e-10] -> [1.e-10]
 */
gla_status gla_expm1(const gla_array *x, gla_array **out);

/** Natural logarithm; NaN below zero, −Inf at zero.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, log
 * @example log [1.0, 10.0, 100.0] -> [0.         2.30258509 4.60517019]
 */
gla_status gla_log(const gla_array *x, gla_array **out);

/** Natural logarithm of 1 + x, exact for small x too.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, log1p
 * @example log1p [0.02, -0.02] -> [ 0.01980263 -0.02020271]
 */
gla_status gla_log1p(const gla_array *x, gla_array **out);

/** Logarithm to the base 2.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, log2
 * @example log2 [1.0, 8.0, 0.5] -> [ 0.  3. -1.]
 */
gla_status gla_log2(const gla_array *x, gla_array **out);

/** Logarithm to the base 10.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, log10
 * @example log10 [1.0, 1000.0] -> [0. 3.]
 */
gla_status gla_log10(const gla_array *x, gla_array **out);

/** Square root; NaN below zero unless complex.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, sqrt
 * @example sqrt [4.0, 2.0] -> [2.         1.41421356]
 */
gla_status gla_sqrt(const gla_array *x, gla_array **out);

/** Sine of x in radians.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, sin
 * @example sin [0.0, 0.5, 1.0] -> [0.         0.47942554 0.84147098]
 */
gla_status gla_sin(const gla_array *x, gla_array **out);

/** Cosine of x in radians.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, cos
 * @example cos [0.0, 0.5, 1.0] -> [1.         0.87758256 0.54030231]
 */
gla_status gla_cos(const gla_array *x, gla_array **out);

/** Tangent of x in radians.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, tan
 * @example tan [0.0, 0.5, 1.0] -> [0.         0.54630249 1.55740772]
 */
gla_status gla_tan(const gla_array *x, gla_array **out);

/** Arcsine in radians, −π/2 to π/2; NaN outside −1 to 1 unless complex.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, asin
 * @example asin [0.0, 0.5, 1.0] -> [0.         0.52359878 1.57079633]
 */
gla_status gla_asin(const gla_array *x, gla_array **out);

/** Arccosine in radians, 0 to π; NaN outside −1 to 1 unless complex.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, acos
 * @example acos [1.0, 0.5, 0.0] -> [0.         1.04719755 1.57079633]
 */
gla_status gla_acos(const gla_array *x, gla_array **out);

/** Arctangent in radians, −π/2 to π/2.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, atan
 * @example atan [0.0, 1.0, inf] -> [0.         0.78539816 1.57079633]
 */
gla_status gla_atan(const gla_array *x, gla_array **out);

/** Hyperbolic sine.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, sinh
 * @example sinh [0.0, 1.0] -> [0.         1.17520119]
 */
gla_status gla_sinh(const gla_array *x, gla_array **out);

/** Hyperbolic cosine.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, cosh
 * @example cosh [0.0, 1.0] -> [1.         1.54308063]
 */
gla_status gla_cosh(const gla_array *x, gla_array **out);

/** Hyperbolic tangent.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, tanh
 * @example tanh [0.0, 0.5, 20.0] -> [0.         0.46211716 1.        ]
 */
gla_status gla_tanh(const gla_array *x, gla_array **out);

/** Square x·x.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, square
 * @example square [1.5, -3.0] -> [2.25 9.  ]
 */
gla_status gla_square(const gla_array *x, gla_array **out);

/** Largest integer not above x.
 *
 * @param x  real array
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is complex or bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, floor
 * @example floor [1.7, -1.2] -> [ 1. -2.]
 */
gla_status gla_floor(const gla_array *x, gla_array **out);

/** Smallest integer not below x.
 *
 * @param x  real array
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is complex or bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, ceil
 * @example ceil [1.2, -1.7] -> [ 2. -1.]
 */
gla_status gla_ceil(const gla_array *x, gla_array **out);

/** Integer part: x rounded towards zero.
 *
 * @param x  real array
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is complex or bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, trunc
 * @example trunc [1.7, -1.7] -> [ 1. -1.]
 */
gla_status gla_trunc(const gla_array *x, gla_array **out);

/** Nearest integer; halves go to the even one.
 *
 * Of a complex number both parts are rounded.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, round
 * @example round [0.5, 1.5, 2.6] -> [0. 2. 3.]
 */
gla_status gla_round(const gla_array *x, gla_array **out);

/** Limit values to the range from min to max: minimum(maximum(x, min), max).
 *
 * NaN stays NaN; where min is above max the result is max.
 *
 * @param x    real array
 * @param min  lower limit, array or number; none means no limit
 * @param max  upper limit, array or number; none means no limit
 * @return    array of the type of x, broadcast with min and max
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex, or the limits would change the type of x
 * @needs  array.map
 * @see    Python array API standard 2025.12, clip
 * @example clip [-0.2, 0.4, 1.3] 0.0 1.0 -> [0.  0.4 1. ]
 */
gla_status gla_clip(const gla_array *x, gla_array **out, const gla_array *min GLA_DEFAULT(=NULL),
                    const gla_array *max GLA_DEFAULT(=NULL));

/** Whether x1 = x2; NaN equals nothing.
 *
 * @param x1  array or number
 * @param x2  array or number
 * @return   bool array
 * @throws ShapeError  when the shapes do not broadcast
 * @needs  array.map
 * @see    Python array API standard 2025.12, equal
 * @example equal [1, 2, 3] [1, 5, 3] -> [ True False  True]
 */
gla_status gla_equal(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Whether x1 ≠ x2; NaN differs from all.
 *
 * @param x1  array or number
 * @param x2  array or number
 * @return   bool array
 * @throws ShapeError  when the shapes do not broadcast
 * @needs  array.map
 * @see    Python array API standard 2025.12, not_equal
 * @example not_equal [1, 2, 3] [1, 5, 3] -> [False  True False]
 */
gla_status gla_not_equal(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Whether x1 < x2.
 *
 * Integers of different signedness are compared by value.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   bool array
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, less
 * @example less [1.0, 2.0, 3.0] 2 -> [ True False False]
 */
gla_status gla_less(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Whether x1 ≤ x2.
 *
 * Integers of different signedness are compared by value.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   bool array
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, less_equal
 * @example less_equal [1.0, 2.0, 3.0] 2 -> [ True  True False]
 */
gla_status gla_less_equal(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Whether x1 > x2.
 *
 * Integers of different signedness are compared by value.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   bool array
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, greater
 * @example greater [1.0, 2.0, 3.0] 2 -> [False False  True]
 */
gla_status gla_greater(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Whether x1 ≥ x2.
 *
 * Integers of different signedness are compared by value.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   bool array
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, greater_equal
 * @example greater_equal [1.0, 2.0, 3.0] 2 -> [False  True  True]
 */
gla_status gla_greater_equal(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Whether both are true.
 *
 * A number is true when it is not zero.
 *
 * @param x1  array or number
 * @param x2  array or number
 * @return   bool array
 * @throws ShapeError  when the shapes do not broadcast
 * @needs  array.map
 * @see    Python array API standard 2025.12, logical_and
 * @example age = asarray [17, 30, 70]
 *   adult = greater_equal age 18
 *   retired = greater age 65
 *   logical_and adult retired -> [False False  True]
 */
gla_status gla_logical_and(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Whether at least one is true.
 *
 * A number is true when it is not zero.
 *
 * @param x1  array or number
 * @param x2  array or number
 * @return   bool array
 * @throws ShapeError  when the shapes do not broadcast
 * @needs  array.map
 * @see    Python array API standard 2025.12, logical_or
 * @example age = asarray [17, 30, 70]
 *   minor = less age 18
 *   retired = greater age 65
 *   logical_or minor retired -> [ True False  True]
 */
gla_status gla_logical_or(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Whether exactly one is true.
 *
 * A number is true when it is not zero.
 *
 * @param x1  array or number
 * @param x2  array or number
 * @return   bool array
 * @throws ShapeError  when the shapes do not broadcast
 * @needs  array.map
 * @see    Python array API standard 2025.12, logical_xor
 * @example logical_xor [1, 1, 0] [1, 0, 0] -> [False  True False]
 */
gla_status gla_logical_xor(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Whether x is false (zero).
 *
 * @param x  array
 * @return  bool array of the shape of x
 * @needs  array.map
 * @see    Python array API standard 2025.12, logical_not
 * @example logical_not [0, 1, 5] -> [ True False False]
 */
gla_status gla_logical_not(const gla_array *x, gla_array **out);

/** Bits set in both.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is neither integer nor bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_and
 * @example bitwise_and [12, 10] 6 -> [4 2]
 */
gla_status gla_bitwise_and(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Bits set in at least one.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is neither integer nor bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_or
 * @example bitwise_or [12, 10] 6 -> [14 14]
 */
gla_status gla_bitwise_or(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Bits set in exactly one.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is neither integer nor bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_xor
 * @example bitwise_xor [12, 10] 6 -> [10 12]
 */
gla_status gla_bitwise_xor(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Bits moved left by x2 places, x1·2^x2 without the bits that fall off.
 *
 * A shift by the width of the type or more gives 0 (−1 for a negative number shifted right).
 *
 * @param x1  integer array
 * @param x2  integer array, not negative
 * @return   array of the promoted type
 * @throws ShapeError     when the shapes do not broadcast
 * @throws DTypeError     when an operand is not integer
 * @throws ArgumentError  when a shift is negative
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_left_shift
 * @example bitwise_left_shift [1, 3] 4 -> [16 48]
 */
gla_status gla_bitwise_left_shift(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Bits moved right by x2 places, ⌊x1/2^x2⌋.
 *
 * A shift by the width of the type or more gives 0 (−1 for a negative number shifted right).
 *
 * @param x1  integer array
 * @param x2  integer array, not negative
 * @return   array of the promoted type
 * @throws ShapeError     when the shapes do not broadcast
 * @throws DTypeError     when an operand is not integer
 * @throws ArgumentError  when a shift is negative
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_right_shift
 * @example bitwise_right_shift [16, -16] 2 -> [ 4 -4]
 */
gla_status gla_bitwise_right_shift(const gla_array *x1, const gla_array *x2, gla_array **out);

/** All bits turned; of a bool the opposite.
 *
 * @param x  integer or bool array
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is neither integer nor bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, bitwise_invert
 * @example bitwise_invert [0, 5] -> [-1 -6]
 */
gla_status gla_bitwise_invert(const gla_array *x, gla_array **out);

/** Whether x is NaN (in either part of a complex number).
 *
 * @param x  array
 * @return  bool array of the shape of x
 * @needs  array.map
 * @see    Python array API standard 2025.12, isnan
 * @example isnan [1.0, nan, inf] -> [False  True False]
 */
gla_status gla_isnan(const gla_array *x, gla_array **out);

/** Whether x is +Inf or −Inf (in either part of a complex number).
 *
 * @param x  array
 * @return  bool array of the shape of x
 * @needs  array.map
 * @see    Python array API standard 2025.12, isinf
 * @example isinf [1.0, nan, -inf] -> [False False  True]
 */
gla_status gla_isinf(const gla_array *x, gla_array **out);

/** Whether x is neither NaN nor infinite.
 *
 * @param x  array
 * @return  bool array of the shape of x
 * @needs  array.map
 * @see    Python array API standard 2025.12, isfinite
 * @example isfinite [1.0, nan, inf] -> [ True False False]
 */
gla_status gla_isfinite(const gla_array *x, gla_array **out);

/** Complex conjugate; of a real number itself.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @needs  array.map
 * @see    Python array API standard 2025.12, conj
 * @example conj [1+2j, 3-1j] -> [1.-2.j 3.+1.j]
 */
gla_status gla_conj(const gla_array *x, gla_array **out);

/** Real part; a view.
 *
 * @param x  array, any numeric type
 * @return  array of the shape of x, real
 * @needs  nothing
 * @see    Python array API standard 2025.12, real
 * @example real [1+2j, 3-1j] -> [1. 3.]
 */
gla_status gla_real(const gla_array *x, gla_array **out);

/** Imaginary part; a view; of a real array zeros.
 *
 * @param x  array, any numeric type
 * @return  array of the shape of x, real
 * @needs  array.copy
 * @see    Python array API standard 2025.12, imag
 * @example imag [1+2j, 3-1j] -> [ 2. -1.]
 */
gla_status gla_imag(const gla_array *x, gla_array **out);

#ifndef SWIG
/* x = op(x, y) in x's own memory, for the bindings' `x += y`.  operation is the name of a function of two arrays above: "add",
 * "bitwise_and" ...  y broadcasts to the shape of x (else ShapeError), the result has the type of x (else DTypeError), x
 * is not read-only (else ArgumentError).  y may overlap x. */
gla_status gla_inplace(const char *operation, gla_array *x, const gla_array *y);
#endif

GLA_END_DECLS

#endif
