/* stats_chi2.h - chi-squared distribution.  @namespace stats.chi2 Stats::Chi2  Names and order of arguments are those of
 * scipy.stats.chi2; arguments broadcast and promote as those of special functions.  Parameters outside of what they may be
 * give NaN, and so do probabilities outside of [0, 1]; tails are computed as such, with all digits.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_STATS_CHI2_H
#define GPULINALG_STATS_CHI2_H

#include "core.h"

GLA_BEGIN_DECLS

/** Density.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.chi2
 * @example stats.chi2.pdf [1.0, 10.0] 3.0 -> [0.24197072 0.00850037]
 */
gla_status gla_stats_chi2_pdf(const gla_array *x, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the density, with all digits where the density itself is 0.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.chi2
 * @example stats.chi2.logpdf [1.0, 10.0] 3.0 -> [-1.41893853 -4.76764599]
 */
gla_status gla_stats_chi2_logpdf(const gla_array *x, const gla_array *df, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Distribution function, the probability of x or less.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.chi2
 * @example stats.chi2.cdf [1.0, 10.0] 3.0 -> [0.19874804 0.98143386]
 */
gla_status gla_stats_chi2_cdf(const gla_array *x, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper tail, the probability of more than x, with all digits where it is tiny.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.chi2
 * @example stats.chi2.sf [1.0, 10.0] 3.0 -> [0.80125196 0.01856614]
 */
gla_status gla_stats_chi2_sf(const gla_array *x, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                             const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the distribution function, with all digits where that itself is 0.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.chi2
 * @example stats.chi2.logcdf [1.0, 10.0] 3.0 -> [-1.61571737 -0.01874065]
 */
gla_status gla_stats_chi2_logcdf(const gla_array *x, const gla_array *df, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Logarithm of the upper tail, with all digits where that itself is 0.
 *
 * @param x      real array or number
 * @param df     degrees of freedom, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.chi2
 * @example stats.chi2.logsf [1.0, 10.0] 3.0 -> [-0.22157983 -3.98641603]
 */
gla_status gla_stats_chi2_logsf(const gla_array *x, const gla_array *df, gla_array **out,
                                const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Quantile, the inverse of `stats.chi2.cdf`.
 *
 * @param q      probabilities
 * @param df     degrees of freedom, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.chi2
 * @example stats.chi2.ppf [0.05, 0.5] 3.0 -> [0.35184632 2.36597388]
 */
gla_status gla_stats_chi2_ppf(const gla_array *q, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Upper quantile, the inverse of `stats.chi2.sf`.
 *
 * @param q      probabilities
 * @param df     degrees of freedom, above 0
 * @param loc    place; none means 0
 * @param scale  scale, above 0; none means 1
 * @return  real array of the promoted type
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if the type is complex
 * @needs  array.map
 * @see    scipy.stats.chi2
 * @example stats.chi2.isf [0.05, 0.5] 3.0 -> [7.8147279  2.36597388]
 */
gla_status gla_stats_chi2_isf(const gla_array *q, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
