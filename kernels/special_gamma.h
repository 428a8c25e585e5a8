/* special_gamma.h - Gamma function and its logarithm. */
#ifndef SPECIAL_GAMMA_H
#define SPECIAL_GAMMA_H
#include "special.h"
#include "special_gamma_terms.h"

/* Return true if an integer is odd. */
DEVICE int special_is_odd(float64 x)
{
    return fabs(x * 0.5 - rint(x * 0.5)) > 0.25;
}

/* Return sin(pi x) with exact signs and zeros: x is reduced to [-1/2, 1/2] first. */
DEVICE float64 special_sinpi(float64 x)
{
    float64 n = rint(x), r = x - n, s = r * special_sinpi_terms(r * r);
    return special_is_odd(n) ? -s : s;
}

/* Return the remainder of Stirling's formula for log gamma(x), x >= 8, from 1/x. */
DEVICE float64 special_stirling_by(float64 inverse)
{
    return special_stirling_terms(inverse * inverse) * (inverse * 0x1.5555555555555p-4);
}

DEVICE float64 special_stirling(float64 x)
{
    return special_stirling_by(1 / x);
}

/* Return log gamma(x) for x >= 8, as (x - 1/2) log(x) - x + log(2 pi)/2 + the remainder. Each partial sum is larger than the
 * next term. */
DEVICE pair special_gammaln_large(float64 x)
{
    float64 k, f = special_log_split(x, &k), by = x < 1e17 ? x : 1e17;
    pair d = pair_quick(2, f);
    float64 inverse = 1 / (d.h * by), rest = special_stirling_by(inverse * d.h) - 0x1.65b5a1b7ff5dfp-55;
    pair l = pair_scale(special_log_rest(k, pair_of(f, 0), d, inverse * by), x - 0.5), first = pair_quick(l.h, -x);
    pair r = pair_quick(first.h, 0x1.d67f1c864beb5p-1);
    return pair_quick(r.h, r.l + (first.l + l.l + rest));
}

/* Return gamma(x) for 0x1p-1000 <= x < 8, from a table of polynomials. Arguments below 2 use the subinterval of x + 1 or x + 2.
 * Distances from the left end of a subinterval are exact. */
DEVICE int special_gamma_place(float64 x, float64 *t)
{
    float64 to = x < 1 ? 10 : x < 2 ? 9 : 8, begin;
    int at = special_part(x + to, 4, &begin) - 52;
    *t = x - (begin - to);
    at = at > 0 ? at : 0; /* vectorised code also computes lanes that are not used */
    return at < 12 ? at : 12;
}

DEVICE float64 special_gamma_by(float64 x, float64 near)
{
    float64 below = x < 2 ? x : 1;
    return near / (x < 1 ? fma(x, x, x) : below);
}

DEVICE float64 special_gamma_small(float64 x)
{
    float64 t;
    int at = special_gamma_place(x, &t);
    return special_gamma_by(x, special_gamma_piece(at, t));
}

/* Return the index of the subinterval of special_gamma_logs that contains the mantissa of x. */
DEVICE int special_gamma_part(float64 x)
{
#ifdef SINGLE_ONLY
    return 0;
#else
    return (int)(BITS_OF(x) >> 47) & 31;
#endif
}

/* Return gamma(x) for 8 <= x < 172, as exp((x - 1/2) log(x) - x + the remainder) sqrt(2 pi), given the table elements for x. In
 * log(2^k c (1 + f)), both f and log(2) k + log(c) are exact, and each partial sum is larger than the next term. */
DEVICE float64 special_gamma_large_by(float64 x, float64 inverse, float64 log_high, float64 log_low)
{
#ifdef SINGLE_ONLY
    return special_exp_of(special_gammaln_large(x));
#else
    const float64 root = 0x1.40d931ff62706p+1, log_rest = -0x1.5135657ac0d8cp-54; /* sqrt(2 pi) */
    uint64 bits = BITS_OF(x);
    float64 k = OF_BITS(bits >> 52 | 0x4330000000000000UL) - (0x1p52 + 1023), by = x - 0.5;
    float64 f = fma(OF_BITS((bits & 0xfffffffffffffUL) | 0x3ff0000000000000UL), inverse, -1.0);
    pair l = pair_quick(fma(k, 0x1.62e42fefa38p-1, log_high), f);
    l.l += fma(k, 0x1.ef35793c7673p-45, log_low) + f * f * fma(f, special_log1p_third(f), -0.5);
    pair p = pair_product(by, l.h), r = pair_quick(p.h, -x);
    r.l += fma(by, l.l, p.l) + (special_stirling(x) + log_rest);
    return special_exp_times(root, r);
#endif
}

DEVICE float64 special_gamma_large(float64 x)
{
    int at = special_gamma_part(x);
    float64 log_high = OF_TABLE(special_gamma_logs, 32 + at), log_low = OF_TABLE(special_gamma_logs, 64 + at);
    return special_gamma_large_by(x, OF_TABLE(special_gamma_logs, at), log_high, log_low);
}

/* Most arguments are handled by special_gamma_small() or special_gamma_large(), the remaining arguments by special_gamma(). */
DEVICE int special_gamma_is_small(float64 x)
{
    return (x >= 0x1p-60) & (x < 8);
}

#define SPECIAL_GAMMA_MAX 0x1.573fae561f647p+7

DEVICE float64 special_gamma_positive(float64 x)
{
    return x < 8 ? special_gamma_small(x) : special_gamma_large(x);
}

/* Return `product` times (x + i), or `product` itself if i >= n. For integers i < 2^53, s - i is exact. */
DEVICE pair special_shift_step(pair product, pair x, float64 i, float64 n)
{
    float64 s = x.h + i, high = i < n ? s : 1, low = i < n ? (x.h - (s - i)) + x.l : 0, h = product.h * high;
    return pair_of(h, fma(product.l, high, fma(product.h, low, fma(product.h, high, -h))));
}

/* Set *y = x + n, where n >= 0 is the smallest integer with x + n >= 8. Return factor (x + 1) ... (x + n - 1), or 1 if n = 0;
 * `factor` is usually x. The loop is unrolled by hand, because compilers do not unroll it. */
DEVICE pair special_gamma_shift(pair x, pair factor, pair *y)
{
    float64 n = x.h < 8 ? 8 - floor(x.h) : 0;
    pair product = pair_of(n > 0 ? factor.h : 1, n > 0 ? factor.l : 0);
    product = special_shift_step(special_shift_step(product, x, 1, n), x, 2, n);
    product = special_shift_step(special_shift_step(product, x, 3, n), x, 4, n);
    product = special_shift_step(special_shift_step(product, x, 5, n), x, 6, n);
    y->h = x.h + n;
    y->l = (x.h - (y->h - n)) + x.l;
    return special_shift_step(product, x, 7, n);
}

/* Return the derivative of log gamma(x), x >= 8, from 1/x and log(x), with an error of about 1e-6. */
DEVICE float64 special_gammaln_slope(float64 inverse, float64 log_x)
{
    return log_x - inverse * (0.5 + inverse * 0x1.5555555555555p-4);
}

/* Return gamma(-x) from gamma(x) by the reflection formula, for 0 < x < 184; x must not be an integer. */
DEVICE float64 special_gamma_reflected(float64 x, float64 gamma)
{
    pair sine = pair_product(x, special_sinpi(x)), q = pair_product(sine.h, gamma);
    q.l = fma(sine.l, gamma, q.l);
    return pair_div(pair_of(-0x1.921fb54442d18p+1, -0x1.1a62633145c07p-53), q).h;
}

DEVICE float64 special_gamma(float64 x)
{
    if (!(fabs(x) < SPECIAL_INF))
        return x > 0 ? x : SPECIAL_NAN;
    if (fabs(x) < 0x1p-60)
        return 1 / x;
    if (x > SPECIAL_GAMMA_MAX)
        return SPECIAL_INF;
    if (x > 0)
        return special_gamma_positive(x);
    if (x == rint(x))
        return SPECIAL_NAN;
    if (x > -150)
        return special_gamma_reflected(-x, special_gamma_positive(-x));
    float64 s = special_sinpi(x);
    if (x < -184)
        return s < 0 ? -0.0 : 0;
    return 0x1.921fb54442d18p+1 / (-x * s) * special_exp_of(pair_neg(special_gammaln_large(-x)));
}

/* Return log gamma(x) for x > 0, without branches. For x >= 8, Stirling's formula is used. Otherwise x is shifted by integer
 * steps to 1.25 ... 2.25, and the logarithm of the factors in between is added. Both cases share one logarithm and one
 * division. If x is near 1 the result is small, so the terms linear in x - 1 are combined. */
DEVICE float64 special_gammaln_positive(float64 x)
{
    int large = x >= 8;
    float64 u = large ? 2 : x, whole;
    int n = special_round(u + 0.25, &whole);
    float64 t = u - whole, lowest = u * (1 + u), factors = u - 1;
    factors = n > 2 ? factors : n == 2 ? 1 : u;
    factors = n > 0 ? factors : lowest;
    for (int i = 2; i < 7; i++)
        factors *= n > i + 1 ? u - i : 1;
    float64 k, f = special_log_split(large ? x : factors, &k), by = x < 1e17 ? x : 1e17, d = 2 + f;
    by = large ? by : 1;
    float64 inverse = 1 / (d * by), s = f * (inverse * by), z = s * s;
    float64 low = fma(k, 0x1.ef35793c7673p-45, -(s * fma(-z, special_log_terms(z), f)));
    int linear = fabs(x - 0.984375) < 0.265625; /* then n is 1 and k is 0 */
    float64 l = fma(k, 0x1.62e42fefa38p-1, (linear ? 0 : f) + low), other = 0 - l;
    float64 slope = fma(1 + t, special_gammaln_near(t), linear ? -1.0 : 0.0);
    float64 rest = n < 2 ? other : l, beside = x - 0.5, less = l - 1;
    float64 far = 0x1.acfe390c97d69p-2 + special_stirling_by(inverse * d);
    return fma(large ? beside : t, large ? less : slope, large ? far : rest);
}

/* Return log(gamma(x) x/factor) to nearly twice the working precision. For x >= 8 the quotient x/factor is omitted. For x >= 8,
 * unless `full`, return log(gamma(x + 1)) - (x log(x) - x) instead. */
DEVICE pair special_gammaln_by(float64 x, float64 factor, int full)
{
    pair y, product = special_gamma_shift(pair_of(x, 0), pair_of(factor, 0), &y), l = special_log_of(pair_of(y.h, 0));
    float64 inverse = 1 / y.h, rest = special_stirling_by(inverse) + y.l * special_gammaln_slope(inverse, l.h);
    int large = (x >= 8) & !full;
    pair r = pair_add(pair_scale(l, large ? 0.5 : y.h - 0.5), pair_of(large ? 0 : -y.h, 0));
    r = pair_add(r, pair_of(0x1.d67f1c864beb5p-1, rest - 0x1.65b5a1b7ff5dfp-55));
    return pair_add(r, pair_neg(special_log_of(product)));
}

/* Return log |gamma(x)| for x < 0 by the reflection formula, log(pi/|x sin(pi x)|) - log gamma(-x), without branches; x must
 * not be an integer. A single logarithm covers the shift of gamma(-x), -x and the sine. */
DEVICE float64 special_gammaln_below(float64 x)
{
    float64 sine = fabs(special_sinpi(x));
    pair y, product = special_gamma_shift(pair_of(-x, 0), pair_of(1, 0), &y), l = special_log_of(pair_of(y.h, 0));
    pair rest = special_log_of(pair_div(x > -8 ? pair_of(sine, 0) : pair_product(-x, sine), product));
    float64 inverse = 1 / y.h, stirling = special_stirling_by(inverse) + y.l * special_gammaln_slope(inverse, l.h);
    pair r = pair_add(pair_scale(l, y.h - 0.5), pair_of(-y.h, 0));
    r = pair_add(pair_add(r, rest), pair_of(-0x1.ce6bb25aa1316p-3, stirling + 0x1.dcd49c8e5aff6p-58));
    return -r.h;
}

DEVICE int special_gammaln_is_below(float64 x)
{
    return (x <= -0x1p-60) & (x > -SPECIAL_INF) & (x != rint(x));
}

DEVICE float64 special_gammaln(float64 x)
{
    if (x != x)
        return x;
    if (fabs(x) == SPECIAL_INF)
        return x;
    if (x > 0)
        return special_gammaln_positive(x);
    if (special_gammaln_is_below(x))
        return special_gammaln_below(x);
    return x == rint(x) ? SPECIAL_INF : -special_log(-x);
}
#endif
