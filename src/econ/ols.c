/* ols.c - Linear regression by least squares. */
#include "econ/econ.h"
#include "gpulinalg.h"

static const econ_method method = {.name = "ols", .title = "OLS"};

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    gla_array *x = NULL, *residuals = NULL, *rank = NULL, *values = NULL;
    (void)context;
    gla_econ_fit *fit = econ_new_fit(s, &method, f, o, f->X.n, f->X.names);
    if (!fit)
        return NULL;
    econ_estimates *e = fit->of;
    gla_s_check(s, gla_lstsq(f->X.values, f->y, &x, &residuals, &rank, &values, NULL));
    gla_s_own(s, residuals), gla_s_own(s, rank), gla_s_own(s, values);
    x = gla_s_own(s, x);
    gla_array *fitted = gla_s_combine(s, gla_matmul, f->X.values, x);
    gla_array *u = gla_s_combine(s, gla_subtract, f->y, fitted);
    gla_array *gram = gla_s_combine(s, gla_matmul, gla_s_swap_last(s, f->X.values), f->X.values);
    gla_array *bread = gla_s_apply(s, gla_inv, gram);
    gla_array *rss = gla_s_combine(s, gla_matmul, u, u);
    econ_read(s, x, e->b, e->k);
    econ_read(s, bread, e->bread, e->k * e->k);
    econ_read(s, rss, &e->sigma2_rss, 1);
    e->X = econ_keep(s, f->X.values);
    e->u = econ_keep(s, u);
    e->residuals = econ_keep(s, u);
    e->fitted = econ_keep(s, fitted);
    return econ_finish(s, fit, o);
}

gla_status gla_econ_ols(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const char *vcov,
                        const gla_variable *weights, const char *weights_type, const char *ssc, const gla_arrays *absorb,
                        const gla_arrays *cluster, const gla_variable *unit, const gla_variable *time,
                        const gla_variable *split, bool keep, bool drop_singletons, double tol, int64_t maxiter,
                        double collinear_tol)
{
    const model_options m = {.weights = weights,
                             .split = split,
                             .unit = unit,
                             .time = time,
                             .absorb = absorb,
                             .cluster = cluster,
                             .vcov = vcov,
                             .stacks = true};
    const econ_options o = {vcov, ssc, weights_type, keep, drop_singletons, tol, collinear_tol, maxiter};
    return econ_run("ols", formula, data, &m, &o, estimate, NULL, fits);
}
