/* number.c - Parse one field of a table as a decimal number, correctly rounded in every locale. */
#include "io/io.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fast path: up to 15 digits, and powers of ten up to 22, are exact in float64. One multiplication or division then rounds only
 * once (Clinger 1990). */
static bool read_short(const char *text, size_t length, char decimal, double *value, bool *integer)
{
    static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char *end = text + length;
    bool negative = text < end && *text == '-';
    int64_t digits = 0;
    int n = 0, fraction = -1;
    for (text += text < end && (*text == '-' || *text == '+'); text < end; text++) {
        if (*text == decimal && fraction < 0)
            fraction = 0;
        else if (*text >= '0' && *text <= '9') {
            digits = 10 * digits + (*text - '0');
            n++;
            fraction += fraction >= 0;
        } else
            return false;
        if (n > 15)
            return false;
    }
    if (n == 0)
        return false;
    *integer = fraction < 0;
    *value = fraction > 0 ? (double)digits / powers[fraction] : (double)digits;
    if (negative)
        *value = -*value;
    return true;
}

static bool is_infinity(const char *text, const char *end)
{
    static const char *const words[] = {"inf", "Inf", "INF", "infinity", "Infinity", "INFINITY"};
    text += text < end && (*text == '-' || *text == '+');
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((size_t)(end - text) == strlen(words[i]) && memcmp(text, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

/* A decimal number: 0.DIGITS times a power of ten; the first digit is not zero. Only digits that can affect the rounding are
 * stored: the first 767 digits, and a flag that is set if a later digit is nonzero. */
enum { MAX_DIGITS = 800 };
typedef struct decimal_number {
    bool integer; /* written without point and exponent */
    int n;
    bool more; /* an omitted digit is nonzero */
    int64_t power;
    char text[MAX_DIGITS + 16]; /* sign and digits; rounded() appends the exponent */
} decimal_number;

static void add_digit(decimal_number *d, char digit, bool fraction)
{
    if (d->n == 0 && digit == '0') {
        d->power -= fraction;
        return;
    }
    d->power += !fraction;
    if (d->n < MAX_DIGITS)
        d->text[++d->n] = digit;
    else
        d->more |= digit != '0';
}

static bool parse(const char *text, const char *end, char decimal, decimal_number *d)
{
    bool fraction = false, any = false;
    d->text[0] = text < end && *text == '-' ? '-' : '+';
    d->n = 0;
    d->power = 0;
    d->more = false;
    for (text += text < end && (*text == '-' || *text == '+'); text < end; text++) {
        if (*text == decimal && !fraction)
            fraction = true;
        else if (*text >= '0' && *text <= '9') {
            add_digit(d, *text, fraction);
            any = true;
        } else
            break;
    }
    d->integer = !fraction && text == end;
    if (text == end || !any || (*text != 'e' && *text != 'E'))
        return any && text == end;
    bool negative = ++text < end && *text == '-';
    int64_t power = 0;
    text += text < end && (*text == '-' || *text == '+');
    if (text == end)
        return false;
    for (; text < end && *text >= '0' && *text <= '9'; text++)
        if (power < (int64_t)1 << 58) /* far more than the number of digits in any file */
            power = 10 * power + (*text - '0');
    d->power += negative ? -power : power;
    return text == end;
}

/* Convert the number with strtod in the form DIGITSe±POWER. This form has no decimal point, so strtod rounds it correctly in
 * every locale. */
static double rounded(decimal_number *d)
{
    char *p = d->text + 1 + d->n;
    if (d->more)
        *p++ = '1';
    if (d->n == 0)
        *p++ = '0';
    int64_t power = d->power - (p - d->text - 1);
    int size = power > 9999    ? 9999
               : power < -9999 ? 9999
                               : (int)(power < 0 ? -power : power); /* a larger exponent makes no
                                                                                                * difference */
    *p++ = 'e';
    *p++ = power < 0 ? '-' : '+';
    for (int unit = 1000; unit; unit /= 10)
        *p++ = (char)('0' + size / unit % 10);
    *p = '\0';
    return strtod(d->text, NULL);
}

/* Return true if the double equals the integer that the digits represent. */
static bool is_exact(const decimal_number *d, double value)
{
    char digits[320];
    int n = snprintf(digits, sizeof digits, "%.0f", fabs(value));
    return n == d->power && n == d->n && memcmp(digits, d->text + 1, (size_t)n) == 0;
}

/* Return true for the first character of a number or of infinity. */
static bool may_begin(char c, char decimal)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == decimal || c == 'i' || c == 'I';
}

gla_cell_kind gla_cell_number(const gla_cell *cell, char decimal, int power, double *value)
{
    const char *end = cell->start + cell->length;
    decimal_number d;
    bool integer;
    if (power == 0 && read_short(cell->start, cell->length, decimal, value, &integer))
        return integer ? GLA_CELL_INTEGER : GLA_CELL_REAL;
    *value = NAN;
    if (cell->length == 0 || !may_begin(*cell->start, decimal))
        return GLA_CELL_TEXT;
    if (is_infinity(cell->start, end)) {
        *value = *cell->start == '-' ? -INFINITY : INFINITY;
        return GLA_CELL_REAL;
    }
    if (!parse(cell->start, end, decimal, &d))
        return GLA_CELL_TEXT;
    d.power += power;
    d.integer &= power == 0;
    *value = rounded(&d);
    if (isinf(*value) || (d.integer && fabs(*value) >= 0x1p53 && !is_exact(&d, *value)))
        return GLA_CELL_TOO_LARGE;
    return d.integer && *value >= -9223372036854775808.0 && *value < 9223372036854775808.0 ? GLA_CELL_INTEGER : GLA_CELL_REAL;
}
