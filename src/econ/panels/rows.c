/* rows.c - Rows of panels: units, order, selection. */
#include "gpulinalg.h"
#include "elementwise/where.h"
#include "panels.h"
#include "runtime/devices.h"

bool panels_without_effects(gla_scope *s, const model_frame *f, const char *instead)
{
    if (f->n_effects)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: fixed effects (%s) are not possible; %s", s->op, f->effects[0].name, instead);
    return !s->status;
}

gla_array *panels_integer(gla_scope *s, int64_t value)
{
    gla_array *made = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &value, &made), &made);
}

gla_array *panels_range(gla_scope *s, int64_t n, const gla_array *like)
{
    gla_array *ones = s->status ? NULL : gla_s_new(s, gla_device_of(like), GLA_INT64, 1, &n), *made = NULL;
    gla_s_fill(s, ones, 1);
    if (!s->status)
        gla_s_adopt(s, gla_cumulative_sum(ones, &made, GLA_NO_AXIS, GLA_NO_DTYPE, false), &made);
    return gla_s_combine(s, gla_subtract, made, panels_integer(s, 1));
}

gla_array *panels_positions(gla_scope *s, const gla_array *mask)
{
    gla_arrays *list = NULL;
    if (s->status || gla_s_check(s, gla_nonzero(mask, &list)))
        return NULL;
    gla_array *first = gla_s_own(s, gla_ref(list->v[0]));
    gla_arrays_free(list);
    return first;
}

gla_array *panels_take(gla_scope *s, const gla_array *x, const gla_array *positions)
{
    gla_array *made = NULL;
    gla_ints first = {1, {0}};
    if (s->status || !x)
        return NULL;
    positions = gla_s_to_device(s, gla_device_of(x), positions); /* units and periods of a call may be on the host */
    return s->status ? NULL : gla_s_adopt(s, gla_take(x, positions, &made, &first), &made);
}

gla_array *panels_join(gla_scope *s, const gla_array *a, const gla_array *b, int axis)
{
    const gla_array *both[] = {a, b};
    gla_arrays list = {.n = 2, .v = both};
    gla_array *made = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_concat(&list, &made, axis), &made);
}

bool panels_number_units(gla_scope *s, const model_frame *f, bool one, panels_units *u)
{
    gla_array *codes = NULL, *uniques = NULL, *counts = NULL;
    if (!s->status && !f->unit && !one)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: unit is not given; give the units of the panel, such as unit='firm'", s->op);
    if (s->status)
        return false;
    if (f->unit) {
        gla_array *unit = gla_s_to_device(s, gla_device_of(f->y), f->unit);
        if (s->status || gla_s_check(s, gla_factorize(unit, &codes, &uniques, true)))
            return false;
        gla_s_own(s, codes), gla_s_own(s, uniques);
    } else {
        codes = gla_s_zeros(s, gla_device_of(f->y), GLA_INT64, 1, &f->n);
    }
    u->codes = codes;
    u->groups = s->status ? 0 : uniques ? uniques->shape[0] : 1;
    if (!s->status)
        gla_s_adopt(s, gla_group_count(codes, &counts, u->groups), &counts);
    u->counts = gla_s_astype(s, GLA_FLOAT64, counts);
    return !s->status;
}

gla_array *panels_means(gla_scope *s, const gla_array *x, const panels_units *u)
{
    gla_array *made = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_group_mean(x, u->codes, &made, u->groups), &made);
}

model_frame panels_select(gla_scope *s, const model_frame *f, const gla_array *positions)
{
    model_frame g = *f;
    gla_array **clusters = gla_s_memory(s, f->n_clusters + 1, sizeof *clusters);
    g.n = s->status ? 0 : positions->shape[0];
    g.rows = f->rows ? panels_take(s, f->rows, positions) : gla_s_own(s, s->status ? NULL : gla_ref(positions));
    g.y = panels_take(s, f->y, positions);
    g.X.values = panels_take(s, f->X.values, positions);
    g.unit = panels_take(s, f->unit, positions);
    g.time = panels_take(s, f->time, positions);
    g.weights = panels_take(s, f->weights, positions);
    for (int i = 0; i < f->n_clusters && clusters; i++)
        clusters[i] = panels_take(s, f->clusters[i], positions);
    g.clusters = clusters;
    g.effects = gla_s_memory(s, f->n_effects + 1, sizeof *g.effects);
    for (int i = 0; i < f->n_effects && g.effects; i++) {
        g.effects[i] = f->effects[i];
        g.effects[i].codes = panels_take(s, f->effects[i].codes, positions);
        g.effects[i].slopes.values = panels_take(s, f->effects[i].slopes.values, positions);
    }
    return g;
}

/* The elements of a vector after the first, or before the last. */
static gla_array *part(gla_scope *s, const gla_array *x, bool after)
{
    return s->status ? NULL : gla_s_slice(s, x, 0, after, x->shape[0] - 1);
}

static int64_t read_integer(gla_scope *s, const gla_array *x)
{
    double value = 0;
    econ_read(s, x, &value, 1);
    return (int64_t)value;
}

/* Name the first two rows with the same unit and period; `twice` marks them in the order. */
static void fail_twice(gla_scope *s, const model_frame *f, const panels_order *o, const gla_array *twice)
{
    gla_array *numbers = gla_s_astype(s, GLA_INT64, twice), *at = NULL;
    if (!read_integer(s, gla_s_reduce_all(s, gla_max, numbers)) || s->status)
        return;
    gla_s_adopt(s, gla_argmax(numbers, &at, NULL, false), &at);
    int64_t row[2], first = read_integer(s, at);
    for (int i = 0; i < 2; i++) {
        gla_array *one = s->status ? NULL : gla_s_slice(s, o->rows, 0, first + i, 1);
        row[i] = read_integer(s, f->rows ? panels_take(s, f->rows, one) : one);
    }
    gla_s_fail(s, GLA_ARGUMENT_ERROR,
               "%s: rows %lld and %lld have the same unit and the same period; give unit and time that "
               "identify the rows",
               s->op, (long long)row[0] + 1, (long long)row[1] + 1);
}

bool panels_sort(gla_scope *s, const model_frame *f, const panels_units *u, panels_order *o)
{
    gla_array *rows = NULL;
    const gla_array *keys[] = {NULL, u->codes};
    gla_arrays list = {.n = 2, .v = keys};
    *o = (panels_order){.rows = NULL};
    if (!s->status && !f->time)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: time is not given; give the periods, such as time='year'", s->op);
    if (s->status)
        return false;
    gla_array *times = gla_s_to_device(s, gla_device_of(f->y), f->time);
    if (s->status)
        return false;
    keys[0] = times;
    o->rows = gla_s_adopt(s, gla_lexsort(&list, &rows, -1), &rows);
    gla_array *time = panels_take(s, times, o->rows), *codes = panels_take(s, u->codes, o->rows);
    o->same = gla_s_combine(s, gla_equal, part(s, codes, true), part(s, codes, false));
    o->passed = gla_s_combine(s, gla_subtract, part(s, time, true), part(s, time, false));
    if (s->status || f->n < 2)
        return !s->status;
    gla_array *none = gla_s_combine(s, gla_equal, o->passed, panels_integer(s, 0));
    fail_twice(s, f, o, gla_s_combine(s, gla_logical_and, o->same, none));
    gla_array *far = gla_s_where(s, o->same, o->passed, panels_integer(s, INT64_C(1) << 53));
    int64_t step = read_integer(s, gla_s_reduce_all(s, gla_min, far));
    o->step = step < INT64_C(1) << 53 ? step : 0;
    return !s->status;
}
