/* statistics.c - Numbers that describe a Fit as a whole. */
#include "econ/econ.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "runtime/record.h"
#include "table/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double econ_r2(const econ_estimates *e)
{
    return e->tss > 0 ? 1 - e->sigma2_rss / e->tss : NAN;
}

double econ_r2_within(const econ_estimates *e)
{
    return e->n_effects ? e->tss_within > 0 ? 1 - e->sigma2_rss / e->tss_within : NAN : econ_r2(e);
}

static double degrees(const econ_estimates *e)
{
    return e->nobs - (double)(e->k + e->df_effects);
}

/* Analytic and probability weights are normalised to the mean 1. */
double econ_sigma(const econ_estimates *e)
{
    double mean = e->weight_sum > 0 && !e->is_frequency ? e->weight_sum / (double)e->n : 1;
    return sqrt(e->sigma2_rss / mean / degrees(e));
}

typedef enum statistic { R2, R2_ADJUSTED, R2_WITHIN, SIGMA, RSS, LOGLIK, AIC, BIC } statistic;

static double compute(const econ_estimates *e, statistic which)
{
    double parameters = (double)(e->k + e->df_effects);
    switch (which) {
    case R2: return econ_r2(e);
    case R2_ADJUSTED: return 1 - (1 - econ_r2(e)) * (e->nobs - e->constant) / degrees(e);
    case R2_WITHIN: return econ_r2_within(e);
    case SIGMA: return econ_sigma(e);
    case RSS: return e->sigma2_rss;
    case LOGLIK: return e->loglik;
    case AIC: return 2 * parameters - 2 * e->loglik;
    default: return log(e->nobs) * parameters - 2 * e->loglik;
    }
}

static gla_status get(const char *op, const gla_econ_fit *fit, statistic which, double *value)
{
    gla_scope s;
    gla_scope_begin(&s, op);
    if (econ_single(&s, fit, "its arrays"))
        *value = compute(fit->of, which);
    return gla_scope_end(&s);
}

gla_status gla_econ_fit_r2(const gla_econ_fit *fit, double *value)
{
    return get("r2", fit, R2, value);
}

gla_status gla_econ_fit_r2_adjusted(const gla_econ_fit *fit, double *value)
{
    return get("r2_adjusted", fit, R2_ADJUSTED, value);
}

gla_status gla_econ_fit_r2_within(const gla_econ_fit *fit, double *value)
{
    return get("r2_within", fit, R2_WITHIN, value);
}

gla_status gla_econ_fit_sigma(const gla_econ_fit *fit, double *value)
{
    return get("sigma", fit, SIGMA, value);
}

gla_status gla_econ_fit_rss(const gla_econ_fit *fit, double *value)
{
    return get("rss", fit, RSS, value);
}

gla_status gla_econ_fit_loglik(const gla_econ_fit *fit, double *value)
{
    return get("loglik", fit, LOGLIK, value);
}

gla_status gla_econ_fit_aic(const gla_econ_fit *fit, double *value)
{
    return get("aic", fit, AIC, value);
}

gla_status gla_econ_fit_bic(const gla_econ_fit *fit, double *value)
{
    return get("bic", fit, BIC, value);
}

gla_status gla_econ_fit_nobs(const gla_econ_fit *fit, int64_t *nobs)
{
    *nobs = (int64_t)fit->of->nobs;
    return GLA_OK;
}

gla_status gla_econ_fit_df(const gla_econ_fit *fit, int64_t *df)
{
    *df = (int64_t)degrees(fit->of);
    return GLA_OK;
}

gla_status gla_econ_fit_df_effects(const gla_econ_fit *fit, int64_t *df)
{
    *df = fit->of->df_effects;
    return GLA_OK;
}

gla_status gla_econ_fit_df_t(const gla_econ_fit *fit, double *value)
{
    *value = fit->df_t;
    return GLA_OK;
}

/* ---- texts and lists ------------------------------------------------------------------------------------------------- */

static gla_status get_text(const char *op, const char *text, char **out)
{
    gla_scope s;
    gla_scope_begin(&s, op);
    *out = econ_copy_text(&s, text ? text : "");
    return gla_scope_end(&s);
}

gla_status gla_econ_fit_formula(const gla_econ_fit *fit, char **text)
{
    return get_text("formula", fit->of->formula, text);
}

gla_status gla_econ_fit_method(const gla_econ_fit *fit, char **text)
{
    return get_text("method", fit->of->method->name, text);
}

gla_status gla_econ_fit_vcov_title(const gla_econ_fit *fit, char **text)
{
    return get_text("vcov_title", fit->vcov_title, text);
}

static gla_status get_list(const char *op, const gla_strings *list, gla_strings **out)
{
    gla_scope s;
    gla_scope_begin(&s, op);
    *out = table_copy_strings(&s, list->n, list->v);
    return gla_scope_end(&s);
}

gla_status gla_econ_fit_dropped(const gla_econ_fit *fit, gla_strings **dropped)
{
    return get_list("dropped", fit->of->dropped, dropped);
}

gla_status gla_econ_fit_remarks(const gla_econ_fit *fit, gla_strings **remarks)
{
    return get_list("remarks", fit->of->remarks, remarks);
}

gla_status gla_econ_fit_names(const gla_econ_fit *fit, gla_strings **names)
{
    return get_list("names", fit->of->names, names);
}

gla_status gla_econ_fit_clusters(const gla_econ_fit *fit, gla_ints **clusters)
{
    gla_ints *made = *clusters = gla_calloc(1, sizeof *made);
    if (!made)
        return gla_fail_memory("clusters", sizeof *made);
    for (int i = 0; i < fit->n_groups; i++)
        made->v[made->n++] = fit->groups[i];
    return GLA_OK;
}

static int64_t bytes_of(const gla_array *x)
{
    return x ? x->size * (int64_t)gla_itemsize(x->dtype) : 0;
}

gla_status gla_econ_fit_nbytes(const gla_econ_fit *fit, int64_t *bytes)
{
    const econ_estimates *e = fit->of;
    const gla_array *arrays[] = {
        e->rows,   e->X,    e->u,    e->scores,      e->y,      e->weights,  e->residuals == e->u ? NULL : e->residuals,
        e->fitted, e->unit, e->time, e->effects_sum, e->params, fit->stacked};
    int64_t sum = 8 * e->k * (1 + 2 * e->k);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sum += bytes_of(arrays[i]);
    for (int i = 0; i < e->n_effects; i++)
        sum += bytes_of(e->effects[i].codes);
    for (int i = 0; i < e->n_clusters; i++)
        sum += bytes_of(e->clusters[i]);
    *bytes = sum;
    return GLA_OK;
}

/* ---- all numbers of a summary ---------------------------------------------------------------------------------------- */

static void put_named(gla_record *r, const econ_estimates *e, const char *kind, const double *values)
{
    char key[300];
    for (int64_t i = 0; i < e->k && values; i++) {
        snprintf(key, sizeof key, "%s[%.280s]", kind, e->names->v[i]);
        gla_record_real(r, key, values[i]);
    }
}

static void fill(gla_scope *s, const gla_econ_fit *fit, gla_record *r)
{
    const econ_estimates *e = fit->of;
    gla_record_text(r, "method", e->method->name);
    gla_record_text(r, "formula", e->formula ? e->formula : "");
    gla_record_text(r, "y", e->y_name);
    gla_record_text(r, "vcov", fit->vcov ? fit->vcov : "");
    gla_record_integer(r, "nobs", (int64_t)e->nobs);
    gla_record_integer(r, "df", (int64_t)degrees(e));
    gla_record_real(r, "df_t", fit->df_t);
    gla_record_real(r, "r2", econ_r2(e));
    gla_record_real(r, "r2_within", econ_r2_within(e));
    gla_record_real(r, "sigma", econ_sigma(e));
    gla_record_real(r, "loglik", e->loglik);
    put_named(r, e, "coef", e->b);
    put_named(r, e, "se", econ_errors(s, fit));
    put_named(r, e, "t", econ_tvalues(s, fit));
    put_named(r, e, "p", econ_pvalues(s, fit));
}

gla_status gla_econ_fit_to_dict(const gla_econ_fit *fit, gla_record **record)
{
    gla_scope s;
    gla_scope_begin(&s, "to_dict");
    gla_record *r = econ_single(&s, fit, "its arrays") ? econ_new_record(&s) : NULL;
    if (r)
        fill(&s, fit, r);
    *record = econ_finish_record(&s, r);
    return gla_scope_end(&s);
}
