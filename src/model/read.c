/* read.c - Read variables of a Table later, in given rows: those of a covariance matrix that is chosen after the fit. */
#include "model/build.h"
#include "gpulinalg.h"

/* Fail if a value is missing, and count such values. */
static void refuse_missing(builder *b, const raw *r)
{
    gla_scope *s = b->s;
    gla_array *bad = NULL;
    if (s->status || r->used->size == 0)
        return;
    if (gla_dtype_is_real_floating(r->used->dtype))
        bad = gla_s_apply(s, gla_logical_not, gla_s_apply(s, gla_isfinite, r->used));
    else if (r->levels)
        bad = gla_s_combine(s, gla_less, r->used, model_integer(s, 0));
    int64_t count = bad ? model_count(s, bad) : 0;
    if (count)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: %.60s is missing or infinite in %lld of the rows of the fit; name it in the call that fits, so that "
                   "these rows are dropped",
                   s->op, r->name, (long long)count);
}

/* Begin to read, and parse the text. */
static node *begin(builder *b, gla_scope *s, table_contents *c, formula_text *f, const model_options *o)
{
    model_begin(b, s, NULL, f, c, o);
    b->predicting = true; /* no row is dropped */
    return model_parse_expression(s, f);
}

static void take_rows(builder *b, const gla_array *rows, bool factor)
{
    gla_scope *s = b->s;
    model_frame f = {.n = 0};
    if (!s->status)
        model_select_rows(b, &f);
    for (int i = 0; i < b->n_raws && !s->status; i++) {
        raw *r = b->raws[i];
        if (rows)
            r->used = model_take(s, r->used, rows);
        if (r->factor == factor && !s->status)
            refuse_missing(b, r);
    }
    b->predicting = false;
}

bool model_read_group(gla_scope *s, const gla_table *table, const gla_array *rows, const char *text, model_group *group)
{
    builder b;
    effect_parts e = {.intercepts = true};
    const model_options none = {.vcov = NULL};
    formula_text f = {text, NULL};
    if (s->status)
        return false;
    table_contents *c = table_read(table);
    node *x = begin(&b, s, c, &f, &none);
    e.name = x ? model_text_of(s, x) : NULL;
    e.n = x ? model_group_parts(&b, x, &e.parts) : 0;
    take_rows(&b, rows, true);
    b.recipe = model_new_recipe(s, NULL, &none);
    if (!s->status)
        model_fill_effect(&b, &e, group);
    model_recipe_unref(b.recipe);
    table_release(c);
    return !s->status;
}

gla_array *model_read_numbers(gla_scope *s, const gla_table *table, const gla_array *rows, const char *text)
{
    builder b;
    const model_options none = {.vcov = NULL};
    formula_text f = {text, NULL};
    if (s->status)
        return NULL;
    table_contents *c = table_read(table);
    node *x = begin(&b, s, c, &f, &none);
    raw *r = x ? model_raw(&b, x, false) : NULL;
    take_rows(&b, rows, false);
    table_release(c);
    return r && !s->status ? r->used : NULL;
}
