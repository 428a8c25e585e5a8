/* random_check.h - what parameters of distributions may not be: 0, or one more than the number of the first that is wrong.
 * For devices, the host, and, for numbers of a script, src/random. */
#ifndef RANDOM_CHECK_H
#define RANDOM_CHECK_H
#define IS_FINITE_VALUE(x) ((x) - (x) == 0)

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
#endif
