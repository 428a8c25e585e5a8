/* words.c - Compose error messages about arguments. A message that does not name its argument yet begins with a marker
 * character. */
#include "gpulinalg/binding.h"
#include "gpulinalg/call.h"

#include "binding/hints.h"
#include "core/core.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MARK "\1"
enum { LONGEST_TEXT = 40, MESSAGE = 1024 };

/* ---- descriptions ------------------------------------------------------------------------------------------------- */
const char *gla_describe_text(char buf[GLA_DESCRIPTION], const char *utf8, size_t length)
{
    size_t n = length > LONGEST_TEXT ? LONGEST_TEXT : length;
    while (n < length && n > 0 && (utf8[n] & 0xC0) == 0x80) /* do not cut within a character */
        n--;
    size_t used = 0;
    buf[used++] = '\'';
    for (size_t i = 0; i < n; i++)
        buf[used++] = (unsigned char)utf8[i] < ' ' ? ' ' : utf8[i];
    strcpy(buf + used, n < length ? "...'" : "'");
    return buf;
}

const char *gla_describe_integer(char buf[GLA_DESCRIPTION], int64_t value)
{
    snprintf(buf, GLA_DESCRIPTION, "%lld", (long long)value);
    return buf;
}

/* Format a double with the fewest decimal digits that parse to the same double. Integral values get a decimal point, which
 * distinguishes them from integers. */
const char *gla_describe_real(char buf[GLA_DESCRIPTION], double value)
{
    if (!isfinite(value))
        return strcpy(buf, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
    for (int digits = 1; digits <= 17; digits++) {
        gla_print(buf, GLA_DESCRIPTION, "%.*g", digits, value);
        if (gla_read_numeral(buf, NULL) == value)
            break;
    }
    if (!strpbrk(buf, ".e"))
        strcat(buf, ".0");
    return buf;
}

const char *gla_describe_complex(char buf[GLA_DESCRIPTION], double re, double im)
{
    char a[GLA_DESCRIPTION], b[GLA_DESCRIPTION];
    snprintf(buf, GLA_DESCRIPTION, "%.60s%s%.60sj", gla_describe_real(a, re), signbit(im) && !isnan(im) ? "" : "+",
             gla_describe_real(b, im));
    return buf;
}

const char *gla_describe_object(char buf[GLA_DESCRIPTION], const char *class_name)
{
    snprintf(buf, GLA_DESCRIPTION, "an object of class %.100s", class_name);
    return buf;
}

const char *gla_describe_class(char buf[GLA_DESCRIPTION], const char *class_name)
{
    snprintf(buf, GLA_DESCRIPTION, "%s %.100s", strchr("AEIOU", class_name[0]) ? "an" : "a", class_name);
    return buf;
}

const char *gla_describe_array(char buf[GLA_DESCRIPTION], const gla_array *a)
{
    char shape[GLA_SHAPE_TEXT];
    gla_shape_text(gla_array_ndim(a), gla_array_shape(a), shape, sizeof shape);
    const char *dtype = gla_dtype_name(gla_array_dtype(a));
    snprintf(buf, GLA_DESCRIPTION, "%s %s Array of shape %.100s", dtype[0] == 'i' ? "an" : "a", dtype, shape);
    return buf;
}

static void copy_text(char to[MESSAGE], const char *text)
{
    size_t length = strnlen(text, MESSAGE - 1);
    memcpy(to, text, length);
    to[length] = '\0';
}

/* ---- the outcome of a call ---------------------------------------------------------------------------------------- */
gla_status gla_failure_of(gla_status status)
{
    if (status == GLA_NO_ARRAY)
        return GLA_ARGUMENT_ERROR;
    return status > GLA_OK && status < GLA_STATUS_COUNT ? status : GLA_INTERNAL_ERROR;
}

/* Find the method whose C name is the first `length` characters of a message ("generator_normal"), if scripts call the method
 * by another name. */
static const gla_function *method_of(const char *message, size_t length)
{
    int n;
    const gla_function *all = gla_functions(&n);
    for (int i = 0; i < n; i++)
        if ((all[i].manner == GLA_METHOD || all[i].manner == GLA_PROPERTY) && strncmp(all[i].name, message, length) == 0 &&
            !all[i].name[length] && strcmp(all[i].name, all[i].method) != 0)
            return &all[i];
    return NULL;
}

/* Name the method as scripts do: "Generator.normal: ..." instead of "generator_normal: ...". */
const char *gla_failure_message(gla_status status)
{
    if (status != gla_last_status())
        return "a function failed without a message; please report this";
    const char *message = gla_last_message();
    const char *colon = strchr(message, ':');
    size_t length = colon ? (size_t)(colon - message) : 0;
    const gla_function *f = memchr(message, '_', length) ? method_of(message, length) : NULL;
    if (!f)
        return message;
    char rest[MESSAGE];
    copy_text(rest, message + length);
    gla_fail(status, "%s.%s%s", f->class_name, f->method, rest);
    return gla_last_message();
}

/* ---- errors ------------------------------------------------------------------------------------------------------- */
/* Return true if a string consists of digits with a comma, such as '2,5' or '-1,234.5'. */
static bool has_comma(const char *got)
{
    const char *digits = got + 1 + strspn(got + 1, "-+"), *comma = strchr(digits, ',');
    return comma && isdigit((unsigned char)digits[0]) && isdigit((unsigned char)comma[1]) &&
           strspn(digits, "0123456789.,") == strlen(digits) - 1;
}

static bool is_none(const char *got)
{
    char none[GLA_DESCRIPTION];
    gla_spell_print(none, sizeof none, "{none}");
    return strcmp(got, none) == 0;
}

/* Return a remedy for an argument of the wrong kind, or "" if no remedy is known. For example, a sparse matrix can be made
 * dense, and a string among numbers is an unparsed number or a category. */
static const char *remedy(const char *got, const char *wanted)
{
    if (is_none(got) && !strcmp(wanted, GLA_WANT_NUMBER))
        return "; write a missing value as nan, which nanmean and similar functions skip";
    if (is_none(got) && !strcmp(wanted, GLA_WANT_ARRAY))
        return "; it may come from a lookup of a missing key";
    if (got[0] == '\'' && !strcmp(wanted, GLA_WANT_NUMBER) && has_comma(got))
        return "; write decimals with a point, and thousands without a comma";
    if (isdigit((unsigned char)got[0]) && !strcmp(wanted, GLA_WANT_DTYPE))
        return "; pass the shape as one list: [2, 3]";
    if (got[0] == '\'' && !strcmp(wanted, GLA_WANT_NUMBER))
        return "; convert it to a number, or encode categories with factorize_texts";
    if (!strcmp(got, "a Sparse") && !strcmp(wanted, GLA_WANT_ARRAY))
        return "; use its operators and methods, or toarray()";
    if (!strcmp(wanted, "a Generator"))
        return "; random.Generator creates one from a seed";
    return strcmp(wanted, "a Sparse") ? "" : "; sparse.Sparse creates one from arrays";
}

gla_status gla_argument_is(gla_status kind, const char *got, const char *wanted)
{
    char spelled[GLA_SPELLED];
    return gla_fail(kind, MARK " is %s, but it must be %s%s", got, gla_spell(wanted, spelled), remedy(got, wanted));
}

gla_status gla_argument_fact(gla_status kind, const char *format, ...)
{
    char fact[MESSAGE], spelled[GLA_SPELLED];
    va_list args;
    va_start(args, format);
    gla_vprint(fact, sizeof fact, gla_spell(format, spelled), args);
    va_end(args);
    return gla_fail(kind, MARK " %s", fact);
}

gla_status gla_refuse_copy(const char *class_name)
{
    char object[GLA_DESCRIPTION];
    return gla_fail(GLA_DTYPE_ERROR, "copy: %s cannot be copied or serialised; create another one from the same data",
                    gla_describe_class(object, class_name));
}

/* Copy the rest of a marked message, because gla_fail overwrites it. Return false for other messages. */
static bool marked(char rest[MESSAGE])
{
    const char *message = gla_marked_message();
    if (message)
        copy_text(rest, message + 1);
    return message != NULL;
}

gla_status gla_argument_at(int64_t place)
{
    char rest[MESSAGE];
    if (!marked(rest) || rest[0] == ':')
        return gla_last_status();
    /* Iterating over a data frame yields the names of its columns, which are strings. */
    const char *hint = "";
    if (rest[0] != '[' && strncmp(rest, " is '", 5) == 0 && strstr(rest, "must be " GLA_WANT_ARRAY))
        hint = "; pass the columns of a data frame one by one, and encode strings with factorize_texts";
    return gla_fail(gla_last_status(), MARK "[%lld]%s%s", (long long)place, rest, hint);
}

gla_status gla_argument_in(const char *column)
{
    char rest[MESSAGE];
    if (!marked(rest) || rest[0] == ':')
        return gla_last_status();
    return gla_fail(gla_last_status(), GLA_UNNAMED "column '%.60s'%s", column, rest);
}

/* Replace the general remedy in a message by a hint for this function. A hint that begins with a comma also replaces the
 * expected kind of value. */
static void add_hint(char rest[MESSAGE], const char *function, const char *argument)
{
    char spelled[GLA_SPELLED];
    const char *name, *hint = gla_hint(function, argument, rest, &name);
    if (!hint)
        return;
    char *end = *hint == ',' ? strstr(rest, ", but it must be ") : strchr(rest, ';');
    if (end)
        *end = '\0';
    size_t used = strlen(rest);
    snprintf(rest + used, MESSAGE - used, gla_spell(hint, spelled), name);
}

/* Return the displayed length of a function name. Objects that scripts call like functions have C names such as
 * elementwise_call. */
static int shown(const char *function)
{
    static const char suffix[] = "_call";
    size_t length = strlen(function), end = sizeof suffix - 1;
    return (int)(length > end && strcmp(function + length - end, suffix) == 0 ? length - end : length);
}

/* Return true if the argument of a function is optional. */
static bool is_option(const char *function, int length, const char *argument)
{
    int n;
    const gla_function *all = gla_functions(&n);
    for (int i = 0; i < n; i++)
        if (strncmp(all[i].name, function, (size_t)length) == 0 && !all[i].name[length])
            for (int k = all[i].required; k < all[i].total; k++)
                if (strcmp(all[i].arguments[k].name, argument) == 0)
                    return true;
    return false;
}

/* Return a hint if the value of an argument is the argument's own name, or a dictionary. For an argument without a default,
 * Perl takes the name in `name => value` as the value. */
static const char *misplaced(char hint[GLA_SPELLED], const char *function, int length, const char *argument, const char *rest)
{
    size_t n = strlen(argument);
    bool named = strncmp(rest, " is '", 5) == 0 && strncmp(rest + 5, argument, n) == 0 && rest[5 + n] == '\'';
    bool braced = strncmp(rest, " is " GLA_DESCRIBE_DICTIONARY ",", 17) == 0 || strncmp(rest, " is a hash reference,", 21) == 0;
    char format[GLA_SPELLED];
    hint[0] = '\0';
    if (!named && (!braced || strchr(rest, ';'))) /* a hint says more */
        return hint;
    if (!is_option(function, length, argument))
        return named ? "; pass this required argument by position, without its name" : hint;
    snprintf(format, sizeof format,
             named ? "; the value after the name is missing: {%.100s=value}" : "; pass options without braces: {%.100s=value}",
             argument);
    return gla_spell(format, hint);
}

gla_status gla_argument_of(const char *function, const char *argument)
{
    char rest[MESSAGE];
    if (!marked(rest))
        return gla_last_status();
    int length = shown(function);
    if (rest[0] == ':') /* GLA_UNNAMED: the message is not about an argument */
        return gla_fail(gla_last_status(), "%.*s: %s", length, function, rest + 1);
    add_hint(rest, function, argument);
    char hint[GLA_SPELLED];
    return gla_fail(gla_last_status(), "%.*s: %s%s%s", length, function, argument, rest,
                    misplaced(hint, function, length, argument, rest));
}

void gla_keep_error(gla_kept_error *kept)
{
    kept->status = gla_last_status();
    if (kept->status == GLA_OK)
        return;
    const char *message = gla_marked_message();
    copy_text(kept->message, message ? message : gla_last_message());
}

void gla_restore_error(const gla_kept_error *kept)
{
    if (kept->status != GLA_OK)
        gla_fail(kept->status, "%s", kept->message);
}
