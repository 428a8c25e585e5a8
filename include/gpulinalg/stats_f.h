/* stats_f.h - F distribution.  @namespace stats.f Stats::F  Names and order of arguments are those of
 * scipy.stats.f; arguments broadcast and promote as those of special functions.  Parameters outside of what they may be
 * give NaN, and so do probabilities outside of [0, 1]; tails are computed as such, with all digits.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_STATS_F_H
#define GPULINALG_STATS_F_H

#include "core.h"

GLA_BEGIN_DECLS

/** Density.
 *
 * @param x      real array or number
 * @param dfn    degrees of freedom of the numerator, above 0
 * @param dfd    degrees of freedom of the denominator, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.f
 * @example stats.f.pdf [1.0, 4.0] 2.0 10.0 -> [0.33489798 0.02940119]
 */
gla_status gla_stats_f_pdf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                           const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the density, with all digits where the density itself is 0.
 *
 * @param x      real array or number
 * @param dfn    degrees of freedom of the numerator, above 0
 * @param dfd    degrees of freedom of the denominator, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.f
 * @example stats.f.logpdf [1.0, 4.0] 2.0 10.0 -> [-1.09392934 -3.52671999]
 */
gla_status gla_stats_f_logpdf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Distribution function, the probability of x or less.
 *
 * @param x      real array or number
 * @param dfn    degrees of freedom of the numerator, above 0
 * @param dfd    degrees of freedom of the denominator, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.f
 * @example stats.f.cdf [1.0, 4.0] 2.0 10.0 -> [0.59812243 0.94707785]
 */
gla_status gla_stats_f_cdf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                           const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper tail, the probability of more than x, with all digits where it is tiny.
 *
 * @param x      real array or number
 * @param dfn    degrees of freedom of the numerator, above 0
 * @param dfd    degrees of freedom of the denominator, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.f
 * @example stats.f.sf [1.0, 4.0] 2.0 10.0 -> [0.40187757 0.05292215]
 */
gla_status gla_stats_f_sf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                          const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the distribution function, with all digits where that itself is 0.
 *
 * @param x      real array or number
 * @param dfn    degrees of freedom of the numerator, above 0
 * @param dfd    degrees of freedom of the denominator, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.f
 * @example stats.f.logcdf [1.0, 4.0] 2.0 10.0 -> [-0.51395982 -0.05437398]
 */
gla_status gla_stats_f_logcdf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the upper tail, with all digits where that itself is 0.
 *
 * @param x      real array or number
 * @param dfn    degrees of freedom of the numerator, above 0
 * @param dfd    degrees of freedom of the denominator, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.f
 * @example stats.f.logsf [1.0, 4.0] 2.0 10.0 -> [-0.91160778 -2.93893332]
 */
gla_status gla_stats_f_logsf(const gla_array *x, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                             const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Quantile, the inverse of `stats.f.cdf`.
 *
 * @param q      probabilities
 * @param dfn    degrees of freedom of the numerator, above 0
 * @param dfd    degrees of freedom of the denominator, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.f
 * @example stats.f.ppf [0.05, 0.5] 2.0 10.0 -> [0.0515573  0.74349177]
 */
gla_status gla_stats_f_ppf(const gla_array *q, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                           const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper quantile, the inverse of `stats.f.sf`.
 *
 * @param q      probabilities
 * @param dfn    degrees of freedom of the numerator, above 0
 * @param dfd    degrees of freedom of the denominator, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.f
 * @example stats.f.isf [0.05, 0.5] 2.0 10.0 -> [4.10282102 0.74349177]
 */
gla_status gla_stats_f_isf(const gla_array *q, const gla_array *dfn, const gla_array *dfd, gla_array **out,
                           const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
