/* extra.c - What a Fit with instruments keeps, and the lines of its summary. */
#include "econ/instruments/instruments.h"
#include "econ/state.h"
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

/* Memory for what is read. */
static bool new_extra(econ_state *t, econ_estimates *e)
{
    if (t->w || econ_state_failed(t))
        return t->w && e->extra && !econ_state_failed(t);
    e->extra = gla_calloc(1, sizeof(iv_extra));
    if (!e->extra)
        gla_s_check(t->s, gla_fail_memory(t->s->op, sizeof(iv_extra)));
    return e->extra;
}

static bool fits(const econ_estimates *e, const iv_extra *x)
{
    const gla_array *Q = x->Q;
    return x->R && x->z_names && x->z_names->n == x->l && x->kx >= 0 && x->m >= 0 && x->L == x->kx + x->l &&
           x->k == x->kx + x->m && x->k == e->k && x->c == x->L + x->m + 1 &&
           (!Q || (Q->ndim == 2 && Q->shape[0] == e->n && Q->shape[1] == x->c));
}

void iv_store(econ_state *t, econ_estimates *e)
{
    if (!new_extra(t, e))
        return;
    iv_extra *x = e->extra;
    int64_t *sizes[] = {&x->kx, &x->l, &x->m, &x->L, &x->k, &x->c, &x->steps};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        econ_state_integer(t, sizes[i]);
    if (x->c < 0 || x->c > INT32_MAX || x->k < 0 || x->k > x->c)
        econ_state_refuse(t);
    econ_state_bytes(t, &x->kappa, sizeof x->kappa);
    econ_state_bytes(t, &x->j, sizeof x->j);
    econ_state_doubles(t, &x->R, x->c * x->c);
    econ_state_doubles(t, &x->gram, x->k * x->k);
    econ_state_array(t, &x->Q);
    econ_state_strings(t, &x->z_names);
    for (int i = 0; i < ECON_LINES; i++)
        econ_state_text(t, &x->labels[i]);
    if (!econ_state_failed(t) && !fits(e, x))
        econ_state_refuse(t);
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
