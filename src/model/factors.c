/* factors.c - Group numbers of factors. The levels of the data of a fit are kept in its recipe. */
#include "model/build.h"
#include "elementwise/where.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

model_state *model_find_state(builder *b, const char *key, bool *found)
{
    *found = true;
    if (!key || b->s->status)
        return NULL;
    for (model_state *m = b->recipe ? b->recipe->states : NULL; m; m = m->next)
        if (!strcmp(m->key, key))
            return m;
    *found = false;
    if (b->predicting)
        gla_s_fail(b->s, GLA_ARGUMENT_ERROR, "%s: the fit has no variable '%.60s'", b->s->op, key);
    model_state *made = b->s->status ? NULL : gla_calloc(1, sizeof *made);
    if (made)
        made->key = gla_malloc(strlen(key) + 1);
    if (!made || !made->key) {
        if (!b->s->status)
            gla_s_check(b->s, gla_fail_memory(b->s->op, sizeof *made));
        gla_free(made);
        return NULL;
    }
    strcpy(made->key, key);
    made->next = b->recipe->states;
    return b->recipe->states = made;
}

/* ---- names of levels ------------------------------------------------------------------------------------------------ */
static const char *number_name(gla_scope *s, double value)
{
    char text[32];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return gla_s_print(s, "%s", text);
}

static const char **state_names(builder *b, const model_state *m, int64_t levels)
{
    gla_scope *s = b->s;
    void *data = NULL;
    const char **names = gla_s_memory(s, levels + 1, sizeof *names);
    bool whole = !m->levels && gla_dtype_is_integer(m->values->dtype), wide = whole && m->values->dtype == GLA_UINT64;
    gla_dtype dtype = wide ? GLA_UINT64 : whole ? GLA_INT64 : GLA_FLOAT64;
    gla_array *values = s->status || m->levels ? NULL : gla_s_astype(s, dtype, gla_s_to_host(s, m->values, &data));
    if (!m->levels && (!values || !gla_s_to_host(s, values, &data)))
        return NULL;
    for (int64_t i = 0; i < levels && names && !s->status; i++)
        names[i] = m->levels ? m->levels->v[i]
                   : whole   ? gla_s_print(s, wide ? "%llu" : "%lld", ((unsigned long long *)data)[i])
                             : number_name(s, ((double *)data)[i]);
    return s->status ? NULL : names;
}

/* ---- strings -------------------------------------------------------------------------------------------------------- */
typedef struct ranked {
    const char *text;
    int64_t code;
} ranked;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const ranked *)a)->text, ((const ranked *)b)->text);
}

/* Renumber codes by a list on the host. */
static gla_array *renumber(builder *b, const gla_array *codes, const int64_t *numbers, int64_t n)
{
    gla_scope *s = b->s;
    gla_array *made = NULL;
    void *data = NULL;
    if (s->status || n == 0)
        return s->status ? NULL : (gla_array *)codes;
    if (!gla_s_adopt(s, gla_array_new_host(s->op, GLA_INT64, 1, &n, &made, &data), &made))
        return NULL;
    memcpy(data, numbers, (size_t)n * sizeof *numbers);
    return model_take(s, made, codes);
}

/* Number the strings that occur, in the order of the column's levels. */
static gla_array *new_strings(builder *b, const raw *r, model_state *m)
{
    gla_scope *s = b->s;
    gla_array *codes = NULL, *present = NULL;
    void *data = NULL;
    if (s->status || gla_s_check(s, gla_factorize(r->used, &codes, &present, true)))
        return NULL;
    codes = gla_s_own(s, codes);
    present = gla_s_own(s, present);
    int64_t n = present->size;
    char **texts = gla_s_memory(s, n + 1, sizeof *texts);
    if (s->status || !gla_s_to_host(s, present, &data))
        return NULL;
    for (int64_t i = 0; i < n; i++)
        texts[i] = r->levels->v[((int64_t *)data)[i]];
    m->levels = table_copy_strings(s, n, texts);
    return codes;
}

static void report_unseen(builder *b, const char *text)
{
    if (b->unseen && !*b->unseen)
        *b->unseen = text;
}

/* Group numbers that the levels of new data have in the fit. */
static gla_array *known_strings(builder *b, const raw *r, const model_state *m)
{
    gla_scope *s = b->s;
    int64_t n = r->levels ? r->levels->n + 1 : 0, *numbers = gla_s_memory(s, n + 1, sizeof *numbers);
    ranked *list = gla_s_memory(s, m->levels->n + 1, sizeof *list);
    if (s->status)
        return NULL;
    if (!r->levels) {
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: %s contains numbers, but strings in the data of the fit", s->op, r->name);
        return NULL;
    }
    for (int64_t i = 0; i < m->levels->n; i++)
        list[i] = (ranked){m->levels->v[i], i};
    qsort(list, (size_t)m->levels->n, sizeof *list, by_text);
    numbers[0] = -1;
    for (int64_t i = 1; i < n; i++) {
        const ranked *found = bsearch(&(ranked){r->levels->v[i - 1], 0}, list, (size_t)m->levels->n, sizeof *list, by_text);
        numbers[i] = found ? found->code : -1;
    }
    gla_array *codes = renumber(b, gla_s_combine(s, gla_add, r->used, model_integer(s, 1)), numbers, n);
    gla_array *lost = codes ? gla_s_combine(s, gla_logical_and, gla_s_combine(s, gla_less, codes, model_integer(s, 0)),
                                            gla_s_combine(s, gla_greater_equal, r->used, model_integer(s, 0)))
                            : NULL;
    if (lost && lost->size && gla_s_truth(s, gla_s_reduce_all(s, gla_any, lost))) {
        void *data;
        gla_array *made, *at = gla_s_reduce_all(s, gla_argmax, lost);
        at = s->status ? NULL : gla_s_view(s, at, 1, &(int64_t){1}, NULL, 0);
        gla_array *code = s->status ? NULL : gla_s_adopt(s, gla_take(r->used, at, &made, NULL), &made);
        if (code && gla_s_to_host(s, code, &data))
            report_unseen(b, gla_s_print(s, "%s = %s", r->name, r->levels->v[*(int64_t *)data]));
    }
    return codes;
}

/* ---- numbers -------------------------------------------------------------------------------------------------------- */
static gla_array *new_numbers(builder *b, const gla_array *values, model_state *m)
{
    gla_array *codes = NULL, *uniques = NULL;
    if (b->s->status || gla_s_check(b->s, gla_factorize(values, &codes, &uniques, true)))
        return NULL;
    m->values = uniques;
    return gla_s_own(b->s, codes);
}

static bool is_whole(const gla_array *x)
{
    return gla_dtype_is_integer(x->dtype) && x->dtype != GLA_UINT64;
}

static gla_array *known_numbers(builder *b, const char *name, const gla_array *values, const model_state *m)
{
    gla_scope *s = b->s;
    gla_array *made;
    if (s->status || m->values->size == 0)
        return s->status ? NULL : gla_s_combine(s, gla_multiply, gla_s_astype(s, GLA_INT64, values), model_integer(s, 0));
    gla_array *there = gla_s_to_device(s, gla_device_of(values), m->values); /* a stored recipe is on the host */
    gla_dtype dtype = is_whole(m->values) && is_whole(values) ? GLA_INT64 : GLA_FLOAT64;
    gla_array *levels = gla_s_astype(s, dtype, there), *wide = gla_s_astype(s, dtype, values);
    gla_array *at = s->status ? NULL : gla_s_adopt(s, gla_searchsorted(levels, wide, &made, NULL, NULL), &made);
    at = at ? gla_s_combine(s, gla_minimum, gla_s_astype(s, GLA_INT64, at), model_integer(s, levels->size - 1)) : NULL;
    gla_array *same = at ? gla_s_combine(s, gla_equal, model_take(s, levels, at), wide) : NULL;
    gla_array *codes = same ? gla_s_where(s, same, at, model_integer(s, -1)) : NULL;
    gla_array *lost = codes ? gla_s_combine(s, gla_logical_and, gla_s_apply(s, gla_isfinite, wide),
                                            gla_s_apply(s, gla_logical_not, same))
                            : NULL;
    if (lost && lost->size && gla_s_truth(s, gla_s_reduce_all(s, gla_any, lost))) {
        void *data;
        gla_array *first = gla_s_view(s, gla_s_reduce_all(s, gla_argmax, lost), 1, &(int64_t){1}, NULL, 0);
        gla_array *value = gla_s_astype(s, GLA_FLOAT64, model_take(s, wide, first));
        if (value && gla_s_to_host(s, value, &data))
            report_unseen(b, gla_s_print(s, "%s = %s", name, number_name(s, *(double *)data)));
    }
    return codes;
}

/* The key of a factor. A column and an array of the call may have the same name. */
const char *model_key(gla_scope *s, const raw *r)
{
    return gla_s_print(s, "%s%s", r->x ? "" : "#", r->name);
}

gla_array *model_codes(builder *b, const raw *r, int64_t *levels, const char ***names)
{
    bool found;
    model_state *m = b->s->status || !r ? NULL : model_find_state(b, model_key(b->s, r), &found);
    if (!m)
        return NULL;
    gla_array *codes;
    if (found && !m->levels && !m->values) { /* of another program's state of the fit */
        gla_s_fail(b->s, GLA_ARGUMENT_ERROR, "%s: the fit has no levels of %.60s", b->s->op, r->name);
        return NULL;
    }
    if (!found)
        codes = r->levels ? new_strings(b, r, m) : new_numbers(b, r->used, m);
    else if (m->levels)
        codes = known_strings(b, r, m);
    else if (r->levels) {
        gla_s_fail(b->s, GLA_DTYPE_ERROR, "%s: %s contains strings, but numbers in the data of the fit", b->s->op, r->name);
        return NULL;
    } else
        codes = known_numbers(b, r->name, r->used, m);
    if (b->s->status)
        return NULL;
    *levels = m->levels ? m->levels->n : m->values->size;
    if (names)
        *names = state_names(b, m, *levels);
    return b->s->status ? NULL : codes;
}

gla_array *model_joined(builder *b, const char *name, int n, raw *const parts[], int64_t *levels)
{
    gla_scope *s = b->s;
    int64_t count = 0;
    bool found;
    gla_array *codes = model_codes(b, parts[0], levels, NULL), *known = NULL;
    for (int i = 1; i < n && codes; i++) {
        gla_array *next = model_codes(b, parts[i], &count, NULL);
        if (!next)
            return NULL;
        gla_array *both = gla_s_combine(s, gla_minimum, codes, next); /* -1 if one is unknown */
        known = gla_s_combine(s, gla_greater_equal, both, model_integer(s, 0));
        gla_array *key = gla_s_combine(s, gla_add, gla_s_combine(s, gla_multiply, codes, model_integer(s, count)), next);
        model_state *m = model_find_state(b, gla_s_print(s, "%s^%d", name, i), &found);
        if (!m)
            return NULL;
        codes = found && m->values ? known_numbers(b, name, gla_s_where(s, known, key, model_integer(s, -1)), m)
                                   : new_numbers(b, key, m);
        *levels = codes ? m->values->size : 0;
    }
    return codes;
}
