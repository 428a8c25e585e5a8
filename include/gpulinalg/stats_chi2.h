/* stats_chi2.h - Chi-squared distribution.  @namespace stats.chi2 Stats::Chi2  The names and the order of arguments are those
 * of scipy.stats.chi2. Arguments broadcast and are promoted as in the functions of `special`. Invalid parameters and
 * probabilities outside [0, 1] yield NaN. Tail probabilities are computed directly, not as differences from 1, so small
 * probabilities are accurate.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_STATS_CHI2_H
#define GPULINALG_STATS_CHI2_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the probability density of the chi-squared distribution.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale, out
 * @see    scipy.stats.chi2
 * @example stats.chi2.pdf [1.0, 10.0] 3.0 -> [0.24197072 0.00850037]
 */
gla_status gla_stats_chi2_pdf(const gla_array *x, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the log density of the chi-squared distribution, accurate even where the density underflows to 0.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale, out
 * @see    scipy.stats.chi2
 * @example stats.chi2.logpdf [1.0, 10.0] 3.0 -> [-1.41893853 -4.76764599]
 */
gla_status gla_stats_chi2_logpdf(const gla_array *x, const gla_array *df, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the cumulative distribution function P(X ≤ x) of the chi-squared distribution.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale
 * @see    scipy.stats.chi2
 * @example stats.chi2.cdf [1.0, 10.0] 3.0 -> [0.19874804 0.98143386]
 */
gla_status gla_stats_chi2_cdf(const gla_array *x, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the upper tail probability P(X > x) of the chi-squared distribution, accurate even if the probability is tiny.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale
 * @see    scipy.stats.chi2
 * @example stats.chi2.sf [1.0, 10.0] 3.0 -> [0.80125196 0.01856614]
 */
gla_status gla_stats_chi2_sf(const gla_array *x, const gla_array *df, gla_array **out, const gla_array *loc GLA_DEFAULT(= NULL),
                             const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X ≤ x) of the chi-squared distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale, out
 * @see    scipy.stats.chi2
 * @example stats.chi2.logcdf [1.0, 10.0] 3.0 -> [-1.61571737 -0.01874065]
 */
gla_status gla_stats_chi2_logcdf(const gla_array *x, const gla_array *df, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X > x) of the chi-squared distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param df     degrees of freedom, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, df, loc, scale, out
 * @see    scipy.stats.chi2
 * @example stats.chi2.logsf [1.0, 10.0] 3.0 -> [-0.22157983 -3.98641603]
 */
gla_status gla_stats_chi2_logsf(const gla_array *x, const gla_array *df, gla_array **out,
                                const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return quantiles of the chi-squared distribution, the inverse of `stats.chi2.cdf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param df     degrees of freedom, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves df, loc, scale, out
 * @see    scipy.stats.chi2
 * @example stats.chi2.ppf [0.05, 0.5] 3.0 -> [0.35184632 2.36597388]
 */
gla_status gla_stats_chi2_ppf(const gla_array *q, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return upper quantiles of the chi-squared distribution, the inverse of `stats.chi2.sf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param df     degrees of freedom, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves df, loc, scale, out
 * @see    scipy.stats.chi2
 * @example stats.chi2.isf [0.05, 0.5] 3.0 -> [7.8147279  2.36597388]
 */
gla_status gla_stats_chi2_isf(const gla_array *q, const gla_array *df, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
