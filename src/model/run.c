/* run.c - The regressions that a formula or arrays describe, one after the other. */
#include "model/model.h"
#include "gpulinalg.h"

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
    f.X = (model_columns){X->shape[X->ndim - 1], number_names(s, X->shape[X->ndim - 1]), X};
    f.unit = o->unit && o->unit->array ? gla_s_astype(s, GLA_INT64, o->unit->array) : NULL;
    f.time = o->time && o->time->array ? gla_s_astype(s, GLA_INT64, o->time->array) : NULL;
    f.weights = o->weights && o->weights->array ? to_float(s, o->weights->array) : NULL;
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
