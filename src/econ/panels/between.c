/* between.c - Least squares of unit means. */
#include "gpulinalg.h"
#include "panels.h"

const econ_method panels_between = {.name = "between", .title = "Between"};

/* The position of the first row of each unit. */
static gla_array *first_rows(gla_scope *s, const model_frame *f, const panels_units *u)
{
    gla_array *first = NULL, *range = panels_range(s, f->n, f->y);
    return s->status ? NULL : gla_s_adopt(s, gla_group_first(range, u->codes, &first, u->groups), &first);
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    panels_units u;
    (void)context;
    if (!panels_without_effects(s, f, "the between regression has one row for each unit") ||
        !panels_number_units(s, f, false, &u))
        return NULL;
    gla_array *first = first_rows(s, f, &u);
    if (s->status)
        return NULL;
    model_frame g = panels_select(s, f, first);
    g.y = panels_means(s, f->y, &u);
    g.X.values = panels_means(s, f->X.values, &u);
    return s->status ? NULL : econ_least_squares(s, &panels_between, &g, o);
}

gla_status gla_econ_between(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const char *vcov,
                            const char *ssc, const gla_arrays *cluster, const gla_variable *unit, const gla_variable *time,
                            const gla_variable *split, bool keep, double collinear_tol)
{
    const model_options m = {.split = split, .unit = unit, .time = time, .cluster = cluster, .vcov = vcov};
    const econ_options o = {.vcov = vcov, .ssc = ssc, .keep = keep, .collinear_tol = collinear_tol};
    return econ_run("between", formula, data, &m, &o, estimate, NULL, fits);
}
