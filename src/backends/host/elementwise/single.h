/* single.h - Elementary functions of float32, in wide registers of float64 (docs/design/elementwise.md).
 *
 * All functions are computed to some 35 binary digits and rounded once, so results are within 0.51 units in the last place.  No
 * intermediate result overflows or underflows.  The polynomials interpolate at Chebyshev points; mpmath computed their
 * coefficients. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_SINGLE_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_SINGLE_H

#include "wide.h"

#define LN2 0x1.62e42fefa39efp-1
#define HALF_PI 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54

/* exp(x) = scale (1 + more). */
typedef struct {
    double scale, more;
} growth;

static inline growth growth_of(double x)
{
    const double magic = 0x1.8p52;
    double h = x > 700 ? 700 : x < -700 ? -700 : x, k = fma(h, 0x1.71547652b82fep0, magic) - magic, r = fma(-k, LN2, h), p;
    p = fma(r, 0x1.a1132015ba37ep-16, 0x1.a15179d80ae96p-13);
    p = fma(p, r, 0x1.6c16858b7acb9p-10);
    p = fma(p, r, 0x1.1110c632a3088p-7);
    p = fma(p, r, 0x1.5555555c87148p-5);
    p = fma(p, r, 0x1.55555567532adp-3);
    p = fma(p, r, 0.5);
    return (growth){OF_BITS(BITS_OF(k + (magic + 1023)) << 52), fma(r * r, p, r)};
}

static inline double single_exp(double x)
{
    growth g = growth_of(x);
    return fma(g.scale, g.more, g.scale);
}

static inline double exp_less_one(double x)
{
    growth g = growth_of(x);
    return fma(g.scale, g.more, g.scale - 1);
}

static inline double single_expm1(double x)
{
    return copysign(exp_less_one(x), x);
}

static inline double single_tanh(double x)
{
    double e = exp_less_one(2 * fabs(x));
    return copysign(e / (e + 2), x);
}

static inline double single_sinh(double x)
{
    double e = exp_less_one(fabs(x));
    return copysign(0.5 * (e + e / (e + 1)), x);
}

static inline double single_cosh(double x)
{
    double e = single_exp(fabs(x));
    return 0.5 * (e + 1 / e);
}

/* Return log(u) for u of at least 2^-1022.  `beyond` is u - 1, which is passed because u may have lost digits of this
 * difference. */
static inline double log_of(double u, double beyond)
{
    const uint64 sqrt_half = 0x3fe6a09e667f3bcdUL, exponent = 0xfff0000000000000UL;
    uint64 bits = BITS_OF(u), over = bits - sqrt_half;
    double k = OF_BITS(((over + (1024UL << 52)) >> 52) | 0x4330000000000000UL) - (0x1p52 + 1024);
    double f = OF_BITS(bits - (over & exponent)) - 1;
    f = k == 0 ? beyond : f;
    double w = f * f, even, odd;
    odd = fma(w, 0x1.2b9acc6478e45p-5, 0x1.3bad355724bebp-4);
    even = fma(w, -0x1.309c56acce698p-4, -0x1.24d4f1dd4d7dfp-4);
    odd = fma(odd, w, 0x1.353280a0d1ec5p-4);
    even = fma(even, w, -0x1.54a23fd999454p-4);
    odd = fma(odd, w, 0x1.74c06df885d27p-4);
    even = fma(even, w, -0x1.99a9ef65fd4d4p-4);
    odd = fma(odd, w, 0x1.c719020f1f70dp-4);
    even = fma(even, w, -0x1.ffff619999a6dp-4);
    odd = fma(odd, w, 0x1.249250f2d3124p-3);
    even = fma(even, w, -0x1.555556a97227dp-3);
    odd = fma(odd, w, 0x1.999999899eca4p-3);
    even = fma(even, w, -0x1.fffffffdef134p-3);
    odd = fma(odd, w, 0x1.555555555a50dp-2);
    even = fma(even, w, -0x1.000000000020dp-1);
    return fma(k, LN2, fma(w, fma(odd, f, even), f));
}

static inline double single_log(double x)
{
    return at_ends(x, log_of(x, x - 1));
}

static inline double single_log2(double x)
{
    return 0x1.71547652b82fep0 * single_log(x);
}

static inline double single_log10(double x)
{
    return 0x1.bcb7b1526e50ep-2 * single_log(x);
}

static inline double log_beyond_one(double v)
{
    double u = 1 + v;
    return at_ends(u, log_of(u, v));
}

static inline double single_log1p(double x)
{
    return copysign(log_beyond_one(x), x);
}

static inline double single_asinh(double x)
{
    double a = fabs(x), square = a * a, v = a + square / (1 + sqrt(1 + square));
    double log = log_beyond_one(a == SPECIAL_INF ? a : v);
    return copysign(log, x);
}

static inline double single_acosh(double x)
{
    double t = x - 1, log = log_beyond_one(t + sqrt(t * (t + 2)));
    return x >= 1 ? log : SPECIAL_NAN;
}

static inline double single_atanh(double x)
{
    double a = fabs(x), log = log_beyond_one(2 * a / (1 - a));
    return copysign(a <= 1 ? 0.5 * log : SPECIAL_NAN, x);
}

/* Return atan(t) for t up to 1. */
static inline double atan_of(double t)
{
    double z = t * t, w = z * z, even, odd;
    odd = fma(w, 0x1.fb94030f244ddp-13, 0x1.e8b7d967003fbp-8);
    even = fma(w, -0x1.01026ecc75077p-9, -0x1.26a513965d7e6p-6);
    odd = fma(odd, w, 0x1.0357b7b676e8cp-5);
    even = fma(even, w, -0x1.703ae186038e7p-5);
    odd = fma(odd, w, 0x1.cb4cbfd1c120cp-5);
    even = fma(even, w, -0x1.0e22e4c8a6ab4p-4);
    odd = fma(odd, w, 0x1.3a8c2625b9aa7p-4);
    even = fma(even, w, -0x1.744cee862929dp-4);
    odd = fma(odd, w, 0x1.c71b46328c101p-4);
    even = fma(even, w, -0x1.2492436ae8038p-3);
    odd = fma(odd, w, 0x1.9999998350a7ap-3);
    even = fma(even, w, -0x1.555555554e12ep-2);
    return fma(t * z, fma(odd, z, even), t);
}

static inline double single_atan(double x)
{
    double a = fabs(x), angle = atan_of(a > 1 ? 1 / a : a);
    return copysign(a > 1 ? HALF_PI - angle : angle, x);
}

static inline double single_atan2(double y, double x)
{
    double b = fabs(y), a = fabs(x), least = b < a ? b : a, most = b < a ? a : b;
    double t = least == most ? (most > 0 ? 1 : 0) : least / most, angle = atan_of(t);
    angle = b > a ? HALF_PI - angle : angle;
    angle = copysign(1, x) < 0 ? 2 * HALF_PI - angle : angle;
    return x != x || y != y ? x + y : copysign(angle, y);
}

/* Return asin(t) for t up to 1/2; z is t^2. */
static inline double asin_of(double t, double z)
{
    double p = fma(z, 0x1.e0231588b1e55p-6, 0x1.64b97e009bd03p-8);
    p = fma(p, z, 0x1.3c5053c2afce1p-6);
    p = fma(p, z, 0x1.6a9e3262c37dbp-6);
    p = fma(p, z, 0x1.f208eb1ddd0fbp-6);
    p = fma(p, z, 0x1.6db5cfb6af282p-5);
    p = fma(p, z, 0x1.333334ceb6520p-4);
    p = fma(p, z, 0x1.55555554ee47bp-3);
    return fma(t * z, p, t);
}

/* Return asin(a), or half of acos(a) if a is more than 1/2. */
static inline double arc_of(double a)
{
    double z = a > 0.5 ? 0.5 - 0.5 * a : a * a;
    return asin_of(a > 0.5 ? sqrt(z) : a, z);
}

static inline double single_asin(double x)
{
    double a = fabs(x), arc = arc_of(a);
    return copysign(a > 0.5 ? HALF_PI - 2 * arc : arc, x);
}

static inline double single_acos(double x)
{
    double a = fabs(x), arc = arc_of(a), right = 2 * arc;
    return a > 0.5 ? (x > 0 ? right : 2 * HALF_PI - right) : HALF_PI - copysign(arc, x);
}

/* Sine and cosine of an angle minus a multiple of a right angle, and the last two bits of the multiple. */
typedef struct {
    double sine, cosine;
    uint64 turns;
} turned;

static inline turned turned_of(double x)
{
    const double magic = 0x1.8p52;
    double shifted = fma(x, 0x1.45f306dc9c883p-1, magic), k = shifted - magic;
    double r = fma(-k, HALF_PI_LOW, fma(-k, HALF_PI, x)), z = r * r, s, c;
    s = fma(z, -0x1.aa283bea75579p-26, 0x1.71d9a9b87993fp-19);
    c = fma(z, 0x1.1c81b3862d88cp-29, -0x1.27e25f2996b83p-22);
    s = fma(s, z, -0x1.a019fd9ae7168p-13);
    c = fma(c, z, 0x1.a019ff537986cp-16);
    s = fma(s, z, 0x1.1111110fd3b3cp-7);
    c = fma(c, z, -0x1.6c16c16b613d3p-10);
    s = fma(s, z, -0x1.555555555516bp-3);
    c = fma(c, z, 0x1.5555555555437p-5);
    return (turned){fma(r * z, s, r), fma(z * z, c, fma(-0.5, z, 1)), BITS_OF(shifted)};
}

/* Return `value`, or NaN if the multiple of a right angle in x has too many digits. */
static inline double in_reach(double x, double value)
{
    return fabs(x) < 0x1p-30 ? value : fabs(x) < 0x1p28 ? value : SPECIAL_NAN;
}

static inline double single_sin(double x)
{
    turned t = turned_of(x);
    double v = t.turns & 1 ? t.cosine : t.sine;
    v = t.turns & 2 ? -v : v;
    return in_reach(x, x == 0 ? x : v);
}

static inline double single_cos(double x)
{
    turned t = turned_of(x);
    double v = t.turns & 1 ? t.sine : t.cosine;
    return in_reach(x, (t.turns + 1) & 2 ? -v : v);
}

static inline double single_tan(double x)
{
    turned t = turned_of(x);
    double v = (t.turns & 1 ? -t.cosine : t.sine) / (t.turns & 1 ? t.sine : t.cosine);
    return in_reach(x, x == 0 ? x : v);
}

/* Return x^y, or NaN if x is not positive and finite, or y is not finite. */
static inline double single_pow(double x, double y)
{
    double v = single_exp(y * log_of(x, x - 1));
    return x > 0 && x < SPECIAL_INF && fabs(y) < SPECIAL_INF ? v : SPECIAL_NAN;
}

/* Return log(e^x + e^y).  Equal infinities are returned directly, because their difference would be NaN. */
static inline double single_logaddexp(double x, double y)
{
    double gap = fabs(x - y), log = log_beyond_one(single_exp(-gap));
    return gap == gap ? (x > y ? x : y) + log : x == y ? x : x + y;
}

#endif
