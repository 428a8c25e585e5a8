/* elementwise.h - arithmetic and rounding of each element.  These and all other functions of each element broadcast and promote
 * types as the Python array API standard 2025.12 says; a plain number of the script takes the type of the array that it
 * meets.  Integers given to a function that needs real numbers become float64.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_ELEMENTWISE_H
#define GPULINALG_ELEMENTWISE_H

#include "bitwise.h"
#include "comparison.h"
#include "elementary.h"

GLA_BEGIN_DECLS

/** Sum x1 + x2.
 *
 * Integers wrap around on overflow.
 *
 * @param x1  array or number, any numeric type
 * @param x2  array or number, any numeric type
 * @return   array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if both are bool
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
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if both are bool
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
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if both are bool
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
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if both are bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, divide
 * @example divide [1, 2, 3] 4 -> [0.25 0.5  0.75]
 */
gla_status gla_divide(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Quotient rounded towards minus infinity, ⌊x1/x2⌋.
 *
 * If an operand is infinite, the result is x1/x2: ±Inf, ±0 or NaN. NumPy and Python differ there.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   array of the promoted type
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an operand is complex or both are bool
 * @throws ArgumentError  if an integer is divided by zero
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
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if an operand is complex or both are bool
 * @throws ArgumentError  if an integer is divided by zero
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
 * @throws ShapeError     if the shapes do not broadcast
 * @throws DTypeError     if both are bool
 * @throws ArgumentError  if an integer is raised to a negative integer
 * @warns  OverflowWarning  if a power of integers does not fit their type
 * @needs  array.map
 * @see    Python array API standard 2025.12, pow
 * @example pow 1.05 [1, 10, 30] -> [1.05       1.62889463 4.32194238]
 */
gla_status gla_pow(const gla_array *x1, const gla_array *x2, gla_array **out);

/** The smaller of two numbers; NaN if either is NaN.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
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
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, maximum
 * @example maximum [-1.5, 0.0, 2.5] 0.0 -> [0.  0.  2.5]
 */
gla_status gla_maximum(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Negation −x.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, negative
 * @example negative [1.0, -2.0] -> [-1.  2.]
 */
gla_status gla_negative(const gla_array *x, gla_array **out);

/** The number itself, +x.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  if x is bool
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
 * @throws DTypeError  if x is bool
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
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, sign
 * @example sign [-2.5, 0.0, 7.0] -> [-1.  0.  1.]
 */
gla_status gla_sign(const gla_array *x, gla_array **out);

/** Square x·x.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  if x is bool
 * @warns  OverflowWarning  if the square of an integer does not fit its type
 * @needs  array.map
 * @see    Python array API standard 2025.12, square
 * @example square [1.5, -3.0] -> [2.25 9.  ]
 */
gla_status gla_square(const gla_array *x, gla_array **out);

/** Largest integer not above x.
 *
 * @param x  real array
 * @return  array of the shape and type of x
 * @throws DTypeError  if x is complex or bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, floor
 * @example floor [1.7, -1.2] -> [ 1. -2.]
 */
gla_status gla_floor(const gla_array *x, gla_array **out);

/** Smallest integer not below x.
 *
 * @param x  real array
 * @return  array of the shape and type of x
 * @throws DTypeError  if x is complex or bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, ceil
 * @example ceil [1.2, -1.7] -> [ 2. -1.]
 */
gla_status gla_ceil(const gla_array *x, gla_array **out);

/** Integer part: x rounded towards zero.
 *
 * @param x  real array
 * @return  array of the shape and type of x
 * @throws DTypeError  if x is complex or bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, trunc
 * @example trunc [1.7, -1.7] -> [ 1. -1.]
 */
gla_status gla_trunc(const gla_array *x, gla_array **out);

/** Nearest integer; halves go to the even one.
 *
 * Of a complex number both parts are rounded; `around` rounds to decimals.
 *
 * @param x  array, any numeric type
 * @return  array of the shape and type of x
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, round
 * @example round [0.5, 1.5, 2.6] -> [0. 2. 3.]
 */
gla_status gla_round(const gla_array *x, gla_array **out);

/** Nearest number with so many decimals; of two as near the even one.
 *
 * x is multiplied by 10^decimals, rounded, and divided, as NumPy does it; where the product would be infinite x has no such
 * decimals and stays. Integers are rounded exactly.
 *
 * @param x         array, any numeric type
 * @param decimals  how many; negative ones round to tens, hundreds, …
 * @return          array of the shape and type of x
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @see    NumPy, around
 * @example around [1.2345, -0.005] 2 -> [ 1.23 -0.  ]
 *   around [15, 25, 1234] -1 -> [  20   20 1230]
 */
gla_status gla_around(const gla_array *x, gla_array **out, int decimals GLA_DEFAULT(= 0));

/** Numbers in the place of NaN and of infinities.
 *
 * Of a complex number each part is replaced for itself; integers are as they are.
 *
 * @param x       array
 * @param nan     what stands for NaN
 * @param posinf  what stands for ∞; none: the largest number of the type
 * @param neginf  what stands for −∞; none: the smallest one
 * @return        array of the shape and type of x
 * @throws DTypeError  if posinf or neginf is complex
 * @needs  array.map
 * @see    NumPy, nan_to_num
 * @example nan_to_num [1.0, nan, inf] posinf=9 -> [1. 0. 9.]
 */
gla_status gla_nan_to_num(const gla_array *x, gla_array **out, double nan GLA_OPTION(= 0.0),
                          const gla_array *posinf GLA_OPTION(= NULL), const gla_array *neginf GLA_OPTION(= NULL));

/** Reciprocal 1/x.
 *
 * @param x  array, any numeric type; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @throws DTypeError  if x is bool
 * @needs  array.map
 * @see    Python array API standard 2025.12, reciprocal
 * @example reciprocal [4.0, -0.5, 0.0] -> [ 0.25 -2.     inf]
 */
gla_status gla_reciprocal(const gla_array *x, gla_array **out);

/** Whether the sign is minus, of zeros and NaN too.
 *
 * @param x  real array; integers become float64
 * @return  bool array of the shape of x
 * @throws DTypeError  if x is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, signbit
 * @example signbit [1.0, -1.0, -0.0] -> [False  True  True]
 */
gla_status gla_signbit(const gla_array *x, gla_array **out);

/** The magnitude of x1 with the sign of x2.
 *
 * @param x1  real array or number
 * @param x2  real array or number; of zeros and NaN the sign counts too
 * @return   floating-point array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, copysign
 * @example copysign [1.0, -2.0] [-0.0, 3.0] -> [-1.  2.]
 */
gla_status gla_copysign(const gla_array *x1, const gla_array *x2, gla_array **out);

/** The next representable number after x1 in the direction of x2.
 *
 * @param x1  real array or number
 * @param x2  real array or number; where it equals x1 the result is x2
 * @return   floating-point array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, nextafter
 * @example x = nextafter 1.0 2.0
 *   subtract x 1.0 -> 2.220446049250313e-16
 */
gla_status gla_nextafter(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Limit values to the range from min to max: minimum(maximum(x, min), max).
 *
 * NaN stays NaN; where min is above max the result is max.
 *
 * @param x    real array
 * @param min  lower limit, array or number; none means no limit
 * @param max  upper limit, array or number; none means no limit
 * @return    array of the type of x, broadcast with min and max
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex, or the limits would change the type of x
 * @needs  array.map
 * @see    Python array API standard 2025.12, clip
 * @example clip [-0.2, 0.4, 1.3] 0.0 1.0 -> [0.  0.4 1. ]
 */
gla_status gla_clip(const gla_array *x, gla_array **out, const gla_array *min GLA_DEFAULT(= NULL),
                    const gla_array *max GLA_DEFAULT(= NULL));

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
