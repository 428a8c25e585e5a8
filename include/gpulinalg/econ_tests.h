/* econ_tests.h - tests of hypotheses about a Fit, and of its specification.
 *
 * @namespace econ Econ
 *
 * A test returns a dictionary with test (its name), statistic, df, p and distribution, and with df_denom if the
 * distribution is F. */
#ifndef GPULINALG_ECON_TESTS_H
#define GPULINALG_ECON_TESTS_H

#include "econ_fit.h"

GLA_BEGIN_DECLS

/** Test hypotheses about the coefficients with a Wald test, which uses the covariance matrix of the Fit.
 *
 * A hypothesis is a function of the coefficients that is zero, such as "educ", or an equation, such as "educ = 2*exper". It may
 * be nonlinear: the functions exp, log, sqrt, abs and tanh, parentheses and the operators + - * / ^ are allowed.
 *
 * @param fit         Fit
 * @param hypotheses  one or more hypotheses, which are tested jointly
 * @return            dictionary. The distribution is F with the degrees of freedom of t in the denominator, or chi-squared if
 *                    the coefficients are compared with the normal distribution
 * @throws ArgumentError  if there is no hypothesis, a hypothesis does not parse, contains a name that is not a coefficient,
 *                        depends on other hypotheses or is not defined at the estimates, or fit is a stack of regressions
 * @needs  nothing
 * @see    W. H. Greene, Econometric Analysis, section 5.3
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   w = econ.fit_wald f ["x1 = 1", "x2 = 1"]
 */
gla_status gla_econ_fit_wald(const gla_econ_fit *fit, const gla_strings *hypotheses, gla_record **test);

/** Estimate a function of the coefficients, with its standard error by the delta method.
 *
 * @param fit         Fit
 * @param expression  function of the coefficients, as in `econ.fit_wald`, such as "exp(educ) - 1"
 * @param level       level of the confidence interval
 * @return            dictionary with estimate, se, t, p, lower and upper
 * @throws ArgumentError  if the expression does not parse, contains a name that is not a coefficient, does not depend on the
 *                        coefficients or is not defined at the estimates, level is not between 0 and 1, or fit is a stack of
 *                        regressions
 * @needs  nothing
 * @see    W. H. Greene, Econometric Analysis, section 4.4.4
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   d = econ.fit_delta f "x1/x2"
 */
gla_status gla_econ_fit_delta(const gla_econ_fit *fit, const char *expression, gla_record **estimate,
                              double level GLA_DEFAULT(= 0.95));

/** Compare two nested Fits of one estimator with a likelihood-ratio test.
 *
 * @param fit         Fit
 * @param restricted  Fit with fewer coefficients, of the same data
 * @return            dictionary; the distribution is chi-squared
 * @throws ArgumentError  if the Fits have different estimators, dependent variables or numbers of rows, no log-likelihood, or
 *                        the restricted Fit has at least as many coefficients, or a higher log-likelihood
 * @needs  nothing
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   g = econ.ols [1.0, 2.0, 4.0, 4.0] [[1.0], [1.0], [1.0], [1.0]]
 *   t = econ.fit_lr f g
 */
gla_status gla_econ_fit_lr(const gla_econ_fit *fit, const gla_econ_fit *restricted, gla_record **test);

/** Test whether variables were omitted from a linear regression, with a Lagrange multiplier (score) test.
 *
 * The statistic is n times the uncentred R² of a regression of the residuals on the regressors and the added variables.
 *
 * @param fit    Fit of `econ.ols` without weights
 * @param added  added variables: an array of shape (n,) or (n, q) with a row for each row of the Fit, or the name of a column
 * @return       dictionary; the distribution is chi-squared
 * @throws ArgumentError  if fit is not of `econ.ols`, has weights, or does not hold its data, or the added variables are
 *                        spanned by the regressors, or contain NaN
 * @throws ShapeError     if added has another number of rows
 * @needs  lapack.gesvd, else the host; array.map, array.reduce
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   t = econ.fit_lm f [0.0, 1.0, 4.0, 9.0]
 */
gla_status gla_econ_fit_lm(const gla_econ_fit *fit, const gla_variable *added, gla_record **test);

/** Compare two Fits with Hausman's test: one is consistent under the alternative, and the other efficient under the hypothesis.
 *
 * The coefficients with the same names are compared, the constant excepted.
 *
 * @param fit        Fit that is consistent in both cases, such as one with fixed effects
 * @param efficient  Fit that is efficient under the hypothesis, such as one with random effects
 * @return           dictionary; the distribution is chi-squared
 * @throws ArgumentError             if the Fits have no coefficient in common, the covariance matrix of one is not "iid", or
 *                                   they are stacks of regressions
 * @throws NotPositiveDefiniteError  if the difference of the covariance matrices is not positive definite
 * @needs  nothing
 * @see    J. A. Hausman, Econometrica 46 (1978), 1251-1271
 * @since  0.2
 * @example y = [1.0, 2.5, 4.0, 4.0, 3.0, 5.5, 2.0, 1.5]
 *   x = [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 2.0], [1.0, 4.0], [1.0, 1.0], [1.0, 0.0]]
 *   firm = [0, 0, 1, 1, 2, 2, 3, 3]
 *   f = econ.ols y x absorb=[firm]
 *   g = econ.random_effects y x unit=firm
 *   t = econ.fit_hausman f g
 */
gla_status gla_econ_fit_hausman(const gla_econ_fit *fit, const gla_econ_fit *efficient, gla_record **test);

/** Test for heteroskedasticity that depends on the regressors, with the test of Breusch and Pagan.
 *
 * @param fit          Fit of `econ.ols` without weights and fixed effects
 * @param studentized  use Koenker's form, n R² of a regression of the squared residuals, which does not assume normal errors
 * @return             dictionary; the distribution is chi-squared
 * @throws ArgumentError  if fit is not of `econ.ols`, has weights or fixed effects, or does not hold its data
 * @needs  lapack.gesvd, else the host; array.map, array.reduce
 * @see    T. S. Breusch, A. R. Pagan, Econometrica 47 (1979), 1287-1294; R. Koenker, Journal of Econometrics 17 (1981), 107-112
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   t = econ.fit_breusch_pagan f
 */
gla_status gla_econ_fit_breusch_pagan(const gla_econ_fit *fit, gla_record **test, bool studentized GLA_DEFAULT(= true));

/** Test for heteroskedasticity of any form with White's test: squares and products of the regressors.
 *
 * @param fit  Fit of `econ.ols` without weights and fixed effects
 * @return     dictionary; the distribution is chi-squared
 * @throws ArgumentError  if fit is not of `econ.ols`, has weights or fixed effects, does not hold its data, or has too few rows
 * @needs  lapack.gesvd, else the host; array.map, array.reduce
 * @see    H. White, Econometrica 48 (1980), 817-838
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   t = econ.fit_white f
 */
gla_status gla_econ_fit_white(const gla_econ_fit *fit, gla_record **test);

/** Test whether the residuals are normal, with the test of Jarque and Bera.
 *
 * A row with a frequency weight counts as so many rows. Other weights have no effect on the moments.
 *
 * @param fit  Fit
 * @return     dictionary, with skewness and kurtosis too; the distribution is chi-squared
 * @throws ArgumentError  if fit does not hold its data, has no residuals, or all residuals are equal
 * @needs  array.map, array.reduce
 * @see    C. M. Jarque, A. K. Bera, International Statistical Review 55 (1987), 163-172
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   t = econ.fit_jarque_bera f
 */
gla_status gla_econ_fit_jarque_bera(const gla_econ_fit *fit, gla_record **test);

/** Test whether the coefficients are the same in two parts of the data, with Chow's test.
 *
 * @param fit    Fit of `econ.ols` without weights and fixed effects
 * @param split  truth values, one for each row of the Fit, as an array, the name of a column or a formula such as
 *               "year >= 1974"
 * @return       dictionary; the distribution is F
 * @throws ArgumentError  if fit is not of `econ.ols`, has weights or fixed effects, or does not hold its data, a part has
 *                        fewer rows than there are coefficients, or split contains NaN
 * @throws ShapeError     if split has another number of rows
 * @needs  lapack.gesvd, else the host; array.map, array.reduce
 * @see    G. C. Chow, Econometrica 28 (1960), 591-605
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0, 5.0, 7.0] [[1.0], [1.0], [1.0], [1.0], [1.0], [1.0]]
 *   t = econ.fit_chow f [true, true, true, false, false, false]
 */
gla_status gla_econ_fit_chow(const gla_econ_fit *fit, const gla_variable *split, gla_record **test);

/** Test the functional form of a linear regression with Ramsey's RESET test: powers of the fitted values are added.
 *
 * @param fit    Fit of `econ.ols` without weights and fixed effects
 * @param power  highest power, at least 2
 * @return       dictionary; the distribution is F
 * @throws ArgumentError  if fit is not of `econ.ols`, has weights or fixed effects, does not hold its data, or has too few
 *                        rows; power is less than 2 or more than 9; or the powers are spanned by the regressors
 * @needs  lapack.gesvd, else the host; array.map, array.reduce
 * @see    J. B. Ramsey, Journal of the Royal Statistical Society B 31 (1969), 350-371
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0, 6.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0]]
 *   t = econ.fit_reset f power=2
 */
gla_status gla_econ_fit_reset(const gla_econ_fit *fit, gla_record **test, int power GLA_DEFAULT(= 3));

GLA_END_DECLS

#endif
