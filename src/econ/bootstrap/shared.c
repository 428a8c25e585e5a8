/* shared.c - What resampling methods share. */
#include "econ/bootstrap/bootstrap.h"
#include "gpulinalg.h"

#include <string.h>

gla_random_generator *bootstrap_generator(gla_scope *s, int64_t seed)
{
    gla_array *number = NULL;
    void *data;
    gla_random_generator *g = NULL;
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_INT64, 0, NULL, &number, &data)))
        return NULL;
    *(int64_t *)data = seed;
    gla_s_own(s, number);
    if (seed < 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: seed is %lld, but it must not be negative", s->op, (long long)seed);
    if (!s->status && gla_s_check(s, gla_random_new_generator(&g, number)))
        return NULL;
    return g;
}

gla_array *bootstrap_there(gla_scope *s, const gla_econ_fit *fit, const double *values, int ndim, const int64_t *shape)
{
    gla_array *made = econ_array(s, values, ndim, shape);
    const gla_array *like = fit->of->X;
    return made ? gla_s_convert(s, made, like->dtype, like->object.dev, GLA_MAYBE) : NULL;
}

static void refuse_frequencies(gla_scope *s, const gla_econ_fit *fit)
{
    if (!s->status && fit->of->is_frequency)
        gla_s_fail(
            s, GLA_ARGUMENT_ERROR,
            "%s: a row with a frequency weight stands for several rows, which must be drawn one by one; repeat the rows, "
            "or give clusters",
            s->op);
}

gla_array *bootstrap_clusters(gla_scope *s, const gla_econ_fit *fit, const gla_variable *cluster, const char *name,
                              int64_t *groups)
{
    const econ_estimates *e = fit->of;
    model_group group = {.name = NULL};
    gla_array *codes = NULL, *uniques = NULL;
    *groups = e->n;
    if (!cluster)
        refuse_frequencies(s, fit);
    if (s->status || !cluster)
        return NULL;
    if (cluster->text && !e->table)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s is a string, but this Fit has no Table; give an array", s->op, name);
    else if (cluster->text)
        model_read_group(s, e->table, e->rows, cluster->text, &group);
    else if (cluster->array->ndim != 1 || cluster->array->shape[0] != e->n)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s must have a group number for each of the %lld rows of the Fit", s->op, name,
                   (long long)e->n);
    else
        econ_refuse_missing(s, cluster->array, NULL, name);
    if (!s->status && !cluster->text)
        group.codes = gla_s_convert(s, cluster->array, cluster->array->dtype, e->X->object.dev, GLA_MAYBE);
    if (s->status)
        return NULL;
    gla_s_check(s, gla_factorize(group.codes, &codes, &uniques, false));
    gla_s_own(s, uniques);
    codes = gla_s_own(s, codes);
    if (s->status)
        return NULL;
    *groups = uniques->shape[0];
    if (*groups < 2)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there is only one cluster, so its residuals cannot be resampled", s->op);
    return codes;
}

gla_array *bootstrap_sums(gla_scope *s, gla_array *x, const gla_array *clusters, int64_t groups)
{
    gla_array *sums = NULL;
    if (!clusters || s->status)
        return x;
    return gla_s_adopt(s, gla_group_sum(x, clusters, &sums, groups), &sums);
}

bool bootstrap_check(gla_scope *s, const gla_econ_fit *fit, const char *method, int64_t reps, int64_t least)
{
    const econ_estimates *e = fit->of;
    if (!econ_single(s, fit, "one regression at a time") || !econ_holds(s, fit, e->X))
        return false;
    if (method && strcmp(e->method->name, method))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the method is for Fits of %s, but this Fit is of %s", s->op, method,
                   e->method->name);
    else if (e->n_effects)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the method is not defined with fixed effects; write them as dummies, i(%.60s)",
                   s->op, e->effects[0].name);
    else if (reps < least)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: reps is %lld, but it must be at least %lld", s->op, (long long)reps,
                   (long long)least);
    return !s->status;
}

gla_array *bootstrap_joined(gla_scope *s, int64_t n, gla_array *const parts[], int axis)
{
    gla_array *made = NULL;
    const gla_array **list = gla_s_memory(s, n + 1, sizeof *list);
    for (int64_t i = 0; i < n && !s->status; i++)
        list[i] = parts[i];
    const gla_arrays all = {.n = n, .v = list};
    return s->status ? NULL : gla_s_adopt(s, gla_concat(&all, &made, axis), &made);
}

gla_array *bootstrap_kept(gla_scope *s, int mark, gla_array *x)
{
    if (x)
        gla_ref(x);
    (void)gla_scope_keep(s, mark, NULL);
    return gla_s_own(s, x);
}
