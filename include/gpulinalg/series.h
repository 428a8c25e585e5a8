/* series.h - rows of numbers in their order: convolution, interpolation, numerical derivatives and integrals.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_SERIES_H
#define GPULINALG_SERIES_H

#include "core.h"

GLA_BEGIN_DECLS

/** Convolution of two vectors: element k is Σ a[k − j]·v[j].
 *
 * Products are added up one by one, in the order of the shorter vector, so that the result of integers is exact and that of
 * numbers the same on every device. The work is the product of both lengths; where both are long, transforms take less
 * (`fft.rfft`, `fft.irfft`).
 *
 * @param a     vector of n elements
 * @param v     vector of m elements
 * @param mode  "full": all n + m − 1 elements; "same": max(n, m) in the middle of these; "valid": where both overlap completely
 * @return      vector of the promoted dtype
 * @throws ShapeError     if an operand is not a vector, or has no elements
 * @throws ArgumentError  if mode is another string
 * @needs  series.convolve
 * @see    NumPy, convolve
 * @example convolve [1, 2, 3] [1, 10] -> [ 1 12 23 30]
 *   convolve [1, 2, 3] [1, 10] mode="valid" -> [12 23]
 */
gla_status gla_convolve(const gla_array *a, const gla_array *v, gla_array **out,
                        const char *mode GLA_CHOICE("full", "same", "valid") GLA_DEFAULT(= "full"));

/** Cross-correlation of two vectors: sums of a[j + k]·conj(v[j]), for each shift k.
 *
 * @param a     vector of n elements
 * @param v     vector of m elements
 * @param mode  "valid": where both overlap completely; "same": max(n, m) shifts in the middle; "full": all n + m − 1
 * @return      vector of the promoted dtype
 * @throws ShapeError     if an operand is not a vector, or has no elements
 * @throws ArgumentError  if mode is another string
 * @needs  series.convolve
 * @see    NumPy, correlate
 * @example correlate [1, 2, 3] [1, 10] -> [21 32]
 *   correlate [1, 2, 3] [1, 10] mode="full" -> [10 21 32  3]
 */
gla_status gla_correlate(const gla_array *a, const gla_array *v, gla_array **out,
                         const char *mode GLA_CHOICE("valid", "same", "full") GLA_DEFAULT(= "valid"));

/** Linear interpolation: the value at x of the line through the points (xp, fp).
 *
 * With xp and fp of several dimensions, each row of them is a function of its own, and their leading dimensions broadcast with
 * those of x: many policy functions, say, at once.
 *
 * @param x       where; NaN has the value NaN
 * @param xp      places of the points, increasing, shape (n,) or (..., n)
 * @param fp      values of the points, real or complex, shape (n,) or (..., n)
 * @param left    value before the first point; none: that of the first
 * @param right   value behind the last point; none: that of the last
 * @param period  places that differ by a multiple of it are the same, and xp may be in any order; left and right are not used
 *                then
 * @return        values, of the shape of x, in float64, or in float32 if all operands are float32, or in the corresponding
 *                complex dtype
 * @throws ShapeError     if xp or fp is a number or empty, their lengths differ, or rows do not broadcast
 * @throws ArgumentError  if xp decreases somewhere or has NaN, or period is zero or not finite, or xp is not with a period
 * @throws DTypeError     if x or xp is complex
 * @needs  series.interp, array.map, array.reduce
 * @see    NumPy, interp
 * @example interp [1.5, 2.5, 9.0] [1.0, 2.0, 3.0] [10.0, 20.0, 0.0] -> [15. 10.  0.]
 *   interp 2.5 [1.0, 2.0, 3.0] [[10.0, 20.0, 0.0], [0.0, 1.0, 2.0]] -> [10.   1.5]
 */
gla_status gla_interp(const gla_array *x, const gla_array *xp, const gla_array *fp, gla_array **out,
                      const gla_array *left GLA_DEFAULT(= NULL), const gla_array *right GLA_DEFAULT(= NULL),
                      const gla_array *period GLA_DEFAULT(= NULL));

/** Integral by the trapezoidal rule along an axis.
 *
 * @param y     values
 * @param x     places, of one dimension, or of the shape of y; none: they are dx apart
 * @param dx    distance of the places, where x is not given
 * @param axis  axis to integrate along
 * @return      Σ (x[i + 1] − x[i])·(y[i + 1] + y[i])/2, without that axis; 0 for fewer than two values
 * @throws IndexError  if axis is out of range
 * @throws ShapeError  if x has another length than y along the axis
 * @needs  array.map, array.reduce
 * @see    NumPy, trapezoid
 * @example trapezoid [1.0, 2.0, 3.0] -> 4.0
 *   trapezoid [1.0, 2.0, 3.0] x=[0.0, 1.0, 3.0] -> 6.5
 */
gla_status gla_trapezoid(const gla_array *y, gla_array **out, const gla_array *x GLA_DEFAULT(= NULL),
                         double dx GLA_DEFAULT(= 1.0), int axis GLA_DEFAULT(= -1));

/** Derivatives by differences of neighbours along an axis.
 *
 * Second-order differences inside, also where the places are not evenly spaced; at both ends those of the order edge_order.
 *
 * @param f           values
 * @param spacing     distance of the places, or the places, a vector; none: 1
 * @param axis        axis to take derivatives along; none: the only one
 * @param edge_order  1 or 2
 * @return            array with the shape of f
 * @throws IndexError     if axis is out of range
 * @throws ShapeError     if f has several axes and none is named, has fewer than edge_order + 1 elements along it, or spacing
 *                        does not fit
 * @throws ArgumentError  if edge_order is neither 1 nor 2
 * @throws DTypeError     if spacing is complex
 * @needs  array.map, array.copy
 * @see    NumPy, gradient; Quarteroni, Sacco and Saleri, Numerical Mathematics, 10.10
 * @example gradient [1.0, 2.0, 4.0, 7.0] -> [1.  1.5 2.5 3. ]
 *   gradient [1.0, 2.0, 4.0, 7.0] 0.5 -> [2. 3. 5. 6.]
 *   gradient [1.0, 2.0, 5.0] [0.0, 1.0, 3.0] edge_order=2 -> [0.83333333 1.16666667 1.83333333]
 */
gla_status gla_gradient(const gla_array *f, gla_array **out, const gla_array *spacing GLA_DEFAULT(= NULL),
                        gla_axis axis GLA_DEFAULT(= GLA_NONE), int edge_order GLA_DEFAULT(= 1));

/** Autocorrelations of series: how each lag of a series goes with the series itself.
 *
 * Σ (xₜ − x̄)(xₜ₊ₖ − x̄) / Σ (xₜ − x̄)² for the lags k = 0, 1, …; the mean is that of the whole series. Few lags are summed one
 * by one, from 64 on Fourier transforms take less work.
 *
 * @param x         series, along an axis; others are other series
 * @param nlags     largest lag; none: the smaller of 10·log₁₀ n, rounded down, and n − 1
 * @param adjusted  divide the sum of lag k by n − k, and not by n
 * @param axis      axis of time
 * @return          array of the type of the mean, of length nlags + 1 along axis; NaN for a constant series
 * @throws ArgumentError  if nlags is negative or not smaller than the length
 * @throws ShapeError     if the series has no elements
 * @throws DTypeError     if x is complex
 * @throws IndexError     if axis is out of range
 * @needs  array.map, array.reduce, array.copy, blas.gemm; fft.transform, else the host
 * @see    statsmodels, acf; Box and Jenkins, Time Series Analysis
 * @example autocorrelation [1.0, 2.0, 3.0, 4.0] 2 -> [ 1.    0.25 -0.3 ]
 */
gla_status gla_autocorrelation(const gla_array *x, gla_array **out, gla_axis nlags GLA_DEFAULT(= GLA_NONE),
                               bool adjusted GLA_DEFAULT(= false), int axis GLA_DEFAULT(= -1));

GLA_END_DECLS

#endif
