/* elementwise_wide.c - exp, log and their kin of float64 in wide registers, where the C library takes one number after another.
 * All processors compute the same, with fma, as the special functions do, whose words these are (kernels/special.h).
 *
 * The leading terms are kept in two parts, and the rest is a sixteenth of them at most: results are within 0.6 units in
 * the last place, of some within 0.65 (docs/decisions/0101). */
#include "elementwise_wide.h"

/* Functions whose last argument is `plain` leave out what most numbers do not need when it is true: they have the same results
 * between the bounds that their loops name.
 *
 * exp(x) - 1 as a pair, while that is not beyond 2^100. */
static inline pair minus_one(power p, bool plain)
{
    double k = plain ? p.k : p.k > 100 ? 100 : p.k < -100 ? -100 : p.k;
    double s = OF_BITS(BITS_OF(k + (0x1.8p52 + 1023)) << 52), whole = s - 1, lost = s - whole - 1;
    double lead = s * p.lead, sum = whole + lead;
    lost += lead - (sum - whole); /* |whole| >= |lead|, unless it is 0 */
    return pair_quick(sum, lost + s * p.rest);
}

static inline double wide_exp(double x, bool plain)
{
    power p = plain ? power_within(x, 0) : power_of(x, 0);
    return plain ? scaled_once(mantissa_of(p), p.k) : whole_of(p, 0);
}

static inline double wide_expm1(double x, bool plain)
{
    power p = plain ? power_within(x, 0) : power_of(x, 0);
    double near = minus_one(p, plain).h, far = plain ? 0 : whole_of(p, 0);
    return fabs(x) < 0x1p-54 ? x : !plain && x > 60 ? far : near;
}

/* a/d of pairs. */
static inline pair quotient(pair a, pair d)
{
    double q = a.h / d.h;
    return pair_of(q, (fma(-q, d.h, a.h) + (a.l - q * d.l)) / d.h);
}

static inline pair with_added(double a, pair e)
{
    pair sum = pair_sum(a, e.h);
    sum.l += e.l;
    return sum;
}

static inline double wide_tanh(double x)
{
    double size = fabs(x);
    pair e = minus_one(power_within(size > 22 ? 44 : 2 * size, 0), true), t = quotient(e, with_added(2, e));
    return copysign(size != size ? x : size < 0x1p-28 ? size : t.h + t.l, x);
}

static inline double wide_sinh(double x, bool plain)
{
    double size = fabs(x);
    power p = plain ? power_within(size, 0) : power_of(size, 0);
    pair e = minus_one(p, plain), q = quotient(e, with_added(1, e)), sum = pair_sum(e.h, q.h);
    double near = 0.5 * (sum.h + (sum.l + (e.l + q.l))), far = plain ? 0 : whole_of(p, 1);
    return copysign(size < 0x1p-28 ? size : !plain && size > 40 ? far : near, x);
}

static inline double wide_cosh(double x, bool plain)
{
    double size = fabs(x);
    power p = plain ? power_within(size, 0) : power_of(size, 0);
    pair e = minus_one(p, plain), q = quotient(e, with_added(1, e)), c = pair_product(0.5 * e.h, q.h), sum = pair_sum(1, c.h);
    double near = sum.h + (sum.l + (c.l + 0.5 * fma(e.l, q.h, e.h * q.l))), far = plain ? 0 : whole_of(p, 1);
    return plain ? near : size > 40 ? far : size != size ? size : near;
}

/* log(h + l) as a sum of lead and rest, of positive numbers, |l| at most half a unit of h; `alone`: l is 0. */
static inline pair log_parts(double h, double l, bool alone, bool plain)
{
    const uint64 sqrt_half = 0x3fe6a09e667f3bcdUL, exponent = 0xfff0000000000000UL;
    double tiny = !plain && h < 0x1p-1000 ? 0x1p100 : 1;
    uint64 bits = BITS_OF(h * tiny), over = bits - sqrt_half;
    double k = OF_BITS(((over + (1024UL << 52)) >> 52) | 0x4330000000000000UL) - (0x1p52 + 1024);
    double down = 0.5 * OF_BITS(0x4000000000000000UL - (over & exponent)), f = OF_BITS(bits - (over & exponent)) - 1;
    pair m = alone ? pair_of(f, 0) : pair_quick(f, l * tiny * down);
    double s = m.h / (2 + m.h), z = s * s, half = 0.5 * m.h, square = m.h * half, p;
    p = fma(z, 0x1.0c03af318d9a9p-3, 0x1.0fbe940847ce7p-3);
    p = fma(p, z, 0x1.3b1c356bd77a5p-3);
    p = fma(p, z, 0x1.745cf9043c834p-3);
    p = fma(p, z, 0x1.c71c720159da5p-3);
    p = fma(p, z, 0x1.2492492476cc5p-2);
    p = fma(p, z, 0x1.9999999999a38p-2);
    p = fma(p, z, 0x1.5555555555555p-1) * z;
    k -= !plain && h < 0x1p-1000 ? 100 : 0;
    double a = k * 0x1.62e42fefa38p-1, b = k * 0x1.ef35793c7673p-45, first = a + m.h, sum = first - square;
    double lost = m.h - (first - a); /* |a| > |f|, unless it is 0 */
    lost += first - sum - square - fma(m.h, half, -square);
    lost += alone ? b : fma(m.l, fma(-m.h, 1 - m.h, 1), b);
    return pair_of(sum, fma(s, square + p, lost));
}

/* Of what is not a positive number: -inf, NaN, or x itself. */
static inline double at_ends(double x, double log)
{
    return x > 0 && x < SPECIAL_INF ? log : x == 0 ? -SPECIAL_INF : x > 0 ? x : SPECIAL_NAN;
}

static inline double wide_log(double x, bool plain)
{
    pair l = log_parts(x, 0, true, plain);
    return plain ? l.h + l.l : at_ends(x, l.h + l.l);
}

/* In another base, whose logarithm's inverse is h + l. */
static inline double log_by(double x, double h, double l, bool plain)
{
    pair e = log_parts(x, 0, true, plain), p = pair_product(e.h, h);
    double log = p.h + fma(e.l, h, fma(e.h, l, p.l));
    return plain ? log : at_ends(x, log);
}

static inline double wide_log2(double x, bool plain)
{
    return log_by(x, 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56, plain);
}

static inline double wide_log10(double x, bool plain)
{
    return log_by(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, plain);
}

static inline double wide_log1p(double x, bool plain)
{
    pair u = pair_sum(1, x), l = log_parts(u.h, u.l, false, plain);
    double log = fabs(x) < 0x1p-54 ? x : l.h + l.l;
    return plain ? log : at_ends(u.h, log);
}

/* Half the logarithm of 1 + 2|x|/(1 - |x|). */
static inline double wide_atanh(double x)
{
    double size = fabs(x);
    pair q = quotient(pair_of(2 * size, 0), pair_sum(1, -size)), u = pair_sum(1, q.h), l;
    u.l += q.l;
    l = log_parts(u.h, u.l, false, true);
    return copysign(size < 0x1p-28 ? size : size == 1 ? SPECIAL_INF : size < 1 ? 0.5 * (l.h + l.l) : SPECIAL_NAN, x);
}

/* log(1 + v), v >= 0. */
static inline double log_above_one(pair v)
{
    pair u = with_added(1, v), l = log_parts(u.h, u.l, false, true);
    return l.h + l.l;
}

static inline pair root_of(pair x)
{
    double r = sqrt(x.h), rest = fma(-r, r, x.h) + x.l;
    return pair_of(r, r > 0 ? rest / (2 * r) : 0);
}

/* v = |x| + x^2/(1 + sqrt(1 + x^2)); of large numbers log(2|x|). */
static inline double wide_asinh(double x)
{
    double size = fabs(x), a = size > 0x1p30 ? 0x1p30 : size;
    pair square = pair_product(a, a), r = root_of(with_added(1, square)), q = quotient(square, with_added(1, r));
    pair v = pair_sum(a, q.h), far = log_parts(size, 0, true, true);
    v.l += q.l;
    double near = log_above_one(v), large = far.h + (far.l + 0x1.62e42fefa39efp-1);
    large = size < SPECIAL_INF ? large : size;
    return copysign(size < 0x1p-28 ? size : size > 0x1p30 ? large : near, x);
}

/* v = x - 1 + sqrt((x - 1)(x + 1)). */
static inline double wide_acosh(double x)
{
    double a = x > 0x1p30 ? 0x1p30 : x, less = a - 1;
    pair more = pair_sum(a, 1), square = pair_product(less, more.h);
    square.l = fma(less, more.l, square.l);
    pair r = root_of(square), v = pair_sum(less, r.h), far = log_parts(x, 0, true, true);
    v.l += r.l;
    double near = log_above_one(v), large = far.h + (far.l + 0x1.62e42fefa39efp-1);
    large = x < SPECIAL_INF ? large : x;
    return x >= 1 ? (x > 0x1p30 ? large : near) : SPECIAL_NAN;
}

#define WIDE(name)                                                                \
    CLONES static void name##_loop(int64_t n, void *const p[])                    \
    {                                                                             \
        const double *x = p[0];                                                   \
        double *r = p[1];                                                         \
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = wide_##name(x[i]); \
    }
WIDE(tanh)
WIDE(asinh)
WIDE(acosh)
WIDE(atanh)

/* Blocks that have all numbers between bounds are done plainly: that is tried first, unless the results would take the place of
 * the operands. */
#define BLOCK 512
#define IS_OUTSIDE(v, least, most) !(((v) >= (least)) & ((v) <= (most)))
#define WIDE_BETWEEN(name, least, most)                                              \
    CLONES static void name##_loop(int64_t n, void *const p[])                       \
    {                                                                                \
        const double *x = p[0];                                                      \
        double *r = p[1];                                                            \
        const bool apart = x != r;                                                   \
        for (int64_t begin = 0; begin < n; begin += BLOCK, x += BLOCK, r += BLOCK) { \
            int64_t count = n - begin < BLOCK ? n - begin : BLOCK, out = 0;          \
            for (int64_t i = 0; !apart && i < count; i++)                            \
                out += IS_OUTSIDE(x[i], least, most);                                \
            if (!out)                                                                \
                GLA_INDEPENDENT for (int64_t i = 0; i < count; i++)                  \
                {                                                                    \
                    double v = x[i];                                                 \
                    out += apart && IS_OUTSIDE(v, least, most);                      \
                    r[i] = wide_##name(v, true);                                     \
                }                                                                    \
            if (out)                                                                 \
                GLA_INDEPENDENT for (int64_t i = 0; i < count; i++)                  \
                {                                                                    \
                    r[i] = wide_##name(x[i], false);                                 \
                }                                                                    \
        }                                                                            \
    }
WIDE_BETWEEN(exp, -690, 690)
WIDE_BETWEEN(expm1, -60, 60)
WIDE_BETWEEN(log, 0x1p-1000, 0x1.fffffffffffffp1023)
WIDE_BETWEEN(log2, 0x1p-1000, 0x1.fffffffffffffp1023)
WIDE_BETWEEN(log10, 0x1p-1000, 0x1.fffffffffffffp1023)
WIDE_BETWEEN(log1p, -0.9, 0x1p1000)
WIDE_BETWEEN(sinh, -40, 40)
WIDE_BETWEEN(cosh, -40, 40)

/* Without fused multiplication in hardware the C library is faster. */
static bool has_fma(void)
{
#if defined(__FMA__) || defined(__aarch64__)
    return true;
#elif defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
    return __builtin_cpu_supports("x86-64-v3");
#else
    return false;
#endif
}

gla_loop gla_host_wide_loop(gla_op op, gla_dtype compute)
{
    static const gla_loop loops[GLA_OP_COUNT] = {
        [GLA_OP_exp] = exp_loop,       [GLA_OP_expm1] = expm1_loop, [GLA_OP_log] = log_loop,     [GLA_OP_log2] = log2_loop,
        [GLA_OP_log10] = log10_loop,   [GLA_OP_log1p] = log1p_loop, [GLA_OP_sinh] = sinh_loop,   [GLA_OP_cosh] = cosh_loop,
        [GLA_OP_tanh] = tanh_loop,     [GLA_OP_atanh] = atanh_loop, [GLA_OP_asinh] = asinh_loop, [GLA_OP_acosh] = acosh_loop,
        [GLA_OP_pow] = gla_host_powers};
    gla_loop loop = NULL;
    if (compute == GLA_FLOAT64)
        loop = loops[op] ? loops[op] : gla_host_angle_loop(op);
    else if (compute == GLA_FLOAT32)
        loop = gla_host_single_loop(op);
    else if (compute == GLA_COMPLEX128 && op == GLA_OP_abs)
        loop = gla_host_sizes;
    return loop && has_fma() ? loop : NULL;
}
