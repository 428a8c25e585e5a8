/* number.c - Format numbers in the same way in every locale. */
#include "econ/output/output.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Insert commas between groups of three digits before the decimal point. */
static const char *with_commas(gla_scope *s, const char *text)
{
    size_t start = text[0] == '-', length = strlen(text), digits = strspn(text + start, "0123456789"), at = 0;
    char *made = gla_s_memory(s, (int64_t)(length + digits / 3 + 1), 1);
    if (!made || digits < 4)
        return text;
    for (size_t i = 0; i < length; i++) {
        size_t left = start + digits - i;
        if (i > start && i < start + digits && left % 3 == 0)
            made[at++] = ',';
        made[at++] = text[i];
    }
    return made;
}

/* Write "1.23e-05" as "1.23e-5". */
static const char *scientific(gla_scope *s, const char *text)
{
    const char *e = strchr(text, 'e');
    return gla_s_print(s, "%.*se%d", (int)(e - text), text, atoi(e + 1));
}

const char *out_number(gla_scope *s, double x, int digits, bool commas)
{
    enum { SMALLEST = -4, LARGEST = 11 }; /* powers of ten that are written without an exponent */
    if (isnan(x))
        return "undefined";
    if (isinf(x))
        return x < 0 ? "-Inf" : "Inf";
    if (x == 0)
        return "0";
    char text[64];
    gla_print(text, sizeof text, "%.*e", digits - 1, x);
    int power = atoi(strchr(text, 'e') + 1);
    if (power < SMALLEST || power > LARGEST)
        return scientific(s, text);
    const char *made = out_fixed(s, x, power < digits - 1 ? digits - 1 - power : 0);
    return commas ? with_commas(s, made) : made;
}

const char *out_fixed(gla_scope *s, double x, int decimals)
{
    if (isnan(x))
        return "undefined";
    if (isinf(x))
        return x < 0 ? "-Inf" : "Inf";
    const char *text = gla_s_print(s, "%.*f", decimals, x);
    return text[0] == '-' && !text[strspn(text, "-0.")] ? text + 1 : text; /* never -0.00 */
}

const char *out_count(gla_scope *s, double n)
{
    return isfinite(n) ? with_commas(s, gla_s_print(s, "%.0f", n)) : out_fixed(s, n, 0);
}

const char *out_probability(gla_scope *s, double p)
{
    return p < 0.0001 ? "<0.0001" : out_fixed(s, p, 4);
}

const char *out_percent(gla_scope *s, double level)
{
    return gla_s_print(s, "%.10g", 100 * level);
}
