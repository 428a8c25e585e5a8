/* special_gamma.h - the gamma function, its logarithm, and beta functions. */
#ifndef SPECIAL_GAMMA_H
#define SPECIAL_GAMMA_H
#include "special.h"
#include "special_gamma_terms.h"

/* sin(pi x), exact signs and zeros: x is brought to [-1/2, 1/2] first. */
DEVICE float64 special_sinpi(float64 x)
{
    float64 n = rint(x), r = x - n, s = r * special_sinpi_terms(r * r);
    return fabs(n * 0.5 - rint(n * 0.5)) > 0.25 ? -s : s;
}

/* What Stirling's formula leaves out of log gamma(x), x >= 8. */
DEVICE float64 special_stirling(float64 x)
{
    return special_stirling_terms(1 / (x * x)) / (12 * x);
}

/* log gamma(x) for x >= 8: (x - 1/2) log(x) - x + log(2 pi)/2 + the rest. */
DEVICE pair special_gammaln_large(float64 x)
{
    pair l = special_log_of(pair_of(x, 0));
    pair r = pair_add(pair_scale(l, x - 0.5), pair_of(-x, 0));
    return pair_add(r, pair_add(pair_of(0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55), pair_of(special_stirling(x), 0)));
}

/* gamma(x) for x > 0 as a pair; shifted up where x is small.  What the shift rounds off of x does not matter below 1e-17.
 * Without a branch: the host computes many at once in wide registers. */
DEVICE pair special_gamma_positive(float64 x)
{
    float64 n = x < 8 ? 8 - floor(x) : 0, y = x + n, lost = x - (y - n);
    pair product = pair_of(n > 0 ? x : 1, 0);
    for (int i = 1; i < 8; i++) {
        pair next = pair_mul(product, pair_sum(x, i));
        product.h = i < n ? next.h : product.h;
        product.l = i < n ? next.l : product.l;
    }
    pair l = special_gammaln_large(y);
    l = pair_add(l, pair_of(lost * (special_log_quick(y) - 0.5 / y), 0)); /* digamma(y) times what was lost */
    return pair_div(pair_of(special_exp_of(l), 0), product);
}

/* gamma(x) of most numbers, else NaN: then special_gamma knows. */
DEVICE float64 special_gamma_middle(float64 x)
{
    int is_middle = (x > 0x1p-60) & (x <= 0x1.573fae561f647p+7);
    float64 r = special_gamma_positive(is_middle ? x : 1).h;
    return is_middle ? r : SPECIAL_NAN;
}

DEVICE float64 special_gamma(float64 x)
{
    if (!(fabs(x) < SPECIAL_INF))
        return x > 0 ? x : SPECIAL_NAN;
    if (fabs(x) < 0x1p-60)
        return 1 / x;
    if (x > 0x1.573fae561f647p+7)
        return SPECIAL_INF;
    if (x > 0)
        return special_gamma_positive(x).h;
    if (x == rint(x))
        return SPECIAL_NAN;
    float64 s = special_sinpi(x);
    if (x < -184)
        return s < 0 ? -0.0 : 0;
    /* -pi/(x sin(pi x) gamma(-x)), in two parts where the denominator would overflow. */
    pair l = x <= -8 ? special_gammaln_large(-x) : pair_of(0, 0);
    if (x <= -8)
        return 0x1.921fb54442d18p+1 / (-x * s) * special_exp_of(pair_neg(l));
    return 0x1.921fb54442d18p+1 / (-x * s * special_gamma_positive(-x).h);
}

DEVICE float64 special_gammaln_positive(float64 x)
{
    if (x < 0.5) {
        if (x < 0x1p-60)
            return -special_log(x);
        float64 y = 1 + x, t = 2 * (y - 1);
        pair l = special_log_of(pair_of(x, 0));
        return -l.h + (x * (x - 1) * special_gammaln_one(t) - l.l);
    }
    if (x < 1.5)
        return (x - 1) * (x - 2) * special_gammaln_one(2 * (x - 1)) + 0.0;
    if (x < 3)
        return (x - 1) * (x - 2) * special_gammaln_two((x - 2.25) / 0.75) + 0.0;
    if (x < 8)
        return (x - 1) * (x - 2) * special_gammaln_three((x - 5.5) / 2.5);
    float64 l = special_log_quick(x) - 1;
    return x > 1e300 ? x * l : fma(x - 0.5, l, 0x1.acfe390c97d69p-2 + special_stirling(x));
}

/* The same to twice the precision nearly, for x < 8, and with the logarithm of *product. */
DEVICE pair special_gammaln_times(float64 x, pair *product)
{
    float64 n = 8 - floor(x), y = x + n, lost = x - (y - n);
    *product = pair_of(x, 0);
    for (int i = 1; i < 8 && i < n; i++)
        *product = pair_mul(*product, pair_sum(x, i));
    pair r = special_gammaln_large(y);
    return lost == 0 ? r : pair_add(r, pair_of(lost * (special_log_quick(y) - 0.5 / y), 0));
}

DEVICE pair special_gammaln_pair(float64 x)
{
    if (x >= 8)
        return special_gammaln_large(x);
    pair product, r = special_gammaln_times(x, &product);
    return pair_add(r, pair_neg(special_log_of(product)));
}

DEVICE pair special_gammaln_pair_of(float64 x, float64 b)
{
    return b > 0 ? special_gammaln_pair(x) : pair_of(0, 0);
}

REMEMBERED(special_gammaln_kept, special_gammaln_pair_of)

/* log gamma(a + b) - log gamma(b) for b >= 8 and a < b, where both are large and nearly equal. */
DEVICE pair special_gammaln_step(float64 a, float64 b)
{
    pair sum = pair_sum(a, b), r = pair_scale(special_log_of(pair_div(sum, pair_of(b, 0))), b - 0.5);
    r = pair_add(r, pair_scale(special_log_of(sum), a));
    return pair_add(r, pair_of(-a, special_stirling(sum.h) - special_stirling(b)));
}

/* -log B(a, b) for a, b > 0.  What the sum of both loses counts, times digamma. */
DEVICE pair special_minus_betaln_of(float64 a, float64 b)
{
    float64 small = a < b ? a : b, large = a < b ? b : a;
    if (large < 8) {
        pair sum = pair_sum(large, small);
        float64 y = sum.h + 1, psi = special_log_quick(y) - 0.5 / y - 1 / (12 * y * y) - 1 / sum.h;
        pair below, above = pair_of(1, 0), rest = special_gammaln_times(large, &below);
        pair r = sum.h < 8 ? special_gammaln_times(sum.h, &above) : special_gammaln_large(sum.h);
        r = pair_add(pair_add(r, pair_neg(rest)), special_log_of(pair_div(below, above)));
        r = pair_add(r, pair_of(sum.l * psi, 0));
        return pair_add(r, pair_neg(special_gammaln_kept(small, 1)));
    }
    return pair_add(special_gammaln_step(small, large), pair_neg(special_gammaln_kept(small, 1)));
}

REMEMBERED(special_minus_betaln, special_minus_betaln_of)

DEVICE float64 special_gammaln(float64 x)
{
    if (x != x)
        return x;
    if (fabs(x) == SPECIAL_INF)
        return x;
    if (x > 0)
        return special_gammaln_positive(x);
    if (x == rint(x))
        return SPECIAL_INF;
    if (x > -0x1p-60)
        return -special_log(-x);
    /* log(pi/|x sin(pi x)|) - log gamma(-x) */
    float64 y = -x, s = fabs(special_sinpi(y));
    pair logs = pair_add(special_log_of(pair_product(y, s)),
                         y < 1 ? pair_of(special_gammaln_positive(y), 0) : special_gammaln_pair(y));
    return pair_add(pair_of(0x1.250d048e7a1bdp+0, 0x1.7abf2ad8d5088p-57), pair_neg(logs)).h;
}

DEVICE float64 special_betaln(float64 a, float64 b)
{
    if (a > 0 && b > 0 && a + b < SPECIAL_INF)
        return -special_minus_betaln(a, b).h;
    return special_gammaln(a) + special_gammaln(b) - special_gammaln(a + b);
}

DEVICE float64 special_beta(float64 a, float64 b)
{
    if (a > 0 && b > 0 && a + b < SPECIAL_INF) {
        float64 least = a < b ? a : b;
        return least < 0x1p-1000 ? 1 / least : special_exp_of(pair_neg(special_minus_betaln(a, b)));
    }
    return special_gamma(a) * (special_gamma(b) / special_gamma(a + b));
}
#endif
