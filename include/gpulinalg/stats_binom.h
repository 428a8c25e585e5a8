/* stats_binom.h - binomial distribution.  @namespace stats.binom Stats::Binom  Names and order of arguments are those of
 * scipy.stats.binom; arguments broadcast and promote as those of special functions.  Parameters outside of what they may be
 * give NaN, and so do probabilities outside of [0, 1]; tails are computed as such, with all digits.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_STATS_BINOM_H
#define GPULINALG_STATS_BINOM_H

#include "core.h"

GLA_BEGIN_DECLS

/** Probability of k; 0 where k is not a whole number.
 *
 * @param k    real array or number
 * @param n    number of trials, a whole number from 0
 * @param p    probability of success in each
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.binom
 * @example stats.binom.pmf [0, 3] 10 0.25 -> [0.05631351 0.25028229]
 */
gla_status gla_stats_binom_pmf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL));

/** Logarithm of the probability of k; −Inf where k is not a whole number.
 *
 * @param k    real array or number
 * @param n    number of trials, a whole number from 0
 * @param p    probability of success in each
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.binom
 * @example stats.binom.logpmf [0, 3] 10 0.25 -> [-2.87682072 -1.38516585]
 */
gla_status gla_stats_binom_logpmf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                                  const gla_array *loc GLA_DEFAULT(= NULL));

/** Distribution function, the probability of k or less.
 *
 * @param k    real array or number
 * @param n    number of trials, a whole number from 0
 * @param p    probability of success in each
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.binom
 * @example stats.binom.cdf [0, 3] 10 0.25 -> [0.05631351 0.77587509]
 */
gla_status gla_stats_binom_cdf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL));

/** Upper tail, the probability of more than k, with all digits where it is tiny.
 *
 * @param k    real array or number
 * @param n    number of trials, a whole number from 0
 * @param p    probability of success in each
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.binom
 * @example stats.binom.sf [0, 3] 10 0.25 -> [0.94368649 0.22412491]
 */
gla_status gla_stats_binom_sf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL));

/** Logarithm of the distribution function, with all digits where that itself is 0.
 *
 * @param k    real array or number
 * @param n    number of trials, a whole number from 0
 * @param p    probability of success in each
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.binom
 * @example stats.binom.logcdf [0, 3] 10 0.25 -> [-2.87682072 -0.25376374]
 */
gla_status gla_stats_binom_logcdf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                                  const gla_array *loc GLA_DEFAULT(= NULL));

/** Logarithm of the upper tail, with all digits where that itself is 0.
 *
 * @param k    real array or number
 * @param n    number of trials, a whole number from 0
 * @param p    probability of success in each
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.binom
 * @example stats.binom.logsf [0, 3] 10 0.25 -> [-0.05796128 -1.49555176]
 */
gla_status gla_stats_binom_logsf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL));

/** Quantile, the first whole number up to which the probability is q or more.
 *
 * @param q    probabilities
 * @param n    number of trials, a whole number from 0
 * @param p    probability of success in each
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.binom
 * @example stats.binom.ppf [0.05, 0.5] 10 0.25 -> [0. 2.]
 */
gla_status gla_stats_binom_ppf(const gla_array *q, const gla_array *n, const gla_array *p, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL));

/** Upper quantile, the first whole number beyond which the probability is q or less.
 *
 * @param q    probabilities
 * @param n    number of trials, a whole number from 0
 * @param p    probability of success in each
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.binom
 * @example stats.binom.isf [0.05, 0.5] 10 0.25 -> [5. 2.]
 */
gla_status gla_stats_binom_isf(const gla_array *q, const gla_array *n, const gla_array *p, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
