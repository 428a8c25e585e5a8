/* properties.c - What a Fit holds. */
#include "econ/econ.h"
#include "runtime/allocation.h"
#include "runtime/record.h"
#include "table/table.h"

#include <math.h>

static gla_status by_name(const char *op, const gla_econ_fit *fit, bool errors, gla_record **record)
{
    gla_scope s;
    const econ_estimates *e = fit->of;
    gla_scope_begin(&s, op);
    gla_record *r = econ_single(&s, fit, errors ? "std_errors" : "params") ? gla_calloc(1, sizeof *r) : NULL;
    if (!r && !s.status)
        gla_s_check(&s, gla_fail_memory(op, sizeof *r));
    if (r)
        r->op = op;
    for (int64_t i = 0; i < e->k && r; i++)
        gla_record_real(r, e->names->v[i], errors ? sqrt(fit->covariance[i * e->k + i]) : e->b[i]);
    if (r && gla_s_check(&s, r->status)) {
        gla_record_free(r);
        r = NULL;
    }
    *record = r;
    return gla_scope_end(&s);
}

gla_status gla_econ_fit_coef(const gla_econ_fit *fit, gla_record **coef)
{
    return by_name("coef", fit, false, coef);
}

gla_status gla_econ_fit_se(const gla_econ_fit *fit, gla_record **se)
{
    return by_name("se", fit, true, se);
}

gla_status gla_econ_fit_params(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "params");
    const gla_array *x = fit->of->params ? fit->of->params : econ_array(&s, fit->of->b, 1, (int64_t[]){fit->of->k});
    return gla_scope_return(&s, x, out);
}

gla_status gla_econ_fit_std_errors(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    int64_t k = fit->of->k;
    gla_scope_begin(&s, "std_errors");
    double *se = gla_s_memory(&s, k + 1, sizeof *se);
    for (int64_t i = 0; i < k && se; i++)
        se[i] = sqrt(fit->covariance[i * k + i]);
    return gla_scope_return(&s, econ_array(&s, se, 1, (int64_t[]){k}), out);
}

gla_status gla_econ_fit_covariance(const gla_econ_fit *fit, gla_array **out)
{
    gla_scope s;
    int64_t k = fit->of->k;
    gla_scope_begin(&s, "covariance");
    return gla_scope_return(&s, fit->stacked ? fit->stacked : econ_array(&s, fit->covariance, 2, (int64_t[]){k, k}), out);
}

gla_status gla_econ_fit_vcov(const gla_econ_fit *fit, const char *vcov, gla_econ_fit **changed, const char *ssc)
{
    gla_scope s;
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

gla_status gla_econ_fit_nobs(const gla_econ_fit *fit, int64_t *nobs)
{
    *nobs = (int64_t)fit->of->nobs;
    return GLA_OK;
}

gla_status gla_econ_fit_dropped(const gla_econ_fit *fit, gla_strings **dropped)
{
    gla_scope s;
    gla_scope_begin(&s, "dropped");
    *dropped = table_copy_strings(&s, fit->of->dropped->n, fit->of->dropped->v);
    return gla_scope_end(&s);
}
