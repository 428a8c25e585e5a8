/* elementary.h - elementary functions of each element.  Exponentials, logarithms, roots and angles; broadcasting and types are
 * those of arithmetic.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_ELEMENTARY_H
#define GPULINALG_ELEMENTARY_H

#include "core.h"

GLA_BEGIN_DECLS

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

/** Angle of the point (x2, x1): arctangent of x1/x2 in the right quadrant, in radians, −π to π.
 *
 * @param x1  y coordinates, real
 * @param x2  x coordinates, real
 * @return   floating-point array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, atan2
 * @example atan2 [1.0, 1.0, -1.0] [1.0, -1.0, -1.0] -> [ 0.78539816  2.35619449 -2.35619449]
 */
gla_status gla_atan2(const gla_array *x1, const gla_array *x2, gla_array **out);

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

/** Inverse hyperbolic sine.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, asinh
 * @example asinh [0.0, 1.0, -1.0] -> [ 0.          0.88137359 -0.88137359]
 */
gla_status gla_asinh(const gla_array *x, gla_array **out);

/** Inverse hyperbolic cosine, not negative; NaN below 1 unless complex.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, acosh
 * @example acosh [1.0, 2.0] -> [0.        1.3169579]
 */
gla_status gla_acosh(const gla_array *x, gla_array **out);

/** Inverse hyperbolic tangent; ±Inf at ±1, NaN beyond unless complex.
 *
 * @param x  array; integers become float64
 * @return  array of the shape of x, floating-point or complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, atanh
 * @example atanh [0.0, 0.5, 1.0] -> [0.         0.54930614        inf]
 */
gla_status gla_atanh(const gla_array *x, gla_array **out);

/** Hypotenuse √(x1² + x2²).
 *
 * Squares do not overflow on the way; an infinite side makes it infinite, whatever the other one is.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   floating-point array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, hypot
 * @example hypot [3.0, 3e200] [4.0, 4e200] -> [5.e+000 5.e+200]
 */
gla_status gla_hypot(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Logarithm of a sum of exponentials, log(e^x1 + e^x2).
 *
 * Exponentials do not overflow on the way: sums of probabilities that are kept as logarithms.
 *
 * @param x1  real array or number
 * @param x2  real array or number
 * @return   floating-point array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @see    Python array API standard 2025.12, logaddexp
 * @example logaddexp [0.0, 1000.0] [0.0, 1000.0] -> [6.93147181e-01 1.00069315e+03]
 */
gla_status gla_logaddexp(const gla_array *x1, const gla_array *x2, gla_array **out);

GLA_END_DECLS

#endif
