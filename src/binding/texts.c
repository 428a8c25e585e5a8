/* texts.c - Arguments that are strings or lists of strings. */
#include "binding/reader.h"
#include "binding/texts.h"
#include "runtime/allocation.h"

#include "core/core.h"

#include <string.h>

gla_status gla_check_text(const char *text, size_t length)
{
    if (!memchr(text, 0, length))
        return GLA_OK;
    return gla_argument_fact(GLA_ARGUMENT_ERROR, "contains a NUL character, which would end the string; remove it");
}

static gla_status copy_text(const char *text, size_t length, const char **copy, gla_text *store)
{
    if (length >= sizeof store->near && !(store->owned = gla_malloc(length + 1)))
        return gla_fail_memory("text", length);
    char *to = memcpy(store->owned ? store->owned : store->near, text, length);
    to[length] = 0;
    *copy = to;
    return GLA_OK;
}

gla_status gla_read_text(gla_reader *r, void *o, const char **text, gla_text *store)
{
    char number[GLA_DESCRIPTION];
    gla_value v;
    *text = NULL;
    gla_status st = r->binding->look(r, o, GLA_LOOK_TEXT, &v);
    if (st || v.kind == GLA_VALUE_NONE)
        return st;
    bool is_number = v.kind == GLA_VALUE_NUMBER || v.kind == GLA_VALUE_LARGE;
    if (is_number && !v.text) {
        v.text = r->binding->number_text ? r->binding->number_text(r, o) : gla_text_of_number(number, &v.number);
        v.length = v.text ? strlen(v.text) : 0;
    }
    if ((v.kind != GLA_VALUE_TEXT && !is_number) || !v.text)
        return gla_wanted(r, GLA_DTYPE_ERROR, o, GLA_WANT_TEXT);
    if ((st = gla_check_text(v.text, v.length)))
        return st;
    return copy_text(v.text, v.length, text, store);
}

/* Copy a string and release the object that `look` kept alive. */
static gla_status copy_held(gla_reader *r, const gla_value *v, const char **text, gla_text *store)
{
    gla_status st = copy_text(v->text, v->length, text, store);
    if (v->object)
        gla_release_value(r, v->object);
    return st;
}

gla_status gla_read_path(gla_reader *r, void *o, const char **path, gla_text *store)
{
    gla_value v = {.object = NULL};
    gla_status st = r->binding->look(r, o, GLA_LOOK_PATH, &v);
    if (st)
        return st;
    if (v.kind == GLA_VALUE_NUMBER && r->binding->number_text)
        return gla_read_text(r, o, path, store);
    if (v.kind != GLA_VALUE_TEXT || !v.text)
        return gla_wanted(r, v.kind == GLA_VALUE_NONE ? GLA_ARGUMENT_ERROR : GLA_DTYPE_ERROR, o, GLA_WANT_PATH);
    st = copy_held(r, &v, path, store);
    return st ? st : gla_check_text(*path, v.length);
}

gla_status gla_read_bytes(gla_reader *r, void *o, gla_bytes *bytes, gla_text *store)
{
    gla_value v = {.object = NULL};
    gla_status st = r->binding->look(r, o, GLA_LOOK_BYTES, &v);
    *bytes = (gla_bytes){0, NULL};
    if (st || v.kind == GLA_VALUE_NONE)
        return st;
    if ((v.kind != GLA_VALUE_TEXT && v.kind != GLA_VALUE_BYTES) || !v.text)
        return gla_wanted(r, GLA_DTYPE_ERROR, o, GLA_WANT_BYTES);
    bytes->n = v.length;
    return copy_held(r, &v, &bytes->data, store);
}

void gla_release_text(gla_text *store)
{
    if (store)
        gla_free(store->owned);
}

static gla_status add_text(gla_reader *r, void *o, gla_strings *s, const char *wanted)
{
    gla_value v;
    gla_status st = r->binding->look(r, o, GLA_LOOK_TEXT, &v);
    if (st)
        return st;
    if ((v.kind != GLA_VALUE_TEXT && v.kind != GLA_VALUE_NUMBER) || !v.text)
        return gla_wanted(r, GLA_DTYPE_ERROR, o, wanted);
    if (memchr(v.text, 0, v.length))
        return gla_argument_fact(GLA_ARGUMENT_ERROR,
                                 "contains a NUL character, which would end the string; use load_module for a binary");
    if (!(s->v[s->n] = gla_malloc(v.length + 1)))
        return gla_fail_memory("text", v.length);
    memcpy(s->v[s->n], v.text, v.length);
    s->v[s->n][v.length] = 0;
    return GLA_OK;
}

gla_status gla_read_each_text(gla_reader *r, void *o, gla_strings *s, gla_text_reader *add, bool *is_given)
{
    gla_value v;
    int64_t n = 1;
    void *list = NULL;
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    *is_given = !st && v.kind != GLA_VALUE_NONE;
    if (!*is_given)
        return st;
    bool several = v.kind == GLA_VALUE_LIST || v.kind == GLA_VALUE_DICTIONARY || v.kind == GLA_VALUE_OTHER;
    if (several && !(list = r->binding->list(r, o, INT64_MAX, &n, &st)))
        return st ? st : gla_wanted(r, GLA_DTYPE_ERROR, o, GLA_WANT_TEXTS);
    if (!(s->v = gla_calloc((size_t)n + 1, sizeof *s->v)))
        st = gla_fail_memory("text", (size_t)n);
    for (int64_t i = 0; !st && i < n; i++) {
        st = add(r, list ? r->binding->item(r, list, i) : o, s, list ? GLA_WANT_TEXT : GLA_WANT_TEXTS);
        if (!st)
            s->n++;
        else if (list)
            gla_argument_at(i);
    }
    if (list)
        gla_release_value(r, list);
    return st;
}

gla_status gla_read_texts(gla_reader *r, void *o, gla_strings **p)
{
    bool is_given;
    gla_strings *s = gla_calloc(1, sizeof *s);
    *p = NULL;
    if (!s)
        return gla_fail_memory("text", sizeof *s);
    gla_status st = gla_read_each_text(r, o, s, add_text, &is_given);
    if (st || !is_given)
        gla_strings_free(s);
    else
        *p = s;
    return st;
}
