/* stats_beta.h - beta distribution.  @namespace stats.beta Stats::Beta  Names and order of arguments are those of
 * scipy.stats.beta; arguments broadcast and promote as those of special functions.  Parameters outside of what they may be
 * give NaN, and so do probabilities outside of [0, 1]; tails are computed as such, with all digits
 * unless a parameter is below 0.1 and a small tail is the rest of a large one (`special.betainc`).
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_STATS_BETA_H
#define GPULINALG_STATS_BETA_H

#include "core.h"

GLA_BEGIN_DECLS

/** Density.
 *
 * @param x      real array or number
 * @param a      parameter, above 0
 * @param b      parameter, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.beta
 * @example stats.beta.pdf [0.25, 0.5] 2.0 3.0 -> [1.6875 1.5   ]
 */
gla_status gla_stats_beta_pdf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the density, with all digits where the density itself is 0.
 *
 * @param x      real array or number
 * @param a      parameter, above 0
 * @param b      parameter, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.beta
 * @example stats.beta.logpdf [0.25, 0.5] 2.0 3.0 -> [0.52324814 0.40546511]
 */
gla_status gla_stats_beta_logpdf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Distribution function, the probability of x or less.
 *
 * @param x      real array or number
 * @param a      parameter, above 0
 * @param b      parameter, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.beta
 * @example stats.beta.cdf [0.25, 0.5] 2.0 3.0 -> [0.26171875 0.6875    ]
 */
gla_status gla_stats_beta_cdf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper tail, the probability of more than x, with all digits where it is tiny.
 *
 * @param x      real array or number
 * @param a      parameter, above 0
 * @param b      parameter, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.beta
 * @example stats.beta.sf [0.25, 0.5] 2.0 3.0 -> [0.73828125 0.3125    ]
 */
gla_status gla_stats_beta_sf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                             const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the distribution function, with all digits where that itself is 0.
 *
 * @param x      real array or number
 * @param a      parameter, above 0
 * @param b      parameter, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.beta
 * @example stats.beta.logcdf [0.25, 0.5] 2.0 3.0 -> [-1.34048483 -0.37469345]
 */
gla_status gla_stats_beta_logcdf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the upper tail, with all digits where that itself is 0.
 *
 * @param x      real array or number
 * @param a      parameter, above 0
 * @param b      parameter, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.beta
 * @example stats.beta.logsf [0.25, 0.5] 2.0 3.0 -> [-0.30343043 -1.16315081]
 */
gla_status gla_stats_beta_logsf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                                const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Quantile, the inverse of `stats.beta.cdf`.
 *
 * @param q      probabilities
 * @param a      parameter, above 0
 * @param b      parameter, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.beta
 * @example stats.beta.ppf [0.05, 0.5] 2.0 3.0 -> [0.09761146 0.38572757]
 */
gla_status gla_stats_beta_ppf(const gla_array *q, const gla_array *a, const gla_array *b, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper quantile, the inverse of `stats.beta.sf`.
 *
 * @param q      probabilities
 * @param a      parameter, above 0
 * @param b      parameter, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.beta
 * @example stats.beta.isf [0.05, 0.5] 2.0 3.0 -> [0.75139537 0.38572757]
 */
gla_status gla_stats_beta_isf(const gla_array *q, const gla_array *a, const gla_array *b, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
