/* special_beta.h - The beta function and its logarithm. */
#ifndef SPECIAL_BETA_H
#define SPECIAL_BETA_H
#include "special_gamma.h"

/* Products of values below SPECIAL_BETA_TINY are scaled by SPECIAL_BETA_SCALE, so that no product is subnormal. */
#define SPECIAL_BETA_TINY 0x1p-1000
#define SPECIAL_BETA_SCALE 0x1p100

/* Return r and set *product such that -log B(a, b) = r + log(*product), for a, b > 0, without branches. Stirling's formula is
 * applied to a, b and a + b; small arguments are shifted upwards first. For the larger argument l and the sum z, the difference
 * (z - 1/2) log(z) - (l - 1/2) log(l) is computed as (l - 1/2) log(z/l) + (z - l) log(z), with z/l = 1 + (z - l)/l. This form
 * keeps all digits of a small z - l, however large l is. Rounding errors of the arguments are corrected with the digamma
 * function. If the smaller argument is below SPECIAL_BETA_TINY, *product is multiplied by SPECIAL_BETA_SCALE. */
DEVICE pair special_betaln_parts(pair small, pair large, pair sum, pair *product)
{
    float64 scale = small.h < SPECIAL_BETA_TINY ? SPECIAL_BETA_SCALE : 1;
    pair s, l, z, below = special_gamma_shift(small, pair_of(small.h * scale, small.l * scale), &s);
    pair middle = special_gamma_shift(large, large, &l), above = special_gamma_shift(sum, sum, &z);
    float64 over_s = 1 / s.h, over_l = 1 / l.h, over_z = 1 / z.h, more = z.h - l.h, q = more * over_l;
    pair log_s = special_log_of(pair_of(s.h, 0)), log_z = special_log_of(pair_of(z.h, 0));
    pair ratio = pair_quick(1, q);
    ratio.l += fma(-q, l.h, more) * over_l;
    pair log_q = special_log_of(ratio);
    float64 rest = special_stirling_by(over_z) - special_stirling_by(over_l) - special_stirling_by(over_s);
    rest += z.l * special_gammaln_slope(over_z, 0) - l.l * special_gammaln_slope(over_l, 0 - log_q.h);
    rest -= s.l * special_gammaln_slope(over_s, log_s.h) - 0x1.65b5a1b7ff5dfp-55;
    pair r = pair_add(pair_scale(log_q, l.h - 0.5), pair_mul(log_z, pair_add(pair_of(more, 0), pair_sum(z.l, -l.l))));
    r = pair_add(r, pair_neg(pair_scale(log_s, s.h - 0.5)));
    *product = pair_mul(pair_div(below, above), middle);
    return pair_add(pair_add(r, pair_of(-0x1.d67f1c864beb5p-1, rest)), pair_sum(s.h, -more));
}

/* Return -log B(small, large); `sum` is small + large. */
DEVICE pair special_minus_betaln_by(pair small, pair large, pair sum)
{
    pair product, r = special_betaln_parts(small, large, sum, &product), l = special_log_of(product);
    int tiny = small.h < SPECIAL_BETA_TINY;
    return pair_add(r, pair_add(l, pair_of(tiny ? -0x1.1542457337d43p+6 : 0, tiny ? 0x1.e3948c376279dp-50 : 0)));
}

DEVICE pair special_minus_betaln_of(float64 a, float64 b)
{
    return special_minus_betaln_by(pair_of(a < b ? a : b, 0), pair_of(a < b ? b : a, 0), pair_sum(a, b));
}

REMEMBERED(special_minus_betaln, special_minus_betaln_of)

DEVICE int special_beta_is_middle(float64 a, float64 b)
{
    return (a >= 0x1p-1000) & (b >= 0x1p-1000) & (a + b < 1e300);
}

DEVICE float64 special_betaln_middle(float64 a, float64 b)
{
    int middle = special_beta_is_middle(a, b);
    float64 r = -special_minus_betaln_of(middle ? a : 1, middle ? b : 1).h;
    return middle ? r : SPECIAL_NAN;
}

/* Return sin(pi (h + l))/pi, accurate near its zeros. */
DEVICE float64 special_sine_of(pair x)
{
    float64 high = rint(x.h), low = rint(x.l);
    pair r = pair_sum(x.h - high, x.l - low);
    float64 last = rint(r.h), t = (r.h - last) + r.l, s = t * (special_sinpi_terms(t * t) * 0x1.45f306dc9c883p-2);
    return special_is_odd(high) ^ special_is_odd(low) ^ special_is_odd(last) ? -s : s;
}

/* Return true at the poles of gamma(x): 0 and the negative integers. */
DEVICE int special_gamma_has_pole(float64 x)
{
    return (x <= 0) & (x == rint(x)) & (x > -SPECIAL_INF);
}

DEVICE pair special_minus_betaln_sorted(pair a, pair b, pair sum)
{
    return a.h < b.h ? special_minus_betaln_by(a, b, sum) : special_minus_betaln_by(b, a, sum);
}

/* Return log |B(a, b)| and set *sign, for finite a <= b that are not poles of gamma and not both positive. Reflection formulas
 * are used. Let s = a + b and S(t) = sin(pi t)/pi. For s < 0 < b, B(a, b) is B(b, 1 - s) S(s)/S(a). For s > 0, B(a, b) is 1/(b
 * S(a) B(s, 1 - a)). For b < 0, B(a, b) is S(s)/(S(a) S(b) (1 - s) B(1 - a, 1 - b)). The arguments of B in these formulas are
 * positive, and their sums are exact. */
DEVICE pair special_beta_reflected(float64 a, float64 b, float64 *sign)
{
    pair sum = pair_sum(a, b), one = pair_of(1, 0), rest = pair_add(one, pair_neg(sum)), below = pair_sum(1, -a), r;
    float64 sine = special_sine_of(sum), top = sum.h > 0 ? 1 : sine, bottom = special_sine_of(pair_of(a, 0));
    if (top == 0) /* a pole of gamma(s) */
        return pair_of(-SPECIAL_INF, 0);
    if (b < 0) {
        pair beside = pair_sum(1, -b);
        float64 other = special_sine_of(pair_of(b, 0));
        r = pair_add(special_minus_betaln_by(beside, below, pair_add(one, rest)), pair_neg(special_log_of(rest)));
        r = pair_add(r, pair_neg(special_log_of(pair_of(fabs(other), 0))));
        bottom = other < 0 ? -bottom : bottom;
    } else if (sum.h < 0) {
        r = pair_neg(special_minus_betaln_sorted(pair_of(b, 0), rest, below));
    } else {
        r = pair_add(special_minus_betaln_sorted(sum, below, pair_sum(1, b)), pair_neg(special_log_of(pair_of(b, 0))));
    }
    *sign = (top < 0) == (bottom < 0) ? 1 : -1;
    r = pair_add(r, special_log_of(pair_of(fabs(top), 0)));
    return pair_add(r, pair_neg(special_log_of(pair_of(fabs(bottom), 0))));
}

/* Like special_beta_reflected(), but for a pole of gamma at a. B(a, b) is infinite, unless b is a positive integer and a pole
 * of gamma(a + b) cancels the pole at a; then B(a, b) is (-1)^b B(1 - a - b, b). Integers from 2^53 on are treated as rounded
 * values, as in SciPy. */
DEVICE pair special_beta_at_pole(float64 a, float64 b, float64 *sign)
{
    if (!(a > -0x1p53 && b > 0 && b <= -a && b == rint(b)))
        return pair_of(SPECIAL_INF, 0);
    *sign = special_is_odd(b) ? -1 : 1;
    pair rest = pair_add(pair_of(1, 0), pair_neg(pair_sum(a, b)));
    return pair_neg(special_minus_betaln_sorted(rest, pair_of(b, 0), pair_sum(1, -a)));
}

DEVICE float64 special_gamma_sign(float64 x)
{
    return x < 0 && special_sinpi(x) < 0 ? -1 : 1;
}

/* Return log |B(a, b)| and set *sign to the sign of B(a, b), for any arguments. */
DEVICE pair special_beta_log(float64 a, float64 b, float64 *sign)
{
    float64 least = a < b ? a : b, most = a < b ? b : a;
    *sign = 1;
    if (!(fabs(a) < SPECIAL_INF && fabs(b) < SPECIAL_INF)) { /* limits for infinite arguments */
        int has_limit = (most == SPECIAL_INF) & (least > -SPECIAL_INF);
        *sign = special_gamma_sign(least);
        return pair_of(!has_limit ? SPECIAL_NAN : least > 0 ? -SPECIAL_INF : SPECIAL_INF, 0);
    }
    if (special_gamma_has_pole(most))
        return pair_of(SPECIAL_INF, 0);
    if (special_gamma_has_pole(least))
        return special_beta_at_pole(least, most, sign);
    if (least < 0)
        return special_beta_reflected(least, most, sign);
    if (least < 0x1p200)
        return pair_neg(special_minus_betaln_of(least, most));
    /* For such large arguments terms may overflow. Scaling the arguments is valid because only terms proportional to the
     * arguments matter. */
    return pair_of(-0x1p100 * special_minus_betaln_of(least * 0x1p-100, most * 0x1p-100).h, 0);
}

DEVICE float64 special_betaln(float64 a, float64 b)
{
    float64 sign;
    return special_beta_log(a, b, &sign).h;
}

DEVICE float64 special_beta_middle(float64 a, float64 b)
{
    int middle = special_beta_is_middle(a, b);
    float64 least = a < b ? a : b, most = a < b ? b : a;
    pair small = pair_of(middle ? least : 1, 0), large = pair_of(middle ? most : 1, 0);
    pair product, r = special_betaln_parts(small, large, pair_sum(small.h, large.h), &product);
    float64 value = pair_div(pair_of(special_exp_of(pair_neg(r)), 0), product).h;
    return middle ? value : SPECIAL_NAN;
}

DEVICE float64 special_beta(float64 a, float64 b)
{
    float64 sign;
    if (special_beta_is_middle(a, b))
        return special_beta_middle(a, b);
    if (a > 0 && b > 0 && (a < b ? a : b) < SPECIAL_BETA_TINY)
        return 1 / a + 1 / b;
    pair l = special_beta_log(a, b, &sign);
    return sign * special_exp_of(l);
}
#endif
