/* special_discrete.h - Poisson and binomial distributions, from incomplete gamma and beta functions and their densities. */
#ifndef SPECIAL_DISCRETE_H
#define SPECIAL_DISCRETE_H
#include "special_density.h"
#include "special_erfinv.h"

DEVICE int special_is_whole(float64 x)
{
    return x == floor(x) && fabs(x) < SPECIAL_INF;
}

/* rest: special_gamma_log_rest(k + 1, 1). */
DEVICE pair special_poisson_log_mass_by(float64 k, float64 mu, pair rest)
{
    if (!(mu >= 0 && mu < SPECIAL_INF) || k != k)
        return pair_of(SPECIAL_NAN, 0);
    if (!(k >= 0 && special_is_whole(k)) || (mu == 0 && k > 0))
        return pair_of(-SPECIAL_INF, 0);
    return k == 0 ? pair_of(-mu, 0) : special_gamma_log_density(mu, k + 1, rest);
}

DEVICE pair special_poisson_log_mass(float64 k, float64 mu)
{
    return special_poisson_log_mass_by(k, mu, k > 0 ? special_gamma_log_rest(k + 1, 1) : pair_of(0, 0));
}

DEVICE float64 special_poisson_mass_of(float64 k, float64 mu, float64 is_log)
{
    pair mass = special_poisson_log_mass(k, mu);
    return is_log > 0 ? mass.h + 0.0 : special_density_of(mass);
}

REMEMBERED_VALUE(special_poisson_mass, special_poisson_mass_of)

DEVICE float64 special_poisson_logpmf(float64 k, float64 mu)
{
    return special_poisson_mass(k, mu, 1);
}

DEVICE float64 special_poisson_pmf(float64 k, float64 mu)
{
    return special_poisson_mass(k, mu, 0);
}

/* known: special_beta_log_rest(k + 1, n - k + 1), or NaN. */
DEVICE pair special_binom_log_mass_by(float64 k, float64 n, float64 p, pair known)
{
    if (!(n >= 0 && special_is_whole(n) && p >= 0 && p <= 1) || k != k)
        return pair_of(SPECIAL_NAN, 0);
    if (!(k >= 0 && k <= n && special_is_whole(k)) || (p == 0 && k > 0) || (p == 1 && k < n))
        return pair_of(-SPECIAL_INF, 0);
    if (k == 0 || k == n) /* 0 log(0) is taken as 0 */
        return n == 0 || p == (k == n) ? pair_of(0, 0)
                                       : pair_scale(k == 0 ? special_log1p_of(-p) : special_log_of(pair_of(p, 0)), n);
    pair density = special_beta_log_density(p, k + 1, n - k + 1, known);
    return pair_add(density, pair_neg(special_log_of(pair_sum(n, 1))));
}

DEVICE pair special_binom_log_mass(float64 k, float64 n, float64 p)
{
    return special_binom_log_mass_by(k, n, p, pair_of(SPECIAL_NAN, 0));
}

DEVICE float64 special_binom_log_mass_of(float64 k, float64 n, float64 p)
{
    return special_binom_log_mass(k, n, p).h + 0.0;
}

DEVICE float64 special_binom_mass_of(float64 k, float64 n, float64 p)
{
    return special_density_of(special_binom_log_mass(k, n, p));
}

REMEMBERED_VALUE(special_binom_logpmf, special_binom_log_mass_of)
REMEMBERED_VALUE(special_binom_pmf, special_binom_mass_of)

DEVICE float64 special_poisson_tail_of(float64 k, float64 mu, float64 upper)
{
    if (!(mu >= 0 && mu < SPECIAL_INF) || k != k)
        return SPECIAL_NAN;
    if (k < 0 || mu == 0 || k == SPECIAL_INF)
        return (k < 0) == !(upper > 0) ? 0 : 1;
    return special_gammainc_of(floor(k) + 1, mu, !(upper > 0));
}

REMEMBERED_VALUE(special_poisson_tail, special_poisson_tail_of)

DEVICE float64 special_binom_tail_of(float64 k, float64 n, float64 p, int upper)
{
    if (!(n >= 0 && special_is_whole(n) && p >= 0 && p <= 1) || k != k)
        return SPECIAL_NAN;
    if (k < 0 || k >= n)
        return (k < 0) == !upper ? 0 : 1;
    return special_betainc_of(floor(k) + 1, n - floor(k), p, !upper);
}

DEVICE float64 special_binom_lower_of(float64 k, float64 n, float64 p)
{
    return special_binom_tail_of(k, n, p, 0);
}

DEVICE float64 special_binom_upper_of(float64 k, float64 n, float64 p)
{
    return special_binom_tail_of(k, n, p, 1);
}

REMEMBERED_VALUE(special_binom_lower, special_binom_lower_of)
REMEMBERED_VALUE(special_binom_upper, special_binom_upper_of)

DEVICE float64 special_binom_tail(float64 k, float64 n, float64 p, int upper)
{
    return upper ? special_binom_upper(k, n, p) : special_binom_lower(k, n, p);
}

DEVICE float64 special_poisson_cdf(float64 k, float64 mu)
{
    return special_poisson_tail(k, mu, 0);
}

DEVICE float64 special_poisson_sf(float64 k, float64 mu)
{
    return special_poisson_tail(k, mu, 1);
}

DEVICE float64 special_binom_cdf(float64 k, float64 n, float64 p)
{
    return special_binom_tail(k, n, p, 0);
}

DEVICE float64 special_binom_sf(float64 k, float64 n, float64 p)
{
    return special_binom_tail(k, n, p, 1);
}

/* Return true if the quantile is at most k. A negative n selects the Poisson distribution with mean p. */
DEVICE int special_is_enough(float64 k, float64 q, float64 n, float64 p, int upper)
{
    float64 tail = n < 0 ? special_poisson_tail(k, p, upper) : special_binom_tail(k, n, p, upper);
    return upper ? tail <= q : tail >= q;
}

/* Return the smallest integer for which special_is_enough() returns true. The search begins at the Cornish-Fisher
 * approximation, doubles the step until the root is enclosed, and then bisects. */
DEVICE float64 special_discrete_root(float64 q, float64 n, float64 p, int upper)
{
    float64 mean = n < 0 ? p : n * p, sd = sqrt(n < 0 ? p : n * p * (1 - p)), skew = n < 0 ? 1 : 1 - 2 * p;
    float64 z = upper ? -special_ndtri(q) : special_ndtri(q), most = n >= 0 ? n : p < 0x1p52 ? 0x1p53 : 2 * p;
    float64 k = floor(mean + sd * z + (z * z - 1) * skew / 6), low, high, step = 1;
    k = k >= 0 ? k : 0;
    k = k <= most ? k : most;
    if (special_is_enough(k, q, n, p, upper)) {
        high = k;
        for (low = k - 1; low >= 0 && special_is_enough(low, q, n, p, upper); step *= 2) {
            high = low;
            low -= step;
        }
        low = low < 0 ? -1 : low;
    } else {
        low = k;
        for (high = k + 1; high < most && !special_is_enough(high, q, n, p, upper); step *= 2) {
            low = high;
            high += step;
        }
        high = high > most ? most : high;
    }
    while (high - low > 1) {
        float64 middle = floor(0.5 * (low + high));
        if (middle <= low || middle >= high) /* beyond 2^53 there may be no value between the bounds */
            break;
        if (special_is_enough(middle, q, n, p, upper))
            high = middle;
        else
            low = middle;
    }
    return high;
}

DEVICE float64 special_poisson_quantile(float64 q, float64 mu, int upper)
{
    if (!(mu >= 0 && mu < SPECIAL_INF && q >= 0 && q <= 1))
        return SPECIAL_NAN;
    if (q == 0 || q == 1)
        return (q == 0) == !upper ? -1 : SPECIAL_INF;
    return special_discrete_root(q, -1, mu, upper);
}

DEVICE float64 special_binom_quantile(float64 q, float64 n, float64 p, int upper)
{
    if (!(n >= 0 && special_is_whole(n) && p >= 0 && p <= 1 && q >= 0 && q <= 1))
        return SPECIAL_NAN;
    if (q == 0 || q == 1)
        return (q == 0) == !upper ? -1 : n;
    return special_discrete_root(q, n, p, upper);
}

DEVICE float64 special_poisson_ppf(float64 q, float64 mu)
{
    return special_poisson_quantile(q, mu, 0);
}

DEVICE float64 special_poisson_isf(float64 q, float64 mu)
{
    return special_poisson_quantile(q, mu, 1);
}

DEVICE float64 special_binom_ppf(float64 q, float64 n, float64 p)
{
    return special_binom_quantile(q, n, p, 0);
}

DEVICE float64 special_binom_isf(float64 q, float64 n, float64 p)
{
    return special_binom_quantile(q, n, p, 1);
}
#endif
