/* first_difference.c - Least squares of first differences. */
#include "gpulinalg.h"
#include "panels.h"

const econ_method panels_first_difference = {.name = "first_difference", .title = "First differences"};

static gla_array *difference(gla_scope *s, const gla_array *x, const gla_array *later, const gla_array *earlier)
{
    return gla_s_combine(s, gla_subtract, panels_take(s, x, later), panels_take(s, x, earlier));
}

/* The rows that have a row one period earlier, and these. */
static void pair(gla_scope *s, const model_frame *f, const panels_order *order, gla_array **later, gla_array **earlier)
{
    gla_array *next = gla_s_combine(s, gla_equal, order->passed, panels_integer(s, order->step));
    gla_array *at = panels_positions(s, gla_s_combine(s, gla_logical_and, order->same, next));
    *earlier = panels_take(s, s->status ? NULL : gla_s_slice(s, order->rows, 0, 0, f->n - 1), at);
    *later = panels_take(s, s->status ? NULL : gla_s_slice(s, order->rows, 0, 1, f->n - 1), at);
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    panels_units u;
    panels_order order;
    gla_array *later = NULL, *earlier = NULL;
    (void)context;
    if (!panels_without_effects(s, f, "differences remove the effects of the units") || !panels_number_units(s, f, true, &u) ||
        !panels_sort(s, f, &u, &order))
        return NULL;
    if (!order.step)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: no unit has two rows, so there are no differences; check unit and time", s->op);
    else
        pair(s, f, &order, &later, &earlier);
    if (s->status)
        return NULL;
    model_frame g = panels_select(s, f, later);
    g.y = difference(s, f->y, later, earlier);
    g.X.values = difference(s, f->X.values, later, earlier);
    g.constant = false;
    gla_econ_fit *fit = s->status ? NULL : econ_least_squares(s, &panels_first_difference, &g, o);
    if (!fit)
        return NULL;
    int64_t gaps = f->n - u.groups - g.n;
    econ_note(s, fit->of, "%lld row%s: first of a unit", (long long)u.groups, u.groups == 1 ? "" : "s");
    if (gaps)
        econ_note(s, fit->of, "%lld row%s: no row one period earlier", (long long)gaps, gaps == 1 ? "" : "s");
    if (!s->status)
        return fit;
    gla_object_unref(fit);
    return NULL;
}

gla_status gla_econ_first_difference(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const char *vcov,
                                     const char *ssc, const gla_arrays *cluster, const gla_variable *unit,
                                     const gla_variable *time, const gla_variable *split, bool keep, double collinear_tol)
{
    const model_options m = {.split = split, .unit = unit, .time = time, .cluster = cluster, .vcov = vcov};
    const econ_options o = {.vcov = vcov, .ssc = ssc, .keep = keep, .collinear_tol = collinear_tol};
    return econ_run("first_difference", formula, data, &m, &o, estimate, NULL, fits);
}
