/* properties.c - Coefficients of a Fit, their errors and tests, by name and as arrays. */
#include "econ/econ.h"
#include "gpulinalg.h"
#include "runtime/record.h"
#include "table/table.h"

#include <math.h>

/* ---- values on the host ---------------------------------------------------------------------------------------------- */

static double *coefficients(gla_scope *s, const gla_econ_fit *fit)
{
    double *values = gla_s_memory(s, fit->of->k + 1, sizeof *values);
    for (int64_t i = 0; i < fit->of->k && values; i++)
        values[i] = fit->of->b[i];
    return values;
}

double *econ_errors(gla_scope *s, const gla_econ_fit *fit)
{
    int64_t k = fit->of->k;
    double *values = gla_s_memory(s, k + 1, sizeof *values);
    for (int64_t i = 0; i < k && values; i++)
        values[i] = sqrt(fit->covariance[i * k + i]);
    return values;
}

double *econ_tvalues(gla_scope *s, const gla_econ_fit *fit)
{
    double *values = econ_errors(s, fit);
    for (int64_t i = 0; i < fit->of->k && values; i++)
        values[i] = fit->of->b[i] / values[i];
    return values;
}

/* 2 P(T > |t|) of t statistics, of any shape. */
static gla_array *two_sided(gla_scope *s, const gla_econ_fit *fit, const gla_array *t)
{
    gla_array *p = NULL, *size = gla_s_apply(s, gla_abs, t), *df = gla_s_number(s, fit->df_t);
    if (s->status)
        return NULL;
    if (isinf(fit->df_t))
        gla_s_adopt(s, gla_stats_norm_sf(size, &p, NULL, NULL), &p);
    else
        gla_s_adopt(s, gla_stats_t_sf(size, df, &p, NULL, NULL), &p);
    return gla_s_combine(s, gla_multiply, p, gla_s_number(s, 2));
}

double *econ_pvalues(gla_scope *s, const gla_econ_fit *fit)
{
    int64_t k = fit->of->k;
    double *values = econ_tvalues(s, fit);
    gla_array *t = econ_array(s, values, 1, &k);
    econ_read(s, two_sided(s, fit, t), values, k);
    return values;
}

/* Fail if the estimator has no standard errors. */
static bool has_errors(gla_scope *s, const gla_econ_fit *fit)
{
    if (fit->of->method->no_errors)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a Fit by %s %s", s->op, fit->of->method->name, fit->of->method->no_errors);
    return !s->status;
}

/* ---- by name --------------------------------------------------------------------------------------------------------- */

typedef double *econ_values(gla_scope *s, const gla_econ_fit *fit);

static gla_status by_name(const char *op, const gla_econ_fit *fit, econ_values *function, const char *array,
                          gla_record **record)
{
    gla_scope s;
    *record = NULL;
    gla_scope_begin(&s, op);
    bool known = econ_single(&s, fit, array) && (function == coefficients || has_errors(&s, fit));
    double *values = known ? function(&s, fit) : NULL;
    gla_record *r = econ_new_record(&s);
    for (int64_t i = 0; i < fit->of->k && r; i++)
        gla_record_real(r, fit->of->names->v[i], values[i]);
    *record = econ_finish_record(&s, r);
    return gla_scope_end(&s);
}

gla_status gla_econ_fit_coef(const gla_econ_fit *fit, gla_record **coef)
{
    return by_name("coef", fit, coefficients, "params", coef);
}

gla_status gla_econ_fit_se(const gla_econ_fit *fit, gla_record **se)
{
    return by_name("se", fit, econ_errors, "std_errors", se);
}

gla_status gla_econ_fit_t(const gla_econ_fit *fit, gla_record **t)
{
    return by_name("t", fit, econ_tvalues, "tvalues", t);
}

gla_status gla_econ_fit_p(const gla_econ_fit *fit, gla_record **p)
{
    return by_name("p", fit, econ_pvalues, "pvalues", p);
}

/* ---- arrays ---------------------------------------------------------------------------------------------------------- */

static gla_array *errors_of(gla_scope *s, const gla_econ_fit *fit)
{
    gla_array *made = NULL;
    if (!has_errors(s, fit))
        return NULL;
    if (!fit->stacked)
        return econ_array(s, econ_errors(s, fit), 1, (int64_t[]){fit->of->k});
    gla_s_adopt(s, gla_diagonal(fit->stacked, &made, 0), &made);
    return gla_s_apply(s, gla_sqrt, made);
}

static gla_array *params_of(gla_scope *s, const gla_econ_fit *fit)
{
    return fit->of->params ? fit->of->params : econ_array(s, fit->of->b, 1, (int64_t[]){fit->of->k});
}

gla_status gla_econ_fit_params(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "params");
    gla_array *copy = params_of(&s, fit);
    if (copy && copy == fit->of->params)
        gla_s_adopt(&s, gla_copy(copy, &copy), &copy);
    return gla_scope_return(&s, copy, out);
}

gla_status gla_econ_fit_std_errors(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "std_errors");
    return gla_scope_return(&s, errors_of(&s, fit), out);
}

gla_status gla_econ_fit_tvalues(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "tvalues");
    return gla_scope_return(&s, gla_s_combine(&s, gla_divide, params_of(&s, fit), errors_of(&s, fit)), out);
}

gla_status gla_econ_fit_pvalues(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "pvalues");
    gla_array *t = gla_s_combine(&s, gla_divide, params_of(&s, fit), errors_of(&s, fit));
    return gla_scope_return(&s, two_sided(&s, fit, t), out);
}

gla_status gla_econ_fit_covariance(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    int64_t k = fit->of->k;
    gla_scope_begin(&s, "covariance");
    gla_array *copy = has_errors(&s, fit) ? fit->stacked : NULL;
    if (copy)
        gla_s_adopt(&s, gla_copy(copy, &copy), &copy);
    return gla_scope_return(&s, fit->stacked ? copy : econ_array(&s, fit->covariance, 2, (int64_t[]){k, k}), out);
}

/* A copy of an array with a row for each observation. */
static gla_status copy_data(const char *op, const gla_econ_fit *fit, const gla_array *x, gla_array **out)
{
    gla_scope s;
    gla_array *copy = NULL;
    gla_scope_begin(&s, op);
    if (econ_holds(&s, fit, x))
        gla_s_adopt(&s, gla_copy(x, &copy), &copy);
    return gla_scope_return(&s, copy, out);
}

gla_status gla_econ_fit_residuals(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "residuals");
    bool has = econ_has_residuals(&s, fit);
    gla_status status = gla_scope_end(&s);
    return has ? copy_data("residuals", fit, fit->of->residuals, out) : status;
}

gla_status gla_econ_fit_fitted(const gla_econ_fit *fit, gla_array **out)
{
    return copy_data("fitted", fit, fit->of->fitted, out);
}

gla_status gla_econ_fit_rows(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    double n = (double)fit->of->n;
    gla_array *made = NULL;
    if (fit->of->rows)
        return copy_data("rows", fit, fit->of->rows, out);
    gla_scope_begin(&s, "rows");
    if (econ_single(&s, fit, "all rows") && econ_holds(&s, fit, fit->of->y))
        gla_s_adopt(&s, gla_arange(gla_s_number(&s, n), &made, NULL, NULL, GLA_INT64, gla_array_device(fit->of->y)), &made);
    return gla_scope_return(&s, made, out);
}

gla_status gla_econ_fit_vcov(const gla_econ_fit *fit, const char *vcov, gla_econ_fit **changed, const char *ssc)
{
    gla_scope s;
    *changed = NULL;
    gla_scope_begin(&s, "vcov");
    gla_econ_fit *made = econ_share(&s, fit);
    if (made)
        econ_covariance(&s, made, vcov, ssc ? ssc : fit->ssc);
    if (s.status)
        gla_object_unref(made);
    else
        *changed = made;
    return gla_scope_end(&s);
}
