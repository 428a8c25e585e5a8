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
 * among the replications replaces Student's. If there are at most as many combinations of signs as replications, all of them are
 * used. The cost of a replication does not depend on the number of rows.
 *
 * @param fit          Fit of `econ.ols`. Fixed effects must be nested in the clusters
 * @param hypothesis   linear function of the coefficients that is zero, or a linear equation, such as "educ = 0.1"
 * @param reps         number of replications
 * @param seed         seed of the random numbers
 * @param cluster      clusters: group numbers for each row of the Fit, or the name of a column or several, joined by ^; default:
 *                     each row is a cluster
 * @param weights      distribution of the random weights: "rademacher" (used if not given), "webb", "mammen" or "normal"
 * @param impose_null  draw from residuals that satisfy the hypothesis
 * @param level        level of the confidence interval
 * @return             dictionary with test, estimate (of the left side minus the right side), statistic (t), p, lower and upper
 *                     (bounds of the confidence interval, found by inverting the test; infinite if the test does not reject any
 *                     value), reps and clusters
 * @throws ArgumentError  if fit is not of `econ.ols` or does not hold its data, the hypothesis does not parse, reps is not positive,
 *                        level is not between 0 and 1, there is only one cluster, or fixed effects are not nested in the clusters
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

GLA_END_DECLS

#endif
