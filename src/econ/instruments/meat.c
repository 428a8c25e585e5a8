/* meat.c - Covariance matrices of moments, of the kind of a Fit's covariance matrix. */
#include "econ/instruments/instruments.h"
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"

#include <string.h>

/* The smallest number of clusters, which all terms of fixest's convention use. */
static int64_t least_groups(const gla_econ_fit *fit)
{
    int64_t least = fit->n_groups ? fit->groups[0] : 0;
    for (int i = 1; i < fit->n_groups; i++)
        least = fit->groups[i] < least ? fit->groups[i] : least;
    return least;
}

/* HC2, HC3 and CRV3 correct the residuals of one regression by their leverage. Moments have no such correction. */
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

/* Fail if the sum of the products of so few terms has less than full rank, or fits them whatever the coefficients are: J of as
 * many terms as moments is their number. */
static void check_terms(vcov *v, int64_t moments)
{
    bool clusters = v->n_groups == 1, periods = v->spec.kind == VCOV_DK;
    int64_t terms = clusters ? v->groups[0].count : v->periods;
    if (!v->s->status && (clusters || periods) && terms <= moments)
        gla_s_fail(v->s, GLA_ARGUMENT_ERROR,
                   "%s: %lld %s cannot give weights for %lld moments; use fewer instruments, or more %s than instruments",
                   v->s->op, (long long)terms, clusters ? "clusters" : "periods", (long long)moments,
                   clusters ? "clusters" : "periods");
}

void iv_meat(gla_scope *s, const gla_econ_fit *fit, const gla_array *scores, int64_t k, int64_t moments, double *meat)
{
    econ_estimates e = *fit->of;
    gla_econ_fit shell = {.of = &e};
    vcov v = {.s = s, .fit = &shell, .e = &e, .ssc = SSC_FIXEST, .meat = meat};
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
        sum_up(&v);
    check_terms(&v, moments);
    double factor = v.spec.kind == VCOV_CLUSTER && !s->status ? vcov_factor(&v, least_groups(&shell)) : 1;
    for (int64_t i = 0; i < e.k * e.k && !s->status; i++)
        meat[i] /= factor;
    gla_scope_keep(s, mark, NULL);
}
