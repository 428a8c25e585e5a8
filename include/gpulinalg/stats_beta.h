/* stats_beta.h - Beta distribution.  @namespace stats.beta Stats::Beta  The names and the order of arguments are those of
 * scipy.stats.beta. Arguments broadcast and are promoted as in the functions of `special`. Invalid parameters and probabilities
 * outside [0, 1] yield NaN. Tail probabilities are computed directly, not as differences from 1, so small probabilities are
 * accurate. The exception is a parameter below 0.1: a small tail probability then loses digits if it is computed as the
 * complement of a large one (see `special.betainc`).
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_STATS_BETA_H
#define GPULINALG_STATS_BETA_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the probability density of the beta distribution.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param b      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, b, loc, scale, out
 * @see    scipy.stats.beta
 * @example stats.beta.pdf [0.25, 0.5] 2.0 3.0 -> [1.6875 1.5   ]
 */
gla_status gla_stats_beta_pdf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the log density of the beta distribution, accurate even where the density underflows to 0.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param b      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, b, loc, scale, out
 * @see    scipy.stats.beta
 * @example stats.beta.logpdf [0.25, 0.5] 2.0 3.0 -> [0.52324814 0.40546511]
 */
gla_status gla_stats_beta_logpdf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the cumulative distribution function P(X ≤ x) of the beta distribution.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param b      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, b, loc, scale
 * @see    scipy.stats.beta
 * @example stats.beta.cdf [0.25, 0.5] 2.0 3.0 -> [0.26171875 0.6875    ]
 */
gla_status gla_stats_beta_cdf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return the upper tail probability P(X > x) of the beta distribution, accurate even if the probability is tiny.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param b      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, b, loc, scale
 * @see    scipy.stats.beta
 * @example stats.beta.sf [0.25, 0.5] 2.0 3.0 -> [0.73828125 0.3125    ]
 */
gla_status gla_stats_beta_sf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                             const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X ≤ x) of the beta distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param b      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, b, loc, scale, out
 * @see    scipy.stats.beta
 * @example stats.beta.logcdf [0.25, 0.5] 2.0 3.0 -> [-1.34048483 -0.37469345]
 */
gla_status gla_stats_beta_logcdf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                                 const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return log P(X > x) of the beta distribution, accurate even where the probability underflows to 0.
 *
 * @param x      real array or scalar
 * @param a      shape parameter, positive
 * @param b      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves x, a, b, loc, scale, out
 * @see    scipy.stats.beta
 * @example stats.beta.logsf [0.25, 0.5] 2.0 3.0 -> [-0.30343043 -1.16315081]
 */
gla_status gla_stats_beta_logsf(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out,
                                const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return quantiles of the beta distribution, the inverse of `stats.beta.cdf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param a      shape parameter, positive
 * @param b      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, b, loc, scale, out
 * @see    scipy.stats.beta
 * @example stats.beta.ppf [0.05, 0.5] 2.0 3.0 -> [0.09761146 0.38572757]
 */
gla_status gla_stats_beta_ppf(const gla_array *q, const gla_array *a, const gla_array *b, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

/** Return upper quantiles of the beta distribution, the inverse of `stats.beta.sf`.
 *
 * @param q      probabilities, from 0 to 1
 * @param a      shape parameter, positive
 * @param b      shape parameter, positive
 * @param loc    location; 0 if not given
 * @param scale  scale, positive; 1 if not given
 * @return       real array of the broadcast shape and the promoted dtype
 * @throws ShapeError  if the shapes do not broadcast
 * @throws DTypeError  if an argument is complex
 * @needs  array.map
 * @vjp    saves a, b, loc, scale, out
 * @see    scipy.stats.beta
 * @example stats.beta.isf [0.05, 0.5] 2.0 3.0 -> [0.75139537 0.38572757]
 */
gla_status gla_stats_beta_isf(const gla_array *q, const gla_array *a, const gla_array *b, gla_array **out,
                              const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
