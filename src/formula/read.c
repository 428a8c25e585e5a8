/* read.c - Split the text of a formula into words: names, numbers and operators. */
#include "formula/read.h"
#include "runtime/runtime.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Return the length of the operator or punctuation mark at p: one to three characters. */
static size_t mark_length(const char *p)
{
    static const char *const marks[] = {"**=", "//=", "<<=", ">>=", "**", "//", "<<", ">>", "<=", ">=", "==", "!=",
                                        "&&",  "||",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strncmp(p, marks[i], strlen(marks[i])) == 0)
            return strlen(marks[i]);
    return 1;
}

static size_t number_length(const char *p)
{
    const char *q = p;
    if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
        for (q += 2; isxdigit((unsigned char)*q); q++)
            ;
    } else {
        while (is_digit(*q) || *q == '.')
            q++;
        if ((*q == 'e' || *q == 'E') && (is_digit(q[1]) || ((q[1] == '+' || q[1] == '-') && is_digit(q[2]))))
            for (q += 2; is_digit(*q); q++)
                ;
    }
    while (is_letter(*q) || is_digit(*q)) /* a suffix, or invalid characters */
        q++;
    return (size_t)(q - p);
}

static void skip_blanks(gla_reader *r)
{
    for (;;) {
        const char *p = r->text + r->at;
        if (isspace((unsigned char)*p)) {
            r->at++;
        } else if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");
            if (!end) {
                gla_read_fail(r, gla_read_place(r), "a comment is not closed");
                return;
            }
            r->at += (size_t)(end + 2 - p);
        } else if (strncmp(p, "#line ", 6) == 0) { /* used in messages, see gla_formula_fail */
            r->at += strcspn(p, "\n");
        } else {
            return;
        }
    }
}

void gla_read_next(gla_reader *r)
{
    r->at += r->length;
    r->length = 0;
    skip_blanks(r);
    const char *p = r->text + r->at;
    if (r->status || !*p) {
        r->kind = GLA_WORD_END;
        return;
    }
    if (is_letter(*p)) {
        r->kind = GLA_WORD_NAME;
        while (is_letter(p[r->length]) || is_digit(p[r->length]))
            r->length++;
    } else if (is_digit(*p) || (*p == '.' && is_digit(p[1]))) {
        r->kind = GLA_WORD_NUMBER;
        r->length = number_length(p);
    } else {
        r->kind = GLA_WORD_MARK;
        r->length = mark_length(p);
        if (!strchr("|&^=!<>+-*/%~?:(){},;", *p)) {
            while ((p[r->length] & 0xc0) == 0x80) /* continuation bytes of a UTF-8 character */
                r->length++;
            bool shown = isprint((unsigned char)*p) || r->length > 1;
            gla_read_fail(r, gla_read_place(r), "the character `%.*s` has no meaning here", shown ? (int)r->length : 1,
                          shown ? p : "?");
        }
    }
}

void gla_read_begin(gla_reader *r, gla_formula *f, int which)
{
    *r = (gla_reader){.f = f, .which = which, .text = f->text[which]};
    gla_read_next(r);
}

bool gla_read_is(const gla_reader *r, const char *word)
{
    return r->length == strlen(word) && memcmp(r->text + r->at, word, r->length) == 0;
}

bool gla_read_take(gla_reader *r, const char *word)
{
    if (r->status || !gla_read_is(r, word))
        return false;
    gla_read_next(r);
    return true;
}

bool gla_read_before(const gla_reader *r, const char *word)
{
    gla_reader ahead = *r;
    ahead.status = GLA_OK;
    gla_read_next(&ahead);
    return gla_read_is(&ahead, word);
}

const char *gla_read_show(const gla_reader *r, char buf[40])
{
    if (r->length)
        snprintf(buf, 40, "`%.*s`", r->length > 36 ? 36 : (int)r->length, r->text + r->at);
    else
        snprintf(buf, 40, "the end");
    return buf;
}

void gla_read_want(gla_reader *r, const char *word)
{
    char found[40];
    if (!gla_read_take(r, word))
        gla_read_fail(r, gla_read_place(r), "`%s` is missing before %s", word, gla_read_show(r, found));
}

int gla_read_place(const gla_reader *r)
{
    return (int)r->at + (r->which << 28);
}

void gla_read_fail(gla_reader *r, int place, const char *format, ...)
{
    char message[300];
    va_list args;
    if (r->status)
        return;
    va_start(args, format);
    gla_vprint(message, sizeof message, format, args);
    va_end(args);
    r->status = gla_formula_fail(r->f, place, "%s", message);
    r->kind = GLA_WORD_END;
    r->length = 0;
}

bool gla_read_is_reserved(const gla_reader *r)
{
    static const char *const words[] = {"if", "else", "for", "return", "and", "or", "true", "false"};
    bool found = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && !found; i++)
        found = gla_read_is(r, words[i]);
    return found;
}

const char *gla_read_name(gla_reader *r)
{
    char found[40];
    if (r->status || r->kind != GLA_WORD_NAME || gla_read_is_reserved(r)) {
        gla_read_fail(r, gla_read_place(r), r->kind == GLA_WORD_NAME ? "%s cannot be a name" : "a name is missing before %s",
                      gla_read_show(r, found));
        return NULL;
    }
    char *name = gla_formula_alloc(r->f, r->length + 1);
    if (name)
        memcpy(name, r->text + r->at, r->length);
    else
        r->status = gla_last_status();
    gla_read_next(r);
    return name;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------- */
static bool read_real(const char *text, size_t length, double *value)
{
    char copy[400], *end;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    *value = gla_read_numeral(copy, &end);
    return !*end && isfinite(*value);
}

static bool read_integer(const char *text, size_t length, gla_constant *value)
{
    bool hex = length > 2 && (text[1] == 'x' || text[1] == 'X');
    uint64_t n = 0;
    for (size_t i = hex ? 2 : 0; i < length; i++) {
        int c = tolower((unsigned char)text[i]), digit = c >= 'a' ? c - 'a' + 10 : c - '0';
        if (digit < 0 || digit >= (hex ? 16 : 10) || __builtin_mul_overflow(n, hex ? 16u : 10u, &n) ||
            __builtin_add_overflow(n, (uint64_t)digit, &n))
            return false;
    }
    *value = (gla_constant){.dtype = n > INT64_MAX ? GLA_UINT64 : GLA_INT64, .integer = (int64_t)n};
    return true;
}

void gla_read_constant(gla_reader *r, gla_constant *value)
{
    const char *text = r->text + r->at;
    size_t length = r->length;
    bool hex = length > 1 && (text[1] == 'x' || text[1] == 'X'), good;
    bool imaginary = text[length - 1] == 'j' && !hex;
    bool real = imaginary || (!hex && (memchr(text, '.', length) || memchr(text, 'e', length) || memchr(text, 'E', length)));
    char found[40];
    *value = (gla_constant){.dtype = imaginary ? GLA_COMPLEX128 : GLA_FLOAT64};
    if (real)
        good = read_real(text, length - imaginary, imaginary ? &value->im : &value->re);
    else
        good = read_integer(text, length, value);
    if (!good)
        gla_read_fail(r, gla_read_place(r), "%s cannot be represented as a number%s", gla_read_show(r, found),
                      real ? "" : "; write a float such as 1e20");
    gla_read_next(r);
}

/* ---- types --------------------------------------------------------------------------------------------------------- */
static gla_dtype dtype_here(const gla_reader *r)
{
    for (int t = GLA_BOOL; t < GLA_DTYPE_COUNT; t++)
        if (gla_read_is(r, gla_dtype_name((gla_dtype)t)))
            return (gla_dtype)t;
    return GLA_NO_DTYPE;
}

bool gla_read_is_type(const gla_reader *r)
{
    return r->kind == GLA_WORD_NAME && (isupper((unsigned char)r->text[r->at]) || dtype_here(r));
}

gla_type gla_read_type(gla_reader *r)
{
    gla_type type = {.dtype = dtype_here(r)};
    if (type.dtype)
        gla_read_next(r);
    else
        type.name = gla_read_name(r);
    return type;
}
