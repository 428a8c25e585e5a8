/* stats_f.h - F distribution.  @namespace stats.f Stats::F  The names and the order of arguments are those of scipy.stats.f.
 * Arguments broadcast and are promoted as in the functions of `special`. Invalid parameters and probabilities outside [0, 1]
 * yield NaN. Tail probabilities are computed directly, not as differences from 1, so small probabilities are accurate.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_STATS_F_H
#define GPULINALG_STATS_F_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the probability density of the F distribution.
 *
 * @param x      real array or scalar
 * @param dfn    degrees of freedom of the numerator, positive
 * @param dfd    degrees of freedom of the denominator, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, dfn, dfd, loc, scale, out
 * @see    scipy.stats.f
 * @example stats.f.pdf [1.0, 4.0] 2.0 10.0 -> [0.33489798 0.02940119]
 */
gla_status gla_stats_f_pdf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                           const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the log density of the F distribution, accurate even where the density underflows to 0.
 *
 * @param x      real array or scalar
 * @param dfn    degrees of freedom of the numerator, positive
 * @param dfd    degrees of freedom of the denominator, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, dfn, dfd, loc, scale, out
 * @see    scipy.stats.f
 * @example stats.f.logpdf [1.0, 4.0] 2.0 10.0 -> [-1.09392934 -3.52671999]
 */
gla_status gla_stats_f_logpdf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the cumulative distribution function P(X ≤ x) of the F distribution.
 *
 * @param x      real array or scalar
 * @param dfn    degrees of freedom of the numerator, positive
 * @param dfd    degrees of freedom of the denominator, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, dfn, dfd, loc, scale
 * @see    scipy.stats.f
 * @example stats.f.cdf [1.0, 4.0] 2.0 10.0 -> [0.59812243 0.94707785]
 */
gla_status gla_stats_f_cdf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                           const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the upper tail probability P(X > x) of the F distribution, accurate even if the probability is tiny.
 *
 * @param x      real array or scalar
 * @param dfn    degrees of freedom of the numerator, positive
 * @param dfd    degrees of freedom of the denominator, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, dfn, dfd, loc, scale
 * @see    scipy.stats.f
 * @example stats.f.sf [1.0, 4.0] 2.0 10.0 -> [0.40187757 0.05292215]
 */
gla_status gla_stats_f_sf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                          const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X ≤ x) of the F distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param dfn    degrees of freedom of the numerator, positive
 * @param dfd    degrees of freedom of the denominator, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, dfn, dfd, loc, scale, out
 * @see    scipy.stats.f
 * @example stats.f.logcdf [1.0, 4.0] 2.0 10.0 -> [-0.51395982 -0.05437398]
 */
gla_status gla_stats_f_logcdf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X > x) of the F distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param dfn    degrees of freedom of the numerator, positive
 * @param dfd    degrees of freedom of the denominator, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, dfn, dfd, loc, scale, out
 * @see    scipy.stats.f
 * @example stats.f.logsf [1.0, 4.0] 2.0 10.0 -> [-0.91160778 -2.93893332]
 */
gla_status gla_stats_f_logsf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                             const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return quantiles of the F distribution, the inverse of `stats.f.cdf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param dfn    degrees of freedom of the numerator, positive
 * @param dfd    degrees of freedom of the denominator, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves dfn, dfd, loc, scale, out
 * @see    scipy.stats.f
 * @example stats.f.ppf [0.05, 0.5] 2.0 10.0 -> [0.0515573  0.74349177]
 */
gla_status gla_stats_f_ppf(const gla_array *q, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                           const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return upper quantiles of the F distribution, the inverse of `stats.f.sf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param dfn    degrees of freedom of the numerator, positive
 * @param dfd    degrees of freedom of the denominator, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves dfn, dfd, loc, scale, out
 * @see    scipy.stats.f
 * @example stats.f.isf [0.05, 0.5] 2.0 10.0 -> [4.10282102 0.74349177]
 */
gla_status gla_stats_f_isf(const gla_array *q, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                           const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
