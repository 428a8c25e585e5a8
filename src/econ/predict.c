/* predict.c - Predictions for new data. */
#include "econ/effects.h"
#include "econ/within.h"
#include "elementwise/where.h"
#include "gpulinalg.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The number of regressors. The coefficients of each index of mlogit follow each other, and further parameters come last. */
static int64_t regressors(const econ_estimates *e)
{
    return (e->k - e->ancillary) / (e->equations ? e->equations : 1);
}

/* The name of a regressor, which follows the category in the names of mlogit. */
static const char *regressor(const econ_estimates *e, int64_t i)
{
    const char *name = e->names->v[i], *colon = e->equations ? strchr(name, ':') : NULL;
    return colon ? colon + 1 : name;
}

/* X b; for mlogit one column for each index. at: positions of the coefficients among the columns of X; NULL: in order. */
static gla_array *times_coefficients(gla_scope *s, const econ_estimates *e, const gla_array *X, int64_t columns,
                                     const int64_t *at)
{
    int64_t k = regressors(e), n = e->equations ? e->equations : 1;
    double *b = gla_s_memory(s, columns * n + 1, sizeof *b);
    for (int64_t i = 0; i < k && b; i++)
        for (int64_t j = 0; j < n; j++)
            b[(at ? at[i] : i) * n + j] = e->b[j * k + i];
    return gla_s_combine(s, gla_matmul, X, econ_array(s, b, e->equations ? 2 : 1, (int64_t[]){columns, n}));
}

/* The position of a regressor among those given, of which some were dropped: x3 is the third. */
static int64_t position(gla_scope *s, const econ_estimates *e, int64_t i, int64_t given)
{
    const char *name = regressor(e, i);
    char *end = NULL;
    int64_t at = name[0] == 'x' ? strtoll(name + 1, &end, 10) : 0;
    if (at >= 1 && at <= given && end && *end == 0)
        return at - 1;
    gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: regressors were dropped from this Fit; fit again without them", s->op);
    return 0;
}

/* X b of regressors given as an array, which has all columns that were given to the estimator: x1, x2, … */
static gla_array *index_of_array(gla_scope *s, const gla_econ_fit *fit, const gla_array *data)
{
    const econ_estimates *e = fit->of;
    int64_t k = regressors(e), given = e->given ? e->given : k;
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
    int64_t *at = gla_s_memory(s, k + 1, sizeof *at);
    for (int64_t i = 0; i < k && at; i++)
        at[i] = e->kept ? e->kept[i] : given > k ? position(s, e, i, given) : i;
    return s->status ? NULL : times_coefficients(s, e, gla_s_astype(s, GLA_FLOAT64, data), given, at);
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
    if (!e->recipe && e->formula) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: predictions of a Fit by %s are not possible", s->op, e->method->name);
        return NULL;
    }
    if (!e->recipe) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: this Fit has no formula; give the regressors as an array", s->op);
        return NULL;
    }
    int64_t k = regressors(e);
    const char **names = gla_s_memory(s, k + 1, sizeof *names);
    for (int64_t i = 0; i < k && names; i++)
        names[i] = regressor(e, i);
    gla_array *X = s->status || k == 0 ? NULL
                                       : model_new_columns(s, e->recipe, data, k, (char *const *)(uintptr_t)names, &unseen);
    gla_array *index = k ? times_coefficients(s, e, X, k, NULL) : gla_s_number(s, 0); /* 0: fixed effects only */
    if (e->n_effects && !s->status)
        index = add_effects(s, fit, data, index, &unseen);
    gla_array *offset = s->status ? NULL : model_new_offset(s, e->recipe, data);
    if (offset)
        index = gla_s_combine(s, gla_add, index, offset);
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
