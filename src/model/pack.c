/* pack.c - A recipe as bytes, and again as a recipe. Numbers have the byte order of the host. */
#include "model/build.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "runtime/writer.h"

#include <string.h>

static void put_integer(gla_writer *w, int64_t value)
{
    gla_put_bytes(w, (const char *)&value, sizeof value);
}

static void put_text(gla_writer *w, const char *text)
{
    int64_t n = text ? (int64_t)strlen(text) : -1;
    put_integer(w, n);
    if (n > 0)
        gla_put_bytes(w, text, (size_t)n);
}

/* The values of a state are integers or float64. */
static void put_values(gla_scope *s, gla_writer *w, const gla_array *values)
{
    void *data = NULL;
    bool whole = values && !gla_dtype_is_real_floating(values->dtype);
    gla_array *host = s->status || !values ? NULL : gla_s_to_host(s, values, &data);
    host = host ? gla_s_astype(s, whole ? GLA_INT64 : GLA_FLOAT64, host) : NULL;
    host = host ? gla_s_to_host(s, host, &data) : NULL;
    put_integer(w, host ? host->size : -1);
    put_integer(w, whole);
    if (host && host->size)
        gla_put_bytes(w, data, (size_t)host->size * 8);
}

static void put_state(gla_scope *s, gla_writer *w, const model_state *m)
{
    put_text(w, m->key);
    put_integer(w, m->levels ? m->levels->n : -1);
    for (int64_t i = 0; m->levels && i < m->levels->n; i++)
        put_text(w, m->levels->v[i]);
    put_values(s, w, m->values);
    put_integer(w, m->n);
    if (m->n)
        gla_put_bytes(w, (const char *)m->numbers, (size_t)m->n * sizeof *m->numbers);
}

gla_array *model_recipe_pack(gla_scope *s, const model_recipe *r)
{
    gla_writer w = GLA_WRITER(s->op);
    gla_array *made = NULL;
    void *data = NULL;
    char *text = NULL;
    int64_t n = 0;
    if (s->status)
        return NULL;
    put_text(&w, r->formula);
    put_text(&w, r->unit);
    put_text(&w, r->time);
    put_text(&w, r->offset);
    put_integer(&w, r->array_offset);
    for (const model_state *m = r->states; m; m = m->next)
        n++;
    put_integer(&w, n);
    for (const model_state *m = r->states; m; m = m->next)
        put_state(s, &w, m);
    n = (int64_t)w.used;
    gla_s_check(s, gla_writer_finish(&w, &text));
    made = s->status ? NULL : gla_s_adopt(s, gla_array_new_host(s->op, GLA_UINT8, 1, &n, &made, &data), &made);
    if (made)
        memcpy(data, text, (size_t)n);
    gla_free(text);
    return made;
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */
typedef struct source {
    gla_scope *s;
    const char *at;
    size_t left;
} source;

static void take(source *from, void *to, size_t n)
{
    if (!from->s->status && n > from->left)
        gla_s_fail(from->s, GLA_ARGUMENT_ERROR, "%s: the state of the formula is incomplete", from->s->op);
    if (from->s->status)
        return;
    memcpy(to, from->at, n);
    from->at += n;
    from->left -= n;
}

/* Read a count of items of at least `each` bytes, or -1. */
static int64_t take_count(source *from, size_t each)
{
    int64_t n = -1;
    take(from, &n, sizeof n);
    if (!from->s->status && (n < -1 || (n > 0 && (size_t)n > from->left / each)))
        gla_s_fail(from->s, GLA_ARGUMENT_ERROR, "%s: the state of the formula is not valid", from->s->op);
    return from->s->status ? -1 : n;
}

/* Zeroed memory that the recipe owns. */
static void *own(source *from, int64_t n, size_t each)
{
    void *made = from->s->status ? NULL : gla_calloc((size_t)n + 1, each);
    if (!made && !from->s->status)
        gla_s_check(from->s, gla_fail_memory(from->s->op, (size_t)n * each));
    return made;
}

static char *take_text(source *from)
{
    int64_t n = take_count(from, 1);
    char *text = n < 0 ? NULL : own(from, n, 1);
    if (text && n)
        take(from, text, (size_t)n);
    return text;
}

static void take_levels(source *from, model_state *m)
{
    int64_t n = take_count(from, sizeof n);
    if (n < 0 || !(m->levels = own(from, 0, sizeof *m->levels)))
        return;
    m->levels->v = own(from, n, sizeof *m->levels->v);
    for (; m->levels->v && m->levels->n < n && !from->s->status; m->levels->n++)
        if (!(m->levels->v[m->levels->n] = take_text(from)) && !from->s->status)
            m->levels->v[m->levels->n] = own(from, 0, 1);
}

static void take_values(source *from, model_state *m)
{
    gla_scope *s = from->s;
    void *data = NULL;
    int64_t n = take_count(from, 8), whole = 0;
    take(from, &whole, sizeof whole);
    if (n < 0 || s->status ||
        gla_s_check(s, gla_array_new_host(s->op, whole ? GLA_INT64 : GLA_FLOAT64, 1, &n, &m->values, &data)))
        return;
    if (n)
        take(from, data, (size_t)n * 8);
}

static void take_state(source *from, model_recipe *r)
{
    model_state *m = own(from, 0, sizeof *m);
    if (!m)
        return;
    m->next = r->states;
    r->states = m;
    m->key = take_text(from);
    if (!m->key && !(m->key = own(from, 0, 1)))
        return;
    take_levels(from, m);
    take_values(from, m);
    int64_t n = take_count(from, sizeof *m->numbers);
    m->numbers = n > 0 ? own(from, n, sizeof *m->numbers) : NULL;
    if (m->numbers)
        take(from, m->numbers, (size_t)n * sizeof *m->numbers);
    m->n = m->numbers ? (int)n : 0;
}

model_recipe *model_recipe_unpack(gla_scope *s, const gla_array *bytes)
{
    void *data = NULL;
    int64_t n = 0;
    if (s->status || !gla_s_to_host(s, bytes, &data))
        return NULL;
    source from = {s, data, (size_t)bytes->size};
    model_recipe *r = own(&from, 0, sizeof *r);
    if (!r)
        return NULL;
    atomic_init(&r->refs, 1);
    r->formula = take_text(&from);
    r->unit = take_text(&from);
    r->time = take_text(&from);
    r->offset = take_text(&from);
    take(&from, &n, sizeof n);
    r->array_offset = n == 1;
    n = take_count(&from, sizeof n);
    for (int64_t i = 0; i < n && !s->status; i++)
        take_state(&from, r);
    if (!s->status && (!r->formula || from.left))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the state of the formula is not valid", s->op);
    if (!s->status)
        return r;
    model_recipe_unref(r);
    return NULL;
}
