/* run.c - The regressions that a formula or arrays describe, one after the other. */
#include "model/model.h"
#include "gpulinalg.h"
#include "table/table.h"

#include <stdio.h>

static gla_array *to_float(gla_scope *s, const gla_array *x)
{
    return gla_s_astype(s, GLA_FLOAT64, x);
}

/* The names x1, x2, … */
static const char **number_names(gla_scope *s, int64_t n)
{
    const char **names = gla_s_memory(s, n + 1, sizeof *names);
    for (int64_t i = 0; i < n && names; i++) {
        char *name = gla_s_memory(s, 1, 24);
        if (!name)
            return NULL;
        snprintf(name, 24, "x%lld", (long long)i + 1);
        names[i] = name;
    }
    return names;
}

/* Group numbers from 0, of integers. */
static gla_array *to_codes(gla_scope *s, const gla_array *x)
{
    gla_array *codes, *uniques;
    if (s->status || gla_s_check(s, gla_factorize(x, &codes, &uniques, true)))
        return NULL;
    gla_s_own(s, uniques);
    return gla_s_own(s, codes);
}

static void read_groups(gla_scope *s, const model_options *o, model_frame *f)
{
    int64_t n_effects = o->absorb ? o->absorb->n : 0, n_clusters = o->cluster ? o->cluster->n : 0;
    f->effects = gla_s_memory(s, n_effects + 1, sizeof *f->effects);
    f->clusters = gla_s_memory(s, n_clusters + 1, sizeof *f->clusters);
    for (int64_t i = 0; i < n_effects && !s->status; i++) {
        char *name = gla_s_memory(s, 1, 24);
        if (name)
            snprintf(name, 24, "fe%lld", (long long)i + 1);
        f->effects[i] = (model_group){.name = name, .codes = to_codes(s, o->absorb->v[i]), .intercepts = true};
        f->n_effects++;
    }
    for (int64_t i = 0; i < n_clusters && !s->status; i++)
        f->clusters[f->n_clusters++] = to_codes(s, o->cluster->v[i]);
}

static void run_arrays(gla_scope *s, const gla_variable *y, const gla_dataset *data, const model_options *o,
                       model_estimate *estimate, void *context)
{
    model_frame f = {.y_name = "y"};
    f.y = to_float(s, y->array);
    gla_array *X = to_float(s, data->array);
    if (X && X->ndim == 1)
        X = gla_s_add_last(s, X);
    if (s->status)
        return;
    f.n = f.total = f.y->shape[f.y->ndim - 1];
    f.stack = f.y->ndim > 1;
    f.X = (model_columns){X->shape[X->ndim - 1], number_names(s, X->shape[X->ndim - 1]), X};
    f.weights = o->weights && o->weights->array ? to_float(s, o->weights->array) : NULL;
    f.unit = o->unit && o->unit->array ? to_codes(s, o->unit->array) : NULL;
    f.time = o->time && o->time->array ? gla_s_astype(s, GLA_INT64, o->time->array) : NULL;
    read_groups(s, o, &f);
    if (!s->status)
        estimate(s, &f, context);
}

bool model_read_group(gla_scope *s, const gla_table *table, const gla_array *rows, const char *text, model_group *group)
{
    (void)table, (void)rows, (void)group;
    gla_s_fail(s, GLA_NOT_SUPPORTED_ERROR, "%s: columns such as %s are not there yet", s->op, text);
    return false;
}

void model_run(gla_scope *s, const gla_variable *formula, const gla_dataset *data, const model_options *o,
               model_estimate *estimate, void *context)
{
    if (formula->array && data->array)
        run_arrays(s, formula, data, o, estimate, context);
    else
        gla_s_fail(s, GLA_NOT_SUPPORTED_ERROR, "%s: formulas are not there yet", s->op);
}

gla_array *model_read_numbers(gla_scope *s, const gla_table *table, const gla_array *rows, const char *text)
{
    gla_array *made = NULL;
    table_contents *c = table_read(table);
    table_column *column = table_find(s, c, text);
    gla_array *x = column ? table_numbers_of(s, column) : NULL;
    if (x && rows && !s->status)
        x = gla_s_adopt(s, gla_take(x, rows, &made, &(gla_ints){1, {0}}), &made);
    table_release(c);
    return x;
}
