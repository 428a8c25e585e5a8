/* interpolation.h - Cubic splines, monotone curves, and interpolation on regular grids. For linear interpolation between points
 * see `interp` in series.h.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_INTERPOLATION_H
#define GPULINALG_INTERPOLATION_H

#include "core.h"

GLA_BEGIN_DECLS

/** Interpolate a function of several variables on a regular grid.
 *
 * Within a cell the interpolation is linear in each variable. Corners with zero weight are ignored, so at a node the result is
 * the value of the node even if an adjacent node is NaN.
 *
 * @param points        list of d vectors: the nodes along each variable, strictly increasing or decreasing
 * @param values        values at the nodes, shape (n1, ..., nd, ...); each index of the trailing dimensions is a separate
 *                      function
 * @param xi            points at which to interpolate, shape (..., d), or a vector or scalar if d is 1; NaN yields NaN
 * @param method        "linear", or "nearest" for the value of the nearest node. Halfway between two nodes "nearest" selects
 *                      the lower node
 * @param bounds_error  true: raise an error if a point is outside the grid; false: use fill_value at such points
 * @param fill_value    value at points outside the grid; default: NaN
 * @param extrapolate   at points outside the grid, extrapolate from the outermost cells and ignore bounds_error and fill_value
 * @return              interpolated values. The shape is the shape of xi without its last dimension, followed by the trailing
 *                      dimensions of values. The dtype is float64, or float32 if all operands are float32, or the corresponding
 *                      complex dtype
 * @throws ShapeError     if the lengths of the vectors in points differ from the leading dimensions of values, or the last
 *                        dimension of xi is not d
 * @throws ArgumentError  if the nodes of a variable neither increase nor decrease, or a point is outside the grid and
 *                        bounds_error is true
 * @throws DTypeError     if points or xi is complex, or fill_value is complex and values is not
 * @needs  series.interpn, array.map, array.copy
 * @vjp    saves points, values if points or xi, xi
 * @see    SciPy, interpolate.interpn, which extrapolates where fill_value is None
 * @example interpn [[0.0, 1.0], [0.0, 1.0, 3.0]] [[0.0, 1.0, 3.0], [10.0, 11.0, 13.0]] [[0.5, 2.0], [1.0, 0.0]] -> [ 7. 10.]
 *   interpn [[0.0, 1.0]] [5.0, 6.0] [2.0, 0.25] bounds_error=false fill_value=-1.0 -> [-1.    5.25]
 */
gla_status gla_interpn(const gla_arrays *points, const gla_array *values, const gla_array *xi, gla_array **out,
                       const char *method GLA_CHOICE("linear", "nearest") GLA_DEFAULT(= "linear"),
                       bool bounds_error GLA_DEFAULT(= true), const gla_array *fill_value GLA_DEFAULT(= NULL),
                       bool extrapolate GLA_DEFAULT(= false));

/** Evaluate a cubic spline through points, or a derivative of the spline, which is twice continuously differentiable.
 *
 * The data points come first, as in SciPy. In `interp`, as in NumPy, the data points come last: interp(x, xp, fp).
 *
 * @param xp           x-coordinates of the data points, a vector of at least two elements, strictly increasing
 * @param fp           values at the data points, real or complex, with the length of xp along axis; the other axes index
 *                     separate splines
 * @param x            points at which to evaluate
 * @param axis         axis of fp that corresponds to xp
 * @param bc_type      condition at both ends. "not-a-knot": the first two intervals have the same cubic polynomial, and so have
 *                     the last two. "clamped": the slope is 0. "natural": the second derivative is 0. "periodic": the slopes at
 *                     both ends are equal, and so are the second derivatives; the first and last values must also be equal
 * @param extrapolate  true: beyond the ends, extend the first and last polynomial, or repeat a periodic spline; false: return
 *                     NaN beyond the ends
 * @param nu           order of the derivative; 0 is the spline itself
 * @return             values whose shape is the shape of fp with axis replaced by the shape of x. The dtype is float64, or
 *                     float32 if all operands are float32, or the corresponding complex dtype
 * @throws ShapeError     if xp is not a vector of at least two elements, or its length differs from the length of fp along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if xp does not increase, nu is negative, or the spline is periodic and the first and last values of fp
 *                        differ by more than a few rounding errors
 * @throws DTypeError     if xp or x is complex
 * @needs  series.spline, series.recur, array.map, array.copy, array.reduce
 * @vjp    saves xp, fp if xp or x, x
 * @see    SciPy, interpolate.CubicSpline; C. de Boor, A Practical Guide to Splines
 * @alias  y fp
 * @alias  xnew x
 * @alias  der nu
 * @example cubic_spline [0.0, 1.0, 2.0, 3.0] [0.0, 1.0, 8.0, 27.0] [0.5, 2.5] -> [ 0.125 15.625]
 *   cubic_spline [0.0, 1.0, 2.0] [0.0, 1.0, 0.0] [1.0] bc_type="natural" nu=2 -> [-3.]
 */
gla_status gla_cubic_spline(const gla_array *xp, const gla_array *fp, const gla_array *x, gla_array **out,
                            int axis GLA_DEFAULT(= 0),
                            const char *bc_type GLA_CHOICE("not-a-knot", "clamped", "natural", "periodic")
                                GLA_DEFAULT(= "not-a-knot"),
                            bool extrapolate GLA_DEFAULT(= true), int nu GLA_DEFAULT(= 0));

/** Evaluate a monotone piecewise cubic curve through points (PCHIP), or a derivative of the curve.
 *
 * The curve increases where the data increase and decreases where the data decrease. The curve does not oscillate, so a
 * monotone value or policy function remains monotone. The first derivative is continuous. Beyond the ends, the first and last
 * polynomials are extended.
 *
 * @param xp    x-coordinates of the data points, a vector of at least two elements, strictly increasing
 * @param fp    values at the data points, real, with the length of xp along axis; the other axes index separate curves
 * @param x     points at which to evaluate
 * @param der   order of the derivative; 0 is the curve itself
 * @param axis  axis of fp that corresponds to xp
 * @return      values whose shape is the shape of fp with axis replaced by the shape of x. The dtype is float64, or float32 if
 *              all operands are float32
 * @throws ShapeError     if xp is not a vector of at least two elements, or its length differs from the length of fp along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if xp does not increase, or der is negative
 * @throws DTypeError     if an operand is complex
 * @needs  series.spline, series.pchip_slopes, array.copy
 * @vjp    saves xp, fp, x
 * @see    SciPy, interpolate.pchip_interpolate; F. N. Fritsch and J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984)
 * @alias  xi xp
 * @alias  yi fp
 * @alias  nu der
 * @example pchip_interpolate [0.0, 1.0, 2.0] [0.0, 1.0, 1.0] [0.5, 1.5] -> [0.6875 1.    ]
 */
gla_status gla_pchip_interpolate(const gla_array *xp, const gla_array *fp, const gla_array *x, gla_array **out,
                                 int der GLA_DEFAULT(= 0), int axis GLA_DEFAULT(= 0));

GLA_END_DECLS

#endif
