/* numerals.c - Format and parse numbers with a decimal point in every locale. Scripts set a locale for their own output, and a
 * number with a decimal comma could be misread as two numbers in a message. */
#include "config.h"
#include "runtime/runtime.h"

#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static locale_t plain;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_locale(void)
{
    plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
}

/* Set the C locale for the thread and return the previous locale. If the C locale could not be created, keep the current
 * locale. */
static locale_t begin(void)
{
    pthread_once(&once, make_locale);
    return uselocale(plain);
}

int gla_vprint(char *buf, size_t size, const char *format, va_list args)
{
    const char *point = nl_langinfo(RADIXCHAR);
    if (point[0] == '.' && !point[1]) /* the usual case */
        return vsnprintf(buf, size, format, args);
    locale_t before = begin();
    int n = vsnprintf(buf, size, format, args);
    uselocale(before);
    return n;
}

int gla_print(char *buf, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = gla_vprint(buf, size, format, args);
    va_end(args);
    return n;
}

double gla_read_numeral(const char *text, char **end)
{
    locale_t before = begin();
    double value = strtod(text, end);
    uselocale(before);
    return value;
}
