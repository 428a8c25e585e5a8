/* econ_iv_tests.h - tests of instruments.
 *
 * @namespace econ Econ
 *
 * The tests accept Fits of `econ.tsls`, `econ.liml` and `econ.gmm`. Where a test has a robust form, it uses the kind of
 * covariance matrix and the convention for small samples of the Fit. A test that rests on an auxiliary regression returns what
 * `econ.fit_wald` does after this regression by `econ.ols`, with its degrees of freedom, and repairs a covariance matrix with
 * negative eigenvalues likewise.
 *
 * A test returns a dictionary with test (its name), statistic, df, p and distribution, and df_denom if the distribution is F. A
 * test with its own table of critical values has no p. */
#ifndef GPULINALG_ECON_IV_TESTS_H
#define GPULINALG_ECON_IV_TESTS_H

#include "econ_instruments.h"

GLA_BEGIN_DECLS

/** Return the strength of the excluded instruments for each endogenous regressor.
 *
 * F tests that the instruments have no effect on the regressor, with the kind of covariance matrix of the Fit. The conditional
 * F of Sanderson and Windmeijer does the same after the other endogenous regressors have been partialled out; with one
 * endogenous regressor it equals F. The usual rule calls instruments weak if F is less than 10. If df_denom is infinite, p is
 * that of F times df in the chi-squared distribution.
 *
 * @param fit  Fit
 * @return     Table with one row for each endogenous regressor, and the columns variable, F, df, df_denom,
 *             p, partial_r2, SW_F, SW_df and SW_p
 * @throws ArgumentError  if the Fit is not from an estimator with instruments, the covariance matrix is singular because there
 *                        are too few clusters, or a robust form needs data that the Fit does not hold
 * @needs  array.group, array.map, array.reduce
 * @see    Sanderson and Windmeijer (2016); Stata, estat firststage
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.tsls y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z
 *   r = econ.fit_first_stage f
 */
gla_status gla_econ_fit_first_stage(const gla_econ_fit *fit, gla_table **table);

/** Test overidentifying restrictions by Sargan's statistic.
 *
 * The statistic is n times the share of the squared residuals that the instruments explain. It assumes iid errors. The
 * robust form is `econ.fit_hansen_j`.
 *
 * @param fit  Fit
 * @return     dictionary; the distribution is chi-squared
 * @throws ArgumentError  if the Fit is not from an estimator with instruments, there are only as many instruments
 *                        as endogenous regressors
 * @needs  nothing
 * @see    Stata, estat overid; linearmodels, sargan
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.tsls y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z
 *   r = econ.fit_sargan f
 */
gla_status gla_econ_fit_sargan(const gla_econ_fit *fit, gla_record **test);

/** Test overidentifying restrictions by Basmann's statistic.
 *
 * The statistic assumes iid errors.
 *
 * @param fit  Fit
 * @return     dictionary; the distribution is chi-squared
 * @throws ArgumentError  if the Fit is not from an estimator with instruments, there are only as many instruments
 *                        as endogenous regressors
 * @needs  nothing
 * @see    Stata, estat overid; linearmodels, basmann
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.tsls y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z
 *   r = econ.fit_basmann f
 */
gla_status gla_econ_fit_basmann(const gla_econ_fit *fit, gla_record **test);

/** Test overidentifying restrictions by Hansen's J.
 *
 * J is the minimum of the objective of the generalised method of moments. For a Fit of `econ.gmm` the weights are those of
 * the Fit, and otherwise those of two steps with the kind of covariance matrix of the Fit. With an iid covariance matrix J is
 * Sargan's statistic. The moments are not centred about their means in the weights.
 *
 * @param fit  Fit
 * @return     dictionary; the distribution is chi-squared
 * @throws ArgumentError  if the Fit is not from an estimator with instruments, there are only as many instruments
 *                        as endogenous regressors, there are not more clusters or periods of "DK" than instruments, the
 *                        covariance matrix is HC2 or HC3, or a robust form needs data that the Fit does not hold
 * @needs  nothing
 * @see    Hansen (1982); linearmodels, IVGMM with center=False
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.tsls y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z
 *   r = econ.fit_hansen_j f
 */
gla_status gla_econ_fit_hansen_j(const gla_econ_fit *fit, gla_record **test);

/** Return Cragg and Donald's F statistic of weak identification.
 *
 * It is the smallest eigenvalue of the matrix analogue of the first-stage F, and equals F with one endogenous regressor.
 * Compare it with the critical values of Stock and Yogo.
 *
 * @param fit  Fit
 * @return     dictionary with test, statistic, and instruments and endogenous, which select the critical value
 * @throws ArgumentError  if the Fit is not from an estimator with instruments
 * @needs  nothing
 * @see    Cragg and Donald (1993); Stock and Yogo (2005)
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.tsls y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z
 *   r = econ.fit_cragg_donald f
 */
gla_status gla_econ_fit_cragg_donald(const gla_econ_fit *fit, gla_record **test);

/** Test underidentification and weak identification by the rk statistic of Kleibergen and Paap.
 *
 * The statistics use the kind of covariance matrix of the Fit. With iid errors LM is Anderson's canonical correlation
 * statistic, and F is that of `econ.fit_cragg_donald`.
 *
 * @param fit  Fit
 * @return     dictionary of the LM test, whose distribution is chi-squared, with wald and wald_p too, and F, which is Wald with
 *             the correction for small samples, divided by the number of instruments
 * @throws ArgumentError  if the Fit is not from an estimator with instruments, the covariance matrix is singular because there
 *                        are too few clusters, it is HC2 or HC3, or a robust form needs data that the Fit does not hold
 * @needs  array.group, array.map, array.reduce
 * @see    Kleibergen and Paap (2006); Stata, ivreg2, ranktest
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.tsls y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z
 *   r = econ.fit_kleibergen_paap f
 */
gla_status gla_econ_fit_kleibergen_paap(const gla_econ_fit *fit, gla_record **test);

/** Return the effective F statistic of Montiel Olea and Pflueger, with its critical value.
 *
 * It applies to one endogenous regressor, and uses the kind of covariance matrix of the Fit. Instruments are called strong if
 * F exceeds the critical value: the bias of two-stage least squares is then at most tau times the worst case, at a level of 5
 * %.
 *
 * @param fit  Fit
 * @param tau  bias relative to the worst case
 * @return     dictionary with test, statistic, df (effective degrees of freedom) and critical
 * @throws ArgumentError  if the Fit is not from an estimator with instruments, has several endogenous regressors, tau is not
 *                        positive, or a robust form needs data that the Fit does not hold
 * @needs  array.group, array.map, array.reduce
 * @see    Montiel Olea and Pflueger (2013), the simplified procedure; Stata, weakivtest
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.tsls y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z
 *   r = econ.fit_effective_f f
 */
gla_status gla_econ_fit_effective_f(const gla_econ_fit *fit, gla_record **test, double tau GLA_DEFAULT(= 0.1));

/** Test a hypothesis about the coefficients of the endogenous regressors, however weak the instruments are.
 *
 * The Anderson–Rubin test regresses y minus the hypothetical part on all instruments, and tests that the excluded ones have no
 * effect, with the kind of covariance matrix of the Fit.
 *
 * @param fit    Fit
 * @param value  hypothetical coefficients: a number, or an array of one number for each endogenous regressor
 * @return       dictionary; the distribution is F, or chi-squared if the convention for small samples has no degrees of freedom
 * @throws ArgumentError  if the Fit is not from an estimator with instruments, the number of values is
 *                        not that of the endogenous regressors, a value is NaN or infinite, the covariance matrix is singular
 *                        because there are too few clusters, or a robust form needs data that the Fit does not hold
 * @needs  array.group, array.map, array.reduce
 * @see    Anderson and Rubin (1949)
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.tsls y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z
 *   r = econ.fit_anderson_rubin f 0.0
 */
gla_status gla_econ_fit_anderson_rubin(const gla_econ_fit *fit, const gla_array *value, gla_record **test);

/** Return the confidence set of the coefficient of the endogenous regressor that inverts the Anderson–Rubin test.
 *
 * The set has the right coverage however weak the instruments are. It can be empty, which rejects the model, or unbounded,
 * which says that the data do not determine the coefficient. With several cluster variables the ends are searched for near the
 * estimate.
 *
 * @param fit    Fit
 * @param level  confidence level
 * @return       intervals: array of shape (q, 2) with a lower and an upper end in each row, −Inf and Inf where the set is
 *               unbounded; kind: "interval", "empty", "all numbers", "unbounded" or "disjoint" intervals
 * @throws ArgumentError  if the Fit is not from an estimator with instruments, has several endogenous regressors, level is not
 *                        between 0 and 1, the covariance matrix is singular because there are too few clusters, or a robust
 *                        form needs data that the Fit does not hold
 * @needs  array.group, array.map, array.reduce
 * @see    Anderson and Rubin (1949); Dufour (1997)
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.tsls y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z
 *   intervals, kind = econ.fit_anderson_rubin_set f
 *   kind -> interval
 */
gla_status gla_econ_fit_anderson_rubin_set(const gla_econ_fit *fit, gla_array **intervals, char **kind,
                                           double level GLA_DEFAULT(= 0.95));

/** Test whether the endogenous regressors are exogenous.
 *
 * The regression by least squares is augmented by the residuals of the first stage. Under iid errors their F statistic is that
 * of Wu and Hausman, and durbin compares the sums of squares. With another covariance matrix F is robust, and there is no
 * durbin.
 *
 * @param fit  Fit
 * @return     dictionary; the distribution is F, or chi-squared if the convention for small samples has no degrees of freedom.
 *             durbin and durbin_p, from the chi-squared distribution, are added
 * @throws ArgumentError  if the Fit is not from an estimator with instruments, the covariance matrix is singular because there
 *                        are too few clusters, or a robust form needs data that the Fit does not hold
 * @needs  array.group, array.map, array.reduce
 * @see    Stata, estat endogenous; linearmodels, wu_hausman, durbin
 * @since  0.2
 * @example y = [1.0, 3.0, 2.0, 5.0, 4.0]
 *   X = [[1.0], [1.0], [1.0], [1.0], [1.0]]
 *   Z = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [3.0, 1.0], [2.0, 3.0]]
 *   f = econ.tsls y X endogenous=[1.0, 2.0, 2.0, 4.0, 3.0] instruments=Z
 *   r = econ.fit_durbin_wu_hausman f
 */
gla_status gla_econ_fit_durbin_wu_hausman(const gla_econ_fit *fit, gla_record **test);

GLA_END_DECLS

#endif
