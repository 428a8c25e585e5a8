/* stats_norm.h - normal distribution.  @namespace stats.norm Stats::Norm  Names and order of arguments are those of
 * scipy.stats.norm; arguments broadcast and promote as those of special functions.  Parameters outside of what they may be
 * give NaN, and so do probabilities outside of [0, 1]; tails are computed as such, with all digits.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_STATS_NORM_H
#define GPULINALG_STATS_NORM_H

#include "core.h"

GLA_BEGIN_DECLS

/** Density.
 *
 * @param x      real array or number
 * @param loc    mean; none means 0
 * @param scale  standard deviation, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.norm
 * @example stats.norm.pdf [0.0, 2.0] -> [0.39894228 0.05399097]
 */
gla_status gla_stats_norm_pdf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                              const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the density, with all digits where the density itself is 0.
 *
 * @param x      real array or number
 * @param loc    mean; none means 0
 * @param scale  standard deviation, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.norm
 * @example stats.norm.logpdf [0.0, 2.0] -> [-0.91893853 -2.91893853]
 */
gla_status gla_stats_norm_logpdf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                                 const gla_array *scale GLA_DEFAULT(= NULL));

/** Distribution function, the probability of x or less.
 *
 * @param x      real array or number
 * @param loc    mean; none means 0
 * @param scale  standard deviation, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.norm
 * @example stats.norm.cdf [0.0, 2.0] -> [0.5        0.97724987]
 */
gla_status gla_stats_norm_cdf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                              const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper tail, the probability of more than x, with all digits where it is tiny.
 *
 * @param x      real array or number
 * @param loc    mean; none means 0
 * @param scale  standard deviation, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.norm
 * @example stats.norm.sf [0.0, 2.0] -> [0.5        0.02275013]
 */
gla_status gla_stats_norm_sf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                             const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the distribution function, with all digits in the tail.
 *
 * @param x      real array or number
 * @param loc    mean; none means 0
 * @param scale  standard deviation, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.norm
 * @example stats.norm.logcdf [0.0, 2.0] -> [-0.69314718 -0.02301291]
 */
gla_status gla_stats_norm_logcdf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                                 const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the upper tail, with all digits where that itself is 0.
 *
 * @param x      real array or number
 * @param loc    mean; none means 0
 * @param scale  standard deviation, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.norm
 * @example stats.norm.logsf [0.0, 2.0] -> [-0.69314718 -3.78318433]
 */
gla_status gla_stats_norm_logsf(const gla_array *x, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                                const gla_array *scale GLA_DEFAULT(= NULL));

/** Quantile, the inverse of `stats.norm.cdf`.
 *
 * @param q      probabilities
 * @param loc    mean; none means 0
 * @param scale  standard deviation, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.norm
 * @example stats.norm.ppf [0.05, 0.5] -> [-1.64485363  0.        ]
 */
gla_status gla_stats_norm_ppf(const gla_array *q, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                              const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper quantile, the inverse of `stats.norm.sf`.
 *
 * @param q      probabilities
 * @param loc    mean; none means 0
 * @param scale  standard deviation, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.norm
 * @example stats.norm.isf [0.05, 0.5] -> [1.64485363 0.        ]
 */
gla_status gla_stats_norm_isf(const gla_array *q, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                              const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
