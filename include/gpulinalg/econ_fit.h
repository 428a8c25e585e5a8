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
 *   econ.fit_std_errors f -> [0.37267800 0.28867513]
 */
gla_status gla_econ_fit_std_errors(const gla_econ_fit *fit, gla_array **out);

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

/** Return a Fit with the same coefficients and another covariance matrix. Nothing is estimated again.
 *
 * @param fit   Fit
 * @param vcov  covariance matrix, as in `econ.ols`
 * @param ssc   convention for small samples, as in `econ.ols`; if not given, that of fit
 * @return      Fit
 * @throws ArgumentError  if vcov does not parse, names an unknown column, a value of that column is missing in a row of fit,
 *                        there is only one cluster, or fit does not hold its data
 * @needs  array.group, array.map, array.reduce
 * @see    R, fixest, vcov
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   g = econ.fit_vcov f "HC1"
 */
gla_status gla_econ_fit_vcov(const gla_econ_fit *fit, const char *vcov, gla_econ_fit **changed,
                             const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL));

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

GLA_END_DECLS

#endif
