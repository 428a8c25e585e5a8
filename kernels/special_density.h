/* special_density.h - Densities and their logarithms, for location 0 and scale 1. Exponents are computed in twice the working
 * precision, so that tails are accurate. A density is 0 outside the support and NaN for invalid parameters. */
#ifndef SPECIAL_DENSITY_H
#define SPECIAL_DENSITY_H
#include "special.h"
#include "special_betainc.h"
#include "special_gammainc.h"

/* Return the logarithm of a density at an end of the support, if the density is proportional to distance^power near this end.
 * `middle` is the result for power 0. */
DEVICE pair special_log_at_end(float64 power, float64 middle)
{
    return pair_of(power == 0 ? middle : power > 0 ? -SPECIAL_INF : SPECIAL_INF, 0);
}

DEVICE float64 special_density_of(pair l)
{
    return fabs(l.h) < SPECIAL_INF ? special_exp_of(l) : l.h > 0 ? l.h : l.h < 0 ? 0 : l.h;
}

/* Return log gamma(a) or, for a >= 8, log gamma(a + 1) - (a log(a) - a). The argument b must be 1. */
DEVICE pair special_gamma_log_rest_of(float64 a, float64 b)
{
    return special_gammaln_by(a, a * b, 0);
}

REMEMBERED(special_gamma_log_rest, special_gamma_log_rest_of)

/* rest: special_gamma_log_rest(a, 1). */
DEVICE pair special_gamma_log_density(float64 x, float64 a, pair rest)
{
    if (!(a > 0 && a < SPECIAL_INF) || x != x)
        return pair_of(SPECIAL_NAN, 0);
    if (x <= 0 || x == SPECIAL_INF)
        return x == 0 ? special_log_at_end(a - 1, 0) : pair_of(-SPECIAL_INF, 0);
    if (a == 1)
        return pair_of(-x, 0);
    pair l = special_log_of(a >= 8 && x > a * 0x1p-900 ? pair_div(pair_of(x, 0), pair_of(a, 0)) : pair_of(x, 0));
    if (a >= 8 && !(x > a * 0x1p-900)) /* the quotient itself might be 0 */
        l = pair_add(l, pair_neg(special_log_of(pair_of(a, 0))));
    if (l.h * a == -SPECIAL_INF)
        return pair_of(-SPECIAL_INF, 0);
    pair e = pair_add(pair_scale(l, a), a >= 8 ? pair_sum(a, -x) : pair_of(-x, 0));
    return pair_add(pair_add(e, pair_neg(l)), pair_neg(rest));
}

DEVICE float64 special_gamma_logpdf(float64 x, float64 a)
{
    return special_gamma_log_density(x, a, special_gamma_log_rest(a, 1)).h;
}

DEVICE float64 special_gamma_pdf(float64 x, float64 a)
{
    return special_density_of(special_gamma_log_density(x, a, special_gamma_log_rest(a, 1)));
}

/* Return the terms of log(x^a (1 - x)^b/B(a, b)) that remain when the powers of x (a + b)/a and (1 - x) (a + b)/b are omitted,
 * for a and b >= 8. */
DEVICE pair special_beta_log_rest_large(float64 a, float64 b)
{
    float64 least = a < b ? a : b, most = a < b ? b : a; /* their product may overflow */
    pair sum = pair_sum(a, b), r = special_log_of(pair_scale(pair_div(pair_of(most, 0), sum), least));
    r = pair_of(-0.5 * r.h, -0.5 * r.l);
    pair rest = pair_of(-0x1.d67f1c864beb5p-1, 0x1.65b5a1b7ff5dfp-55);
    rest.l += special_stirling(sum.h) - special_stirling(a) - special_stirling(b);
    return pair_add(pair_add(r, special_log_of(sum)), rest);
}

/* Return special_beta_log_rest_large(a, b), or -log B(a, b) if a parameter is below 8. */
DEVICE pair special_beta_log_rest_of(float64 a, float64 b)
{
    return a >= 8 && b >= 8 ? special_beta_log_rest_large(a, b) : special_minus_betaln_of(a, b);
}

REMEMBERED(special_beta_log_rest, special_beta_log_rest_of)

#define SPECIAL_BETA_LOW 0x1p-900

/* known: special_beta_log_rest(a, b), or NaN. */
DEVICE pair special_beta_log_density(float64 x, float64 a, float64 b, pair known)
{
    if (!(a > 0 && b > 0 && a < SPECIAL_INF && b < SPECIAL_INF) || x != x)
        return pair_of(SPECIAL_NAN, 0);
    if (x < 0 || x > 1)
        return pair_of(-SPECIAL_INF, 0);
    if (x == 0 || x == 1)
        return special_log_at_end((x == 0 ? a : b) - 1, special_log(x == 0 ? b : a));
    float64 scale = x < SPECIAL_BETA_LOW ? 0x1p200 : 1; /* products of tiny values might be subnormal */
    pair share = pair_of(x, 0), rest = pair_sum(1, -x);
    if (a >= 8 && b >= 8) {
        pair sum = pair_sum(a, b);
        share = pair_div(pair_mul(pair_of(x * scale, 0), sum), pair_of(a, 0));
        rest = pair_div(pair_mul(rest, sum), pair_of(b, 0));
    }
    pair lx = special_log_of(share), ly = special_log_of(rest);
    if (a >= 8 && b >= 8 && x < SPECIAL_BETA_LOW)
        lx = pair_add(lx, pair_of(-0x1.1542457337d43p+7, 0x1.e3948c376279dp-49));
    pair e = pair_add(pair_add(pair_scale(lx, a), pair_neg(lx)), pair_add(pair_scale(ly, b), pair_neg(ly)));
    return pair_add(e, known.h == known.h ? known : special_beta_log_rest(a, b));
}

DEVICE float64 special_beta_logpdf(float64 x, float64 a, float64 b)
{
    return special_beta_log_density(x, a, b, pair_of(SPECIAL_NAN, 0)).h;
}

DEVICE float64 special_beta_pdf(float64 x, float64 a, float64 b)
{
    return special_density_of(special_beta_log_density(x, a, b, pair_of(SPECIAL_NAN, 0)));
}

/* Return the logarithm of the density at 0; b must be 1/2. */
DEVICE pair special_t_log_middle_of(float64 df, float64 b)
{
    return pair_add(special_minus_betaln_of(b * df, b), pair_scale(special_log_of(pair_of(df, 0)), -b));
}

REMEMBERED(special_t_log_middle, special_t_log_middle_of)

/* r: special_t_log_middle(df, 0.5). */
DEVICE pair special_t_log_density(float64 x, float64 df, pair r)
{
    if (!(df > 0) || x != x)
        return pair_of(SPECIAL_NAN, 0);
    if (fabs(x) == SPECIAL_INF)
        return pair_of(-SPECIAL_INF, 0);
    if (df > 1e300) { /* the normal distribution */
        pair square = fabs(x) < 1e150 ? pair_product(x, x) : pair_of(SPECIAL_INF, 0);
        return pair_add(pair_of(-0.5 * square.h, -0.5 * square.l), pair_of(-0x1.d67f1c864beb5p-1, 0x1.65b5a1b7ff5dfp-55));
    }
    pair q; /* log(1 + x^2/df) */
    if (fabs(x) > 1e140)
        q = pair_add(pair_scale(special_log_of(pair_of(fabs(x), 0)), 2), pair_neg(special_log_of(pair_of(df, 0))));
    else
        q = special_log_of(pair_add(pair_of(1, 0), pair_div(pair_product(x, x), pair_of(df, 0))));
    return pair_add(r, pair_neg(pair_add(pair_scale(q, 0.5 * df), pair_scale(q, 0.5))));
}

DEVICE float64 special_t_logpdf(float64 x, float64 df)
{
    return special_t_log_density(x, df, special_t_log_middle(df, 0.5)).h;
}

DEVICE float64 special_t_pdf(float64 x, float64 df)
{
    return special_density_of(special_t_log_density(x, df, special_t_log_middle(df, 0.5)));
}

/* Clamp degrees of freedom to 2^120. Larger values make no difference, but their squares would overflow. */
DEVICE float64 special_f_freedom(float64 m)
{
    return m > 0x1p120 && m < SPECIAL_INF ? 0x1p120 : m;
}

/* Return m x/(m x + n), and n/(m x + n) in *rest. */
DEVICE pair special_f_share(float64 x, float64 m, float64 n, pair *rest)
{
    pair c = pair_div(pair_of(n, 0), pair_of(m, 0)), sum = pair_add(pair_of(x, 0), c), share = pair_div(pair_of(x, 0), sum);
    *rest = pair_div(c, sum);
    if (share.h < 0x1p-50) /* the quotient near 1 has lost the digits of the small quotient */
        *rest = pair_sum(1, -share.h);
    if (rest->h < 0x1p-50)
        share = pair_sum(1, -rest->h);
    return share;
}

/* Return log(s^a (1 - s)^b/B(a, b)) for s = part/whole, if s is so small that the quotient may underflow. */
DEVICE pair special_f_log_end(float64 a, float64 b, pair part, pair whole)
{
    pair l = pair_add(special_log_of(part), pair_neg(special_log_of(whole)));
    return pair_add(pair_add(pair_scale(l, a), pair_of(-b * (part.h / whole.h), 0)), special_minus_betaln(a, b));
}

#define SPECIAL_F_END 0x1p-900

/* Return log(x f(x)), where f is the density. known: -log B(m/2, n/2), or NaN if not yet known. */
DEVICE pair special_f_log_power_by(float64 x, float64 m, float64 n, pair known)
{
    pair rest, share = special_f_share(x, m, n, &rest), c = pair_div(pair_of(n, 0), pair_of(m, 0));
    if (share.h < SPECIAL_F_END)
        return special_f_log_end(0.5 * m, 0.5 * n, pair_of(x, 0), pair_add(pair_of(x, 0), c));
    if (rest.h < SPECIAL_F_END)
        return special_f_log_end(0.5 * n, 0.5 * m, c, pair_add(pair_of(x, 0), c));
    return special_beta_log_power_by(0.5 * m, 0.5 * n, share, rest, known);
}

DEVICE pair special_f_log_power(float64 x, float64 m, float64 n)
{
    return special_f_log_power_by(x, m, n, pair_of(SPECIAL_NAN, 0));
}

/* known: -log B(m/2, n/2), or NaN. */
DEVICE pair special_f_log_density(float64 x, float64 m, float64 n, pair known)
{
    if (!(m > 0 && n > 0 && m < SPECIAL_INF && n < SPECIAL_INF) || x != x)
        return pair_of(SPECIAL_NAN, 0);
    if (x <= 0 || x == SPECIAL_INF)
        return x == 0 ? special_log_at_end(m - 2, 0) : pair_of(-SPECIAL_INF, 0);
    pair l = special_f_log_power_by(x, m, n, known);
    return pair_add(l, pair_neg(special_log_of(pair_of(x, 0))));
}

DEVICE float64 special_f_logpdf(float64 x, float64 m, float64 n)
{
    return special_f_log_density(x, m, n, pair_of(SPECIAL_NAN, 0)).h;
}

DEVICE float64 special_f_pdf(float64 x, float64 m, float64 n)
{
    return special_density_of(special_f_log_density(x, m, n, pair_of(SPECIAL_NAN, 0)));
}
#endif
