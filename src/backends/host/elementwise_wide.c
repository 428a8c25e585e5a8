/* elementwise_wide.c - exp, log and their kin of float64 in wide registers, where the C library takes one number after another.
 * All processors compute the same, with fma, as the special functions do, whose words these are (kernels/special.h).
 *
 * The leading terms are kept in two parts, and the rest is a sixteenth of them at most: results are within 0.6 units in
 * the last place, of some within 0.65 (docs/decisions/0101). */
#include "special.h"

#include <string.h>

#include "../../../kernels/special.h"

/* exp(h + l) = 2^k (1 + ...): what is in the brackets beside 1, as a sum of lead and rest. */
typedef struct {
    double k, lead, rest;
} power;

static inline power power_of(double x, double below)
{
    const double magic = 0x1.8p52; /* its sum with a small number has that, rounded to a whole one, in the last bits */
    double h = x > 800 ? 800 : x < -800 ? -800 : x, k = fma(h, 0x1.71547652b82fep0, magic) - magic;
    double t = fma(k, -0x1.62e42fefa39efp-1, h), low = fma(k, -0x1.abc9e3b39803fp-56, below), r = t + low, p;
    low -= r - t;
    p = fma(r, 0x1.6124613a86d09p-33, 0x1.1eed8eff8d898p-29);
    p = fma(p, r, 0x1.ae64567f544e4p-26);
    p = fma(p, r, 0x1.27e4fb7789f5cp-22);
    p = fma(p, r, 0x1.71de3a556c734p-19);
    p = fma(p, r, 0x1.a01a01a01a01ap-16);
    p = fma(p, r, 0x1.a01a01a01a01ap-13);
    p = fma(p, r, 0x1.6c16c16c16c17p-10);
    p = fma(p, r, 0x1.1111111111111p-7);
    p = fma(p, r, 0x1.5555555555555p-5);
    p = fma(p, r, 0x1.5555555555555p-3);
    double half = 0.5 * r, square = r * half, lead = r + square;
    double lost = square - (lead - r) + fma(r, half, -square);
    return (power){k, lead, fma(r * r, r * p, fma(low, 1 + r, lost))};
}

/* 2^k v, by two factors, so that subnormal results are rounded once. */
static inline double scaled(double v, double k)
{
    const double magic = 0x1.8p52;
    double first = fma(k, 0.5, magic) - magic;
    double a = OF_BITS(BITS_OF(first + (magic + 1023)) << 52), b = OF_BITS(BITS_OF(k - first + (magic + 1023)) << 52);
    return v * a * b;
}

/* exp(x), or a half of it. */
static inline double whole_of(power p, double less)
{
    double sum = 1 + p.lead;
    return scaled(sum + (p.lead - (sum - 1) + p.rest), p.k - less);
}

/* exp(x) - 1 as a pair, while that is not beyond 2^100. */
static inline pair minus_one(power p)
{
    double k = p.k > 100 ? 100 : p.k < -100 ? -100 : p.k;
    double s = OF_BITS(BITS_OF(k + (0x1.8p52 + 1023)) << 52), whole = s - 1, lost = s - whole - 1;
    double lead = s * p.lead, sum = whole + lead;
    lost += k == 0 ? 0 : lead - (sum - whole); /* |whole| >= |lead|, unless it is 0 */
    return pair_quick(sum, lost + s * p.rest);
}

static inline double wide_exp(double x)
{
    return whole_of(power_of(x, 0), 0);
}

static inline double wide_expm1(double x)
{
    power p = power_of(x, 0);
    double near = minus_one(p).h, far = whole_of(p, 0);
    return fabs(x) < 0x1p-54 ? x : x > 60 ? far : near;
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
    pair e = minus_one(power_of(size > 22 ? 44 : 2 * size, 0)), t = quotient(e, with_added(2, e));
    return copysign(size != size ? x : size < 0x1p-28 ? size : t.h + t.l, x);
}

static inline double wide_sinh(double x)
{
    double size = fabs(x);
    power p = power_of(size, 0);
    pair e = minus_one(p), q = quotient(e, with_added(1, e)), sum = pair_sum(e.h, q.h);
    double near = 0.5 * (sum.h + (sum.l + (e.l + q.l))), far = whole_of(p, 1);
    return copysign(size < 0x1p-28 ? size : size > 40 ? far : near, x);
}

static inline double wide_cosh(double x)
{
    double size = fabs(x);
    power p = power_of(size, 0);
    pair e = minus_one(p), q = quotient(e, with_added(1, e)), c = pair_product(0.5 * e.h, q.h), sum = pair_sum(1, c.h);
    double near = sum.h + (sum.l + (c.l + 0.5 * fma(e.l, q.h, e.h * q.l))), far = whole_of(p, 1);
    return size > 40 ? far : size != size ? size : near;
}

/* log(h + l) as a sum of lead and rest, of positive numbers, |l| at most half a unit of h. */
static inline pair log_parts(double h, double l)
{
    const uint64 sqrt_half = 0x3fe6a09e667f3bcdUL, exponent = 0xfff0000000000000UL;
    double tiny = h < 0x1p-1000 ? 0x1p100 : 1;
    uint64 bits = BITS_OF(h * tiny), over = bits - sqrt_half;
    double k = OF_BITS(((over + (1024UL << 52)) >> 52) | 0x4330000000000000UL) - (0x1p52 + 1024);
    double down = 0.5 * OF_BITS(0x4000000000000000UL - (over & exponent)), f = OF_BITS(bits - (over & exponent)) - 1;
    pair m = pair_quick(f, l * tiny * down);
    double s = m.h / (2 + m.h), z = s * s, half = 0.5 * m.h, square = m.h * half, p;
    p = fma(z, 0x1.8618618618618p-4, 0x1.af286bca1af28p-4);
    p = fma(p, z, 0x1.e1e1e1e1e1e1ep-4);
    p = fma(p, z, 0x1.1111111111111p-3);
    p = fma(p, z, 0x1.3b13b13b13b14p-3);
    p = fma(p, z, 0x1.745d1745d1746p-3);
    p = fma(p, z, 0x1.c71c71c71c71cp-3);
    p = fma(p, z, 0x1.2492492492492p-2);
    p = fma(p, z, 0x1.999999999999ap-2);
    p = fma(p, z, 0x1.5555555555555p-1) * z;
    k -= h < 0x1p-1000 ? 100 : 0;
    double a = k * 0x1.62e42fefa38p-1, b = k * 0x1.ef35793c7673p-45, first = a + m.h, sum = first - square;
    double lost = k == 0 ? 0 : m.h - (first - a); /* |a| > |f|, unless it is 0 */
    lost += first - sum - square - fma(m.h, half, -square);
    lost += fma(m.l, fma(-m.h, 1 - m.h, 1), b);
    return pair_of(sum, fma(s, square + p, lost));
}

/* Of what is not a positive number: -inf, NaN, or x itself. */
static inline double at_ends(double x, double log)
{
    return x > 0 && x < SPECIAL_INF ? log : x == 0 ? -SPECIAL_INF : x > 0 ? x : SPECIAL_NAN;
}

static inline double wide_log(double x)
{
    pair l = log_parts(x, 0);
    return at_ends(x, l.h + l.l);
}

/* In another base, whose logarithm's inverse is h + l. */
static inline double log_by(double x, double h, double l)
{
    pair e = log_parts(x, 0), p = pair_product(e.h, h);
    return at_ends(x, p.h + fma(e.l, h, fma(e.h, l, p.l)));
}

static inline double wide_log2(double x)
{
    return log_by(x, 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56);
}

static inline double wide_log10(double x)
{
    return log_by(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

static inline double wide_log1p(double x)
{
    pair u = pair_sum(1, x), l = log_parts(u.h, u.l);
    return at_ends(u.h, fabs(x) < 0x1p-54 ? x : l.h + l.l);
}

/* Half the logarithm of 1 + 2|x|/(1 - |x|). */
static inline double wide_atanh(double x)
{
    double size = fabs(x);
    pair q = quotient(pair_of(2 * size, 0), pair_sum(1, -size)), u = pair_sum(1, q.h), l;
    u.l += q.l;
    l = log_parts(u.h, u.l);
    return copysign(size < 0x1p-28 ? size : size == 1 ? SPECIAL_INF : size < 1 ? 0.5 * (l.h + l.l) : SPECIAL_NAN, x);
}

static inline bool is_root(double x, double y)
{
    return y == 0.5 && x > 0;
}

CLONES static int64_t count_roots(int64_t n, const double *x, const double *y)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++)
        count += is_root(x[i], y[i]);
    return count;
}

CLONES static void take_roots(int64_t n, const double *x, double *r)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = sqrt(x[i]);
}

/* log(1 + v), v >= 0. */
static inline double log_above_one(pair v)
{
    pair u = with_added(1, v), l = log_parts(u.h, u.l);
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
    pair v = pair_sum(a, q.h), far = log_parts(size, 0);
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
    pair r = root_of(square), v = pair_sum(less, r.h), far = log_parts(x, 0);
    v.l += r.l;
    double near = log_above_one(v), large = far.h + (far.l + 0x1.62e42fefa39efp-1);
    large = x < SPECIAL_INF ? large : x;
    return x >= 1 ? (x > 0x1p30 ? large : near) : SPECIAL_NAN;
}

/* log(x) to some 65 binary digits, of positive finite numbers: log(2) k + 2 atanh(s), of which the cube too is in two parts. */
static inline pair long_log(double x)
{
    const uint64 sqrt_half = 0x3fe6a09e667f3bcdUL, exponent = 0xfff0000000000000UL;
    int is_tiny = x < 0x1p-1000;
    uint64 bits = BITS_OF(x * (is_tiny ? 0x1p100 : 1)), over = bits - sqrt_half;
    double k = OF_BITS(((over + (1024UL << 52)) >> 52) | 0x4330000000000000UL) - (0x1p52 + 1024);
    double f = OF_BITS(bits - (over & exponent)) - 1, d = 2 + f, below = f - (d - 2), inverse = 1 / d, s = f * inverse;
    double sl = (fma(-s, d, f) - s * below) * inverse, z = s * s, zl = fma(s, s, fma(2 * s, sl, -z)), w = z * z, even, odd;
    even = fma(w, 0x1.47ae147ae147bp-4, 0x1.8618618618618p-4);
    odd = fma(w, 0x1.642c8590b2164p-4, 0x1.af286bca1af28p-4);
    even = fma(even, w, 0x1.e1e1e1e1e1e1ep-4);
    odd = fma(odd, w, 0x1.1111111111111p-3);
    even = fma(even, w, 0x1.3b13b13b13b14p-3);
    odd = fma(odd, w, 0x1.745d1745d1746p-3);
    even = fma(even, w, 0x1.c71c71c71c71cp-3);
    odd = fma(odd, w, 0x1.2492492492492p-2);
    even = fma(even, w, 0x1.999999999999ap-2);
    double t = fma(odd, z, even) * z, c = 0x1.5555555555555p-1 + t, cl = t - (c - 0x1.5555555555555p-1) + 0x1.5555555555555p-55;
    double u = z * c, ul = fma(z, c, -u) + fma(z, cl, zl * c), v = s * u, vl = fma(s, u, -v) + fma(s, ul, sl * u);
    k -= is_tiny ? 100 : 0;
    double a = k * 0x1.62e42fefa38p-1, first = a + 2 * s, sum = first + v;
    return pair_quick(sum, 2 * s - (first - a) + (v - (sum - first)) + fma(2, sl, fma(k, 0x1.ef35793c7673p-45, vl)));
}

/* NaN of what is not a power of a positive number in the middle of the range, and of roots. */
static inline double power_in_middle(double x, double y)
{
    pair e = pair_scale(long_log(x), y);
    double r = whole_of(power_of(e.h, e.l), 0);
    return x > 0 && x < SPECIAL_INF && fabs(e.h) < 700 && y != 0.5 ? r : SPECIAL_NAN;
}

CLONES static void take_powers(int64_t n, const double *x, const double *y, double *near)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) near[i] = power_in_middle(x[i], y[i]);
}

/* The C library has what is not in the middle. */
static void pow_loop(int64_t n, void *const p[])
{
    enum { BLOCK = 256 };
    const double *x = p[0], *y = p[1];
    double *r = p[2], near[BLOCK];
    if (count_roots(n, x, y) == n) {
        take_roots(n, x, r);
        return;
    }
    for (int64_t begin = 0; begin < n; begin += BLOCK) {
        int64_t end = n - begin < BLOCK ? n : begin + BLOCK;
        take_powers(end - begin, x + begin, y + begin, near);
        for (int64_t i = begin; i < end; i++) {
            double v = near[i - begin];
            r[i] = v == v ? v : is_root(x[i], y[i]) ? sqrt(x[i]) : pow(x[i], y[i]);
        }
    }
}

/* sqrt(a^2 + b^2): squares of parts that are scaled by a power of two; what the root lacks is added. */
static inline double size_of(double re, double im)
{
    double a = fabs(re) > fabs(im) ? fabs(re) : fabs(im), b = fabs(re) > fabs(im) ? fabs(im) : fabs(re);
    double scale = a > 0x1p500    ? 0x1p-600
                   : a < 0x1p-400 ? 0x1p600
                                  : 1,
           back = a > 0x1p500    ? 0x1p600
                  : a < 0x1p-400 ? 0x1p-600
                                 : 1;
    a *= scale;
    b *= scale;
    double aa = a * a, bb = b * b, h = sqrt(aa + bb), hh = h * h;
    double lost = ((aa - hh) + bb) + ((fma(a, a, -aa) - fma(h, h, -hh)) + fma(b, b, -bb));
    double size = h > 0 ? (h + lost / (2 * h)) * back : h;
    return fabs(re) == SPECIAL_INF || fabs(im) == SPECIAL_INF ? SPECIAL_INF : size;
}

CLONES static void sizes(int64_t n, const double *z, double *r)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = size_of(z[2 * i], z[2 * i + 1]);
}

/* Of complex128; the result has a place of its own, or that of the parts. */
static void abs_loop(int64_t n, void *const p[])
{
    enum { BLOCK = 256 };
    double near[BLOCK];
    for (int64_t begin = 0; begin < n; begin += BLOCK) {
        int64_t count = n - begin < BLOCK ? n - begin : BLOCK;
        sizes(count, (const double *)p[0] + 2 * begin, near);
        memcpy((double *)p[1] + begin, near, (size_t)count * sizeof *near);
    }
}

#define WIDE(name)                                                                \
    CLONES static void name##_loop(int64_t n, void *const p[])                    \
    {                                                                             \
        const double *x = p[0];                                                   \
        double *r = p[1];                                                         \
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = wide_##name(x[i]); \
    }
WIDE(exp)
WIDE(expm1)
WIDE(log)
WIDE(log2)
WIDE(log10)
WIDE(log1p)
WIDE(sinh)
WIDE(cosh)
WIDE(tanh)
WIDE(asinh)
WIDE(acosh)
WIDE(atanh)

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
        [GLA_OP_exp] = exp_loop,     [GLA_OP_expm1] = expm1_loop, [GLA_OP_log] = log_loop,     [GLA_OP_log2] = log2_loop,
        [GLA_OP_log10] = log10_loop, [GLA_OP_log1p] = log1p_loop, [GLA_OP_sinh] = sinh_loop,   [GLA_OP_cosh] = cosh_loop,
        [GLA_OP_tanh] = tanh_loop,   [GLA_OP_atanh] = atanh_loop, [GLA_OP_asinh] = asinh_loop, [GLA_OP_acosh] = acosh_loop,
        [GLA_OP_pow] = pow_loop};
    gla_loop loop = compute == GLA_FLOAT64 ? loops[op] : compute == GLA_COMPLEX128 && op == GLA_OP_abs ? abs_loop : NULL;
    return loop && has_fma() ? loop : NULL;
}
