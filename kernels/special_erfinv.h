/* special_erfinv.h - inverses of the error function and of the normal distribution. */
#ifndef SPECIAL_ERFINV_H
#define SPECIAL_ERFINV_H
#include "special.h"
#include "special_erfinv_terms.h"

/* erfinv(x) in the middle, where w is at most 4.5. */
DEVICE float64 special_erfinv_near(float64 x, float64 w)
{
    return x * special_erfinv_center(fma(w, 0x1.c71c71c71c71cp-2, -1.0));
}

/* The z >= 0 with erf(z) = x = 1 - c, of which `square` is 1 - x^2 = c (2 - c): in w = -log(1 - x^2) as by Giles (Approximating
 * the erfinv function, 2010), in pieces of our own.  They are smooth: what counts near zero is the absolute error of w. */
DEVICE float64 special_erfinv_of(float64 x, float64 square)
{
    float64 w = -special_log_quick(square);
    if (w <= 4.5)
        return special_erfinv_near(x, w);
    float64 s = sqrt(w);
    if (s < 4)
        return special_erfinv_tail_2(s - 3);
    if (s < 7)
        return special_erfinv_tail_4((s - 5.5) * 0x1.5555555555555p-1);
    if (s < 14)
        return special_erfinv_tail_7((s - 10.5) * 0x1.2492492492492p-2);
    return special_erfinv_tail_14((s - 21) * 0x1.2492492492492p-3);
}

DEVICE float64 special_erfinv(float64 x)
{
    float64 a = fabs(x);
    if (!(a < 1))
        return a == 1 ? x * SPECIAL_INF : SPECIAL_NAN;
    float64 r = special_erfinv_of(a, (1 - a) * (1 + a));
    return x < 0 ? -r : a == 0 ? x : r;
}

/* For c in [0, 1], where 1 - c is exact or hardly matters. */
DEVICE float64 special_erfcinv_half(float64 c)
{
    return c == 0 ? SPECIAL_INF : special_erfinv_of(1 - c, c * (2 - c));
}

DEVICE float64 special_erfcinv(float64 c)
{
    if (!(c >= 0 && c <= 2))
        return SPECIAL_NAN;
    return c <= 1 ? special_erfcinv_half(c) : -special_erfcinv_half(2 - c);
}

/* The same bits as special_erfinv and special_erfcinv where they are not near an end, else NaN.  Without a branch, as
 * special_ndtri_middle. */
DEVICE float64 special_erfinv_middle(float64 x)
{
    float64 a = fabs(x), w = -special_log_scaled(a < 0.994 ? (1 - a) * (1 + a) : 1, 0), r = special_erfinv_near(a, w);
    r = x < 0 ? -r : a == 0 ? x : r;
    return a < 0.994 && w <= 4.5 ? r : SPECIAL_NAN;
}

DEVICE float64 special_erfcinv_middle(float64 c)
{
    float64 tail = c <= 1 ? c : 2 - c, w = -special_log_scaled(tail > 0.006 ? tail * (2 - tail) : 1, 0);
    float64 r = special_erfinv_near(1 - tail, w);
    return tail > 0.006 && w <= 4.5 ? (c <= 1 ? r : -r) : SPECIAL_NAN;
}

/* The same bits as special_ndtri where p is neither near 0 nor near 1, else NaN.  Without a branch: the host computes many at
 * once in wide registers. */
DEVICE float64 special_ndtri_middle(float64 p)
{
    float64 c = 2 * (p <= 0.5 ? p : 1 - p), w = -special_log_scaled(c * (2 - c), 0);
    float64 r = 0x1.6a09e667f3bcdp0 * special_erfinv_near(1 - c, w);
    r = p == 0.5 ? 0 : p < 0.5 ? -r : r;
    return p > 0.003 && p < 0.997 && w <= 4.5 ? r : SPECIAL_NAN;
}

/* erfcinv(2 p) where 2 p is exact; sqrt(2) times it. */
DEVICE float64 special_ndtri(float64 p)
{
    if (!(p >= 0 && p <= 1))
        return SPECIAL_NAN;
    float64 r = 0x1.6a09e667f3bcdp0 * special_erfcinv_half(2 * (p <= 0.5 ? p : 1 - p));
    return p == 0.5 ? 0 : p < 0.5 ? -r : r;
}
#endif
