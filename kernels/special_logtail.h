/* special_logtail.h - Logarithms of tail probabilities, for location 0 and scale 1. The logarithms are accurate even if a tail
 * is nearly 1 or underflows to 0. */
#ifndef SPECIAL_LOGTAIL_H
#define SPECIAL_LOGTAIL_H
#include "special_discrete.h"
#include "special_ratio.h"

/* A tail probability above this bound is far from the subnormal range, so it was computed with full accuracy. */
#define SPECIAL_MIN_TAIL 0x1p-960

/* Return log p for p <= 1/2. For the larger tail, special_log_rest_of() returns log(1 - q). */
DEVICE float64 special_log_small(float64 p)
{
    return p > 0 ? special_log_of(pair_of(p, 0)).h : p == 0 ? -SPECIAL_INF : p;
}

DEVICE float64 special_log_rest_of(float64 q)
{
    return special_log1p(-q) + 0.0;
}

/* Return the logarithm of a tail that may underflow, for interior x, as the sum of the logarithms of its prefactor and of the
 * remaining factor. */
DEVICE float64 special_gamma_far_tail(float64 a, float64 x, int upper)
{
    if (special_gammainc_is_temme(a, x)) {
        pair e;
        int below;
        float64 share = special_gammainc_temme_share(a, x, &e, &below);
        return pair_add(special_log_of(pair_of(share, 0)), pair_neg(e)).h;
    }
    int large = a >= 8, quotient = large && x > a * 0x1p-900;
    pair l = special_log_of(quotient ? pair_div(pair_of(x, 0), pair_of(a, 0)) : pair_of(x, 0));
    if (large && !quotient)
        l = pair_add(l, pair_neg(special_log_of(pair_of(a, 0))));
    if (l.h * a == -SPECIAL_INF)
        return -SPECIAL_INF;
    pair e = pair_add(pair_scale(l, a), large ? pair_sum(a, -x) : pair_of(-x, 0));
    e = pair_add(e, pair_neg(special_gamma_log_scale(a, 1)));
    float64 share = !upper ? 1 + special_gammainc_sum(a, x) : x > 0x1p100 ? a / (x - a) : a * special_gammaincc_fraction(a, x);
    return pair_add(e, special_log_of(pair_of(share, 0))).h;
}

/* Return log P(a, x), or log Q(a, x) if `upper`, for tails that are subnormal only if x is large. */
DEVICE float64 special_gamma_log_tail_of(float64 a, float64 x, int upper)
{
    float64 p = special_gammainc_of(a, x, upper);
    if (p > 0.5)
        return special_log_rest_of(special_gammainc_of(a, x, !upper));
    if (p > SPECIAL_MIN_TAIL || !(a > 0 && x > 0 && a < SPECIAL_INF && x < SPECIAL_INF) || (upper && x <= 1.1))
        return special_log_small(p);
    return special_gamma_far_tail(a, x, upper);
}

/* Return log P(a, x), or log Q(a, x) if `upper`; for tiny a, Q = a E1(x). */
DEVICE float64 special_gamma_log_tail(float64 a, float64 x, int upper)
{
    int tiny = upper && a > 0 && a < SPECIAL_GAMMA_TINY && x > 0;
    float64 r = special_gamma_log_tail_of(tiny ? SPECIAL_GAMMA_TINY : a, x, upper);
    return tiny ? r + (special_log(a) - special_log(SPECIAL_GAMMA_TINY)) : r;
}

/* Return log I_x(a, b), or log(1 - I_x(a, b)) if `upper`, for x + y = 1. */
DEVICE float64 special_beta_log_tail(float64 a, float64 b, pair x, pair y, int upper)
{
    const pair unknown = pair_of(SPECIAL_NAN, 0);
    float64 p = special_betainc_pair(a, b, x, y, unknown, upper);
    int below = special_betainc_is_below(a, b, x, y);
    if (p > 0.5)
        return special_log_rest_of(special_betainc_pair(a, b, x, y, unknown, !upper));
    if (p > SPECIAL_MIN_TAIL || p != p || below == upper)
        return special_log_small(p);
    float64 first = below ? a : b, second = below ? b : a;
    pair s = below ? x : y, t = below ? y : x;
    pair e = special_beta_exponent(first, second, s, t, unknown);
    float64 scale = a >= 8 && b >= 8 ? 0x1.9884533d43651p-2 * sqrt(second / (first + second) / first) : 1 / first;
    return pair_add(e, special_log_of(pair_of(scale * (1 + special_betainc_sum(first, second, s, t)), 0))).h;
}

/* Like special_beta_log_tail(), but for a scalar x. At the ends, and for infinite parameters, all probability is on one
 * side. */
DEVICE float64 special_beta_log_tail_of(float64 a, float64 b, float64 x, int upper)
{
    if (!(a > 0 && b > 0 && a < SPECIAL_INF && b < SPECIAL_INF && x > 0 && x < 1))
        return special_log_small(special_betainc_of(a, b, x, upper));
    return special_beta_log_tail(a, b, pair_of(x, 0), pair_sum(1, -x), upper);
}

DEVICE float64 special_gamma_logcdf(float64 x, float64 a)
{
    return special_gamma_log_tail(a > 0 ? a : SPECIAL_NAN, x < 0 ? 0 : x, 0);
}

DEVICE float64 special_gamma_logsf(float64 x, float64 a)
{
    return special_gamma_log_tail(a > 0 ? a : SPECIAL_NAN, x < 0 ? 0 : x, 1);
}

DEVICE float64 special_beta_logcdf(float64 x, float64 a, float64 b)
{
    return special_beta_log_tail_of(a > 0 ? a : SPECIAL_NAN, b > 0 ? b : SPECIAL_NAN, x < 0 ? 0 : x > 1 ? 1 : x, 0);
}

DEVICE float64 special_beta_logsf(float64 x, float64 a, float64 b)
{
    return special_beta_log_tail_of(a > 0 ? a : SPECIAL_NAN, b > 0 ? b : SPECIAL_NAN, x < 0 ? 0 : x > 1 ? 1 : x, 1);
}

/* Return log P(T > x). */
DEVICE float64 special_t_logsf(float64 x, float64 df)
{
    if (!(df > 0) || x != x)
        return SPECIAL_NAN;
    if (df > 1e17)
        return special_log_ndtr(-x);
    if (x <= 0)
        return special_log_rest_of(special_t_sf(-x, df));
    if (x == SPECIAL_INF)
        return -SPECIAL_INF;
    if (x > 1e140 || x * x > df * 1e280) { /* as in special_t_sf */
        pair l = pair_add(special_log_of(pair_of(x, 0)), pair_scale(special_log_of(pair_of(df, 0)), -0.5));
        l = pair_add(pair_scale(l, -df), special_minus_betaln(0.5 * df, 0.5));
        return pair_add(l, pair_neg(special_log_of(pair_of(df, 0)))).h;
    }
    pair square = pair_product(x, x), sum = pair_add(pair_of(df, 0), square);
    pair share = pair_div(pair_of(df, 0), sum), rest = pair_div(square, sum);
    float64 whole = x < 0x1p-60 ? 0 : special_beta_log_tail(0.5 * df, 0.5, share, rest, 0);
    return whole - 0x1.62e42fefa39efp-1;
}

DEVICE float64 special_f_log_tail(float64 x, float64 m, float64 n, int upper)
{
    if (!(m > 0 && n > 0 && m < SPECIAL_INF && n < SPECIAL_INF) || x != x)
        return SPECIAL_NAN;
    if (x <= 0 || x == SPECIAL_INF)
        return (x <= 0) == !upper ? -SPECIAL_INF : 0;
    m = special_f_freedom(m);
    n = special_f_freedom(n);
    pair rest, share = special_f_share(x, m, n, &rest);
    int is_low = share.h < SPECIAL_F_END;
    if (is_low || rest.h < SPECIAL_F_END) { /* the first term is accurate enough */
        pair l = pair_add(special_f_log_power(x, m, n), pair_neg(special_log_of(pair_of(0.5 * (is_low ? m : n), 0))));
        return is_low == !upper ? l.h : special_log_rest_of(special_exp_of(l));
    }
    return special_beta_log_tail(0.5 * m, 0.5 * n, share, rest, upper);
}

DEVICE float64 special_f_logcdf(float64 x, float64 m, float64 n)
{
    return special_f_log_tail(x, m, n, 0);
}

DEVICE float64 special_f_logsf(float64 x, float64 m, float64 n)
{
    return special_f_log_tail(x, m, n, 1);
}

DEVICE float64 special_poisson_log_tail(float64 k, float64 mu, int upper)
{
    if (!(mu >= 0 && mu < SPECIAL_INF) || k != k)
        return SPECIAL_NAN;
    if (k < 0 || mu == 0 || k == SPECIAL_INF)
        return (k < 0) == !upper ? -SPECIAL_INF : 0;
    return special_gamma_log_tail(floor(k) + 1, mu, !upper);
}

DEVICE float64 special_poisson_logcdf(float64 k, float64 mu)
{
    return special_poisson_log_tail(k, mu, 0);
}

DEVICE float64 special_poisson_logsf(float64 k, float64 mu)
{
    return special_poisson_log_tail(k, mu, 1);
}

DEVICE float64 special_binom_log_tail(float64 k, float64 n, float64 p, int upper)
{
    if (!(n >= 0 && special_is_whole(n) && p >= 0 && p <= 1) || k != k)
        return SPECIAL_NAN;
    if (k < 0 || k >= n)
        return (k < 0) == !upper ? -SPECIAL_INF : 0;
    return special_beta_log_tail_of(floor(k) + 1, n - floor(k), p, !upper);
}

DEVICE float64 special_binom_logcdf(float64 k, float64 n, float64 p)
{
    return special_binom_log_tail(k, n, p, 0);
}

DEVICE float64 special_binom_logsf(float64 k, float64 n, float64 p)
{
    return special_binom_log_tail(k, n, p, 1);
}
#endif
