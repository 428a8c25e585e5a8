/* tsls.c - Two-stage least squares, and limited information maximum likelihood. */
#include "econ/instruments/instruments.h"
#include "gpulinalg.h"
#include "gpulinalg/econ_instruments.h"

#include <math.h>

const econ_method iv_tsls = {.name = "tsls",
                             .title = "2SLS",
                             .drop = iv_drop,
                             .release = iv_release,
                             .store = iv_store,
                             .covariance = iv_covariance,
                             .lines = iv_lines};
const econ_method iv_liml = {.name = "liml",
                             .title = "LIML",
                             .drop = iv_drop,
                             .release = iv_release,
                             .store = iv_store,
                             .covariance = iv_covariance,
                             .lines = iv_lines};

typedef struct kclass {
    const econ_method *method;
    double fuller;
} kclass;

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    const kclass *which = context;
    iv_design d;
    double kappa = 1;
    if (!iv_prepare(s, f, o, &d))
        return NULL;
    double *b = iv_doubles(s, d.k), *bread = iv_doubles(s, d.k * d.k), *G = iv_doubles(s, d.L * d.k);
    if (which->method == &iv_liml) {
        double df = d.nobs - (double)d.L - d.df_effects;
        if (df <= 0)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %g rows, but %lld instruments; more rows than instruments are needed", s->op,
                       d.nobs, (long long)d.L);
        kappa = s->status ? 1 : iv_kappa(s, &d) - which->fuller / df;
    }
    iv_kclass(s, &d, kappa, b, bread);
    for (int64_t r = 0; r < d.L && !s->status; r++)
        for (int64_t j = 0; j < d.k; j++)
            G[r * d.k + j] = d.R[r * d.c + (j < d.kx ? j : j + d.l)];
    gla_econ_fit *fit = iv_fit(s, which->method, &d, o, b, bread, G);
    if (fit && fit->of->extra)
        ((iv_extra *)fit->of->extra)->kappa = kappa;
    return econ_finish(s, fit, o);
}

gla_status gla_econ_tsls(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const gla_array *endogenous,
                         const gla_array *instruments, const char *vcov, const gla_variable *weights, const char *weights_type,
                         const char *ssc, const gla_arrays *absorb, const gla_arrays *cluster, const gla_variable *unit,
                         const gla_variable *time, const gla_variable *split, bool keep, bool drop_singletons, double tol,
                         int64_t maxiter, double collinear_tol)
{
    const model_options m = {.weights = weights,
                             .split = split,
                             .unit = unit,
                             .time = time,
                             .absorb = absorb,
                             .cluster = cluster,
                             .vcov = vcov,
                             .endogenous = endogenous,
                             .instruments = instruments,
                             .instrumental = true};
    const econ_options o = {vcov, ssc, weights_type, keep, drop_singletons, tol, collinear_tol, maxiter};
    kclass which = {&iv_tsls, 0};
    return econ_run("tsls", formula, data, &m, &o, estimate, &which, fits);
}

gla_status gla_econ_liml(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, double fuller,
                         const gla_array *endogenous, const gla_array *instruments, const char *vcov,
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
                             .endogenous = endogenous,
                             .instruments = instruments,
                             .instrumental = true};
    const econ_options o = {vcov, ssc, weights_type, keep, drop_singletons, tol, collinear_tol, maxiter};
    kclass which = {&iv_liml, fuller};
    if (!(fuller >= 0 && isfinite(fuller)))
        return gla_fail(GLA_ARGUMENT_ERROR, "liml: fuller is %g, but it must be at least 0", fuller);
    return econ_run("liml", formula, data, &m, &o, estimate, &which, fits);
}
