/* stats_t.h - Student's t distribution.  @namespace stats.t Stats::T  Names and order of arguments are those of
 * scipy.stats.t; arguments broadcast and promote as those of special functions.  Parameters outside of what they may be
 * give NaN, and so do probabilities outside of [0, 1]; tails are computed as such, with all digits.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_STATS_T_H
#define GPULINALG_STATS_T_H

#include "core.h"

GLA_BEGIN_DECLS

/** Density.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0; Inf is the normal distribution
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.t
 * @example stats.t.pdf [0.0, 2.5] 5.0 -> [0.37960669 0.03332624]
 */
gla_status gla_stats_t_pdf(const gla_array *x, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                           const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the density, with all digits where the density itself is 0.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0; Inf is the normal distribution
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.t
 * @example stats.t.logpdf [0.0, 2.5] 5.0 -> [-0.96861959 -3.40141024]
 */
gla_status gla_stats_t_logpdf(const gla_array *x, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Distribution function, the probability of x or less.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0; Inf is the normal distribution
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.t
 * @example stats.t.cdf [0.0, 2.5] 5.0 -> [0.5        0.97275495]
 */
gla_status gla_stats_t_cdf(const gla_array *x, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                           const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper tail, the probability of more than x, with all digits where it is tiny.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0; Inf is the normal distribution
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.t
 * @example stats.t.sf [0.0, 2.5] 5.0 -> [0.5        0.02724505]
 */
gla_status gla_stats_t_sf(const gla_array *x, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                          const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the distribution function, with all digits where that itself is 0.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0; Inf is the normal distribution
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.t
 * @example stats.t.logcdf [0.0, 2.5] 5.0 -> [-0.69314718 -0.02762308]
 */
gla_status gla_stats_t_logcdf(const gla_array *x, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the upper tail, with all digits where that itself is 0.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0; Inf is the normal distribution
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.t
 * @example stats.t.logsf [0.0, 2.5] 5.0 -> [-0.69314718 -3.60288344]
 */
gla_status gla_stats_t_logsf(const gla_array *x, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                             const gla_array *scale GLA_DEFAULT(= NULL));

/** Quantile, the inverse of `stats.t.cdf`.
 *
 * @param q      probabilities
 * @param df     degrees of freedom, above 0; Inf is the normal distribution
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.t
 * @example stats.t.ppf [0.05, 0.5] 5.0 -> [-2.01504837  0.        ]
 */
gla_status gla_stats_t_ppf(const gla_array *q, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                           const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper quantile, the inverse of `stats.t.sf`.
 *
 * @param q      probabilities
 * @param df     degrees of freedom, above 0; Inf is the normal distribution
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.t
 * @example stats.t.isf [0.05, 0.5] 5.0 -> [2.01504837 0.        ]
 */
gla_status gla_stats_t_isf(const gla_array *q, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                           const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
