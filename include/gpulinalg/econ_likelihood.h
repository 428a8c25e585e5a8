/* econ_likelihood.h - regressions by maximum likelihood, and marginal effects.
 *
 * @namespace econ Econ
 *
 * Coefficients maximise the log-likelihood by Newton's method with analytic derivatives. They are compared with the normal
 * distribution. */
#ifndef GPULINALG_ECON_LIKELIHOOD_H
#define GPULINALG_ECON_LIKELIHOOD_H

#include "econ_fit.h"

GLA_BEGIN_DECLS

/** Estimate a logit model by maximum likelihood: P(y = 1) = 1/(1 + exp(−X b)), with any number of fixed effects.
 *
 * Observations that regressors predict perfectly are separated: the likelihood has no maximum with them. They are dropped, with
 * the regressors that then have no variation, and listed by `econ.fit_dropped`. It is an error if nothing is left to estimate.
 * Groups of a fixed effect whose y is always 0 or always 1 are dropped and counted too. The fixed effects are parameters of the
 * model; this is not the conditional logit.
 *
 * @param formula          formula, or the dependent variable as an array of shape (n,): 0 or 1
 * @param data             data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k), to
 *                         which no constant is added
 * @param offset           known part of the index X b, without a coefficient: an array, the name of a column or a formula;
 *                         predictions for new data take it as 0
 * @param vcov             covariance matrix, as in `econ.ols`; "iid" (used if not given) is the inverse of minus the Hessian;
 *                         with fixed effects, or if ssc is "fixest", it is multiplied by (n − 1)/(n − k)
 * @param weights          positive weights: an array, the name of a column or a formula; all 1 if not given. Each term of the
 *                         log-likelihood is multiplied by its weight
 * @param weights_type     "analytic" (used if not given), "frequency" or "probability", as in `econ.ols`
 * @param ssc              convention for small samples, as in `econ.ols`; "iid" follows it only if it is given, or there are
 *                         fixed effects
 * @param absorb           further fixed effects, as arrays of group numbers
 * @param cluster          arrays of group numbers, for the covariance matrix "cluster" without names
 * @param unit             panel units, for covariance matrices of panels: an array of group numbers, or the name of a column
 * @param time             periods, whole numbers: an array or the name of a column
 * @param split            column or array: one Fit for each of its values
 * @param keep             keep the data, which residuals, fitted values and other covariance matrices need
 * @param drop_singletons  drop rows that are alone in a group of a fixed effect
 * @param tol              the iteration ends when a step would raise the log-likelihood by less than about tol;
 *                         also the tolerance of the fixed effects, as in `absorb`
 * @param maxiter          maximum number of Newton steps
 * @param collinear_tol    tolerance for linearly dependent regressors, as in `econ.ols`
 * @return                 Fit, or a list of Fits, as in `econ.ols`
 * @throws ArgumentError     if a value of y is neither 0 nor 1, the formula does not parse, or no row or regressor is left,
 *                           or y is perfectly predicted
 * @throws ShapeError        if arrays differ in length
 * @throws DTypeError        if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError    if a variable contains Inf; the message gives the row
 * @throws ConvergenceError  if the iteration does not converge
 * @needs  lapack.geqrf, else the host; array.map, array.reduce, array.group, array.triangle, blas.gemm
 * @cost   fit 8 * model(formula, data, absorb)
 * @see    Stata, logit; R, fixest, feglm; S. Correia, P. Guimarães, T. Zylkin, Verifying the existence of maximum likelihood
 *         estimates for generalized linear models (2019)
 * @since  0.2
 * @example f = econ.logit [0, 1, 0, 1, 0] [[1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 7.0]]
 *   x = econ.fit_params f
 *   x -> [ 0.14029839 -0.16440863]
 */
gla_status gla_econ_logit(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                          const gla_variable *offset GLA_DEFAULT(= NULL), const char *vcov GLA_DEFAULT(= NULL),
                          const gla_variable *weights GLA_DEFAULT(= NULL),
                          const char *weights_type GLA_CHOICE("analytic", "frequency", "probability") GLA_DEFAULT(= NULL),
                          const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                          const gla_arrays *absorb GLA_DEFAULT(= NULL), const gla_arrays *cluster GLA_DEFAULT(= NULL),
                          const gla_variable *unit GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL),
                          const gla_variable *split GLA_DEFAULT(= NULL), bool keep GLA_DEFAULT(= true),
                          bool drop_singletons GLA_DEFAULT(= true), double tol GLA_DEFAULT(= 1e-12),
                          int64_t maxiter GLA_DEFAULT(= 100), double collinear_tol GLA_DEFAULT(= 1e-09));

/** Estimate a probit model by maximum likelihood: P(y = 1) is the normal distribution function of X b.
 *
 * Observations that regressors predict perfectly are separated: the likelihood has no maximum with them. They are dropped, with
 * the regressors that then have no variation, and listed by `econ.fit_dropped`. It is an error if nothing is left to estimate.
 * Fixed effects in the formula, y ~ x | firm, are parameters of the model: with few rows in each group the coefficients are
 * biased (the incidental parameters problem).
 *
 * @param formula          formula, or the dependent variable as an array of shape (n,): 0 or 1
 * @param data             data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k), to
 *                         which no constant is added
 * @param offset           known part of the index X b, without a coefficient: an array, the name of a column or a formula;
 *                         predictions for new data take it as 0
 * @param vcov             covariance matrix, as in `econ.ols`; "iid" (used if not given) is the inverse of minus the Hessian,
 *                         multiplied by (n − 1)/(n − k) if ssc is "fixest"
 * @param weights          positive weights: an array, the name of a column or a formula; all 1 if not given. Each term of the
 *                         log-likelihood is multiplied by its weight
 * @param weights_type     "analytic" (used if not given), "frequency" or "probability", as in `econ.ols`
 * @param ssc              convention for small samples, as in `econ.ols`; "iid" follows it only if it is given
 * @param cluster          arrays of group numbers, for the covariance matrix "cluster" without names
 * @param unit             panel units, for covariance matrices of panels: an array of group numbers, or the name of a column
 * @param time             periods, whole numbers: an array or the name of a column
 * @param split            column or array: one Fit for each of its values
 * @param keep             keep the data, which residuals, fitted values and other covariance matrices need
 * @param tol              the iteration ends when a step would raise the log-likelihood by less than about tol
 * @param maxiter          maximum number of Newton steps
 * @param collinear_tol    tolerance for linearly dependent regressors, as in `econ.ols`
 * @return                 Fit, or a list of Fits, as in `econ.ols`
 * @throws ArgumentError     if a value of y is neither 0 nor 1, the formula does not parse, or no row or regressor is left,
 *                           or y is perfectly predicted
 * @throws ShapeError        if arrays differ in length
 * @throws DTypeError        if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError    if a variable contains Inf; the message gives the row
 * @throws ConvergenceError  if the iteration does not converge
 * @needs  lapack.geqrf, else the host; array.map, array.reduce, array.group, array.triangle, blas.gemm
 * @cost   fit 8 * model(formula, data)
 * @see    Stata, probit
 * @since  0.2
 * @example f = econ.probit [0, 1, 0, 1, 0] [[1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 7.0]]
 *   x = econ.fit_params f
 *   x -> [ 0.10194028 -0.10782844]
 */
gla_status gla_econ_probit(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                           const gla_variable *offset GLA_DEFAULT(= NULL), const char *vcov GLA_DEFAULT(= NULL),
                           const gla_variable *weights GLA_DEFAULT(= NULL),
                           const char *weights_type GLA_CHOICE("analytic", "frequency", "probability") GLA_DEFAULT(= NULL),
                           const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                           const gla_arrays *cluster GLA_DEFAULT(= NULL), const gla_variable *unit GLA_DEFAULT(= NULL),
                           const gla_variable *time GLA_DEFAULT(= NULL), const gla_variable *split GLA_DEFAULT(= NULL),
                           bool keep GLA_DEFAULT(= true), double tol GLA_DEFAULT(= 1e-12), int64_t maxiter GLA_DEFAULT(= 100),
                           double collinear_tol GLA_DEFAULT(= 1e-09));

/** Estimate a Poisson regression by (quasi-) maximum likelihood: E(y) = exp(X b), with any number of fixed effects.
 *
 * Observations with y = 0 whose mean the likelihood drives to 0 are separated. They are dropped, with the regressors that then
 * have no variation, and listed by `econ.fit_dropped`. Groups of a fixed effect whose y is always 0 are dropped and
 * counted too. The estimates are consistent for any distribution of y with this mean, with a robust covariance matrix.
 *
 * @param formula          formula, or the dependent variable as an array of shape (n,). Y is not negative; it need not be
 *                         whole numbers
 * @param data             data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k), to
 *                         which no constant is added
 * @param offset           known part of the index X b, without a coefficient: an array, the name of a column or a formula;
 *                         predictions for new data take it as 0
 * @param vcov             covariance matrix, as in `econ.ols`; "iid" (used if not given) is the inverse of minus the Hessian;
 *                         with fixed effects, or if ssc is "fixest", it is multiplied by (n − 1)/(n − k)
 * @param weights          positive weights: an array, the name of a column or a formula; all 1 if not given. Each term of the
 *                         log-likelihood is multiplied by its weight
 * @param weights_type     "analytic" (used if not given), "frequency" or "probability", as in `econ.ols`
 * @param ssc              convention for small samples, as in `econ.ols`; "iid" follows it only if it is given, or there are
 *                         fixed effects
 * @param absorb           further fixed effects, as arrays of group numbers
 * @param cluster          arrays of group numbers, for the covariance matrix "cluster" without names
 * @param unit             panel units, for covariance matrices of panels: an array of group numbers, or the name of a column
 * @param time             periods, whole numbers: an array or the name of a column
 * @param split            column or array: one Fit for each of its values
 * @param keep             keep the data, which residuals, fitted values and other covariance matrices need
 * @param drop_singletons  drop rows that are alone in a group of a fixed effect
 * @param tol              the iteration ends when a step would raise the log-likelihood by less than about tol;
 *                         also the tolerance of the fixed effects, as in `absorb`
 * @param maxiter          maximum number of Newton steps
 * @param collinear_tol    tolerance for linearly dependent regressors, as in `econ.ols`
 * @return                 Fit, or a list of Fits, as in `econ.ols`
 * @throws ArgumentError     if a value of y is negative, the formula does not parse, or no row or regressor is left
 * @throws ShapeError        if arrays differ in length
 * @throws DTypeError        if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError    if a variable contains Inf; the message gives the row
 * @throws ConvergenceError  if the iteration does not converge
 * @needs  lapack.geqrf, else the host; array.map, array.reduce, array.group, array.triangle, blas.gemm
 * @cost   fit 4 * model(formula, data, absorb)
 * @see    Stata, ppmlhdfe; R, fixest, fepois; S. Correia, P. Guimarães, T. Zylkin, Verifying the existence of maximum
 *         likelihood estimates for generalized linear models (2019)
 * @since  0.2
 * @example f = econ.poisson [1, 0, 3, 2, 6] [[1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 5.0]]
 *   x = econ.fit_params f
 *   x -> [-1.12350147  0.56609636]
 */
gla_status gla_econ_poisson(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                            const gla_variable *offset GLA_DEFAULT(= NULL), const char *vcov GLA_DEFAULT(= NULL),
                            const gla_variable *weights GLA_DEFAULT(= NULL),
                            const char *weights_type GLA_CHOICE("analytic", "frequency", "probability") GLA_DEFAULT(= NULL),
                            const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                            const gla_arrays *absorb GLA_DEFAULT(= NULL), const gla_arrays *cluster GLA_DEFAULT(= NULL),
                            const gla_variable *unit GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL),
                            const gla_variable *split GLA_DEFAULT(= NULL), bool keep GLA_DEFAULT(= true),
                            bool drop_singletons GLA_DEFAULT(= true), double tol GLA_DEFAULT(= 1e-12),
                            int64_t maxiter GLA_DEFAULT(= 100), double collinear_tol GLA_DEFAULT(= 1e-09));

/** Estimate a negative binomial regression (NB2) by maximum likelihood: E(y) = m = exp(X b), variance m + alpha m².
 *
 * The last coefficient is alpha, the dispersion. It is an error if the data have no more dispersion than the Poisson
 * distribution, because alpha would be 0.
 *
 * @param formula          formula, or the dependent variable as an array of shape (n,). Y consists of whole numbers, not
 *                         negative
 * @param data             data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k), to
 *                         which no constant is added
 * @param offset           known part of the index X b, without a coefficient: an array, the name of a column or a formula;
 *                         predictions for new data take it as 0
 * @param vcov             covariance matrix, as in `econ.ols`; "iid" (used if not given) is the inverse of minus the Hessian,
 *                         multiplied by (n − 1)/(n − k) if ssc is "fixest"
 * @param weights          positive weights: an array, the name of a column or a formula; all 1 if not given. Each term of the
 *                         log-likelihood is multiplied by its weight
 * @param weights_type     "analytic" (used if not given), "frequency" or "probability", as in `econ.ols`
 * @param ssc              convention for small samples, as in `econ.ols`; "iid" follows it only if it is given
 * @param cluster          arrays of group numbers, for the covariance matrix "cluster" without names
 * @param unit             panel units, for covariance matrices of panels: an array of group numbers, or the name of a column
 * @param time             periods, whole numbers: an array or the name of a column
 * @param split            column or array: one Fit for each of its values
 * @param keep             keep the data, which residuals, fitted values and other covariance matrices need
 * @param tol              the iteration ends when a step would raise the log-likelihood by less than about tol
 * @param maxiter          maximum number of Newton steps
 * @param collinear_tol    tolerance for linearly dependent regressors, as in `econ.ols`
 * @return                 Fit, or a list of Fits, as in `econ.ols`
 * @throws ArgumentError     if a value of y is negative or not a whole number, y is not overdispersed, the formula does not
 *                           parse, or no row or regressor is left
 * @throws ShapeError        if arrays differ in length
 * @throws DTypeError        if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError    if a variable contains Inf; the message gives the row
 * @throws ConvergenceError  if the iteration does not converge
 * @needs  lapack.geqrf, else the host; array.map, array.reduce, array.group, array.triangle, blas.gemm
 * @cost   fit 8 * model(formula, data)
 * @see    Stata, nbreg; statsmodels, NegativeBinomial
 * @since  0.2
 * @example f = econ.negbin [1, 0, 9, 2, 14] [[1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 7.0]]
 *   x = econ.fit_params f
 *   x -> [-0.04797918  0.39932742  0.51522337]
 */
gla_status gla_econ_negbin(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                           const gla_variable *offset GLA_DEFAULT(= NULL), const char *vcov GLA_DEFAULT(= NULL),
                           const gla_variable *weights GLA_DEFAULT(= NULL),
                           const char *weights_type GLA_CHOICE("analytic", "frequency", "probability") GLA_DEFAULT(= NULL),
                           const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                           const gla_arrays *cluster GLA_DEFAULT(= NULL), const gla_variable *unit GLA_DEFAULT(= NULL),
                           const gla_variable *time GLA_DEFAULT(= NULL), const gla_variable *split GLA_DEFAULT(= NULL),
                           bool keep GLA_DEFAULT(= true), double tol GLA_DEFAULT(= 1e-12), int64_t maxiter GLA_DEFAULT(= 100),
                           double collinear_tol GLA_DEFAULT(= 1e-09));

/** Estimate a tobit model by maximum likelihood: y = X b + sigma e with normal e, censored at `lower` and `upper`.
 *
 * A value of y at or below lower, or at or above upper, is censored. The last coefficient is sigma, the standard deviation
 * of the error.
 *
 * @param formula          formula, or the dependent variable as an array of shape (n,): numbers
 * @param data             data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k), to
 *                         which no constant is added
 * @param lower            lower limit: a number, an array or the name of a column; 0 if neither limit is given, else none
 * @param upper            upper limit: a number, an array or the name of a column; none if not given
 * @param offset           known part of the index X b, without a coefficient: an array, the name of a column or a formula;
 *                         predictions for new data take it as 0
 * @param vcov             covariance matrix, as in `econ.ols`; "iid" (used if not given) is the inverse of minus the Hessian,
 *                         multiplied by (n − 1)/(n − k) if ssc is "fixest"
 * @param weights          positive weights: an array, the name of a column or a formula; all 1 if not given. Each term of the
 *                         log-likelihood is multiplied by its weight
 * @param weights_type     "analytic" (used if not given), "frequency" or "probability", as in `econ.ols`
 * @param ssc              convention for small samples, as in `econ.ols`; "iid" follows it only if it is given
 * @param cluster          arrays of group numbers, for the covariance matrix "cluster" without names
 * @param unit             panel units, for covariance matrices of panels: an array of group numbers, or the name of a column
 * @param time             periods, whole numbers: an array or the name of a column
 * @param split            column or array: one Fit for each of its values
 * @param keep             keep the data, which residuals, fitted values and other covariance matrices need
 * @param tol              the iteration ends when a step would raise the log-likelihood by less than about tol
 * @param maxiter          maximum number of Newton steps
 * @param collinear_tol    tolerance for linearly dependent regressors, as in `econ.ols`
 * @return                 Fit, or a list of Fits, as in `econ.ols`
 * @throws ArgumentError     if no value of y is uncensored, lower is not below upper, the formula does not parse, or no row
 *                           or regressor is left
 * @throws ShapeError        if arrays differ in length
 * @throws DTypeError        if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError    if a variable contains Inf; the message gives the row
 * @throws ConvergenceError  if the iteration does not converge
 * @needs  lapack.geqrf, else the host; array.map, array.reduce, array.group, array.triangle, blas.gemm
 * @cost   fit 8 * model(formula, data)
 * @see    Stata, tobit; J. Tobin (1958); R. J. Olsen (1978)
 * @since  0.2
 * @example f = econ.tobit [0.0, 1.0, 0.0, 2.5, 4.0] [[1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 7.0]]
 *   x = econ.fit_params f
 *   x -> [-1.60015742  0.81789748  0.91928984]
 */
gla_status gla_econ_tobit(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                          const gla_variable *lower GLA_DEFAULT(= NULL), const gla_variable *upper GLA_DEFAULT(= NULL),
                          const gla_variable *offset GLA_DEFAULT(= NULL), const char *vcov GLA_DEFAULT(= NULL),
                          const gla_variable *weights GLA_DEFAULT(= NULL),
                          const char *weights_type GLA_CHOICE("analytic", "frequency", "probability") GLA_DEFAULT(= NULL),
                          const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                          const gla_arrays *cluster GLA_DEFAULT(= NULL), const gla_variable *unit GLA_DEFAULT(= NULL),
                          const gla_variable *time GLA_DEFAULT(= NULL), const gla_variable *split GLA_DEFAULT(= NULL),
                          bool keep GLA_DEFAULT(= true), double tol GLA_DEFAULT(= 1e-12), int64_t maxiter GLA_DEFAULT(= 100),
                          double collinear_tol GLA_DEFAULT(= 1e-09));

/** Estimate a multinomial logit model by maximum likelihood.
 *
 * The coefficients of each category but the base describe log(P(category)/P(base)) = X b. They are called "category:regressor".
 *
 * @param formula          formula, or the dependent variable as an array of shape (n,). Y consists of categories: whole
 *                         numbers or strings
 * @param data             data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k), to
 *                         which no constant is added
 * @param base             category without coefficients: a number or a string; the smallest if not given. Strings are in
 *                         alphabetical order
 * @param vcov             covariance matrix, as in `econ.ols`; "iid" (used if not given) is the inverse of minus the Hessian,
 *                         multiplied by (n − 1)/(n − k) if ssc is "fixest"
 * @param weights          positive weights: an array, the name of a column or a formula; all 1 if not given. Each term of the
 *                         log-likelihood is multiplied by its weight
 * @param weights_type     "analytic" (used if not given), "frequency" or "probability", as in `econ.ols`
 * @param ssc              convention for small samples, as in `econ.ols`; "iid" follows it only if it is given
 * @param cluster          arrays of group numbers, for the covariance matrix "cluster" without names
 * @param unit             panel units, for covariance matrices of panels: an array of group numbers, or the name of a column
 * @param time             periods, whole numbers: an array or the name of a column
 * @param split            column or array: one Fit for each of its values
 * @param keep             keep the data, which residuals, fitted values and other covariance matrices need
 * @param tol              the iteration ends when a step would raise the log-likelihood by less than about tol
 * @param maxiter          maximum number of Newton steps
 * @param collinear_tol    tolerance for linearly dependent regressors, as in `econ.ols`
 * @return                 Fit, or a list of Fits, as in `econ.ols`
 * @throws ArgumentError     if y has fewer than two categories, base is not one of them, the formula does not parse, or no
 *                           row or regressor is left, or a category is perfectly predicted
 * @throws ShapeError        if arrays differ in length
 * @throws DTypeError        if a variable is complex
 * @throws NonFiniteError    if a variable contains Inf; the message gives the row
 * @throws ConvergenceError  if the iteration does not converge
 * @needs  lapack.geqrf, else the host; array.map, array.reduce, array.group, array.gather, array.triangle, blas.gemm,
 *         sorting.argsort, sorting.count_runs, sorting.write_runs
 * @cost   fit 8 * model(formula, data)
 * @see    Stata, mlogit; statsmodels, MNLogit
 * @since  0.2
 * @example f = econ.mlogit [0, 1, 2, 1, 0, 2] [[1.0, 1.0], [1.0, 3.0], [1.0, 2.0], [1.0, 5.0], [1.0, 4.0], [1.0, 6.0]]
 *   x = econ.fit_params f
 *   x -> [-1.90012987  0.58890588 -1.90012987  0.58890588]
 */
gla_status gla_econ_mlogit(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                           const gla_variable *base GLA_DEFAULT(= NULL), const char *vcov GLA_DEFAULT(= NULL),
                           const gla_variable *weights GLA_DEFAULT(= NULL),
                           const char *weights_type GLA_CHOICE("analytic", "frequency", "probability") GLA_DEFAULT(= NULL),
                           const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                           const gla_arrays *cluster GLA_DEFAULT(= NULL), const gla_variable *unit GLA_DEFAULT(= NULL),
                           const gla_variable *time GLA_DEFAULT(= NULL), const gla_variable *split GLA_DEFAULT(= NULL),
                           bool keep GLA_DEFAULT(= true), double tol GLA_DEFAULT(= 1e-12), int64_t maxiter GLA_DEFAULT(= 100),
                           double collinear_tol GLA_DEFAULT(= 1e-09));

/** Return the log-likelihood of a model with a constant alone, for the same rows.
 *
 * @param fit  Fit by an estimator of this page
 * @return     float; NaN if the estimator has none
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.logit [0, 1, 0, 1, 0] [[1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 7.0]]
 *   loglik0 = econ.fit_loglik0 f
 */
gla_status gla_econ_fit_loglik0(const gla_econ_fit *fit, double *value);

/** Return McFadden's pseudo R²: 1 - loglik/loglik0.
 *
 * @param fit  Fit by an estimator of this page
 * @return     float; NaN if the estimator has none
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example f = econ.logit [0, 1, 0, 1, 0] [[1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 7.0]]
 *   r = econ.fit_pseudo_r2 f
 */
gla_status gla_econ_fit_pseudo_r2(const gla_econ_fit *fit, double *value);

/** Compute marginal effects: the change of the mean of y, or of the probabilities, for a change of each variable.
 *
 * Effects are by variable of the formula, as by `margins, dydx(*)` of Stata: with x + I(x^2), x*z or log(x) there is one effect
 * of x, in which all columns with x change. The effect of a variable with the values 0 and 1 only is the change of the mean
 * when it goes from 0 to 1. A factor has an effect for each level but its base: the change of the mean when it goes from the
 * base to the level. A condition such as I(x > 0), or a factor such as i(x > 0), is a variable of its own. Without a formula,
 * and with lags, effects are by column.
 *
 * Standard errors are from the delta method and the covariance matrix of fit. The constant and coefficients without a
 * regressor have no effect.
 *
 * @param fit        Fit by `econ.logit`, `econ.probit`, `econ.poisson`, `econ.negbin`, `econ.tobit` (whose mean is X b) or
 *                   `econ.mlogit`
 * @param at         "average": mean of the effects over the rows; "mean": effects at the means of the regressors
 * @param level      level of the confidence intervals
 * @param variables  the variables whose effects are wanted: "x", or "region" for all levels of a factor; default: all
 * @return           Table with the columns coefficient, effect, se, z, p, lower and upper
 * @throws ArgumentError  if fit is by another method, has fixed effects, or does not hold its data, level is not between 0
 *                        and 1, fit has no variable of that name, at is "mean" and a variable occurs in a function or in
 *                        several terms, or a condition, a string or a factor of an expression is in a product or function
 * @warns TableWarning    if the formula has lags, so that effects are by column
 * @needs  array.map, array.reduce
 * @see    Stata, margins; R, marginaleffects; statsmodels, get_margeff, whose effects are by column
 * @since  0.2
 * @example f = econ.logit [0, 1, 0, 1, 0] [[1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 7.0]]
 *   m = econ.fit_margins f
 *   table_column m "effect" -> [-0.0384641]
 */
gla_status gla_econ_fit_margins(const gla_econ_fit *fit, gla_table **table,
                                const char *at GLA_CHOICE("average", "mean") GLA_DEFAULT(= NULL),
                                double level GLA_DEFAULT(= 0.95), const gla_strings *variables GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
