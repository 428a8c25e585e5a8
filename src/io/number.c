/* number.c - one field of a table: a number, correctly rounded in every locale, a missing value or text. */
#define _GNU_SOURCE /* strtod_l */
#include "io/io.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 400 };

static bool is_missing(const gla_cell *cell)
{
    static const char *const words[] = {"NA", "N/A", "#N/A", "NaN", "nan", "NAN", "null", "NULL", "None", "."};
    if (cell->length == 0)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == cell->length && memcmp(words[i], cell->start, cell->length) == 0)
            return true;
    return false;
}

static locale_t c_locale;
static void make_locale(void)
{
    c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/* Up to 15 digits and a power of ten up to 22 are exact in float64, so that one operation rounds once (Clinger 1990). */
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

/* What strtod takes besides decimal numbers: hexadecimal ones, and nan with letters behind it. */
static bool is_decimal(const char *text)
{
    text += *text == '-' || *text == '+';
    if (strcmp(text, "inf") == 0 || strcmp(text, "Inf") == 0 || strcmp(text, "INF") == 0)
        return true;
    return strspn(text, "0123456789.eE+-") == strlen(text);
}

gla_cell_kind gla_cell_number(const gla_cell *cell, char decimal, double *value)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char text[LONGEST_NUMBER + 1], *end;
    bool integer;
    *value = NAN;
    if (is_missing(cell))
        return GLA_CELL_MISSING;
    if (read_short(cell->start, cell->length, decimal, value, &integer))
        return integer ? GLA_CELL_INTEGER : GLA_CELL_REAL;
    if (cell->length > LONGEST_NUMBER || (decimal != '.' && memchr(cell->start, '.', cell->length)))
        return GLA_CELL_TEXT;
    memcpy(text, cell->start, cell->length);
    text[cell->length] = '\0';
    if (strlen(text) != cell->length)
        return GLA_CELL_TEXT;
    for (char *p = text; decimal != '.' && *p; p++)
        if (*p == decimal)
            *p = '.';
    pthread_once(&once, make_locale);
    if (!is_decimal(text))
        return GLA_CELL_TEXT;
    *value = c_locale ? strtod_l(text, &end, c_locale) : strtod(text, &end);
    if (*end)
        return GLA_CELL_TEXT;
    integer = !text[strspn(text, "+-0123456789")];
    if ((isinf(*value) && !strpbrk(text, "iI")) || (integer && fabs(*value) >= 9007199254740992.0))
        return GLA_CELL_TOO_LARGE;
    return integer ? GLA_CELL_INTEGER : GLA_CELL_REAL;
}
