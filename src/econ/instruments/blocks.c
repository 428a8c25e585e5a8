/* blocks.c - What tests of instruments share. */
#include "econ/instruments/instruments.h"
#include "gpulinalg.h"
#include "runtime/record.h"

#include <math.h>

bool iv_read(gla_scope *s, const gla_econ_fit *fit, iv_blocks *t)
{
    const econ_estimates *e = fit->of;
    const iv_extra *x = iv_of(s, fit);
    *t = (iv_blocks){.fit = fit, .x = x};
    if (!x)
        return false;
    t->l = x->l, t->m = x->m;
    t->A = iv_block(s, x->R, x->c, x->kx, x->l, x->L, x->m + 1);
    t->B = iv_block(s, x->R, x->c, x->L, x->m + 1, x->L, x->m + 1);
    t->nobs = e->nobs;
    t->df = iv_degrees(s, fit, x->L);
    t->iid = econ_is_iid(fit);
    t->warned = gla_s_memory(s, 1, sizeof *t->warned);
    return !s->status;
}

bool iv_begin(gla_scope *s, const gla_econ_fit *fit, iv_blocks *t)
{
    if (iv_read(s, fit, t) && t->df <= 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %g rows, but %lld instruments; the test needs more rows than instruments", s->op,
                   t->nobs, (long long)t->x->L);
    return !s->status;
}

void iv_combine(gla_scope *s, const iv_blocks *t, const double *w, double **a, double **rest)
{
    int64_t q = t->m + 1;
    *a = iv_doubles(s, t->l), *rest = iv_doubles(s, q);
    if (s->status)
        return;
    iv_product(*a, t->A, w, t->l, q, 1, IV_PLAIN);
    iv_product(*rest, t->B, w, q, q, 1, IV_PLAIN);
}

gla_array *iv_off(gla_scope *s, const iv_blocks *t, const double *w, bool whole)
{
    const iv_extra *x = t->x;
    double *a, *rest;
    int64_t q = t->m + 1, l = t->l;
    if (s->status || !econ_holds(s, t->fit, x->Q))
        return NULL;
    iv_combine(s, t, w, &a, &rest);
    gla_array *right = econ_array(s, rest, 2, (int64_t[]){q, 1});
    gla_array *v = gla_s_combine(s, gla_matmul, gla_s_slice(s, x->Q, 1, x->L, q), right);
    if (whole) {
        gla_array *left = econ_array(s, a, 2, (int64_t[]){l, 1});
        v = gla_s_combine(s, gla_add, v, gla_s_combine(s, gla_matmul, gla_s_slice(s, x->Q, 1, x->kx, l), left));
    }
    return v;
}

double iv_wald(gla_scope *s, const iv_blocks *t, const double *w, double *df)
{
    double *a, *rest;
    iv_auxiliary on;
    iv_combine(s, t, w, &a, &rest);
    *df = t->df;
    if (s->status)
        return NAN;
    if (t->iid)
        return iv_norm2(a, t->l) / (iv_norm2(rest, t->m + 1) / t->df);
    double *V = iv_doubles(s, t->l * t->l);
    if (!iv_on_instruments(s, t, &on))
        return NAN;
    iv_sandwich(s, t, &on, iv_off(s, t, w, false), true, V);
    *df = on.df;
    return iv_form(s, t, V, a, t->l);
}

gla_record *iv_record(gla_scope *s, const char *test, double statistic)
{
    gla_record *r = econ_new_record(s);
    if (!r)
        return NULL;
    gla_record_text(r, "test", test);
    gla_record_real(r, "statistic", statistic);
    return r;
}

gla_status iv_give(gla_scope *s, gla_record *r, gla_record **out)
{
    *out = econ_finish_record(s, r);
    return gla_scope_end(s);
}
