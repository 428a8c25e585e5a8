/* within.c - Remove the fixed effects of a frame from its variables. */
#include "econ/within.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <stdio.h>

gla_array *econ_take(gla_scope *s, const gla_array *x, const gla_array *rows)
{
    gla_array *made;
    if (!x || !rows || s->status)
        return s->status ? NULL : (gla_array *)x;
    return gla_s_adopt(s, gla_take(x, rows, &made, &(gla_ints){1, {0}}), &made);
}

/* Restrict the arrays of a frame to the rows that remain. */
static void take_rows(gla_scope *s, model_frame *f, const gla_array *rows)
{
    model_group *effects = gla_s_memory(s, f->n_effects + 1, sizeof *effects);
    gla_array **clusters = gla_s_memory(s, f->n_clusters + 1, sizeof *clusters);
    if (s->status)
        return;
    for (int i = 0; i < f->n_effects; i++) {
        effects[i] = f->effects[i];
        effects[i].codes = econ_take(s, effects[i].codes, rows);
        effects[i].slopes.values = econ_take(s, effects[i].slopes.values, rows);
    }
    for (int i = 0; i < f->n_clusters; i++)
        clusters[i] = econ_take(s, f->clusters[i], rows);
    gla_array **arrays[] = {&f->y, &f->weights, &f->offset, &f->unit, &f->time};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = econ_take(s, *arrays[i], rows);
    f->rows = f->rows ? econ_take(s, f->rows, rows) : (gla_array *)rows;
    f->effects = effects;
    f->clusters = clusters;
    f->n = s->status ? 0 : rows->shape[0];
}

/* The name of a group, with the variables whose slopes vary by it: firm[x]. */
static const char *effect_name(gla_scope *s, const model_group *g)
{
    const char *list = "";
    for (int64_t i = 0; i < g->slopes.n && !s->status; i++)
        list = gla_s_print(s, "%s%s%s", list, i ? ", " : "", g->slopes.names[i]);
    if (!g->slopes.n || s->status)
        return g->name;
    return gla_s_print(s, g->intercepts ? "%s[%s]" : "%s[[%s]]", g->name, list);
}

const char *econ_effect_names(gla_scope *s, const model_frame *f)
{
    enum { TEXT = 400 };
    char *text = gla_s_memory(s, 1, TEXT);
    for (int i = 0, at = 0; i < f->n_effects && text && at < TEXT; i++)
        at += snprintf(text + at, (size_t)(TEXT - at), "%s%s",
                       !i                      ? ""
                       : i == f->n_effects - 1 ? " and "
                                               : ", ",
                       effect_name(s, &f->effects[i]));
    return text ? text : "";
}

/* Add a note to a frame. */
static void add_note(gla_scope *s, model_frame *f, const char *text)
{
    const char **notes = gla_s_memory(s, f->n_notes + 1, sizeof *notes);
    for (int64_t i = 0; i < f->n_notes && notes; i++)
        notes[i] = f->notes[i];
    if (notes)
        notes[f->n_notes++] = text;
    f->notes = notes ? notes : f->notes;
    if (!notes)
        f->n_notes = 0;
}

static void note_singletons(gla_scope *s, econ_within *w)
{
    char *text = gla_s_memory(s, 1, 500);
    if (text)
        snprintf(text, 500, "%lld row%s: alone in a group of the fixed effects %s", (long long)w->singletons,
                 w->singletons == 1 ? "" : "s", econ_effect_names(s, &w->frame));
    add_note(s, &w->frame, text);
}

static int64_t number(gla_scope *s, gla_array *x)
{
    double value = 0;
    econ_read(s, x, &value, 1);
    return (int64_t)value;
}

/* The slopes of each grouping variable, (n, 0) for one without slopes; *intercepts tells which have effects of the constant. */
static gla_arrays *slopes_of(gla_scope *s, const model_frame *f, gla_array **intercepts)
{
    bool any = false, none = false;
    double *flags = gla_s_memory(s, f->n_effects, sizeof *flags);
    gla_arrays *slopes = gla_s_memory(s, 1, sizeof *slopes);
    const gla_array **list = gla_s_memory(s, f->n_effects, sizeof *list);
    *intercepts = NULL;
    for (int i = 0; i < f->n_effects && !s->status; i++) {
        const model_columns *x = &f->effects[i].slopes;
        list[i] = x->n ? x->values : gla_s_new(s, gla_device_of(f->y), GLA_FLOAT64, 2, (int64_t[]){f->n, 0});
        flags[i] = x->n == 0 || f->effects[i].intercepts;
        any |= x->n > 0;
        none |= !flags[i];
    }
    if (s->status || !any)
        return NULL;
    *slopes = (gla_arrays){.n = f->n_effects, .v = list};
    if (none)
        *intercepts = gla_s_astype(s, GLA_BOOL, econ_array(s, flags, 1, (int64_t[]){f->n_effects}));
    return slopes;
}

/* Read the positions of the columns that the effects span. */
static void read_spanned(gla_scope *s, econ_within *w, gla_array *dropped)
{
    w->n_spanned = s->status ? 0 : dropped->shape[0];
    double *values = gla_s_memory(s, w->n_spanned + 1, sizeof *values);
    w->spanned = gla_s_memory(s, w->n_spanned + 1, sizeof *w->spanned);
    if (w->n_spanned && values)
        econ_read(s, dropped, values, w->n_spanned);
    for (int64_t i = 0; i < w->n_spanned && !s->status; i++)
        w->spanned[i] = (int64_t)values[i];
}

void econ_absorb(gla_scope *s, const model_frame *f, const gla_array *columns, const econ_options *o, econ_within *w)
{
    gla_array *y = NULL, *X = NULL, *rows = NULL, *df = NULL, *singletons = NULL, *iterations = NULL, *dropped = NULL,
              *intercepts;
    gla_arrays *effects = NULL;
    *w = (econ_within){.frame = *f, .y = f->y, .X = (gla_array *)columns};
    const gla_array **ids = gla_s_memory(s, f->n_effects + 1, sizeof *ids);
    if (s->status || f->n_effects == 0)
        return;
    for (int i = 0; i < f->n_effects; i++)
        ids[i] = f->effects[i].codes;
    gla_arrays *slopes = slopes_of(s, f, &intercepts);
    if (s->status)
        return;
    gla_s_check(s, gla_absorb(f->y, columns, &(gla_arrays){.n = f->n_effects, .v = ids}, &y, &X, &rows, &df, &singletons,
                              &iterations, &dropped, &effects, f->weights, NULL, o->tol, o->maxiter, o->drop_singletons,
                              o->collinear_tol, slopes, intercepts, false));
    w->y = gla_s_own(s, y);
    w->X = gla_s_own(s, X);
    gla_s_own(s, rows), gla_s_own(s, df), gla_s_own(s, singletons), gla_s_own(s, iterations), gla_s_own(s, dropped);
    w->df_effects = number(s, df);
    w->singletons = number(s, singletons);
    w->iterations = number(s, iterations);
    read_spanned(s, w, dropped);
    if (w->singletons && !s->status) {
        w->rows = rows;
        take_rows(s, &w->frame, rows);
        note_singletons(s, w);
    }
}
