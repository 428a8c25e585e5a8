/* special_gammainc.h - Regularised incomplete gamma functions P and Q.
 *
 * Series are used for small x, a continued fraction for large x, and Temme's uniform expansion for large `a` and x near `a` (N.
 * M. Temme, SIAM J. Math. Anal. 10, 1979; W. Gautschi, ACM TOMS 5, 1979; A. R. DiDonato and A. H. Morris, ACM TOMS 12, 1986;
 * DLMF 8.7, 8.9, 8.12). */
#ifndef SPECIAL_GAMMAINC_H
#define SPECIAL_GAMMAINC_H
#include "special.h"
#include "special_erf.h"
#include "special_gamma.h"
#include "special_gammainc_terms.h"

/* If `a` is below this bound, Q(a, x) = a E1(x) for every x that is a normal floating-point value. */
#define SPECIAL_GAMMA_TINY 0x1p-200

/* Return gamma(a + 1) for a < 8, without branches. The argument b must be 1, as in other cached functions of one parameter. */
DEVICE pair special_gamma_scale_of(float64 a, float64 b)
{
    float64 gamma = special_gamma_small(a < 1 ? b + a : a < 8 ? a : 1);
    return pair_of(a < 1 ? gamma : gamma * a, 0);
}

REMEMBERED(special_gamma_scale, special_gamma_scale_of)

/* Return log gamma(a + 1) or, for a >= 8, log gamma(a + 1) - (a log(a) - a), without branches. */
DEVICE pair special_gamma_log_scale_of(float64 a, float64 b)
{
    pair r = special_gammaln_by(a, b, 0);
    float64 near = a * (a - 1) * special_gammaln_one(a < 0.5 ? 2 * a : 1);
    return pair_of(a < 0.5 ? near : r.h, a < 0.5 ? 0 : r.l);
}

REMEMBERED(special_gamma_log_scale, special_gamma_log_scale_of)

/* Return x^a exp(-x) or, for a >= 8, this value divided by the main part of gamma(a + 1) in Stirling's formula, so that only
 * x/a is raised to a power. There are no branches, so that the host can vectorise the function. */
DEVICE float64 special_gamma_power(float64 a, float64 x)
{
    int large = a >= 8;
    pair l = special_log_of(pair_div(pair_of(x, 0), pair_of(large ? a : 1, 0)));
    pair e = pair_add(pair_scale(l, a), pair_sum(large ? a : 0, -x));
    e.l -= large ? special_stirling(a) : 0;
    return special_exp_of(e);
}

/* Return x^a exp(-x)/gamma(a + 1). power: special_gamma_power(a, x), or NaN if not yet known; scale: gamma(a + 1), or NaN if
 * not yet known. */
DEVICE float64 special_gamma_prefix_by(float64 a, float64 x, float64 power, float64 scale)
{
    float64 known = power == power ? power : special_gamma_power(a, x);
    if (a >= 8)
        return known * 0x1.9884533d43651p-2 / sqrt(a);
    return known / (scale == scale ? scale : special_gamma_scale(a, 1).h);
}

DEVICE float64 special_gamma_prefix(float64 a, float64 x)
{
    return special_gamma_prefix_by(a, x, SPECIAL_NAN, SPECIAL_NAN);
}

/* Return the logarithm of the prefactor. scale: special_gamma_log_scale(a, 1). */
DEVICE pair special_gamma_log_prefix(float64 a, float64 x, pair scale)
{
    pair l = special_log_of(a >= 8 ? pair_div(pair_of(x, 0), pair_of(a, 0)) : pair_of(x, 0));
    pair e = pair_add(pair_scale(l, a), a >= 8 ? pair_sum(a, -x) : pair_of(-x, 0));
    return pair_add(e, pair_neg(scale));
}

/* Return P divided by its prefactor, minus 1, from the series of x^n/((a + 1) ... (a + n)), for x < a or small x. Two terms
 * share one division. */
DEVICE float64 special_gammainc_sum(float64 a, float64 x)
{
    if (a > 0x1p100) { /* only the quotient x/a matters, and squares must not overflow */
        x *= 0x1p100 / a;
        a = 0x1p100;
    }
    float64 sum = 0, term = 1, n = a + 1, square = x * x;
    for (int i = 0; i < 250 && term > sum * 0x1p-54; i++) {
        float64 inverse = 1 / (n * (n + 1)); /* does not depend on the terms */
        sum += term * (x * (n + 1 + x) * inverse);
        term *= square * inverse;
        n += 2;
    }
    return sum;
}

/* Return Q divided by `a` times its prefactor, from Legendre's continued fraction, for x > 1 and x > a. The value is computed
 * by summing successive differences of the convergents (Steed), so that errors do not grow as they do in products. */
DEVICE float64 special_gammaincc_fraction(float64 a, float64 x)
{
    float64 b = x + 1 - a, d = 1 / b, term = d, h = d;
    for (int i = 1; i < 500; i += 2) { /* two steps, with independent divisions */
        float64 t = i * (a - i), u = (i + 1) * (a - i - 1), first = fma(t, d, b + 2), second = fma(first, b + 4, u);
        float64 one = 1 / first, two = first / second, next = term * (-t * one * d);
        term = next * (-u * two * one);
        h += next + term;
        b += 4;
        d = two;
        if (fabs(term) < fabs(h) * 0x1p-54)
            break;
    }
    return h;
}

/* Return the sum of (-x)^n/((a + n) n!), n >= 1. */
DEVICE float64 special_gammaincc_sum(float64 a, float64 x)
{
    float64 sum = 0, power = 1;
    for (int n = 1; n < 100 && fabs(power) > 0x1p-60; n++) {
        power *= -x / n;
        sum += power / (a + n);
    }
    return sum;
}

/* Return Q for small x and `a`, as 1 - x^a/gamma(1 + a) (1 + a special_gammaincc_sum(a, x)). */
DEVICE float64 special_gammaincc_series(float64 a, float64 x)
{
    float64 sum = special_gammaincc_sum(a, x);
    pair e = pair_add(pair_scale(special_log_of(pair_of(x, 0)), a), pair_of(-special_gammaln_positive(1 + a), 0));
    if (a < 0.5) /* 1 + a would lose digits that log gamma needs */
        e = pair_add(pair_scale(special_log_of(pair_of(x, 0)), a),
                     pair_of(-a * (a - 1) * special_gammaln_one(2 * a), 0));
    float64 whole = special_exp_of(e), rest = whole - 1;
    if (fabs(e.h) < 0.5) { /* expm1 */
        float64 t = 1, s = 0;
        for (int n = 1; n < 20; n++) {
            t *= e.h / n;
            s += t;
        }
        rest = s + e.l;
    }
    return -rest - whole * a * sum;
}

/* Return the smaller of P and Q divided by exp(-e), for a >= 100 and x near `a`. Set *exponent to e, and set *below to true if
 * P is the smaller one. */
DEVICE float64 special_gammainc_temme_share(float64 a, float64 x, pair *exponent, int *below)
{
    pair mu = pair_div(pair_sum(x, -a), pair_of(a, 0)), e;
    if (fabs(mu.h) < 0.03) { /* a (mu^2/2 - mu^3/3 + ...), with an accurate first term */
        float64 m = mu.h, s = 0;
        for (int k = 14; k >= 3; k--)
            s = fma(s, m, (k % 2 ? -1.0 : 1.0) / k);
        e = pair_mul(pair_mul(mu, mu), pair_add(pair_of(0.5, 0), pair_product(s, m)));
    } else {
        e = pair_add(mu, pair_neg(special_log_of(pair_add(pair_of(1, 0), mu))));
    }
    float64 eta = sqrt(2 * e.h);
    eta = mu.h < 0 ? -eta : eta;
    e = pair_scale(e, a);
    float64 middle = 0.5 * special_erfcx_half(sqrt(e.h)), r = special_temme(eta, 1 / a) * 0x1.9884533d43651p-2 / sqrt(a);
    *exponent = e;
    *below = mu.h < 0;
    return mu.h < 0 ? middle - r : middle + r;
}

/* Return P, or Q if `upper`, from Temme's expansion. */
DEVICE float64 special_gammainc_temme(float64 a, float64 x, int upper)
{
    pair e;
    int below;
    float64 share = special_gammainc_temme_share(a, x, &e, &below), tail = special_exp_of(pair_neg(e)) * share;
    return below == !upper ? tail : 1 - tail;
}

DEVICE int special_gammainc_is_temme(float64 a, float64 x)
{
    return a >= 100 && fabs(x - a) < 0.3 * a;
}

/* Return P(a, x), or Q(a, x) if `upper`; NaN on a domain error. power: special_gamma_power(a, x), or NaN if not yet known;
 * scale: gamma(a + 1), or NaN if not yet known. */
DEVICE float64 special_gammainc_by(float64 a, float64 x, float64 power, float64 scale, int upper)
{
    if (!(a >= 0 && x >= 0) || (a == 0 && x == 0) || (a == SPECIAL_INF && x == SPECIAL_INF))
        return SPECIAL_NAN;
    if (x == 0 || a == SPECIAL_INF)
        return upper ? 1 : 0;
    if (a == 0 || x == SPECIAL_INF)
        return upper ? 0 : 1;
    if (special_gammainc_is_temme(a, x))
        return special_gammainc_temme(a, x, upper);
    if (a > 0x1p20 || (a >= 8 && x < 0x1p-500)) /* the smaller of P and Q underflows */
        return (x < a) == !upper ? 0 : 1;
    if (x > 1.1 && x > a) {
        float64 q = special_gamma_prefix_by(a, x, power, scale) * a * special_gammaincc_fraction(a, x);
        q = q > 1 ? 1 : q;
        return upper ? q : 1 - q;
    }
    if (upper && x <= 1.1 && a < (x < 0.5 ? -0.4 / special_log_quick(x) : 1.1 * x))
        return special_gammaincc_series(a, x);
    float64 p = special_gamma_prefix_by(a, x, power, scale) * (1 + special_gammainc_sum(a, x));
    p = p > 1 ? 1 : p;
    return upper ? 1 - p : p;
}

DEVICE float64 special_gammainc_of(float64 a, float64 x, int upper)
{
    return special_gammainc_by(a, x, SPECIAL_NAN, SPECIAL_NAN, upper);
}

DEVICE float64 special_gammainc(float64 a, float64 x)
{
    return special_gammainc_of(a, x, 0);
}

DEVICE float64 special_gammaincc(float64 a, float64 x)
{
    return special_gammainc_of(a, x, 1);
}
#endif
