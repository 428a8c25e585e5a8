/* special_betainc.h - Regularised incomplete beta function, by its continued fraction (DLMF 8.17.22; A. R. DiDonato and A. H.
 * Morris, ACM TOMS 18, 1992, for the prefactor). The number of iterations grows with the square root of the smaller parameter;
 * the limit of 5000 iterations is enough for a parameter up to 2^30. For larger parameters, two terms of the uniform asymptotic
 * expansion by the normal distribution (DLMF 8.18.9) have full accuracy. */
#ifndef SPECIAL_BETAINC_H
#define SPECIAL_BETAINC_H
#include "special.h"
#include "special_beta.h"
#include "special_betainc_terms.h"
#include "special_erf.h"

/* Return (a/(a + b) - x) (a + b). */
DEVICE pair special_beta_below(float64 a, float64 b, pair x, pair y)
{
    return pair_add(pair_scale(y, a), pair_neg(pair_scale(x, b)));
}

/* Set *l to special_beta_below(). Return true if both parameters are so large that practically all probability is within 2^-7
 * of the mean, and x is within this range too. */
DEVICE int special_beta_is_normal(float64 a, float64 b, pair x, pair y, pair *l)
{
    if (!(a >= 0x1p30 && b >= 0x1p30))
        return 0;
    *l = special_beta_below(a, b, x, y);
    return fabs(l->h) < (a < b ? a : b) * 0x1p-7;
}

/* Return s such that a log(x (a + b)/a) + b log(y (a + b)/b) = -l (p + q) (1 + s)/2, where p = l/a and q = l/b. */
DEVICE float64 special_beta_bend(float64 p, float64 q)
{
    float64 power = 1, term = 1, s = 0;
    for (int k = 1; k < 8; k++) {
        power *= -q;
        term = fma(p, term, power); /* p^k - p^(k - 1) q + ... */
        s += term * (2.0 / (k + 2));
    }
    return s;
}

DEVICE pair special_beta_normal_exponent(float64 a, float64 b, pair l)
{
    pair p = pair_div(l, pair_of(a, 0)), q = pair_div(l, pair_of(b, 0));
    pair r = pair_mul(pair_mul(l, pair_add(p, q)), pair_quick(1, special_beta_bend(p.h, q.h)));
    return pair_of(-0.5 * r.h, -0.5 * r.l);
}

/* Return log(x^a y^b/B(a, b)) for x + y = 1, where x and y are pairs. If both parameters are at least 8, the argument of the
 * logarithm is divided by sqrt(a b/(2 pi (a + b))). known: -log B(a, b), or NaN if not yet known. */
DEVICE pair special_beta_exponent(float64 a, float64 b, pair x, pair y, pair known)
{
    int large = a >= 8 && b >= 8;
    pair sum = pair_sum(a, b), l, e;
    if (special_beta_is_normal(a, b, x, y, &l)) {
        e = special_beta_normal_exponent(a, b, l);
    } else {
        if (large) { /* only quotients near 1 are raised to powers */
            x = pair_div(pair_mul(x, sum), pair_of(a, 0));
            y = pair_div(pair_mul(y, sum), pair_of(b, 0));
        }
        e = pair_add(pair_scale(special_log_of(x), a), pair_scale(special_log_of(y), b));
    }
    if (!large)
        return pair_add(e, known.h == known.h ? known : special_minus_betaln(a, b));
    e.l += special_stirling(sum.h) - special_stirling(a) - special_stirling(b);
    return e;
}

/* Return x^a y^b/(a B(a, b)). */
DEVICE float64 special_beta_prefix(float64 a, float64 b, pair x, pair y, pair known)
{
    float64 power = special_exp_of(special_beta_exponent(a, b, x, y, known));
    return a >= 8 && b >= 8 ? power * 0x1.9884533d43651p-2 * sqrt(b / (a + b) / a) : power / a;
}

/* Return log(x^a y^b/B(a, b)). known: -log B(a, b), or NaN if not yet known. */
DEVICE pair special_beta_log_power_by(float64 a, float64 b, pair x, pair y, pair known)
{
    pair e = special_beta_exponent(a, b, x, y, known);
    if (!(a >= 8 && b >= 8))
        return e;
    float64 least = a < b ? a : b, most = a < b ? b : a; /* their product may overflow */
    pair r = pair_scale(special_log_of(pair_scale(pair_div(pair_of(most, 0), pair_sum(a, b)), least)), 0.5);
    return pair_add(e, pair_add(r, pair_of(-0x1.d67f1c864beb5p-1, 0x1.65b5a1b7ff5dfp-55)));
}

DEVICE pair special_beta_log_power(float64 a, float64 b, pair x, pair y)
{
    return special_beta_log_power_by(a, b, x, y, pair_of(SPECIAL_NAN, 0));
}

/* Return I_x(a, b) divided by its prefactor, if special_beta_is_normal() returned true. */
DEVICE float64 special_betainc_normal(float64 a, float64 b, pair l)
{
    float64 over_a = 1 / a, over_b = 1 / b, over_sum = 1 / (a + b), s = special_beta_bend(l.h * over_a, l.h * over_b);
    float64 z = sqrt(fabs(special_beta_normal_exponent(a, b, l).h)), root = sqrt(1 + s);
    float64 first = l.h == 0 ? (over_a - over_b) * 0x1.5555555555555p-1 : s / l.h;
    float64 scale = 0x1.40d931ff62706p+1 * sqrt(a * ((a + b) / b)); /* sqrt(2 pi) */
    float64 stirling = (over_a + over_b - over_sum) * 0x1.5555555555555p-4;
    return (0.5 * scale * special_erfcx(l.h < 0 ? -z : z) + a * first / (root * (1 + root))) * (1 + stirling);
}

/* Return I_x(a, b) divided by its prefactor, for x below (a + 1)/(a + b + 2), from the even part of the continued fraction. The
 * value is computed by summing successive differences of the convergents (Steed), so that errors do not grow as they do in
 * products. */
DEVICE float64 special_betainc_fraction(float64 a, float64 b, pair x, pair y)
{
    pair l = special_beta_below(a, b, x, y);
    if (special_beta_is_normal(a, b, x, y, &l))
        return special_betainc_normal(a, b, l);
    float64 first = l.h + 1, ab = a + b, square = x.h * x.h, d = (a + 1) / (a * first), term = d, h = d, inverse = 1 / (a + 1);
    for (int m = 1; m < 5000; m++) {
        float64 q = m * (b - m) * inverse, e = d, t = (a + (m - 1)) * (ab + (m - 1)) * q * square * inverse;
        inverse = 1 / (a + (2.0 * m + 1));
        d = fma(t, d, m + q * x.h + (a + m) * fma(m, 1 + y.h, first) * inverse);
        d = 1 / (fabs(d) < 1e-300 ? 1e-300 : d);
        term *= -t * d * e;
        h += term;
        if (fabs(term) < fabs(h) * 0x1p-54)
            break;
    }
    return h * a;
}

/* Return special_betainc_fraction() minus 1. For small x, a series of positive terms is used, which has no cancellation. */
DEVICE float64 special_betainc_sum(float64 a, float64 b, pair x, pair y)
{
    float64 sum = 0, term = 1, top = a + b, bottom = a + 1;
    if (!(x.h < 0.3 && x.h * top < 0.3 * bottom))
        return special_betainc_fraction(a, b, x, y) - 1;
    for (int i = 0; i < 100 && term > sum * 0x1p-54; i++) {
        term *= x.h * ((top + i) / (bottom + i));
        sum += term;
    }
    return sum;
}

DEVICE int special_betainc_is_whole(float64 a, float64 b)
{
    return (a <= 40) & (b <= 40) & (a == floor(a)) & (b == floor(b));
}

/* Return true if powers of both x and y can be computed with full accuracy. */
DEVICE int special_betainc_is_inside(pair x, pair y)
{
    return (x.h > 0x1p-30) & (y.h > 0x1p-30);
}

/* Return 1 + s y (a + i - 1)/i. The low part accumulates rounding errors. */
DEVICE pair special_betainc_step(pair s, float64 a, float64 i, pair y)
{
    float64 inverse = 1 / i, top = a + i - 1, quotient = top * inverse;
    pair factor = pair_product(y.h, quotient);
    factor.l += fma(y.l, quotient, y.h * (fma(-quotient, i, top) * inverse));
    pair product = pair_product(s.h, factor.h), next = pair_sum(1, product.h);
    return pair_of(next.h, fma(s.l, factor.h, fma(s.h, factor.l, product.l + next.l)));
}

DEVICE float64 special_betainc_product(pair power, pair s)
{
    float64 r = fma(power.l, s.h, fma(power.h, s.l, power.h * s.h));
    return r < 1 ? r : 1;
}

/* Return I_x(a, b) for small integer parameters, as x^a times a sum of b positive terms, by Horner's scheme. */
DEVICE float64 special_betainc_whole(float64 a, float64 b, pair x, pair y)
{
    pair power = pair_of(1, 0), square = x, s = power;
    for (int n = (int)a; n > 0; n >>= 1) {
        if (n & 1)
            power = pair_mul(power, square);
        square = pair_mul(square, square);
    }
    for (float64 i = b - 1; i > 0; i -= 1)
        s = special_betainc_step(s, a, i, y);
    return special_betainc_product(power, s);
}

/* Return the CDF of the arcsine distribution, whose parameters are 1/2, from the smaller of x and y, which is exact. */
DEVICE float64 special_arcsine(float64 x, float64 y)
{
    float64 least = x < y ? x : y, root = sqrt(least);
    float64 rest = fma(least, special_arcsine_terms(fma(least, 4.0, -1.0)), -0x1.6b01ec5417056p-55);
    float64 r = fma(root, 0x1.45f306dc9c883p-1, root * rest);
    return x < y ? r : 1 - r;
}

/* Return true if x <= (a + 1)/(a + b + 2). The smaller of x and y is compared, because the larger may be rounded to 1. */
DEVICE int special_betainc_is_below(float64 a, float64 b, pair x, pair y)
{
    return x.h < 0.5 ? x.h <= (a + 1) / (a + b + 2) : y.h >= (b + 1) / (a + b + 2);
}

/* Return I_x(a, b), or 1 - I_x(a, b) if `upper`, for x + y = 1. known: -log B(a, b), or NaN if not yet known. */
DEVICE float64 special_betainc_pair(float64 a, float64 b, pair x, pair y, pair known, int upper)
{
    if (a == 0.5 && b == 0.5)
        return upper ? special_arcsine(y.h, x.h) : special_arcsine(x.h, y.h);
    if (special_betainc_is_whole(a, b) && special_betainc_is_inside(x, y))
        return upper ? special_betainc_whole(b, a, y, x) : special_betainc_whole(a, b, x, y);
    int below = special_betainc_is_below(a, b, x, y);
    /* Swap the arguments, so that the threads of a warp run the same code in either case. */
    float64 p = below ? a : b, q = below ? b : a;
    pair s = below ? x : y, t = below ? y : x;
    float64 r = special_beta_prefix(p, q, s, t, known);
    r = r == 0 ? 0 : r * (1 + special_betainc_sum(p, q, s, t)); /* if r is 0, the sum may overflow */
    r = r > 1 ? 1 : r;
    return below == !upper ? r : 1 - r;
}

DEVICE float64 special_betainc_by(float64 a, float64 b, float64 x, pair known, int upper)
{
    if (!(a >= 0 && b >= 0 && x >= 0 && x <= 1) || (a == 0 && b == 0) || (a == SPECIAL_INF && b == SPECIAL_INF))
        return SPECIAL_NAN;
    if (a == 0 || b == SPECIAL_INF || x == 1) /* all probability is at 0, or below x */
        return (x == 0 && a != 0) == !upper ? 0 : 1;
    if (b == 0 || a == SPECIAL_INF || x == 0)
        return upper ? 1 : 0;
    float64 part = a + b < SPECIAL_INF ? 1 : 0.25; /* scaling avoids overflow; all probability is at the mean anyway */
    return special_betainc_pair(part * a, part * b, pair_of(x, 0), pair_sum(1, -x), known, upper);
}

DEVICE float64 special_betainc_of(float64 a, float64 b, float64 x, int upper)
{
    return special_betainc_by(a, b, x, pair_of(SPECIAL_NAN, 0), upper);
}

DEVICE float64 special_betainc(float64 a, float64 b, float64 x)
{
    return special_betainc_of(a, b, x, 0);
}

DEVICE float64 special_betaincc(float64 a, float64 b, float64 x)
{
    return special_betainc_of(a, b, x, 1);
}
#endif
