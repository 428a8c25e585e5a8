/* special_erf.h - Error function, complementary error functions, and the normal distribution. */
#ifndef SPECIAL_ERF_H
#define SPECIAL_ERF_H
#include "special.h"
#include "special_erf_terms.h"

/* Return erfcx(x) = exp(x^2) erfc(x) for x >= 0, from one polynomial for the half-line (Shepherd and Laframboise, 1981). One
 * division yields the reciprocals of y + 4 and 2 y + 1, and corrections make the quotients accurate. The variable t must be
 * accurate, because its product with the slope is not small. */
DEVICE float64 special_erfcx_half(float64 x)
{
    float64 y = x > 1e17 ? 1e17 : x, d = y + 4, twice = fma(2.0, y, 1.0), inverse = 1 / (d * twice);
    float64 over_d = inverse * twice, over_twice = inverse * d, t = (y - 4) * over_d;
    t += (fma(-t, d, y - 4) - t * ((y - d) + 4)) * over_d;
    float64 terms = special_erfcx_terms(t), r = terms * over_twice, low = fma(2.0, y, 1 - twice); /* rounding error of
                                                                                                   * `twice` */
    r += (fma(-r, twice, terms) - r * low) * over_twice;
    return x > 1e17 ? 0x1.20dd750429b6dp-1 / x : r;
}

/* This function and the following functions use tables of polynomials, which need few operations and neither divisions nor
 * branches. For a function NAME, NAME_place returns the index of a subinterval and the exact distance t from its left end.
 * NAME_by computes the result from the value of the polynomial for this subinterval. The host vectorises both NAME_place and
 * NAME_by. NaN is mapped to the last subinterval. */
DEVICE int special_erf_place(float64 x, float64 *t)
{
    float64 a = fabs(x) > 5.99609375 ? 5.99609375 : fabs(x), begin; /* beyond this erf is 1 */
    int at = special_part(a + 8, 5, &begin) - 96;
    *t = a - (begin - 8);
    return at < 23 ? at : 23;
}

DEVICE float64 special_erf_by(float64 x, float64 near)
{
    return copysign(near, x);
}

DEVICE float64 special_erf(float64 x)
{
    float64 t;
    int at = special_erf_place(x, &t);
    return special_erf_by(x, special_erf_piece(at, t));
}

/* Return the subinterval of special_erfcx_piece() that contains a, 0 <= a < 31. */
DEVICE int special_erfcx_place(float64 a, float64 *t)
{
    float64 begin;
    int at = special_part(a + 1, 3, &begin);
    *t = a - (begin - 1);
    return at < 39 ? at : 39;
}

/* Return the subinterval for erfc(x), which is 0 beyond 28. */
DEVICE int special_erfc_place(float64 x, float64 *t)
{
    return special_erfcx_place(fabs(x) > 28 ? 28 : fabs(x), t);
}

DEVICE float64 special_erfc_by(float64 x, float64 near)
{
    float64 a = fabs(x) > 28 ? 28 : fabs(x);
    pair z = pair_product(a, a);
    float64 r = special_exp_times(near, pair_of(-z.h, -z.l));
    return x < 0 ? 2 - r : r;
}

DEVICE float64 special_erfc(float64 x)
{
    float64 t;
    int at = special_erfc_place(x, &t);
    return special_erfc_by(x, special_erfcx_piece(at, t));
}

DEVICE float64 special_erfcx(float64 x)
{
    float64 a = fabs(x), r = special_erfcx_half(a);
    if (!(x < 0))
        return r;
    pair z = pair_product(a < 1000 ? a : 1000, a < 1000 ? a : 1000);
    return 2 * special_exp_of(z) - r;
}

/* Normal CDF, erfc(-x/sqrt(2))/2. The exponent x^2/2 is not rounded, so that the tail is accurate. */
DEVICE int special_ndtr_place(float64 x, float64 *t)
{
    return special_erfcx_place((fabs(x) > 39 ? 39 : fabs(x)) * 0x1.6a09e667f3bcdp-1, t);
}

DEVICE float64 special_ndtr_by(float64 x, float64 near)
{
    float64 a = fabs(x) > 39 ? 39 : fabs(x);
    pair z = pair_product(a, a);
    float64 r = special_exp_times(0.5 * near, pair_of(-0.5 * z.h, -0.5 * z.l));
    return x > 0 ? 1 - r : r;
}

DEVICE float64 special_ndtr(float64 x)
{
    float64 t;
    int at = special_ndtr_place(x, &t);
    return special_ndtr_by(x, special_erfcx_piece(at, t));
}

/* Return the logarithm of the normal CDF. The ranges x > -1 and x <= -1 share one logarithm, so that the host can vectorise the
 * function. */
DEVICE float64 special_log_ndtr_by(float64 x, float64 near)
{
    int middle = x > -1;
    float64 a = x < -1e150 ? 1e150 : fabs(x), lower = special_ndtr_by(middle ? -x : 0, near);
    pair z = pair_product(a, a), u = pair_sum(1, -lower);
    u = middle ? u : pair_of(0.5 * special_erfcx_half(a * 0x1.6a09e667f3bcdp-1), 0);
    pair l = special_log_of(u);
    float64 far = pair_add(pair_of(-0.5 * z.h, -0.5 * z.l), l).h;
    l.h = lower < 0x1p-60 ? -lower : l.h;
    return middle ? l.h : x < -1e150 ? x * x * -0.5 : x == x ? far : x;
}

DEVICE float64 special_log_ndtr(float64 x)
{
    float64 t;
    int at = special_ndtr_place(x, &t);
    return special_log_ndtr_by(x, special_erfcx_piece(at, t));
}

/* Normal density: its logarithm, and the density. */
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
