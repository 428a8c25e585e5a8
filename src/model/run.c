/* run.c - The regressions that a formula or arrays describe, one after the other. */
#include "model/model.h"
#include "gpulinalg.h"

#include <stdio.h>

static gla_array *to_float(gla_scope *s, const gla_array *x)
{
    return gla_s_astype(s, GLA_FLOAT64, x);
}

/* The names x1, x2, … */
static const char **number_names(gla_scope *s, char letter, int64_t n)
{
    const char **names = gla_s_memory(s, n + 1, sizeof *names);
    for (int64_t i = 0; i < n && names; i++) {
        char *name = gla_s_memory(s, 1, 24);
        if (!name)
            return NULL;
        snprintf(name, 24, "%c%lld", letter, (long long)i + 1);
        names[i] = name;
    }
    return names;
}

static model_columns columns(gla_scope *s, char letter, const gla_array *given)
{
    gla_array *x = given ? to_float(s, given) : NULL;
    if (x && x->ndim == 1)
        x = gla_s_add_last(s, x);
    if (!x)
        return (model_columns){0, NULL, NULL};
    return (model_columns){x->shape[x->ndim - 1], number_names(s, letter, x->shape[x->ndim - 1]), x};
}

static void add_groups(gla_scope *s, model_frame *f, const model_options *o)
{
    f->n_effects = o->absorb ? (int)o->absorb->n : 0;
    f->effects = gla_s_memory(s, f->n_effects + 1, sizeof *f->effects);
    const char **names = number_names(s, 'f', f->n_effects);
    for (int i = 0; i < f->n_effects && !s->status; i++)
        f->effects[i] = (model_group){
            .name = names[i], .codes = gla_s_astype(s, GLA_INT64, o->absorb->v[i]), .intercepts = true};
    f->n_clusters = o->cluster ? (int)o->cluster->n : 0;
    f->clusters = gla_s_memory(s, f->n_clusters + 1, sizeof *f->clusters);
    for (int i = 0; i < f->n_clusters && !s->status; i++)
        f->clusters[i] = gla_s_astype(s, GLA_INT64, o->cluster->v[i]);
}

static void run_arrays(gla_scope *s, const gla_variable *y, const gla_dataset *data, const model_options *o,
                       model_estimate *estimate, void *context)
{
    model_frame f = {.y_name = "y"};
    f.y = to_float(s, y->array);
    f.X = columns(s, 'x', data->array);
    f.endogenous = columns(s, 'w', o->endogenous);
    f.instruments = columns(s, 'z', o->instruments);
    if (o->weights && o->weights->array)
        f.weights = to_float(s, o->weights->array);
    if (s->status)
        return;
    f.n = f.total = f.y->shape[f.y->ndim - 1];
    add_groups(s, &f, o);
    if (!s->status)
        estimate(s, &f, context);
}

void model_run(gla_scope *s, const gla_variable *formula, const gla_dataset *data, const model_options *o,
               model_estimate *estimate, void *context)
{
    if (formula->array && data->array)
        run_arrays(s, formula, data, o, estimate, context);
    else
        gla_s_fail(s, GLA_NOT_SUPPORTED_ERROR, "%s: formulas are not there yet", s->op);
}
