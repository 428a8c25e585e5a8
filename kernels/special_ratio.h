/* special_ratio.h - Tails and quantiles of Student's t and F distributions, for location 0 and scale 1, from incomplete beta
 * functions of quotients in twice the working precision. */
#ifndef SPECIAL_RATIO_H
#define SPECIAL_RATIO_H
#include "special_density.h"
#include "special_inverse.h"

/* Return P(T > x), which is half of I_{df/(df + x^2)}(df/2, 1/2) for x > 0. known: -log B(df/2, 1/2), or NaN if not yet
 * known. */
DEVICE float64 special_t_sf_by(float64 x, float64 df, pair known)
{
    if (!(df > 0) || x != x)
        return SPECIAL_NAN;
    float64 a = fabs(x), tail;
    if (df > 1e17)
        return special_ndtr(-x);
    if (a > 1e140) { /* then the first term of I is accurate enough */
        pair l = pair_add(special_log_of(pair_of(a, 0)), pair_scale(special_log_of(pair_of(df, 0)), -0.5));
        l = pair_add(pair_scale(l, -df), special_minus_betaln(0.5 * df, 0.5));
        tail = a == SPECIAL_INF ? 0 : special_exp_of(l) / df;
    } else {
        pair square = pair_product(a, a), sum = pair_add(pair_of(df, 0), square);
        pair share = pair_div(pair_of(df, 0), sum), rest = pair_div(square, sum);
        tail = a < 0x1p-60 ? 0.5 : 0.5 * special_betainc_pair(0.5 * df, 0.5, share, rest, known, 0);
    }
    return x < 0 ? 1 - tail : tail;
}

DEVICE float64 special_t_sf(float64 x, float64 df)
{
    return special_t_sf_by(x, df, pair_of(SPECIAL_NAN, 0));
}

/* Return the quantile of Student's t. The argument x is the result of special_t_root(). If x is not positive, a closed form or
 * the beta distribution of df/(df + x^2) is used instead. */
DEVICE float64 special_t_ppf_by(float64 p, float64 df, float64 x)
{
    if (!(df > 0 && p >= 0 && p <= 1))
        return SPECIAL_NAN;
    float64 tail = p < 0.5 ? p : 1 - p, rest;
    if (df > 1e17)
        return special_ndtri(p);
    if (tail == 0 || tail == 0.5)
        return tail == 0.5 ? 0 : p == 0 ? -SPECIAL_INF : SPECIAL_INF;
    if (df == 1)
        x = special_sinpi(0.5 - tail) / special_sinpi(tail);
    else if (df == 2)
        x = (1 - 2 * tail) / sqrt(2 * tail * (1 - tail));
    if (x > 0)
        return p < 0.5 ? -x : x;
    pair start = special_betainc_asymptote(0.5 * df, 0.5, special_log_of(pair_of(2 * tail, 0)));
    if (start.h < -40) {
        x = special_exp_of(pair_scale(start, -0.5)) * sqrt(df);
    } else {
        float64 share = special_betainc_inverse(0.5 * df, 0.5, 2 * tail, 0, &rest);
        x = sqrt(df * (rest / share));
    }
    return p < 0.5 ? -x : x;
}

DEVICE float64 special_t_ppf(float64 p, float64 df)
{
    float64 tail = p < 0.5 ? p : 1 - p, x = 0;
    if (special_t_has_root(p, df)) {
        pair middle = special_t_log_middle(df, 0.5);
        x = df > 2 ? special_t_start(tail, df, special_ndtri(tail)) : special_t_start_low(tail, df, middle.h);
        x = special_t_root(tail, pair_sum(1, -2 * tail), df, middle, x);
    }
    return special_t_ppf_by(p, df, x);
}

DEVICE float64 special_f_tail(float64 x, float64 m, float64 n, int upper)
{
    if (!(m > 0 && n > 0 && m < SPECIAL_INF && n < SPECIAL_INF) || x != x)
        return SPECIAL_NAN;
    if (x <= 0 || x == SPECIAL_INF)
        return (x <= 0) == !upper ? 0 : 1;
    m = special_f_freedom(m);
    n = special_f_freedom(n);
    pair rest, share = special_f_share(x, m, n, &rest);
    int is_low = share.h < SPECIAL_F_END;
    if (is_low || rest.h < SPECIAL_F_END) { /* the first term is accurate enough */
        pair l = pair_add(special_f_log_power(x, m, n), pair_neg(special_log_of(pair_of(0.5 * (is_low ? m : n), 0))));
        return is_low == !upper ? special_exp_of(l) : 1 - special_exp_of(l);
    }
    return special_betainc_pair(0.5 * m, 0.5 * n, share, rest, pair_of(SPECIAL_NAN, 0), upper);
}

DEVICE float64 special_f_cdf(float64 x, float64 m, float64 n)
{
    return special_f_tail(x, m, n, 0);
}

DEVICE float64 special_f_sf(float64 x, float64 m, float64 n)
{
    return special_f_tail(x, m, n, 1);
}

DEVICE float64 special_f_quantile(float64 p, float64 m, float64 n, int upper)
{
    m = special_f_freedom(m);
    n = special_f_freedom(n);
    float64 rest, share = special_betainc_inverse(0.5 * m, 0.5 * n, p, upper, &rest);
    return share / rest * (n / m);
}

DEVICE float64 special_f_ppf(float64 p, float64 m, float64 n)
{
    return special_f_quantile(p, m, n, 0);
}

DEVICE float64 special_f_isf(float64 p, float64 m, float64 n)
{
    return special_f_quantile(p, m, n, 1);
}
#endif
