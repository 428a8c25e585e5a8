/* series.h - Convolution, linear interpolation, numerical derivatives and integrals, autocorrelations.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_SERIES_H
#define GPULINALG_SERIES_H

#include "core.h"

GLA_BEGIN_DECLS

/** Convolve two vectors. Element k of the result is Σ a[k − j]·v[j].
 *
 * Products are added one by one, in the order of the shorter vector. The result is therefore exact for integers and identical
 * on every device for floating-point values. The work is proportional to the product of the lengths. For two long vectors,
 * Fourier transforms (`fft.rfft`, `fft.irfft`) need less work.
 *
 * @param a     vector of n elements
 * @param v     vector of m elements
 * @param mode  elements to return. "full": all n + m − 1 elements. "same": the central max(n, m) elements. "valid": only the
 *              elements for which the vectors overlap completely
 * @return      vector of the promoted dtype
 * @throws ShapeError     if an operand is not a vector, or has no elements
 * @throws ArgumentError  if mode is another string
 * @needs  series.convolve
 * @cost   product 10 * size(a) * size(v)
 * @vjp    saves a if v, v if a
 * @see    NumPy, convolve
 * @example convolve [1, 2, 3] [1, 10] -> [ 1 12 23 30]
 *   convolve [1, 2, 3] [1, 10] mode="valid" -> [12 23]
 */
gla_status gla_convolve(const gla_array *a, const gla_array *v, gla_array **out,
                        const char *mode GLA_CHOICE("full", "same", "valid") GLA_DEFAULT(= "full"));

/** Cross-correlate two vectors: Σ a[j + k]·conj(v[j]) for each shift k.
 *
 * @param a     vector of n elements
 * @param v     vector of m elements
 * @param mode  shifts to return. "valid": only the shifts for which the vectors overlap completely. "same": the central max(n,
 *              m) shifts. "full": all n + m − 1 shifts
 * @return      vector of the promoted dtype
 * @throws ShapeError     if an operand is not a vector, or has no elements
 * @throws ArgumentError  if mode is another string
 * @needs  series.convolve
 * @cost   product 10 * size(a) * size(v)
 * @vjp    saves a if v, v if a
 * @see    NumPy, correlate
 * @example correlate [1, 2, 3] [1, 10] -> [21 32]
 *   correlate [1, 2, 3] [1, 10] mode="full" -> [10 21 32  3]
 */
gla_status gla_correlate(const gla_array *a, const gla_array *v, gla_array **out,
                         const char *mode GLA_CHOICE("valid", "same", "full") GLA_DEFAULT(= "valid"));

/** Interpolate linearly between the points (xp, fp).
 *
 * If xp and fp have more than one dimension, each row is a separate function, and the leading dimensions of xp and fp broadcast
 * with those of x. For example, many policy functions can be evaluated in one call.
 *
 * @param x       points at which to interpolate; NaN yields NaN
 * @param xp      x-coordinates of the data points, increasing, shape (n,) or (..., n)
 * @param fp      values at the data points, real or complex, shape (n,) or (..., n)
 * @param left    value before the first data point; default: the first value
 * @param right   value after the last data point; default: the last value
 * @param period  period of the function; by default the function is not periodic. Coordinates that differ by a multiple of the
 *                period are equivalent. If `period` is given, xp may be in any order, and left and right are ignored
 * @return        values with the shape of x. The dtype is float64, or float32 if all operands are float32, or the corresponding
 *                complex dtype
 * @throws ShapeError     if xp or fp is a scalar or empty, xp and fp differ in length, or rows do not broadcast
 * @throws ArgumentError  if xp decreases or contains NaN, period is zero or not finite, or `period` is given and xp contains an
 *                        infinity
 * @throws DTypeError     if x or xp is complex
 * @needs  series.interp, array.map, array.reduce
 * @cost   gather 60 * size(x)
 * @vjp    saves x, xp, fp, period
 * @see    NumPy, interp
 * @example interp [1.5, 2.5, 9.0] [1.0, 2.0, 3.0] [10.0, 20.0, 0.0] -> [15. 10.  0.]
 *   interp 2.5 [1.0, 2.0, 3.0] [[10.0, 20.0, 0.0], [0.0, 1.0, 2.0]] -> [10.   1.5]
 */
gla_status gla_interp(const gla_array *x, const gla_array *xp, const gla_array *fp, gla_array **out,
                      const gla_array *left GLA_DEFAULT(= NULL), const gla_array *right GLA_DEFAULT(= NULL),
                      const gla_array *period GLA_DEFAULT(= NULL));

/** Integrate along an axis by the trapezoidal rule.
 *
 * @param y     function values
 * @param x     x-coordinates of the values: a vector, or an array with the shape of y; default: equally spaced by dx
 * @param dx    distance between neighbouring values, if x is not given
 * @param axis  axis to integrate along
 * @return      integral Σ (x[i + 1] − x[i])·(y[i + 1] + y[i])/2, an array without axis; 0 for fewer than two values
 * @throws IndexError  if axis is out of range
 * @throws ShapeError  if x and y differ in length along axis
 * @needs  array.map, array.reduce
 * @vjp    saves y if x, x if y
 * @see    NumPy, trapezoid
 * @example trapezoid [1.0, 2.0, 3.0] -> 4.0
 *   trapezoid [1.0, 2.0, 3.0] x=[0.0, 1.0, 3.0] -> 6.5
 */
gla_status gla_trapezoid(const gla_array *y, gla_array **out, const gla_array *x GLA_DEFAULT(= NULL),
                         double dx GLA_DEFAULT(= 1.0), int axis GLA_DEFAULT(= -1));

/** Differentiate along an axis by finite differences.
 *
 * In the interior, differences are second-order accurate, also for unevenly spaced points. At both ends the order of accuracy
 * is edge_order.
 *
 * @param f           function values
 * @param spacing     distance between neighbouring points, or the coordinates of the points as a vector; 1 if not given
 * @param axis        axis along which to differentiate; default: the only axis
 * @param edge_order  order of the differences at both ends: 1 or 2
 * @return            array with the shape of f
 * @throws IndexError     if axis is out of range
 * @throws ShapeError     if f has more than one axis and axis is not given, f has fewer than edge_order + 1 elements along
 *                        axis, or `spacing` is neither a scalar nor a vector with the length of f along axis
 * @throws ArgumentError  if edge_order is neither 1 nor 2
 * @throws DTypeError     if `spacing` is complex
 * @needs  array.map, array.copy
 * @vjp    saves f if spacing, spacing
 * @see    NumPy, gradient; Quarteroni, Sacco and Saleri, Numerical Mathematics, 10.10
 * @example gradient [1.0, 2.0, 4.0, 7.0] -> [1.  1.5 2.5 3. ]
 *   gradient [1.0, 2.0, 4.0, 7.0] 0.5 -> [2. 3. 5. 6.]
 *   gradient [1.0, 2.0, 5.0] [0.0, 1.0, 3.0] edge_order=2 -> [0.83333333 1.16666667 1.83333333]
 */
gla_status gla_gradient(const gla_array *f, gla_array **out, const gla_array *spacing GLA_DEFAULT(= NULL),
                        gla_axis axis GLA_DEFAULT(= GLA_NONE), int edge_order GLA_DEFAULT(= 1));

/** Return the autocorrelations of series at lags 0, 1, …, nlags.
 *
 * The autocorrelation at lag k is Σ (xₜ − x̄)(xₜ₊ₖ − x̄) / Σ (xₜ − x̄)², where x̄ is the mean of the whole series. If nlags is
 * less than 64, the sums are computed directly. Otherwise Fourier transforms are used because they need less work.
 *
 * @param x         series along axis; the other axes index separate series
 * @param nlags     largest lag; default: the smaller of ⌊10·log₁₀ n⌋ and n − 1
 * @param adjusted  divide the sum at lag k by n − k instead of n
 * @param axis      time axis
 * @return          array with the dtype that `mean` returns, of length nlags + 1 along axis; NaN for a constant series
 * @throws ArgumentError  if nlags is negative, or not less than the length of the series
 * @throws ShapeError     if the series has no elements
 * @throws DTypeError     if x is complex
 * @throws IndexError     if axis is out of range
 * @needs  array.map, array.reduce, array.copy, blas.gemm; fft.transform, else the host
 * @vjp    saves x, out
 * @see    statsmodels, acf; Box and Jenkins, Time Series Analysis
 * @example autocorrelation [1.0, 2.0, 3.0, 4.0] 2 -> [ 1.    0.25 -0.3 ]
 */
gla_status gla_autocorrelation(const gla_array *x, gla_array **out, gla_axis nlags GLA_DEFAULT(= GLA_NONE),
                               bool adjusted GLA_DEFAULT(= false), int axis GLA_DEFAULT(= -1));

GLA_END_DECLS

#endif
