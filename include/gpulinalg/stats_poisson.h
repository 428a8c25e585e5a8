/* stats_poisson.h - Poisson distribution.  @namespace stats.poisson Stats::Poisson  The names and the order of arguments are
 * those of scipy.stats.poisson. Arguments broadcast and are promoted as in the functions of `special`. Invalid parameters and
 * probabilities outside [0, 1] yield NaN. Tail probabilities are computed directly, not as differences from 1, so small
 * probabilities are accurate.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_STATS_POISSON_H
#define GPULINALG_STATS_POISSON_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the probability P(K = k) of the Poisson distribution; 0 if k is not an integer.
 *
 * @param k    real array or scalar
 * @param mu   mean, non-negative
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if mu, mu if mu, loc if mu
 * @see    scipy.stats.poisson
 * @example stats.poisson.pmf [0, 3] 2.5 -> [0.082085   0.21376302]
 */
gla_status gla_stats_poisson_pmf(const gla_array *k, const gla_array *mu, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL));

/** Return the log probability log P(K = k) of the Poisson distribution; −Inf if k is not an integer.
 *
 * @param k    real array or scalar
 * @param mu   mean, non-negative
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if mu, mu if mu, loc if mu, out
 * @see    scipy.stats.poisson
 * @example stats.poisson.logpmf [0, 3] 2.5 -> [-2.5        -1.54288727]
 */
gla_status gla_stats_poisson_logpmf(const gla_array *k, const gla_array *mu, gla_array **out,
                                    const gla_array *loc GLA_DEFAULT(= NULL));

/** Return the cumulative distribution function P(K ≤ k) of the Poisson distribution.
 *
 * @param k    real array or scalar
 * @param mu   mean, non-negative
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if mu, mu if mu, loc if mu
 * @see    scipy.stats.poisson
 * @example stats.poisson.cdf [0, 3] 2.5 -> [0.082085   0.75757613]
 */
gla_status gla_stats_poisson_cdf(const gla_array *k, const gla_array *mu, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL));

/** Return the upper tail probability P(K > k) of the Poisson distribution, accurate even if the probability is tiny.
 *
 * @param k    real array or scalar
 * @param mu   mean, non-negative
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if mu, mu if mu, loc if mu
 * @see    scipy.stats.poisson
 * @example stats.poisson.sf [0, 3] 2.5 -> [0.917915   0.24242387]
 */
gla_status gla_stats_poisson_sf(const gla_array *k, const gla_array *mu, gla_array **out,
                                const gla_array *loc GLA_DEFAULT(= NULL));

/** Return log P(K ≤ k) of the Poisson distribution, accurate even where the probability underflows to 0.
 *
 * @param k    real array or scalar
 * @param mu   mean, non-negative
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if mu, mu if mu, loc if mu, out
 * @see    scipy.stats.poisson
 * @example stats.poisson.logcdf [0, 3] 2.5 -> [-2.5        -0.27763124]
 */
gla_status gla_stats_poisson_logcdf(const gla_array *k, const gla_array *mu, gla_array **out,
                                    const gla_array *loc GLA_DEFAULT(= NULL));

/** Return log P(K > k) of the Poisson distribution, accurate even where the probability underflows to 0.
 *
 * @param k    real array or scalar
 * @param mu   mean, non-negative
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves k if mu, mu if mu, loc if mu, out
 * @see    scipy.stats.poisson
 * @example stats.poisson.logsf [0, 3] 2.5 -> [-0.08565048 -1.41706757]
 */
gla_status gla_stats_poisson_logsf(const gla_array *k, const gla_array *mu, gla_array **out,
                                   const gla_array *loc GLA_DEFAULT(= NULL));

/** Return quantiles of the Poisson distribution: the smallest integer k with P(K ≤ k) ≥ q.
 *
 * @param q    probabilities, from 0 to 1
 * @param mu   mean, non-negative
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    loc: g
 * @see    scipy.stats.poisson
 * @example stats.poisson.ppf [0.05, 0.5] 2.5 -> [0. 2.]
 */
gla_status gla_stats_poisson_ppf(const gla_array *q, const gla_array *mu, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL));

/** Return upper quantiles of the Poisson distribution: the smallest integer k with P(K > k) ≤ q.
 *
 * @param q    probabilities, from 0 to 1
 * @param mu   mean, non-negative
 * @param loc  location; 0 if not given
 * @return     real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    loc: g
 * @see    scipy.stats.poisson
 * @example stats.poisson.isf [0.05, 0.5] 2.5 -> [5. 2.]
 */
gla_status gla_stats_poisson_isf(const gla_array *q, const gla_array *mu, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
