/* elementwise_hyperbolic.c - hyperbolic functions of float64 and their inverses in wide registers (elementwise_wide.c). */
#include "elementwise_wide.h"

/* sinh(x) = D + P r + z (D/2 + D z c + P r s) and cosh(x) = P + D r + z (P/2 + P z c + D r s), of x = k log(2) + r, z = r^2, P
 * and D = 2^(k-1) plus and minus 2^(-k-1): there is no division. */
typedef struct {
    double plus, minus; /* P, D */
    double r, low, z, c, s;
} halves;

/* Of x from 0 to 18. */
static inline halves halves_of(double x)
{
    const double magic = 0x1.8p52;
    double k = fma(x, 0x1.71547652b82fep0, magic) - magic;
    double t = fma(k, -0x1.62e42fefa39efp-1, x), low = k * -0x1.abc9e3b39803fp-56, r = t + low, z = r * r, c, s;
    low -= r - t;
    double up = OF_BITS(BITS_OF(k + (magic + 1022)) << 52), down = OF_BITS(BITS_OF(magic + 1022 - k) << 52);
    c = fma(z, 0x1.1f7f2776cfb45p-29, 0x1.27e4d41966f2fp-22);
    s = fma(z, 0x1.af38a9b0ec8cep-26, 0x1.71de0dae63bb3p-19);
    c = fma(c, z, 0x1.a01a01a9e991bp-16);
    s = fma(s, z, 0x1.a01a01a7c41d5p-13);
    c = fma(c, z, 0x1.6c16c16c15a68p-10);
    s = fma(s, z, 0x1.11111111109b3p-7);
    c = fma(c, z, 0x1.5555555555557p-5);
    s = fma(s, z, 0x1.5555555555556p-3);
    return (halves){up + down, up - down, r, low, z, c, s};
}

/* a + b r + z (a/2 + a z c + b r s), |a| >= |b r| or 0. */
static inline double combined(halves h, double a, double b)
{
    double first = b * h.r, sum = a + first, lost = first - (sum - a) + fma(b, h.r, -first);
    double square = a * h.z, rest = fma(first, h.s, square * h.c);
    return sum + fma(0.5, square, fma(h.z, rest, fma(h.low, fma(a, h.r, b), lost)));
}

/* Beyond 18, where P and D are rounded: half of exp(x), and sign times half of exp(-x), which is 2^-52 of that at most. */
static inline double beyond(double x, double sign)
{
    power p = power_of(x, 0);
    double k = p.k > 400 ? 400 : p.k;
    p.rest += sign * OF_BITS(BITS_OF(fma(-2, k, 0x1.8p52 + 1023)) << 52) * (1 - p.lead + p.square);
    return whole_of(p, 1);
}

static inline double wide_sinh(double x, bool plain)
{
    double size = fabs(x);
    halves h = halves_of(!plain && size > 18 ? 18 : size);
    double near = combined(h, h.minus, h.plus), far = plain ? 0 : beyond(size, -1);
    return copysign(plain || size <= 18 ? near : far, x);
}

static inline double wide_cosh(double x, bool plain)
{
    double size = fabs(x);
    halves h = halves_of(!plain && size > 18 ? 18 : size);
    double near = combined(h, h.plus, h.minus), far = plain ? 0 : beyond(size, 1);
    return plain || size <= 18 ? near : far;
}

static inline double wide_tanh(double x)
{
    double size = fabs(x);
    pair e = minus_one(power_within(size > 22 ? 44 : 2 * size, 0), true), t = quotient(e, with_added(2, e));
    return copysign(size != size ? x : size < 0x1p-28 ? size : t.h + t.l, x);
}

/* Half the logarithm of n/d, n = 1 + |x|, d = 1 - |x|: log(2)/2 k + atanh(s), s = (n - 2^k d)/(n + 2^k d) up to 1/5. */
static inline double wide_atanh(double x)
{
    double size = fabs(x);
    pair n = pair_quick(1, size), d = pair_quick(1, -size);
    uint64 nearest = BITS_OF(n.h) - BITS_OF(d.h) + (1023UL << 52) + (1UL << 51);
    double scale = OF_BITS(nearest & 0xfff0000000000000UL),
           k = OF_BITS((nearest >> 52) | 0x4330000000000000UL) - (0x1p52 + 1023);
    double h = scale * d.h, l = scale * d.l;
    pair down = pair_sum(n.h, h), s = quotient(pair_of(n.h - h, n.l - l), pair_of(down.h, down.l + (n.l + l)));
    double z = s.h * s.h, p;
    p = fma(z, 0x1.17a54de086a7ap-4, 0x1.0e6977249f6fep-4);
    p = fma(p, z, 0x1.3b2b9acee6784p-4);
    p = fma(p, z, 0x1.745ca0aad9bf0p-4);
    p = fma(p, z, 0x1.c71c730591143p-4);
    p = fma(p, z, 0x1.24924923c0becp-3);
    p = fma(p, z, 0x1.999999999a028p-3);
    p = fma(p, z, 0x1.5555555555555p-2);
    double first = k * 0x1.62e42fefa38p-2, sum = first + s.h, lost = s.h - (sum - first);
    double log = sum + fma(s.h * z, p, lost + fma(k, 0x1.ef35793c7673p-46, s.l));
    return copysign(size < 0x1p-28 ? size : size == 1 ? SPECIAL_INF : size < 1 ? log : SPECIAL_NAN, x);
}

/* What the root r of x lacks; `inverse`: 1/r, or almost. */
static inline double lost_of_root(pair x, double r, double inverse)
{
    return (fma(-r, r, x.h) + x.l) * (0.5 * inverse);
}

/* log(u), or of large numbers log(2 x). */
static inline double log_of_sum(pair u, double x)
{
    bool far = x > 0x1p30;
    pair l = log_parts(far ? x : u.h, far ? 0 : u.l, false, true);
    return l.h + (l.l + (far ? 0x1.62e42fefa39efp-1 : 0));
}

/* u = |x| + r, r = sqrt(1 + x^2). */
static inline double wide_asinh(double x)
{
    double size = fabs(x), a = size > 0x1p30 ? 0x1p30 : size;
    pair square = with_added(1, pair_product(a, a));
    double r = sqrt(square.h), inverse = nearly_inverse(r);
    inverse *= fma(-r, inverse, 2); /* of small numbers what the root lacks decides */
    pair u = pair_quick(r, a);
    u.l += lost_of_root(square, r, inverse);
    double log = log_of_sum(u, size);
    return copysign(size < 0x1p-28 || !(size < SPECIAL_INF) ? size : log, x);
}

/* u = x + r, r = sqrt(x^2 - 1). */
static inline double wide_acosh(double x)
{
    double a = x > 0x1p30 ? 0x1p30 : x;
    pair square = pair_product(a, a);
    square = pair_quick(square.h - 1, square.l);
    double r = sqrt(square.h);
    pair u = pair_quick(a, r);
    u.l += r > 0 ? lost_of_root(square, r, nearly_inverse(r)) : 0;
    double log = log_of_sum(u, x);
    return x >= 1 ? (x < SPECIAL_INF ? log : x) : SPECIAL_NAN;
}

WIDE_BETWEEN(sinh, -18, 18)
WIDE_BETWEEN(cosh, -18, 18)
WIDE(tanh)
WIDE(asinh)
WIDE(acosh)
WIDE(atanh)

const gla_loop_table gla_host_hyperbolic_loops = {
    [GLA_OP_sinh] = sinh_loop,   [GLA_OP_cosh] = cosh_loop,   [GLA_OP_tanh] = tanh_loop,
    [GLA_OP_asinh] = asinh_loop, [GLA_OP_acosh] = acosh_loop, [GLA_OP_atanh] = atanh_loop};
