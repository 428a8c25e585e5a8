/* meat.c - Sums of the outer products of scores, of the kind of a Fit's covariance matrix. */
#include "econ/instruments/instruments.h"
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"

#include <string.h>

static vcov_ssc convention(const char *ssc)
{
    static const char *const names[] = {"fixest", "reghdfe", "stata", "statsmodels"};
    for (int i = 0; i < 4 && ssc; i++)
        if (!strcmp(ssc, names[i]))
            return (vcov_ssc)i;
    return SSC_FIXEST;
}

/* The smallest number of clusters, which all terms of fixest's convention use. */
static int64_t least_groups(const gla_econ_fit *fit)
{
    int64_t least = fit->n_groups ? fit->groups[0] : 0;
    for (int i = 1; i < fit->n_groups; i++)
        least = fit->groups[i] < least ? fit->groups[i] : least;
    return least;
}

/* HC2, HC3 and CRV3 correct the residuals of one regression by their leverage. Other scores have no such correction. */
static void choose_kind(vcov_spec *spec)
{
    if (spec->kind == VCOV_HC2 || spec->kind == VCOV_HC3)
        spec->kind = VCOV_HC1;
    if (spec->kind == VCOV_CRV3)
        spec->kind = VCOV_CLUSTER;
}

/* The sum, without a factor for small samples unless the kind applies it to each of its terms. */
static void sum_up(vcov *v)
{
    switch (v->spec.kind) {
    case VCOV_CLUSTER: vcov_clustered(v); break;
    case VCOV_NW: vcov_newey_west(v); break;
    case VCOV_DK: vcov_driscoll_kraay(v); break;
    case VCOV_CONLEY: vcov_conley(v); break;
    default: vcov_robust(v);
    }
}

static void add_up(vcov *v, bool adjust)
{
    double factor = 1;
    sum_up(v);
    if (v->spec.kind == VCOV_CLUSTER)
        factor = adjust ? 1 : 1 / vcov_factor(v, least_groups(v->fit));
    else if (adjust)
        factor = vcov_factor(v, v->periods);
    for (int64_t i = 0; i < v->e->k * v->e->k && !v->s->status; i++)
        v->meat[i] *= factor;
}

void iv_meat(gla_scope *s, const gla_econ_fit *fit, const gla_array *scores, int64_t k, bool adjust, double *meat)
{
    econ_estimates e = *fit->of;
    gla_econ_fit shell = {.of = &e};
    vcov v = {.s = s, .fit = &shell, .e = &e, .ssc = adjust ? convention(fit->ssc) : SSC_FIXEST, .meat = meat};
    int mark = gla_scope_mark(s);
    if (s->status || !econ_holds(s, fit, fit->of->u ? fit->of->u : fit->of->scores))
        return;
    e.scores = (gla_array *)scores;
    if (!e.u)
        e.u = e.scores;
    e.k = k;
    memset(meat, 0, (size_t)(scores->shape[1] * scores->shape[1]) * sizeof *meat);
    vcov_parse(s, fit->vcov, &v.spec);
    choose_kind(&v.spec);
    if (!s->status && v.spec.kind == VCOV_CLUSTER)
        vcov_find_clusters(&v);
    vcov_count_parameters(&v);
    e.k = scores->shape[1];
    if (!s->status)
        add_up(&v, adjust);
    gla_scope_keep(s, mark, NULL);
}
