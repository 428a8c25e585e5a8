/* random_effects.c - Random effects by feasible generalised least squares. */
#include "components.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"

#include <stdio.h>

static int lines(const gla_econ_fit *fit, econ_line *line)
{
    const panels_components *v = fit->of->extra;
    line[0] = (econ_line){.label = "variance of effects", .value = v->effects};
    line[1] = (econ_line){.label = "variance of errors", .value = v->errors};
    line[2] = (econ_line){.label = "theta", .value = v->theta};
    if (v->smallest < v->largest)
        snprintf(line[2].text, sizeof line[2].text, "median; from %.4f to %.4f", v->smallest, v->largest);
    return 3;
}

const econ_method panels_random_effects = {
    .name = "random_effects", .title = "Random effects", .release = gla_free, .lines = lines};

/* x minus theta times the means of its units. */
static gla_array *transform(gla_scope *s, const gla_array *x, const gla_array *theta, const panels_units *u)
{
    gla_array *means = panels_means(s, x, u);
    gla_array *part = gla_s_combine(s, gla_multiply, means, s->status || x->ndim == 1 ? theta : gla_s_add_last(s, theta));
    return gla_s_combine(s, gla_subtract, x, panels_take(s, part, u->codes));
}

/* Replace the transformed residuals by y - X b. */
static void set_residuals(gla_scope *s, econ_estimates *e, const model_frame *f, const panels_columns *c)
{
    gla_array *columns = panels_keep_columns(s, f->X.values, c);
    gla_array *fitted = gla_s_combine(s, gla_matmul, columns, econ_array(s, e->b, 1, &e->k));
    gla_array *residuals = gla_s_combine(s, gla_subtract, f->y, fitted);
    if (s->status)
        return;
    gla_unref(e->fitted);
    gla_unref(e->residuals);
    gla_unref(e->y);
    e->fitted = econ_keep(s, fitted);
    e->residuals = econ_keep(s, residuals);
    e->y = econ_keep(s, f->y);
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    panels_units u;
    panels_columns c;
    const bool *small_sample = context;
    panels_components v = {.effects = 0};
    if (!panels_without_effects(s, f, "the effects of the units are random; use ols with fixed effects") ||
        !panels_number_units(s, f, false, &u))
        return NULL;
    gla_array *theta = panels_estimate_components(s, f, &u, o, *small_sample, &v);
    model_frame g = *f;
    g.y = transform(s, f->y, theta, &u);
    g.X.values = transform(s, f->X.values, theta, &u);
    gla_econ_fit *fit = s->status ? NULL : panels_least_squares(s, &panels_random_effects, &g, o, &c);
    if (!fit)
        return NULL;
    set_residuals(s, fit->of, f, &c);
    panels_components *kept = gla_malloc(sizeof *kept);
    if (kept)
        *kept = v;
    else
        gla_s_check(s, gla_fail_memory(s->op, sizeof *kept));
    fit->of->extra = kept;
    return econ_finish(s, fit, o);
}

gla_status gla_econ_random_effects(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, bool small_sample,
                                   const char *vcov, const char *ssc, const gla_arrays *cluster, const gla_variable *unit,
                                   const gla_variable *time, const gla_variable *split, bool keep, double collinear_tol)
{
    const model_options m = {.split = split, .unit = unit, .time = time, .cluster = cluster, .vcov = vcov};
    const econ_options o = {.vcov = vcov, .ssc = ssc, .keep = keep, .collinear_tol = collinear_tol};
    return econ_run("random_effects", formula, data, &m, &o, estimate, &small_sample, fits);
}
