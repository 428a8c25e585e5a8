/* special.h - Common parts of the special functions: arithmetic in twice the working precision, and exp and log.
 *
 * The same source is used on every device and, through src/backends/host/special/special.h, on the host. Everything is computed
 * in float64, even for float32. Only + - * / fma and bit operations are used, which are correctly rounded everywhere, so all
 * devices return the same bits. A device without float64 uses float32 and its own exp and log instead. */
#ifndef SPECIAL_H
#define SPECIAL_H
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#define BITS_OF(x) as_ulong(x)
#define OF_BITS(i) as_double(i)
#if !HAS_FLOAT64
#define SINGLE_ONLY
#endif
#elif defined(__CUDACC__)
#define BITS_OF(x) ((uint64)__double_as_longlong(x))
#define OF_BITS(i) __longlong_as_double((int64)(i))
#else
typedef union { float64 x; uint64 i; } special_bits;
#define BITS_OF(v) (((special_bits){.x = (v)}).i)
#define OF_BITS(v) (((special_bits){.i = (v)}).x)
#endif
/* A coefficient. CUDA needs two instructions to form a 64-bit constant, but only one instruction to load the constant from
 * constant memory. */
#ifdef __CUDACC__
template <uint64 bits> __constant__ float64 special_kept = __builtin_bit_cast(float64, bits);
#define KEPT(v) special_kept<__builtin_bit_cast(uint64, (float64)(v))>
#else
#define KEPT(v) (v)
#endif
/* TABLE declares a table for at least 16 subintervals; the lanes of a warp read the elements of different subintervals.
 * OF_TABLE reads an element. NVIDIA's OpenCL serialises such reads from constant memory, but not through a generic address. */
#ifdef __CUDACC__
#define TABLE __align__(128) CONSTANT
#else
#define TABLE CONSTANT
#endif
#if defined(__OPENCL_VERSION__) && defined(NVIDIA) && HAS_FLOAT64
#define OF_TABLE(table, i) special_of_table(&(table)[i])
DEVICE float64 special_of_table(constant float64 *p)
{
    float64 v;
    ASSEMBLY("{ .reg .u64 at; cvta.const.u64 at, %1; ld.f64 %0, [at]; }" : "=d"(v) : "l"(p));
    return v;
}
#else
#define OF_TABLE(table, i) (table)[i]
#endif
#define SPECIAL_INF ((float64)INFINITY)
#define SPECIAL_NAN ((float64)NAN_VALUE)

/* REMEMBERED defines functions whose arguments are distribution parameters, which often repeat between elements, or integers.
 * The host caches the values of these functions. */
#ifndef REMEMBERED
#define REMEMBERED(name, from)              \
    DEVICE pair name(float64 a, float64 b)  \
    {                                       \
        return from(a, b);                  \
    }
#define REMEMBERED_VALUE(name, from)                     \
    DEVICE float64 name(float64 a, float64 b, float64 c) \
    {                                                    \
        return from(a, b, c);                            \
    }
#endif

/* An unevaluated sum h + l; |l| is at most half a unit in the last place of h. */
typedef struct { float64 h, l; } pair;

DEVICE pair pair_of(float64 h, float64 l)
{
    pair r;
    r.h = h;
    r.l = l;
    return r;
}

/* Return h + l for |h| >= |l| (Dekker 1971). */
DEVICE pair pair_quick(float64 h, float64 l)
{
    float64 s = h + l;
    return pair_of(s, l - (s - h));
}

/* Return a + b exactly (Knuth). */
DEVICE pair pair_sum(float64 a, float64 b)
{
    float64 s = a + b, v = s - a;
    return pair_of(s, (a - (s - v)) + (b - v));
}

DEVICE pair pair_product(float64 a, float64 b)
{
    float64 p = a * b;
    return pair_of(p, fma(a, b, -p));
}

DEVICE pair pair_add(pair a, pair b)
{
    pair s = pair_sum(a.h, b.h);
    return pair_quick(s.h, s.l + (a.l + b.l));
}

DEVICE pair pair_mul(pair a, pair b)
{
    pair p = pair_product(a.h, b.h);
    return pair_quick(p.h, p.l + fma(a.h, b.l, a.l * b.h));
}

DEVICE pair pair_scale(pair a, float64 b)
{
    pair p = pair_product(a.h, b);
    return pair_quick(p.h, fma(a.l, b, p.l));
}

DEVICE pair pair_div(pair a, pair b)
{
    float64 q = a.h / b.h, rest = fma(-q, b.h, a.h) + (a.l - q * b.l);
    return pair_quick(q, rest / b.h);
}

DEVICE pair pair_neg(pair a)
{
    return pair_of(-a.h, -a.l);
}

#include "special_log_terms.h"

#ifdef SINGLE_ONLY
DEVICE float64 special_exp_of(pair x)
{
    return exp(x.h) * (1 + x.l);
}

DEVICE pair special_log_of(pair x)
{
    return pair_of(log(x.h), x.l / x.h);
}

DEVICE float64 special_log_quick(float64 x)
{
    return log(x);
}

DEVICE float64 special_log_split(float64 x, float64 *k)
{
    int tiny = x < 0x1p-126;
    uint32 bits = as_uint(x * (tiny ? 0x1p24f : 1)), over = bits - 0x3f3504f3u;
    *k = ((int)over >> 23) - (tiny ? 24 : 0);
    return as_float(bits - (over & 0xff800000u)) - 1;
}

DEVICE int special_round(float64 x, float64 *whole)
{
    *whole = rint(x);
    return (int)*whole;
}

#define special_log_rest(k, f, d, inverse) pair_of(log1p((f).h) + (k) * 0.693147181f, 0)

#define special_log_scaled(x, scale) log(x) /* scale is 0 here */

DEVICE float64 special_exp_times(float64 q, pair x)
{
    return q * special_exp_of(x);
}

DEVICE int special_part(float64 y, int bits, float64 *begin)
{
    uint32 all = as_uint(y);
    *begin = as_float(all >> (23 - bits) << (23 - bits));
    return (int)(all >> (23 - bits)) - (127 << bits);
}
#else
/* Return exp(h + l) = 2^k exp(r), |r| <= ln(2)/2, by the power series up to r^13. */
DEVICE float64 special_exp_of(pair x)
{
    const float64 magic = 0x1.8p52; /* adding this constant rounds a small value to an integer, in the last bits of the sum */
    float64 h = x.h > 800 ? 800 : x.h < -800 ? -800 : x.h;
    float64 k = fma(h, 0x1.71547652b82fep0, magic) - magic;
    float64 t = fma(k, -0x1.62e42fefa39efp-1, h), l = h == x.h ? x.l : 0; /* if x.h was clamped, x.l may be huge too */
    float64 r = t + (l - k * 0x1.abc9e3b39803fp-56), p;
    p = fma(r, 0x1.6124613a86d09p-33, 0x1.1eed8eff8d898p-29);
    p = fma(p, r, KEPT(0x1.ae64567f544e4p-26));
    p = fma(p, r, KEPT(0x1.27e4fb7789f5cp-22));
    p = fma(p, r, KEPT(0x1.71de3a556c734p-19));
    p = fma(p, r, KEPT(0x1.a01a01a01a01ap-16));
    p = fma(p, r, KEPT(0x1.a01a01a01a01ap-13));
    p = fma(p, r, KEPT(0x1.6c16c16c16c17p-10));
    p = fma(p, r, KEPT(0x1.1111111111111p-7));
    p = fma(p, r, KEPT(0x1.5555555555555p-5));
    p = fma(p, r, KEPT(0x1.5555555555555p-3));
    p = fma(p, r, 0.5);
    p = 1 + fma(p, r * r, r);
    float64 first = fma(k, 0.5, magic) - magic; /* two factors, so that subnormal results are rounded only once */
    float64 a = OF_BITS(BITS_OF(first + (magic + 1023)) << 52), b = OF_BITS(BITS_OF(k - first + (magic + 1023)) << 52);
    return p * a * b;
}

/* Return q exp(h + l) for -1400 < h < 700. Two factors ensure that subnormal results are rounded only once. */
DEVICE float64 special_exp_times(float64 q, pair x)
{
    const float64 magic = 0x1.8p52;
    float64 sum = fma(x.h, 0x1.71547652b82fep0, magic), k = sum - magic, t = fma(k, -0x1.62e42fefa39efp-1, x.h);
    float64 r = t + fma(k, -0x1.abc9e3b39803fp-56, x.l), p = fma(special_expm1_terms(r), r * r, r);
    uint64 whole = BITS_OF(sum), first = whole >> 1, rest = whole - first; /* only the last bits matter */
    return fma(q, p, q) * OF_BITS((first + 1023) << 52) * OF_BITS((rest + 1023) << 52);
}

/* Divide each interval [2^k, 2^(k+1)) into 2^bits equal subintervals. Return the index of the subinterval that contains y >= 1,
 * where subinterval 0 begins at 1. Set *begin to the left end of the subinterval. */
DEVICE int special_part(float64 y, int bits, float64 *begin)
{
    uint64 all = BITS_OF(y) >> (52 - bits);
    *begin = OF_BITS(all << (52 - bits));
    return (int)all - (1023 << bits);
}

/* Return log(2^k (1 + f)) to about 65 bits, as log(2) k + 2 atanh(s) with s = f/d and d = 2 + f. The argument `inverse` is
 * 1/d.h, with an error of at most two units in the last place. */
DEVICE pair special_log_rest(float64 k, pair f, pair d, float64 inverse)
{
    float64 q = f.h * inverse;
    float64 rest = (fma(-q, d.h, f.h) + (f.l - q * d.l)) * inverse;
    pair z = pair_product(q, q), third = pair_of(0x1.5555555555555p-1, 0x1.5555555555555p-55);
    z.l = fma(2 * q, rest, z.l);
    float64 w = z.h * z.h, even, odd;
    even = fma(w, 0x1.1a7b9611a7b96p-4, 0x1.47ae147ae147bp-4);
    odd = fma(w, 0x1.2f684bda12f68p-4, 0x1.642c8590b2164p-4);
    even = fma(even, w, KEPT(0x1.8618618618618p-4));
    odd = fma(odd, w, KEPT(0x1.af286bca1af28p-4));
    even = fma(even, w, KEPT(0x1.e1e1e1e1e1e1ep-4));
    odd = fma(odd, w, KEPT(0x1.1111111111111p-3));
    even = fma(even, w, KEPT(0x1.3b13b13b13b14p-3));
    odd = fma(odd, w, KEPT(0x1.745d1745d1746p-3));
    even = fma(even, w, KEPT(0x1.c71c71c71c71cp-3));
    odd = fma(odd, w, KEPT(0x1.2492492492492p-2));
    even = fma(even, w, KEPT(0x1.999999999999ap-2));
    /* In each sum the first term is the largest. Terms not needed for 65 bits are dropped. */
    pair slope = pair_quick(third.h, z.h * fma(odd, z.h, even)), cube = pair_product(q, z.h);
    slope.l += third.l;
    cube.l += fma(q, z.l, rest * z.h);
    pair high = pair_product(cube.h, slope.h);
    high.l += fma(cube.h, slope.l, cube.l * slope.h);
    pair linear = pair_quick(k * 0x1.62e42fefa38p-1, 2 * q), r = pair_quick(linear.h, high.h);
    r = pair_quick(r.h, r.l + (linear.l + (high.l + fma(2.0, rest, k * 0x1.ef35793c7673p-45))));
    return r;
}

/* Return log(h + l). The argument is split into 2^k m with sqrt(1/2) <= m < sqrt(2). */
DEVICE pair special_log_of(pair x)
{
    const uint64 sqrt_half = 0x3fe6a09e667f3bcdUL, exponent = 0xfff0000000000000UL;
    float64 tiny = x.h < 0x1p-1000 ? 0x1p100 : 1;
    uint64 bits = BITS_OF(x.h * tiny), over = bits - sqrt_half;
    float64 k = OF_BITS(((over + (1024UL << 52)) >> 52) | 0x4330000000000000UL) - (0x1p52 + 1024);
    float64 m = OF_BITS(bits - (over & exponent));
    float64 down = 0.5 * OF_BITS(0x4000000000000000UL - (over & exponent)); /* 0 for arguments above 2^1023.5 */
    pair f = pair_quick(m - 1, x.l * tiny * down), d = pair_quick(2, f.h);
    d.l += f.l;
    k -= x.h < 0x1p-1000 ? 100 : 0;
    pair r = special_log_rest(k, f, d, 1 / d.h);
    r.h = x.h > 0 ? r.h : x.h == 0 ? -SPECIAL_INF : SPECIAL_NAN;
    return x.h > 0x1.fffffffffffffp1023 ? pair_of(SPECIAL_INF, 0) : x.h > 0 ? r : pair_of(r.h, 0);
}

/* Return the integer nearest to x; |x| must be small. */
DEVICE int special_round(float64 x, float64 *whole)
{
    const float64 magic = 0x1.8p52;
    *whole = x + magic;
    int n = (int)BITS_OF(*whole);
    *whole -= magic;
    return n;
}

/* Split x > 0 into 2^k (1 + f) with sqrt(1/2) <= 1 + f < sqrt(2). Return f and set *k. */
DEVICE float64 special_log_split(float64 x, float64 *k)
{
    const uint64 sqrt_half = 0x3fe6a09e667f3bcdUL, exponent = 0xfff0000000000000UL;
    int tiny = x < 0x1p-1000;
    uint64 bits = BITS_OF(x * (tiny ? 0x1p100 : 1)), over = bits - sqrt_half;
    *k = OF_BITS(((over + (1024UL << 52)) >> 52) | 0x4330000000000000UL) - (0x1p52 + (tiny ? 1124 : 1024));
    return OF_BITS(bits - (over & exponent)) - 1;
}

/* Return log(2^-scale x) for finite x >= 2^-1000, to 1.5 units in the last place. */
DEVICE float64 special_log_scaled(float64 x, float64 scale)
{
    const uint64 sqrt_half = 0x3fe6a09e667f3bcdUL, exponent = 0xfff0000000000000UL;
    uint64 bits = BITS_OF(x), over = bits - sqrt_half;
    float64 k = OF_BITS(((over + (1024UL << 52)) >> 52) | 0x4330000000000000UL) - (0x1p52 + 1024);
    float64 f = OF_BITS(bits - (over & exponent)) - 1, s = f / (2 + f), z = s * s, p = special_log_terms(z);
    k -= scale;
    return fma(k, 0x1.62e42fefa38p-1, fma(s * z, p, fma(k, 0x1.ef35793c7673p-45, 2 * s)));
}

/* Return log(x) for any finite x > 0, to 1.5 units in the last place. */
DEVICE float64 special_log_quick(float64 x)
{
    int tiny = x < 0x1p-1000;
    return special_log_scaled(x * (tiny ? 0x1p100 : 1), tiny ? 100 : 0);
}
#endif

DEVICE float64 special_exp(float64 x)
{
    return special_exp_of(pair_of(x, 0));
}

DEVICE float64 special_log(float64 x)
{
    return special_log_of(pair_of(x, 0)).h;
}

DEVICE pair special_log1p_of(float64 x)
{
    return special_log_of(pair_sum(1, x));
}

DEVICE float64 special_log1p(float64 x)
{
    float64 l = special_log1p_of(x).h;
    return fabs(x) < 0x1p-60 ? x : l;
}
#endif
