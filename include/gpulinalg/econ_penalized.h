/* econ_penalized.h - linear regressions with a penalty on the coefficients.
 *
 * @namespace econ Econ
 *
 * A penalty shrinks the coefficients towards 0, which reduces their variance and adds bias. */
#ifndef GPULINALG_ECON_PENALIZED_H
#define GPULINALG_ECON_PENALIZED_H

#include "econ.h"

GLA_BEGIN_DECLS

/** Estimate a linear regression with a penalty on the squares of the coefficients (ridge regression).
 *
 * The coefficients minimise the sum of squared residuals plus alpha times the sum of the squared coefficients. With
 * `standardize` each coefficient is multiplied by the standard deviation of its regressor in the penalty, where the variance is
 * the mean of the squared deviations. The constant is not penalised. Weights multiply the squared residuals.
 *
 * The degrees of freedom are the trace of the matrix that maps y to the fitted values. The covariance matrix is that of the
 * estimator given the regressors and alpha. It contains no bias, so confidence intervals are not centred at the true
 * coefficients.
 *
 * @param formula      formula, or the dependent variable as an array of shape (n,)
 * @param data         data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k)
 * @param alpha        weight of the penalty, at least 0
 * @param standardize  penalise the coefficients of the regressors divided by their standard deviations. Coefficients are
 *                     returned for the regressors as given
 * @param vcov         covariance matrix, as in `econ.ols`; "iid" if not given
 * @param weights      positive weights: an array, the name of a column or a formula; all 1 if not given
 * @param ssc          convention for small samples, as in `econ.ols`
 * @param cluster      arrays of group numbers, for the covariance matrix "cluster" or "CRV3" without names
 * @param split        column or array: one Fit for each of its values
 * @param keep         keep the data, which residuals, fitted values and other covariance matrices need
 * @return             Fit, or a list of Fits if the formula has several dependent variables or sets of regressors, or split is
 *                     given
 * @throws ArgumentError   if the formula does not parse, names an unknown column or has fixed effects, alpha is negative or not
 *                         finite, or a weight is not positive
 * @throws ShapeError      if arrays differ in length
 * @throws DTypeError      if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError  if a variable contains Inf; the message gives the row
 * @needs  lapack.geqrf, else the host; blas.gemm, array.map, array.reduce, array.group, array.gather
 * @cost   fit model(formula, data)
 * @see    A. E. Hoerl, R. W. Kennard (1970); scikit-learn, Ridge
 * @since  0.2
 * @example f = econ.ridge [1.0, 2.0, 4.0, 5.0] [[1.0, 0.5], [2.0, 0.1], [3.0, 0.9], [4.0, 0.2]] alpha=0.5
 *   x = econ.fit_params f
 */
gla_status gla_econ_ridge(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                          double alpha GLA_DEFAULT(= 1.0), bool standardize GLA_DEFAULT(= true),
                          const char *vcov GLA_DEFAULT(= NULL), const gla_variable *weights GLA_DEFAULT(= NULL),
                          const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                          const gla_arrays *cluster GLA_DEFAULT(= NULL), const gla_variable *split GLA_DEFAULT(= NULL),
                          bool keep GLA_DEFAULT(= true));

/** Estimate a linear regression with a penalty on the absolute values of the coefficients (lasso).
 *
 * The coefficients minimise the mean of the squared residuals, divided by 2, plus alpha times the sum of the absolute
 * coefficients, as in glmnet and scikit-learn. With `standardize` each coefficient is multiplied by the standard deviation of
 * its regressor in the penalty. The constant is not penalised. Without alpha the best of the penalties in `econ.lasso_path` is
 * used.
 *
 * A lasso has no standard errors: the sampling distribution of coefficients that the same data selected is not normal. The Fit
 * says so wherever it is printed. For standard errors fit the selected regressors by `econ.ols` to other data.
 *
 * @param formula      formula, or the dependent variable as an array of shape (n,)
 * @param data         data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k)
 * @param alpha        weight of the penalty; if not given it is chosen by `criterion`
 * @param criterion    "bic" (used if not given) or "aic", which count the coefficients that are not 0; or "cv": the mean
 *                     squared error in cross-validation
 * @param standardize  penalise the coefficients of the regressors divided by their standard deviations. Coefficients are
 *                     returned for the regressors as given
 * @param folds        number of parts of the data in cross-validation
 * @param seed         seed of the division into parts; a fresh one if not given
 * @param weights      positive weights: an array, the name of a column or a formula; all 1 if not given
 * @param split        column or array: one Fit for each of its values
 * @param keep         keep the data, which residuals, fitted values and other covariance matrices need
 * @param tol          tolerance of the coefficients, relative to the largest change of the fitted values
 * @param maxiter      maximum number of passes over the coefficients
 * @return             Fit, or a list of Fits if the formula has several dependent variables or sets of regressors, or split is
 *                     given
 * @throws ArgumentError     if the formula does not parse, names an unknown column or has fixed effects, alpha is negative or
 *                           not a finite number, a weight is not positive, or folds is less than 2 or more than the number of
 *                           rows
 * @throws ShapeError        if arrays differ in length
 * @throws DTypeError        if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError    if a variable contains Inf; the message gives the row
 * @throws ConvergenceError  if the coefficients do not converge within maxiter passes
 * @needs  lapack.geqrf, else the host; blas.gemm, array.map, array.reduce, array.gather
 * @cost   fit model(formula, data)
 * @see    R. Tibshirani (1996); J. Friedman, T. Hastie, R. Tibshirani (2010); R, glmnet; scikit-learn, Lasso
 * @since  0.2
 * @example f = econ.lasso [1.0, 2.0, 4.0, 5.0] [[1.0, 0.5], [2.0, 0.1], [3.0, 0.9], [4.0, 0.2]] alpha=0.1
 *   x = econ.fit_params f
 */
gla_status gla_econ_lasso(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                          const gla_array *alpha GLA_DEFAULT(= NULL),
                          const char *criterion GLA_CHOICE("bic", "aic", "cv") GLA_DEFAULT(= NULL),
                          bool standardize GLA_DEFAULT(= true), int64_t folds GLA_DEFAULT(= 10),
                          const gla_array *seed GLA_DEFAULT(= NULL), const gla_variable *weights GLA_DEFAULT(= NULL),
                          const gla_variable *split GLA_DEFAULT(= NULL), bool keep GLA_DEFAULT(= true),
                          double tol GLA_DEFAULT(= 1e-12), int64_t maxiter GLA_DEFAULT(= 10000));

/** Compute lasso coefficients over a decreasing sequence of penalties.
 *
 * The penalty and its scale are those of `econ.lasso`. The largest penalty of the default sequence is the smallest that sets
 * all coefficients to 0. The smallest is 0.0001 times the largest, or 0.01 times if there are fewer rows than coefficients. The
 * sequence is geometric.
 *
 * @param formula      formula, or the dependent variable as an array of shape (n,)
 * @param data         data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k)
 * @param alphas       penalties, which are sorted; if not given a sequence of n_alphas penalties
 * @param n_alphas     length of the default sequence
 * @param standardize  penalise the coefficients of the regressors divided by their standard deviations. Coefficients are
 *                     returned for the regressors as given
 * @param weights      positive weights: an array, the name of a column or a formula; all 1 if not given
 * @param tol          tolerance of the coefficients, relative to the largest change of the fitted values
 * @param maxiter      maximum number of passes over the coefficients
 * @return             Table with a row for each penalty, in descending order: alpha, df (number of coefficients that are not 0,
 *                     without the constant), r2, and a column for each coefficient
 * @throws ArgumentError     if the formula does not parse, names an unknown column, has fixed effects or describes several
 *                           regressions, a penalty is negative or not finite, n_alphas is less than 1, or a regressor has the
 *                           name of another column of the result
 * @throws ShapeError        if arrays differ in length
 * @throws DTypeError        if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError    if a variable contains Inf; the message gives the row
 * @throws ConvergenceError  if the coefficients do not converge within maxiter passes
 * @needs  lapack.geqrf, else the host; blas.gemm, array.map, array.reduce, array.gather
 * @cost   fit 8 * model(formula, data)
 * @see    R, glmnet; scikit-learn, lasso_path
 * @since  0.2
 * @example t = econ.lasso_path [1.0, 2.0, 4.0, 5.0] [[1.0, 0.5], [2.0, 0.1], [3.0, 0.9], [4.0, 0.2]] alphas=[0.5, 0.1]
 *   table_column t "alpha" -> [0.5 0.1]
 */
gla_status gla_econ_lasso_path(const gla_variable *formula, const gla_dataset *data, gla_table **table,
                               const gla_array *alphas GLA_DEFAULT(= NULL), int64_t n_alphas GLA_DEFAULT(= 100),
                               bool standardize GLA_DEFAULT(= true), const gla_variable *weights GLA_DEFAULT(= NULL),
                               double tol GLA_DEFAULT(= 1e-12), int64_t maxiter GLA_DEFAULT(= 10000));

GLA_END_DECLS

#endif
