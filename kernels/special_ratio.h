/* special_ratio.h - tails and quantiles of Student's t and of F distributions, at place 0 and of scale 1: incomplete beta
 * functions of quotients of which neither part is rounded. */
#ifndef SPECIAL_RATIO_H
#define SPECIAL_RATIO_H
#include "special_density.h"
#include "special_inverse.h"

/* P(T > x): half of I_{df/(df + x^2)}(df/2, 1/2) for x > 0; known is -log B(df/2, 1/2), or NaN. */
DEVICE float64 special_t_sf_by(float64 x, float64 df, pair known)
{
    if (!(df > 0) || x != x)
        return SPECIAL_NAN;
    float64 a = fabs(x), tail;
    if (df > 1e17)
        return special_ndtr(-x);
    if (a > 1e140) { /* where I is its first term */
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

/* The x > 0 with P(T > x) = tail, nearly, for df >= 2: to some five digits by G. W. Hill (CACM 13, algorithm 396, 1970); z is
 * special_ndtri(tail).  Without a branch. */
DEVICE float64 special_t_start(float64 tail, float64 df, float64 z)
{
    float64 a = 1 / (df - 0.5), b = 48 / (a * a), c = ((20700 * a / b - 98) * a - 16) * a + 96.36;
    float64 d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * 0x1.921fb54442d18p0) * df, square = z * z;
    float64 y = special_exp(special_log_quick(2 * tail * d) * (2 / df));
    float64 e = 1 / (((df + 6) / (df * y) - 0.089 * d - 0.822) * (df + 2) * 3) + 0.5 / (df + 4);
    float64 far = (e * y - 1) * (df + 1) / (df + 2) + 1 / y;
    c += df < 5 ? 0.3 * (df - 4.5) * (z + 0.6) : 0;
    c += (((0.05 * d * z - 5) * z - 7) * z - 2) * z + b;
    float64 v = (((((0.4 * square + 6.3) * square + 36) * square + 94.5) / c - square - 3) / b + 1) * z;
    v *= a * v;
    v = v < 0.02 ? v * (1 + 0.5 * v * (1 + v / 3)) : special_exp(v) - 1;
    return sqrt(df * (y <= 0.05 + a ? far : v));
}

/* Twice x times the density, share = df/(df + x^2), as a pair: what its exponential loses is found by its logarithm. */
DEVICE pair special_t_slope(float64 x, pair share, float64 df, pair middle)
{
    pair l = special_log_of(share), e = pair_add(pair_scale(l, 0.5 * df), pair_of(0.5 * l.h, 0.5 * l.l));
    e = pair_add(e, middle);
    float64 power = special_exp_of(e);
    pair back = special_log_of(pair_of(power, 0));
    return pair_scale(pair_of(power, power * ((e.h - back.h) + (e.l - back.l))), 2 * x);
}

/* From a good start by an expansion of the inverse of P to third order; 0 where that does not converge at once. */
DEVICE float64 special_t_root(float64 tail, float64 df, pair middle, float64 x)
{
    for (int i = 0; i < 3 && x > 0 && x < 1e100; i++) {
        pair square = pair_product(x, x), sum = pair_add(pair_of(df, 0), square);
        pair share = pair_div(pair_of(df, 0), sum), rest = pair_div(square, sum);
        pair slope = special_t_slope(x, share, df, middle), value;
        float64 u;
        if (special_betainc_is_below(0.5 * df, 0.5, share, rest)) {
            value = pair_mul(slope, pair_sum(1, special_betainc_sum(0.5 * df, 0.5, share, rest)));
            u = pair_add(value, pair_product(-2 * tail, df)).h * x / (slope.h * df);
        } else {
            value = pair_mul(slope, pair_sum(1, special_betainc_sum(0.5, 0.5 * df, rest, share)));
            u = pair_add(pair_sum(1, -2 * tail), pair_neg(value)).h * x / slope.h;
        }
        float64 g = (df + 1) * x / sum.h, h = (df + 1) * (df - square.h) / (sum.h * sum.h);
        float64 step = u * (1 + u * (0.5 * g + u * (2 * g * g + h) / 6));
        if (fabs(u) * (g + 1 / x) < 1e-4)
            return x + step;
        x += step;
    }
    return 0;
}

/* Whether special_t_root may find a quantile. */
DEVICE int special_t_has_root(float64 p, float64 df)
{
    float64 tail = p < 0.5 ? p : 1 - p;
    return (df > 2) & (df <= 1e17) & (tail > 1e-250) & (tail < 0.5);
}

/* The quantile as special_t_root found it, x > 0; else from the beta distribution of df/(df + x^2), where there is no shorter
 * way. */
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
    if (special_t_has_root(p, df))
        x = special_t_root(tail, df, special_t_log_middle(df, 0.5), special_t_start(tail, df, special_ndtri(tail)));
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
    if (is_low || rest.h < SPECIAL_F_END) { /* the first term is all there is */
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
