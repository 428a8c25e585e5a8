/* special_chi2.h - Chi-squared distribution, as a gamma distribution of x/2 with shape df/2. Halving rounds subnormal values,
 * so tiny arguments are handled separately. For tiny x, P = (x/2)^a/gamma(a + 1) with a = df/2; for tiny df, densities and
 * upper tails are proportional to df. */
#ifndef SPECIAL_CHI2_H
#define SPECIAL_CHI2_H
#include "special_logtail.h"

#define SPECIAL_CHI2_TINY 0x1p-1000
#define SPECIAL_LOG_2 0x1.62e42fefa39efp-1

DEVICE int special_is_tiny(float64 x)
{
    return (x > 0) & (x < SPECIAL_CHI2_TINY);
}

/* Return true if halving x and df is exact. */
DEVICE int special_chi2_is_usual(float64 x, float64 df)
{
    return !(special_is_tiny(x) | special_is_tiny(df));
}

DEVICE float64 special_chi2_half(float64 df)
{
    return df > 0 ? 0.5 * df : SPECIAL_NAN;
}

/* Return df/2 and set *factor to 1. For tiny df, return SPECIAL_GAMMA_TINY instead, and set *factor to the factor by which the
 * caller must multiply its own result. */
DEVICE float64 special_chi2_shape(float64 df, float64 *factor)
{
    int tiny = special_is_tiny(df);
    *factor = tiny ? df * 0x1p199 : 1;
    return tiny ? SPECIAL_GAMMA_TINY : special_chi2_half(df);
}

/* Return log(2^-a). */
DEVICE pair special_chi2_log_power(float64 a)
{
    return pair_scale(pair_of(-SPECIAL_LOG_2, -0x1.abc9e3b39803fp-56), a);
}

DEVICE pair special_chi2_log_density(float64 x, float64 df)
{
    float64 factor, a = special_chi2_shape(df, &factor), power = special_is_tiny(x) ? a : 1;
    pair l = special_gamma_log_density(special_is_tiny(x) ? x : 0.5 * x, a, special_gamma_log_rest(a, 1));
    l = pair_add(l, special_chi2_log_power(power));
    return fabs(l.h) < SPECIAL_INF ? pair_add(l, special_log_of(pair_of(factor, 0))) : l;
}

DEVICE float64 special_chi2_logpdf(float64 x, float64 df)
{
    if (special_chi2_is_usual(x, df))
        return special_gamma_logpdf(0.5 * x, special_chi2_half(df)) - SPECIAL_LOG_2;
    return special_chi2_log_density(x, df).h;
}

DEVICE float64 special_chi2_pdf(float64 x, float64 df)
{
    if (special_chi2_is_usual(x, df))
        return 0.5 * special_gamma_pdf(0.5 * x, special_chi2_half(df));
    return special_density_of(special_chi2_log_density(x, df));
}

/* Return log P(a, x/2). */
DEVICE float64 special_chi2_log_lower(float64 x, float64 a)
{
    if (special_is_tiny(x))
        return special_gamma_log_tail(a, x, 0) - a * SPECIAL_LOG_2;
    return special_gamma_log_tail(a, x < 0 ? 0 : 0.5 * x, 0);
}

DEVICE float64 special_chi2_logcdf(float64 x, float64 df)
{
    float64 factor, a = special_chi2_shape(df, &factor);
    return special_chi2_log_lower(x, a) * factor;
}

DEVICE float64 special_chi2_cdf(float64 x, float64 df)
{
    float64 factor, a = special_chi2_shape(df, &factor);
    if (special_is_tiny(x))
        return special_gammainc(a, x) * special_exp_of(special_chi2_log_power(a));
    return special_gammainc(a, x < 0 ? 0 : 0.5 * x);
}

/* Return Q(a, x/2), computed as -expm1(log P) for tiny x. */
DEVICE float64 special_chi2_upper(float64 x, float64 a)
{
    if (!special_is_tiny(x))
        return special_gammaincc(a, x < 0 ? 0 : 0.5 * x);
    float64 l = special_chi2_log_lower(x, a);
    return l > -0.25 ? -fma(l * l, special_expm1_terms(l), l) : 1 - special_exp(l);
}

DEVICE float64 special_chi2_sf(float64 x, float64 df)
{
    float64 factor, a = special_chi2_shape(df, &factor), q = special_chi2_upper(x, a);
    return x > 0 ? q * factor : q;
}

DEVICE float64 special_chi2_logsf(float64 x, float64 df)
{
    float64 factor, a = special_chi2_shape(df, &factor), q;
    if (!special_is_tiny(x)) {
        float64 l = special_gamma_log_tail(a, x < 0 ? 0 : 0.5 * x, 1);
        return (special_is_tiny(df) & (x > 0)) ? l + special_log(factor) : l;
    }
    q = special_chi2_upper(x, a);
    return q > 0.5 ? special_log_rest_of(special_chi2_cdf(x, df)) : special_log(q) + special_log(factor);
}
#endif
