/* short.h - Elementary functions of float32 in wide registers of float32 (docs/design/elementwise.md).
 *
 * The functions are the functions of wide.c with half the digits.  Leading terms have two parts, so that results are within 0.8
 * units in the last place.  The results of pow, tan, atan and tanh are within 1 unit, and the results of atan2 within 1.05
 * units.  Each comment states the bounds of the arguments; for other arguments, the functions of single.h are used.  The
 * polynomials are least-squares fits at Chebyshev points: each coefficient, beginning with the lowest, is rounded before the
 * following coefficients are fitted. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_SHORT_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_SHORT_H

#include "wide.h"

typedef union {
    float x;
    uint32 i;
} short_bits;
#define SHORT_BITS(v) (((short_bits){.x = (v)}).i)
#define OF_SHORT_BITS(v) (((short_bits){.i = (v)}).x)
#define SHORT_MAGIC 0x1.8p23f /* when added to a small number, leaves the nearest integer in the last bits of the sum */

/* An unevaluated sum h + l. */
typedef struct {
    float h, l;
} couple;

/* Return h + l as a couple, where |h| >= |l|. */
static inline couple couple_quick(float h, float l)
{
    float s = h + l;
    return (couple){s, l - (s - h)};
}

static inline couple couple_sum(float a, float b)
{
    float s = a + b, v = s - a;
    return (couple){s, (a - (s - v)) + (b - v)};
}

static inline couple couple_product(float a, float b)
{
    float p = a * b;
    return (couple){p, fmaf(a, b, -p)};
}

static inline couple couple_quotient(couple a, couple d)
{
    float inverse = 1 / d.h, q = a.h * inverse;
    return (couple){q, fmaf(-q, d.l, fmaf(-q, d.h, a.h) + a.l) * inverse};
}

/* exp(x + below) = 2^k (1 + lead + half r + rest) for |x| up to 88.  r is lead except for its last digits. */
typedef struct {
    float k, lead, half, r, rest;
} short_power;

static inline short_power short_power_of(float x, float below)
{
    float k = fmaf(x, 0x1.715476p+0f, SHORT_MAGIC) - SHORT_MAGIC;
    float lead = fmaf(k, -0x1.62e43p-1f, x), low = fmaf(k, 0x1.05c61p-29f, below), r = lead + low, p;
    p = fmaf(r, 0x1.a273f2p-13f, 0x1.6d5168p-10f);
    p = fmaf(p, r, 0x1.110feep-7f);
    p = fmaf(p, r, 0x1.5554e4p-5f);
    p = fmaf(p, r, 0x1.555556p-3f);
    return (short_power){k, lead, 0.5f * r, r, fmaf(r * r * r, p, low)};
}

/* Return 2^k for k from -126 to 127. */
static inline float short_scale(float k)
{
    return OF_SHORT_BITS(SHORT_BITS(k + (SHORT_MAGIC + 127)) << 23);
}

static inline float short_value_of(short_power p)
{
    float sum = 1 + p.lead;
    return (sum + (p.lead - (sum - 1) + fmaf(p.half, p.r, p.rest))) * short_scale(p.k);
}

/* Return exp(x) for x from -87 to 87. */
static inline float short_exp(float x)
{
    return short_value_of(short_power_of(x, 0));
}

/* Return exp(x) - 1 for x from -60 to 60. */
static inline float short_expm1(float x)
{
    short_power p = short_power_of(x, 0);
    float s = short_scale(p.k), whole = s - 1, lost = s - whole - 1, sum = fmaf(s, p.lead, whole);
    lost += fmaf(s, p.lead, whole - sum); /* |whole| >= |s p.lead|, unless it is 0 */
    return copysignf(sum + fmaf(s * p.half, p.r, fmaf(s, p.rest, lost)), x);
}

/* Terms of sinh and cosh as in hyperbolic.c, for x from -7.5 to 7.5. */
typedef struct {
    float plus, minus, lead, low, r, z, c, s;
} short_halves;

static inline short_halves short_halves_of(float x)
{
    float shifted = fmaf(x, 0x1.715476p+0f, SHORT_MAGIC), k = shifted - SHORT_MAGIC;
    float lead = fmaf(k, -0x1.62e43p-1f, x), low = k * 0x1.05c61p-29f, r = lead + low, z = r * r, c, s;
    uint32 whole = SHORT_BITS(shifted) << 23; /* k in the position of the exponent */
    float up = OF_SHORT_BITS((126U << 23) + whole), down = OF_SHORT_BITS((126U << 23) - whole);
    s = fmaf(z, 0x1.a1256cp-13f, 0x1.1110e0p-7f);
    c = fmaf(z, 0x1.6cdf4ep-10f, 0x1.55553ep-5f);
    s = fmaf(s, z, 0x1.555556p-3f);
    return (short_halves){up + down, up - down, lead, low, r, z, c, s};
}

/* Return a + b r + z (a/2 + a z c + b r s), where |a| >= |b r| or a is 0. */
static inline float short_combined(short_halves h, float a, float b)
{
    float sum = fmaf(b, h.lead, a), lost = fmaf(b, h.lead, a - sum), square = a * h.z;
    float rest = fmaf(b * h.r, h.s, square * h.c);
    return sum + fmaf(0.5f, square, fmaf(h.z, rest, fmaf(h.low, b, lost)));
}

static inline float short_sinh(float x)
{
    short_halves h = short_halves_of(fabsf(x));
    return copysignf(short_combined(h, h.minus, h.plus), x);
}

static inline float short_cosh(float x)
{
    short_halves h = short_halves_of(fabsf(x));
    return short_combined(h, h.plus, h.minus);
}

/* Return tanh(x) for all x.  A polynomial is used if |x| is at most 1, and 1 - 2/(e^2x + 1) otherwise. */
static inline float short_tanh(float x)
{
    float size = fabsf(x), z = size * size, near, p;
    near = fmaf(z, -0x1.74db72p-12f, 0x1.2c5384p-9f);
    near = fmaf(near, z, -0x1.03ecb8p-7f);
    near = fmaf(near, z, 0x1.5fe224p-6f);
    near = fmaf(near, z, -0x1.b95b52p-5f);
    near = fmaf(near, z, 0x1.110b9cp-3f);
    near = fmaf(near, z, -0x1.55553ap-2f);
    near = fmaf(size * z, near, size);
    float most = 20 < size ? 20 : size, shifted = fmaf(most, 0x1.715476p+1f, SHORT_MAGIC), k = shifted - SHORT_MAGIC;
    float r = fmaf(k, -0x1.7f7d1cp-21f, fmaf(k, -0x1.62e4p-2f, most)), s = short_scale(k);
    p = fmaf(r, 0x1.6851b6p-4f, 0x1.123be4p-2f);
    p = fmaf(p, r, 0x1.555b98p-1f);
    p = fmaf(p, r, 0x1.55548ep+0f);
    p = fmaf(p, r, 0x1.fffff8p+0f);
    p = fmaf(p, r, 2);
    p = fmaf(p, r, 1);
    float far = 1 - 2 / fmaf(s, p, 1);
    return copysignf(size > 1 ? far : near, x);
}

/* A positive normal number as 2^k (1 + f), with f from sqrt(1/2) - 1 to sqrt(2) - 1.  k is stored in the position of the
 * exponent, that is as 2^23 times k. */
typedef struct {
    uint32 k;
    float f;
} short_split;

static inline short_split short_split_of(float x)
{
    uint32 bits = SHORT_BITS(x), k = (bits - 0x3f3504f3U) & 0xff800000U;
    return (short_split){k, OF_SHORT_BITS(bits - k) - 1};
}

/* Return the sum of k times `multiple`, which is exact, and a number that is smaller unless k is 0. */
static inline couple short_with_multiple(float k, float multiple, float lead)
{
    float sum = fmaf(k, multiple, lead);
    return (couple){sum, lead - fmaf(-k, multiple, sum)};
}

/* Return log(1 + f + l) as a sum of lead and rest, for f of a split number and |l| below 2^-23.  If `alone`, l is 0. */
static inline couple short_log_beyond_one(float f, float l, bool alone)
{
    couple m = alone ? (couple){f, 0} : couple_quick(f, l);
    float half = 0.5f * m.h, z = m.h * m.h, lead = fmaf(-half, m.h, m.h), lost = fmaf(-half, m.h, m.h - lead), p;
    p = fmaf(m.h, 0x1.11c874p-4f, -0x1.dd6510p-4f);
    p = fmaf(p, m.h, 0x1.e7a54ep-4f);
    p = fmaf(p, m.h, -0x1.fc4da0p-4f);
    p = fmaf(p, m.h, 0x1.232cfap-3f);
    p = fmaf(p, m.h, -0x1.555ae4p-3f);
    p = fmaf(p, m.h, 0x1.99a546p-3f);
    p = fmaf(p, m.h, -0x1.00000ap-2f);
    p = fmaf(p, m.h, 0x1.555546p-2f);
    lost += alone ? 0 : fmaf(z - m.h, m.l, m.l);
    return (couple){lead, fmaf(z * m.h, p, lost)};
}

/* Return log(h + l) for a positive normal number h, with |l| at most half a unit in the last place of h.  If `alone`, l is
 * 0. */
static inline couple short_log_of(float h, float l, bool alone)
{
    short_split m = short_split_of(h);
    float k = (float)(int32)m.k;
    couple log = short_log_beyond_one(m.f, alone ? 0 : l * OF_SHORT_BITS(0x3f800000U - m.k), alone);
    couple sum = short_with_multiple(k, 0x1.62e4p-24f, log.h);
    return (couple){sum.h, fmaf(k, 0x1.7f7d1cp-43f, sum.l) + log.l};
}

/* Return log(x) for positive normal numbers.  short_log2() and short_log10() have the same bounds. */
static inline float short_log(float x)
{
    couple log = short_log_of(x, 0, true);
    return log.h + log.l;
}

/* Return a logarithm to another base, where h + l is the reciprocal of the natural logarithm of the base.  `first` is the exact
 * leading part of k times the logarithm of 2, which is 0 or at least as large as the other terms.  `low` is the remaining
 * part. */
static inline float short_log_by(float f, float h, float l, float first, float low)
{
    couple log = short_log_beyond_one(f, 0, true);
    float sum = fmaf(log.h, h, first), lost = fmaf(log.h, h, first - sum);
    return sum + fmaf(log.l, h, fmaf(log.h, l, lost + low));
}

static inline float short_log2(float x)
{
    short_split m = short_split_of(x);
    return short_log_by(m.f, 0x1.715476p+0f, 0x1.4ae0cp-26f, 0x1p-23f * (float)(int32)m.k, -0.0f);
}

static inline float short_log10(float x)
{
    short_split m = short_split_of(x);
    float k = (float)(int32)m.k;
    return short_log_by(m.f, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f, 0x1.344p-25f * k, 0x1.3509f8p-41f * k);
}

/* Return log(1 + x) for x from -0.875 to 2^100. */
static inline float short_log1p(float x)
{
    couple u = couple_sum(1, x), log = short_log_of(u.h, u.l, false);
    return copysignf(log.h + log.l, x);
}

/* Return log(x) to some 31 binary digits, for positive normal numbers, as log(2) k + 2 atanh(s) with s = f/(2 + f). */
static inline couple short_long_log(float x)
{
    short_split m = short_split_of(x);
    float k = (float)(int32)m.k, d = 2 + m.f, inverse = 1 / d, s = m.f * inverse, z = s * s, p;
    float low = fmaf(-s, m.f - (d - 2), fmaf(-s, d, m.f)) * inverse;
    couple sum = short_with_multiple(k, 0x1.62e4p-24f, 2 * s);
    p = fmaf(z, 0x1.d80d4ep-3f, 0x1.247a1ep-2f);
    p = fmaf(p, z, 0x1.9999a4p-2f);
    p = fmaf(p, z, 0x1.555556p-1f);
    return couple_quick(sum.h, fmaf(s * z, p, fmaf(k, 0x1.7f7d1cp-43f, fmaf(2, low, sum.l))));
}

/* Return the exponent e of x^y = exp(e) in two parts, for positive normal x. */
static inline couple short_exponent(float x, float y)
{
    couple log = short_long_log(x), e = couple_product(log.h, y);
    return (couple){e.h, fmaf(log.l, y, e.l)};
}

/* Return half the logarithm of n/d, with n = 1 + |x| and d = 1 - |x|, as hyperbolic.c does.  |x| must be less than 1. */
static inline float short_atanh(float x)
{
    float size = fabsf(x), p;
    couple n = couple_quick(1, size), d = couple_quick(1, -size);
    uint32 nearest = SHORT_BITS(n.h) - SHORT_BITS(d.h) + (127U << 23) + (1U << 22);
    float scale = OF_SHORT_BITS(nearest & 0xff800000U), k = (float)((int32)(nearest >> 23) - 127);
    float h = scale * d.h, l = scale * d.l;
    couple down = couple_sum(n.h, h), s = couple_quotient((couple){n.h - h, n.l - l}, (couple){down.h, down.l + (n.l + l)});
    float z = s.h * s.h;
    p = fmaf(z, 0x1.ee8e1ep-4f, 0x1.23e0ccp-3f);
    p = fmaf(p, z, 0x1.999c0ap-3f);
    p = fmaf(p, z, 0x1.555554p-2f);
    float first = k * 0x1.62e4p-2f, sum = first + s.h, lost = s.h - (sum - first);
    return copysignf(sum + fmaf(s.h * z, p, lost + fmaf(k, 0x1.7f7d1cp-21f, s.l)), x);
}

/* Return 1/x to some 7 binary digits, for x between 2^-100 and 2^100.  Corrections need no more digits, and a division would
 * take longer. */
static inline float short_inverse(float x)
{
    float y = OF_SHORT_BITS(0x7ef311c3U - SHORT_BITS(x));
    return y * fmaf(-x, y, 2);
}

/* Return twice the rounding error of the square root r of x; `inverse` is approximately 1/r. */
static inline float short_root_error(couple x, float r, float inverse)
{
    return (fmaf(-r, r, x.h) + x.l) * inverse;
}

/* Return |x| + sqrt(1 + x^2) for |x| up to 2^60. */
static inline couple short_asinh_sum(float x)
{
    float size = fabsf(x);
    couple square = couple_product(size, size), sum = couple_sum(1, square.h);
    sum.l += square.l;
    float r = sqrtf(sum.h), inverse = short_inverse(r);
    inverse *= fmaf(-r, inverse, 2); /* for small x the rounding error of the root matters */
    couple u = couple_quick(r, size);
    return (couple){u.h, fmaf(0.5f, short_root_error(sum, r, inverse), u.l)};
}

/* Return asinh(x) from the logarithm of `sum`, or x - x^3/6 near 0. */
static inline float short_asinh(float x, couple sum)
{
    couple log = short_log_of(sum.h, sum.l, false);
    float size = fabsf(x), near = fmaf(size * size * size, -0x1.555556p-3f, size);
    return copysignf(size < 0x1p-9f ? near : log.h + log.l, x);
}

/* Return x + sqrt(x^2 - 1) for x from 1 to 2^60. */
static inline couple short_acosh_sum(float x)
{
    couple square = couple_product(x, x);
    square = couple_quick(square.h - 1, square.l);
    float r = sqrtf(square.h);
    couple u = couple_quick(x, r);
    return (couple){u.h, fmaf(0.5f, short_root_error(square, r, short_inverse(r)), u.l)};
}

static inline float short_acosh(float x, couple sum)
{
    couple log = short_log_of(sum.h, sum.l, false);
    (void)x;
    return log.h + log.l;
}

#endif
