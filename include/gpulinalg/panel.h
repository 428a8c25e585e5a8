/* panel.h - panels of observations: fixed effects. */
#ifndef GPULINALG_PANEL_H
#define GPULINALG_PANEL_H

#include "core.h"

GLA_BEGIN_DECLS

/** Remove fixed effects: the residuals of y and of each column of X in regressions on dummies of one or more groupings.
 *
 * Least squares of y_within on X_within gives the coefficients that X has in a regression with all dummies (Frisch, Waugh,
 * Lovell), with df_absorbed degrees of freedom less.  Effects of one grouping go by means of groups, exactly to rounding.  Of
 * several, the grouping with most groups goes so, and the others by alternating projections that conjugate gradients
 * accelerate, or by LSMR on all dummies, each divided by the root of its group's weight: until the means that the residuals
 * still have in groups, as a vector over all rows, are at most tol times as long as the column without the first effects, or
 * no more than rounding of what was given.  It is computed in float64, or in float32 on a device that has no float64.
 *
 * A row that is alone in its group says nothing about X.  Such rows are dropped, again and again until there are none.
 *
 * A column that the effects span has no coefficient.  It becomes exactly 0, so that the rank that `lstsq` finds is one less, and
 * the result dropped lists it.  A column is spanned if the norm of its residuals is at most collinear_tol times the norm of the
 * column about its mean, or no more than rounding (4 spacings times the norm of the column), whatever tol is.  So a constant
 * column is spanned.  Norms are weighted.  If y is spanned it becomes exactly 0 as well, and a warning says so.
 *
 * @param y                dependent variables, shape (n,) or (n, q)
 * @param X                regressors, shape (n,) or (n, k); k may be 0
 * @param ids              list of integer vectors of length n, one for each grouping: equal numbers are a group, but for
 *                         -1, which marks a missing one (of texts and other values `factorize_texts` and `factorize` make
 *                         such)
 * @param weights          positive numbers of shape (n,), by which squares of residuals count; none: all the same
 * @param method           "map", alternating projections; "lsmr"; "auto" is "map", which has been found to be faster always
 * @param tol              when the iteration ends, positive; on a device without float64 at least 1e-5
 * @param maxiter          how many iterations there may be, in each pass
 * @param drop_singletons  drop rows that are alone in a group
 * @param collinear_tol    how long the residuals of a spanned column may be beside the column about its mean, from 0 to below 1
 * @return                 y_within and X_within: residuals in the rows that are kept, not multiplied by weights, of the
 *                         types of y and X (whole numbers become float64); rows: which rows are kept, int64; df_absorbed: the
 *                         rank of the dummies, int64: for two groupings, groups less connected components; each further one
 *                         counts with its groups less the most components that it has with one of those before, so that
 *                         the sum is the rank or more;
 *                         singletons: how many rows were dropped, int64; iterations: of the slowest column, int64;
 *                         dropped: which columns of X the effects span, in order, int64; without rows, all
 * @throws ShapeError        when y or X has other dimensions, or rows do not fit
 * @throws DTypeError        when y, X or weights is complex, or ids are not integers
 * @throws ArgumentError     when there is no grouping, ids holds -1, a weight is not positive or not finite, or tol or
 *                           maxiter is not positive, or collinear_tol is negative, or 1 or more
 * @throws NonFiniteError    when y or X holds NaN or Inf
 * @throws ConvergenceError  when there are columns left after maxiter iterations
 * @warns  IllConditionedWarning  when the effects span y, or a column of it
 * @needs  sparse.multiply, else the host; array.group, array.scan, array.reduce, array.map, array.gather,
 *         array.count_nonzero, array.nonzero, array.range, sorting.argsort
 * @see    S. Correia, Linear models with high-dimensional fixed effects (2017); J. M. Abowd, R. H. Creecy, F. Kramarz (2002);
 *         D. C.-L. Fong and M. A. Saunders, LSMR (2011)
 * @example X = [[1.0, 7.0], [3.0, 7.0], [1.0, 8.0], [5.0, 8.0]]
 *   y, X, rows, df, singletons, iterations, dropped = absorb [1.0, 2.0, 4.0, 9.0] X [[0, 0, 1, 1]]
 *   y -> [-0.5  0.5 -2.5  2.5]
 *   X
 *   -> [[-1.  0.]
 *   ->  [ 1.  0.]
 *   ->  [-2.  0.]
 *   ->  [ 2.  0.]]
 *   dropped -> [1]
 *   df -> 2
 */
gla_status gla_absorb(const gla_array *y, const gla_array *X, const gla_arrays *ids, gla_array **y_within, gla_array **X_within,
                      gla_array **rows, gla_array **df_absorbed, gla_array **singletons, gla_array **iterations,
                      gla_array **dropped, const gla_array *weights GLA_DEFAULT(= NULL),
                      const char *method GLA_CHOICE("auto", "map", "lsmr") GLA_DEFAULT(= NULL), double tol GLA_DEFAULT(= 1e-10),
                      int64_t maxiter GLA_DEFAULT(= 10000), bool drop_singletons GLA_DEFAULT(= true),
                      double collinear_tol GLA_DEFAULT(= 1e-9));

GLA_END_DECLS

#endif
