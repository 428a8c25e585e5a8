/* frame.c - The frame of one regression of a formula, in each sample. */
#include "model/build.h"
#include "gpulinalg.h"

#include <string.h>

/* Variables of the call beside the formula. */
typedef struct others {
    raw *offset;
    int n_effects, n_absorbed, n_clusters;
    effect_parts *effects;
    raw **absorbed, **clusters;
} others;

static void read_lists(builder *b, others *w)
{
    gla_scope *s = b->s;
    const model_options *o = b->o;
    w->n_absorbed = o->absorb ? (int)o->absorb->n : 0;
    w->n_clusters = o->cluster ? (int)o->cluster->n : 0;
    w->absorbed = gla_s_memory(s, w->n_absorbed + 1, sizeof(raw *));
    w->clusters = gla_s_memory(s, w->n_clusters + 1, sizeof(raw *));
    for (int i = 0; i < w->n_absorbed && !s->status; i++)
        w->absorbed[i] = model_raw_array(b, gla_s_print(s, "absorb[%d]", i + 1), o->absorb->v[i], true);
    for (int i = 0; i < w->n_clusters && !s->status; i++)
        w->clusters[i] = model_raw_array(b, gla_s_print(s, "cluster[%d]", i + 1), o->cluster->v[i], true);
}

void model_read_panel(builder *b)
{
    const model_options *o = b->o;
    b->unit = o->unit ? model_raw_given(b, "unit", o->unit, true) : NULL;
    b->time = o->time ? model_raw_given(b, "time", o->time, false) : NULL;
}

static void read_others(builder *b, others *w)
{
    const model_options *o = b->o;
    b->weights = o->weights ? model_raw_given(b, "weights", o->weights, false) : NULL;
    w->offset = o->offset ? model_raw_given(b, "offset", o->offset, false) : NULL;
    read_lists(b, w);
    model_read_vcov(b, o->vcov);
}

static void fill_panel(builder *b, model_frame *f)
{
    gla_scope *s = b->s;
    int64_t levels;
    f->unit = b->unit && !s->status ? model_joined(b, b->unit->name, 1, &b->unit, &levels) : NULL;
    if (!b->time || s->status)
        return;
    gla_array *parts = gla_s_combine(s, gla_not_equal, b->time->used, gla_s_apply(s, gla_floor, b->time->used));
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, parts)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the periods in %.60s are not whole numbers", s->op, b->time->name);
    f->time = s->status ? NULL : gla_s_astype(s, GLA_INT64, b->time->used);
}

static void fill_groups(builder *b, const others *w, model_frame *f)
{
    gla_scope *s = b->s;
    int64_t levels;
    f->effects = gla_s_memory(s, w->n_effects + w->n_absorbed + 1, sizeof *f->effects);
    f->clusters = gla_s_memory(s, w->n_clusters + 1, sizeof(gla_array *));
    for (int i = 0; i < w->n_effects && !s->status; i++)
        model_fill_effect(b, &w->effects[i], &f->effects[f->n_effects++]);
    for (int i = 0; i < w->n_absorbed && !s->status; i++) {
        raw *r = w->absorbed[i];
        f->effects[f->n_effects++] = (model_group){
            .name = r->name, .codes = model_joined(b, r->name, 1, &r, &levels), .intercepts = true};
    }
    for (int i = 0; i < w->n_clusters && !s->status; i++)
        f->clusters[f->n_clusters++] = model_joined(b, w->clusters[i]->name, 1, &w->clusters[i], &levels);
}

static void fill_others(builder *b, const others *w, model_frame *f)
{
    f->weights = b->weights ? b->weights->used : NULL;
    f->offset = w->offset ? w->offset->used : NULL;
    fill_panel(b, f);
    fill_groups(b, w, f);
}

void model_fill_arrays(builder *b, model_frame *f)
{
    others w = {.offset = NULL};
    read_others(b, &w);
    if (!b->s->status)
        model_select_rows(b, f);
    if (!b->s->status)
        fill_others(b, &w, f);
}

static bool mentions_strings(const builder *b, const node *x)
{
    for (int i = 0; i < b->e.table->n && x->kind == NODE_NAME; i++)
        if (!strcmp(b->e.table->columns[i]->name, x->text))
            return b->e.table->columns[i]->levels;
    return false;
}

static gla_array *fill_y(builder *b, const raw *y, model_frame *f)
{
    if (!y->factor)
        return y->used;
    gla_array *codes = model_codes(b, y, &f->n_outcomes, &f->outcomes);
    return codes ? gla_s_astype(b->s, b->dtype, codes) : NULL;
}

void model_no_columns(builder *b, model_frame *f)
{
    if (!b->s->status && f->X.n == 0)
        f->X.values = gla_s_new(b->s, b->dev, b->dtype, 2, (int64_t[]){b->n, 0});
}

static void make_frame(builder *b, model_frame *f, const regression *r)
{
    gla_scope *s = b->s;
    others w = {.offset = NULL};
    terms exogenous = {.intercept = true}, endogenous = {.b = b}, instruments = {.b = b};
    model_read_panel(b);
    raw *y = s->status ? NULL : model_raw(b, r->y, b->o->any_y && mentions_strings(b, r->y));
    model_expand(b, r->exogenous, &exogenous);
    if (r->endogenous) {
        model_expand(b, r->endogenous, &endogenous);
        model_expand(b, r->instruments, &instruments);
    }
    w.n_effects = model_effects(b, r->effects, &w.effects);
    read_others(b, &w);
    if (s->status)
        return;
    bool effects = w.n_effects + w.n_absorbed > 0;
    exogenous.intercept = exogenous.intercept && !effects;
    endogenous.intercept = instruments.intercept = false;
    model_select_rows(b, f);
    if (s->status)
        return;
    f->y_name = y->name;
    f->y = fill_y(b, y, f);
    f->constant = exogenous.intercept;
    model_term_columns(b, &exogenous, effects || f->constant, &f->X);
    model_no_columns(b, f);
    model_term_columns(b, &endogenous, effects || f->constant, &f->endogenous);
    model_term_columns(b, &instruments, effects || f->constant, &f->instruments);
    fill_others(b, &w, f);
}

void model_begin(builder *b, gla_scope *s, const regression *r, const formula_text *text, table_contents *c,
                 const model_options *o)
{
    *b = (builder){.s = s, .o = o, .r = r, .rows = c ? c->rows : 0, .dtype = GLA_FLOAT64};
    b->e = (evaluation){.s = s, .formula = *text, .table = c, .strict_logs = true, .special = model_lag_call, .context = b};
}

static void run_sample(gla_scope *s, const regression *r, const formula_text *text, const gla_table *table, table_contents *c,
                       const model_options *o, const char *sample, gla_array *keep, model_estimate *estimate, void *context)
{
    builder b;
    model_begin(&b, s, r, text, c, o);
    b.keep = keep;
    b.recipe = model_new_recipe(s, r->text, o);
    model_frame f = {.formula = r->text, .sample = sample, .recipe = b.recipe, .table = table};
    if (!s->status)
        make_frame(&b, &f, r);
    if (!s->status)
        estimate(s, &f, context);
    model_recipe_unref(b.recipe);
}

/* Run the regression for each value of the argument split. */
static void run_split(gla_scope *s, const regression *r, const formula_text *text, const gla_table *table, table_contents *c,
                      const model_options *o, model_estimate *estimate, void *context)
{
    builder b;
    model_frame f = {.n = 0};
    int64_t levels = 0;
    const char **names = NULL;
    model_begin(&b, s, r, text, c, o);
    b.recipe = model_new_recipe(s, r->text, o);
    raw *by = model_raw_given(&b, "split", o->split, true);
    if (by)
        model_select_rows(&b, &f);
    gla_array *codes = s->status ? NULL : model_codes(&b, by, &levels, &names);
    for (int64_t i = 0; i < levels && !s->status; i++) {
        gla_array *inside = gla_s_combine(s, gla_equal, codes, model_integer(s, i));
        if (f.rows && inside) { /* rows without a value are in no sample */
            gla_array *all = gla_s_zeros(s, b.dev, GLA_BOOL, 1, &b.rows);
            gla_s_check(s, s->status ? s->status : gla_put_along_axis(all, f.rows, inside, 0));
            inside = all;
        }
        if (inside)
            run_sample(s, r, text, table, c, o, gla_s_print(s, "%s = %s", by->name, names[i]), inside, estimate, context);
    }
    model_recipe_unref(b.recipe);
}

void model_run_regression(gla_scope *s, regression *r, const formula_text *text, const gla_table *table, const model_options *o,
                          model_estimate *estimate, void *context)
{
    table_contents *c = table_read(table);
    model_spell_points(s, text, r, c);
    if (o->split)
        run_split(s, r, text, table, c, o, estimate, context);
    else
        run_sample(s, r, text, table, c, o, NULL, NULL, estimate, context);
    table_release(c);
}
