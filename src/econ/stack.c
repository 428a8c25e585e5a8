/* stack.c - Stacks of regressions: all of them in a few calls. */
#include "econ/econ.h"
#include "gpulinalg.h"

static void refuse(gla_scope *s, const char *what)
{
    gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s not possible for a stack of regressions; give each regression by itself", s->op,
               what);
}

static void check(gla_scope *s, const model_frame *f, int64_t n, int64_t k)
{
    if (f->weights)
        refuse(s, "weights are");
    else if (f->n_effects)
        refuse(s, "fixed effects are");
    else if (n <= k)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there %s %lld row%s for %lld regressor%s; more rows than regressors are needed",
                   s->op, n == 1 ? "is" : "are", (long long)n, n == 1 ? "" : "s", (long long)k, k == 1 ? "" : "s");
}

gla_econ_fit *econ_ols_stack(gla_scope *s, const econ_method *method, const model_frame *f, const econ_options *o)
{
    gla_array *x = NULL, *rss = NULL, *rank = NULL, *values = NULL, *X = f->X.values;
    int64_t k = f->X.n, n = s->status ? 0 : X->shape[X->ndim - 2];
    check(s, f, n, k);
    gla_econ_fit *fit = s->status ? NULL : econ_new_fit(s, method, f, o, k, f->X.names);
    if (!fit)
        return NULL;
    econ_estimates *e = fit->of;
    gla_array *y = gla_s_add_last(s, f->y);
    if (!s->status)
        gla_s_check(s, gla_lstsq(X, y, &x, &rss, &rank, &values, NULL));
    gla_s_own(s, rss), gla_s_own(s, rank), gla_s_own(s, values);
    x = gla_s_own(s, x);
    gla_array *fitted = gla_s_drop_last(s, gla_s_combine(s, gla_matmul, X, x));
    gla_array *u = gla_s_combine(s, gla_subtract, f->y, fitted);
    e->n = n;
    e->nobs = (double)n;
    e->given = k;
    gla_array *params = gla_s_drop_last(s, x), *copy = NULL;
    e->params = s->status || gla_s_check(s, gla_copy(params, &copy)) ? NULL : copy;
    e->X = econ_keep(s, X);
    e->u = econ_keep(s, u);
    e->residuals = econ_again(e->u);
    gla_array *own = NULL;
    e->fitted = s->status || gla_s_check(s, gla_copy(fitted, &own)) ? NULL : own;
    return econ_finish(s, fit, o);
}
