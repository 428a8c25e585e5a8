/* covariance.c - The covariance matrix of a Fit. */
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "runtime/writer.h"

#include <math.h>
#include <string.h>

static const char *const conventions[] = {"fixest", "reghdfe", "stata", "statsmodels"};

vcov_ssc vcov_convention(const char *ssc)
{
    for (int i = 0; i < 4 && ssc; i++)
        if (strcmp(ssc, conventions[i]) == 0)
            return (vcov_ssc)i;
    return SSC_FIXEST;
}

const char *econ_convention(const char *ssc)
{
    return conventions[vcov_convention(ssc)];
}

/* ---- titles ---------------------------------------------------------------------------------------------------------- */

static void put_names(gla_writer *w, const vcov *v)
{
    for (int i = 0; i < v->n_groups; i++)
        gla_put(w, "%s%s", !i ? "" : i == v->n_groups - 1 ? " and " : ", ", v->groups[i].name);
}

static void put_title(gla_writer *w, const vcov *v)
{
    static const char *const plain[] = {[VCOV_IID] = "iid",
                                        [VCOV_HC0] = "robust (HC0)",
                                        [VCOV_HC1] = "robust (HC1)",
                                        [VCOV_HC2] = "robust (HC2)",
                                        [VCOV_HC3] = "robust (HC3)",
                                        [VCOV_CLUSTER] = "clustered by ",
                                        [VCOV_CRV3] = "jackknife (CRV3) by ",
                                        [VCOV_NW] = "Newey-West",
                                        [VCOV_DK] = "Driscoll-Kraay",
                                        [VCOV_CONLEY] = "Conley"};
    bool given = v->spec.n == 0;
    gla_put_text(w,
                 v->e->is_probability && v->spec.kind == VCOV_HC1 && !v->spec.text[0] ? plain[VCOV_HC1] : plain[v->spec.kind]);
    if (v->spec.kind == VCOV_CLUSTER || v->spec.kind == VCOV_CRV3) {
        if (given && v->n_groups > 1)
            gla_put(w, "%d variables", v->n_groups);
        else
            put_names(w, v);
    }
    if (v->spec.kind == VCOV_NW || v->spec.kind == VCOV_DK)
        gla_put(w, " (%g lag%s)", v->spec.number, v->spec.number == 1 ? "" : "s");
    if (v->spec.kind == VCOV_CONLEY)
        gla_put(w, " (%g km%s)", v->spec.number, v->spec.bartlett ? ", bartlett" : "");
}

static void name_matrix(vcov *v)
{
    gla_writer title = GLA_WRITER(v->s->op), text = GLA_WRITER(v->s->op);
    if (v->s->status)
        return;
    put_title(&title, v);
    gla_put_text(&text, v->spec.text);
    gla_s_check(v->s, gla_writer_finish(&title, &v->fit->vcov_title));
    gla_s_check(v->s, gla_writer_finish(&text, &v->fit->vcov));
}

/* ---- the matrix ------------------------------------------------------------------------------------------------------ */

static void iid(vcov *v)
{
    const econ_estimates *e = v->e;
    double factor = e->method->likelihood ? vcov_factor(v, 0) : e->sigma2_rss / (e->nobs - v->parameters);
    for (int64_t i = 0; i < e->k * e->k; i++)
        v->fit->covariance[i] = e->bread[i] * factor;
}

/* bread · meat · bread */
static void sandwich(vcov *v, double factor)
{
    int64_t k = v->e->k;
    const double *B = v->e->bread;
    double *half = gla_s_memory(v->s, k * k + 1, sizeof *half), *V = v->fit->covariance;
    for (int64_t i = 0; i < k && half; i++)
        for (int64_t j = 0; j < k; j++)
            for (int64_t l = 0; l < k; l++)
                half[i * k + j] += B[i * k + l] * v->meat[l * k + j];
    for (int64_t i = 0; i < k && half; i++)
        for (int64_t j = 0; j <= i; j++) {
            double sum = 0;
            for (int64_t l = 0; l < k; l++)
                sum += half[i * k + l] * B[l * k + j];
            V[i * k + j] = V[j * k + i] = factor * sum;
        }
}

/* Replace V = unit * d * d' by the matrix whose negative eigenvalues are 0. */
static void rebuild(double *V, int64_t k, const double *values, const double *vectors, const double *d)
{
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < k; j++) {
            double sum = 0;
            for (int64_t l = 0; l < k; l++)
                sum += vectors[i * k + l] * vectors[j * k + l] * fmax(values[l], 0);
            V[i * k + j] = sum * d[i] * d[j];
        }
}

int64_t vcov_repair(gla_scope *s, double *V, int64_t k, const char *text)
{
    int64_t bad = 0;
    double *values = gla_s_memory(s, k + 1, sizeof *values), *vectors = gla_s_memory(s, k * k + 1, sizeof *vectors);
    double *d = gla_s_memory(s, k + 1, sizeof *d), *unit = gla_s_memory(s, k * k + 1, sizeof *unit);
    gla_array *lambda = NULL, *Q = NULL;
    for (int64_t i = 0; i < k && d; i++)
        d[i] = V[i * k + i] != 0 ? sqrt(fabs(V[i * k + i])) : 1;
    for (int64_t i = 0; i < k * k && unit && d; i++)
        unit[i] = V[i] / d[i / k] / d[i % k];
    const gla_array *scaled = s->status ? NULL : econ_array(s, unit, 2, (int64_t[]){k, k});
    if (!s->status)
        gla_s_check(s, gla_eigh(scaled, &lambda, &Q));
    econ_read(s, gla_s_own(s, lambda), values, k);
    econ_read(s, gla_s_own(s, Q), vectors, k * k);
    for (int64_t i = 0; i < k && !s->status; i++)
        bad += values[i] < -1e-12 * values[k - 1];
    if (!bad || s->status)
        return 0;
    rebuild(V, k, values, vectors, d);
    if (text)
        gla_s_check(s,
                    gla_warn(GLA_ILL_CONDITIONED_WARNING, s->op,
                             "the covariance matrix '%s' has %lld negative eigenvalue%s, which %s set to 0; errors that "
                             "depend on %s are unreliable",
                             text, (long long)bad, bad == 1 ? "" : "s", bad == 1 ? "was" : "were", bad == 1 ? "it" : "them"));
    return bad;
}

static void warn_few(const vcov *v)
{
    int64_t least = v->fit->groups[0];
    for (int i = 1; i < v->n_groups; i++)
        least = v->fit->groups[i] < least ? v->fit->groups[i] : least;
    if (!v->s->status && v->n_groups && least < v->e->k)
        gla_s_check(v->s, gla_warn(GLA_ILL_CONDITIONED_WARNING, v->s->op,
                                   "there are %lld clusters for %lld coefficients, so the covariance matrix is singular; tests "
                                   "of more than %lld coefficients together are not possible",
                                   (long long)least, (long long)v->e->k, (long long)least - 1));
}

/* Return true if the Fit holds what the matrix needs. */
static bool holds(vcov *v)
{
    const econ_estimates *e = v->e;
    return v->spec.kind == VCOV_IID || e->scores || (e->X && econ_holds(v->s, v->fit, e->u)) || econ_holds(v->s, v->fit, NULL);
}

static void jackknife(vcov *v)
{
    vcov_jackknife(v);
    double factor = vcov_factor(v, v->groups[0].count);
    for (int64_t i = 0; i < v->e->k * v->e->k && !v->s->status; i++)
        v->fit->covariance[i] = factor * v->meat[i];
}

static void compute_meat(vcov *v)
{
    if (v->spec.kind == VCOV_NW)
        vcov_newey_west(v);
    else if (v->spec.kind == VCOV_DK)
        vcov_driscoll_kraay(v);
    else if (v->spec.kind == VCOV_CONLEY)
        vcov_conley(v);
    else
        vcov_robust(v);
}

void vcov_compute(vcov *v)
{
    bool clustered = v->spec.kind == VCOV_CLUSTER || v->spec.kind == VCOV_CRV3;
    int64_t k = v->e->k;
    if (!holds(v))
        return;
    if (clustered)
        vcov_find_clusters(v);
    vcov_count_parameters(v);
    v->meat = gla_s_memory(v->s, k * k + 1, sizeof *v->meat);
    if (v->s->status)
        return;
    if (v->spec.kind == VCOV_IID)
        iid(v);
    else if (k == 0 && v->spec.kind <= VCOV_CRV3) /* fixed effects only */
        v->meat = NULL;
    else if (clustered) {
        if (v->spec.kind == VCOV_CRV3)
            jackknife(v);
        else {
            vcov_clustered(v);
            sandwich(v, 1);
        }
        if (!v->raw)
            warn_few(v);
        if (v->n_groups > 1 && !v->raw)
            vcov_repair(v->s, v->fit->covariance, k, v->spec.text);
    } else {
        compute_meat(v);
        sandwich(v, vcov_factor(v, v->periods));
    }
    v->fit->df_t = vcov_degrees(v);
}

void econ_covariance(gla_scope *s, gla_econ_fit *fit, const char *text, const char *ssc)
{
    vcov v = {.s = s, .fit = fit, .e = fit->of, .ssc = vcov_convention(ssc)};
    int mark = gla_scope_mark(s);
    /* Without a convention, the inverse Hessian is as it is in most software; a change of the matrix may choose again. */
    v.unscaled = !ssc && fit->of->method->likelihood && !fit->of->n_effects;
    fit->ssc = v.unscaled ? NULL : conventions[v.ssc];
    if (fit->of->method->covariance && fit->of->method->covariance(s, fit, text, conventions[v.ssc]))
        return;
    vcov_parse(s, text ? text : fit->of->is_probability ? "HC1" : "iid", &v.spec);
    if (!s->status && v.e->params)
        vcov_stack(&v);
    else if (!s->status && (fit->covariance = econ_doubles(s, v.e->k * v.e->k)))
        vcov_compute(&v);
    name_matrix(&v);
    gla_scope_keep(s, mark, NULL);
}
