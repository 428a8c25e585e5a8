/* special_digamma.h - Digamma, the logarithmic derivative of the gamma function. */
#ifndef SPECIAL_DIGAMMA_H
#define SPECIAL_DIGAMMA_H
#include "special.h"
#include "special_digamma_terms.h"
#include "special_gamma_terms.h"

DEVICE float64 special_digamma_positive(float64 x)
{
    const float64 root = 0x1.762d86356be3fp+0, rest = 0x1.b86a722197829p-54;
    float64 sum = 0;
    if (x > 1 && x < 2)
        return ((x - root) - rest) * special_digamma_root(2 * x - 3);
    if (x < 1)
        return special_digamma_root(2 * x - 1) * (((x + 1) - root) - rest) - 1 / x;
    if (x < 8) { /* downward recurrence: only positive terms are added */
        for (int i = 0; i < 6 && x >= 2; i++) {
            x -= 1;
            sum += 1 / x;
        }
        return sum + ((x - root) - rest) * special_digamma_root(2 * x - 3);
    }
    float64 r = 1 / x;
    return special_log_quick(x) - fma(r * r, special_digamma_series(r * r), 0.5 * r);
}

DEVICE float64 special_digamma(float64 x)
{
    if (x > 0)
        return x == SPECIAL_INF ? x : special_digamma_positive(x);
    if (x == 0)
        return -SPECIAL_INF / (1 / x > 0 ? 1 : -1);
    if (!(x > -SPECIAL_INF) || x == rint(x))
        return SPECIAL_NAN;
    /* digamma(1 - x) - pi/tan(pi x) */
    float64 f = x - rint(x), s = f * special_sinpi_terms(f * f), g = 0.5 - fabs(f), c = g * special_sinpi_terms(g * g);
    if (x > -0x1p-60)
        return -1 / x;
    return special_digamma_positive(-x) - 1 / x - 0x1.921fb54442d18p+1 * c / s;
}
#endif
