/* calls.c - logit, probit and poisson. */
#include "econ/likelihood/likelihood.h"

gla_status gla_econ_logit(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const gla_variable *offset,
                          const char *vcov, const gla_variable *weights, const char *weights_type, const char *ssc,
                          const gla_arrays *absorb, const gla_arrays *cluster, const gla_variable *unit,
                          const gla_variable *time, const gla_variable *split, bool keep, bool drop_singletons, double tol,
                          int64_t maxiter, double collinear_tol)
{
    const model_options m = {.weights = weights,
                             .offset = offset,
                             .split = split,
                             .unit = unit,
                             .time = time,
                             .absorb = absorb,
                             .cluster = cluster,
                             .vcov = vcov};
    const econ_options o = {vcov, ssc, weights_type, keep, drop_singletons, tol, collinear_tol, maxiter};
    return econ_run("logit", formula, data, &m, &o, lik_estimate, (void *)(uintptr_t)&lik_logit, fits);
}

gla_status gla_econ_poisson(const gla_variable *formula, const gla_dataset *data, gla_objects **fits,
                            const gla_variable *offset, const char *vcov, const gla_variable *weights, const char *weights_type,
                            const char *ssc, const gla_arrays *absorb, const gla_arrays *cluster, const gla_variable *unit,
                            const gla_variable *time, const gla_variable *split, bool keep, bool drop_singletons, double tol,
                            int64_t maxiter, double collinear_tol)
{
    const model_options m = {.weights = weights,
                             .offset = offset,
                             .split = split,
                             .unit = unit,
                             .time = time,
                             .absorb = absorb,
                             .cluster = cluster,
                             .vcov = vcov};
    const econ_options o = {vcov, ssc, weights_type, keep, drop_singletons, tol, collinear_tol, maxiter};
    return econ_run("poisson", formula, data, &m, &o, lik_estimate, (void *)(uintptr_t)&lik_poisson, fits);
}

gla_status gla_econ_probit(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const gla_variable *offset,
                           const char *vcov, const gla_variable *weights, const char *weights_type, const char *ssc,
                           const gla_arrays *cluster, const gla_variable *unit, const gla_variable *time,
                           const gla_variable *split, bool keep, double tol, int64_t maxiter, double collinear_tol)
{
    const model_options m = {
        .weights = weights, .offset = offset, .split = split, .unit = unit, .time = time, .cluster = cluster, .vcov = vcov};
    const econ_options o = {vcov, ssc, weights_type, keep, true, tol, collinear_tol, maxiter};
    return econ_run("probit", formula, data, &m, &o, lik_estimate, (void *)(uintptr_t)&lik_probit, fits);
}
