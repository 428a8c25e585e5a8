/* new_data.c - The columns and groups of new data, made as those of the data of a fit. */
#include "model/build.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

void model_begin_again(model_reading *p, gla_scope *s, const model_recipe *recipe, const gla_table *data, const char **unseen)
{
    int n = 0;
    p->text = (formula_text){recipe->formula, NULL};
    p->unit = (gla_variable){NULL, recipe->unit};
    p->time = (gla_variable){NULL, recipe->time};
    p->options = (model_options){.unit = recipe->unit ? &p->unit : NULL, .time = recipe->time ? &p->time : NULL};
    p->contents = table_read(data);
    p->r = model_read_formula(s, &p->text, &n);
    model_begin(&p->b, s, p->r, &p->text, p->contents, &p->options);
    p->b.recipe = (model_recipe *)recipe;
    p->b.predicting = true;
    p->b.unseen = unseen;
}

bool model_has_lags(const node *x)
{
    bool found = x && model_is_lag(x);
    for (int i = 0; x && i < x->n && !found; i++)
        found = model_has_lags(x->items[i]);
    return found;
}

/* Take the columns with the given names from those of two matrices. */
static gla_array *select_columns(gla_scope *s, const model_columns all[2], int64_t n, char *const *names)
{
    gla_array **parts = gla_s_memory(s, n + 1, sizeof(gla_array *)), *made;
    for (int64_t i = 0; i < n && !s->status; i++) {
        for (int m = 0; m < 2 && !parts[i]; m++)
            for (int64_t j = 0; j < all[m].n && !parts[i] && !s->status; j++)
                if (!strcmp(all[m].names[j], names[i]))
                    parts[i] = gla_s_slice(s, all[m].values, 1, j, 1);
        if (!parts[i])
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the formula does not make the column '%.60s'", s->op, names[i]);
    }
    gla_arrays list = {.n = n, .v = (const gla_array **)(uintptr_t)parts};
    return s->status || n == 0 ? NULL : gla_s_adopt(s, gla_column_stack(&list, &made), &made);
}

/* A value that a formula makes infinite is NaN, like a value that is missing. */
static gla_array *finite_only(gla_scope *s, gla_array *x)
{
    return x ? gla_s_where(s, gla_s_apply(s, gla_isfinite, x), x, gla_s_number(s, NAN)) : NULL;
}

gla_array *model_new_columns(gla_scope *s, const model_recipe *recipe, const gla_table *data, int64_t n, char *const *names,
                             const char **unseen)
{
    model_reading p;
    model_frame f = {.n = 0};
    model_columns all[2] = {{0, NULL, NULL}, {0, NULL, NULL}};
    terms exogenous = {.intercept = true}, endogenous = {.n = 0};
    *unseen = NULL;
    if (s->status)
        return NULL;
    model_begin_again(&p, s, recipe, data, unseen);
    builder *b = &p.b;
    if (!s->status && (model_has_lags(p.r->exogenous) || model_has_lags(p.r->endogenous)))
        model_read_panel(b);
    if (!s->status) {
        model_expand(b, p.r->exogenous, &exogenous);
        model_expand(b, p.r->endogenous, &endogenous);
        endogenous.intercept = false;
        model_select_rows(b, &f);
    }
    if (!s->status && !b->dev)
        gla_s_check(s, gla_common_device(s->op, 0, NULL, &b->dev));
    bool effects = !s->status && p.r->effects;
    exogenous.intercept = exogenous.intercept && !effects;
    bool constant = exogenous.intercept;
    if (!s->status)
        model_term_columns(b, &exogenous, effects || constant, &all[0]);
    if (!s->status)
        model_term_columns(b, &endogenous, effects || constant, &all[1]);
    gla_array *X = s->status ? NULL : select_columns(s, all, n, names);
    table_release(p.contents);
    return finite_only(s, X);
}

gla_array *model_new_offset(gla_scope *s, const model_recipe *recipe, const gla_table *data)
{
    model_reading p;
    model_frame f = {.n = 0};
    const char *unseen = NULL;
    if (recipe->array_offset && !s->status)
        gla_s_check(s, gla_warn(GLA_TABLE_WARNING, s->op,
                                "the offset was an array, so predictions for new data do not contain an offset; fit again with "
                                "the offset as a column"));
    if (!recipe->offset || s->status)
        return NULL;
    model_begin_again(&p, s, recipe, data, &unseen);
    raw *offset = model_raw_given(&p.b, "offset", &(gla_variable){NULL, recipe->offset}, false);
    if (offset)
        model_select_rows(&p.b, &f);
    table_release(p.contents);
    return s->status ? NULL : finite_only(s, gla_s_astype(s, GLA_FLOAT64, offset->used));
}

gla_array *model_new_group(gla_scope *s, const model_recipe *recipe, const gla_table *data, int effect, const char **unseen)
{
    model_reading p;
    model_frame f = {.n = 0};
    model_group group = {.codes = NULL};
    effect_parts *effects;
    *unseen = NULL;
    if (s->status)
        return NULL;
    model_begin_again(&p, s, recipe, data, unseen);
    int n = s->status ? 0 : model_effects(&p.b, p.r->effects, &effects);
    if (!s->status && effect >= n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the fixed effects were given as arrays, so the groups of new data are unknown",
                   s->op);
    if (!s->status)
        model_select_rows(&p.b, &f);
    if (!s->status)
        model_fill_effect(&p.b, &effects[effect], &group);
    table_release(p.contents);
    return s->status ? NULL : group.codes;
}
