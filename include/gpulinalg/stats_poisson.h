/* stats_poisson.h - Poisson distribution.  @namespace stats.poisson Stats::Poisson  Names and order of arguments are those of
 * scipy.stats.poisson; arguments broadcast and promote as those of special functions.  Parameters outside of what they may be
 * give NaN, and so do probabilities outside of [0, 1]; tails are computed as such, with all digits.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_STATS_POISSON_H
#define GPULINALG_STATS_POISSON_H

#include "core.h"

GLA_BEGIN_DECLS

/** Probability of k; 0 where k is not a whole number.
 *
 * @param k    real array or number
 * @param mu   mean, 0 or more
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.poisson
 * @example stats.poisson.pmf [0, 3] 2.5 -> [0.082085   0.21376302]
 */
gla_status gla_stats_poisson_pmf(const gla_array *k, const gla_array *mu, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL));

/** Logarithm of the probability of k; −Inf where k is not a whole number.
 *
 * @param k    real array or number
 * @param mu   mean, 0 or more
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.poisson
 * @example stats.poisson.logpmf [0, 3] 2.5 -> [-2.5        -1.54288727]
 */
gla_status gla_stats_poisson_logpmf(const gla_array *k, const gla_array *mu, gla_array **out,
                                    const gla_array *loc GLA_DEFAULT(= NULL));

/** Distribution function, the probability of k or less.
 *
 * @param k    real array or number
 * @param mu   mean, 0 or more
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.poisson
 * @example stats.poisson.cdf [0, 3] 2.5 -> [0.082085   0.75757613]
 */
gla_status gla_stats_poisson_cdf(const gla_array *k, const gla_array *mu, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL));

/** Upper tail, the probability of more than k, with all digits where it is tiny.
 *
 * @param k    real array or number
 * @param mu   mean, 0 or more
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.poisson
 * @example stats.poisson.sf [0, 3] 2.5 -> [0.917915   0.24242387]
 */
gla_status gla_stats_poisson_sf(const gla_array *k, const gla_array *mu, gla_array **out,
                                const gla_array *loc GLA_DEFAULT(= NULL));

/** Logarithm of the distribution function, with all digits where that itself is 0.
 *
 * @param k    real array or number
 * @param mu   mean, 0 or more
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.poisson
 * @example stats.poisson.logcdf [0, 3] 2.5 -> [-2.5        -0.27763124]
 */
gla_status gla_stats_poisson_logcdf(const gla_array *k, const gla_array *mu, gla_array **out,
                                    const gla_array *loc GLA_DEFAULT(= NULL));

/** Logarithm of the upper tail, with all digits where that itself is 0.
 *
 * @param k    real array or number
 * @param mu   mean, 0 or more
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.poisson
 * @example stats.poisson.logsf [0, 3] 2.5 -> [-0.08565048 -1.41706757]
 */
gla_status gla_stats_poisson_logsf(const gla_array *k, const gla_array *mu, gla_array **out,
                                   const gla_array *loc GLA_DEFAULT(= NULL));

/** Quantile, the first whole number up to which the probability is q or more.
 *
 * @param q    probabilities
 * @param mu   mean, 0 or more
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.poisson
 * @example stats.poisson.ppf [0.05, 0.5] 2.5 -> [0. 2.]
 */
gla_status gla_stats_poisson_ppf(const gla_array *q, const gla_array *mu, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL));

/** Upper quantile, the first whole number beyond which the probability is q or less.
 *
 * @param q    probabilities
 * @param mu   mean, 0 or more
 * @param loc  place; none means 0
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.poisson
 * @example stats.poisson.isf [0.05, 0.5] 2.5 -> [5. 2.]
 */
gla_status gla_stats_poisson_isf(const gla_array *q, const gla_array *mu, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
