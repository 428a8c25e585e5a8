/* special_inverse.h - inverses of the incomplete gamma and beta functions.
 *
 * Newton's method for the logarithm of the smaller tail in u = log(x), or u = log(x/(1 - x)).  Both tails are log-concave in
 * u, so that all steps but the first come from one side; and the root is never beyond that of the tail's asymptote for
 * u -> -inf or inf, which is where steps begin when a normal approximation would begin beyond it.  Near the root an expansion
 * of the inverse to third order does for two steps. */
#ifndef SPECIAL_INVERSE_H
#define SPECIAL_INVERSE_H
#include "special.h"
#include "special_betainc.h"
#include "special_erfinv.h"
#include "special_gammainc.h"

#define INVERSE_ROUNDS 100

/* A step in u: r is log(P/p), ratio the quotient of P and its slope; k is the logarithmic derivative of the slope, and -h the
 * derivative of k.  *size is small where the step leads to the root; where it is 1 the step is Newton's. */
DEVICE float64 special_inverse_step(float64 r, float64 ratio, float64 k, float64 h, float64 *size)
{
    float64 v = r * (1 - r * (0.5 - r * (0x1.5555555555555p-3 - r * 0x1.5555555555555p-5))) * ratio;
    *size = fabs(v) * (1 + fabs(k) + sqrt(h));
    if (!(fabs(r) < 0.1 && *size < 0.1)) {
        *size = 1;
        return r * ratio;
    }
    return v * (1 + v * (0.5 * k + v * (2 * k * k + h) / 6));
}

/* log(P/p) or log(Q/p) (upper), and *ratio, the quotient of P or Q and its slope in u, for 0 < p <= 1/2 and l = log(p).  Where
 * one tail is computed as the rest of the other, which is not small, that one is compared. */
DEVICE float64 special_gammainc_compare(float64 a, float64 x, float64 p, pair l, pair scale, int upper, float64 *ratio)
{
    float64 tail = 0;
    int other = upper && !(x > 1.1 && x > a);
    if (a >= 100 && fabs(x - a) < 0.3 * a)
        tail = special_gammainc_temme(a, x, upper);
    else if (other && p < 0.1)
        tail = special_gammainc_of(a, x, upper);
    if (tail > 1e-280) {
        pair r = special_log_of(pair_of(tail, 0));
        *ratio = tail / (special_gamma_prefix(a, x) * a) * (upper ? -1 : 1);
        return (r.h - l.h) + (r.l - l.l);
    }
    pair r = special_gamma_log_prefix(a, x, scale);
    if (upper && !other) {
        *ratio = -special_gammaincc_fraction(a, x);
        r = pair_add(r, special_log_of(pair_product(-a, *ratio)));
    } else {
        float64 sum = special_gammainc_sum(a, x);
        *ratio = (1 + sum) / a;
        r = pair_add(r, special_log1p_of(sum));
        if (other)
            l = special_log1p_of(-p);
    }
    return (r.h - l.h) + (r.l - l.l);
}

/* What an inverse of P or Q begins with: log(p), log gamma(a + 1) as special_gamma_log_scale has it, the log(x) where
 * x^a/gamma(a + 1) is p, or 1 - p (upper), which is before the root of P = p, and a first x, between that one and *most. */
typedef struct {
    pair log_p, scale, end;
    float64 x, least, most;
} special_gamma_start;

/* z: special_ndtri(p).  Without a branch. */
DEVICE special_gamma_start special_gammainc_start(float64 a, float64 p, float64 z, pair scale, int upper)
{
    special_gamma_start r;
    r.log_p = special_log_of(pair_of(p, 0));
    r.scale = scale;
    pair low = special_log_of(upper ? pair_sum(1, -p) : pair_of(p, 0)), rise = special_log_of(pair_of(a >= 8 ? a : 1, 0));
    pair end = pair_div(pair_add(low, scale), pair_of(a, 0));
    r.end = pair_add(end, pair_add(rise, pair_of(a >= 8 ? -1 : 0, 0)));
    float64 w = 1 - 1 / (9 * a) + (upper ? -z : z) / (3 * sqrt(a)), least = special_exp_of(r.end);
    float64 x = w > 0 ? a * w * w * w : least, most = upper ? a - r.log_p.h + sqrt(-2 * a * r.log_p.h) : a;
    x = x < least ? least : x;
    r.x = x > most ? most : x;
    r.least = least;
    r.most = most;
    return r;
}

/* x with P(a, x) = p, or Q(a, x) = p (upper); 0 < p <= 1/2. */
DEVICE float64 special_gammainc_root(float64 a, float64 p, special_gamma_start start, int upper)
{
    float64 x = start.x;
    if (start.end.h < -38) /* of whose exponential nothing is left beside 1 */
        return start.least;
    for (int i = 0; i < INVERSE_ROUNDS; i++) {
        float64 ratio, size, r = special_gammainc_compare(a, x, p, start.log_p, start.scale, upper, &ratio);
        float64 step = special_inverse_step(r, ratio, a - x, x, &size);
        if (size < 5e-5)
            return x - x * step * (1 - 0.5 * step * (1 - step / 3));
        x *= special_exp(-step);
        x = x < start.least ? start.least : x > start.most ? start.most : x;
    }
    return x;
}

DEVICE int special_gammainc_has_root(float64 a, float64 p)
{
    return (a > 0) & (a < SPECIAL_INF) & (p > 0) & (p < 1);
}

DEVICE float64 special_gammainc_inverse(float64 a, float64 p, int upper)
{
    if (!(a >= 0 && p >= 0 && p <= 1) || a == SPECIAL_INF)
        return SPECIAL_NAN;
    if (a == 0 || p == 0 || p == 1)
        return a == 0 || (p == 0) == !upper ? 0 : SPECIAL_INF;
    float64 tail = p <= 0.5 ? p : 1 - p;
    upper = (p <= 0.5) == !!upper;
    special_gamma_start start = special_gammainc_start(a, tail, special_ndtri(tail), special_gamma_log_scale(a, 1), upper);
    return special_gammainc_root(a, tail, start, upper);
}

DEVICE float64 special_gammaincinv(float64 a, float64 p)
{
    return special_gammainc_inverse(a, p, 0);
}

DEVICE float64 special_gammainccinv(float64 a, float64 p)
{
    return special_gammainc_inverse(a, p, 1);
}

/* The same for I_x(a, b). */
DEVICE float64 special_betainc_compare(float64 a, float64 b, pair x, pair y, float64 p, pair l, float64 *ratio)
{
    pair power = special_beta_log_power(a, b, x, y), r;
    int below = special_betainc_is_below(a, b, x, y);
    float64 c = below ? a : b, d = below ? b : a;
    pair s = below ? x : y, t = below ? y : x;
    float64 sum = special_betainc_sum(c, d, s, t);
    *ratio = (1 + sum) / c;
    if (!below) {
        float64 slope = special_exp_of(power), rest = 1 - slope * *ratio;
        r = special_log_of(pair_of(rest, 0));
        r.h = rest > 0x1p-50 ? (r.h - l.h) + (r.l - l.l) : 40;
        if (fabs(r.h) > 1e-3 || p < 0.1) {
            *ratio = rest / slope;
            return r.h;
        }
        l = special_log1p_of(-p);
        *ratio = -*ratio;
    }
    r = pair_add(power, special_log_of(pair_div(pair_sum(1, sum), pair_of(c, 0))));
    return (r.h - l.h) + (r.l - l.l);
}

/* The logarithm of x where x^a/(a B(a, b)) is p. */
DEVICE pair special_betainc_asymptote(float64 a, float64 b, pair log_p)
{
    pair r = pair_add(pair_add(log_p, special_log_of(pair_of(a, 0))), pair_neg(special_minus_betaln(a, b)));
    return pair_div(r, pair_of(a, 0));
}

/* x with I_x(a, b) = p, 0 < p <= 1/2; *rest is 1 - x. */
DEVICE float64 special_betainc_root(float64 a, float64 b, float64 p, float64 *rest)
{
    pair l = special_log_of(pair_of(p, 0)), start = special_betainc_asymptote(a, b, l);
    float64 least = start.h, u = special_log_quick(a) - special_log_quick(b) + special_ndtri(p) * sqrt(1 / a + 1 / b);
    *rest = 1;
    if (least + special_log_quick(1 + b) < -40) /* the asymptote is all there is */
        return special_exp_of(start);
    pair end = special_betainc_asymptote(b, a, special_log1p_of(-p)); /* of 1 - x, which may be too small for u */
    if (end.h + special_log_quick(1 + a) < -600) {
        *rest = special_exp_of(end);
        return 1;
    }
    u = u < least ? least : u > 700 ? 700 : u;
    for (int i = 0; i < INVERSE_ROUNDS; i++) {
        float64 e = special_exp(-fabs(u)), x = (u < 0 ? e : 1) / (1 + e), y = (u < 0 ? 1 : e) / (1 + e);
        int small = x < y;
        pair first = small ? pair_of(x, 0) : pair_sum(1, -y), second = small ? pair_sum(1, -x) : pair_of(y, 0);
        float64 ratio, size, r = special_betainc_compare(a, b, first, second, p, l, &ratio);
        float64 step = special_inverse_step(r, ratio, a * y - b * x, (a + b) * x * y, &size);
        if (size < 5e-5 || i == INVERSE_ROUNDS - 1) { /* the last one in x and 1 - x, which u does not round */
            float64 d = x * y * step * (1 - step * (0.5 * (y - x) - step * (1 - 6 * x * y) / 6));
            d = size < 5e-5 ? d : 0;
            *rest = y + d;
            return x - d;
        }
        u -= step > 30 ? 30 : step;
        u = u < least ? least : u > 700 ? 700 : u;
    }
    return SPECIAL_NAN;
}

DEVICE float64 special_betainc_inverse(float64 a, float64 b, float64 p, int upper, float64 *rest)
{
    *rest = SPECIAL_NAN;
    if (!(a > 0 && b > 0 && a < SPECIAL_INF && b < SPECIAL_INF && p >= 0 && p <= 1))
        return SPECIAL_NAN;
    if (p == 0 || p == 1) {
        *rest = (p == 0) == !upper;
        return 1 - *rest;
    }
    int lower = (p <= 0.5) == !upper;
    float64 tail = p <= 0.5 ? p : 1 - p, other, r = lower ? special_betainc_root(a, b, tail, &other)
                                                          : special_betainc_root(b, a, tail, &other);
    *rest = lower ? other : r;
    return lower ? r : other;
}

DEVICE float64 special_betaincinv(float64 a, float64 b, float64 p)
{
    float64 rest;
    return special_betainc_inverse(a, b, p, 0, &rest);
}

DEVICE float64 special_betainccinv(float64 a, float64 b, float64 p)
{
    float64 rest;
    return special_betainc_inverse(a, b, p, 1, &rest);
}
#endif
