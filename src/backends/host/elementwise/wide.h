/* wide.h - exp and log in wide registers, for use in several files; wide.c explains the method. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_WIDE_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_WIDE_H

#include "backends/host/special/special.h"
#include "loop_table.h"

#include "../../../../kernels/special.h"

/* exp(h + l) = 2^k (1 + lead + half * lead + rest).  `half` is at most 0.18, and `rest` is much smaller. */
typedef struct {
    double k, lead, half, rest;
} power;

/* Compute the terms for |h| up to 800. */
static inline power power_within(double h, double below)
{
    const double magic = 0x1.8p52; /* when added to a small number, leaves the nearest integer in the last bits of the sum */
    double k = fma(h, 0x1.71547652b82fep0, magic) - magic;
    double lead = fma(k, -0x1.62e42fefa39efp-1, h), low = fma(k, -0x1.abc9e3b39803fp-56, below), r = lead + low, p;
    p = fma(r, 0x1.1f66d9e7c007bp-29, 0x1.af389fe6457c2p-26);
    p = fma(p, r, 0x1.27e4e1f6df497p-22);
    p = fma(p, r, 0x1.71de0db2819d0p-19);
    p = fma(p, r, 0x1.a01a01a47a6a5p-16);
    p = fma(p, r, 0x1.a01a01a7c30e0p-13);
    p = fma(p, r, 0x1.6c16c16c167e2p-10);
    p = fma(p, r, 0x1.11111111109b5p-7);
    p = fma(p, r, 0x1.5555555555555p-5);
    p = fma(p, r, 0x1.5555555555556p-3);
    return (power){k, lead, 0.5 * lead, fma(r * r * r, p, fma(low, lead, low))};
}

static inline power power_of(double x, double below)
{
    return power_within(x > 800 ? 800 : x < -800 ? -800 : x, below);
}

/* Return 2^k v.  Two factors ensure that subnormal results are rounded once. */
static inline double scaled(double v, double k)
{
    const double magic = 0x1.8p52;
    double first = fma(k, 0.5, magic) - magic;
    double a = OF_BITS(BITS_OF(first + (magic + 1023)) << 52), b = OF_BITS(BITS_OF(k - first + (magic + 1023)) << 52);
    return v * a * b;
}

/* Return 2^k v, if both 2^k and v are near 1. */
static inline double scaled_once(double v, double k)
{
    return v * OF_BITS(BITS_OF(k + (0x1.8p52 + 1023)) << 52);
}

static inline double mantissa_of(power p)
{
    double sum = 1 + p.lead;
    return sum + fma(p.half, p.lead, p.lead - (sum - 1) + p.rest);
}

/* Return exp(x), or half of exp(x) if `less` is 1. */
static inline double whole_of(power p, double less)
{
    return scaled(mantissa_of(p), p.k - less);
}

/* Return exp(x) - 1 as a pair, for results up to 2^100.
 *
 * A function whose last argument is `plain` skips rarely needed code if `plain` is true.  For arguments between the bounds that
 * the loops specify, `plain` does not change the results. */
static inline pair minus_one(power p, bool plain)
{
    double k = plain ? p.k : p.k > 100 ? 100 : p.k < -100 ? -100 : p.k;
    double s = OF_BITS(BITS_OF(k + (0x1.8p52 + 1023)) << 52), whole = s - 1, lost = s - whole - 1;
    double sum = fma(s, p.lead, whole);
    lost += fma(s, p.lead, whole - sum); /* |whole| >= |s p.lead|, unless it is 0 */
    return pair_quick(sum, fma(s * p.half, p.lead, fma(s, p.rest, lost)));
}

static inline pair with_added(double a, pair e)
{
    pair sum = pair_sum(a, e.h);
    sum.l += e.l;
    return sum;
}

/* Return a/d for two pairs, by one division. */
static inline pair quotient(pair a, pair d)
{
    double inverse = 1 / d.h, q = a.h * inverse;
    return pair_of(q, (fma(-q, d.h, a.h) + fma(-q, d.l, a.l)) * inverse);
}

/* Return 1/x to some 7 binary digits, for x between 2^-900 and 2^900.  Most corrections need no more digits, and a division
 * would take longer. */
static inline double roughly_inverse(double x)
{
    double y = OF_BITS(0x7fde623822fc16e6UL - BITS_OF(x));
    return y * fma(-x, y, 2);
}

/* Return 1/x to some 15 binary digits. */
static inline double nearly_inverse(double x)
{
    double y = roughly_inverse(x);
    return y * fma(-x, y, 2);
}

/* Return log(h + l) as a sum of lead and rest, for positive h with |l| at most half a unit in the last place of h.  If `alone`,
 * l is 0. */
static inline pair log_parts(double h, double l, bool alone, bool plain)
{
    const uint64 sqrt_half = 0x3fe6a09e667f3bcdUL, exponent = 0xfff0000000000000UL;
    double tiny = !plain && h < 0x1p-1000 ? 0x1p100 : 1;
    uint64 bits = BITS_OF(h * tiny), over = bits - sqrt_half;
    double k = OF_BITS(((over + (1024UL << 52)) >> 52) | 0x4330000000000000UL) - (0x1p52 + 1024);
    double down = 0.5 * OF_BITS(0x4000000000000000UL - (over & exponent)), f = OF_BITS(bits - (over & exponent)) - 1;
    pair m = alone ? pair_of(f, 0) : pair_quick(f, l * tiny * down);
    double s = m.h / (2 + m.h), z = s * s, half = 0.5 * m.h, square = m.h * half, p;
    double w = z * z, even, odd;
    even = fma(w, 0x1.0fbe940847ce7p-3, 0x1.745cf9043c834p-3);
    odd = fma(w, 0x1.0c03af318d9a9p-3, 0x1.3b1c356bd77a5p-3);
    even = fma(even, w, 0x1.2492492476cc5p-2);
    odd = fma(odd, w, 0x1.c71c720159da5p-3);
    even = fma(even, w, 0x1.5555555555555p-1);
    odd = fma(odd, w, 0x1.9999999999a38p-2);
    p = fma(odd, z, even) * z;
    k -= !plain && h < 0x1p-1000 ? 100 : 0;
    double a = k * 0x1.62e42fefa38p-1, b = k * 0x1.ef35793c7673p-45, first = a + m.h, sum = first - square;
    double lost = m.h - (first - a); /* |a| > |f|, unless it is 0 */
    lost += first - sum - square - fma(m.h, half, -square);
    lost += alone ? b : fma(m.l, fma(-m.h, 1 - m.h, 1), b);
    return pair_of(sum, fma(s, square + p, lost));
}

/* Return `log` if x is positive and finite, and otherwise -inf, NaN, or x itself. */
static inline double at_ends(double x, double log)
{
    return x > 0 && x < SPECIAL_INF ? log : x == 0 ? -SPECIAL_INF : x > 0 ? x : SPECIAL_NAN;
}

/* Blocks with all elements between the bounds use the plain functions.  The plain functions are tried first, unless the results
 * overwrite the operands.  Elements outside the bounds are counted in int32, so that GCC works on two registers of float64 at a
 * time.  The functions are long dependency chains, and with a single chain the processor cannot look ahead far enough. */
#define WIDE_BLOCK 128
#define WIDE_AHEAD \
    2048 /* number of bytes after a block that are prefetched while the block is computed, which waits for its own elements */
static inline void ask_ahead(const void *x, const void *r, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 64) {
        __builtin_prefetch((const void *)((uintptr_t)x + WIDE_AHEAD + at));
        __builtin_prefetch((const void *)((uintptr_t)r + WIDE_AHEAD + at), 1);
    }
}

#define IS_OUTSIDE(v, least, most) ((((v) >= (least)) & ((v) <= (most))) ? 0 : 1)
#define WIDE_BETWEEN(name, least, most)                                                             \
    FLAT static void name##_loop(int64_t n, void *const p[])                                        \
    {                                                                                               \
        const double *x = p[0];                                                                     \
        double *r = p[1];                                                                           \
        const bool apart = x != r;                                                                  \
        for (int64_t begin = 0; begin < n; begin += WIDE_BLOCK, x += WIDE_BLOCK, r += WIDE_BLOCK) { \
            int32 count = n - begin < WIDE_BLOCK ? (int32)(n - begin) : WIDE_BLOCK, out = 0;        \
            ask_ahead(x, r, WIDE_BLOCK * sizeof *x);                                                \
            for (int32 i = 0; !apart && i < count; i++)                                             \
                out += IS_OUTSIDE(x[i], least, most);                                               \
            if (!out)                                                                               \
                GLA_INDEPENDENT for (int32 i = 0; i < count; i++)                                   \
                {                                                                                   \
                    double v = x[i];                                                                \
                    out += IS_OUTSIDE(v, least, most);                                              \
                    r[i] = wide_##name(v, true);                                                    \
                }                                                                                   \
            if (out)                                                                                \
                GLA_INDEPENDENT for (int32 i = 0; i < count; i++)                                   \
                {                                                                                   \
                    r[i] = wide_##name(x[i], false);                                                \
                }                                                                                   \
        }                                                                                           \
    }

/* Functions of float64 are in hyperbolic.c, trigonometric.c (sin, cos, tan) and inverse_trigonometric.c (their inverses).
 * Functions of float32 are in single.c.  Remainders are in remainder64.c and remainder32.c. */
extern const gla_loop_table gla_host_table_loops, gla_host_hyperbolic_loops, gla_host_turn_loops, gla_host_angle_loops,
    gla_host_single_loops, gla_host_remainder64_loops, gla_host_remainder32_loops;

/* Defined in tuned/tables.c: replace h by exp(h + l) for |h| up to 700, or by log(h + l) for h from 2^-1000 to 2^1000. */
void gla_host_exp_of_sums(int32 n, double *h, const double *l);
void gla_host_log_of_sums(int32 n, double *h, const double *l);

/* Defined in quotients.c: return the loop for floor_divide or remainder of 32-bit or 64-bit integers, or NULL for other
 * operations. */
gla_loop gla_host_quotient_loop(gla_op op, gla_dtype compute);

/* Powers of float64 (powers.c) and absolute values of complex numbers (complex_abs.c). */
void gla_host_powers(int64_t n, void *const p[]);
void gla_host_sizes_complex64(int64_t n, void *const p[]);
void gla_host_sizes_complex128(int64_t n, void *const p[]);

#endif
