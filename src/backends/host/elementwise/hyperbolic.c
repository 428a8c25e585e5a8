/* hyperbolic.c - Hyperbolic functions of float64 and their inverses in wide registers (wide.c). */
#include "wide.h"

#include <string.h>

/* sinh(x) = D + P r + z (D/2 + D z c + P r s) and cosh(x) = P + D r + z (P/2 + P z c + D r s).  Here x = k log(2) + r, z = r^2,
 * P = 2^(k-1) + 2^(-k-1) and D = 2^(k-1) - 2^(-k-1).  No division is needed. */
typedef struct {
    double plus, minus; /* P, D */
    double lead, low, r, z, c, s;
} halves;

/* Return the terms for x from 0 to 18. */
static inline halves halves_of(double x)
{
    const double magic = 0x1.8p52;
    double k = fma(x, 0x1.71547652b82fep0, magic) - magic;
    double lead = fma(k, -0x1.62e42fefa39efp-1, x), low = k * -0x1.abc9e3b39803fp-56, r = lead + low, z = r * r, c, s;
    double up = OF_BITS(BITS_OF(k + (magic + 1022)) << 52), down = OF_BITS(BITS_OF(magic + 1022 - k) << 52);
    c = fma(z, 0x1.1f7f2776cfb45p-29, 0x1.27e4d41966f2fp-22);
    s = fma(z, 0x1.af38a9b0ec8cep-26, 0x1.71de0dae63bb3p-19);
    c = fma(c, z, 0x1.a01a01a9e991bp-16);
    s = fma(s, z, 0x1.a01a01a7c41d5p-13);
    c = fma(c, z, 0x1.6c16c16c15a68p-10);
    s = fma(s, z, 0x1.11111111109b3p-7);
    c = fma(c, z, 0x1.5555555555557p-5);
    s = fma(s, z, 0x1.5555555555556p-3);
    return (halves){up + down, up - down, lead, low, r, z, c, s};
}

/* Return a + b r + z (a/2 + a z c + b r s), where |a| >= |b r| or a is 0. */
static inline double combined(halves h, double a, double b)
{
    double sum = fma(b, h.lead, a), lost = fma(b, h.lead, a - sum), square = a * (h.lead * h.lead);
    double rest = fma(b * h.r, h.s, square * h.c);
    return sum + fma(0.5, square, fma(h.z, rest, fma(h.low, fma(a, h.lead, b), lost)));
}

/* Return half of exp(x) plus `sign` times half of exp(-x), for x greater than 18, where P and D are rounded.  The second term
 * is at most 2^-52 times the first. */
static inline double beyond(double x, double sign)
{
    power p = power_of(x, 0);
    double k = p.k > 400 ? 400 : p.k;
    p.rest += sign * OF_BITS(BITS_OF(fma(-2, k, 0x1.8p52 + 1023)) << 52) * fma(p.half, p.lead, 1 - p.lead);
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

static inline double wide_tanh(double x, bool plain)
{
    double size = fabs(x);
    pair e = minus_one(power_within(!plain && size > 22 ? 44 : 2 * size, 0), true), t = quotient(e, with_added(2, e));
    return copysign(!plain && size != size ? x : t.h + t.l, x);
}

/* Return half the logarithm of n/d, with n = 1 + |x| and d = 1 - |x|.  The formula is log(2)/2 k + atanh(s), where s = (n - 2^k
 * d)/(n + 2^k d) is at most 1/5. */
static inline double wide_atanh(double x, bool plain)
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
    return copysign(plain || size < 1 ? log : size == 1 ? SPECIAL_INF : SPECIAL_NAN, x);
}

/* Return the rounding error of the square root r of x; `inverse` is approximately 1/r. */
static inline double root_error(pair x, double r, double inverse)
{
    return (fma(-r, r, x.h) + x.l) * (0.5 * inverse);
}

/* Return u = |x| + r with r = sqrt(1 + x^2), for |x| up to 2^30. */
static inline pair asinh_sum(double x)
{
    double size = fabs(x);
    pair square = with_added(1, pair_product(size, size));
    double r = sqrt(square.h), inverse = nearly_inverse(r);
    inverse *= fma(-r, inverse, 2); /* for small x the rounding error of the root matters */
    pair u = pair_quick(r, size);
    u.l += root_error(square, r, inverse);
    return u;
}

/* Return u = x + r with r = sqrt(x^2 - 1), for x between 1 and 2^30. */
static inline pair acosh_sum(double x)
{
    pair square = pair_product(x, x);
    square = pair_quick(square.h - 1, square.l);
    double r = sqrt(square.h);
    pair u = pair_quick(x, r);
    u.l += root_error(square, r, nearly_inverse(r));
    return u;
}

static inline double wide_asinh(double x, double log)
{
    return copysign(log, x);
}

static inline double wide_acosh(double x, double log)
{
    (void)x;
    return log;
}

/* Return log(2 x) for large x, and the result for arguments that have no logarithm. */
static inline double far_asinh(double x)
{
    double size = fabs(x);
    pair log = log_parts(size, 0, true, true);
    return copysign(size < SPECIAL_INF ? log.h + (log.l + 0x1.62e42fefa39efp-1) : size, x);
}

static inline double far_acosh(double x)
{
    pair log = log_parts(x, 0, true, true);
    return x == 1 ? 0 : x > 1 ? (x < SPECIAL_INF ? log.h + (log.l + 0x1.62e42fefa39efp-1) : x) : SPECIAL_NAN;
}

/* Loop for the logarithm of a sum, for arguments between the bounds.  The sum and the logarithm are computed in separate loops,
 * because together they would form too long a dependency chain.  Results for arguments outside the bounds are then
 * recomputed. */
#define LOG_OF_SUM(name, least, most)                                               \
    FLAT static void name##_loop(int64_t n, void *const p[])                        \
    {                                                                               \
        double h[WIDE_BLOCK], l[WIDE_BLOCK];                                        \
        const double *x = p[0];                                                     \
        double *r = p[1];                                                           \
        for (int64_t begin = 0; begin < n; begin += WIDE_BLOCK, x += WIDE_BLOCK) {  \
            int32 count = n - begin < WIDE_BLOCK ? (int32)(n - begin) : WIDE_BLOCK; \
            int32 out = 0;                                                          \
            ask_ahead(x, r + begin, WIDE_BLOCK * sizeof *x);                        \
            for (int32 i = 0; i < count; i++) {                                     \
                pair u = name##_sum(x[i]);                                          \
                out += IS_OUTSIDE(x[i], least, most);                               \
                h[i] = u.h;                                                         \
                l[i] = u.l;                                                         \
            }                                                                       \
            gla_host_log_of_sums(count, h, l);                                      \
            for (int32 i = 0; i < count; i++)                                       \
                h[i] = wide_##name(x[i], h[i]);                                     \
            for (int32 i = 0; out && i < count; i++)                                \
                h[i] = IS_OUTSIDE(x[i], least, most) ? far_##name(x[i]) : h[i];     \
            memcpy(r + begin, h, (size_t)count * sizeof *r);                        \
        }                                                                           \
    }

WIDE_BETWEEN(sinh, -18, 18)
WIDE_BETWEEN(cosh, -18, 18)
WIDE_BETWEEN(tanh, -22, 22)
LOG_OF_SUM(asinh, -0x1p30, 0x1p30)
LOG_OF_SUM(acosh, 0x1.0000000000001p0, 0x1p30)
WIDE_BETWEEN(atanh, -0x1.fffffffffffffp-1, 0x1.fffffffffffffp-1)

const gla_loop_table gla_host_hyperbolic_loops = {
    [GLA_OP_sinh] = sinh_loop,   [GLA_OP_cosh] = cosh_loop,   [GLA_OP_tanh] = tanh_loop,
    [GLA_OP_asinh] = asinh_loop, [GLA_OP_acosh] = acosh_loop, [GLA_OP_atanh] = atanh_loop};
