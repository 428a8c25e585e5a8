/* special.h - Special functions of each element, and reductions by log and exp.  @namespace special Special  The names and the
 * order of arguments are those of scipy.special. Arguments broadcast and are promoted as in other elementwise functions.
 * float32 and float64 keep their dtype, integers and bool become float64, and complex arguments are refused. All functions are
 * computed in float64 by the same operations on every device, so results are bitwise identical everywhere. Formulas use the
 * plain names of these functions.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_SPECIAL_H
#define GPULINALG_SPECIAL_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the error function 2/√π ∫₀ˣ exp(−t²) dt.
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: g * 1.1283791670955126 * exp(-(x * x))
 * @see    scipy.special.erf
 * @example special.erf [-1.0, 0.0, 0.5] -> [-0.84270079  0.          0.52049988]
 */
gla_status gla_special_erf(const gla_array *x, gla_array **out);

/** Return the complementary error function 1 − erf(x), accurate even if the result is tiny.
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: -g * 1.1283791670955126 * exp(-(x * x))
 * @see    W. J. Shepherd and M. M. Laframboise (1981); scipy.special.erfc
 * @example special.erfc [0.0, 1.0] -> [1.         0.15729921]
 */
gla_status gla_special_erfc(const gla_array *x, gla_array **out);

/** Return the scaled complementary error function exp(x²) erfc(x).
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x; Inf for x below −26.6
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, out
 * @see    scipy.special.erfcx
 * @example special.erfcx [0.0, 1.0] -> [1.         0.42758358]
 */
gla_status gla_special_erfcx(const gla_array *x, gla_array **out);

/** Return the inverse of the error function.
 *
 * @param y  real array or scalar, from −1 to 1
 * @return   real array with the shape of y; ±Inf at ±1, NaN outside [−1, 1]
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    y: masked g * 0.8862269254527580 * exp(out * out)
 * @see    M. Giles, Approximating the erfinv function (2010); scipy.special.erfinv
 * @example special.erfinv [0.0, 0.5] -> [0.         0.47693628]
 */
gla_status gla_special_erfinv(const gla_array *y, gla_array **out);

/** Return the inverse of the complementary error function.
 *
 * @param y  real array or scalar, from 0 to 2
 * @return   real array with the shape of y; Inf at 0, −Inf at 2, NaN outside [0, 2]
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    y: masked -g * 0.8862269254527580 * exp(out * out)
 * @see    scipy.special.erfcinv
 * @example special.erfcinv [0.5, 1.0] -> [0.47693628 0.        ]
 */
gla_status gla_special_erfcinv(const gla_array *y, gla_array **out);

/** Return the standard normal distribution function.
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: g * 0.3989422804014327 * exp(x * x * -0.5)
 * @see    scipy.special.ndtr
 * @example special.ndtr [-1.0, 0.0] -> [0.15865525 0.5       ]
 */
gla_status gla_special_ndtr(const gla_array *x, gla_array **out);

/** Return the logarithm of the standard normal distribution function.
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, out
 * @see    scipy.special.log_ndtr
 * @example special.log_ndtr [-40.0, 0.0] -> [-8.04608442e+02 -6.93147181e-01]
 */
gla_status gla_special_log_ndtr(const gla_array *x, gla_array **out);

/** Return quantiles of the standard normal distribution, the inverse of `special.ndtr`.
 *
 * @param y  probabilities, from 0 to 1
 * @return   real array with the shape of y; −Inf at 0, Inf at 1, NaN outside [0, 1]
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    y: masked g * 2.5066282746310002 * exp(out * out * 0.5)
 * @see    scipy.special.ndtri
 * @example special.ndtri [0.5, 0.975] -> [0.         1.95996398]
 */
gla_status gla_special_ndtri(const gla_array *y, gla_array **out);

/** Return the logistic function 1/(1 + exp(−x)).
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: g * out * special.expit(-x)
 * @see    scipy.special.expit
 * @example special.expit [0.0, 1.0] -> [0.5        0.73105858]
 */
gla_status gla_special_expit(const gla_array *x, gla_array **out);

/** Return the log-odds log(p/(1 − p)), the inverse of `special.expit`.
 *
 * @param x  probabilities, from 0 to 1
 * @return   real array with the shape of x; −Inf at 0, Inf at 1, NaN outside [0, 1]
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: masked g / (x * (1 - x))
 * @see    scipy.special.logit
 * @example special.logit [0.25, 0.5] -> [-1.09861229  0.        ]
 */
gla_status gla_special_logit(const gla_array *x, gla_array **out);

/** Return the logarithm of the logistic function, −log(1 + exp(−x)).
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: g * special.expit(-x)
 * @see    scipy.special.log_expit
 * @example special.log_expit [-800.0, 0.0] -> [-8.00000000e+02 -6.93147181e-01]
 */
gla_status gla_special_log_expit(const gla_array *x, gla_array **out);

/** Return x log(y), which is 0 if x is 0 and y is not NaN.
 *
 * @param x  real array or scalar
 * @param y  real array or scalar
 * @return   real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: masked g * log(y); y: masked g * x / where(logical_and(equal(x, 0), equal(y, 0)), 1, y)
 * @see    scipy.special.xlogy
 * @example special.xlogy [0.0, 2.0] [0.0, 3.0] -> [0.         2.19722458]
 */
gla_status gla_special_xlogy(const gla_array *x, const gla_array *y, gla_array **out);

/** Return x log(1 + y), which is 0 if x is 0 and y is not NaN.
 *
 * @param x  real array or scalar
 * @param y  real array or scalar
 * @return   real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: masked g * log1p(y); y: masked g * x / where(logical_and(equal(x, 0), equal(y, -1)), 1, y + 1)
 * @see    scipy.special.xlog1py
 * @example special.xlog1py [0.0, 2.0] [-1.0, 1e-20] -> [0.e+00 2.e-20]
 */
gla_status gla_special_xlog1py(const gla_array *x, const gla_array *y, gla_array **out);

/** Return the gamma function.
 *
 * The error is at most 4 units in the last place.
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x; ±Inf at ±0, NaN at negative integers
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: masked g * out * special.digamma(x)
 * @see    scipy.special.gamma
 * @example special.gamma [0.5, 5.0] -> [ 1.77245385 24.        ]
 */
gla_status gla_special_gamma(const gla_array *x, gla_array **out);

/** Return the logarithm of the absolute value of the gamma function, log |Γ(x)|.
 *
 * Near zeros of the function at negative x, the result loses digits, as in scipy.special.
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x; Inf at 0 and negative integers
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: masked g * special.digamma(x)
 * @see    scipy.special.gammaln
 * @example special.gammaln [0.5, 100.0] -> [  0.57236494 359.13420537]
 */
gla_status gla_special_gammaln(const gla_array *x, gla_array **out);

/** Return the beta function Γ(a) Γ(b)/Γ(a + b).
 *
 * The error is at most 32 units in the last place. Negative arguments are computed by reflection formulas. The result is 0 at a
 * pole of Γ(a + b), and Inf at a pole of Γ(a) or Γ(b). If two poles cancel, because a is a negative integer above −2⁵³, the
 * result is finite.
 *
 * @param a  real array or scalar
 * @param b  real array or scalar
 * @return   real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    a: masked g * out * (special.digamma(a) - special.digamma(a + b)); b: masked g * out * (special.digamma(b) -
 *         special.digamma(a + b))
 * @see    scipy.special.beta
 * @example special.beta [2.0, 0.5] 3.0 -> [0.08333333 1.06666667]
 */
gla_status gla_special_beta(const gla_array *a, const gla_array *b, gla_array **out);

/** Return the logarithm of the absolute value of the beta function.
 *
 * The error is at most 16 units in the last place for positive arguments. If an argument is negative and the result is below 1,
 * the absolute error is below 1e-15.
 *
 * @param a  real array or scalar
 * @param b  real array or scalar
 * @return   real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    a: masked g * (special.digamma(a) - special.digamma(a + b)); b: masked g * (special.digamma(b) - special.digamma(a
 *         + b))
 * @see    scipy.special.betaln
 * @example special.betaln [2.0, 1000.0] 1000.0 -> [  -13.81651006 -1388.48260164]
 */
gla_status gla_special_betaln(const gla_array *a, const gla_array *b, gla_array **out);

/** Return the digamma function, the derivative of log Γ(x).
 *
 * Near zeros of the function at negative x, the result loses digits, as in scipy.special.
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x; ∓Inf at ±0, NaN at negative integers
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x
 * @see    scipy.special.digamma
 * @example special.digamma [1.0, 10.0] -> [-0.57721566  2.25175259]
 */
gla_status gla_special_digamma(const gla_array *x, gla_array **out);

/** Return the regularised lower incomplete gamma function P(a, x) = ∫₀ˣ tᵃ⁻¹ exp(−t) dt/Γ(a).
 *
 * The error is at most 10 units in the last place, and no more than 2 at most points. The function is computed by power series,
 * by a continued fraction, and, if a is large, by a uniform expansion around x = a.
 *
 * @param a  shape parameter, non-negative
 * @param x  real array or scalar, non-negative
 * @return   real array of the broadcast shape and the promoted dtype; NaN outside the domain
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, x
 * @see    N. M. Temme, SIAM J. Math. Anal. 10 (1979); W. Gautschi (1979); scipy.special.gammainc
 * @example special.gammainc [0.5, 100000.0] [1.0, 100000.0] -> [0.84270079 0.50042052]
 */
gla_status gla_special_gammainc(const gla_array *a, const gla_array *x, gla_array **out);

/** Return the regularised upper incomplete gamma function Q(a, x) = 1 − P(a, x), accurate even if the result is tiny.
 *
 * The result is as accurate as that of `special.gammainc`.
 *
 * @param a  shape parameter, non-negative
 * @param x  real array or scalar, non-negative
 * @return   real array of the broadcast shape and the promoted dtype; NaN outside the domain
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, x
 * @see    N. M. Temme, SIAM J. Math. Anal. 10 (1979); W. Gautschi (1979); scipy.special.gammaincc
 * @example special.gammaincc [0.5, 3.0] [1.0, 100.0] -> [1.57299207e-01 1.89761076e-40]
 */
gla_status gla_special_gammaincc(const gla_array *a, const gla_array *x, gla_array **out);

/** Return the regularised incomplete beta function Iₓ(a, b).
 *
 * For parameters from 0.1 to 1e4 the error is at most 10 units in the last place, and no more than 2 at most points. For
 * smaller parameters, a small result loses digits if it is computed as the complement of a large one. The length of the
 * continued fraction, and with it the error near x = a/(a + b), grows with the square root of the larger parameter. If the
 * larger parameter exceeds 1e7, the continued fraction may stop early.
 *
 * @param a  shape parameter, non-negative
 * @param b  shape parameter, non-negative
 * @param x  real array or scalar, from 0 to 1
 * @return   real array of the broadcast shape and the promoted dtype; NaN outside the domain
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, b, x
 * @see    A. R. DiDonato and A. H. Morris, ACM TOMS 18 (1992); scipy.special.betainc
 * @example special.betainc 2.0 3.0 [0.0, 0.5] -> [0.     0.6875]
 */
gla_status gla_special_betainc(const gla_array *a, const gla_array *b, const gla_array *x, gla_array **out);

/** Return the complement 1 − Iₓ(a, b) of the regularised incomplete beta function, accurate even if the result is tiny.
 *
 * The result is as accurate as that of `special.betainc`.
 *
 * @param a  shape parameter, non-negative
 * @param b  shape parameter, non-negative
 * @param x  real array or scalar, from 0 to 1
 * @return   real array of the broadcast shape and the promoted dtype; NaN outside the domain
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, b, x
 * @see    A. R. DiDonato and A. H. Morris, ACM TOMS 18 (1992); scipy.special.betaincc
 * @example special.betaincc 2.0 3.0 [0.0, 0.5] -> [1.     0.3125]
 */
gla_status gla_special_betaincc(const gla_array *a, const gla_array *b, const gla_array *x, gla_array **out);

/** Return the inverse of `special.gammainc` in x: the x with P(a, x) = y.
 *
 * Newton's method is applied to the logarithm of the smaller tail. The error is at most 16 units in the last place, also for
 * tiny y.
 *
 * @param a  shape parameter, non-negative
 * @param y  probabilities, from 0 to 1
 * @return   real array of the broadcast shape and the promoted dtype; NaN outside the domain
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, out
 * @see    scipy.special.gammaincinv
 * @example special.gammaincinv [0.5, 3.0] 0.95 -> [1.92072941 6.29579362]
 */
gla_status gla_special_gammaincinv(const gla_array *a, const gla_array *y, gla_array **out);

/** Return the inverse of `special.gammaincc` in x: the x with Q(a, x) = y.
 *
 * The result is as accurate as that of `special.gammaincinv`.
 *
 * @param a  shape parameter, non-negative
 * @param y  probabilities, from 0 to 1
 * @return   real array of the broadcast shape and the promoted dtype; NaN outside the domain
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, out
 * @see    scipy.special.gammainccinv
 * @example special.gammainccinv 3.0 [0.05, 1e-100] -> [  6.29579362 240.53944484]
 */
gla_status gla_special_gammainccinv(const gla_array *a, const gla_array *y, gla_array **out);

/** Return the inverse of `special.betainc` in x: the x with Iₓ(a, b) = y.
 *
 * Newton's method is applied to the logarithm of the smaller tail. For parameters of at least 0.1 the error is at most 16 units
 * in the last place, unless `special.betainc` itself is less accurate.
 *
 * @param a  shape parameter, positive
 * @param b  shape parameter, positive
 * @param y  probabilities, from 0 to 1
 * @return   real array of the broadcast shape and the promoted dtype; NaN outside the domain
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, b, out
 * @see    scipy.special.betaincinv
 * @example special.betaincinv 2.0 3.0 [0.05, 0.5] -> [0.09761146 0.38572757]
 */
gla_status gla_special_betaincinv(const gla_array *a, const gla_array *b, const gla_array *y, gla_array **out);

/** Return the inverse of `special.betaincc` in x: the x with 1 − Iₓ(a, b) = y.
 *
 * The result is as accurate as that of `special.betaincinv`.
 *
 * @param a  shape parameter, positive
 * @param b  shape parameter, positive
 * @param y  probabilities, from 0 to 1
 * @return   real array of the broadcast shape and the promoted dtype; NaN outside the domain
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, b, out
 * @see    scipy.special.betainccinv
 * @example special.betainccinv 2.0 3.0 [0.05, 0.5] -> [0.75139537 0.38572757]
 */
gla_status gla_special_betainccinv(const gla_array *a, const gla_array *b, const gla_array *y, gla_array **out);

/** Return the modified Bessel function I of order 0.
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: g * special.i1(x)
 * @see    scipy.special.i0
 * @example special.i0 [0.0, 1.0] -> [1.         1.26606588]
 */
gla_status gla_special_i0(const gla_array *x, gla_array **out);

/** Return exp(−|x|) times the modified Bessel function I of order 0. The result does not overflow.
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: g * (special.i1e(x) - sign(x) * out)
 * @see    scipy.special.i0e
 * @example special.i0e [1.0, 1000.0] -> [0.46575961 0.01261724]
 */
gla_status gla_special_i0e(const gla_array *x, gla_array **out);

/** Return the modified Bessel function I of order 1.
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: g * where(equal(x, 0), 0.5, special.i0(x) - out / x)
 * @see    scipy.special.i1
 * @example special.i1 [0.0, 1.0] -> [0.        0.5651591]
 */
gla_status gla_special_i1(const gla_array *x, gla_array **out);

/** Return exp(−|x|) times the modified Bessel function I of order 1. The result does not overflow.
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: g * where(equal(x, 0), 0.5, special.i0e(x) - sign(x) * out - out / x)
 * @see    scipy.special.i1e
 * @example special.i1e [1.0, 1000.0] -> [0.20791042 0.01261093]
 */
gla_status gla_special_i1e(const gla_array *x, gla_array **out);

/** Return the Bessel function J of order 0.
 *
 * The error is at most 8 units in the last place. Near zeros of the function beyond |x| = 8, only the absolute error is small
 * (1e−17 times the amplitude of the function).
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x; NaN if |x| ≥ 2⁵², because adjacent floating-point numbers are then further apart
 *           than the zeros of the function
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: -g * special.j1(x)
 * @see    DLMF 10.18; scipy.special.j0
 * @example special.j0 [0.0, 1.0] -> [1.         0.76519769]
 */
gla_status gla_special_j0(const gla_array *x, gla_array **out);

/** Return the Bessel function J of order 1.
 *
 * The error is at most 8 units in the last place. Near zeros of the function beyond |x| = 8, only the absolute error is small
 * (1e−17 times the amplitude of the function).
 *
 * @param x  real array or scalar
 * @return   real array with the shape of x; NaN if |x| ≥ 2⁵², because adjacent floating-point numbers are then further apart
 *           than the zeros of the function
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    x: g * where(equal(x, 0), 0.5, special.j0(x) - out / x)
 * @see    DLMF 10.18; scipy.special.j1
 * @example special.j1 [0.0, 1.0] -> [0.         0.44005059]
 */
gla_status gla_special_j1(const gla_array *x, gla_array **out);

/** Return the logarithm of a sum of exponentials, log Σ b exp(x), without overflow or underflow.
 *
 * The largest element is subtracted before the exponentials are computed.
 *
 * @param x            real array
 * @param axis         axis or axes to sum over; default: all axes
 * @param b            factors of the exponentials, which broadcast with x; 1 if not given
 * @param keepdims     keep the summed axes with length 1
 * @param return_sign  return the logarithm of the absolute value of the sum, and the sign of the sum as a second result
 * @return             real array without the summed axes; −Inf over an empty axis. An element is NaN if the sum is negative and
 *                     return_sign is false. If return_sign is true, also the signs, −1, 0 or 1, with the same shape and dtype
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is repeated, or b does not broadcast with x
 * @throws DTypeError  if an argument is complex
 * @needs  array.map, array.reduce
 * @vjp    saves x, logarithm, sign, b
 * @see    scipy.special.logsumexp
 * @example special.logsumexp [1000.0, 1000.0] -> 1000.6931471805599
 *   logarithm, sign = special.logsumexp [1000.0, 1000.0] b=[1.0, -3.0] return_sign=true
 *   sign -> -1.0
 */
gla_status gla_special_logsumexp(const gla_array *x, gla_array **logarithm, gla_array **sign GLA_WITH(return_sign),
                                 const gla_ints *axis GLA_DEFAULT(= NULL), const gla_array *b GLA_DEFAULT(= NULL),
                                 bool keepdims GLA_DEFAULT(= false), bool return_sign GLA_DEFAULT(= false));

/** Return the softmax: exponentials divided by their sum, exp(x)/Σ exp(x).
 *
 * @param x     real array
 * @param axis  axis or axes to sum over; default: all axes
 * @return      real array with the shape of x
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is repeated
 * @throws DTypeError  if an argument is complex
 * @needs  array.map, array.reduce
 * @vjp    saves out
 * @see    scipy.special.softmax
 * @example special.softmax [1.0, 2.0, 3.0] -> [0.09003057 0.24472847 0.66524096]
 */
gla_status gla_special_softmax(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

/** Return the logarithm of `special.softmax`, x − log Σ exp(x).
 *
 * @param x     real array
 * @param axis  axis or axes to sum over; default: all axes
 * @return      real array with the shape of x
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is repeated
 * @throws DTypeError  if an argument is complex
 * @needs  array.map, array.reduce
 * @vjp    saves out
 * @see    scipy.special.log_softmax
 * @example special.log_softmax [1.0, 2.0, 3.0] -> [-2.40760596 -1.40760596 -0.40760596]
 */
gla_status gla_special_log_softmax(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
