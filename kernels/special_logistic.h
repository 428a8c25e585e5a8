/* special_logistic.h - Logistic function, logit, and products with logarithms. */
#ifndef SPECIAL_LOGISTIC_H
#define SPECIAL_LOGISTIC_H
#include "special.h"

DEVICE float64 special_expit(float64 x)
{
    float64 e = special_exp(-fabs(x));
    return (x < 0 ? e : 1) / (1 + e);
}

/* Return log(p/(1 - p)). The quotient is not rounded, so that results near p = 1/2 are accurate. */
DEVICE float64 special_logit(float64 p)
{
    float64 large = p < 0x1p-900 ? 0.5 : p, least = p < 0x1p-900 ? p : 1; /* one logarithm, for vectorisation */
    pair quotient = pair_div(pair_of(large, 0), pair_sum(1, -large));
    float64 l = special_log_of(pair_of(quotient.h * least, quotient.l * least)).h;
    return p > 0 && p < 1 ? l : p == 0 ? -SPECIAL_INF : p == 1 ? SPECIAL_INF : SPECIAL_NAN;
}

DEVICE float64 special_log_expit(float64 x)
{
    float64 e = special_exp(-fabs(x)), l = special_log_of(pair_sum(1, e)).h;
    l = e < 0x1p-60 ? e : l;
    return x < 0 ? x - l : -l;
}

DEVICE float64 special_xlogy(float64 x, float64 y)
{
    return x == 0 && y == y ? 0 : x * special_log(y);
}

DEVICE float64 special_xlog1py(float64 x, float64 y)
{
    return x == 0 && y == y ? 0 : x * special_log1p(y);
}
#endif
