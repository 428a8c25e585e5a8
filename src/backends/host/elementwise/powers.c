/* powers.c - Powers of float64 in wide registers (wide.c). */
#include "wide.h"

#include <string.h>

static inline bool is_root(double x, double y)
{
    return y == 0.5 && x > 0;
}

FLAT static int64_t count_roots(int64_t n, const double *x, const double *y)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++)
        count += is_root(x[i], y[i]) ? INT64_C(1) : INT64_C(0);
    return count;
}

/* Return log(x) to some 65 binary digits, for finite x from 2^-1000 on.  The formula is log(2) k + 2 atanh(s), where the cube
 * of s also has two parts.  The second part of the result may be several units in the last place of the first part. */
static inline pair long_log(double x)
{
    const uint64 sqrt_half = 0x3fe6a09e667f3bcdUL, exponent = 0xfff0000000000000UL;
    uint64 bits = BITS_OF(x), over = bits - sqrt_half;
    double k = OF_BITS(((over + (1024UL << 52)) >> 52) | 0x4330000000000000UL) - (0x1p52 + 1024);
    double f = OF_BITS(bits - (over & exponent)) - 1, d = 2 + f, below = f - (d - 2), inverse = 1 / d, s = f * inverse;
    double sl = fma(-s, below, fma(-s, d, f)) * inverse, z = s * s, w = z * z, even, odd;
    even = fma(w, 0x1.df7ce6604dddep-4, 0x1.3b1395d4b0394p-3);
    odd = fma(w, 0x1.e02d3bbc44457p-4, 0x1.1118c757caf20p-3);
    even = fma(even, w, 0x1.c71c71c6eaa80p-3);
    odd = fma(odd, w, 0x1.745d177a8fd08p-3);
    even = fma(even, w, 0x1.999999999999ap-2);
    odd = fma(odd, w, 0x1.2492492492521p-2);
    double beyond = fma(fma(odd, z, even), z, 0x1.5555555555555p-55); /* s^3 is multiplied by this plus 2/3 */
    double cube = z * s, cube_low = fma(fma(s, s, -z), s, fma(z, s, -cube));
    double most = cube * 0x1.5555555555555p-1, more = cube * beyond, v = most + more;
    double vl = fma(cube_low, 0x1.5555555555555p-1, fma(cube, 0x1.5555555555555p-1, -most) + (more - (v - most)));
    double a = k * 0x1.62e42fefa38p-1, s2 = 2 * s, first = a + s2, sum = first + v,
           lost = s2 - (first - a) + (v - (sum - first));
    return pair_of(sum, lost + fma(2, fma(sl, z + w, sl), fma(k, 0x1.ef35793c7673p-45, vl)));
}

enum { BLOCK = WIDE_BLOCK };

/* Return true if x^y = e^h is in the middle of the range and is not a square root. */
static inline bool is_in_middle(double x, double y, double h)
{
    return (x >= 0x1p-1000) & (x < SPECIAL_INF) & (fabs(h) < 700) & (y != 0.5);
}

/* Compute the exponents of powers in the middle of the range, and set all other exponents to NaN.  Return the number of
 * NaNs. */
FLAT static int32 take_exponents(int32 n, const double *x, const double *y, double *r, double *rest)
{
    int32 bad = 0;
    for (int32 i = 0; i < n; i++) {
        pair log = long_log(x[i]), e = pair_product(log.h, y[i]);
        bool good = is_in_middle(x[i], y[i], e.h);
        bad += good ? 0 : 1;
        r[i] = good ? e.h : SPECIAL_NAN;
        rest[i] = fma(log.l, y[i], e.l);
    }
    return bad;
}

/* The C library computes elements that are not in the middle of the range. */
void gla_host_powers(int64_t n, void *const p[])
{
    const double *x = p[0], *y = p[1];
    double *r = p[2], near[BLOCK], rest[BLOCK];
    for (int64_t begin = 0; begin < n; begin += BLOCK) {
        int32 count = n - begin < BLOCK ? (int32)(n - begin) : BLOCK;
        const double *base = x + begin, *to = y + begin;
        ask_ahead(base, r + begin, BLOCK * sizeof *x);
        ask_ahead(to, to, BLOCK * sizeof *y);
        if (to[0] == 0.5 && count_roots(count, base, to) == count) {
            for (int32 i = 0; i < count; i++)
                r[begin + i] = sqrt(base[i]);
            continue;
        }
        int32 bad = take_exponents(count, base, to, near, rest);
        gla_host_exp_of_sums(count, near, rest);
        for (int32 i = 0; bad && i < count; i++)
            near[i] = near[i] == near[i] ? near[i] : is_root(base[i], to[i]) ? sqrt(base[i]) : pow(base[i], to[i]);
        memcpy(r + begin, near, (size_t)count * sizeof *r);
    }
}
