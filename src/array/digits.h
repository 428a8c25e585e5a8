/* digits.h - Decimal digits of floating-point numbers. */
#ifndef GLA_ARRAY_DIGITS_H
#define GLA_ARRAY_DIGITS_H

#include <stdbool.h>

/* |x| = 0.d1 d2 d3 ... x 10^point; zero has no digits and point 1. */
typedef struct gla_digits {
    int n, point;
    bool negative;
    char d[320 + 24]; /* d1 ... dn as characters, without trailing zeros */
} gla_digits;

/* Compute the fewest digits that parse to x, as a float32 if `single`. x is finite. */
void gla_digits_shortest(gla_digits *d, double x, bool single);

/* Round x correctly to `fraction` digits after the point, or its mantissa d1.d2d3... if `scientific`. */
void gla_digits_fixed(gla_digits *d, double x, int fraction, bool scientific);

/* Compute the fewest digits that identify x if at most GLA_FRACTION of the digits are after the point. Otherwise round x to
 * GLA_FRACTION digits after the point. All digits before the point are kept. */
#define GLA_FRACTION 8
void gla_digits_limited(gla_digits *d, double x, bool single, bool scientific);

#endif
