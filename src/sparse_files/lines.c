/* lines.c - Lines, words and numbers of text files. */
#include "sparse_files/files.h"

#include "io/inflate.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

gla_status sparse_text_open(sparse_text *t, const char *op, const char *path)
{
    size_t size = 0;
    *t = (sparse_text){.op = op, .path = path};
    gla_status st = gla_read_file(op, path, &t->data, &size);
    if (!st)
        st = gla_gunzip(op, path, &t->data, &size);
    t->next = t->at = t->stop = t->data;
    t->end = st ? t->data : t->data + size;
    return st;
}

void sparse_text_close(sparse_text *t)
{
    gla_free(t->data);
    t->data = NULL;
}

bool sparse_next_line(sparse_text *t)
{
    if (t->next == t->end)
        return false;
    const char *newline = memchr(t->next, '\n', (size_t)(t->end - t->next));
    t->at = t->next;
    t->stop = newline ? newline : t->end;
    t->next = newline ? newline + 1 : t->end;
    t->number++;
    if (t->stop > t->at && t->stop[-1] == '\r')
        t->stop--;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

bool sparse_next_full_line(sparse_text *t)
{
    while (sparse_next_line(t)) {
        const char *p = t->at;
        while (p < t->stop && is_blank(*p))
            p++;
        if (p < t->stop && *p != '%')
            return true;
    }
    return false;
}

bool sparse_word(sparse_text *t, gla_cell *word)
{
    const char *p = t->at;
    while (p < t->stop && is_blank(*p))
        p++;
    word->start = p;
    while (p < t->stop && !is_blank(*p))
        p++;
    word->length = (size_t)(p - word->start);
    word->escaped = false;
    t->at = p;
    return word->length > 0;
}

bool sparse_word_is(const gla_cell *word, const char *text)
{
    return word->length == strlen(text) && strncasecmp(word->start, text, word->length) == 0;
}

gla_status sparse_fail_line(const sparse_text *t, gla_status kind, const char *format, ...)
{
    char fact[200];
    va_list args;
    va_start(args, format);
    gla_vprint(fact, sizeof fact, format, args);
    va_end(args);
    return gla_fail(kind, "%s: line %lld of '%.300s' %s", t->op, (long long)t->number, t->path, fact);
}

/* ---- numbers ------------------------------------------------------------------------------------------------- */
static gla_status not_a(const sparse_text *t, const gla_cell *word, const char *what)
{
    return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "has '%.*s' where %s is expected", gla_prefix(word->start, word->length, 40),
                            word->start, what);
}

gla_status sparse_integer_of(const sparse_text *t, const gla_cell *word, int64_t *value)
{
    const char *p = word->start, *end = p + word->length;
    bool negative = p < end && *p == '-';
    int64_t v = 0;
    p += p < end && (*p == '-' || *p == '+');
    if (p == end)
        return not_a(t, word, "an integer");
    for (; p < end; p++) {
        if (*p < '0' || *p > '9')
            return not_a(t, word, "an integer");
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, *p - '0', &v))
            return sparse_fail_line(t, GLA_OVERFLOW_ERROR, "has an integer that does not fit in 64 bits");
    }
    *value = negative ? -v : v;
    return GLA_OK;
}

/* Convert the Fortran forms 1.5D+03 and 1.5+103 to 1.5E+03. */
static gla_cell without_d(const gla_cell *word, char text[64])
{
    size_t n = 0;
    for (size_t i = 0; i < word->length && n < 62; i++) {
        char c = word->start[i];
        if ((c == '+' || c == '-') && i > 0 && strchr("0123456789.", word->start[i - 1]))
            text[n++] = 'E';
        text[n++] = c == 'D' || c == 'd' || c == 'e' ? 'E' : c;
    }
    return (gla_cell){.start = text, .length = n};
}

static bool is_word(const gla_cell *word, const char *name)
{
    gla_cell rest = *word;
    bool sign = rest.length && (*rest.start == '-' || *rest.start == '+');
    rest.start += sign;
    rest.length -= sign;
    return sparse_word_is(&rest, name);
}

gla_status sparse_real_of(const sparse_text *t, const gla_cell *word, double *value)
{
    char text[64];
    gla_cell_kind kind = gla_cell_number(word, '.', 0, value);
    if (kind == GLA_CELL_TEXT && word->length < 60) {
        gla_cell other = without_d(word, text);
        kind = gla_cell_number(&other, '.', 0, value);
    }
    if (kind == GLA_CELL_TOO_LARGE)
        return sparse_fail_line(t, GLA_OVERFLOW_ERROR, "has %.*s, which is too large for float64",
                                gla_prefix(word->start, word->length, 40), word->start);
    if (kind == GLA_CELL_INTEGER || kind == GLA_CELL_REAL)
        return GLA_OK;
    bool infinite = is_word(word, "inf") || is_word(word, "infinity");
    *value = infinite ? (*word->start == '-' ? -INFINITY : INFINITY) : NAN;
    return infinite || is_word(word, "nan") ? GLA_OK : not_a(t, word, "a number");
}

gla_status sparse_next_integer(sparse_text *t, const char *what, int64_t *value)
{
    gla_cell word;
    *value = 0;
    if (!sparse_word(t, &word))
        return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "ends before %s", what);
    return sparse_integer_of(t, &word, value);
}

gla_status sparse_next_real(sparse_text *t, double *value)
{
    gla_cell word;
    *value = 0;
    if (!sparse_word(t, &word))
        return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "ends before its number");
    return sparse_real_of(t, &word, value);
}

bool sparse_can_hold(const sparse_text *t, int64_t count, int64_t words)
{
    int64_t bytes;
    return count == 0 || words == 0 || (!__builtin_mul_overflow(count, 2 * words, &bytes) && bytes - 1 <= t->end - t->next);
}
