/* econ_bootstrap.h - inference by resampling: wild and pairs bootstraps, randomisation inference.
 *
 * @namespace econ Econ
 *
 * The draws depend on the seed only: they are the same in every language and on every device. */
#ifndef GPULINALG_ECON_BOOTSTRAP_H
#define GPULINALG_ECON_BOOTSTRAP_H

#include "econ_fit.h"

GLA_BEGIN_DECLS

/** Test a linear hypothesis about the coefficients with the wild cluster bootstrap, and compute a confidence interval.
 *
 * The residuals of each cluster are multiplied by one random weight in each replication. The distribution of the t statistic
 * among the replications replaces Student's. If there are at most as many combinations of signs as replications, all of them
 * are used. The cost of a replication does not depend on the number of rows.
 *
 * @param fit          Fit of `econ.ols`. Fixed effects must be nested in the clusters
 * @param hypothesis   linear function of the coefficients that is zero, or a linear equation, such as "educ = 0.1"
 * @param reps         number of replications
 * @param seed         seed of the random numbers
 * @param cluster      clusters: group numbers for each row of the Fit, or the name of a column or several, joined by ^;
 *                     default: each row is a cluster
 * @param weights      distribution of the random weights: "rademacher" (used if not given), "webb", "mammen" or "normal"
 * @param impose_null  draw from residuals that satisfy the hypothesis
 * @param level        level of the confidence interval
 * @return             dictionary with test, estimate (of the left side minus the right side), statistic (t), p, lower and upper
 *                     (bounds of the confidence interval, found by inverting the test; infinite if the test does not reject any
 *                     value), reps and clusters
 * @throws ArgumentError  if fit is not of `econ.ols` or does not hold its data, the hypothesis does not parse or is not linear,
 *                        reps is not positive, level is not between 0 and 1, there is only one cluster, `cluster` contains
 *                        NaN, fixed effects are not nested in the clusters, or fit has frequency weights and no `cluster` is
 *                        given
 * @throws ShapeError     if `cluster` has another number of rows
 * @needs  array.group, array.map, array.reduce, random.integers
 * @see    D. Roodman, J. MacKinnon, M. Nielsen, M. Webb, Stata Journal 19 (2019), 4-60
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0] [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   w = econ.fit_wild_bootstrap f "x2 = 1"
 */
gla_status gla_econ_fit_wild_bootstrap(const gla_econ_fit *fit, const char *hypothesis, gla_record **test,
                                       int64_t reps GLA_DEFAULT(= 9999), int64_t seed GLA_DEFAULT(= 0),
                                       const gla_variable *cluster GLA_DEFAULT(= NULL),
                                       const char *weights GLA_CHOICE("rademacher", "webb", "mammen", "normal")
                                           GLA_DEFAULT(= NULL),
                                       bool impose_null GLA_DEFAULT(= true), double level GLA_DEFAULT(= 0.95));

/** Return a Fit whose covariance matrix is that of a pairs bootstrap: rows, or clusters of rows, are drawn with replacement.
 *
 * All replications are solved together, from sums of products of the variables.
 *
 * @param fit      Fit of `econ.ols` or `econ.tsls` without fixed effects
 * @param reps     number of replications
 * @param seed     seed of the random numbers
 * @param cluster  clusters: group numbers for each row of the Fit, or the name of a column or several, joined by ^; default:
 *                 rows are drawn
 * @return         changed: Fit, whose coefficients are compared with the normal distribution; draws: the coefficients of each
 *                 replication, shape (reps, k)
 * @throws ArgumentError  if fit is of another estimator, has fixed effects or does not hold its data, reps is less than 2,
 *                        there is only one cluster, `cluster` contains NaN, or fit has frequency weights and no `cluster` is
 *                        given
 * @throws ShapeError     if `cluster` has another number of rows
 * @throws SingularError  if the regressors of a replication depend linearly on each other, or its instruments do not determine
 *                        the coefficients
 * @needs  array.group, array.map, array.reduce, random.integers
 * @see    B. Efron, Bootstrap methods: another look at the jackknife (1979)
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0, 7.0] [[0.5], [1.0], [2.0], [3.0], [4.0]]
 *   changed, draws = econ.fit_bootstrap f reps=50
 */
gla_status gla_econ_fit_bootstrap(const gla_econ_fit *fit, gla_econ_fit **changed, gla_array **draws,
                                  int64_t reps GLA_DEFAULT(= 999), int64_t seed GLA_DEFAULT(= 0),
                                  const gla_variable *cluster GLA_DEFAULT(= NULL));

/** Test with randomisation inference that a variable has no effect: its values are permuted.
 *
 * The p-value is (1 + c)/(1 + reps), where c is the number of permutations with a coefficient at least as large in size as the
 * estimate: the data themselves are one of the permutations.
 *
 * @param fit          Fit of `econ.ols` without weights and fixed effects
 * @param coefficient  name of the coefficient of the variable
 * @param reps         number of permutations
 * @param seed         seed of the random numbers
 * @param cluster      clusters within which the variable is constant and which are permuted as a whole: group numbers for
 *                     each row of the Fit, or the name of a column or several, joined by ^; default: rows are permuted
 * @param strata       groups within which rows are permuted, in the same forms. Not together with `cluster`
 * @return             dictionary with test, estimate, p, se (standard error of p) and reps
 * @throws ArgumentError  if fit is not of `econ.ols`, has weights or fixed effects or does not hold its data, there is no such
 *                        coefficient, reps is not positive, `cluster` and `strata` are both given, one of them contains
 *                        NaN, or the variable varies within a cluster
 * @throws ShapeError     if `cluster` or `strata` has another number of rows
 * @needs  array.map, array.reduce, random.draw, sorting.argsort
 * @see    A. Young, Quarterly Journal of Economics 134 (2019), 557-598; S. Heß, ritest, Stata Journal 17 (2017)
 * @since  0.2
 * @example f = econ.ols [1.0, 2.0, 4.0, 4.0, 7.0] [[1.0, 0.5], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 4.0]]
 *   t = econ.fit_ritest f "x2" reps=100
 */
gla_status gla_econ_fit_ritest(const gla_econ_fit *fit, const char *coefficient, gla_record **test,
                               int64_t reps GLA_DEFAULT(= 999), int64_t seed GLA_DEFAULT(= 0),
                               const gla_variable *cluster GLA_DEFAULT(= NULL), const gla_variable *strata GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
