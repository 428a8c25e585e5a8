/* interpolation.h - curves through points, and functions on regular grids.  `interp` in series.h has straight lines.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_INTERPOLATION_H
#define GPULINALG_INTERPOLATION_H

#include "core.h"

GLA_BEGIN_DECLS

/** Interpolation of a function of several variables on a regular grid.
 *
 * In a cell it is linear in each variable. Corners that have no weight do not count: at a node it is the node's value, also
 * beside NaN.
 *
 * @param points        list of vectors, the nodes along each variable, strictly increasing or decreasing
 * @param values        values at the nodes, shape (n1, ..., nd, ...); dimensions behind the d first are functions of their own
 * @param xi            places, shape (..., d); a vector or a number, where d is 1; NaN has the value NaN
 * @param method        "linear"; "nearest": the value of the nearest node, of the lower one in the middle
 * @param bounds_error  raise an error when a place is outside of the grid; false: it has the value fill_value
 * @param fill_value    value of places outside; none: NaN
 * @param extrapolate   places outside have the value that the cells at the edge give; bounds_error and fill_value are not used
 *                      then
 * @return              values, of the shape of xi without the last dimension, then that of values behind the d first, in
 *                      float64, or in float32 if all operands are float32, or in the corresponding complex dtype
 * @throws ShapeError     if points is not a list of vectors as long as the dimensions of values, or xi has not d columns
 * @throws ArgumentError  if nodes neither increase nor decrease, or a place is outside
 * @throws DTypeError     if points or xi are complex, or fill_value is and values are not
 * @needs  series.interpn, array.map, array.copy
 * @see    SciPy, interpolate.interpn, which extrapolates where fill_value is None
 * @example interpn [[0.0, 1.0], [0.0, 1.0, 3.0]] [[0.0, 1.0, 3.0], [10.0, 11.0, 13.0]] [[0.5, 2.0], [1.0, 0.0]] -> [ 7. 10.]
 *   interpn [[0.0, 1.0]] [5.0, 6.0] [2.0, 0.25] bounds_error=false fill_value=-1.0 -> [-1.    5.25]
 */
gla_status gla_interpn(const gla_arrays *points, const gla_array *values, const gla_array *xi, gla_array **out,
                       const char *method GLA_CHOICE("linear", "nearest") GLA_DEFAULT(= "linear"),
                       bool bounds_error GLA_DEFAULT(= true), const gla_array *fill_value GLA_DEFAULT(= NULL),
                       bool extrapolate GLA_DEFAULT(= false));

/** Cubic spline through points, or its derivative: twice continuously differentiable.
 *
 * The points come first, as in SciPy; `interp`, which is NumPy's, has them last: interp(x, xp, fp).
 *
 * @param xp           places of the points, a vector of at least 2, strictly increasing
 * @param fp           values, real or complex, as many along axis as xp has; other axes are splines of their own
 * @param x            where
 * @param axis         axis of fp along which the points go
 * @param bc_type      what holds at both ends: "not-a-knot": the first two and the last two pieces are one cubic each;
 *                     "clamped": the slope is 0; "natural": the second derivative is 0; "periodic": the slope is the same at
 *                     both, and the second derivative, as the first and the last value are
 * @param extrapolate  go on beyond the ends with the first and last piece, or periodically; false: NaN there
 * @param nu           order of the derivative
 * @return             values, of the shape of fp with the shape of x in the place of axis, in float64, or in float32 if all
 *                     operands are float32, or in the corresponding complex dtype
 * @throws ShapeError     if xp is not a vector of at least two elements, or its length differs from the length of fp along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if xp does not increase, nu is negative, or, for a periodic spline, fp is not as large at the last
 *                        place as at the first one, up to some roundings
 * @throws DTypeError     if xp or x is complex
 * @needs  series.spline, series.recur, array.map, array.copy, array.reduce
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

/** Piecewise cubic curve through points that rises where they rise and falls where they fall, or its derivative.
 *
 * It has no wiggles, and a continuous first derivative; a value or policy function stays monotone. Beyond the ends it goes on
 * with the first and last piece.
 *
 * @param xp    places of the points, a vector of at least 2, strictly increasing
 * @param fp    values, real, as many along axis as xp has; other axes are curves of their own
 * @param x     where
 * @param der   order of the derivative
 * @param axis  axis of fp along which the points go
 * @return      values, of the shape of fp with the shape of x in the place of axis, in float64, or float32 where all operands
 *              are
 * @throws ShapeError     if xp is not a vector of at least two elements, or its length differs from the length of fp along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if xp does not increase, or der is negative
 * @throws DTypeError     if an operand is complex
 * @needs  series.spline, series.pchip_slopes, array.copy
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
