/* labels.c - Lists of strings, some of which may be missing. The strings are stored in large shared blocks, because lists are
 * long. */
#include "binding/reader.h"
#include "binding/texts.h"
#include "runtime/allocation.h"
#include "runtime/error.h"

#include <string.h>

#define PIECE ((size_t)1 << 16)

typedef struct piece {
    struct piece *before;
    char texts[];
} piece;

typedef struct labels {
    gla_strings strings; /* first member, so that a pointer to this struct can be used as a gla_strings */
    piece *last;
    char *free; /* unused part of the last block */
    size_t left;
} labels;

void gla_release_labels(gla_strings *s)
{
    labels *l = (labels *)s;
    while (l && l->last) {
        piece *before = l->last->before;
        gla_free(l->last);
        l->last = before;
    }
    if (l)
        gla_free(l->strings.v);
    gla_free(l);
}

static gla_status copy_label(labels *l, const char *text, size_t length, char **copy)
{
    if (length >= l->left) {
        size_t size = length < PIECE ? PIECE : length + 1;
        piece *more = gla_malloc(sizeof *more + size);
        if (!more)
            return gla_fail_memory("text", size);
        more->before = l->last;
        l->last = more;
        l->free = more->texts;
        l->left = size;
    }
    *copy = memcpy(l->free, text, length);
    l->free[length] = 0;
    l->free += length + 1;
    l->left -= length + 1;
    return GLA_OK;
}

static bool is_missing(const gla_value *v)
{
    return v->kind == GLA_VALUE_NONE ||
           (v->kind == GLA_VALUE_NUMBER && !v->text && v->number.dtype == GLA_FLOAT64 && v->number.v.f[0] != v->number.v.f[0]);
}

static gla_status add_label(gla_reader *r, void *o, gla_strings *s, const char *wanted)
{
    gla_value v;
    gla_status st = r->binding->look(r, o, GLA_LOOK_TEXT, &v);
    if (st || is_missing(&v))
        return st;
    if ((v.kind != GLA_VALUE_TEXT && v.kind != GLA_VALUE_NUMBER) || !v.text)
        return gla_wanted(r, GLA_DTYPE_ERROR, o, wanted);
    return (st = gla_check_text(v.text, v.length)) ? st : copy_label((labels *)s, v.text, v.length, &s->v[s->n]);
}

gla_status gla_read_labels(gla_reader *r, void *o, gla_strings **p)
{
    bool is_given;
    labels *l = gla_calloc(1, sizeof *l);
    *p = NULL;
    if (!l)
        return gla_fail_memory("text", sizeof *l);
    gla_status st = gla_read_each_text(r, o, &l->strings, add_label, &is_given);
    if (st || !is_given)
        gla_release_labels(&l->strings);
    else
        *p = &l->strings;
    return st;
}
