/* special_inverse.h - Inverses of the incomplete gamma and beta functions.
 *
 * Newton's method is applied to the logarithm of the smaller tail, as a function of u = log(x) or u = log(x/(1 - x)). Both
 * tails are log-concave in u, so all steps except the first approach the root from one side. The tail has an asymptote at
 * infinite u, and the root of this asymptote is a bound for the root of the tail. If the normal approximation of the root is
 * beyond this bound, the iteration starts at the bound. Near the root, a third-order expansion of the inverse replaces two
 * steps. */
#ifndef SPECIAL_INVERSE_H
#define SPECIAL_INVERSE_H
#include "special.h"
#include "special_betainc.h"
#include "special_density.h"
#include "special_erfinv.h"
#include "special_gammainc.h"

#define INVERSE_ROUNDS 100

/* Return a step in u. Here r is log(P/p), `ratio` is P divided by its slope, k is the logarithmic derivative of the slope,
 * and the derivative of k is -h. Set *size to a small value if the step leads to the root, and to 1 for a Newton step. */
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

/* Return log(P/(1 - p)) for small `a` and x. Every term is O(a) or O(p), so no large term swamps the digits of a small one. */
DEVICE float64 special_gammainc_compare_small(float64 a, float64 x, float64 p, pair scale, float64 *ratio)
{
    float64 rest = a * special_gammaincc_sum(a, x);
    pair r = pair_add(pair_scale(special_log_of(pair_of(x, 0)), a), pair_neg(scale));
    r = pair_add(r, pair_add(special_log1p_of(rest), pair_neg(special_log1p_of(-p))));
    *ratio = (1 + rest) / a * special_exp(x);
    return r.h;
}

/* Return log(P/p), or log(Q/p) if `upper`, for 0 < p <= 1/2 and l = log(p). Set *ratio to the tail divided by its slope in u.
 * If the tail would be computed as 1 minus the other tail, which is not small, the other tail is compared with 1 - p
 * instead. */
DEVICE float64 special_gammainc_compare(float64 a, float64 x, float64 p, pair l, pair scale, int upper, float64 *ratio)
{
    float64 tail = 0;
    int other = upper && !(x > 1.1 && x > a);
    if (other && a < 1 && x <= 0.5)
        return special_gammainc_compare_small(a, x, p, scale, ratio);
    if (a >= 100 && fabs(x - a) < 0.3 * a)
        tail = special_gammainc_temme(a, x, upper);
    else if (other && p < 0.1)
        tail = special_gammainc_of(a, x, upper);
    /* For smaller tails the slope may underflow before the tail does. For large `a` the other methods need too many
     * iterations. */
    if (tail > 1e-280 || (tail > 1e-307 && a > 1e6 && a < 1e30)) {
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

/* Starting values for an inversion of P or Q. `scale` is special_gamma_log_scale(a, 1). `end` is the value of log(x) at which
 * x^a/gamma(a + 1) equals p, or 1 - p if `upper`; it is a lower bound for the logarithm of the root. `x` is the first iterate,
 * between `least` and `most`. */
typedef struct {
    pair log_p, scale, end;
    float64 x, least, most;
} special_gamma_start;

/* Compute the starting values without branches. z: special_ndtri(p). */
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

/* Return x with P(a, x) = p, or Q(a, x) = p if `upper`; 0 < p <= 1/2. */
DEVICE float64 special_gammainc_root(float64 a, float64 p, special_gamma_start start, int upper)
{
    float64 x = start.x;
    if (start.end.h < -38) /* exp(end) is negligible relative to 1 */
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
    return (a >= SPECIAL_GAMMA_TINY) & (a > 0) & (a < SPECIAL_INF) & (p > 0) & (p < 1);
}

/* Solve E1(x) = y for y > 8, where E1(x) = -gamma - log(x) + x - x^2/4 + x^3/18 - ... */
DEVICE float64 special_e1_inverse(pair y)
{
    float64 x = 0;
    y = pair_add(y, pair_of(0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58));
    for (int i = 0; i < 6; i++) {
        float64 rest = x * (1 - x * (0.25 - x * (0x1.c71c71c71c71cp-5 - x * 0x1.5555555555555p-7)));
        x = special_exp_of(pair_neg(pair_add(y, pair_of(-rest, 0))));
    }
    return x;
}

DEVICE float64 special_gammainc_inverse(float64 a, float64 p, int upper)
{
    if (!(a >= 0 && p >= 0 && p <= 1) || a == SPECIAL_INF)
        return SPECIAL_NAN;
    if (a == 0 || p == 0 || p == 1)
        return a == 0 || (p == 0) == !upper ? 0 : SPECIAL_INF;
    float64 tail = p <= 0.5 ? p : 1 - p;
    upper = (p <= 0.5) == !!upper;
    if (a < SPECIAL_GAMMA_TINY) {
        if (!upper || tail > 800 * a)
            return 0;
        pair whole = pair_div(pair_of(tail * 0x1p500, 0), pair_of(a * 0x1p500, 0));
        if (whole.h > 8)
            return special_e1_inverse(whole);
        tail = whole.h * SPECIAL_GAMMA_TINY;
        a = SPECIAL_GAMMA_TINY;
    }
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

/* Like special_gammainc_compare(), but for I_x(a, b). */
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

/* Return the logarithm of the x at which x^a/(a B(a, b)) equals p. */
DEVICE pair special_betainc_asymptote(float64 a, float64 b, pair log_p)
{
    pair r = pair_add(pair_add(log_p, special_log_of(pair_of(a, 0))), pair_neg(special_minus_betaln(a, b)));
    return pair_div(r, pair_of(a, 0));
}

/* Return x with I_x(a, b) = p, 0 < p <= 1/2. Set *rest to 1 - x. */
DEVICE float64 special_betainc_root(float64 a, float64 b, float64 p, float64 *rest)
{
    pair l = special_log_of(pair_of(p, 0)), start = special_betainc_asymptote(a, b, l);
    float64 least = start.h, u = special_log_quick(a) - special_log_quick(b) + special_ndtri(p) * sqrt(1 / a + 1 / b);
    *rest = 1;
    if (least + special_log_quick(1 + b) < -40) /* the asymptote is accurate enough */
        return special_exp_of(start);
    pair end = special_betainc_asymptote(b, a, special_log1p_of(-p)); /* log(1 - x), if 1 - x is too small for u */
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
        if (size < 5e-5 || i == INVERSE_ROUNDS - 1) { /* the last step is computed in x and 1 - x, to avoid the rounding of u */
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

/* Return Hill's approximation (CACM 13, algorithm 396, 1970), to about five digits, to the root x > 0 of P(T > x) = tail, for
 * df >= 2. z: special_ndtri(tail). The function has no branches. */
DEVICE float64 special_t_start(float64 tail, float64 df, float64 z)
{
    float64 a = 1 / (df - 0.5), b = 48 / (a * a), c = ((20700 * a / b - 98) * a - 16) * a + 96.36;
    float64 d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * 0x1.921fb54442d18p0) * df, square = z * z;
    float64 y = special_exp(special_log_quick(2 * tail * d) * (2 / df));
    float64 e = 1 / (((df + 6) / (df * y) - 0.089 * d - 0.822) * (df + 2) * 3) + 0.5 / (df + 4);
    float64 far = (e * y - 1) * (df + 1) / (df + 2) + 1 / y;
    c += df < 5 ? 0.3 * (df - 4.5) * (z + 0.6) : 0;
    c += (((0.05 * d * z - 5) * z - 7) * z - 2) * z + b;
    float64 v = (((((0.4 * square + 6.3) * square + 36) * square + 94.5) / c - square - 3) / b + 1) * z;
    v *= a * v;
    v = v < 0.02 ? v * (1 + 0.5 * v * (1 + v / 3)) : special_exp(v) - 1;
    return sqrt(df * (y <= 0.05 + a ? far : v));
}

/* Like special_t_start(), but for df <= 2. middle: special_t_log_middle(df, 0.5). The quantiles for 1 and 2 degrees of freedom
 * are interpolated so that the tail has the correct power. The result is multiplied by a factor that is exact at the median and
 * in the limit of far tails. This approximation has about three correct digits, fewer below df = 1. */
DEVICE float64 special_t_start_low(float64 tail, float64 df, float64 middle)
{
    const float64 log_pi = 0x1.250d048e7a1bdp+0, log_2 = 0x1.62e42fefa39efp-1;
    float64 one = special_sinpi(0.5 - tail) / special_sinpi(tail), product = 2 * tail * (1 - tail);
    float64 two = (1 - 2 * tail) / sqrt(product), weight = 2 / df - 1, other = 1 - weight, near = sqrt(2 * product);
    float64 l = 0.5 * special_log_quick(df), in = 0 - middle - weight * log_pi - other * (1.5 * log_2);
    float64 out = l - (l - middle) / df + weight * log_pi + other * (0.5 * log_2);
    float64 r = weight * special_log_quick(one) + other * special_log_quick(two);
    return special_exp(r + near * in + (1 - near) * out);
}

/* Return twice x times the density, as a pair, for share = df/(df + x^2). The rounding error of the exponential is computed
 * from its logarithm. */
DEVICE pair special_t_slope(float64 x, pair share, float64 df, pair middle)
{
    pair l = special_log_of(share), e = pair_add(pair_scale(l, 0.5 * df), pair_of(0.5 * l.h, 0.5 * l.l));
    e = pair_add(e, middle);
    float64 power = special_exp_of(e);
    pair back = special_log_of(pair_of(power, 0));
    return pair_scale(pair_of(power, power * ((e.h - back.h) + (e.l - back.l))), 2 * x);
}

/* Refine a good starting value x by a third-order expansion of the inverse of P. Return 0 if the refinement does not converge
 * at once, or if the density, about tail/x, is near underflow. `inner` is an accurate value of 1 - 2 tail. */
DEVICE float64 special_t_root(float64 tail, pair inner, float64 df, pair middle, float64 x)
{
    for (int i = 0; i < 3 && x > 0 && x < 1e100 && tail > 1e-285 * x; i++) {
        pair square = pair_product(x, x), sum = pair_add(pair_of(df, 0), square);
        pair share = pair_div(pair_of(df, 0), sum), rest = pair_div(square, sum);
        pair slope = special_t_slope(x, share, df, middle), value;
        float64 u;
        if (special_betainc_is_below(0.5 * df, 0.5, share, rest)) {
            value = pair_mul(slope, pair_sum(1, special_betainc_sum(0.5 * df, 0.5, share, rest)));
            u = pair_add(value, pair_product(-2 * tail, df)).h * x / (slope.h * df);
        } else {
            value = pair_mul(slope, pair_sum(1, special_betainc_sum(0.5, 0.5 * df, rest, share)));
            u = pair_add(inner, pair_neg(value)).h * x / slope.h;
        }
        float64 g = (df + 1) * x / sum.h, h = (df + 1) * (df - square.h) / (sum.h * sum.h);
        float64 step = u * (1 + u * (0.5 * g + u * (2 * g * g + h) / 6));
        if (fabs(u) * (g + 1 / x) < 1e-4)
            return x + step;
        x += step;
    }
    return 0;
}

/* Return true if special_t_root() can usually find the quantile. */
DEVICE int special_t_has_root(float64 p, float64 df)
{
    float64 tail = p < 0.5 ? p : 1 - p;
    return (df >= 0.3) & (df <= 1e17) & (tail > 1e-250) & (tail < 0.5);
}

/* Return x with I_x(a, 1/2) = p, or 1 - p if `upper`, from the quantile of Student's t with 2 a degrees of freedom. Set *rest
 * to 1 - x. Return 0 if this method fails. */
DEVICE float64 special_betainc_half_root(float64 a, float64 p, int upper, float64 *rest)
{
    float64 df = 2 * a, tail = 0.5 * (upper ? 1 - p : p), x;
    if (!special_t_has_root(tail, df))
        return 0;
    pair middle = special_t_log_middle(df, 0.5);
    x = df > 2 ? special_t_start(tail, df, special_ndtri(tail)) : special_t_start_low(tail, df, middle.h);
    x = special_t_root(tail, upper ? pair_of(p, 0) : pair_sum(1, -p), df, middle, x);
    pair square = pair_product(x, x), sum = pair_add(pair_of(df, 0), square);
    *rest = pair_div(square, sum).h;
    return x > 0 ? pair_div(pair_of(df, 0), sum).h : 0;
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
    if (a == 0.5 && b == 0.5) { /* the arcsine distribution */
        float64 sine = special_sinpi(0.5 * p), other = special_sinpi(0.5 * (1 - p));
        *rest = upper ? sine * sine : other * other;
        return upper ? other * other : sine * sine;
    }
    if (a == 0.5 || b == 0.5) {
        int turned = b != 0.5;
        float64 other, r = special_betainc_half_root(turned ? b : a, p, turned ? !upper : upper, &other);
        if (r > 0) {
            *rest = turned ? r : other;
            return turned ? other : r;
        }
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
