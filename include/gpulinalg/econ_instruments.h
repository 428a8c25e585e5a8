/* econ_instruments.h - regressions with instruments.
 *
 * @namespace econ Econ
 *
 * A formula names the endogenous regressors and the excluded instruments in its last part: `"y ~ x | firm | educ ~ qob"`. With
 * arrays they are the arguments `endogenous` and `instruments`, and their coefficients are called w1, w2 and so on. Tests of
 * instruments are methods of the Fit: see `econ.fit_first_stage`. */
#ifndef GPULINALG_ECON_INSTRUMENTS_H
#define GPULINALG_ECON_INSTRUMENTS_H

#include "econ_fit.h"

GLA_BEGIN_DECLS

/** Estimate a linear regression with endogenous regressors by two-stage least squares.
 *
 * Regressors and instruments that depend linearly on earlier ones are dropped, and listed in `econ.fit_dropped`. The summary
 * names instruments that are weak. The iid covariance matrix divides by n − k. Residuals are those of the structural equation.
 *
 * @param formula          formula, or the dependent variable as an array of shape (n,)
 * @param data             data of the formula, as `new_table` accepts it; or the exogenous regressors as an array of shape
 *                         (n, k), with a column of ones for the constant
 * @param endogenous       endogenous regressors beside arrays, shape (n,) or (n, m)
 * @param instruments      excluded instruments beside arrays, shape (n,) or (n, l)
 * @param vcov             covariance matrix, as in `econ.ols`
 * @param weights          positive weights, as in `econ.ols`
 * @param weights_type     "analytic" (used if not given), "frequency" or "probability", as in `econ.ols`
 * @param ssc              convention for small samples, as in `econ.ols`
 * @param absorb           further fixed effects, as arrays of group numbers
 * @param cluster          arrays of group numbers, for the covariance matrix "cluster" without names
 * @param unit             panel units: an array of group numbers, or the name of a column
 * @param time             periods, whole numbers: an array or the name of a column
 * @param split            column or array: one Fit for each of its values
 * @param keep             keep the data, which residuals, other covariance matrices and robust tests need
 * @param drop_singletons  drop rows that are alone in a group of a fixed effect
 * @param tol              tolerance of the fixed effects, as in `absorb`
 * @param maxiter          maximum number of iterations for the fixed effects
 * @param collinear_tol    a regressor or instrument is dropped if the norm of its residuals, after a regression on earlier ones
 *                         and the fixed effects, is at most collinear_tol times its norm
 * @return                 Fit, or a list of Fits if the formula has several dependent variables or sets of regressors, or split
 *                         is given
 * @throws ArgumentError         if there are fewer excluded instruments than endogenous regressors, the instruments do not
 *                               identify the coefficients, there are no endogenous regressors, or there are not more
 *                               rows than coefficients
 * @throws ShapeError            if arrays differ in length
 * @throws NonFiniteError        if a variable contains Inf; the message gives the row
 * @throws ConvergenceError      if the fixed effects do not converge
 * @needs  lapack.geqrf, lapack.orgqr, else the host; blas.gemm, array.map, array.reduce, array.triangle, blas.trsm
 * @cost   fit model(formula, data, absorb)
 * @see    Stata, ivregress 2sls; linearmodels, IV2SLS
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.tsls y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z
 *   x = econ.fit_params f
 */
gla_status gla_econ_tsls(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                         const gla_array *endogenous GLA_DEFAULT(= NULL), const gla_array *instruments GLA_DEFAULT(= NULL),
                         const char *vcov GLA_DEFAULT(= NULL), const gla_variable *weights GLA_DEFAULT(= NULL),
                         const char *weights_type GLA_CHOICE("analytic", "frequency", "probability") GLA_DEFAULT(= NULL),
                         const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                         const gla_arrays *absorb GLA_DEFAULT(= NULL), const gla_arrays *cluster GLA_DEFAULT(= NULL),
                         const gla_variable *unit GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL),
                         const gla_variable *split GLA_DEFAULT(= NULL), bool keep GLA_DEFAULT(= true),
                         bool drop_singletons GLA_DEFAULT(= true), double tol GLA_DEFAULT(= 1e-12),
                         int64_t maxiter GLA_DEFAULT(= 10000), double collinear_tol GLA_DEFAULT(= 1e-09));

/** Estimate a linear regression with endogenous regressors by limited information maximum likelihood.
 *
 * The estimator is of the k-class. Its kappa is the smallest characteristic root of the model, and is a line of the summary.
 * If there are as many excluded instruments as endogenous regressors, kappa is 1 and the result is that of `econ.tsls`. Scores
 * of robust covariance matrices are the residuals times the projected regressors, as in linearmodels.
 *
 * @param formula          formula, or the dependent variable as an array of shape (n,)
 * @param data             data of the formula, as `new_table` accepts it; or the exogenous regressors as an array of shape
 *                         (n, k), with a column of ones for the constant
 * @param fuller           constant of Fuller's modification, which subtracts fuller/(n − number of instruments) from kappa;
 *                         0 for none
 * @param endogenous       endogenous regressors beside arrays, shape (n,) or (n, m)
 * @param instruments      excluded instruments beside arrays, shape (n,) or (n, l)
 * @param vcov             covariance matrix, as in `econ.ols`
 * @param weights          positive weights, as in `econ.ols`
 * @param weights_type     "analytic" (used if not given), "frequency" or "probability", as in `econ.ols`
 * @param ssc              convention for small samples, as in `econ.ols`
 * @param absorb           further fixed effects, as arrays of group numbers
 * @param cluster          arrays of group numbers, for the covariance matrix "cluster" without names
 * @param unit             panel units: an array of group numbers, or the name of a column
 * @param time             periods, whole numbers: an array or the name of a column
 * @param split            column or array: one Fit for each of its values
 * @param keep             keep the data, which residuals, other covariance matrices and robust tests need
 * @param drop_singletons  drop rows that are alone in a group of a fixed effect
 * @param tol              tolerance of the fixed effects, as in `absorb`
 * @param maxiter          maximum number of iterations for the fixed effects
 * @param collinear_tol    a regressor or instrument is dropped if the norm of its residuals, after a regression on earlier ones
 *                         and the fixed effects, is at most collinear_tol times its norm
 * @return                 Fit, or a list of Fits if the formula has several dependent variables or sets of regressors, or split
 *                         is given
 * @throws ArgumentError         if there are fewer excluded instruments than endogenous regressors, the instruments do not
 *                               identify the coefficients, there are no endogenous regressors, or there are not more
 *                               rows than coefficients, fuller is negative
 * @throws ShapeError            if arrays differ in length
 * @throws NonFiniteError        if a variable contains Inf; the message gives the row
 * @throws ConvergenceError      if the fixed effects do not converge
 * @needs  lapack.geqrf, lapack.orgqr, else the host; blas.gemm, array.map, array.reduce, array.triangle, blas.trsm
 * @cost   fit model(formula, data, absorb)
 * @see    Stata, ivregress liml; linearmodels, IVLIML
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.liml y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z fuller=1.0
 *   x = econ.fit_params f
 */
gla_status gla_econ_liml(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                         double fuller GLA_DEFAULT(= 0.0), const gla_array *endogenous GLA_DEFAULT(= NULL),
                         const gla_array *instruments GLA_DEFAULT(= NULL), const char *vcov GLA_DEFAULT(= NULL),
                         const gla_variable *weights GLA_DEFAULT(= NULL),
                         const char *weights_type GLA_CHOICE("analytic", "frequency", "probability") GLA_DEFAULT(= NULL),
                         const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                         const gla_arrays *absorb GLA_DEFAULT(= NULL), const gla_arrays *cluster GLA_DEFAULT(= NULL),
                         const gla_variable *unit GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL),
                         const gla_variable *split GLA_DEFAULT(= NULL), bool keep GLA_DEFAULT(= true),
                         bool drop_singletons GLA_DEFAULT(= true), double tol GLA_DEFAULT(= 1e-12),
                         int64_t maxiter GLA_DEFAULT(= 10000), double collinear_tol GLA_DEFAULT(= 1e-09));

/** Estimate a linear regression with endogenous regressors by the generalised method of moments.
 *
 * The moments are the instruments times the residuals. Their weights are the inverse of the moments' covariance matrix of the
 * kind that `vcov` chooses, where the moments are not centred about their means: with "iid" the result is that of `econ.tsls`,
 * or of `econ.liml` if continuously updated. The covariance matrix of the coefficients is robust to that kind. The minimum of
 * the objective, J, is a line of the summary, and `econ.fit_hansen_j` returns it.
 *
 * @param formula          formula, or the dependent variable as an array of shape (n,)
 * @param data             data of the formula, as `new_table` accepts it; or the exogenous regressors as an array of shape
 *                         (n, k), with a column of ones for the constant
 * @param steps            "two-step" (used if not given): weights from the residuals of two-stage least squares; "iterated":
 *                         new weights until the coefficients do not change; "cue": weights are a function of the coefficients
 * @param endogenous       endogenous regressors beside arrays, shape (n,) or (n, m)
 * @param instruments      excluded instruments beside arrays, shape (n,) or (n, l)
 * @param vcov             covariance matrix, as in `econ.ols`, and kind of the weights of the moments, which are those of "HC0"
 *                         for "HC1" to "HC3", too
 * @param weights          positive weights, as in `econ.ols`
 * @param weights_type     "analytic" (used if not given), "frequency" or "probability", as in `econ.ols`
 * @param ssc              convention for small samples, as in `econ.ols`
 * @param absorb           further fixed effects, as arrays of group numbers
 * @param cluster          arrays of group numbers, for the covariance matrix "cluster" without names
 * @param unit             panel units: an array of group numbers, or the name of a column
 * @param time             periods, whole numbers: an array or the name of a column
 * @param split            column or array: one Fit for each of its values
 * @param keep             keep the data, which residuals, other covariance matrices and robust tests need
 * @param drop_singletons  drop rows that are alone in a group of a fixed effect
 * @param tol              tolerance of the fixed effects, as in `absorb`
 * @param maxiter          maximum number of iterations for the fixed effects and the weights
 * @param collinear_tol    a regressor or instrument is dropped if the norm of its residuals, after a regression on earlier ones
 *                         and the fixed effects, is at most collinear_tol times its norm
 * @return                 Fit, or a list of Fits if the formula has several dependent variables or sets of regressors, or split
 *                         is given
 * @throws ArgumentError         if there are fewer excluded instruments than endogenous regressors, the instruments do not
 *                               identify the coefficients, there are no endogenous regressors, there are not more
 *                               rows than coefficients, or there are not more clusters or periods of "DK" than instruments
 * @throws ShapeError            if arrays differ in length
 * @throws NonFiniteError        if a variable contains Inf; the message gives the row
 * @throws ConvergenceError      if the fixed effects or the weights do not converge
 * @needs  lapack.geqrf, lapack.orgqr, else the host; blas.gemm, array.group, array.map, array.reduce, array.triangle,
 *         blas.trsm
 * @cost   fit model(formula, data, absorb)
 * @see    Stata, ivregress gmm; linearmodels, IVGMM, IVGMMCUE with center=False; Hansen, Heaton, Yaron (1996)
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.gmm y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z vcov="HC0"
 *   x = econ.fit_params f
 */
gla_status gla_econ_gmm(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
                        const char *steps GLA_CHOICE("two-step", "iterated", "cue") GLA_DEFAULT(= NULL),
                        const gla_array *endogenous GLA_DEFAULT(= NULL), const gla_array *instruments GLA_DEFAULT(= NULL),
                        const char *vcov GLA_DEFAULT(= NULL), const gla_variable *weights GLA_DEFAULT(= NULL),
                        const char *weights_type GLA_CHOICE("analytic", "frequency", "probability") GLA_DEFAULT(= NULL),
                        const char *ssc GLA_CHOICE("fixest", "reghdfe", "stata", "statsmodels") GLA_DEFAULT(= NULL),
                        const gla_arrays *absorb GLA_DEFAULT(= NULL), const gla_arrays *cluster GLA_DEFAULT(= NULL),
                        const gla_variable *unit GLA_DEFAULT(= NULL), const gla_variable *time GLA_DEFAULT(= NULL),
                        const gla_variable *split GLA_DEFAULT(= NULL), bool keep GLA_DEFAULT(= true),
                        bool drop_singletons GLA_DEFAULT(= true), double tol GLA_DEFAULT(= 1e-12),
                        int64_t maxiter GLA_DEFAULT(= 10000), double collinear_tol GLA_DEFAULT(= 1e-09));

GLA_END_DECLS

#endif
