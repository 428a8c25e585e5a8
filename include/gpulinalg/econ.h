/* econ.h - regressions: estimators and their fits.
 *
 * @namespace econ Econ
 *
 * An estimator accepts a formula and data, or the dependent variable and the regressors as arrays, and returns a Fit. It
 * computes where the data is. See docs/guide/econ.md.
 *
 * A formula is written as in R and fixest: `"log(wage) ~ educ + i(region) | firm + year"`. With arrays no constant is added.
 *
 * Threads: all functions are thread-safe. A Fit never changes. */
#ifndef GPULINALG_ECON_H
#define GPULINALG_ECON_H

#include "table.h"

GLA_BEGIN_DECLS

/** The result of an estimator: coefficients, their covariance matrix, and what else the estimator found.
 *
 * A Fit never changes. `econ.fit_vcov` returns a Fit with another covariance matrix, without estimating again. */
GLA_CLASS(gla_econ_fit, "Fit");

/** Estimate a linear regression by ordinary or weighted least squares, with any number of fixed effects.
 *
 * Rows with a missing value in a variable of the formula are dropped. Regressors that depend linearly on others, or that the
 * fixed effects span, are dropped. `econ.fit_dropped` lists both with their reasons. With fixed effects only, "y ~ 1 | firm",
 * the Fit has no coefficients.
 *
 * Covariance matrices: "iid"; "HC0" to "HC3"; "cluster:firm", and "cluster:firm+year" with up to four columns; "CRV3:firm",
 * the jackknife over clusters; "NW(3):year" (Newey–West with 3 lags) and "NW(3):firm+year" within panel units; "DK(3):year"
 * (Driscoll–Kraay); "conley(100):latitude+longitude", with pairs of rows at most 100 km apart, or with weights that fall
 * linearly to 0 at 100 km in "conley(100, kernel=bartlett):latitude+longitude". Lags are counted in periods that occur in the
 * data. Without a number there are ⌊T^¼⌋ lags, where T is the number of periods. Without columns, "cluster" and "CRV3" use the
 * argument cluster, "NW" and "DK" the arguments unit and time. "NW" without a period takes the rows in their order. Columns are
 * joined by ^: "cluster:firm^year".
 *
 * Small samples, with n rows, k coefficients, K parameters (k and those of the fixed effects, except of fixed effects nested in
 * clusters) and G clusters (the smallest number of several dimensions): iid has rss/(n − K), HC1 the factor n/(n − K), cluster
 * (n − 1)/(n − K)·G/(G − 1) with G − 1 degrees of freedom. "fixest" counts a parameter for each level of the fixed effects, one
 * less for each of them but the first, and uses the factor of HC1 for HC2 and HC3, that of cluster for CRV3, and that of
 * cluster with T for NW and DK. "reghdfe" and "stata" count the rank of the fixed effects, HC2 and HC3 have no factor, NW and
 * DK have n/(n − K), and CRV3 (G − 1)/G. "statsmodels" counts nested fixed effects too, each term of several dimensions has a
 * G of its own, NW has no factor (n/(n − K) in a panel), and p-values of all but iid are those of the normal distribution.
 *
 * @param formula          formula, or the dependent variable as an array of shape (n,) or, for a stack of regressions, (..., n)
 * @param data             data of the formula, as `new_table` accepts it; or the regressors as an array of shape (n, k), or
 *                         (..., n, k) for a stack
 * @param vcov             covariance matrix: "iid" (used if not given), "HC0" to "HC3", "cluster:firm", "cluster:firm+year",
 *                         "CRV3:firm", "NW(3):year", "NW(3):firm+year", "DK(3):year" or "conley(100):latitude+longitude"; see
 *                         `econ.fit_vcov`
 * @param weights          positive weights: an array, the name of a column or a formula; all 1 if not given
 * @param weights_type     "analytic" (used if not given): the variance of a row is inversely proportional to its weight;
 *                         "frequency": a row stands for so many rows, and the number of rows is the sum of the weights;
 *                         "probability": the inverse of a sampling probability, with the covariance matrix HC1 unless another
 *                         is given
 * @param ssc              convention for small samples: "fixest" (used if not given), "reghdfe", "stata" or "statsmodels"
 * @param absorb           further fixed effects, as arrays of group numbers
 * @param cluster          arrays of group numbers, for the covariance matrix "cluster" or "CRV3" without names
 * @param unit             panel units, for lags in the formula and covariance matrices of panels: an array of group numbers, or
 *                         the name of a column
 * @param time             periods, whole numbers: an array or the name of a column
 * @param split            column or array: one Fit for each of its values
 * @param keep             keep the data, which residuals, fitted values and other covariance matrices need
 * @param drop_singletons  drop rows that are alone in a group of a fixed effect
 * @param tol              tolerance of the fixed effects, as in `absorb`
 * @param maxiter          maximum number of iterations for the fixed effects
 * @param collinear_tol    a regressor is dropped if the norm of its residuals, after a regression on earlier regressors and the
 *                         fixed effects, is at most collinear_tol times its norm
 * @return                 Fit, or a list of Fits if the formula has several dependent variables or sets of regressors, or split
 *                         is given
 * @throws ArgumentError         if the formula does not parse, names an unknown column, or no row or regressor is left
 * @throws ShapeError            if arrays differ in length
 * @throws DTypeError            if a variable is complex, or strings where numbers are needed
 * @throws NonFiniteError        if a variable contains Inf; the message gives the row
 * @throws ConvergenceError      if the fixed effects do not converge
 * @warns IllConditionedWarning  if the coefficients may have no correct digit
 * @needs  lapack.geqrf, else the host; array.map, array.reduce, array.group, array.triangle, blas.gemm, blas.trsm
 * @cost   fit model(formula, data, absorb)
 * @see    R, fixest, feols
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]
 *   x = econ.fit_params f
 *   x -> [0.83333333 1.5       ]
 */
gla_status gla_econ_ols(const gla_variable *formula, const gla_dataset *data, gla_objects **fits GLA_OF(gla_econ_fit),
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
