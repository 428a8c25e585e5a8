/* elementwise_short.h - elementary functions of float32 in wide registers of float32 (docs/decisions/0111).
 *
 * They are those of elementwise_wide.c and its kin in half the digits: leading terms in two parts, so that results are within
 * 0.8 units in the last place, of tan, atan, atan2 and tanh within 1.  Each says between which bounds it holds;
 * elementwise_single.h has the rest.  The polynomials are by least squares at Chebyshev's points: each coefficient, from the
 * lowest on, is rounded before the others are fitted to what is left. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_SHORT_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_SHORT_H

#include "elementwise_wide.h"

typedef union {
    float x;
    uint32 i;
} short_bits;
#define SHORT_BITS(v) (((short_bits){.x = (v)}).i)
#define OF_SHORT_BITS(v) (((short_bits){.i = (v)}).x)
#define SHORT_MAGIC 0x1.8p23f /* its sum with a small number has that, rounded to a whole one, in the last bits */

/* An unevaluated sum h + l. */
typedef struct {
    float h, l;
} couple;

/* h + l, where |h| >= |l|. */
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
    return (couple){q, (fmaf(-q, d.h, a.h) + fmaf(-q, d.l, a.l)) * inverse};
}

/* exp(x + below) = 2^k (1 + lead + square + rest), of |x| up to 88. */
typedef struct {
    float k, lead, square, rest;
} short_power;

static inline short_power short_power_of(float x, float below)
{
    float k = fmaf(x, 0x1.715476p+0f, SHORT_MAGIC) - SHORT_MAGIC;
    float t = fmaf(k, -0x1.62e43p-1f, x), low = fmaf(k, 0x1.05c61p-29f, below), r = t + low, p;
    low -= r - t;
    p = fmaf(r, 0x1.a273f2p-12f, 0x1.6d5168p-9f);
    p = fmaf(p, r, 0x1.110feep-6f);
    p = fmaf(p, r, 0x1.5554e4p-4f);
    p = fmaf(p, r, 0x1.555556p-2f);
    float square = r * (0.5f * r);
    return (short_power){k, r, square, fmaf(r * square, p, low)};
}

/* 2^k, k from -126 to 127. */
static inline float short_scale(float k)
{
    return OF_SHORT_BITS(SHORT_BITS(k + (SHORT_MAGIC + 127)) << 23);
}

static inline float short_value_of(short_power p)
{
    float sum = 1 + p.lead;
    return (sum + (p.square + (p.lead - (sum - 1) + p.rest))) * short_scale(p.k);
}

/* -87 to 88. */
static inline float short_exp(float x)
{
    return short_value_of(short_power_of(x, 0));
}

/* -60 to 60. */
static inline float short_expm1(float x)
{
    short_power p = short_power_of(x, 0);
    float s = short_scale(p.k), whole = s - 1, lost = s - whole - 1, lead = s * p.lead, sum = whole + lead;
    lost += lead - (sum - whole);
    return copysignf(sum + fmaf(s, p.square, fmaf(s, p.rest, lost)), x);
}

/* sinh and cosh as elementwise_hyperbolic.c has them, -7.5 to 7.5. */
typedef struct {
    float plus, minus, r, low, z, c, s;
} short_halves;

static inline short_halves short_halves_of(float x)
{
    float k = fmaf(x, 0x1.715476p+0f, SHORT_MAGIC) - SHORT_MAGIC;
    float t = fmaf(k, -0x1.62e43p-1f, x), low = k * 0x1.05c61p-29f, r = t + low, z = r * r, c, s;
    low -= r - t;
    float up = OF_SHORT_BITS(SHORT_BITS(k + (SHORT_MAGIC + 126)) << 23);
    float down = OF_SHORT_BITS(SHORT_BITS(SHORT_MAGIC + 126 - k) << 23);
    s = fmaf(z, 0x1.a1256cp-13f, 0x1.1110e0p-7f);
    c = fmaf(z, 0x1.6cdf4ep-10f, 0x1.55553ep-5f);
    s = fmaf(s, z, 0x1.555556p-3f);
    return (short_halves){up + down, up - down, r, low, z, c, s};
}

/* a + b r + z (a/2 + a z c + b r s), |a| >= |b r| or 0. */
static inline float short_combined(short_halves h, float a, float b)
{
    float first = b * h.r, sum = a + first, lost = first - (sum - a) + fmaf(b, h.r, -first);
    float square = a * h.z, rest = fmaf(first, h.s, square * h.c);
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

/* All numbers: a polynomial up to 1, and 1 - 2/(e^2x + 1) beyond. */
static inline float short_tanh(float x)
{
    float size = fabsf(x), z = size * size, near, p;
    near = fmaf(z, 0x1.f79016p-14f, -0x1.b5e2fcp-11f);
    near = fmaf(near, z, 0x1.922daap-9f);
    near = fmaf(near, z, -0x1.19576ep-7f);
    near = fmaf(near, z, 0x1.64d810p-6f);
    near = fmaf(near, z, -0x1.b9f916p-5f);
    near = fmaf(near, z, 0x1.111046p-3f);
    near = fmaf(near, z, -0x1.555552p-2f);
    near = fmaf(size * z, near, size);
    float twice = size > 20 ? 40 : 2 * size, k = fmaf(twice, 0x1.715476p+0f, SHORT_MAGIC) - SHORT_MAGIC;
    float r = fmaf(k, 0x1.05c61p-29f, fmaf(k, -0x1.62e43p-1f, twice)), s = short_scale(k);
    p = fmaf(r, 0x1.a273f2p-13f, 0x1.6d5168p-10f);
    p = fmaf(p, r, 0x1.110feep-7f);
    p = fmaf(p, r, 0x1.5554e4p-5f);
    p = fmaf(p, r, 0x1.555556p-3f);
    p = fmaf(p, r, 0.5f);
    float far = 1 - 2 / (1 + fmaf(s, fmaf(r * r, p, r), s));
    return copysignf(size > 1 ? far : near, x);
}

/* log(h + l) as a sum of lead and rest, of positive normal numbers, |l| at most half a unit of h; `alone`: l is 0.  Without the
 * multiple of log(2), which is k. */
typedef struct {
    float k;
    couple rest;
} short_log_parts;

static inline short_log_parts short_log_of(float h, float l, bool alone)
{
    uint32 bits = SHORT_BITS(h), over = bits - 0x3f3504f3U, exponent = over & 0xff800000U;
    float k = (float)((int32)over >> 23), f = OF_SHORT_BITS(bits - exponent) - 1, p;
    couple m = alone ? (couple){f, 0} : couple_quick(f, l * OF_SHORT_BITS(0x3f800000U - exponent));
    p = fmaf(m.h, 0x1.16babcp-3f, -0x1.e04a3ap-3f);
    p = fmaf(p, m.h, 0x1.e6f4eep-3f);
    p = fmaf(p, m.h, -0x1.fbc1e6p-3f);
    p = fmaf(p, m.h, 0x1.232fe8p-2f);
    p = fmaf(p, m.h, -0x1.555f16p-2f);
    p = fmaf(p, m.h, 0x1.99a546p-2f);
    p = fmaf(p, m.h, -0.5f);
    p = fmaf(p, m.h, 0x1.555546p-1f);
    float half = 0.5f * m.h, square = m.h * half, lead = m.h - square, lost = m.h - lead - square - fmaf(m.h, half, -square);
    lost += alone ? 0 : m.l * fmaf(-m.h, 1 - m.h, 1);
    return (short_log_parts){k, {lead, fmaf(m.h * square, p, lost)}};
}

/* The sum of both, k times log(2). */
static inline couple with_multiple(short_log_parts p)
{
    float a = p.k * 0x1.62e4p-1f, first = a + p.rest.h, lost = p.rest.h - (first - a); /* |a| > |f|, unless it is 0 */
    return (couple){first, fmaf(p.k, 0x1.7f7d1cp-20f, lost) + p.rest.l};
}

/* Positive normal numbers, as the next two. */
static inline float short_log(float x)
{
    couple log = with_multiple(short_log_of(x, 0, true));
    return log.h + log.l;
}

static inline float short_log2(float x)
{
    short_log_parts p = short_log_of(x, 0, true);
    couple most = couple_product(p.rest.h, 0x1.715476p+0f);
    float sum = p.k + most.h, lost = most.h - (sum - p.k) + most.l;
    return sum + fmaf(p.rest.l, 0x1.715476p+0f, fmaf(p.rest.h, 0x1.4ae0cp-26f, lost));
}

static inline float short_log10(float x)
{
    couple log = with_multiple(short_log_of(x, 0, true)), most = couple_product(log.h, 0x1.bcb7b2p-2f);
    return most.h + fmaf(log.l, 0x1.bcb7b2p-2f, fmaf(log.h, -0x1.5b235ep-27f, most.l));
}

/* -0.9 to 2^100. */
static inline float short_log1p(float x)
{
    couple u = couple_sum(1, x), log = with_multiple(short_log_of(u.h, u.l, false));
    return copysignf(log.h + log.l, x);
}

/* log(x) to some 31 binary digits, of positive normal numbers: log(2) k + 2 atanh(s), s = f/(2 + f). */
static inline couple short_long_log(float x)
{
    uint32 bits = SHORT_BITS(x), over = bits - 0x3f3504f3U;
    float k = (float)((int32)over >> 23), f = OF_SHORT_BITS(bits - (over & 0xff800000U)) - 1, d = 2 + f, p;
    couple s = couple_quotient((couple){f, 0}, (couple){d, f - (d - 2)});
    float z = s.h * s.h, a = k * 0x1.62e4p-1f, lead = 2 * s.h, first = a + lead;
    p = fmaf(z, 0x1.d80d4ep-3f, 0x1.247a1ep-2f);
    p = fmaf(p, z, 0x1.9999a4p-2f);
    p = fmaf(p, z, 0x1.555556p-1f);
    return couple_quick(first, lead - (first - a) + fmaf(s.h * z, p, fmaf(k, 0x1.7f7d1cp-20f, 2 * s.l)));
}

/* NaN of what is not a power of a positive normal number between e^-8 and e^8. */
static inline float short_pow(float x, float y)
{
    couple log = short_long_log(x), e = couple_product(log.h, y);
    float power = short_value_of(short_power_of(e.h, fmaf(log.l, y, e.l)));
    return ((x >= 0x1p-126f) & (x <= 0x1.fffffep127f) & (fabsf(e.h) <= 8)) ? power : (float)NAN_VALUE;
}

/* Half the logarithm of n/d, n = 1 + |x|, d = 1 - |x|, as elementwise_hyperbolic.c has it; |x| below 1. */
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

/* What the root r of x lacks. */
static inline float lost_of_short_root(couple x, float r)
{
    return (fmaf(-r, r, x.h) + x.l) * (0.5f / r);
}

/* log(|x| + sqrt(1 + x^2)), up to 2^60; x - x^3/6 near 0. */
static inline float short_asinh(float x)
{
    float size = fabsf(x);
    couple square = couple_product(size, size), sum = couple_sum(1, square.h);
    sum.l += square.l;
    float r = sqrtf(sum.h);
    couple u = couple_quick(r > size ? r : size, r > size ? size : r);
    u.l += lost_of_short_root(sum, r);
    couple log = with_multiple(short_log_of(u.h, u.l, false));
    float near = fmaf(size * square.h, -0x1.555556p-3f, size);
    return copysignf(size < 0x1p-9f ? near : log.h + log.l, x);
}

/* log(x + sqrt(x^2 - 1)), of x above 1, up to 2^60. */
static inline float short_acosh(float x)
{
    couple square = couple_product(x, x);
    square = couple_quick(square.h - 1, square.l);
    float r = sqrtf(square.h);
    couple u = couple_quick(x, r);
    u.l += lost_of_short_root(square, r);
    couple log = with_multiple(short_log_of(u.h, u.l, false));
    return log.h + log.l;
}

#endif
