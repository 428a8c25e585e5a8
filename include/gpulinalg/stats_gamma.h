/* stats_gamma.h - Gamma distribution.  @namespace stats.gamma Stats::Gamma  The names and the order of arguments are those of
 * scipy.stats.gamma. Arguments broadcast and are promoted as in the functions of `special`. Invalid parameters and
 * probabilities outside [0, 1] yield NaN. Tail probabilities are computed directly, not as differences from 1, so small
 * probabilities are accurate.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_STATS_GAMMA_H
#define GPULINALG_STATS_GAMMA_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the probability density of the gamma distribution.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, loc, scale, out
 * @see    scipy.stats.gamma
 * @example stats.gamma.pdf [1.0, 5.0] 2.5 -> [0.27673833 0.05666911]
 */
gla_status gla_stats_gamma_pdf(const gla_array *x, const gla_array *a, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the log density of the gamma distribution, accurate even where the density underflows to 0.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, loc, scale, out
 * @see    scipy.stats.gamma
 * @example stats.gamma.logpdf [1.0, 5.0] 2.5 -> [-1.28468287 -2.870526  ]
 */
gla_status gla_stats_gamma_logpdf(const gla_array *x, const gla_array *a, gla_array **out,
                                  const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the cumulative distribution function P(X ≤ x) of the gamma distribution.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, loc, scale
 * @see    scipy.stats.gamma
 * @example stats.gamma.cdf [1.0, 5.0] 2.5 -> [0.15085496 0.92476475]
 */
gla_status gla_stats_gamma_cdf(const gla_array *x, const gla_array *a, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the upper tail probability P(X > x) of the gamma distribution, accurate even if the probability is tiny.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, loc, scale
 * @see    scipy.stats.gamma
 * @example stats.gamma.sf [1.0, 5.0] 2.5 -> [0.84914504 0.07523525]
 */
gla_status gla_stats_gamma_sf(const gla_array *x, const gla_array *a, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                              const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X ≤ x) of the gamma distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, loc, scale, out
 * @see    scipy.stats.gamma
 * @example stats.gamma.logcdf [1.0, 5.0] 2.5 -> [-1.89143641 -0.07821589]
 */
gla_status gla_stats_gamma_logcdf(const gla_array *x, const gla_array *a, gla_array **out,
                                  const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X > x) of the gamma distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, loc, scale, out
 * @see    scipy.stats.gamma
 * @example stats.gamma.logsf [1.0, 5.0] 2.5 -> [-0.16352528 -2.58713546]
 */
gla_status gla_stats_gamma_logsf(const gla_array *x, const gla_array *a, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return quantiles of the gamma distribution, the inverse of `stats.gamma.cdf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param a      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, loc, scale, out
 * @see    scipy.stats.gamma
 * @example stats.gamma.ppf [0.05, 0.5] 2.5 -> [0.57273811 2.1757301 ]
 */
gla_status gla_stats_gamma_ppf(const gla_array *q, const gla_array *a, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return upper quantiles of the gamma distribution, the inverse of `stats.gamma.sf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param a      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, loc, scale, out
 * @see    scipy.stats.gamma
 * @example stats.gamma.isf [0.05, 0.5] 2.5 -> [5.53524885 2.1757301 ]
 */
gla_status gla_stats_gamma_isf(const gla_array *q, const gla_array *a, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
