/* random_effects.c - Random effects by feasible generalised least squares. */
#include "components.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "runtime/record.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int lines(const gla_econ_fit *fit, econ_line *line)
{
    const panels_components *v = fit->of->extra;
    line[0] = (econ_line){.label = "Variance of effects", .value = v->effects};
    line[1] = (econ_line){.label = "Variance of errors", .value = v->errors};
    line[2] = (econ_line){.label = "Theta", .value = v->theta};
    if (v->smallest < v->largest)
        snprintf(line[2].text, sizeof line[2].text, "median; from %.4f to %.4f", v->smallest, v->largest);
    return 3;
}

static size_t plain(const econ_estimates *e, size_t size)
{
    (void)e;
    return size < sizeof(panels_components) ? 0 : sizeof(panels_components);
}

const econ_method panels_random_effects = {
    .name = "random_effects", .title = "Random effects", .release = gla_free, .lines = lines, .plain = plain};

/* x minus theta times the means of its units. */
static gla_array *transform(gla_scope *s, const gla_array *x, const gla_array *theta, const panels_units *u)
{
    gla_array *means = panels_means(s, x, u);
    gla_array *part = gla_s_combine(s, gla_multiply, means, s->status || x->ndim == 1 ? theta : gla_s_add_last(s, theta));
    return gla_s_combine(s, gla_subtract, x, panels_take(s, part, u->codes));
}

/* The columns of the frame that the Fit has, which are in the same order. */
static gla_array *fitted_columns(gla_scope *s, const econ_estimates *e, const model_frame *f)
{
    econ_independent d = {.kept = gla_s_memory(s, f->X.n + 1, sizeof *d.kept)};
    for (int64_t j = 0; j < f->X.n && d.n < e->k && !s->status; j++)
        if (!strcmp(f->X.names[j], e->names->v[d.n]))
            d.kept[d.n++] = j;
    return econ_select(s, f->X.values, &d);
}

/* Replace the transformed y and residuals by y and y - X b. */
static void set_residuals(gla_scope *s, econ_estimates *e, const model_frame *f)
{
    gla_array *fitted = gla_s_combine(s, gla_matmul, fitted_columns(s, e, f), econ_array(s, e->b, 1, &e->k));
    gla_array *residuals = gla_s_combine(s, gla_subtract, f->y, fitted);
    if (s->status)
        return;
    gla_array **to[] = {&e->y, &e->fitted, &e->residuals}, *from[] = {f->y, fitted, residuals};
    for (int i = 0; i < 3; i++) {
        gla_unref(*to[i]);
        *to[i] = econ_keep(s, from[i]);
    }
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    panels_units u;
    const bool *small_sample = context;
    panels_components v = {.effects = 0};
    if (!panels_without_effects(s, f, "the effects of the units are random; use ols with fixed effects") ||
        !panels_number_units(s, f, false, &u))
        return NULL;
    gla_array *theta = panels_estimate_components(s, f, &u, o, *small_sample, &v);
    model_frame g = *f;
    g.y = transform(s, f->y, theta, &u);
    g.X.values = transform(s, f->X.values, theta, &u);
    gla_econ_fit *fit = s->status ? NULL : econ_least_squares(s, &panels_random_effects, &g, o);
    if (!fit)
        return NULL;
    fit->of->loglik = fit->of->loglik0 = NAN; /* that of the transformed variables is not that of y */
    fit->of->extra = gla_malloc(sizeof v);
    if (fit->of->extra)
        *(panels_components *)fit->of->extra = v;
    else
        gla_s_check(s, gla_fail_memory(s->op, sizeof v));
    if (o->keep)
        set_residuals(s, fit->of, f);
    if (!s->status)
        return fit;
    gla_object_unref(fit);
    return NULL;
}

gla_status gla_econ_random_effects(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, bool small_sample,
                                   const char *vcov, const char *ssc, const gla_arrays *cluster, const gla_variable *unit,
                                   const gla_variable *time, const gla_variable *split, bool keep, double collinear_tol)
{
    const model_options m = {.split = split, .unit = unit, .time = time, .cluster = cluster, .vcov = vcov};
    const econ_options o = {.vcov = vcov, .ssc = ssc, .keep = keep, .collinear_tol = collinear_tol};
    return econ_run("random_effects", formula, data, &m, &o, estimate, &small_sample, fits);
}

gla_status gla_econ_fit_components(const gla_econ_fit *fit, gla_record **components)
{
    const panels_components *v = fit->of->extra;
    *components = NULL;
    if (fit->of->method != &panels_random_effects)
        return gla_fail(GLA_ARGUMENT_ERROR, "components: this is a Fit of %s; variance components belong to random_effects",
                        fit->of->method->name);
    gla_scope s;
    gla_scope_begin(&s, "components");
    gla_record *r = econ_new_record(&s);
    if (!r)
        return gla_scope_end(&s);
    gla_record_real(r, "sigma2_effects", v->effects);
    gla_record_real(r, "sigma2_errors", v->errors);
    gla_record_real(r, "rho", v->effects / (v->effects + v->errors));
    gla_record_real(r, "theta", v->theta);
    gla_record_real(r, "theta_min", v->smallest);
    gla_record_real(r, "theta_max", v->largest);
    *components = econ_finish_record(&s, r);
    return gla_scope_end(&s);
}
