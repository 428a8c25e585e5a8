/* special_erfinv.h - Inverses of the error function and of the normal distribution. */
#ifndef SPECIAL_ERFINV_H
#define SPECIAL_ERFINV_H
#include "special.h"
#include "special_erfinv_terms.h"

/* Part of special_erfinv_logs that contains v. */
DEVICE int special_erfinv_part(float64 v)
{
#ifdef SINGLE_ONLY
    return 0;
#else
    return (int)(BITS_OF(v) >> 48) & 15;
#endif
}

/* Return -log(2^-scale v), from the entries of its part, with the absolute error of a value near 1. Near zero only the absolute
 * error matters. */
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

/* Return the piece that contains w, and the distance t of w from its beginning. */
DEVICE int special_erfinv_place(float64 w, float64 *t)
{
    float64 begin;
    int at = special_part(w + 2, 3, &begin) - 8;
    *t = w - (begin - 2);
    at = at > 0 ? at : 0;
    return at < 71 ? at : 71;
}

/* `near` is the value of the piece. Negative `square` means that x is out of range. */
DEVICE float64 special_erfinv_by(float64 x, float64 square, float64 near)
{
    return square > 0 ? x * near : square == 0 ? x * SPECIAL_INF : SPECIAL_NAN;
}

/* Return z with erf(z) = x, where `square` is 2^scale (1 - x^2). As in Giles (Approximating the erfinv function, 2010), it is
 * approximated in w = -log(1 - x^2), but with other pieces. The function is smooth in w; after the first pieces x is 1. */
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

/* Inverse of erfc for c in [0, 2]. 1 - c is exact, or its error is negligible. */
DEVICE float64 special_erfcinv(float64 c)
{
    return special_erfinv_of(1 - c, special_erfcinv_square(c), special_erfcinv_scale(c));
}

/* Normal quantile: -erfcinv(2 p) sqrt(2); 2 p is exact. */
DEVICE float64 special_ndtri(float64 p)
{
    return 0x1.6a09e667f3bcdp0 * special_erfinv_of(2 * p - 1, special_erfcinv_square(2 * p), special_erfcinv_scale(2 * p));
}
#endif
