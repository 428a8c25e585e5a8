/* predict.c - Predictions for new data. */
#include "econ/effects.h"
#include "econ/within.h"
#include "elementwise/where.h"
#include "gpulinalg.h"
#include "table/table.h"

#include <math.h>

/* X b of regressors given as an array, which has all columns that were given to the estimator: x1, x2, … */
static gla_array *index_of_array(gla_scope *s, const gla_econ_fit *fit, const gla_array *data)
{
    const econ_estimates *e = fit->of;
    int64_t given = e->given ? e->given : e->k;
    if (e->recipe || e->n_effects) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: this Fit %s, but data is an array; give data with the columns of the formula",
                   s->op, e->recipe ? "was made from a formula" : "has fixed effects");
        return NULL;
    }
    if (data->ndim != 2 || data->shape[1] != given) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: data must have %lld columns, one for each regressor of the Fit", s->op,
                   (long long)given);
        return NULL;
    }
    if (given > e->k && !e->kept) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: regressors were dropped from this Fit, which was stored; fit again without them",
                   s->op);
        return NULL;
    }
    double *b = gla_s_memory(s, given + 1, sizeof *b);
    for (int64_t i = 0; i < e->k && b; i++)
        b[e->kept ? e->kept[i] : i] = e->b[i];
    return gla_s_combine(s, gla_matmul, gla_s_astype(s, GLA_FLOAT64, data), econ_array(s, b, 1, &given));
}

/* Add the fixed effects of the groups of new data; NaN for groups that the fit did not have. */
static gla_array *add_effects(gla_scope *s, const gla_econ_fit *fit, const gla_table *data, gla_array *index,
                              const char **unseen)
{
    const econ_estimates *e = fit->of;
    gla_array **effects = econ_effects(s, fit);
    for (int i = 0; i < e->n_effects && !s->status; i++) {
        const char *other = NULL;
        gla_array *codes = model_new_group(s, e->recipe, data, i, &other), *at = NULL;
        *unseen = *unseen ? *unseen : other;
        gla_array *occurring = econ_occurring(s, &e->effects[i]);
        if (!s->status)
            gla_s_adopt(s, gla_searchsorted(occurring, codes, &at, "left", NULL), &at);
        gla_array *last = gla_s_number(s, s->status ? 0 : (double)occurring->shape[0] - 1);
        at = gla_s_astype(s, GLA_INT64, gla_s_combine(s, gla_minimum, at, last));
        gla_array *known = gla_s_combine(s, gla_equal, econ_take(s, occurring, at), codes);
        gla_array *values = gla_s_where(s, known, econ_take(s, effects[i], at), gla_s_number(s, NAN));
        index = gla_s_combine(s, gla_add, index, values);
    }
    return index;
}

static gla_array *index_of_table(gla_scope *s, const gla_econ_fit *fit, const gla_table *data)
{
    const econ_estimates *e = fit->of;
    const char *unseen = NULL;
    if (!e->recipe) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: this Fit has no formula; give the regressors as an array", s->op);
        return NULL;
    }
    gla_array *X = model_new_columns(s, e->recipe, data, e->k, e->names->v, &unseen);
    gla_array *index = gla_s_combine(s, gla_matmul, X, econ_array(s, e->b, 1, &e->k));
    if (e->n_effects && !s->status)
        index = add_effects(s, fit, data, index, &unseen);
    if (unseen && !s->status)
        gla_s_check(s, gla_warn(GLA_TABLE_WARNING, s->op,
                                "the Fit had no level '%s', so predictions for this and other unknown levels are NaN", unseen));
    return index;
}

gla_status gla_econ_fit_predict(const gla_econ_fit *fit, const gla_dataset *data, gla_array **out)
{
    gla_scope s;
    gla_array *result = NULL;
    gla_scope_begin(&s, "predict");
    if (econ_single(&s, fit, "params"))
        result = data->table ? index_of_table(&s, fit, data->table) : index_of_array(&s, fit, data->array);
    if (!s.status && fit->of->method->predict)
        result = fit->of->method->predict(&s, fit, result);
    return gla_scope_return(&s, result, out);
}
