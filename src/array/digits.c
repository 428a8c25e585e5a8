/* digits.c - Decimal digits of floating-point numbers. The digits come from snprintf, which rounds correctly. Only its digits
 * are used, so that a locale's decimal comma does not matter. */
#include "array/digits.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void drop_zeros(gla_digits *d)
{
    while (d->n > 0 && d->d[d->n - 1] == '0')
        d->n--;
    if (d->n == 0)
        d->point = 1;
}

/* Parse the form d.ddde+xx. */
static void from_scientific(gla_digits *d, const char *text)
{
    d->negative = *text == '-';
    d->n = 0;
    for (; *text && *text != 'e'; text++)
        if (isdigit((unsigned char)*text))
            d->d[d->n++] = *text;
    d->point = atoi(text + 1) + 1;
    drop_zeros(d);
}

/* Parse the form ddd.ddd with `fraction` digits after the point. */
static void from_positional(gla_digits *d, const char *text, int fraction)
{
    int all = 0, skipped = 0;
    d->negative = *text == '-';
    d->n = 0;
    for (; *text; text++) {
        if (!isdigit((unsigned char)*text))
            continue;
        all++;
        if (*text == '0' && d->n == 0)
            skipped++;
        else
            d->d[d->n++] = *text;
    }
    d->point = all - fraction - skipped;
    drop_zeros(d);
}

void gla_digits_shortest(gla_digits *d, double x, bool single)
{
    char text[40];
    int most = single ? 9 : 17;
    for (int n = 1; n <= most; n++) {
        snprintf(text, sizeof text, "%.*e", n - 1, x);
        if (n == most || (single ? (double)strtof(text, NULL) == x : strtod(text, NULL) == x))
            break;
    }
    from_scientific(d, text);
}

void gla_digits_fixed(gla_digits *d, double x, int fraction, bool scientific)
{
    char text[400];
    snprintf(text, sizeof text, scientific ? "%.*e" : "%.*f", fraction, x);
    if (scientific)
        from_scientific(d, text);
    else
        from_positional(d, text, fraction);
}

void gla_digits_limited(gla_digits *d, double x, bool single, bool scientific)
{
    /* If decimals with this number of digits are spaced more widely than float64 numbers, the rounded decimal is also the
     * shortest representation of x, provided that one with this number of digits exists. */
    if (!single && (scientific ? fabs(x) > 1e-300 : fabs(x) < 1e7)) {
        gla_digits_fixed(d, x, GLA_FRACTION, scientific);
        return;
    }
    gla_digits_shortest(d, x, single);
    if (d->n - (scientific ? 1 : d->point) > GLA_FRACTION)
        gla_digits_fixed(d, x, GLA_FRACTION, scientific);
    else if (!scientific && d->n < d->point)
        gla_digits_fixed(d, x, 0, false);
}
