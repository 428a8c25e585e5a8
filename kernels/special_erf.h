/* special_erf.h - the error function, its complements and the normal distribution. */
#ifndef SPECIAL_ERF_H
#define SPECIAL_ERF_H
#include "special.h"
#include "special_erf_terms.h"

/* exp(-x^2), of which x^2 is not rounded. */
DEVICE float64 special_exp_square(float64 x)
{
    float64 y = x > 1000 ? 1000 : x < -1000 ? -1000 : x;
    pair z = pair_product(y, y);
    return special_exp_of(pair_of(-z.h, -z.l));
}

/* erfcx(x) = exp(x^2) erfc(x) for x >= 0, by one polynomial over the half-line (Shepherd and Laframboise, 1981).  One division
 * makes the inverses of y + 4 and 2 y + 1; what the quotients by them lack is added.  t has to have no error, as the product
 * with its slope is not small. */
DEVICE float64 special_erfcx_half(float64 x)
{
    float64 y = x > 1e17 ? 1e17 : x, d = y + 4, twice = fma(2.0, y, 1.0), inverse = 1 / (d * twice);
    float64 over_d = inverse * twice, over_twice = inverse * d, t = (y - 4) * over_d;
    t += (fma(-t, d, y - 4) - t * ((y - d) + 4)) * over_d;
    float64 terms = special_erfcx_terms(t), r = terms * over_twice, low = fma(2.0, y, 1 - twice); /* what the sum lost */
    r += (fma(-r, twice, terms) - r * low) * over_twice;
    return x > 1e17 ? 0x1.20dd750429b6dp-1 / x : r;
}

DEVICE float64 special_erf_small(float64 x)
{
    return fma(x, special_erf_terms(x * x), x);
}

/* 1 - exp(log(erfc(x))), of which the logarithm over x is a polynomial: no division, no branch, and near zero no digit lost. */
DEVICE float64 special_erf(float64 x)
{
    const float64 first = 0x1.20dd750429b6dp0, rest = 0x1.1ae3a914fed80p-56; /* 2/sqrt(pi) */
    float64 a = fabs(x) < 6 ? fabs(x) : 6, slope = special_erf_exponent(fma(a, 0x1.5555555555555p-2, -1.0));
    float64 h = fma(a, slope, first), l = fma(a, slope, first - h) + rest, p = a * h;
    float64 r = special_one_minus_exp(p, fma(a, l, fma(a, h, -p)));
    return x != x ? x : copysign(r, x);
}

DEVICE float64 special_erfc(float64 x)
{
    float64 a = fabs(x), s = 1 - special_erf_small(a < 1 ? x : 1);
    float64 r = special_exp_square(a) * special_erfcx_half(a);
    return x < 0.5 && x > -1 ? s : x < 0 ? 2 - r : r;
}

DEVICE float64 special_erfcx(float64 x)
{
    float64 a = fabs(x), r = special_erfcx_half(a);
    if (!(x < 0))
        return r;
    pair z = pair_product(a < 1000 ? a : 1000, a < 1000 ? a : 1000);
    return 2 * special_exp_of(z) - r;
}

/* The distribution function: erfc(-x/sqrt(2))/2, of which x^2/2 is not rounded, so that its tail has all digits. */
DEVICE float64 special_ndtr(float64 x)
{
    float64 a = fabs(x), y = a < 1000 ? a : 1000, v = y * 0x1.6a09e667f3bcdp-1;
    pair z = pair_product(y, y);
    float64 r = 0.5 * special_exp_of(pair_of(-0.5 * z.h, -0.5 * z.l)) * special_erfcx_half(v);
    float64 s = 0.5 * special_erf_small(a < 0.625 ? x * 0x1.6a09e667f3bcdp-1 : 0);
    r = x != x ? x : r;
    return a < 0.625 ? 0.5 + s : x < 0 ? r : 1 - r;
}

DEVICE float64 special_log_ndtr(float64 x)
{
    int near = x > -1; /* one logarithm and one function below it, for wide registers */
    float64 a = x < -1e150 ? 1e150 : fabs(x), lower = special_ndtr(near ? -x : 0);
    pair z = pair_product(a, a), u = pair_sum(1, -lower);
    u = near ? u : pair_of(0.5 * special_erfcx_half(a * 0x1.6a09e667f3bcdp-1), 0);
    pair l = special_log_of(u);
    float64 far = pair_add(pair_of(-0.5 * z.h, -0.5 * z.l), l).h;
    l.h = lower < 0x1p-60 ? -lower : l.h;
    return near ? l.h : x < -1e150 ? x * x * -0.5 : x == x ? far : x;
}

/* log of the normal density without its constant, and with it. */
DEVICE float64 special_norm_logpdf(float64 x)
{
    return fma(-0.5 * x, x, -0x1.d67f1c864beb5p-1);
}

DEVICE float64 special_norm_pdf(float64 x)
{
    float64 a = fabs(x), y = a > 1000 ? 1000 : x;
    pair z = pair_product(y, y);
    return 0x1.9884533d43651p-2 * special_exp_of(pair_of(-0.5 * z.h, -0.5 * z.l));
}
#endif
