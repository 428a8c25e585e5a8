/* statistics.c - The numbers in tables of results. */
#include "econ/output/output.h"
#include "gpulinalg.h"

#include <math.h>

void out_check_level(gla_scope *s, double level)
{
    if (!(level > 0 && level < 1))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: level is %g, but it must lie between 0 and 1; 0.95 means 95 %%", s->op, level);
}

/* ---- estimates ------------------------------------------------------------------------------------------------------ */
/* The critical value of confidence intervals. */
static double critical_value(gla_scope *s, double df, double level)
{
    double value = NAN;
    gla_array *quantile = NULL, *tail = gla_s_number(s, (1 - level) / 2), *freedom = gla_s_number(s, df);
    if (!s->status)
        gla_s_check(s, gla_stats_t_isf(tail, freedom, &quantile, NULL, NULL));
    gla_s_own(s, quantile);
    econ_read(s, quantile, &value, 1);
    return value;
}

out_estimate *out_estimates(gla_scope *s, const gla_econ_fit *fit, double level)
{
    const econ_estimates *e = fit->of;
    out_estimate *made = gla_s_memory(s, e->k + 1, sizeof *made);
    bool tested = fit->df_t > 0 && e->k;
    double *p = tested ? econ_pvalues(s, fit) : NULL, critical = tested ? critical_value(s, fit->df_t, level) : NAN;
    for (int64_t i = 0; i < e->k && !s->status; i++) {
        double variance = fit->covariance[i * e->k + i];
        made[i] = (out_estimate){.name = e->names->v[i], .b = e->b[i]};
        made[i].se = isfinite(variance) && variance >= 0 ? sqrt(variance) : NAN;
        made[i].t = made[i].se > 0 ? e->b[i] / made[i].se : NAN;
        made[i].p = tested && !isnan(made[i].t) ? p[i] : NAN;
        made[i].lower = e->b[i] - critical * made[i].se;
        made[i].upper = e->b[i] + critical * made[i].se;
    }
    return s->status ? NULL : made;
}

out_estimate **out_all_estimates(gla_scope *s, const gla_fits *fits, double level)
{
    out_estimate **all = gla_s_memory(s, fits->n, sizeof *all);
    for (int64_t i = 0; i < fits->n && !s->status; i++)
        all[i] = out_estimates(s, fits->v[i], level);
    return all;
}

const out_estimate *out_find_estimate(const gla_econ_fit *fit, const out_estimate *list, const char *name)
{
    for (int64_t i = 0; i < fit->of->k; i++)
        if (!strcmp(list[i].name, name))
            return &list[i];
    return NULL;
}

int out_stars(double p)
{
    return p < 0.01 ? 3 : p < 0.05 ? 2 : p < 0.1 ? 1 : 0;
}

/* ---- statistics of a Fit -------------------------------------------------------------------------------------------- */
static double nobs(const gla_econ_fit *fit)
{
    return fit->of->nobs;
}

static double clusters(const gla_econ_fit *fit)
{
    double fewest = fit->n_groups ? (double)fit->groups[0] : NAN;
    for (int i = 1; i < fit->n_groups; i++)
        fewest = fmin(fewest, (double)fit->groups[i]);
    return fewest;
}

static double residual_df(const gla_econ_fit *fit)
{
    return fit->of->nobs - (double)(fit->of->k + fit->of->df_effects);
}

static double r2(const gla_econ_fit *fit)
{
    return fit->of->method->likelihood ? NAN : econ_r2(fit->of);
}

static double r2_adjusted(const gla_econ_fit *fit)
{
    double df = residual_df(fit);
    return df > 0 ? 1 - (1 - r2(fit)) * (fit->of->nobs - fit->of->constant) / df : NAN;
}

static double r2_within(const gla_econ_fit *fit)
{
    return fit->of->n_effects && !fit->of->method->likelihood ? econ_r2_within(fit->of) : NAN;
}

static double loglik(const gla_econ_fit *fit)
{
    return fit->of->loglik;
}

static double r2_pseudo(const gla_econ_fit *fit)
{
    bool applies = fit->of->method->likelihood && fit->of->loglik0 != 0;
    return applies ? 1 - fit->of->loglik / fit->of->loglik0 : NAN;
}

static double rss(const gla_econ_fit *fit)
{
    return fit->of->method->likelihood ? NAN : fit->of->sigma2_rss;
}

static double sigma(const gla_econ_fit *fit)
{
    return residual_df(fit) > 0 && !fit->of->method->likelihood ? econ_sigma(fit->of) : NAN;
}

static double parameters(const gla_econ_fit *fit)
{
    return (double)(fit->of->k + fit->of->df_effects);
}

static double aic(const gla_econ_fit *fit)
{
    return 2 * parameters(fit) - 2 * fit->of->loglik;
}

static double bic(const gla_econ_fit *fit)
{
    return parameters(fit) * log(fit->of->nobs) - 2 * fit->of->loglik;
}

const out_statistic out_statistics[OUT_STATISTICS] = {
    {"nobs", "Observations", NULL, NULL, nobs, true},
    {"clusters", "Clusters", NULL, NULL, clusters, true},
    {"r2", "R2", "$R^2$", "R<sup>2</sup>", r2, false},
    {"r2_adjusted", "Adjusted R2", "Adjusted $R^2$", "Adjusted R<sup>2</sup>", r2_adjusted, false},
    {"r2_within", "Within R2", "Within $R^2$", "Within R<sup>2</sup>", r2_within, false},
    {"r2_pseudo", "Pseudo R2", "Pseudo $R^2$", "Pseudo R<sup>2</sup>", r2_pseudo, false},
    {"sigma", "Residual std. error", NULL, NULL, sigma, false},
    {"rss", "Residual sum of squares", NULL, NULL, rss, false},
    {"loglik", "Log-likelihood", NULL, NULL, loglik, false},
    {"aic", "AIC", NULL, NULL, aic, false},
    {"bic", "BIC", NULL, NULL, bic, false},
};

const out_statistic *out_find_statistic(gla_scope *s, const char *name)
{
    const char *list = "";
    for (int i = 0; i < OUT_STATISTICS; i++)
        if (!strcmp(out_statistics[i].name, name))
            return &out_statistics[i];
    for (int i = 0; i < OUT_STATISTICS; i++)
        list = gla_s_print(s, "%s%s'%s'", list, i ? ", " : "", out_statistics[i].name);
    gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: stats contains '%.60s', but the statistics are %s", s->op, name, list);
    return NULL;
}

const char *out_statistic_text(gla_scope *s, const gla_econ_fit *fit, const out_statistic *which, int digits)
{
    double value = which->value(fit);
    if (isnan(value))
        return NULL;
    return which->count ? out_count(s, value) : out_number(s, value, digits, true);
}

/* ---- covariance matrices -------------------------------------------------------------------------------------------- */
const char *out_covariance_title(const gla_econ_fit *fit)
{
    return fit->vcov_title ? fit->vcov_title : fit->vcov ? fit->vcov : "iid";
}

const char *out_covariance_details(gla_scope *s, const gla_econ_fit *fit)
{
    const char *numbers = "";
    int n = fit->n_groups;
    for (int i = 0; i < n; i++)
        numbers = gla_s_print(s, "%s%s%s", numbers,
                              i == 0       ? ""
                              : i == n - 1 ? " and "
                                           : ", ",
                              out_count(s, (double)fit->groups[i]));
    if (!n)
        return out_covariance_title(fit);
    return gla_s_print(s, "%s (%s clusters)", out_covariance_title(fit), numbers);
}
