/* digits.h - the decimal digits of floating-point numbers. */
#ifndef GLA_ARRAY_DIGITS_H
#define GLA_ARRAY_DIGITS_H

#include <stdbool.h>

/* |x| = 0.d1 d2 d3 ... x 10^point; zero has no digits and point 1. */
typedef struct gla_digits {
    int n, point;
    bool negative;
    char d[320 + 24]; /* d1 ... dn as characters, without trailing zeros */
} gla_digits;

/* The fewest digits that read back as x: as a float32 when single.  x is finite. */
void gla_digits_shortest(gla_digits *d, double x, bool single);

/* x correctly rounded to `fraction` digits after the point: of x, or of its mantissa d1.d2d3... when scientific. */
void gla_digits_fixed(gla_digits *d, double x, int fraction, bool scientific);

/* The fewest digits where these are at most GLA_FRACTION after the point, else rounded to that many; all digits before
 * the point. */
#define GLA_FRACTION 8
void gla_digits_limited(gla_digits *d, double x, bool single, bool scientific);

#endif
