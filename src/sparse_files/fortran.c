/* fortran.c - numbers as Fortran's formats write them: so many of one width in a line. */
#include "sparse_files/files.h"

#include <stdlib.h>
#include <string.h>

/* A number of at most four digits, or 0. */
static int small_number(const char **p, const char *end)
{
    int value = 0;
    for (; *p < end && **p >= '0' && **p <= '9' && value < 10000; ++*p)
        value = 10 * value + (**p - '0');
    return value;
}

static const char *skip(const char *p, const char *end, const char *what)
{
    while (p < end && strchr(what, *p))
        p++;
    return p;
}

/* (16I5), (1P,4D20.12), (3(1PE25.16)): how many, of which kind, how wide. */
static bool read_format(const char *p, const char *end, sparse_format *f)
{
    p = skip(p, end, " (");
    int n = small_number(&p, end);
    p = skip(p, end, " (");
    if (p < end && (*p == 'P' || *p == 'p')) { /* a power of ten for numbers without an exponent, which these are not */
        p = skip(p + 1, end, " ,");
        n = small_number(&p, end);
    } else if (n > 0 && p < end && *p >= '0' && *p <= '9') {
        int inner = small_number(&p, end);
        bool scale = p < end && (*p == 'P' || *p == 'p');
        p = skip(scale ? p + 1 : p, end, " ,");
        int more = scale ? small_number(&p, end) : inner;
        n *= more ? more : 1;
    }
    p = skip(p, end, " ");
    if (p == end || !strchr("IEDFGiedfg", *p))
        return false;
    f->real = *p != 'I' && *p != 'i';
    p = skip(p + 1, end, " ");
    f->width = small_number(&p, end);
    f->repeat = n ? n : 1;
    return f->width > 0 && f->width < 1000 && f->repeat < 10000;
}

gla_status sparse_formats(const sparse_text *t, int most, sparse_format *formats, int *found)
{
    *found = 0;
    for (const char *p = t->at; p < t->stop && *found < most;) {
        const char *start = memchr(p, '(', (size_t)(t->stop - p));
        if (!start)
            break;
        int depth = 0;
        for (p = start; p < t->stop; p++) {
            depth += (*p == '(') - (*p == ')');
            if (depth == 0)
                break;
        }
        if (depth || !read_format(start, p, &formats[*found]))
            return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "has a format that cannot be read");
        ++*found;
    }
    return GLA_OK;
}

static gla_status read_field(const sparse_text *t, bool real, const char *start, const char *end, int64_t *integer,
                             double *value)
{
    while (start < end && *start == ' ')
        start++;
    while (start < end && end[-1] == ' ')
        end--;
    const gla_cell word = {.start = start, .length = (size_t)(end - start)};
    if (start == end)
        return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "ends before all its numbers");
    return real ? sparse_real_of(t, &word, value) : sparse_integer_of(t, &word, integer);
}

/* Where there are as many words as numbers they are these, whatever the width: SciPy writes fields that are narrower than it
 * says. */
static int64_t count_words(sparse_text line)
{
    gla_cell word;
    int64_t n = 0;
    while (sparse_word(&line, &word))
        n++;
    return n;
}

gla_status sparse_read_fields(sparse_text *t, const sparse_format *format, int64_t count, int64_t *integers, double *reals)
{
    gla_status st = GLA_OK;
    for (int64_t k = 0; k < count && !st;) {
        if (!sparse_next_line(t))
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.300s' is cut off", t->op, t->path);
        int expected = count - k < format->repeat ? (int)(count - k) : format->repeat;
        bool words = count_words(*t) == expected;
        for (int i = 0; i < expected && !st; i++, k++) {
            const char *p = t->at, *end = t->stop - p > format->width ? p + format->width : t->stop;
            gla_cell word;
            if (words && sparse_word(t, &word)) {
                p = word.start;
                end = p + word.length;
            }
            st = read_field(t, reals != NULL, p, end, integers ? &integers[k] : NULL, reals ? &reals[k] : NULL);
            t->at = end;
        }
        if (t->number % 16384 == 0 && gla_interrupted())
            return gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", t->op);
    }
    return st;
}
