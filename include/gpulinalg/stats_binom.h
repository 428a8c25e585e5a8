/* stats_binom.h - Binomial distribution.  @namespace stats.binom Stats::Binom  The names and the order of arguments are those
 * of scipy.stats.binom. Arguments broadcast and are promoted as in the functions of `special`. Invalid parameters and
 * probabilities outside [0, 1] yield NaN. Tail probabilities are computed directly, not as differences from 1, so small
 * probabilities are accurate.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_STATS_BINOM_H
#define GPULINALG_STATS_BINOM_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the probability P(K = k) of the binomial distribution; 0 if k is not an integer.
 *
 * @param k    real array or scalar
 * @param n    number of trials, a non-negative integer
 * @param p    probability of success in each trial
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if p, n if p, p if p, loc if p
 * @see    scipy.stats.binom
 * @example stats.binom.pmf [0, 3] 10 0.25 -> [0.05631351 0.25028229]
 */
gla_status gla_stats_binom_pmf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL));

/** Return the log probability log P(K = k) of the binomial distribution; −Inf if k is not an integer.
 *
 * @param k    real array or scalar
 * @param n    number of trials, a non-negative integer
 * @param p    probability of success in each trial
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if p, n if p, p if p, loc if p, out
 * @see    scipy.stats.binom
 * @example stats.binom.logpmf [0, 3] 10 0.25 -> [-2.87682072 -1.38516585]
 */
gla_status gla_stats_binom_logpmf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                                  const gla_array *loc GLA_DEFAULT(= NULL));

/** Return the cumulative distribution function P(K ≤ k) of the binomial distribution.
 *
 * @param k    real array or scalar
 * @param n    number of trials, a non-negative integer
 * @param p    probability of success in each trial
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if p, n if p, p if p, loc if p
 * @see    scipy.stats.binom
 * @example stats.binom.cdf [0, 3] 10 0.25 -> [0.05631351 0.77587509]
 */
gla_status gla_stats_binom_cdf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL));

/** Return the upper tail probability P(K > k) of the binomial distribution, accurate even if the probability is tiny.
 *
 * @param k    real array or scalar
 * @param n    number of trials, a non-negative integer
 * @param p    probability of success in each trial
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if p, n if p, p if p, loc if p
 * @see    scipy.stats.binom
 * @example stats.binom.sf [0, 3] 10 0.25 -> [0.94368649 0.22412491]
 */
gla_status gla_stats_binom_sf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL));

/** Return log P(K ≤ k) of the binomial distribution, accurate even where the probability underflows to 0.
 *
 * @param k    real array or scalar
 * @param n    number of trials, a non-negative integer
 * @param p    probability of success in each trial
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if p, n if p, p if p, loc if p, out
 * @see    scipy.stats.binom
 * @example stats.binom.logcdf [0, 3] 10 0.25 -> [-2.87682072 -0.25376374]
 */
gla_status gla_stats_binom_logcdf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                                  const gla_array *loc GLA_DEFAULT(= NULL));

/** Return log P(K > k) of the binomial distribution, accurate even where the probability underflows to 0.
 *
 * @param k    real array or scalar
 * @param n    number of trials, a non-negative integer
 * @param p    probability of success in each trial
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if p, n if p, p if p, loc if p, out
 * @see    scipy.stats.binom
 * @example stats.binom.logsf [0, 3] 10 0.25 -> [-0.05796128 -1.49555176]
 */
gla_status gla_stats_binom_logsf(const gla_array *k, const gla_array *n, const gla_array *p, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL));

/** Return quantiles of the binomial distribution: the smallest integer k with P(K ≤ k) ≥ q.
 *
 * @param q    probabilities, from 0 to 1
 * @param n    number of trials, a non-negative integer
 * @param p    probability of success in each trial
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    loc: g
 * @see    scipy.stats.binom
 * @example stats.binom.ppf [0.05, 0.5] 10 0.25 -> [0. 2.]
 */
gla_status gla_stats_binom_ppf(const gla_array *q, const gla_array *n, const gla_array *p, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL));

/** Return upper quantiles of the binomial distribution: the smallest integer k with P(K > k) ≤ q.
 *
 * @param q    probabilities, from 0 to 1
 * @param n    number of trials, a non-negative integer
 * @param p    probability of success in each trial
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    loc: g
 * @see    scipy.stats.binom
 * @example stats.binom.isf [0.05, 0.5] 10 0.25 -> [5. 2.]
 */
gla_status gla_stats_binom_isf(const gla_array *q, const gla_array *n, const gla_array *p, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
