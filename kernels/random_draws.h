/* random_draws.h - Distributions that need one word per element. Two standard variates are generated from two words, and then
 * transformed by the parameters. */
#ifndef RANDOM_DRAWS_H
#define RANDOM_DRAWS_H
#include "random_words.h"
#include "random_check.h"

typedef struct {
    float64 a, b;
} random_two;

DEVICE random_two standard_uniform(uint64 a, uint64 b, int is_single)
{
    random_two r;
    r.a = random_unit_of(a, is_single);
    r.b = random_unit_of(b, is_single);
    return r;
}

DEVICE random_two standard_exponential(uint64 a, uint64 b, int is_single)
{
    random_two r;
    (void)is_single;
    r.a = 0 - random_log(a);
    r.b = 0 - random_log(b);
    return r;
}

#ifdef SINGLE_ONLY
DEVICE random_two random_turn(uint64 w)
{
    random_two r;
    float64 angle = 6.2831853f * random_unit(w);
    r.a = cos(angle);
    r.b = sin(angle);
    return r;
}
#else
/* Return the cosine and sine of 2 pi u for a uniform variate u. The angle is reduced exactly by quarter turns. The remainder f,
 * in units of a quarter turn, is in [-1/2, 1/2]. */
DEVICE random_two random_turn(uint64 w)
{
    const float64 magic = 0x1.8p52;
    float64 x = 4 * random_unit(w), shifted = x + magic, f = x - (shifted - magic), z = f * f, s, c;
    uint64 k = BITS_OF(shifted);
    s = fma(z, 0x1.e4a9d9166f052p-25, -0x1.e3027dea82bd7p-19);
    c = fma(z, -0x1.b38340f56931fp-28, 0x1.f9cfc07738157p-22);
    s = fma(s, z, 0x1.50783208843ebp-13);
    c = fma(c, z, -0x1.a6d1f0ab7905cp-16);
    s = fma(s, z, -0x1.32d2cce500387p-8);
    c = fma(c, z, 0x1.e1f50688302c5p-11);
    s = fma(s, z, 0x1.466bc6775a476p-4);
    c = fma(c, z, -0x1.55d3c7e3cbd74p-6);
    s = fma(s, z, -0x1.4abbce625be52p-1);
    c = fma(c, z, 0x1.03c1f081b5ac4p-2);
    s = fma(f, 0x1.921fb54442d18p+0, f * fma(s, z, 0x1.1a62633145c07p-54));
    c = fma(fma(c, z, -0x1.3bd3cc9be45dep+0), z, 1.0);
    uint64 turned = 0 - (k & 1), sine = BITS_OF(s), cosine = BITS_OF(c);
    random_two r;
    r.a = OF_BITS(((sine & turned) | (cosine & ~turned)) ^ ((k + 1) & 2) << 62);
    r.b = OF_BITS(((cosine & turned) | (sine & ~turned)) ^ (k & 2) << 62);
    return r;
}
#endif

/* Two normal variates (Box and Muller 1958). */
DEVICE random_two standard_normal(uint64 a, uint64 b, int is_single)
{
    random_two r = random_turn(b);
    float64 radius = sqrt(0 - 2 * random_log(a));
    (void)is_single;
    r.a *= radius;
    r.b *= radius;
    return r;
}

DEVICE float64 finish_random(float64 z, float64 a, float64 b)
{
    (void)a;
    (void)b;
    return z;
}

DEVICE float64 finish_uniform(float64 z, float64 low, float64 high)
{
    return low + (high - low) * z;
}

DEVICE float64 finish_normal(float64 z, float64 loc, float64 scale)
{
    return loc + scale * z;
}

DEVICE float64 finish_lognormal(float64 z, float64 mean, float64 sigma)
{
    return special_exp(mean + sigma * z);
}

DEVICE float64 finish_exponential(float64 z, float64 scale, float64 unused)
{
    (void)unused;
    return scale * z;
}
#endif
