/* econ_panels.h - regressions of panel data, and local projections.
 *
 * @namespace econ Econ
 *
 * A panel has several periods of each unit. Fixed effects of the units are estimated by `econ.ols`. */
#ifndef GPULINALG_ECON_PANELS_H
#define GPULINALG_ECON_PANELS_H

#include "econ.h"

GLA_BEGIN_DECLS

/** Estimate the between regression: least squares of the unit means of y on the unit means of the regressors.
 *
 * Each unit counts once, however many rows it has. Residuals and fitted values have one element for each unit, in ascending
 * order of the units. A variable that a covariance matrix names, such as a cluster, is read in the first row of each unit.
 *
 * @param formula        formula, or the dependent variable as an array of shape (n,)
 * @param data           data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k)
 * @param vcov           covariance matrix, as in `econ.ols`; "iid" if not given
 * @param ssc            convention for small samples, as in `econ.ols`
 * @param cluster        arrays of group numbers, for the covariance matrix "cluster" or "CRV3" without names
 * @param unit           panel units: the name of a column, or an array of group numbers
 * @param time           periods, for the covariance matrices that need them
 * @param split          column or array: one Fit for each of its values
 * @param keep           keep the data, which residuals, fitted values and other covariance matrices need
 * @param collinear_tol  a regressor is dropped if the norm of its residuals, after a regression on earlier regressors, is at
 *                       most collinear_tol times its norm
 * @return               Fit, or a list of Fits if the formula has several dependent variables or sets of regressors, or split
 *                       is given
 * @throws ArgumentError   if the formula does not parse, names an unknown column or has fixed effects, unit is not given, there
 *                         are too few units, or no regressor is left
 * @throws ShapeError      if arrays differ in length
 * @throws DTypeError      if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError  if a variable contains Inf; the message gives the row
 * @needs  lapack.geqrf, else the host; blas.gemm, array.map, array.reduce, array.group, array.gather, array.count_nonzero,
 *         array.nonzero, array.scan, array.triangle, blas.trsm
 * @cost   fit model(formula, data)
 * @see    Stata, xtreg, be; linearmodels, BetweenOLS; B. H. Baltagi, Econometric Analysis of Panel Data
 * @since  0.2
 * @example y = [1.0, 3.0, 4.0, 6.0, 5.0, 9.0]
 *   X = [[1.0, 0.0], [1.0, 2.0], [1.0, 3.0], [1.0, 3.0], [1.0, 4.0], [1.0, 6.0]]
 *   f = econ.between y X unit=[0, 0, 1, 1, 2, 2]
 *   x = econ.fit_params f
 */
gla_status gla_econ_between(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                            const char *vcov GLA_DEFAULT(= NULL),
                            const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                            const gla_arrays *cluster GLA_DEFAULT(= NULL), const gla_variable *unit GLA_DEFAULT(= NULL),
                            const gla_variable *time GLA_DEFAULT(= NULL), const gla_variable *split GLA_DEFAULT(= NULL),
                            bool keep GLA_DEFAULT(= true), double collinear_tol GLA_DEFAULT(= 1e-09));

/** Estimate a regression with random effects of the units, by feasible generalised least squares.
 *
 * The variance of the errors is estimated from the within regression, and the variance of the effects from the between
 * regression (Swamy and Arora). A unit with T rows has theta = 1 - sqrt(s2 / (T s2_u + s2)), where s2 is the variance of the
 * errors and s2_u the variance of the effects. Least squares of y minus theta times its unit mean, on regressors transformed in
 * the same way, yields the coefficients. If the estimated variance of the effects is negative, it is set to 0, and the result
 * is ordinary least squares.
 *
 * Residuals are y minus X b, and contain the effects. `econ.fit_components` returns the variances and theta.
 *
 * @param formula        formula, or the dependent variable as an array of shape (n,)
 * @param data           data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k)
 * @param small_sample   for unbalanced panels: estimate the variance of the effects as in Baltagi and Chang, Stata's option sa
 * @param vcov           covariance matrix, as in `econ.ols`; "iid" if not given
 * @param ssc            convention for small samples, as in `econ.ols`
 * @param cluster        arrays of group numbers, for the covariance matrix "cluster" or "CRV3" without names
 * @param unit           panel units: the name of a column, or an array of group numbers
 * @param time           periods, for the covariance matrices that need them
 * @param split          column or array: one Fit for each of its values
 * @param keep           keep the data, which residuals, fitted values and other covariance matrices need
 * @param collinear_tol  a regressor is dropped if the norm of its residuals, after a regression on earlier regressors, is at
 *                       most collinear_tol times its norm
 * @return               Fit, or a list of Fits if the formula has several dependent variables or sets of regressors, or split
 *                       is given
 * @throws ArgumentError   if the formula does not parse, names an unknown column or has fixed effects, unit is not given, or
 *                         there are too few units or rows for the within or the between regression
 * @throws ShapeError      if arrays differ in length
 * @throws DTypeError      if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError  if a variable contains Inf; the message gives the row
 * @needs  lapack.geqrf, else the host; blas.gemm, array.map, array.reduce, array.group, array.gather, array.count_nonzero,
 *         array.nonzero, array.scan, array.triangle, sorting.order_statistics
 * @cost   fit 2 * model(formula, data)
 * @see    P. A. V. B. Swamy, S. S. Arora (1972); B. H. Baltagi, Y.-J. Chang (1994); Stata, xtreg, re; linearmodels,
 *         RandomEffects
 * @since  0.2
 * @example y = [1.0, 3.0, 4.0, 6.0, 5.0, 9.0, 4.0, 2.0]
 *   X = [[1.0, 0.0], [1.0, 2.0], [1.0, 3.0], [1.0, 3.0], [1.0, 4.0], [1.0, 6.0], [1.0, 2.0], [1.0, 1.0]]
 *   f = econ.random_effects y X unit=[0, 0, 1, 1, 2, 2, 3, 3]
 *   x = econ.fit_params f
 */
gla_status gla_econ_random_effects(const gla_variable *formula, const gla_dataset *data,
                                   gla_objects **fits GLA_OF(gla_econ_fit), bool small_sample GLA_DEFAULT(= false),
                                   const char *vcov GLA_DEFAULT(= NULL),
                                   const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                                   const gla_arrays *cluster GLA_DEFAULT(= NULL), const gla_variable *unit GLA_DEFAULT(= NULL),
                                   const gla_variable *time GLA_DEFAULT(= NULL), const gla_variable *split GLA_DEFAULT(= NULL),
                                   bool keep GLA_DEFAULT(= true), double collinear_tol GLA_DEFAULT(= 1e-09));

/** Estimate a regression of the first differences of y on the first differences of the regressors.
 *
 * A row is differenced from the row of the same unit one period earlier. A period is the smallest distance between two rows of
 * a unit. Rows without such a row are dropped and counted, so nothing is differenced across a gap. A regressor that never
 * changes, such as the constant, is dropped. To estimate a constant of the differences, include time as a regressor.
 *
 * @param formula        formula, or the dependent variable as an array of shape (n,)
 * @param data           data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k)
 * @param vcov           covariance matrix, as in `econ.ols`; "iid" if not given
 * @param ssc            convention for small samples, as in `econ.ols`
 * @param cluster        arrays of group numbers, for the covariance matrix "cluster" or "CRV3" without names
 * @param unit           panel units: the name of a column, or an array of group numbers; a single unit if not given
 * @param time           periods, whole numbers: the name of a column, or an array
 * @param split          column or array: one Fit for each of its values
 * @param keep           keep the data, which residuals, fitted values and other covariance matrices need
 * @param collinear_tol  a regressor is dropped if the norm of its residuals, after a regression on earlier regressors, is at
 *                       most collinear_tol times its norm
 * @return               Fit, or a list of Fits if the formula has several dependent variables or sets of regressors, or split
 *                       is given
 * @throws ArgumentError   if the formula does not parse, names an unknown column or has fixed effects, time is not given, two
 *                         rows have the same unit and period, or no difference or no regressor is left
 * @throws ShapeError      if arrays differ in length
 * @throws DTypeError      if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError  if a variable contains Inf; the message gives the row
 * @needs  lapack.geqrf, else the host; blas.gemm, array.map, array.reduce, array.group, array.gather,
 *         sorting.argsort, sorting.search, array.scan, array.count_nonzero, array.nonzero
 * @cost   fit model(formula, data)
 * @see    linearmodels, FirstDifferenceOLS; J. M. Wooldridge, Econometric Analysis of Cross Section and Panel Data, 10.6
 * @since  0.2
 * @example y = [1.0, 3.0, 4.0, 5.0, 9.0, 8.0]
 *   f = econ.first_difference y [0.0, 2.0, 3.0, 4.0, 6.0, 5.0] unit=[0, 0, 0, 1, 1, 1] time=[1, 2, 3, 1, 2, 3]
 *   x = econ.fit_params f
 */
gla_status gla_econ_first_difference(const gla_variable *formula, const gla_dataset *data,
                                     gla_objects **fits GLA_OF(gla_econ_fit), const char *vcov GLA_DEFAULT(= NULL),
                                     const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels")
                                         GLA_DEFAULT(= NULL),
                                     const gla_arrays *cluster GLA_DEFAULT(= NULL),
                                     const gla_variable *unit GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL),
                                     const gla_variable *split GLA_DEFAULT(= NULL), bool keep GLA_DEFAULT(= true),
                                     double collinear_tol GLA_DEFAULT(= 1e-09));

/** Estimate a cross-sectional regression in each period, and return the means of the coefficients (Fama and MacBeth).
 *
 * The covariance matrix is that of the mean of the series of coefficients, and the coefficients are compared with the t
 * distribution with one degree of freedom less than there are periods. Periods with fewer rows than coefficients, or with
 * collinear regressors, are left out and counted. `econ.fit_periods` returns the coefficients of each period.
 *
 * @param formula  formula, or the dependent variable as an array of shape (n,)
 * @param data     data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k)
 * @param vcov     "iid" (used if not given), or Newey and West's "NW(3)" with that many lags of the series of coefficients
 * @param time     periods, whole numbers: the name of a column, or an array
 * @param split    column or array: one Fit for each of its values
 * @param keep     keep the data, which residuals, fitted values and other covariance matrices need
 * @return         Fit, or a list of Fits if the formula has several dependent variables or sets of regressors, or split is
 *                 given
 * @throws ArgumentError   if the formula does not parse, names an unknown column or has fixed effects, time is not given, fewer
 *                         than two periods are left, or vcov is another covariance matrix
 * @throws ShapeError      if arrays differ in length
 * @throws DTypeError      if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError  if a variable contains Inf; the message gives the row
 * @needs  lapack.geqrf, else the host; blas.gemm, array.map, array.reduce, array.group, array.gather,
 *         sorting.argsort, array.scan, array.count_nonzero, array.nonzero, array.triangle, blas.trsm
 * @cost   fit model(formula, data)
 * @see    E. F. Fama, J. D. MacBeth (1973); linearmodels, FamaMacBeth
 * @since  0.2
 * @example y = [1.0, 3.0, 4.0, 5.0, 9.0, 8.0]
 *   X = [[1.0, 0.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 6.0], [1.0, 5.0]]
 *   f = econ.fama_macbeth y X time=[1, 1, 1, 2, 2, 2]
 *   x = econ.fit_params f
 */
gla_status gla_econ_fama_macbeth(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                                 const char *vcov GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL),
                                 const gla_variable *split GLA_DEFAULT(= NULL), bool keep GLA_DEFAULT(= true));

/** Estimate the response of y to a shock over several horizons by local projections (Jordà).
 *
 * For each horizon h = 0, 1, …, y in period t + h is regressed on the regressors in period t. The coefficient of the shock is
 * the response at that horizon. `lags` adds lags of y and of the shock as regressors. Rows are matched by unit and period, so
 * nothing is matched across a gap.
 *
 * @param formula        formula, or the dependent variable as an array of shape (n,)
 * @param data           data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k)
 * @param horizons       largest horizon
 * @param shock          name of the regressor whose response is returned; the first regressor after the constant if not given
 * @param lags           number of lags of y and of the shock to add
 * @param cumulative     explain the change of y from period t - 1 to period t + h
 * @param level          level of the confidence intervals
 * @param vcov           covariance matrix, as in `econ.ols`. If not given: "NW(h)" at horizon h, or clusters by unit if there
 *                       is more than one unit
 * @param ssc            convention for small samples, as in `econ.ols`
 * @param absorb         fixed effects, as arrays of group numbers
 * @param cluster        arrays of group numbers, for the covariance matrix "cluster" or "CRV3" without names
 * @param unit           panel units: the name of a column, or an array of group numbers; a single unit if not given
 * @param time           periods, whole numbers: the name of a column, or an array; the order of the rows if not given
 * @param tol            tolerance of the fixed effects, as in `absorb`
 * @param maxiter        maximum number of iterations for the fixed effects
 * @param collinear_tol  a regressor is dropped if the norm of its residuals, after a regression on earlier regressors, is at
 *                       most collinear_tol times its norm
 * @return               Table with the columns horizon, coefficient, se, lower, upper and nobs: one row for each horizon
 * @throws ArgumentError     if the formula does not parse, names an unknown column or describes several regressions, the shock
 *                           is not a regressor or was dropped, horizons or lags is negative, level is not between 0 and 1, two
 *                           rows have the same unit and period, or too few rows are left at a horizon
 * @throws ShapeError        if arrays differ in length
 * @throws DTypeError        if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError    if a variable contains Inf; the message gives the row
 * @throws ConvergenceError  if the fixed effects do not converge
 * @needs  lapack.geqrf, else the host; blas.gemm, array.map, array.reduce, array.group, array.gather, sorting.argsort,
 *         sorting.search, array.count_nonzero, array.nonzero, array.scan
 * @cost   fit model(formula, data)
 * @see    Ò. Jordà, Estimation and inference of impulse responses by local projections (2005)
 * @since  0.2
 * @example y = [1.0, 0.5, 0.9, 1.4, 0.2, 0.7, 1.1, 0.4]
 *   x = [[1.0, 0.3], [1.0, -0.2], [1.0, 0.5], [1.0, 0.1], [1.0, -0.4], [1.0, 0.2], [1.0, 0.6], [1.0, -0.1]]
 *   t = econ.local_projections y x horizons=2 shock="x2"
 *   table_rows t -> 3
 */
gla_status gla_econ_local_projections(
    const gla_variable *formula, const gla_dataset *data, gla_table **table, int64_t horizons GLA_DEFAULT(= 10),
    const char *shock GLA_DEFAULT(= NULL), int64_t lags GLA_DEFAULT(= 0), bool cumulative GLA_DEFAULT(= false),
    double level GLA_DEFAULT(= 0.95), const char *vcov GLA_DEFAULT(= NULL),
    const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
    const gla_arrays *absorb GLA_DEFAULT(= NULL), const gla_arrays *cluster GLA_DEFAULT(= NULL),
    const gla_variable *unit GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL), double tol GLA_DEFAULT(= 1e-12),
    int64_t maxiter GLA_DEFAULT(= 10000), double collinear_tol GLA_DEFAULT(= 1e-09));

/** Return the variance components of a Fit with random effects.
 *
 * @param fit  Fit of `econ.random_effects`
 * @return     dictionary: sigma2_effects and sigma2_errors, the variances of the effects and of the errors; rho, the share of
 *             the effects in their sum; theta, the median over the units; theta_min and theta_max
 * @throws ArgumentError  if fit is not a Fit of `econ.random_effects`
 * @needs  nothing
 * @since  0.2
 * @method property
 * @example y = [1.0, 3.0, 4.0, 6.0, 5.0, 9.0, 4.0, 2.0]
 *   X = [[1.0, 0.0], [1.0, 2.0], [1.0, 3.0], [1.0, 3.0], [1.0, 4.0], [1.0, 6.0], [1.0, 2.0], [1.0, 1.0]]
 *   f = econ.random_effects y X unit=[0, 0, 1, 1, 2, 2, 3, 3]
 *   c = econ.fit_components f
 */
gla_status gla_econ_fit_components(const gla_econ_fit *fit, gla_record **components);

/** Return the coefficients of each period of a Fama-MacBeth regression.
 *
 * @param fit  Fit of `econ.fama_macbeth`
 * @return     Table with the column time, and a column for each coefficient
 * @throws ArgumentError  if fit is not a Fit of `econ.fama_macbeth`, or a regressor has the name time
 * @needs  array.copy
 * @since  0.2
 * @method property
 * @example y = [1.0, 3.0, 4.0, 5.0, 9.0, 8.0]
 *   X = [[1.0, 0.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 6.0], [1.0, 5.0]]
 *   f = econ.fama_macbeth y X time=[1, 1, 1, 2, 2, 2]
 *   t = econ.fit_periods f
 *   table_column t "time" -> [1 2]
 */
gla_status gla_econ_fit_periods(const gla_econ_fit *fit, gla_table **table);

GLA_END_DECLS

#endif
