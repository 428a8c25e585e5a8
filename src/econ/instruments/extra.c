/* extra.c - What a Fit with instruments keeps, and the lines of its summary. */
#include "econ/instruments/instruments.h"
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void iv_drop(void *extra)
{
    iv_extra *x = extra;
    gla_unref(x->Q);
    x->Q = NULL;
}

void iv_release(void *extra)
{
    iv_extra *x = extra;
    gla_free(x->R);
    gla_free(x->gram);
    gla_strings_free(x->z_names);
    for (int i = 0; i < ECON_LINES; i++)
        gla_free(x->labels[i]);
    gla_free(x);
}

const iv_extra *iv_of(gla_scope *s, const gla_econ_fit *fit)
{
    const econ_estimates *e = fit->of;
    if (e->method->release == iv_release && e->extra)
        return e->extra;
    gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: this Fit is from %s, which has no instruments; fit with tsls, liml or gmm", s->op,
               e->method->name);
    return NULL;
}

/* The jackknife leaves out clusters of a least squares regression, which these estimators are not. */
bool iv_covariance(gla_scope *s, gla_econ_fit *fit, const char *text, const char *ssc)
{
    vcov_spec spec = {0};
    (void)fit, (void)ssc;
    if (text)
        vcov_parse(s, text, &spec);
    if (!s->status && spec.kind == VCOV_CRV3)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: '%s' is defined for least squares only; use cluster", s->op, text);
    return s->status != GLA_OK;
}

const econ_method iv_probe = {
    .name = "gmm", .title = "GMM", .drop = iv_drop, .release = iv_release, .covariance = iv_covariance};
