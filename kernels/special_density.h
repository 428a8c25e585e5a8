/* special_density.h - densities and their logarithms, at place 0 and of scale 1: exponents have twice the precision, so
 * that tails have all digits.  Outside of the support a density is 0; outside of what parameters may be it is NaN. */
#ifndef SPECIAL_DENSITY_H
#define SPECIAL_DENSITY_H
#include "special.h"
#include "special_betainc.h"
#include "special_gammainc.h"

/* A density's logarithm at the end of a support, where it is like distance^power, of which `middle` is the one for power 0. */
DEVICE pair special_log_at_end(float64 power, float64 middle)
{
    return pair_of(power == 0 ? middle : power > 0 ? -SPECIAL_INF : SPECIAL_INF, 0);
}

DEVICE float64 special_density_of(pair l)
{
    return fabs(l.h) < SPECIAL_INF ? special_exp_of(l) : l.h > 0 ? l.h : l.h < 0 ? 0 : l.h;
}

DEVICE pair special_gamma_log_density(float64 x, float64 a)
{
    if (!(a > 0 && a < SPECIAL_INF) || x != x)
        return pair_of(SPECIAL_NAN, 0);
    if (x <= 0 || x == SPECIAL_INF)
        return x == 0 ? special_log_at_end(a - 1, 0) : pair_of(-SPECIAL_INF, 0);
    if (a == 1)
        return pair_of(-x, 0);
    pair l = pair_add(special_log_of(pair_of(a, 0)), pair_neg(special_log_of(pair_of(x, 0))));
    return pair_add(special_gamma_log_prefix(a, x), l);
}

DEVICE float64 special_gamma_logpdf(float64 x, float64 a)
{
    return special_gamma_log_density(x, a).h;
}

DEVICE float64 special_gamma_pdf(float64 x, float64 a)
{
    return special_density_of(special_gamma_log_density(x, a));
}

DEVICE pair special_beta_log_density(float64 x, float64 a, float64 b)
{
    if (!(a > 0 && b > 0 && a < SPECIAL_INF && b < SPECIAL_INF) || x != x)
        return pair_of(SPECIAL_NAN, 0);
    if (x < 0 || x > 1)
        return pair_of(-SPECIAL_INF, 0);
    if (x == 0 || x == 1)
        return special_log_at_end((x == 0 ? a : b) - 1, special_log(x == 0 ? b : a));
    pair y = pair_sum(1, -x), l = pair_add(special_log_of(pair_of(x, 0)), special_log_of(y));
    return pair_add(special_beta_log_power(a, b, pair_of(x, 0), y), pair_neg(l));
}

DEVICE float64 special_beta_logpdf(float64 x, float64 a, float64 b)
{
    return special_beta_log_density(x, a, b).h;
}

DEVICE float64 special_beta_pdf(float64 x, float64 a, float64 b)
{
    return special_density_of(special_beta_log_density(x, a, b));
}

DEVICE pair special_t_log_density(float64 x, float64 df)
{
    if (!(df > 0) || x != x)
        return pair_of(SPECIAL_NAN, 0);
    if (fabs(x) == SPECIAL_INF)
        return pair_of(-SPECIAL_INF, 0);
    if (df > 1e300) { /* normal */
        pair square = fabs(x) < 1e150 ? pair_product(x, x) : pair_of(SPECIAL_INF, 0);
        return pair_add(pair_of(-0.5 * square.h, -0.5 * square.l), pair_of(-0x1.d67f1c864beb5p-1, 0x1.65b5a1b7ff5dfp-55));
    }
    pair l = special_log_of(pair_of(df, 0)), q; /* log(1 + x^2/df) */
    if (fabs(x) > 1e140)
        q = pair_add(pair_scale(special_log_of(pair_of(fabs(x), 0)), 2), pair_neg(l));
    else
        q = special_log_of(pair_add(pair_of(1, 0), pair_div(pair_product(x, x), pair_of(df, 0))));
    pair r = pair_add(special_minus_betaln(0.5 * df, 0.5), pair_scale(l, -0.5));
    return pair_add(r, pair_neg(pair_add(pair_scale(q, 0.5 * df), pair_scale(q, 0.5))));
}

DEVICE float64 special_t_logpdf(float64 x, float64 df)
{
    return special_t_log_density(x, df).h;
}

DEVICE float64 special_t_pdf(float64 x, float64 df)
{
    return special_density_of(special_t_log_density(x, df));
}

/* m x/(m x + n), and n/(m x + n). */
DEVICE pair special_f_share(float64 x, float64 m, float64 n, pair *rest)
{
    pair c = pair_div(pair_of(n, 0), pair_of(m, 0)), sum = pair_add(pair_of(x, 0), c);
    *rest = pair_div(c, sum);
    return pair_div(pair_of(x, 0), sum);
}

DEVICE pair special_f_log_density(float64 x, float64 m, float64 n)
{
    if (!(m > 0 && n > 0 && m < SPECIAL_INF && n < SPECIAL_INF) || x != x)
        return pair_of(SPECIAL_NAN, 0);
    if (x <= 0 || x == SPECIAL_INF)
        return x == 0 ? special_log_at_end(m - 2, 0) : pair_of(-SPECIAL_INF, 0);
    pair rest, share = special_f_share(x, m, n, &rest);
    return pair_add(special_beta_log_power(0.5 * m, 0.5 * n, share, rest), pair_neg(special_log_of(pair_of(x, 0))));
}

DEVICE float64 special_f_logpdf(float64 x, float64 m, float64 n)
{
    return special_f_log_density(x, m, n).h;
}

DEVICE float64 special_f_pdf(float64 x, float64 m, float64 n)
{
    return special_density_of(special_f_log_density(x, m, n));
}
#endif
