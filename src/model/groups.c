/* groups.c - Fixed effects and other grouping variables: firm, firm^year, firm[x]. */
#include "model/build.h"
#include "gpulinalg.h"

#include <string.h>

static void add_raw(builder *b, raw ***list, int *n, raw *r)
{
    raw **more = r ? model_append(b->s, *list, *n, sizeof(raw *)) : NULL;
    if (!more)
        return;
    *list = more;
    more[(*n)++] = r;
}

static void collect_parts(builder *b, const node *x, raw ***parts, int *n)
{
    bool factor = model_is_call(x, "factor") || model_is_call(x, "C") || model_is_call(x, "as.factor") || model_is_call(x, "i");
    factor = factor && x->n == 1;
    if (b->s->status)
        return;
    if (x->kind == NODE_GROUP) {
        collect_parts(b, x->items[0], parts, n);
    } else if (x->kind == NODE_BINARY && (x->op == '^' || x->op == ':')) {
        collect_parts(b, x->items[0], parts, n);
        collect_parts(b, x->items[1], parts, n);
    } else
        add_raw(b, parts, n, model_raw(b, factor ? x->items[0] : x, true));
}

int model_group_parts(builder *b, const node *x, raw ***parts)
{
    int n = 0;
    *parts = NULL;
    if (x)
        collect_parts(b, x, parts, &n);
    return b->s->status ? 0 : n;
}

static void add_effect(builder *b, const node *x, effect_parts **effects, int *n)
{
    gla_scope *s = b->s;
    effect_parts e = {.intercepts = true};
    const node *group = x;
    effect_parts *more = s->status ? NULL : model_append(s, *effects, *n, sizeof *more);
    if (!more)
        return;
    *effects = more;
    if (x->kind == NODE_SLOPES) {
        group = x->items[0];
        e.intercepts = x->op != OP_DOUBLE;
        for (int i = 1; i < x->n && !s->status; i++)
            add_raw(b, &e.slopes, &e.n_slopes, model_raw(b, x->items[i], false));
    }
    e.name = model_text_of(s, group);
    e.n = model_group_parts(b, group, &e.parts);
    for (int i = 0; i < *n && e.name; i++) /* firm + firm[x] is firm[x], and firm + firm is firm */
        if (!strcmp(more[i].name, e.name)) {
            for (int j = 0; j < e.n_slopes; j++)
                add_raw(b, &more[i].slopes, &more[i].n_slopes, e.slopes[j]);
            more[i].intercepts = more[i].intercepts || e.intercepts;
            return;
        }
    more[(*n)++] = e;
}

static void collect_effects(builder *b, const node *x, effect_parts **effects, int *n)
{
    if (b->s->status || !x || (x->kind == NODE_NUMBER && (x->number == 0 || x->number == 1)))
        return;
    if (x->kind == NODE_NUMBER || x->kind == NODE_TEXT || (x->kind == NODE_BINARY && strchr("-*/~", x->op)))
        model_fail_at(b->s, GLA_ARGUMENT_ERROR, &b->e.formula, x->at,
                      "fixed effects are written as firm + year, firm^year, firm[x] or firm[[x]]");
    else if (x->kind == NODE_BINARY && x->op == '+') {
        collect_effects(b, x->items[0], effects, n);
        collect_effects(b, x->items[1], effects, n);
    } else if (x->kind == NODE_GROUP)
        collect_effects(b, x->items[0], effects, n);
    else
        add_effect(b, x, effects, n);
}

int model_effects(builder *b, const node *x, effect_parts **effects)
{
    int n = 0;
    *effects = NULL;
    collect_effects(b, x, effects, &n);
    return b->s->status ? 0 : n;
}

void model_fill_effect(builder *b, const effect_parts *e, model_group *group)
{
    gla_scope *s = b->s;
    int64_t levels;
    gla_array **slopes = gla_s_memory(s, e->n_slopes + 1, sizeof(gla_array *)), *made;
    const char **names = gla_s_memory(s, e->n_slopes + 1, sizeof *names);
    if (s->status)
        return;
    *group = (model_group){.name = e->name, .intercepts = e->intercepts};
    group->codes = model_joined(b, e->name, e->n, e->parts, &levels);
    for (int i = 0; i < e->n_slopes; i++) {
        slopes[i] = e->slopes[i]->used;
        names[i] = e->slopes[i]->name;
    }
    if (e->n_slopes && !s->status) {
        gla_arrays list = {.n = e->n_slopes, .v = (const gla_array **)(uintptr_t)slopes};
        group->slopes = (model_columns){e->n_slopes, names, gla_s_adopt(s, gla_column_stack(&list, &made), &made)};
    }
}

void model_read_vcov(builder *b, const char *vcov)
{
    const char *colon = vcov ? strchr(vcov, ':') : NULL;
    effect_parts *parts;
    if (!colon || !b->e.table || b->s->status)
        return;
    formula_text *text = gla_s_memory(b->s, 1, sizeof *text), formula = b->e.formula;
    if (!text)
        return;
    *text = (formula_text){colon + 1, "vcov"};
    b->e.formula = *text;
    model_effects(b, model_parse_expression(b->s, text), &parts);
    b->e.formula = formula;
}
