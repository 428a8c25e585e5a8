/* random_check.h - Validate distribution parameters. Each function returns 0 if all parameters are valid, otherwise the
 * position, counted from 1, of the first invalid parameter. The functions are used by devices, by the host and, for scalar
 * parameters, by src/random. */
#ifndef RANDOM_CHECK_H
#define RANDOM_CHECK_H
#define IS_FINITE_VALUE(x) ((x) - (x) == 0)
/* Return true if neither the sum nor the quotient of two gamma variates of this shape overflows or underflows. */
#ifdef SINGLE_ONLY
#define IS_MODERATE(x) ((x) >= 1e-36f && (x) <= 1e36f)
#else
#define IS_MODERATE(x) ((x) >= 1e-300 && (x) <= 1e300)
#endif

DEVICE int bad_random(float64 a, float64 b, float64 c, float64 d)
{
    (void)a, (void)b, (void)c, (void)d;
    return 0;
}

DEVICE int bad_uniform(float64 low, float64 high, float64 c, float64 d)
{
    (void)c, (void)d;
    return !IS_FINITE_VALUE(low) ? 1 : !IS_FINITE_VALUE(high - low) || high < low ? 2 : 0;
}

DEVICE int bad_normal(float64 loc, float64 scale, float64 c, float64 d)
{
    (void)c, (void)d;
    return !IS_FINITE_VALUE(loc) ? 1 : !IS_FINITE_VALUE(scale) || scale < 0 ? 2 : 0;
}

DEVICE int bad_lognormal(float64 mean, float64 sigma, float64 c, float64 d)
{
    return bad_normal(mean, sigma, c, d);
}

DEVICE int bad_exponential(float64 scale, float64 b, float64 c, float64 d)
{
    (void)b, (void)c, (void)d;
    return !IS_FINITE_VALUE(scale) || scale < 0;
}

DEVICE int bad_gamma(float64 shape, float64 scale, float64 c, float64 d)
{
    (void)c, (void)d;
    return !IS_FINITE_VALUE(shape) || shape < 0 ? 1 : !IS_FINITE_VALUE(scale) || scale < 0 ? 2 : 0;
}

DEVICE int bad_beta(float64 a, float64 b, float64 c, float64 d)
{
    (void)c, (void)d;
    return !IS_MODERATE(a) ? 1 : !IS_MODERATE(b) ? 2 : 0;
}

DEVICE int bad_chisquare(float64 df, float64 b, float64 c, float64 d)
{
    (void)b, (void)c, (void)d;
    return !IS_FINITE_VALUE(df) || df <= 0;
}

DEVICE int bad_standard_t(float64 df, float64 b, float64 c, float64 d)
{
    (void)b, (void)c, (void)d;
    return !IS_MODERATE(df);
}

/* Counts are integers in float64. */
DEVICE int bad_poisson(float64 mean, float64 b, float64 c, float64 d)
{
    (void)b, (void)c, (void)d;
    return !(mean >= 0 && mean <= 4503599627370496.0);
}

DEVICE int bad_binomial(float64 n, float64 p, float64 c, float64 d)
{
    (void)c, (void)d;
    return !(n >= 0 && n <= 4503599627370496.0 && floor(n) == n) ? 1 : !(p >= 0 && p <= 1) ? 2 : 0;
}

/* Return (to - from)/scale, even if the difference overflows. */
DEVICE float64 random_distance(float64 from, float64 to, float64 scale)
{
    float64 d = to - from;
    return IS_FINITE_VALUE(d) ? d / scale : to / scale - from / scale;
}

DEVICE int bad_truncated_normal(float64 low, float64 high, float64 loc, float64 scale)
{
    float64 a = random_distance(loc, low, scale), b = random_distance(loc, high, scale);
    if (!IS_FINITE_VALUE(loc))
        return 3;
    if (!IS_FINITE_VALUE(scale) || scale <= 0)
        return 4;
    if (!(low < high))
        return 2;
    return a < (float64)INFINITY && b > -(float64)INFINITY ? 0 : 1;
}
#endif
