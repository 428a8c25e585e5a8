/* search.h - Find roots and minima of functions of one variable, for all elements of arrays at once.
 *
 * To search with a function of your script, call `gla.find_root(f, a, b, args)` or `gla.find_minimum(f, a, b, args)` in Python,
 * and `GPULinalg::find_root($f, $a, $b, […])` or `GPULinalg::find_minimum(…)` in Perl. The function receives an array of points
 * and args, and returns its values at these points. Internally a Search object proposes points and receives the function
 * values. Your program can also call the methods of a Search directly.
 *
 * Threads: several threads may pass values to one search, one after the other. */
#ifndef GPULINALG_SEARCH_H
#define GPULINALG_SEARCH_H

#include "core.h"

GLA_BEGIN_DECLS

/** A search for roots or minima in progress, as started by `search_root` or `search_minimum`. */
GLA_CLASS(gla_search, "Search");

/** Start a search for roots between two points at which a function has opposite signs.
 *
 * The search uses Chandrupatla's method: inverse quadratic interpolation if it is safe, otherwise bisection. The search for an
 * element is finished when the root is known to within xtol + rtol·|root|, and continues for the other elements. Wide brackets
 * are bisected on a logarithmic scale, so 100 steps suffice for any finite end points. If a function value is infinite, only
 * its sign is used.
 *
 * @param a        one end of the bracket, real array_like
 * @param b        other end of the bracket, real array_like
 * @param xtol     absolute tolerance
 * @param rtol     relative tolerance; a value below four times the machine epsilon of the dtype is replaced by that limit
 * @param maxiter  maximum number of function evaluations between the end points
 * @return         Search
 * @throws ArgumentError  if a tolerance or maxiter is negative
 * @throws DTypeError     if an end is complex
 * @needs  fused.map
 * @see    T. R. Chandrupatla, Advances in Engineering Software 28 (1997) 145; SciPy, optimize.elementwise.find_root
 * @method Search.root
 * @example s = search_root 0.0 [2.0, 3.0]
 *   x = search_x s
 *   search_step s [-2.0, -2.0] -> true
 */
gla_status gla_search_root(const gla_array *a, const gla_array *b, gla_search **search, double xtol GLA_DEFAULT(= 2e-12),
                           double rtol GLA_DEFAULT(= 8.881784197001252e-16), int64_t maxiter GLA_DEFAULT(= 100));

/** Start a search for minima of a function between two points.
 *
 * The method is golden section search, which assumes that the function decreases up to its minimum and increases after it. If
 * there are several minima, one of them is found. A minimum at an end point is found too. The search for an element is finished
 * when the remaining interval is no wider than xtol + 1.5e-8·|x|, or xtol + 3.5e-4·|x| in float32. Closer to a minimum,
 * rounding hides the differences between function values. Intervals wider than 2⁵⁰ times the tolerance are divided on a
 * logarithmic scale.
 *
 * @param a        one end of the interval, real array_like
 * @param b        other end of the interval, real array_like
 * @param xtol     absolute tolerance
 * @param maxiter  maximum number of function evaluations after the first two
 * @return         Search
 * @throws ArgumentError  if xtol or maxiter is negative
 * @throws DTypeError     if an end is complex
 * @needs  fused.map
 * @see    J. Kiefer, Proceedings of the American Mathematical Society 4 (1953) 502; SciPy, optimize.golden
 * @method Search.minimum
 * @example s = search_minimum -1.0 [2.0, 3.0]
 *   search_x s -> [0.14589803 0.52786405]
 */
gla_status gla_search_minimum(const gla_array *a, const gla_array *b, gla_search **search, double xtol GLA_DEFAULT(= 1e-08),
                              int64_t maxiter GLA_DEFAULT(= 100));

/** Return the points at which the search needs function values next.
 *
 * @param search  Search
 * @return        array; if the search for an element is finished, the root or minimum that was found
 * @needs  array.copy
 * @method property
 * @example s = search_root 0.0 2.0
 *   search_x s -> 0.0
 */
gla_status gla_search_x(const gla_search *search, gla_array **out);

/** Pass the function values at the proposed points to a search.
 *
 * @param search  Search
 * @param fx      real array_like with a shape that broadcasts with the shape of the points. The first two arrays of values may
 *                enlarge the shape of the points
 * @return        bool: true if the search needs more values
 * @throws ArgumentError     if the function has the same sign at both ends, or an end is infinite or NaN
 * @throws NonFiniteError    if a function value is NaN for an unfinished element. The message gives the value of x
 * @throws ConvergenceError  if the search has not converged after maxiter function values. The results of `search_x` and
 *                           `search_best` remain available
 * @throws ShapeError        if the shapes do not broadcast
 * @throws DTypeError        if fx is complex
 * @needs  fused.map, array.reduce
 * @example s = search_root 0.0 2.0
 *   search_step s -2.0 -> true
 *   search_step s 2.0 -> true
 *   search_step s 0.0 -> false
 *   search_best s -> 1.0
 */
gla_status gla_search_step(const gla_search *search, const gla_array *fx, bool *more);

/** Return the best point found so far for each element. For a root, this is the point whose function value is closest to zero;
 * for a minimum, the point with the smallest function value.
 *
 * @param search  Search
 * @return        array
 * @throws ArgumentError  if the search has received fewer than two arrays of values
 * @needs  array.map
 * @method property
 * @example s = search_minimum 0.0 2.0
 *   search_step s 1.5 -> true
 *   search_step s 1.0 -> true
 *   search_best s -> 1.2360679774997898
 */
gla_status gla_search_best(const gla_search *search, gla_array **out);

/** Return the function values at the best points so far.
 *
 * @param search  Search
 * @return        array
 * @throws ArgumentError  if the search has received fewer than two arrays of values
 * @needs  array.map
 * @method property
 * @example s = search_minimum 0.0 3.0
 *   search_step s 1.5 -> true
 *   search_step s 1.0 -> true
 *   search_value s -> 1.0
 */
gla_status gla_search_value(const gla_search *search, gla_array **out);

GLA_END_DECLS

#endif
