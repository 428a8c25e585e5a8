/* parse.c - Parser of words and literals of the case language. */
#include "cases.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *tokenize(const char *line, words *w)
{
    w->n = w->at = 0;
    for (const char *p = line;;) {
        while (isspace((unsigned char)*p) || *p == ',')
            p++;
        if (!*p)
            return NULL;
        const char *start = p;
        if (*p == '"') {
            for (p++; *p && *p != '"'; p++)
                if (*p == '\\' && p[1])
                    p++;
            if (!*p++)
                return format("a text is not closed: %s", start);
        } else if (strchr("[]", *p)) {
            p++;
        } else {
            while (*p && !isspace((unsigned char)*p) && !strchr("[],\"", *p))
                p++;
        }
        if (w->n == (int)(sizeof w->v / sizeof *w->v))
            return "too many words";
        w->v[w->n++] = keep_text(start, (size_t)(p - start));
    }
}

const value *find_name(const scope *names, const char *name)
{
    for (int i = names->n; i-- > 0;)
        if (strcmp(names->v[i].name, name) == 0)
            return &names->v[i].value;
    return NULL;
}

void set_name(scope *names, const char *name, value v)
{
    for (int i = 0; i < names->n; i++)
        if (strcmp(names->v[i].name, name) == 0) {
            names->v[i].value = v;
            return;
        }
    if (names->n < (int)(sizeof names->v / sizeof *names->v)) {
        names->v[names->n].name = name;
        names->v[names->n++].value = v;
    }
}

static value unquote(const char *word)
{
    char *text = keep(strlen(word)), *to = text;
    for (const char *p = word + 1; p[1]; p++) {
        if (*p == '\\') {
            p++;
            *to++ = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
        } else {
            *to++ = *p;
        }
    }
    return (value){.kind = TEXT, .text = text};
}

/* Parse an integer without point and exponent; unlike strtod, accept neither "0x" nor names. */
static bool parse_integer(const char *word, value *out)
{
    const char *digits = word + (*word == '-' || *word == '+');
    if (!*digits || digits[strspn(digits, "0123456789")])
        return false;
    errno = 0;
    *out = (value){.kind = INTEGER, .integer = strtoll(word, NULL, 10)};
    if (errno && *word != '-') {
        errno = 0;
        *out = (value){.kind = UNSIGNED, .integer = (int64_t)strtoull(word, NULL, 10)};
    }
    return !errno;
}

/* Parse "1.5", "-inf", "1+2j", "nan-infj". */
static bool parse_real(const char *word, value *out)
{
    char *end, *last;
    const char *first = word + (*word == '-' || *word == '+');
    if (!isdigit((unsigned char)*first) && *first != '.' && strncmp(first, "inf", 3) && strncmp(first, "nan", 3))
        return false;
    double re = strtod(word, &end), im;
    if (end == word)
        return false;
    if (!*end) {
        *out = (value){.kind = REAL, .real = re};
        return true;
    }
    if (strcmp(end, "j") == 0) {
        *out = (value){.kind = COMPLEX, .imag = re};
        return true;
    }
    im = strtod(end, &last);
    *out = (value){.kind = COMPLEX, .real = re, .imag = im};
    return (*end == '+' || *end == '-') && strcmp(last, "j") == 0;
}

static const char *parse_list(words *w, const scope *names, value *out)
{
    int room = 0, n = 0;
    value *items = NULL;
    while (w->at < w->n && *w->v[w->at] != ']') {
        if (n == room) {
            room = room ? 2 * room : 8;
            value *more = keep((size_t)room * sizeof *more);
            if (n)
                memcpy(more, items, (size_t)n * sizeof *more);
            items = more;
        }
        const char *problem = parse_value(w, names, &items[n++]);
        if (problem)
            return problem;
    }
    if (w->at++ == w->n)
        return "a list is not closed";
    *out = (value){.kind = LIST, .n = n, .items = items};
    return NULL;
}

const char *parse_value(words *w, const scope *names, value *out)
{
    if (w->at == w->n)
        return "a value is missing";
    const char *word = w->v[w->at++];
    const value *named;
    if (*word == '[')
        return parse_list(w, names, out);
    if (*word == '"')
        *out = unquote(word);
    else if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0)
        *out = (value){.kind = BOOL, .integer = *word == 't'};
    else if (strcmp(word, "none") == 0)
        *out = (value){.kind = NONE};
    else if (parse_integer(word, out) || parse_real(word, out))
        return NULL;
    else if ((named = find_name(names, word)))
        *out = *named;
    else if (gla_dtype_from_name(word))
        *out = (value){.kind = TEXT, .text = word};
    else
        return format("no such name or literal: %s", word);
    return NULL;
}
