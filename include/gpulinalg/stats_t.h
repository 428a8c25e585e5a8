/* stats_t.h - Student's t distribution.  @namespace stats.t Stats::T  The names and the order of arguments are those of
 * scipy.stats.t. Arguments broadcast and are promoted as in the functions of `special`. Invalid parameters and probabilities
 * outside [0, 1] yield NaN. Tail probabilities are computed directly, not as differences from 1, so small probabilities are
 * accurate.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_STATS_T_H
#define GPULINALG_STATS_T_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the probability density of Student's t distribution.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive; Inf yields the normal distribution
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale, out
 * @see    scipy.stats.t
 * @example stats.t.pdf [0.0, 2.5] 5.0 -> [0.37960669 0.03332624]
 */
gla_status gla_stats_t_pdf(const gla_array *x, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                           const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the log density of Student's t distribution, accurate even where the density underflows to 0.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive; Inf yields the normal distribution
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale, out
 * @see    scipy.stats.t
 * @example stats.t.logpdf [0.0, 2.5] 5.0 -> [-0.96861959 -3.40141024]
 */
gla_status gla_stats_t_logpdf(const gla_array *x, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the cumulative distribution function P(X ≤ x) of Student's t distribution.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive; Inf yields the normal distribution
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale
 * @see    scipy.stats.t
 * @example stats.t.cdf [0.0, 2.5] 5.0 -> [0.5        0.97275495]
 */
gla_status gla_stats_t_cdf(const gla_array *x, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                           const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the upper tail probability P(X > x) of Student's t distribution, accurate even if the probability is tiny.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive; Inf yields the normal distribution
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale
 * @see    scipy.stats.t
 * @example stats.t.sf [0.0, 2.5] 5.0 -> [0.5        0.02724505]
 */
gla_status gla_stats_t_sf(const gla_array *x, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                          const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X ≤ x) of Student's t distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive; Inf yields the normal distribution
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale, out
 * @see    scipy.stats.t
 * @example stats.t.logcdf [0.0, 2.5] 5.0 -> [-0.69314718 -0.02762308]
 */
gla_status gla_stats_t_logcdf(const gla_array *x, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X > x) of Student's t distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive; Inf yields the normal distribution
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale, out
 * @see    scipy.stats.t
 * @example stats.t.logsf [0.0, 2.5] 5.0 -> [-0.69314718 -3.60288344]
 */
gla_status gla_stats_t_logsf(const gla_array *x, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                             const gla_array *scale GLA_DEFAULT(= NULL));

/** Return quantiles of Student's t distribution, the inverse of `stats.t.cdf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param df     degrees of freedom, positive; Inf yields the normal distribution
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves df, loc, scale, out
 * @see    scipy.stats.t
 * @example stats.t.ppf [0.05, 0.5] 5.0 -> [-2.01504837  0.        ]
 */
gla_status gla_stats_t_ppf(const gla_array *q, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                           const gla_array *scale GLA_DEFAULT(= NULL));

/** Return upper quantiles of Student's t distribution, the inverse of `stats.t.sf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param df     degrees of freedom, positive; Inf yields the normal distribution
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves df, loc, scale, out
 * @see    scipy.stats.t
 * @example stats.t.isf [0.05, 0.5] 5.0 -> [2.01504837 0.        ]
 */
gla_status gla_stats_t_isf(const gla_array *q, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                           const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
