/* stats_gamma.h - gamma distribution.  @namespace stats.gamma Stats::Gamma  Names and order of arguments are those of
 * scipy.stats.gamma; arguments broadcast and promote as those of special functions.  Parameters outside of what they may be
 * give NaN, and so do probabilities outside of [0, 1]; tails are computed as such, with all digits.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_STATS_GAMMA_H
#define GPULINALG_STATS_GAMMA_H

#include "core.h"

GLA_BEGIN_DECLS

/** Density.
 *
 * @param x      real array or number
 * @param a      shape, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.gamma
 * @example stats.gamma.pdf [1.0, 5.0] 2.5 -> [0.27673833 0.05666911]
 */
gla_status gla_stats_gamma_pdf(const gla_array *x, const gla_array *a, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the density, with all digits where the density itself is 0.
 *
 * @param x      real array or number
 * @param a      shape, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.gamma
 * @example stats.gamma.logpdf [1.0, 5.0] 2.5 -> [-1.28468287 -2.870526  ]
 */
gla_status gla_stats_gamma_logpdf(const gla_array *x, const gla_array *a, gla_array **out,
                                  const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Distribution function, the probability of x or less.
 *
 * @param x      real array or number
 * @param a      shape, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.gamma
 * @example stats.gamma.cdf [1.0, 5.0] 2.5 -> [0.15085496 0.92476475]
 */
gla_status gla_stats_gamma_cdf(const gla_array *x, const gla_array *a, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper tail, the probability of more than x, with all digits where it is tiny.
 *
 * @param x      real array or number
 * @param a      shape, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.gamma
 * @example stats.gamma.sf [1.0, 5.0] 2.5 -> [0.84914504 0.07523525]
 */
gla_status gla_stats_gamma_sf(const gla_array *x, const gla_array *a, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                              const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the distribution function, with all digits where that itself is 0.
 *
 * @param x      real array or number
 * @param a      shape, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.gamma
 * @example stats.gamma.logcdf [1.0, 5.0] 2.5 -> [-1.89143641 -0.07821589]
 */
gla_status gla_stats_gamma_logcdf(const gla_array *x, const gla_array *a, gla_array **out,
                                  const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the upper tail, with all digits where that itself is 0.
 *
 * @param x      real array or number
 * @param a      shape, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.gamma
 * @example stats.gamma.logsf [1.0, 5.0] 2.5 -> [-0.16352528 -2.58713546]
 */
gla_status gla_stats_gamma_logsf(const gla_array *x, const gla_array *a, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Quantile, the inverse of `stats.gamma.cdf`.
 *
 * @param q      probabilities
 * @param a      shape, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.gamma
 * @example stats.gamma.ppf [0.05, 0.5] 2.5 -> [0.57273811 2.1757301 ]
 */
gla_status gla_stats_gamma_ppf(const gla_array *q, const gla_array *a, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper quantile, the inverse of `stats.gamma.sf`.
 *
 * @param q      probabilities
 * @param a      shape, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.gamma
 * @example stats.gamma.isf [0.05, 0.5] 2.5 -> [5.53524885 2.1757301 ]
 */
gla_status gla_stats_gamma_isf(const gla_array *q, const gla_array *a, gla_array **out,
                               const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
