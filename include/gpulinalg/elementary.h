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
 * @throws ShapeError  when the shapes do not broadcast
 * @throws DTypeError  when an operand is complex
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

GLA_END_DECLS

#endif
