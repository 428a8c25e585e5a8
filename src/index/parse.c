/* parse.c - Parse index expressions in strings: "1:3,::2". */
#include "core/core.h"

#include <ctype.h>
#include <string.h>

typedef struct reader {
    const char *text, *p; /* the whole string, and the position in it */
    int place;            /* number of the part, from 1, for messages */
} reader;

static void skip_space(reader *r)
{
    while (isspace((unsigned char)*r->p))
        r->p++;
}

/* Skip the word at p if it is complete: "newaxis", not "newaxisx". */
static bool accept(reader *r, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(r->p, word, n) != 0 || (isalpha((unsigned char)*word) && isalnum((unsigned char)r->p[n])))
        return false;
    r->p += n;
    skip_space(r);
    return true;
}

static gla_status fail_place(const reader *r)
{
    return gla_fail(
        GLA_ARGUMENT_ERROR,
        "index \"%.200s\": part %d cannot be parsed; write an integer, a slice such as 1:10:2, an ellipsis (...), or newaxis",
        r->text, r->place);
}

/* Integers beyond 64 bits become the largest integer. Such a bound is clamped to the end, and such an index is out of range. */
static bool accept_integer(reader *r, int64_t *value)
{
    const char *p = r->p;
    bool negative = *p == '-';
    int64_t v = 0;
    if (*p == '-' || *p == '+')
        p++;
    if (!isdigit((unsigned char)*p))
        return false;
    for (; isdigit((unsigned char)*p); p++)
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, *p - '0', &v))
            v = INT64_MAX;
    *value = negative ? -v : v;
    r->p = p;
    skip_space(r);
    return true;
}

static gla_status parse_item(reader *r, gla_index_item *item)
{
    *item = (gla_index_item){.kind = GLA_INDEX_SLICE, .step = 1};
    if (accept(r, "...")) {
        item->kind = GLA_INDEX_ELLIPSIS;
        return GLA_OK;
    }
    if (accept(r, "newaxis") || accept(r, "*")) {
        item->kind = GLA_INDEX_NEW_AXIS;
        return GLA_OK;
    }
    item->has_start = accept_integer(r, &item->start);
    if (!accept(r, ":")) {
        item->kind = GLA_INDEX_INTEGER;
        return item->has_start ? GLA_OK : fail_place(r);
    }
    item->has_stop = accept_integer(r, &item->stop);
    if (accept(r, ":") && accept_integer(r, &item->step) && item->step == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "index \"%.200s\": the step of part %d is 0, but it must be nonzero", r->text,
                        r->place);
    return GLA_OK;
}

gla_status gla_index_parse(const char *text, gla_index *key)
{
    reader r = {.text = text, .p = text, .place = 1};
    if (!text || !key || key->n < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "index: text or key is NULL, or the key's length is negative");
    skip_space(&r);
    for (;; r.place++) {
        if (key->n >= (int)(sizeof key->v / sizeof *key->v))
            return gla_fail(GLA_INDEX_ERROR,
                            "index \"%.200s\": there are more than %d parts, but an array has at most %d dimensions", text,
                            key->n, GLA_MAX_NDIM);
        gla_status st = parse_item(&r, &key->v[key->n]);
        if (st)
            return st;
        key->n++;
        if (*r.p == '\0')
            return GLA_OK;
        if (!accept(&r, ","))
            return fail_place(&r);
    }
}
