/* special_betainc.h - the regularised incomplete beta function, by its continued fraction (DLMF 8.17.22; A. R. DiDonato and
 * A. H. Morris, ACM TOMS 18, 1992, for what stands before it).  Rounds grow with the root of the larger parameter; there are at
 * most 5000. */
#ifndef SPECIAL_BETAINC_H
#define SPECIAL_BETAINC_H
#include "special.h"
#include "special_gamma.h"

/* x^a y^b/(a B(a, b)), x + y = 1; x and y as pairs. */
DEVICE float64 special_beta_prefix(float64 a, float64 b, pair x, pair y)
{
    if (a >= 8 && b >= 8) { /* only quotients near 1 are raised to powers */
        pair sum = pair_sum(a, b);
        pair lx = special_log_of(pair_div(pair_mul(x, sum), pair_of(a, 0)));
        pair ly = special_log_of(pair_div(pair_mul(y, sum), pair_of(b, 0)));
        pair e = pair_add(pair_scale(lx, a), pair_scale(ly, b));
        e.l += special_stirling(sum.h) - special_stirling(a) - special_stirling(b);
        return special_exp_of(e) * 0x1.9884533d43651p-2 * sqrt(b / sum.h / a);
    }
    pair e = pair_add(pair_scale(special_log_of(x), a), pair_scale(special_log_of(y), b));
    e = pair_add(e, special_minus_betaln(a, b));
    return special_exp_of(e) / a;
}

/* I_x(a, b) for x below (a + 1)/(a + b + 2): modified Lentz. */
DEVICE float64 special_betainc_fraction(float64 a, float64 b, pair x, pair y)
{
    float64 ab = a + b, c = 1, d = 1 - ab * x.h / (a + 1), h;
    d = 1 / (fabs(d) < 1e-300 ? 1e-300 : d);
    h = d;
    for (int m = 1; m < 5000; m++) {
        float64 k = a + 2.0 * m, t = m * (b - m) * x.h / ((k - 1) * k), step;
        d = fma(t, d, 1.0);
        c = 1 + t / c;
        d = 1 / (fabs(d) < 1e-300 ? 1e-300 : d);
        c = fabs(c) < 1e-300 ? 1e-300 : c;
        h *= d * c;
        t = -(a + m) * (ab + m) * x.h / (k * (k + 1));
        d = fma(t, d, 1.0);
        c = 1 + t / c;
        d = 1 / (fabs(d) < 1e-300 ? 1e-300 : d);
        c = fabs(c) < 1e-300 ? 1e-300 : c;
        step = d * c;
        h *= step;
        if (fabs(step - 1) < 0x1p-53)
            break;
    }
    return special_beta_prefix(a, b, x, y) * h;
}

DEVICE float64 special_betainc_of(float64 a, float64 b, float64 x, int upper)
{
    if (!(a >= 0 && b >= 0 && x >= 0 && x <= 1) || (a == 0 && b == 0) || (a == SPECIAL_INF && b == SPECIAL_INF))
        return SPECIAL_NAN;
    if (a == 0 || b == SPECIAL_INF || x == 1) /* all weight is at 0, or below x */
        return (x == 0 && a != 0) == !upper ? 0 : 1;
    if (b == 0 || a == SPECIAL_INF || x == 0)
        return upper ? 1 : 0;
    pair y = pair_sum(1, -x);
    int below = x <= (a + 1) / (a + b + 2);
    float64 r = below ? special_betainc_fraction(a, b, pair_of(x, 0), y) : special_betainc_fraction(b, a, y, pair_of(x, 0));
    return below == !upper ? r : 1 - r;
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
