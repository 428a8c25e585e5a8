/* stats_norm.h - Normal distribution.  @namespace stats.norm Stats::Norm  The names and the order of arguments are those of
 * scipy.stats.norm. Arguments broadcast and are promoted as in the functions of `special`. Invalid parameters and probabilities
 * outside [0, 1] yield NaN. Tail probabilities are computed directly, not as differences from 1, so small probabilities are
 * accurate.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_STATS_NORM_H
#define GPULINALG_STATS_NORM_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the probability density of the normal distribution.
 *
 * @param x      real array or scalar
 * @param loc    mean; 0 if not given
 * @param scale  standard deviation, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, loc, scale, out
 * @see    scipy.stats.norm
 * @example stats.norm.pdf [0.0, 2.0] -> [0.39894228 0.05399097]
 */
gla_status gla_stats_norm_pdf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                              const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the log density of the normal distribution, accurate even where the density underflows to 0.
 *
 * @param x      real array or scalar
 * @param loc    mean; 0 if not given
 * @param scale  standard deviation, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, loc, scale, out
 * @see    scipy.stats.norm
 * @example stats.norm.logpdf [0.0, 2.0] -> [-0.91893853 -2.91893853]
 */
gla_status gla_stats_norm_logpdf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                                 const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the cumulative distribution function P(X ≤ x) of the normal distribution.
 *
 * @param x      real array or scalar
 * @param loc    mean; 0 if not given
 * @param scale  standard deviation, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, loc, scale
 * @see    scipy.stats.norm
 * @example stats.norm.cdf [0.0, 2.0] -> [0.5        0.97724987]
 */
gla_status gla_stats_norm_cdf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                              const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the upper tail probability P(X > x) of the normal distribution, accurate even if the probability is tiny.
 *
 * @param x      real array or scalar
 * @param loc    mean; 0 if not given
 * @param scale  standard deviation, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, loc, scale
 * @see    scipy.stats.norm
 * @example stats.norm.sf [0.0, 2.0] -> [0.5        0.02275013]
 */
gla_status gla_stats_norm_sf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                             const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X ≤ x) of the normal distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param loc    mean; 0 if not given
 * @param scale  standard deviation, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, loc, scale, out
 * @see    scipy.stats.norm
 * @example stats.norm.logcdf [0.0, 2.0] -> [-0.69314718 -0.02301291]
 */
gla_status gla_stats_norm_logcdf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                                 const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X > x) of the normal distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param loc    mean; 0 if not given
 * @param scale  standard deviation, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, loc, scale, out
 * @see    scipy.stats.norm
 * @example stats.norm.logsf [0.0, 2.0] -> [-0.69314718 -3.78318433]
 */
gla_status gla_stats_norm_logsf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                                const gla_array *scale GLA_DEFAULT(= NULL));

/** Return quantiles of the normal distribution, the inverse of `stats.norm.cdf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param loc    mean; 0 if not given
 * @param scale  standard deviation, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves loc, scale, out
 * @see    scipy.stats.norm
 * @example stats.norm.ppf [0.05, 0.5] -> [-1.64485363  0.        ]
 */
gla_status gla_stats_norm_ppf(const gla_array *q, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                              const gla_array *scale GLA_DEFAULT(= NULL));

/** Return upper quantiles of the normal distribution, the inverse of `stats.norm.sf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param loc    mean; 0 if not given
 * @param scale  standard deviation, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves loc, scale, out
 * @see    scipy.stats.norm
 * @example stats.norm.isf [0.05, 0.5] -> [1.64485363 0.        ]
 */
gla_status gla_stats_norm_isf(const gla_array *q, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                              const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
