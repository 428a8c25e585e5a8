/* special_erfinv.h - Inverses of the error function and of the normal distribution. */
#ifndef SPECIAL_ERFINV_H
#define SPECIAL_ERFINV_H
#include "special.h"
#include "special_erfinv_terms.h"

/* Return the index of the subinterval of special_erfinv_logs that contains the mantissa of v. */
DEVICE int special_erfinv_part(float64 v)
{
#ifdef SINGLE_ONLY
    return 0;
#else
    return (int)(BITS_OF(v) >> 48) & 15;
#endif
}

/* Return -log(2^-scale v), given the table elements for v. The absolute error is the rounding error of a value near 1, even if
 * the result is near zero. */
DEVICE float64 special_erfinv_log(float64 v, float64 scale, float64 inverse, float64 log_part)
{
#ifdef SINGLE_ONLY
    return -log(v);
#else
    uint64 bits = BITS_OF(v);
    float64 k = OF_BITS(bits >> 52 | 0x4330000000000000UL) - (0x1p52 + 1023 + scale);
    float64 f = fma(OF_BITS((bits & 0xfffffffffffffUL) | 0x3ff0000000000000UL), inverse, -1.0);
    return fma(-f, special_log1p_over(f), fma(k, -0x1.62e42fefa39efp-1, -log_part));
#endif
}

/* Return the index of the subinterval that contains w, and set *t to the distance of w from the left end. */
DEVICE int special_erfinv_place(float64 w, float64 *t)
{
    float64 begin;
    int at = special_part(w + 2, 3, &begin) - 8;
    *t = w - (begin - 2);
    at = at > 0 ? at : 0;
    return at < 71 ? at : 71;
}

/* Return the result, given the value of the polynomial, `near`. A negative `square` means that x is out of range. */
DEVICE float64 special_erfinv_by(float64 x, float64 square, float64 near)
{
    return square > 0 ? x * near : square == 0 ? x * SPECIAL_INF : SPECIAL_NAN;
}

/* Return z with erf(z) = x, where `square` is 2^scale (1 - x^2). As in Giles (Approximating the erfinv function, 2010), z/x is
 * approximated as a function of w = -log(1 - x^2), but with other subintervals. The function is smooth in w. In all but the
 * first subintervals, x is rounded to 1. */
DEVICE float64 special_erfinv_of(float64 x, float64 square, float64 scale)
{
    int at = special_erfinv_part(square);
    float64 t, w = special_erfinv_log(square, scale, OF_TABLE(special_erfinv_logs, at), OF_TABLE(special_erfinv_logs, 16 + at));
    at = special_erfinv_place(w, &t);
    return special_erfinv_by(x, square, special_erfinv_piece(at, t));
}

DEVICE float64 special_erfinv_square(float64 x)
{
    return (1 - x) * (1 + x);
}

DEVICE float64 special_erfinv(float64 x)
{
    return special_erfinv_of(x, special_erfinv_square(x), 0);
}

DEVICE float64 special_erfcinv_square(float64 c)
{
    return c < 0x1p-1000 ? c * 0x1p101 : c * (2 - c);
}

DEVICE float64 special_erfcinv_scale(float64 c)
{
    return c < 0x1p-1000 ? 100 : 0;
}

/* Return the inverse of erfc for c in [0, 2]. The difference 1 - c is exact, or its rounding error is negligible. */
DEVICE float64 special_erfcinv(float64 c)
{
    return special_erfinv_of(1 - c, special_erfcinv_square(c), special_erfcinv_scale(c));
}

/* Return the normal quantile, -erfcinv(2 p) sqrt(2); 2 p is exact. */
DEVICE float64 special_ndtri(float64 p)
{
    return 0x1.6a09e667f3bcdp0 * special_erfinv_of(2 * p - 1, special_erfcinv_square(2 * p), special_erfcinv_scale(2 * p));
}
#endif
