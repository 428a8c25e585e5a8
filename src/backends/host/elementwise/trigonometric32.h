/* trigonometric32.h - sin, cos, tan and their inverses of float32 in wide registers of float32.  trigonometric.c and
 * inverse_trigonometric.c contain the functions of float64. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_SHORT_ANGLES_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_SHORT_ANGLES_H

#include "short.h"

#define SHORT_HALF_PI 0x1.921fb6p+0f
#define SHORT_HALF_PI_LOW -0x1.777a5cp-25f
#define SHORT_HALF_PI_LAST -0x1.ee59dap-50f

/* x minus a multiple of a right angle, and the last bits of the multiple, for |x| up to 8192. */
typedef struct {
    couple r;
    uint32 turns;
} short_turns;

static inline short_turns take_short_turns(float x)
{
    float shifted = fmaf(x, 0x1.45f306p-1f, SHORT_MAGIC), k = shifted - SHORT_MAGIC;
    float first = fmaf(-k, SHORT_HALF_PI, x); /* exact: a multiple of 2^-24 */
    float r = first - k * SHORT_HALF_PI_LOW;  /* the product is rounded first, so that the difference to `first` is exact */
    float low = fmaf(-k, SHORT_HALF_PI_LOW, first - r);
    return (short_turns){{r, fmaf(-k, SHORT_HALF_PI_LAST, low)}, SHORT_BITS(shifted)};
}

/* Return the sine of x plus `ahead` right angles. */
static inline float short_sine_ahead(float x, uint32 ahead)
{
    short_turns t = take_short_turns(x);
    uint32 turns = t.turns + ahead;
    float z = t.r.h * t.r.h, half = 0.5f * t.r.h, lead = fmaf(-half, t.r.h, 1), lost = fmaf(-half, t.r.h, 1 - lead), s, c;
    s = fmaf(z, 0x1.7864f8p-19f, -0x1.a04a76p-13f);
    c = fmaf(z, 0x1.9a7e0cp-16f, -0x1.6c0e62p-10f);
    s = fmaf(s, z, 0x1.111166p-7f);
    c = fmaf(c, z, 0x1.55554ep-5f);
    s = fmaf(s, z, -0x1.555556p-3f);
    s = fmaf(t.r.h * z, s, fmaf(-half * t.r.h, t.r.l, t.r.l));
    c = fmaf(z * z, c, fmaf(-t.r.h, t.r.l, lost));
    bool is_odd = (turns & 1) != 0;
    float v = (is_odd ? lead : t.r.h) + (is_odd ? c : s);
    return OF_SHORT_BITS(SHORT_BITS(v) ^ (turns & 2) << 30);
}

/* Return sin(x) for x from -8192 to 8192.  short_cos() and short_tan() have the same bounds. */
static inline float short_sin(float x)
{
    float sine = short_sine_ahead(x, 0);
    return x == 0 ? x : sine;
}

static inline float short_cos(float x)
{
    return short_sine_ahead(x, 1);
}

/* Return tan(r), or -1/tan(r) if the multiple is odd. */
static inline float short_tan(float x)
{
    short_turns t = take_short_turns(x);
    float r = t.r.h, z = r * r, p;
    p = fmaf(z, 0x1.218ba0p-8f, 0x1.6d99f0p-23f);
    p = fmaf(p, z, 0x1.65878ep-7f);
    p = fmaf(p, z, 0x1.5c2c5ep-6f);
    p = fmaf(p, z, 0x1.bae9fcp-5f);
    p = fmaf(p, z, 0x1.110d32p-3f);
    p = fmaf(p, z, 0x1.555562p-2f);
    float lost = fmaf(fmaf(r, r, -z) * r, p, fmaf(1.5f * z, t.r.l, t.r.l)); /* rounding errors of z and of x */
    couple tan = couple_quick(r, fmaf(r * z, p, lost));
    float inverse = 1 / tan.h, other = fmaf(inverse, fmaf(-inverse, tan.l, fmaf(-inverse, tan.h, 1)), inverse);
    float value = t.turns & 1 ? -other : tan.h;
    return x == 0 ? x : value;
}

/* Return asin(t) as a sum of lead and rest.  t is |x| if |x| is at most 1/2, and sqrt((1 - |x|)/2) otherwise.  |x| must be less
 * than 1. */
static inline couple short_arc_of(float size)
{
    bool is_far = size > 0.5f;
    float z = is_far ? fmaf(-0.5f, size, 0.5f) : size * size, root = sqrtf(z), t = is_far ? root : size, p;
    float lost = is_far ? fmaf(-root, root, z) * (0.5f * short_inverse(root)) : 0;
    p = fmaf(z, 0x1.339b94p-5f, 0x1.d82adcp-7f);
    p = fmaf(p, z, 0x1.04a60cp-5f);
    p = fmaf(p, z, 0x1.6caba0p-5f);
    p = fmaf(p, z, 0x1.33389ap-4f);
    p = fmaf(p, z, 0x1.55554cp-3f);
    return (couple){t, fmaf(t * z, p, lost)};
}

static inline float short_asin(float x)
{
    float size = fabsf(x);
    couple a = short_arc_of(size);
    float sum = fmaf(-2, a.h, SHORT_HALF_PI), lost = fmaf(-2, a.h, SHORT_HALF_PI - sum);
    float far = sum + (lost + fmaf(-2, a.l, SHORT_HALF_PI_LOW));
    return copysignf(size > 0.5f ? far : a.h + a.l, x);
}

/* Return acos(x), computed as 0, 1 or 2 right angles plus a multiple of an arc. */
static inline float short_acos(float x)
{
    float size = fabsf(x), sign = copysignf(1, x), right = size > 0.5f ? 1 - sign : 1, m = sign * (size > 0.5f ? 2 : -1);
    couple a = short_arc_of(size);
    float base = right * SHORT_HALF_PI, sum = fmaf(m, a.h, base), lost = fmaf(m, a.h, base - sum);
    return sum + (lost + fmaf(m, a.l, right * SHORT_HALF_PI_LOW));
}

/* Return atan(t + lost) - t. */
static inline float short_direction_rest(float t, float lost)
{
    float z = t * t, p;
    p = fmaf(z, 0x1.1d4516p-10f, -0x1.d6fd2ap-8f);
    p = fmaf(p, z, 0x1.6c9586p-6f);
    p = fmaf(p, z, -0x1.6b3b0ap-5f);
    p = fmaf(p, z, 0x1.131292p-4f);
    p = fmaf(p, z, -0x1.68692p-4f);
    p = fmaf(p, z, 0x1.c4ce16p-4f);
    p = fmaf(p, z, -0x1.24707ep-3f);
    p = fmaf(p, z, 0x1.9997ap-3f);
    p = fmaf(p, z, -0x1.55555p-2f);
    return fmaf(t * z, p, fmaf(-0.5f * z, lost, lost));
}

/* Return atan(x) for x from -2^60 to 2^60. */
static inline float short_atan(float x)
{
    float size = fabsf(x), inverse = 1 / size, t = size > 1 ? inverse : size;
    float rest = short_direction_rest(t, size > 1 ? fmaf(-inverse, size, 1) * inverse : 0);
    float sum = SHORT_HALF_PI - t, lost = SHORT_HALF_PI - sum - t, far = sum + (lost + (SHORT_HALF_PI_LOW - rest));
    return copysignf(size > 1 ? far : t + rest, x);
}

/* Return atan2(y, x) for magnitudes between 2^-50 and 2^50.  y may also be 0. */
static inline float short_atan2(float y, float x)
{
    float b = fabsf(y), a = fabsf(x), most = b > a ? b : a, least = b > a ? a : b, side = x < 0 ? -1 : 1;
    float inverse = 1 / most, t = least * inverse, rest = short_direction_rest(t, fmaf(-t, most, least) * inverse);
    float sign = b > a ? -side : side, quarters = b > a ? 1 : 1 - side; /* 0, 1 or 2 */
    float base = quarters * SHORT_HALF_PI, sum = fmaf(sign, t, base), lost = fmaf(sign, t, base - sum);
    return copysignf(sum + (lost + fmaf(sign, rest, quarters * SHORT_HALF_PI_LOW)), y);
}

#endif
