/* econ_systems.h - systems of equations.
 *
 * @namespace econ Econ
 *
 * A system is a list of formulas, one for each equation, and estimators return one Fit for all of them. A coefficient is called
 * by its equation, which is the dependent variable, and its regressor: `"invest: value"`. Equations use the same rows: a row
 * that is missing in one of them is dropped from all. */
#ifndef GPULINALG_ECON_SYSTEMS_H
#define GPULINALG_ECON_SYSTEMS_H

#include "econ_instruments.h"

GLA_BEGIN_DECLS

/** Estimate a system of equations with correlated errors as seemingly unrelated regressions.
 *
 * The covariance matrix of the errors is that of the residuals of least squares, divided by n, and the system is then
 * estimated by generalised least squares. Coefficients are compared with the normal distribution. Residuals have the shape
 * (n, equations).
 *
 * @param formulas       formulas without fixed effects, one for each equation
 * @param data           data of the formulas, as `new_table` accepts it
 * @param iterate        estimate the covariance matrix of the errors again from the new residuals, until the coefficients do
 *                       not change; this is maximum likelihood
 * @param vcov           covariance matrix: "iid" (used if not given) for errors that are correlated between equations only, or
 *                       "HC0" or "cluster" as in `econ.ols`, without corrections for small samples
 * @param cluster        arrays of group numbers, for the covariance matrix "cluster" without names
 * @param keep           keep the data, which residuals and other covariance matrices need
 * @param tol            the iteration ends if no coefficient changes by more than tol standard errors
 * @param maxiter        maximum number of iterations
 * @param collinear_tol  a regressor is dropped from its equation if the norm of its residuals, after a regression on earlier
 *                       ones, is at most collinear_tol times its norm
 * @param unit           panel units, for lags in the formulas, as in `econ.ols`
 * @param time           periods, for lags in the formulas, as in `econ.ols`
 * @return               Fit
 * @throws ArgumentError     if a formula does not parse, names an unknown column, has fixed effects or several dependent
 *                           variables, there is no formula, or the residuals of equations depend linearly on each other
 * @throws ConvergenceError  if the iteration does not converge
 * @needs  lapack.geqrf, lapack.orgqr, else the host; blas.gemm, array.map, array.reduce, array.triangle, blas.trsm
 * @see    Zellner (1962); Stata, sureg; linearmodels, SUR
 * @since  0.2
 * @example a = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   b = [2.0, 1.0, 4.0, 3.0, 5.0]
 *   t = table_from_columns ["a", "b", "x", "z"] [a, b, [1.0, 2.0, 3.0, 4.0, 6.0], [0.0, 1.0, 0.0, 2.0, 1.0]]
 *   f = econ.sur ["a ~ x", "b ~ x + z"] t
 *   c = econ.fit_coef f
 */
gla_status gla_econ_sur(const gla_strings *formulas, const gla_table *data, gla_econ_fit **fit,
                        bool iterate GLA_DEFAULT(= false), const char *vcov GLA_DEFAULT(= NULL),
                        const gla_arrays *cluster GLA_DEFAULT(= NULL), bool keep GLA_DEFAULT(= true),
                        double tol GLA_DEFAULT(= 1e-10), int64_t maxiter GLA_DEFAULT(= 1000),
                        double collinear_tol GLA_DEFAULT(= 1e-09), const gla_variable *unit GLA_DEFAULT(= NULL),
                        const gla_variable *time GLA_DEFAULT(= NULL));

/** Estimate a system of equations with endogenous regressors by three-stage least squares.
 *
 * The regressors of each equation are projected on its own exogenous regressors and excluded instruments. Give each equation
 * all exogenous variables of the system as instruments for the classical estimator. The covariance matrix of the errors is that
 * of the residuals of two-stage least squares, divided by n. Equations without endogenous regressors may be among them.
 *
 * @param formulas       formulas such as `"consump ~ profits_lag | profits + wages ~ year + govt"`, one for each equation
 * @param data           data of the formulas, as `new_table` accepts it
 * @param iterate        estimate the covariance matrix of the errors again, as in `econ.sur`
 * @param vcov           covariance matrix, as in `econ.sur`
 * @param cluster        arrays of group numbers, for the covariance matrix "cluster" without names
 * @param keep           keep the data, which residuals and other covariance matrices need
 * @param tol            the iteration ends if no coefficient changes by more than tol standard errors
 * @param maxiter        maximum number of iterations
 * @param collinear_tol  a regressor or instrument is dropped from its equation if it depends on earlier ones, as in `econ.tsls`
 * @param unit           panel units, for lags in the formulas, as in `econ.ols`
 * @param time           periods, for lags in the formulas, as in `econ.ols`
 * @return               Fit
 * @throws ArgumentError     if a formula does not parse, names an unknown column, has fixed effects or several dependent
 *                           variables, there is no formula, an equation has fewer excluded instruments than endogenous
 *                           regressors, or the residuals of equations depend linearly on each other
 * @throws ConvergenceError  if the iteration does not converge
 * @needs  lapack.geqrf, lapack.orgqr, else the host; blas.gemm, array.map, array.reduce, array.triangle, blas.trsm
 * @see    Zellner and Theil (1962); Stata, reg3; linearmodels, IV3SLS
 * @since  0.2
 * @example a = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   b = [2.0, 1.0, 4.0, 3.0, 5.0]
 *   t = table_from_columns ["a", "b", "x", "z"] [a, b, [1.0, 2.0, 3.0, 4.0, 6.0], [0.0, 1.0, 0.0, 2.0, 1.0]]
 *   f = econ.threesls ["a ~ 1 | b ~ x + z", "b ~ x"] t
 *   c = econ.fit_coef f
 */
gla_status gla_econ_threesls(const gla_strings *formulas, const gla_table *data, gla_econ_fit **fit,
                             bool iterate GLA_DEFAULT(= false), const char *vcov GLA_DEFAULT(= NULL),
                             const gla_arrays *cluster GLA_DEFAULT(= NULL), bool keep GLA_DEFAULT(= true),
                             double tol GLA_DEFAULT(= 1e-10), int64_t maxiter GLA_DEFAULT(= 1000),
                             double collinear_tol GLA_DEFAULT(= 1e-09), const gla_variable *unit GLA_DEFAULT(= NULL),
                             const gla_variable *time GLA_DEFAULT(= NULL));

/** Return the covariance matrix of the errors of a system's equations.
 *
 * @param fit  Fit of `econ.sur` or `econ.threesls`
 * @return     float array of shape (equations, equations), with which the coefficients were estimated
 * @throws ArgumentError  if the Fit is not one of a system
 * @needs  nothing
 * @since  0.2
 * @example a = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   b = [2.0, 1.0, 4.0, 3.0, 5.0]
 *   t = table_from_columns ["a", "b", "x"] [a, b, [1.0, 2.0, 3.0, 4.0, 6.0]]
 *   f = econ.sur ["a ~ x", "b ~ x"] t
 *   s = econ.fit_error_covariance f
 */
gla_status gla_econ_fit_error_covariance(const gla_econ_fit *fit, gla_array **out);

GLA_END_DECLS

#endif
