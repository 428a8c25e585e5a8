/* small_sample.c - Conventions for small samples: factors of covariance matrices, degrees of freedom. */
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"

#include <math.h>

bool vcov_is_nested(vcov *v, const econ_effect *effect, const vcov_group *cluster)
{
    gla_scope *s = v->s;
    gla_array *least = NULL, *most = NULL;
    if (s->status || !effect->codes)
        return false;
    if (effect->codes == cluster->codes)
        return true;
    int mark = gla_scope_mark(s);
    gla_s_adopt(s, gla_group_min(cluster->codes, effect->codes, &least, GLA_NO_AXIS), &least);
    if (!s->status)
        gla_s_adopt(s, gla_group_max(cluster->codes, effect->codes, &most, GLA_NO_AXIS), &most);
    bool same = gla_s_truth(s, s->status ? NULL : gla_s_reduce_all(s, gla_all, gla_s_combine(s, gla_equal, least, most)));
    gla_scope_keep(s, mark, NULL);
    return same;
}

/* Rank of the effects that are not nested. */
static int64_t rank_of(vcov *v, const bool *nested, int count)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    gla_array *out[7] = {NULL};
    gla_arrays *effects = NULL;
    double rank = 0;
    const gla_array **ids = gla_s_memory(s, e->n_effects + 1, sizeof *ids);
    int n = 0;
    for (int i = 0; i < e->n_effects && ids; i++)
        if (!nested[i])
            ids[n++] = e->effects[i].codes;
    if (count == 1 && ids)
        for (int i = 0; i < e->n_effects; i++)
            rank += nested[i] ? 0 : (double)e->effects[i].groups;
    if (count < 2 || s->status)
        return (int64_t)rank;
    int mark = gla_scope_mark(s);
    gla_array *none = gla_s_new(s, gla_device_of(ids[0]), GLA_FLOAT64, 2, (int64_t[]){e->n, 0});
    if (!s->status)
        gla_s_check(s, gla_absorb(none, none, &(gla_arrays){.n = n, .v = ids}, &out[0], &out[1], &out[2], &out[3], &out[4],
                                  &out[5], &out[6], &effects, NULL, NULL, 1e-8, 1, false, 1e-9, NULL, NULL, false));
    for (int i = 0; i < 7; i++)
        gla_s_own(s, out[i]);
    econ_read(s, out[3], &rank, 1);
    gla_scope_keep(s, mark, NULL);
    return (int64_t)rank;
}

/* fixest counts levels, one less for each effect but the first; the others count the rank. */
void vcov_count_parameters(vcov *v)
{
    const econ_estimates *e = v->e;
    double levels = 0, inside = 0;
    bool slopes = false, *nested = gla_s_memory(v->s, e->n_effects + 1, sizeof *nested);
    int count = 0;
    v->parameters = (double)(e->k + e->df_effects);
    if (v->s->status || e->n_effects == 0)
        return;
    for (int i = 0; i < e->n_effects; i++) {
        levels += (double)e->effects[i].groups - (i > 0);
        slopes |= e->effects[i].has_slopes;
        for (int g = 0; g < v->n_groups && v->ssc != SSC_STATSMODELS && !nested[i]; g++)
            nested[i] = vcov_is_nested(v, &e->effects[i], &v->groups[g]);
        count += nested[i];
        inside += nested[i] ? (double)e->effects[i].groups : 0;
    }
    if (v->s->status || slopes) /* slopes are parameters of their own, whether nested or not */
        return;
    double fixest = (double)e->k + levels - inside + count;
    if (v->ssc == SSC_FIXEST && fixest < e->nobs)
        v->parameters = fixest;
    else if (count)
        v->parameters = (double)e->k + fmax(1, (double)rank_of(v, nested, e->n_effects - count));
}

static bool is_clustered(const vcov *v)
{
    return v->spec.kind == VCOV_CLUSTER || v->spec.kind == VCOV_CRV3;
}

static bool is_serial(const vcov *v)
{
    return v->spec.kind == VCOV_NW || v->spec.kind == VCOV_DK;
}

/* The smallest number of clusters if the convention uses it for all terms. */
static double clusters_of(const vcov *v, int64_t groups)
{
    for (int i = 0; i < v->fit->n_groups && v->ssc != SSC_STATSMODELS; i++)
        if (v->fit->groups[i] < groups)
            groups = v->fit->groups[i];
    return (double)groups;
}

double vcov_factor(const vcov *v, int64_t groups)
{
    double n = v->e->nobs, left = n - v->parameters, g = groups ? clusters_of(v, groups) : 0;
    bool likelihood = v->e->method->likelihood;
    double of_rows = (n - 1) / left;
    if (likelihood && (v->ssc == SSC_STATA || v->ssc == SSC_REGHDFE))
        of_rows = 1; /* Stata's commands for likelihoods do not count parameters */
    switch (v->spec.kind) {
    case VCOV_IID: return v->unscaled || (likelihood && v->ssc != SSC_FIXEST) ? 1 : of_rows;
    case VCOV_HC0: return 1;
    case VCOV_HC1: return likelihood && of_rows == 1 ? n / (n - 1) : n / left;
    case VCOV_HC2:
    case VCOV_HC3: return v->ssc == SSC_FIXEST ? n / left : 1;
    case VCOV_CLUSTER: return of_rows * g / (g - 1);
    case VCOV_CRV3: return v->ssc == SSC_FIXEST ? of_rows * g / (g - 1) : (g - 1) / g;
    case VCOV_NW:
        if (v->ssc == SSC_STATSMODELS && !v->is_panel)
            return 1;
        return v->ssc == SSC_FIXEST ? of_rows * g / (g - 1) : n / left;
    case VCOV_DK: return v->ssc == SSC_FIXEST || v->ssc == SSC_STATSMODELS ? of_rows * g / (g - 1) : n / left;
    default: return of_rows;
    }
}

double vcov_degrees(const vcov *v)
{
    double least = INFINITY;
    if (v->e->method->likelihood || (v->ssc == SSC_STATSMODELS && v->spec.kind != VCOV_IID))
        return INFINITY;
    for (int i = 0; i < v->fit->n_groups; i++)
        least = fmin(least, (double)v->fit->groups[i] - 1);
    if (is_serial(v) && v->ssc == SSC_FIXEST)
        return (double)v->periods - 1;
    return is_clustered(v) ? least : v->e->nobs - v->parameters;
}
