/* econ_fit.h - what a Fit holds: coefficients, errors, covariance matrices, residuals.
 *
 * @namespace econ Econ
 *
 * Coefficients are listed by name in dictionaries, and in the same order in arrays. */
#ifndef GPULINALG_ECON_FIT_H
#define GPULINALG_ECON_FIT_H

#include "econ.h"

GLA_BEGIN_DECLS

/** Return the coefficients by name.
 *
 * @param fit  Fit
 * @return     dictionary of numbers
 * @throws ArgumentError  if fit is a stack of regressions, which has only arrays: use `econ.fit_params`
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   c = econ.fit_coef f
 */
gla_status gla_econ_fit_coef(const gla_econ_fit *fit, gla_record **coef);

/** Return the standard errors by the names of the coefficients.
 *
 * @param fit  Fit
 * @return     dictionary of numbers
 * @throws ArgumentError  if fit is a stack of regressions, which has only arrays: use `econ.fit_std_errors`
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   s = econ.fit_se f
 */
gla_status gla_econ_fit_se(const gla_econ_fit *fit, gla_record **se);

/** Return the t statistics by the names of the coefficients: coefficients divided by their standard errors.
 *
 * @param fit  Fit
 * @return     dictionary of numbers
 * @throws ArgumentError  if fit is a stack of regressions, which has only arrays: use `econ.fit_tvalues`
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   t = econ.fit_t f
 */
gla_status gla_econ_fit_t(const gla_econ_fit *fit, gla_record **t);

/** Return the two-sided p-values of the t statistics by the names of the coefficients.
 *
 * They are those of a t distribution with `econ.fit_df_t` degrees of freedom, or of the normal distribution for estimators
 * that maximise a likelihood.
 *
 * @param fit  Fit
 * @return     dictionary of numbers
 * @throws ArgumentError  if fit is a stack of regressions, which has only arrays: use `econ.fit_pvalues`
 * @needs  array.map
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   p = econ.fit_p f
 */
gla_status gla_econ_fit_p(const gla_econ_fit *fit, gla_record **p);

/** Return the coefficients as an array.
 *
 * @param fit  Fit
 * @return     float array of shape (k,), or (..., k) for a stack of regressions
 * @needs  array.copy
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_params f -> [0.83333333 1.5       ]
 */
gla_status gla_econ_fit_params(const gla_econ_fit *fit, gla_array **out);

/** Return the standard errors as an array.
 *
 * @param fit  Fit
 * @return     float array of shape (k,), or (..., k) for a stack of regressions
 * @needs  array.copy
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_std_errors f -> [0.372678   0.28867513]
 */
gla_status gla_econ_fit_std_errors(const gla_econ_fit *fit, gla_array **out);

/** Return the t statistics as an array.
 *
 * @param fit  Fit
 * @return     float array of shape (k,), or (..., k) for a stack of regressions
 * @needs  array.map
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_tvalues f -> [2.23606798 5.19615242]
 */
gla_status gla_econ_fit_tvalues(const gla_econ_fit *fit, gla_array **out);

/** Return the two-sided p-values as an array.
 *
 * @param fit  Fit
 * @return     float array of shape (k,), or (..., k) for a stack of regressions
 * @needs  array.map
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_pvalues f -> [0.26772047 0.12103772]
 */
gla_status gla_econ_fit_pvalues(const gla_econ_fit *fit, gla_array **out);

/** Return the covariance matrix of the coefficients.
 *
 * @param fit  Fit
 * @return     float array of shape (k, k), or (..., k, k) for a stack of regressions
 * @needs  array.copy
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_covariance f
 *   -> [[ 0.13888889 -0.08333333]
 *   ->  [-0.08333333  0.08333333]]
 */
gla_status gla_econ_fit_covariance(const gla_econ_fit *fit, gla_array **out);

/** Return confidence intervals of the coefficients.
 *
 * @param fit    Fit
 * @param level  probability that an interval contains its coefficient
 * @return       Table with the columns coefficient, lower and upper
 * @throws ArgumentError  if level is not between 0 and 1, or fit is a stack of regressions
 * @needs  array.map
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   t = econ.fit_confint f
 *   table_column t "lower" -> [-3.90198959 -2.16796536]
 */
gla_status gla_econ_fit_confint(const gla_econ_fit *fit, gla_table **bounds, double level GLA_DEFAULT(= 0.95));

/** Return the names of the coefficients, in the order of the arrays.
 *
 * @param fit  Fit
 * @return     list of strings
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   names = econ.fit_names f
 */
gla_status gla_econ_fit_names(const gla_econ_fit *fit, gla_strings **names);

/** Return the residuals of the rows used.
 *
 * @param fit  Fit
 * @return     float array of shape (n,), or (..., n) for a stack
 * @throws ArgumentError  if fit does not hold its data, or is of `econ.mlogit`, which has no residuals
 * @needs  array.copy
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_residuals f -> [ 0.16666667 -0.33333333  0.16666667]
 */
gla_status gla_econ_fit_residuals(const gla_econ_fit *fit, gla_array **out);

/** Return the fitted values of the rows used, fixed effects included.
 *
 * @param fit  Fit
 * @return     float array of shape (n,), or (..., n) for a stack
 * @throws ArgumentError  if fit does not hold its data
 * @needs  array.copy
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_fitted f -> [0.83333333 2.33333333 3.83333333]
 */
gla_status gla_econ_fit_fitted(const gla_econ_fit *fit, gla_array **out);

/** Return the positions in the data of the rows used, counted from 0.
 *
 * @param fit  Fit
 * @return     int64 array of shape (n,)
 * @throws ArgumentError  if fit is a stack of regressions, or does not hold its data
 * @needs  array.copy
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_rows f -> [0 1 2]
 */
gla_status gla_econ_fit_rows(const gla_econ_fit *fit, gla_array **out);

/** Return the estimates of a fixed effect.
 *
 * Effects are normalised as in `absorb`: the first fixed effect contains the level, and in each connected component of the
 * data the effect of the first row is 0 for each other one.
 *
 * @param fit   Fit
 * @param name  name of the fixed effect, as in the formula; absorb[1], absorb[2], … if they were given as arrays
 * @return      Table with the columns level and effect. Levels are strings or numbers as in the data, or group numbers if the
 *              fixed effects were given as arrays
 * @throws ArgumentError  if there is no such fixed effect, it has slopes, fit is not linear, is a stack of regressions, or does
 *                        not hold its data
 * @needs  array.group, array.reduce, array.map, array.gather
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 3.0] [[0.0], [1.0], [1.0], [3.0]] absorb=[[0, 0, 1, 1]]
 *   t = econ.fit_effects f "absorb[1]"
 *   table_column t "effect" -> [1.6 3.9]
 */
gla_status gla_econ_fit_effects(const gla_econ_fit *fit, const char *name, gla_table **effects);

/** Predict the dependent variable for new data: X b, with the fixed effects if there are any.
 *
 * @param fit   Fit
 * @param data  as `new_table` accepts it; or, if fit was made from arrays, regressors of shape (m, k)
 * @return      float array with one element for each row of data. It is NaN if a variable is missing, or a row has a level of a
 *              factor or fixed effect that the fit did not have
 * @throws ArgumentError  if a column of the formula is not in data, fit is a stack of regressions, or has fixed effects and
 *                        does not hold its data
 * @throws ShapeError     if data is an array and does not have one column for each regressor that was given
 * @warns TableWarning    if rows have a level that the fit did not have; the message names the first
 * @needs  blas.gemm, array.map, array.gather
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_predict f [[1.0, 3.0]] -> [5.33333333]
 */
gla_status gla_econ_fit_predict(const gla_econ_fit *fit, const gla_dataset *data, gla_array **out);

/** Return R²: the share of the variation of the dependent variable that the regressors and fixed effects explain.
 *
 * It is relative to the mean of the dependent variable if there is a constant or a fixed effect, otherwise to 0.
 *
 * @param fit  Fit
 * @return     float; NaN for a system
 * @throws ArgumentError  if fit is a stack of regressions
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0, 5.0] [[1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [1.0, 1.0]]
 *   econ.fit_r2 f -> 0.9
 */
gla_status gla_econ_fit_r2(const gla_econ_fit *fit, double *value);

/** Return R², adjusted for the number of parameters.
 *
 * @param fit  Fit
 * @return     float
 * @throws ArgumentError  if fit is a stack of regressions
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0, 5.0] [[1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [1.0, 1.0]]
 *   x = econ.fit_r2_adjusted f
 */
gla_status gla_econ_fit_r2_adjusted(const gla_econ_fit *fit, double *value);

/** Return R² within fixed effects: the share of the variation left by the fixed effects that the regressors explain.
 *
 * Without fixed effects it is R².
 *
 * @param fit  Fit
 * @return     float
 * @throws ArgumentError  if fit is a stack of regressions
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0, 5.0] [[1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [1.0, 1.0]]
 *   econ.fit_r2_within f -> 0.9
 */
gla_status gla_econ_fit_r2_within(const gla_econ_fit *fit, double *value);

/** Return the standard error of the regression: the root of the sum of squared residuals divided by their degrees of freedom.
 *
 * With analytic and probability weights the weights are divided by their mean.
 *
 * @param fit  Fit
 * @return     float
 * @throws ArgumentError  if fit is a stack of regressions
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [0.5, 0.5, 1.0, 1.5, 1.5] [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   econ.fit_sigma f -> 0.5
 */
gla_status gla_econ_fit_sigma(const gla_econ_fit *fit, double *value);

/** Return the weighted sum of squared residuals.
 *
 * @param fit  Fit
 * @return     float
 * @throws ArgumentError  if fit is a stack of regressions
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.25, 1.75, 4.25, 4.75] [[1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [1.0, 1.0]]
 *   econ.fit_rss f -> 0.25
 */
gla_status gla_econ_fit_rss(const gla_econ_fit *fit, double *value);

/** Return the log-likelihood. For linear regressions it is that of normal errors.
 *
 * @param fit  Fit
 * @return     float; NaN for a system
 * @throws ArgumentError  if fit is a stack of regressions
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   loglik = econ.fit_loglik f
 */
gla_status gla_econ_fit_loglik(const gla_econ_fit *fit, double *value);

/** Return Akaike's information criterion: twice the number of parameters less twice the log-likelihood.
 *
 * @param fit  Fit
 * @return     float
 * @throws ArgumentError  if fit is a stack of regressions
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   aic = econ.fit_aic f
 */
gla_status gla_econ_fit_aic(const gla_econ_fit *fit, double *value);

/** Return the Bayesian information criterion: the number of parameters times log n, less twice the log-likelihood.
 *
 * @param fit  Fit
 * @return     float
 * @throws ArgumentError  if fit is a stack of regressions
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   bic = econ.fit_bic f
 */
gla_status gla_econ_fit_bic(const gla_econ_fit *fit, double *value);

/** Return the number of rows used, or the sum of the weights if they are frequencies.
 *
 * @param fit  Fit
 * @return     int
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_nobs f -> 3
 */
gla_status gla_econ_fit_nobs(const gla_econ_fit *fit, int64_t *nobs);

/** Return the residual degrees of freedom: the number of rows less the numbers of coefficients and of independent fixed
 * effects.
 *
 * @param fit  Fit
 * @return     int
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_df f -> 1
 */
gla_status gla_econ_fit_df(const gla_econ_fit *fit, int64_t *df);

/** Return the number of independent fixed effects.
 *
 * @param fit  Fit
 * @return     int
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   econ.fit_df_effects f -> 0
 */
gla_status gla_econ_fit_df_effects(const gla_econ_fit *fit, int64_t *df);

/** Return the degrees of freedom of the t statistics.
 *
 * @param fit  Fit
 * @return     float: the residual degrees of freedom, with clusters the smallest number of clusters less 1, and Inf for the
 *             normal distribution
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   df_t = econ.fit_df_t f
 */
gla_status gla_econ_fit_df_t(const gla_econ_fit *fit, double *value);

/** Test that all coefficients except the constant are 0, with the covariance matrix of fit.
 *
 * @param fit  Fit
 * @return     dictionary with test, statistic, df, p and distribution, which is F, with df_denom too, or chi-squared if the
 *             coefficients are compared with the normal distribution
 * @throws ArgumentError  if there is no coefficient but the constant, the covariance matrix of the others is singular, or fit
 *                        is a stack of regressions
 * @needs  array.map
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   t = econ.fit_fstat f
 */
gla_status gla_econ_fit_fstat(const gla_econ_fit *fit, gla_record **test);

/** Describe what was dropped: rows with the number and the cause, and regressors with the reason.
 *
 * @param fit  Fit
 * @return     list of strings; empty if nothing was dropped
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   d = econ.fit_dropped f
 */
gla_status gla_econ_fit_dropped(const gla_econ_fit *fit, gla_strings **dropped);

/** Return remarks about the estimates, such as "the regressors explain y completely".
 *
 * @param fit  Fit
 * @return     list of strings; empty if there are none
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 3.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   r = econ.fit_remarks f
 */
gla_status gla_econ_fit_remarks(const gla_econ_fit *fit, gla_strings **remarks);

/** Return the formula of a Fit.
 *
 * @param fit  Fit
 * @return     string; empty if fit was made from arrays
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   s = econ.fit_formula f
 */
gla_status gla_econ_fit_formula(const gla_econ_fit *fit, char **text);

/** Return the name of the estimator.
 *
 * @param fit  Fit
 * @return     string
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   s = econ.fit_method f
 */
gla_status gla_econ_fit_method(const gla_econ_fit *fit, char **text);

/** Describe the covariance matrix, as in tables of results.
 *
 * @param fit  Fit
 * @return     string, such as "clustered by firm"
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   s = econ.fit_vcov_title f
 */
gla_status gla_econ_fit_vcov_title(const gla_econ_fit *fit, char **text);

/** Return the number of clusters in each dimension.
 *
 * @param fit  Fit
 * @return     list of int; empty without clusters
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   c = econ.fit_clusters f
 */
gla_status gla_econ_fit_clusters(const gla_econ_fit *fit, gla_ints **clusters);

/** Return the size of the arrays that a Fit holds, in bytes. Fits with other covariance matrices share them.
 *
 * The Table from which fit was made is not counted.
 *
 * @param fit  Fit
 * @return     int
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   n = econ.fit_nbytes f
 */
gla_status gla_econ_fit_nbytes(const gla_econ_fit *fit, int64_t *bytes);

/** Return the numbers of a summary: one entry for each coefficient, standard error and statistic.
 *
 * @param fit  Fit
 * @return     dictionary of numbers and strings: method, formula, y, vcov, nobs, df, df_t, r2, r2_within, sigma, loglik, and
 *             for each coefficient x the entries coef[x], se[x], t[x] and p[x]
 * @throws ArgumentError  if fit is a stack of regressions
 * @needs  array.map
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   d = econ.fit_to_dict f
 */
gla_status gla_econ_fit_to_dict(const gla_econ_fit *fit, gla_record **record);

/** Return a Fit with the same coefficients and another covariance matrix. Nothing is estimated again.
 *
 * `econ.ols` describes the matrices and the conventions for small samples. "hetero" and "robust" are other names of "HC1", and
 * "CRV1" of "cluster". For a likelihood without fixed effects, "iid" is the inverse of minus the Hessian without a factor,
 * unless a convention is given.
 *
 * @param fit   Fit
 * @param vcov  covariance matrix, as in `econ.ols`
 * @param ssc   convention for small samples, as in `econ.ols`; if not given, that of fit
 * @return      Fit
 * @throws ArgumentError         if vcov does not parse, names an unknown column, a value of that column is missing in a row of
 *                               fit, there is only one cluster, a leverage is 1, or fit does not hold its data
 * @warns IllConditionedWarning  if there are fewer clusters than coefficients, or a matrix clustered in several ways had
 *                               negative eigenvalues
 * @needs  array.group, array.map, array.reduce
 * @see    R, fixest, vcov; A. C. Cameron and D. L. Miller (2015)
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   g = econ.fit_vcov f "HC1"
 */
gla_status gla_econ_fit_vcov(const gla_econ_fit *fit, const char *vcov, gla_econ_fit **changed,
                             const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL));

/** Return a Fit as bytes, from which `econ.restore` makes it again.
 *
 * The bytes contain all that fit holds: the estimates, the arrays with a row for each observation, and all columns of the Table
 * from which it was made. The restored Fit predicts and accepts names of columns as fit does. If fit was made with keep false,
 * the bytes contain neither arrays of observations nor the Table, and are few.
 *
 * @param fit  Fit
 * @return     uint8 array on the host
 * @needs  array.copy
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   s = econ.fit_state f
 */
gla_status gla_econ_fit_state(const gla_econ_fit *fit, gla_array **state);

/** Make a Fit again from the bytes that `econ.fit_state` returned.
 *
 * @param state  uint8 array
 * @return       Fit
 * @throws ArgumentError  if state is not the result of `econ.fit_state`, or was changed
 * @needs  array.copy
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   s = econ.fit_state f
 *   g = econ.restore s
 *   econ.fit_params g -> [0.83333333 1.5       ]
 */
gla_status gla_econ_restore(const gla_array *state, gla_econ_fit **fit);

GLA_END_DECLS

#endif
