/* elementary.h - elementary functions of each element.  Exponentials, logarithms, roots, trigonometric and hyperbolic
 * functions. Broadcasting and type promotion follow the rules of arithmetic.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_ELEMENTARY_H
#define GPULINALG_ELEMENTARY_H

#include "core.h"

GLA_BEGIN_DECLS

/** Compute the exponential e^x.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g * out
 * @see    Python array API standard 2025.12, exp
 * @example exp [0.0, 1.0, -1.0] -> [1.         2.71828183 0.36787944]
 */
gla_status gla_exp(const gla_array *x, gla_array **out);

/** Compute e^x − 1, accurately for small x too.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g * (out + 1)
 * @see    Python array API standard 2025.12, expm1
 * @example expm1 [1e-10] -> [1.e-10]
 */
gla_status gla_expm1(const gla_array *x, gla_array **out);

/** Compute the natural logarithm; −Inf at zero, NaN for negative real x.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g / x
 * @see    Python array API standard 2025.12, log
 * @example log [1.0, 10.0, 100.0] -> [0.         2.30258509 4.60517019]
 */
gla_status gla_log(const gla_array *x, gla_array **out);

/** Compute the natural logarithm of 1 + x, accurately for small x too.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g / (x + 1)
 * @see    Python array API standard 2025.12, log1p
 * @example log1p [0.02, -0.02] -> [ 0.01980263 -0.02020271]
 */
gla_status gla_log1p(const gla_array *x, gla_array **out);

/** Compute the logarithm to base 2.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g * 1.4426950408889634 / x
 * @see    Python array API standard 2025.12, log2
 * @example log2 [1.0, 8.0, 0.5] -> [ 0.  3. -1.]
 */
gla_status gla_log2(const gla_array *x, gla_array **out);

/** Compute the logarithm to base 10.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g * 0.4342944819032518 / x
 * @see    Python array API standard 2025.12, log10
 * @example log10 [1.0, 1000.0] -> [0. 3.]
 */
gla_status gla_log10(const gla_array *x, gla_array **out);

/** Compute the square root; NaN for negative real x.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g * 0.5 / out
 * @see    Python array API standard 2025.12, sqrt
 * @example sqrt [4.0, 2.0] -> [2.         1.41421356]
 */
gla_status gla_sqrt(const gla_array *x, gla_array **out);

/** Compute the sine of x, in radians.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: g * cos(x)
 * @see    Python array API standard 2025.12, sin
 * @example sin [0.0, 0.5, 1.0] -> [0.         0.47942554 0.84147098]
 */
gla_status gla_sin(const gla_array *x, gla_array **out);

/** Compute the cosine of x, in radians.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: -g * sin(x)
 * @see    Python array API standard 2025.12, cos
 * @example cos [0.0, 0.5, 1.0] -> [1.         0.87758256 0.54030231]
 */
gla_status gla_cos(const gla_array *x, gla_array **out);

/** Compute the tangent of x, in radians.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: g * (1 + out * out)
 * @see    Python array API standard 2025.12, tan
 * @example tan [0.0, 0.5, 1.0] -> [0.         0.54630249 1.55740772]
 */
gla_status gla_tan(const gla_array *x, gla_array **out);

/** Compute the inverse sine (arcsine) in radians, from −π/2 to π/2; NaN for real x outside [−1, 1].
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g / sqrt((1 - x) * (1 + x))
 * @see    Python array API standard 2025.12, asin
 * @example asin [0.0, 0.5, 1.0] -> [0.         0.52359878 1.57079633]
 */
gla_status gla_asin(const gla_array *x, gla_array **out);

/** Compute the inverse cosine (arccosine) in radians, from 0 to π; NaN for real x outside [−1, 1].
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked -g / sqrt((1 - x) * (1 + x))
 * @see    Python array API standard 2025.12, acos
 * @example acos [1.0, 0.5, 0.0] -> [0.         1.04719755 1.57079633]
 */
gla_status gla_acos(const gla_array *x, gla_array **out);

/** Compute the inverse tangent (arctangent) in radians, from −π/2 to π/2.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g / (1 + x * x)
 * @see    Python array API standard 2025.12, atan
 * @example atan [0.0, 1.0, inf] -> [0.         0.78539816 1.57079633]
 */
gla_status gla_atan(const gla_array *x, gla_array **out);

/** Compute the angle of the point (x2, x1) in radians, from −π to π: the inverse tangent of x1/x2 in the correct quadrant.
 *
 * @param x1  y coordinates, real
 * @param x2  x coordinates, real
 * @return    floating-point array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @vjp    x1: masked g * x2 / hypot(x1, x2) / hypot(x1, x2); x2: masked -g * x1 / hypot(x1, x2) / hypot(x1, x2)
 * @see    Python array API standard 2025.12, atan2
 * @example atan2 [1.0, 1.0, -1.0] [1.0, -1.0, -1.0] -> [ 0.78539816  2.35619449 -2.35619449]
 */
gla_status gla_atan2(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Compute the hyperbolic sine.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g * cosh(x)
 * @see    Python array API standard 2025.12, sinh
 * @example sinh [0.0, 1.0] -> [0.         1.17520119]
 */
gla_status gla_sinh(const gla_array *x, gla_array **out);

/** Compute the hyperbolic cosine.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g * sinh(x)
 * @see    Python array API standard 2025.12, cosh
 * @example cosh [0.0, 1.0] -> [1.         1.54308063]
 */
gla_status gla_cosh(const gla_array *x, gla_array **out);

/** Compute the hyperbolic tangent.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: g * (1 - out * out)
 * @see    Python array API standard 2025.12, tanh
 * @example tanh [0.0, 0.5, 20.0] -> [0.         0.46211716 1.        ]
 */
gla_status gla_tanh(const gla_array *x, gla_array **out);

/** Compute the inverse hyperbolic sine.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g / sqrt(x * x + 1)
 * @see    Python array API standard 2025.12, asinh
 * @example asinh [0.0, 1.0, -1.0] -> [ 0.          0.88137359 -0.88137359]
 */
gla_status gla_asinh(const gla_array *x, gla_array **out);

/** Compute the inverse hyperbolic cosine, the nonnegative branch; NaN for real x below 1.
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g / (sqrt(x - 1) * sqrt(x + 1))
 * @see    Python array API standard 2025.12, acosh
 * @example acosh [1.0, 2.0] -> [0.        1.3169579]
 */
gla_status gla_acosh(const gla_array *x, gla_array **out);

/** Compute the inverse hyperbolic tangent; ±Inf at ±1, NaN for real x outside [−1, 1].
 *
 * @param x  array; integers are converted to float64
 * @return   floating-point or complex array with the shape of x
 * @needs  array.map
 * @vjp    x: masked g / ((1 - x) * (1 + x))
 * @see    Python array API standard 2025.12, atanh
 * @example atanh [0.0, 0.5, 1.0] -> [0.         0.54930614        inf]
 */
gla_status gla_atanh(const gla_array *x, gla_array **out);

/** Compute the hypotenuse √(x1² + x2²).
 *
 * The intermediate squares do not overflow. If one operand is infinite, the result is infinite, even if the other operand is
 * NaN.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar
 * @return    floating-point array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @vjp    x1: g * x1 / where(equal(out, 0), 1, out); x2: g * x2 / where(equal(out, 0), 1, out)
 * @see    Python array API standard 2025.12, hypot
 * @example hypot [3.0, 3e200] [4.0, 4e200] -> [5.e+000 5.e+200]
 */
gla_status gla_hypot(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Compute the logarithm of a sum of exponentials, log(e^x1 + e^x2).
 *
 * The intermediate exponentials do not overflow. Use this function to add probabilities that are stored as logarithms.
 *
 * @param x1  real array or scalar
 * @param x2  real array or scalar
 * @return    floating-point array
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an operand is complex
 * @needs  array.map
 * @vjp    x1: masked g * special.expit(x1 - x2); x2: masked g * special.expit(x2 - x1)
 * @see    Python array API standard 2025.12, logaddexp
 * @example logaddexp [0.0, 1000.0] [0.0, 1000.0] -> [6.93147181e-01 1.00069315e+03]
 */
gla_status gla_logaddexp(const gla_array *x1, const gla_array *x2, gla_array **out);

GLA_END_DECLS

#endif
