/* effects.c - Estimates of the fixed effects of a Fit. */
#include "econ/effects.h"
#include "econ/within.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "table/table.h"

#include <stdio.h>
#include <string.h>

static bool has_effects(gla_scope *s, const gla_econ_fit *fit)
{
    const econ_estimates *e = fit->of;
    if (!econ_single(s, fit, "arrays"))
        return false;
    if (e->n_effects == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: this Fit has no fixed effects", s->op);
    else if (!e->effects_sum && e->y)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a Fit by %s does not keep its fixed effects", s->op, e->method->name);
    for (int i = 0; i < e->n_effects && !s->status; i++)
        if (e->effects[i].has_slopes)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the fixed effects of %s have slopes; only intercepts are computed", s->op,
                       e->effects[i].name);
    return econ_holds(s, fit, e->effects_sum);
}

gla_array **econ_effects(gla_scope *s, const gla_econ_fit *fit)
{
    const econ_estimates *e = fit->of;
    gla_array *out[7] = {NULL};
    gla_arrays *list = NULL;
    const gla_array **ids = gla_s_memory(s, e->n_effects + 1, sizeof *ids);
    gla_array **effects = gla_s_memory(s, e->n_effects + 1, sizeof *effects);
    if (!has_effects(s, fit))
        return NULL;
    for (int i = 0; i < e->n_effects; i++)
        ids[i] = e->effects[i].codes;
    gla_array *none = gla_s_new(s, gla_device_of(e->effects_sum), GLA_FLOAT64, 2, (int64_t[]){e->n, 0});
    gla_array *sum = gla_s_add_last(s, e->effects_sum);
    if (!s->status)
        gla_s_check(s, gla_absorb(none, sum, &(gla_arrays){.n = e->n_effects, .v = ids}, &out[0], &out[1], &out[2], &out[3],
                                  &out[4], &out[5], &out[6], &list, NULL, NULL, 1e-12, 10000, false, 0, NULL, NULL, true));
    for (int i = 0; i < 7; i++)
        gla_s_own(s, out[i]);
    for (int i = 0; i < e->n_effects && !s->status && list; i++)
        effects[i] = gla_s_drop_last(s, gla_s_own(s, gla_ref(list->v[i])));
    gla_arrays_free(list);
    return s->status ? NULL : effects;
}

/* ---- levels ---------------------------------------------------------------------------------------------------------- */

/* The row of the Table in which each group occurs first. */
static gla_array *first_rows(gla_scope *s, const econ_estimates *e, const econ_effect *effect, gla_array *occurring)
{
    gla_array *at = NULL, *first = NULL;
    double n = (double)e->n;
    if (e->rows)
        at = e->rows;
    else if (!s->status)
        gla_s_adopt(s, gla_arange(gla_s_number(s, n), &at, NULL, NULL, GLA_INT64, gla_array_device(effect->codes)), &at);
    if (!s->status)
        gla_s_adopt(s, gla_group_first(at, effect->codes, &first, GLA_NO_AXIS), &first);
    return econ_take(s, first, occurring);
}

gla_array *econ_occurring(gla_scope *s, const econ_effect *effect)
{
    gla_array *counts = NULL, *result = NULL;
    gla_arrays *list = NULL;
    if (!s->status)
        gla_s_adopt(s, gla_group_count(effect->codes, &counts, GLA_NO_AXIS), &counts);
    if (!s->status && !gla_s_check(s, gla_nonzero(counts, &list)))
        result = gla_s_own(s, gla_ref(list->v[0]));
    gla_arrays_free(list);
    return result;
}

/* The levels of groups: values of the column of that name, or group numbers if there is no such column. */
static table_column *levels_column(gla_scope *s, const econ_estimates *e, const econ_effect *effect, gla_array *groups)
{
    table_contents *c = e->table && !s->status ? table_read(e->table) : NULL;
    table_column *column = NULL, *made = NULL;
    for (int i = 0; c && i < c->n; i++)
        if (strcmp(c->columns[i]->name, effect->name) == 0)
            column = c->columns[i];
    if (column) {
        gla_array *rows = first_rows(s, e, effect, groups);
        gla_array *values = econ_take(s, gla_s_to_device(s, s->status ? NULL : gla_device_of(rows), column->values), rows);
        gla_strings *levels = column->levels && !s->status ? table_copy_strings(s, column->levels->n, column->levels->v) : NULL;
        made = s->status ? NULL : table_column_new(s, "level", values, NULL, levels);
    } else if (!s->status)
        made = table_column_new(s, "level", groups, NULL, NULL);
    if (c)
        table_release(c);
    return made;
}

static int find(gla_scope *s, const econ_estimates *e, const char *name)
{
    char text[400] = "";
    for (int i = 0; i < e->n_effects; i++) {
        if (strcmp(e->effects[i].name, name) == 0)
            return i;
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? ", " : "", e->effects[i].name);
    }
    gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there is no fixed effect '%s'; this Fit has %s", s->op, name,
               e->n_effects ? text : "none");
    return -1;
}

gla_status gla_econ_fit_effects(const gla_econ_fit *fit, const char *name, gla_table **effects)
{
    gla_scope s;
    const econ_estimates *e = fit->of;
    table_column *columns[2] = {NULL};
    *effects = NULL;
    gla_scope_begin(&s, "effects");
    int i = find(&s, e, name);
    gla_array **all = s.status ? NULL : econ_effects(&s, fit);
    if (all) {
        gla_array *groups = econ_occurring(&s, &e->effects[i]);
        columns[0] = levels_column(&s, e, &e->effects[i], groups);
        columns[1] = s.status ? NULL : table_column_new(&s, "effect", all[i], NULL, NULL);
    }
    if (s.status)
        for (int c = 0; c < 2; c++)
            table_column_unref(columns[c]);
    else
        *effects = table_make(&s, 2, columns);
    return gla_scope_end(&s);
}
