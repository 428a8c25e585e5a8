/* search.h - roots and minima of functions of one number, of all elements of arrays at the same time.
 *
 * In Python `gla.find_root(f, a, b, args)` and `gla.find_minimum(f, a, b, args)`, in Perl
 * `GPULinalg::find_root($f, $a, $b, […])` and `GPULinalg::find_minimum(…)`, search for a function of the script: it gets
 * an array of places and args, and returns its values there. They are loops around a Search, which says where it wants values,
 * and gets them; a program may write that loop itself.
 *
 * Threads: several may give one search values, one after the other. */
#ifndef GPULINALG_SEARCH_H
#define GPULINALG_SEARCH_H

#include "core.h"

GLA_BEGIN_DECLS

/** A search in progress.  See `search_root` and `search_minimum`. */
GLA_CLASS(gla_search, "Search");

/** Begin the search for roots between two places where a function has different signs.
 *
 * By Chandrupatla's method: inverse quadratic interpolation where that is safe, else bisection. An element has been found when
 * its root is known to xtol + rtol·|root|; the others go on. Wide brackets are bisected by exponents, so that 100 steps are
 * enough for any finite ends. Of infinite values only the sign counts.
 *
 * @param a        one end, array_like of real numbers
 * @param b        the other end
 * @param xtol     absolute tolerance
 * @param rtol     relative tolerance; four times the spacing of the type at least
 * @param maxiter  how many values between the ends may be asked for
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

/** Begin the search for minima between two places.
 *
 * By golden section: the function falls up to its minimum and rises after it; of one with several minima one is found. A
 * minimum at an end is found too. It is known when what is left is no wider than xtol + 1.5e-8·|x| (3.5e-4 in float32): nearer
 * to a minimum rounding hides the differences of a function. Brackets of more than 2⁵⁰ tolerances are divided by logarithms.
 *
 * @param a        one end, array_like of real numbers
 * @param b        the other end
 * @param xtol     absolute tolerance
 * @param maxiter  how many values may be asked for after the first two
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

/** Where the function's value is wanted next; of elements that have been found, what was found.
 *
 * @param search  Search
 * @return        array
 * @needs  array.copy
 * @method property
 * @example s = search_root 0.0 2.0
 *   search_x s -> 0.0
 */
gla_status gla_search_x(const gla_search *search, gla_array **out);

/** Give a search the function's values where it wanted them.
 *
 * @param search  Search
 * @param fx      real array_like, of a shape that broadcasts with that of x; the first two may make it larger
 * @return        bool: whether it wants more
 * @throws ArgumentError     if the function has the same sign at both ends, or an end is infinite or NaN
 * @throws NonFiniteError    if a value is NaN that matters; the message says at which x
 * @throws ConvergenceError  if maxiter values were not enough; x and best stay what they are
 * @throws ShapeError        if the shapes do not broadcast together
 * @throws DTypeError        if fx is complex
 * @needs  fused.map, array.reduce
 * @example s = search_root 0.0 2.0
 *   search_step s -2.0 -> true
 *   search_step s 2.0 -> true
 *   search_step s 0.0 -> false
 *   search_best s -> 1.0
 */
gla_status gla_search_step(const gla_search *search, const gla_array *fx, bool *more);

/** The best places so far: those with the value nearest to zero, or the least.
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

/** The function's values at the best places.
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
