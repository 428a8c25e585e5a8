/* panel.h - panel data: fixed effects. */
#ifndef GPULINALG_PANEL_H
#define GPULINALG_PANEL_H

#include "core.h"

GLA_BEGIN_DECLS

/** Partial out fixed effects: replace y and each column of X by its residuals from a regression on dummies.
 *
 * The dummies are the indicators of the groups of one or more grouping variables. Least squares of y_within on X_within yields
 * the same coefficients of X as a regression with all dummies (Frisch, Waugh, Lovell). Subtract df_absorbed from the degrees of
 * freedom of the within regression. With one grouping variable, the fixed effects are removed by subtracting group means. With
 * several grouping variables, the one with the most groups is eliminated exactly. The other grouping variables are eliminated
 * iteratively, until the remaining group means are smaller than tol relative to the column. A slow iteration is preconditioned,
 * so a panel in which few workers change firms takes little longer than any other panel. If a column has small residuals, the
 * iteration is repeated for that column, with tol relative to the residuals. The computation is in float64, or in float32 on a
 * device without float64.
 *
 * A row that is alone in its group carries no information about X. Such rows are dropped repeatedly until none remain.
 *
 * A column of X that is spanned by the fixed effects has no coefficient. Such a column becomes exactly 0 and is listed in the
 * result called dropped, and `lstsq` finds a rank that is smaller by one. A column is spanned if the norm of its residuals is
 * at most collinear_tol times the norm of the column minus its mean. A column is also spanned if the norm of its residuals is
 * at most 4 eps times the norm of the column, which is the rounding error of the column. Norms are weighted. The test does not
 * depend on tol. A constant column is always spanned. If the fixed effects span y, or a column of y, that column also becomes
 * exactly 0, with a warning.
 *
 * If a grouping variable has slopes, each group has one effect for each slope variable, in addition to the intercept of the
 * group. For example, with two grouping variables the slopes [[], t] estimate a separate trend in t for each group of the
 * second grouping variable.
 *
 * The fixed effects of a regression are the fixed effects of y minus the fixed effects of X times the coefficients beta. Let F
 * be the array of a grouping variable in fixed_effects, and let y be a vector. In Python the fixed effects of the regression
 * are `F[..., 0] - gla.matmul(F[..., 1:], beta)`. In Perl, with `$E = $F->slice('...,1:')`, the fixed effects of the regression
 * are `$F->slice('...,0') - $E x $beta`.
 *
 * Only the sum of the effects of each row is identified. The effects are therefore normalised as in the R package fixest. The
 * first grouping variable has all of its effects. For each other grouping variable, consider the graph that links its groups
 * with the groups of the first grouping variable. Within each connected component of the graph, the group of the first row has
 * the effect 0.
 *
 * @param y                dependent variables, shape (n,) or (n, q)
 * @param X                regressors, shape (n,) or (n, k); k may be 0
 * @param ids              list of integer vectors of length n, one for each grouping variable. Rows with equal values form a
 *                         group; −1 marks a missing group and is an error. `factorize` and `factorize_texts` convert other
 *                         values to such integers
 * @param weights          positive weights of the rows, shape (n,); all 1 if not given
 * @param method           "map" for alternating projections with conjugate gradients, or "lsmr". "auto" selects "map", which
 *                         was always faster in our tests
 * @param tol              tolerance for the remaining group means, relative to the column. The tolerance must be positive, and
 *                         at least 1e-5 on a device without float64
 * @param maxiter          maximum number of iterations; the count restarts if the iteration is repeated for a column
 * @param drop_singletons  drop rows that are alone in a group
 * @param collinear_tol    tolerance of the collinearity test, at least 0 and less than 1. A column is spanned if the norm of
 *                         its residuals is at most collinear_tol times the norm of the column minus its mean
 * @param slopes           slope variables, a list with one item for each grouping variable: an array of shape (n,) or (n, m),
 *                         or an empty list if the grouping variable has no slopes; default: no slopes. A slope variable that is
 *                         spanned within a group has the effect 0
 * @param intercepts       one bool for each grouping variable: true if its groups have intercepts; default: all true. A
 *                         grouping variable without intercepts has slopes only, like firm[[t]] in fixest
 * @param effects          also return the fixed effects
 * @return                 y_within and X_within: residuals of the rows that are kept, not multiplied by the weights, with the
 *                         dtypes of y and X (integers become float64); rows: indices of the rows that are kept, int64;
 *                         df_absorbed: rank of the dummies, int64, or an upper bound of the rank with slopes or with three or
 *                         more grouping variables; singletons: number of dropped rows, int64; iterations: number of iterations
 *                         of the slowest column, int64; dropped: sorted indices of the columns of X that the fixed effects
 *                         span, int64 (all columns if no row is left). If `effects` is true, also fixed_effects: a list with
 *                         one float array for each grouping variable. The shape of each array is (groups, columns of y and X),
 *                         or with slopes (groups, intercept and slopes, columns of y and X). The groups are in the order of
 *                         their ids, as `unique_values` returns them for the rows that are kept
 * @throws ShapeError            if y or X is neither 1-d nor 2-d, or the arguments do not all have the same number of rows
 * @throws DTypeError            if y, X, weights or `slopes` is complex, or ids contains an array that is not integer
 * @throws ArgumentError         if there is no grouping variable, ids contains -1, a weight is not positive or not finite, tol
 *                               or maxiter is not positive, collinear_tol is out of range, a grouping variable has neither
 *                               intercepts nor slopes, slopes is shorter or longer than ids, or slopes are given and method is
 *                               "lsmr"
 * @throws NonFiniteError        if y, X or `slopes` contains NaN or Inf
 * @throws ConvergenceError      if a column does not converge within maxiter iterations
 * @warns IllConditionedWarning  if the fixed effects span y, or a column of y
 * @needs  sparse.multiply, else the host; blas.gemm, array.group, array.scan, array.reduce, array.map, array.gather,
 *         array.count_nonzero, array.nonzero, array.range, sorting.argsort
 * @cost   gather 30 * bytes(y)
 * @vjp    saves ids, weights, slopes, intercepts, rows, dropped
 * @see    R. Kyng and S. Sachdeva, Approximate Gaussian elimination for Laplacians (2016); S. Correia, Linear models with
 *         high-dimensional fixed effects (2017); J. M. Abowd, R. H. Creecy, F. Kramarz (2002); D. C.-L. Fong,
 *         M. A. Saunders, LSMR (2011)
 * @example X = [[1.0, 7.0], [3.0, 7.0], [1.0, 8.0], [5.0, 8.0]]
 *   y_within, X_within, rows, df, singletons, iterations, dropped = absorb [1.0, 2.0, 4.0, 9.0] X [[0, 0, 1, 1]]
 *   y_within -> [-0.5  0.5 -2.5  2.5]
 *   X_within
 *   -> [[-1.  0.]
 *   ->  [ 1.  0.]
 *   ->  [-2.  0.]
 *   ->  [ 2.  0.]]
 *   dropped -> [1]
 *   df -> 2
 */
gla_status gla_absorb(const gla_array *y, const gla_array *X, const gla_arrays *ids, gla_array **y_within, gla_array **X_within,
                      gla_array **rows, gla_array **df_absorbed, gla_array **singletons, gla_array **iterations,
                      gla_array **dropped, gla_arrays **fixed_effects GLA_WITH(effects),
                      const gla_array *weights GLA_DEFAULT(= NULL),
                      const char *method GLA_CHOICE("auto", "map", "lsmr") GLA_DEFAULT(= NULL), double tol GLA_DEFAULT(= 1e-10),
                      int64_t maxiter GLA_DEFAULT(= 10000), bool drop_singletons GLA_DEFAULT(= true),
                      double collinear_tol GLA_DEFAULT(= 1e-09), const gla_arrays *slopes GLA_DEFAULT(= NULL),
                      const gla_array *intercepts GLA_DEFAULT(= NULL), bool effects GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
