/* elementwise.h - functions of each element.  All of them broadcast and promote types as the Python array API standard
 * 2025.12 says; a plain number of the script takes the type of the array that it meets.  Integers given to a function
 * that needs real numbers become float64. */
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
 * @see    Python array API standard 2025.12, add
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
 * @see    Python array API standard 2025.12, subtract
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
 * @see    Python array API standard 2025.12, multiply
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
 * @see    Python array API standard 2025.12, divide
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
 * @see    Python array API standard 2025.12, floor_divide
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
 * @see    Python array API standard 2025.12, remainder
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
 * @see    Python array API standard 2025.12, pow
 */
gla_status gla_pow(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Angle of the point (x2, x1): arctangent of x1/x2 in the right quadrant, in radians, −π to π.
 *
 * @param x1  y coordinates, real
 * @param x2  x coordinates, real
 * @return   floating-point array
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex
 * @see    Python array API standard 2025.12, atan2
 */
gla_status gla_atan2(const gla_array *x1, const gla_array *x2, gla_array **out);

/** The smaller of two numbers; NaN if either is NaN.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex
 * @see    Python array API standard 2025.12, minimum
 */
gla_status gla_minimum(const gla_array *x1, const gla_array *x2, gla_array **out);

/** The larger of two numbers; NaN if either is NaN.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex
 * @see    Python array API standard 2025.12, maximum
 */
gla_status gla_maximum(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Negation −x.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is bool
 * @see    Python array API standard 2025.12, negative
 */
gla_status gla_negative(const gla_array *x, gla_array **out);

/** The number itself, +x.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is bool
 * @see    Python array API standard 2025.12, positive
 */
gla_status gla_positive(const gla_array *x, gla_array **out);

/** Absolute value |x|; of a complex number its modulus.
 *
 * The modulus does not overflow where the result does not.
 *
 * @param x  array, any numeric type
 * @return  array of the shape of x; real when x is complex
 * @throws DTypeError  when x is bool
 * @see    Python array API standard 2025.12, abs
 */
gla_status gla_abs(const gla_array *x, gla_array **out);

/** Sign: −1, 0 or 1; of a complex number z/|z|, or 0; NaN of NaN.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is bool
 * @see    Python array API standard 2025.12, sign
 */
gla_status gla_sign(const gla_array *x, gla_array **out);

/** Exponential e^x.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, exp
 */
gla_status gla_exp(const gla_array *x, gla_array **out);

/** e^x − 1, exact for small x too.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, expm1
 */
gla_status gla_expm1(const gla_array *x, gla_array **out);

/** Natural logarithm; NaN below zero, −Inf at zero.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, log
 */
gla_status gla_log(const gla_array *x, gla_array **out);

/** Natural logarithm of 1 + x, exact for small x too.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, log1p
 */
gla_status gla_log1p(const gla_array *x, gla_array **out);

/** Logarithm to the base 2.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, log2
 */
gla_status gla_log2(const gla_array *x, gla_array **out);

/** Logarithm to the base 10.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, log10
 */
gla_status gla_log10(const gla_array *x, gla_array **out);

/** Square root; NaN below zero unless complex.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, sqrt
 */
gla_status gla_sqrt(const gla_array *x, gla_array **out);

/** Sine of x in radians.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, sin
 */
gla_status gla_sin(const gla_array *x, gla_array **out);

/** Cosine of x in radians.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, cos
 */
gla_status gla_cos(const gla_array *x, gla_array **out);

/** Tangent of x in radians.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, tan
 */
gla_status gla_tan(const gla_array *x, gla_array **out);

/** Arcsine in radians, −π/2 to π/2; NaN outside −1 to 1 unless complex.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, asin
 */
gla_status gla_asin(const gla_array *x, gla_array **out);

/** Arccosine in radians, 0 to π; NaN outside −1 to 1 unless complex.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, acos
 */
gla_status gla_acos(const gla_array *x, gla_array **out);

/** Arctangent in radians, −π/2 to π/2.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, atan
 */
gla_status gla_atan(const gla_array *x, gla_array **out);

/** Hyperbolic sine.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, sinh
 */
gla_status gla_sinh(const gla_array *x, gla_array **out);

/** Hyperbolic cosine.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, cosh
 */
gla_status gla_cosh(const gla_array *x, gla_array **out);

/** Hyperbolic tangent.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @see    Python array API standard 2025.12, tanh
 */
gla_status gla_tanh(const gla_array *x, gla_array **out);

/** Square x·x.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is bool
 * @see    Python array API standard 2025.12, square
 */
gla_status gla_square(const gla_array *x, gla_array **out);

/** Largest integer not above x.
 *
 * @param x  real array
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is complex or bool
 * @see    Python array API standard 2025.12, floor
 */
gla_status gla_floor(const gla_array *x, gla_array **out);

/** Smallest integer not below x.
 *
 * @param x  real array
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is complex or bool
 * @see    Python array API standard 2025.12, ceil
 */
gla_status gla_ceil(const gla_array *x, gla_array **out);

/** Integer part: x rounded towards zero.
 *
 * @param x  real array
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is complex or bool
 * @see    Python array API standard 2025.12, trunc
 */
gla_status gla_trunc(const gla_array *x, gla_array **out);

/** Nearest integer; halves go to the even one.
 *
 * Of a complex number both parts are rounded.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is bool
 * @see    Python array API standard 2025.12, round
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
 * @see    Python array API standard 2025.12, clip
 */
gla_status gla_clip(const gla_array *x, gla_array **out, const gla_array *min GLA_DEFAULT(=NULL),
                    const gla_array *max GLA_DEFAULT(=NULL));

/** Whether x1 = x2; NaN equals nothing.
 *
 * @param x1  array or number
 * @param x2  array or number
 * @return   bool array
 * @throws ShapeError  when the shapes do not broadcast
 * @see    Python array API standard 2025.12, equal
 */
gla_status gla_equal(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Whether x1 ≠ x2; NaN differs from all.
 *
 * @param x1  array or number
 * @param x2  array or number
 * @return   bool array
 * @throws ShapeError  when the shapes do not broadcast
 * @see    Python array API standard 2025.12, not_equal
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
 * @see    Python array API standard 2025.12, less
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
 * @see    Python array API standard 2025.12, less_equal
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
 * @see    Python array API standard 2025.12, greater
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
 * @see    Python array API standard 2025.12, greater_equal
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
 * @see    Python array API standard 2025.12, logical_and
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
 * @see    Python array API standard 2025.12, logical_or
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
 * @see    Python array API standard 2025.12, logical_xor
 */
gla_status gla_logical_xor(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Whether x is false (zero).
 *
 * @param x  array
 * @return  bool array of the shape of x
 * @see    Python array API standard 2025.12, logical_not
 */
gla_status gla_logical_not(const gla_array *x, gla_array **out);

/** Bits set in both.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is neither integer nor bool
 * @see    Python array API standard 2025.12, bitwise_and
 */
gla_status gla_bitwise_and(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Bits set in at least one.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is neither integer nor bool
 * @see    Python array API standard 2025.12, bitwise_or
 */
gla_status gla_bitwise_or(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Bits set in exactly one.
 *
 * @param x1  integer or bool array
 * @param x2  integer or bool array
 * @return   array of the promoted type
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is neither integer nor bool
 * @see    Python array API standard 2025.12, bitwise_xor
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
 * @see    Python array API standard 2025.12, bitwise_left_shift
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
 * @see    Python array API standard 2025.12, bitwise_right_shift
 */
gla_status gla_bitwise_right_shift(const gla_array *x1, const gla_array *x2, gla_array **out);

/** All bits turned; of a bool the opposite.
 *
 * @param x  integer or bool array
 * @return  array of the shape and type of x
 * @throws DTypeError  when x is neither integer nor bool
 * @see    Python array API standard 2025.12, bitwise_invert
 */
gla_status gla_bitwise_invert(const gla_array *x, gla_array **out);

/** Whether x is NaN (in either part of a complex number).
 *
 * @param x  array
 * @return  bool array of the shape of x
 * @see    Python array API standard 2025.12, isnan
 */
gla_status gla_isnan(const gla_array *x, gla_array **out);

/** Whether x is +Inf or −Inf (in either part of a complex number).
 *
 * @param x  array
 * @return  bool array of the shape of x
 * @see    Python array API standard 2025.12, isinf
 */
gla_status gla_isinf(const gla_array *x, gla_array **out);

/** Whether x is neither NaN nor infinite.
 *
 * @param x  array
 * @return  bool array of the shape of x
 * @see    Python array API standard 2025.12, isfinite
 */
gla_status gla_isfinite(const gla_array *x, gla_array **out);

/** Complex conjugate; of a real number itself.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @see    Python array API standard 2025.12, conj
 */
gla_status gla_conj(const gla_array *x, gla_array **out);

/** Real part; a view.
 *
 * @param x  array, any numeric type
 * @return  array of the shape of x, real
 * @see    Python array API standard 2025.12, real
 */
gla_status gla_real(const gla_array *x, gla_array **out);

/** Imaginary part; a view; of a real array zeros.
 *
 * @param x  array, any numeric type
 * @return  array of the shape of x, real
 * @see    Python array API standard 2025.12, imag
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
