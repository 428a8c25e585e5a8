/* encode.c - Make the columns of variables and of their products, in the rows used. */
#include "model/build.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Join columns of shape (n,) and (n, k). */
static gla_array *side_by_side(gla_scope *s, int64_t n, gla_array *const parts[])
{
    gla_array *made;
    if (s->status || n == 0)
        return NULL;
    if (n == 1)
        return parts[0]->ndim == 1 ? gla_s_add_last(s, parts[0]) : parts[0];
    return gla_s_adopt(s, gla_column_stack(&(gla_arrays){.n = n, .v = (const gla_array **)(uintptr_t)parts}, &made), &made);
}

/* The indicators of n group numbers, (rows, n). Unknown groups are NaN. */
static gla_array *indicators(builder *b, gla_array *codes, int64_t n, const int64_t *numbers)
{
    gla_scope *s = b->s;
    gla_array *list = NULL;
    void *data = NULL;
    if (s->status || n == 0 || !gla_s_adopt(s, gla_array_new_host(s->op, GLA_INT64, 1, &n, &list, &data), &list))
        return NULL;
    memcpy(data, numbers, (size_t)n * sizeof *numbers);
    gla_array *wide = gla_s_add_last(s, codes);
    gla_array *is = gla_s_combine(s, gla_equal, wide, gla_s_to_device(s, gla_device_of(codes), list));
    gla_array *made = is ? gla_s_astype(s, b->dtype, is) : NULL;
    if (!b->predicting || !made)
        return made;
    gla_array *unknown = gla_s_combine(s, gla_less, wide, model_integer(s, 0));
    return gla_s_where(s, unknown, gla_s_number(s, NAN), made);
}

static void encode_numbers(builder *b, variable *v)
{
    gla_array **parts = gla_s_memory(b->s, v->n + 1, sizeof(gla_array *));
    const char **names = gla_s_memory(b->s, v->n + 1, sizeof *names);
    for (int i = 0; i < v->n && !b->s->status; i++) {
        parts[i] = v->raws[i]->used;
        names[i] = v->raws[i]->name;
    }
    v->columns = (model_columns){v->n, names, side_by_side(b->s, v->n, parts)};
}

/* ---- i() ------------------------------------------------------------------------------------------------------------ */
typedef struct level {
    const char *name;
    int64_t at;
} level;

/* The levels of a variable, sorted by their names; of equal names, the first level is the first. */
typedef struct level_list {
    const char *variable;
    int64_t n;
    const char *const *names;
    level *sorted;
} level_list;

static int by_name(const void *a, const void *b)
{
    const level *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

static level_list sort_levels(gla_scope *s, const char *variable, int64_t n, const char *const *names)
{
    level_list list = {variable, n, names, gla_s_memory(s, n + 1, sizeof *list.sorted)};
    for (int64_t i = 0; i < n && list.sorted; i++)
        list.sorted[i] = (level){names[i], i};
    if (list.sorted)
        qsort(list.sorted, (size_t)n, sizeof *list.sorted, by_name);
    return list;
}

/* Return the position of a level, or -1. */
static int64_t find_level(const level_list *list, const char *name)
{
    int64_t from = 0, to = list->n;
    while (from < to) {
        int64_t middle = (from + to) / 2;
        if (strcmp(list->sorted[middle].name, name) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from < list->n && !strcmp(list->sorted[from].name, name) ? list->sorted[from].at : -1;
}

/* Mark the levels that an argument ref names. */
static void mark_levels(builder *b, const node *ref, const level_list *list, bool *out)
{
    gla_scope *s = b->s;
    for (int i = 0; model_is_call(ref, "c") && i < ref->n; i++)
        mark_levels(b, ref->items[i], list, out);
    if (s->status || model_is_call(ref, "c"))
        return;
    bool first = ref->kind == NODE_NAME && model_is_logical(ref);
    const char *text = ref->kind == NODE_TEXT ? ref->text : model_text_of(s, ref);
    int64_t at = !text ? -1 : first && list->n ? 0 : find_level(list, text);
    if (at >= 0) {
        out[at] = true;
        return;
    }
    const char *near = text ? model_nearest(text, list->n, list->names) : NULL;
    model_fail_at(s, GLA_ARGUMENT_ERROR, &b->e.formula, ref->at,
                  near ? "%.60s has no level '%.60s'; did you mean '%.60s'?" : "%.60s has no level '%.60s'", list->variable,
                  text ? text : "", near);
}

static bool *left_out(builder *b, const variable *v, const char *argument, int part, int64_t n, const char *const *names)
{
    bool *out = gla_s_memory(b->s, n + 1, sizeof *out);
    const node *ref = model_argument(v->x, argument);
    if (ref && out) {
        level_list list = sort_levels(b->s, v->raws[part]->name, n, names);
        if (list.sorted)
            mark_levels(b, ref, &list, out);
    }
    return b->s->status ? NULL : out;
}

/* Keep some columns of a matrix. */
static gla_array *keep_columns(gla_scope *s, gla_array *x, int64_t n, const int64_t *kept)
{
    gla_array *made = NULL, *at = NULL;
    void *data = NULL;
    if (s->status || !x || n == x->shape[1])
        return s->status ? NULL : x;
    at = gla_s_adopt(s, gla_array_new_host(s->op, GLA_INT64, 1, &n, &at, &data), &at);
    if (!at)
        return NULL;
    memcpy(data, kept, (size_t)n * sizeof *kept);
    return gla_s_adopt(s, gla_take(x, at, &made, &(gla_ints){1, {1}}), &made);
}

/* The indicators of the pairs of levels that occur. */
static void encode_pairs(builder *b, variable *v, gla_array *codes, int64_t levels, const char *const *names)
{
    gla_scope *s = b->s;
    int64_t others = 0, pairs = 0, n = 0;
    const char **other_names = NULL;
    gla_array *other = model_codes(b, v->raws[1], &others, &other_names);
    bool *out = left_out(b, v, "ref", 0, levels, names), *out2 = left_out(b, v, "ref2", 1, others, other_names);
    raw key = {.name = gla_s_print(s, "%s pairs", v->name)};
    if (s->status)
        return;
    key.used = gla_s_combine(s, gla_add, gla_s_combine(s, gla_multiply, codes, model_integer(s, others)), other);
    if (b->predicting && key.used) {
        gla_array *known = gla_s_combine(s, gla_greater_equal, gla_s_combine(s, gla_minimum, codes, other),
                                         model_integer(s, 0));
        key.used = gla_s_where(s, known, key.used, model_integer(s, -1));
    }
    gla_array *pair = key.used ? model_codes(b, &key, &pairs, NULL) : NULL;
    bool found;
    model_state *m = pair ? model_find_state(b, model_key(s, &key), &found) : NULL;
    void *data;
    int64_t *kept = gla_s_memory(s, pairs + 1, sizeof *kept);
    const char **made = gla_s_memory(s, pairs + 1, sizeof *made);
    if (s->status || !gla_s_to_host(s, m->values, &data))
        return;
    for (int64_t i = 0; i < pairs && !s->status; i++) {
        int64_t key_of = ((int64_t *)data)[i], one = others ? key_of / others : -1, two = others ? key_of % others : 0;
        if (one < 0 || one >= levels || two < 0) {
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the fit has no pairs of levels of %.60s", s->op, v->name);
            break;
        }
        if (out[one] || out2[two])
            continue;
        kept[n] = i;
        made[n++] = gla_s_print(s, "%s::%s:%s::%s", v->raws[0]->name, names[one], v->raws[1]->name, other_names[two]);
    }
    v->columns = (model_columns){n, made, indicators(b, pair, n, kept)};
}

static void encode_i(builder *b, variable *v)
{
    gla_scope *s = b->s;
    int64_t levels = 0, n = 0;
    const char **names = NULL;
    gla_array *codes = model_codes(b, v->raws[0], &levels, &names);
    if (v->n == 2 && v->raws[1]->factor && codes) {
        encode_pairs(b, v, codes, levels, names);
        return;
    }
    bool *out = codes ? left_out(b, v, "ref", 0, levels, names) : NULL;
    int64_t *kept = gla_s_memory(s, levels + 1, sizeof *kept);
    const char **made = gla_s_memory(s, levels + 1, sizeof *made);
    for (int64_t i = 0; i < levels && !s->status; i++)
        if (!out[i]) {
            kept[n] = i;
            made[n++] = v->n == 2 ? gla_s_print(s, "%s::%s:%s", v->raws[0]->name, names[i], v->raws[1]->name)
                                  : gla_s_print(s, "%s::%s", v->raws[0]->name, names[i]);
        }
    gla_array *columns = indicators(b, codes, n, kept);
    if (v->n == 2 && columns)
        columns = gla_s_combine(s, gla_multiply, columns, gla_s_add_last(s, v->raws[1]->used));
    v->columns = (model_columns){n, made, columns};
}

void model_encode(builder *b, variable *v)
{
    if (b->s->status || v->encoded)
        return;
    v->encoded = true;
    if (v->kind == VARIABLE_FACTOR)
        v->codes = model_codes(b, v->raws[0], &v->levels, &v->level_names);
    else if (v->kind == VARIABLE_I)
        encode_i(b, v);
    else if (v->kind == VARIABLE_NUMBERS)
        encode_numbers(b, v);
    else
        model_encode_basis(b, v);
}

/* ---- terms ---------------------------------------------------------------------------------------------------------- */
static bool has_without(const terms *t, const term *x, int left_out)
{
    for (int i = 0; i < t->n; i++) {
        const term *other = &t->of[i];
        bool same = other->n == x->n - 1;
        for (int j = 0, k = 0; j < x->n && same; j++)
            if (j != left_out)
                same = other->of[k++] == x->of[j];
        if (same)
            return true;
    }
    return false;
}

/* The level that a factor leaves out: the first one, or that of the argument ref. */
static int64_t reference_of(builder *b, const variable *v)
{
    bool given = v->x->kind == NODE_CALL && model_argument(v->x, "ref");
    bool *out = given ? left_out(b, v, "ref", 0, v->levels, v->level_names) : NULL;
    int64_t at = 0;
    while (out && at + 1 < v->levels && !out[at])
        at++;
    return at;
}

/* The columns of a variable in a term. A factor has one column less if the term without the factor is in the model. */
static model_columns columns_of(builder *b, variable *v, bool reduced)
{
    gla_scope *s = b->s;
    model_encode(b, v);
    if (s->status || v->kind != VARIABLE_FACTOR)
        return v->columns;
    int64_t n = 0, reference = reduced && v->levels ? reference_of(b, v) : -1;
    int64_t *kept = gla_s_memory(s, v->levels + 1, sizeof *kept);
    model_columns c = {0, gla_s_memory(s, v->levels + 1, sizeof *c.names), NULL};
    for (int64_t i = 0; i < v->levels && !s->status; i++)
        if (i != reference) {
            kept[n] = i;
            c.names[n++] = gla_s_print(s, "%s::%s", v->raws[0]->name, v->level_names[i]);
        }
    c.n = n;
    c.values = indicators(b, v->codes, n, kept);
    return c;
}

/* All products of the columns of a and b; those of a vary fastest. */
static model_columns multiply(gla_scope *s, model_columns a, model_columns b)
{
    model_columns c = {a.n * b.n, NULL, NULL};
    if (s->status || c.n == 0)
        return (model_columns){0, NULL, NULL};
    c.names = gla_s_memory(s, c.n, sizeof *c.names);
    for (int64_t j = 0; j < b.n && !s->status; j++)
        for (int64_t i = 0; i < a.n && !s->status; i++)
            c.names[j * a.n + i] = gla_s_print(s, "%s:%s", a.names[i], b.names[j]);
    if (s->status)
        return c;
    int64_t rows = a.values->shape[0];
    gla_array *left = NULL, *right = gla_s_add_last(s, b.values);
    left = gla_s_adopt(s, gla_expand_dims(a.values, &left, &(gla_ints){1, {1}}), &left);
    gla_array *made = left ? gla_s_combine(s, gla_multiply, right, left) : NULL;
    c.values = made ? gla_s_view(s, gla_s_contiguous(s, gla_device_of(made), made->dtype, made), 2, (int64_t[]){rows, c.n},
                                 NULL, 0)
                    : NULL;
    return c;
}

/* i(f) leaves out its first level as factor(f) does; i(f, ref = 'a') and i(f, x) leave out no other. */
static bool is_reducible(const variable *v)
{
    return v->kind == VARIABLE_I && v->n == 1 && !model_argument(v->x, "ref");
}

static model_columns without_first(gla_scope *s, model_columns c)
{
    if (c.n == 0)
        return c;
    return (model_columns){c.n - 1, c.names + 1, c.n > 1 ? gla_s_slice(s, c.values, 1, 1, c.n - 1) : NULL};
}

static model_columns one_term(builder *b, const terms *t, const term *x, bool *margins)
{
    gla_scope *s = b->s;
    model_columns made = {0, NULL, NULL};
    for (int i = 0; i < x->n && !s->status; i++) {
        variable *v = b->variables[x->of[i]];
        bool reduced = x->n == 1 ? *margins : has_without(t, x, i);
        model_columns next = columns_of(b, v, reduced);
        if (reduced && is_reducible(v))
            next = without_first(s, next);
        *margins = *margins || (x->n == 1 && (v->kind == VARIABLE_FACTOR || is_reducible(v)));
        made = i ? multiply(s, made, next) : next;
    }
    return made;
}

/* Remove columns that have the name of an earlier column: factor(x) + i(x) makes each indicator once. */
static void remove_doubles(gla_scope *s, int n, model_columns *all)
{
    for (int i = 1; i < n && !s->status; i++) {
        int64_t left = 0, *kept = gla_s_memory(s, all[i].n + 1, sizeof *kept);
        for (int64_t j = 0; j < all[i].n && kept; j++) {
            bool is_new = true;
            for (int h = 0; h < i && is_new; h++)
                for (int64_t g = 0; g < all[h].n && is_new; g++)
                    is_new = strcmp(all[h].names[g], all[i].names[j]) != 0;
            if (is_new)
                kept[left++] = j;
        }
        if (!kept || left == all[i].n)
            continue;
        const char **names = gla_s_memory(s, left + 1, sizeof *names);
        for (int64_t j = 0; j < left && names; j++)
            names[j] = all[i].names[kept[j]];
        all[i] = (model_columns){left, names, left ? keep_columns(s, all[i].values, left, kept) : NULL};
    }
}

void model_term_columns(builder *b, const terms *t, bool margins, model_columns *columns)
{
    gla_scope *s = b->s;
    int64_t n = 0, k = 0;
    gla_array **parts = gla_s_memory(s, t->n + 2, sizeof(gla_array *));
    const char **names = NULL;
    model_columns *all = gla_s_memory(s, t->n + 1, sizeof *all);
    for (int i = 0; i < t->n && !s->status; i++)
        all[i] = one_term(b, t, &t->of[i], &margins);
    remove_doubles(s, t->n, all);
    for (int i = 0; i < t->n && !s->status; i++)
        k += all[i].n;
    names = gla_s_memory(s, k + 2, sizeof *names);
    if (s->status)
        return;
    for (int i = 0; i < t->n && t->intercept; i++)
        for (int64_t j = 0; j < all[i].n; j++)
            if (strcmp(all[i].names[j], "Intercept") == 0)
                gla_s_fail(s, GLA_ARGUMENT_ERROR,
                           "%s: the column Intercept has the name of the constant; rename it, or remove the constant by -1",
                           s->op);
    if (s->status)
        return;
    k = 0;
    if (t->intercept) {
        names[k++] = "Intercept";
        parts[n] = gla_s_new(s, b->dev, b->dtype, 2, (int64_t[]){b->n, 1});
        gla_s_fill(s, parts[n++], 1);
    }
    for (int i = 0; i < t->n; i++) {
        if (all[i].n)
            parts[n++] = all[i].values;
        for (int64_t j = 0; j < all[i].n; j++)
            names[k++] = all[i].names[j];
    }
    *columns = (model_columns){k, names, side_by_side(s, n, parts)};
}
