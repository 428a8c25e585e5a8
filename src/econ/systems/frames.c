/* frames.c - The formulas of a system, in the rows that all equations have. */
#include "econ/systems/systems.h"
#include "econ/within.h"
#include "gpulinalg.h"

#include <stdio.h>
#include <string.h>

/* The arrays of a frame that a system needs. */
enum { ARRAYS = 5 };
static void list_arrays(model_frame *f, gla_array **list[ARRAYS])
{
    gla_array **all[ARRAYS] = {&f->y, &f->X.values, &f->endogenous.values, &f->instruments.values, &f->rows};
    for (int i = 0; i < ARRAYS; i++)
        list[i] = all[i];
}

/* Keep the arrays of a frame beyond the call. */
static void collect(gla_scope *s, const model_frame *f, void *context)
{
    equation *q = context;
    gla_array **list[ARRAYS];
    if (!q->missing)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: the formula '%.200s' has several dependent variables or sets of regressors, but "
                   "each formula is one equation",
                   s->op, f->formula);
    else if (f->n_effects)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the formula '%.200s' has fixed effects; write them as i(%s)", s->op, f->formula,
                   f->effects[0].name);
    if (s->status)
        return;
    q->missing = false;
    q->f = *f;
    list_arrays(&q->f, list);
    q->f.clusters = gla_s_memory(s, f->n_clusters + 1, sizeof *q->f.clusters);
    for (int i = 0; i < ARRAYS; i++)
        if (*list[i])
            gla_ref(*list[i]);
    for (int i = 0; i < f->n_clusters; i++)
        if (q->f.clusters)
            q->f.clusters[i] = gla_ref(f->clusters[i]);
    q->f.n_clusters = q->f.clusters ? f->n_clusters : 0;
}

static void own(gla_scope *s, equation *q)
{
    gla_array **list[ARRAYS];
    list_arrays(&q->f, list);
    for (int i = 0; i < ARRAYS && !q->missing; i++)
        if (*list[i])
            gla_s_own(s, *list[i]);
    for (int i = 0; i < q->f.n_clusters && !q->missing; i++)
        gla_s_own(s, q->f.clusters[i]);
}

/* Positions in `rows` of the elements that occur in `among`; both ascend. */
static gla_array *positions(gla_scope *s, const gla_array *rows, const gla_array *among)
{
    gla_array *found = NULL;
    gla_arrays *list = NULL;
    if (s->status || !gla_s_adopt(s, gla_isin(rows, among, &found, false), &found) || gla_s_check(s, gla_nonzero(found, &list)))
        return NULL;
    gla_array *made = gla_s_own(s, gla_ref(list->v[0]));
    gla_arrays_free(list);
    return made;
}

static void restrict_rows(gla_scope *s, equation *q, const gla_array *rows)
{
    gla_array **list[ARRAYS];
    const gla_array *at = q->f.rows ? positions(s, q->f.rows, rows) : rows;
    list_arrays(&q->f, list);
    if (s->status || at->shape[0] == q->f.n)
        return;
    char *text = gla_s_memory(s, 80, 1);
    const char **notes = gla_s_memory(s, q->f.n_notes + 1, sizeof *notes);
    if (!notes)
        return;
    snprintf(text, 80, "%lld more row%s: missing in another equation", (long long)(q->f.n - at->shape[0]),
             q->f.n - at->shape[0] == 1 ? "" : "s");
    for (int64_t i = 0; i < q->f.n_notes; i++)
        notes[i] = q->f.notes[i];
    notes[q->f.n_notes++] = text;
    q->f.notes = notes;
    for (int i = 0; i < ARRAYS; i++)
        *list[i] = econ_take(s, *list[i], at);
    for (int i = 0; i < q->f.n_clusters; i++)
        q->f.clusters[i] = econ_take(s, q->f.clusters[i], at);
    q->f.n = at->shape[0];
}

/* An equation whose dependent variable is also that of an earlier one is called "y (2)". */
static void number_name(gla_scope *s, equations *t, int64_t i)
{
    const char *name = t->of[i].f.y_name;
    int same = 1;
    for (int64_t j = 0; j < i && !s->status; j++)
        same += strcmp(t->of[j].given_name, name) == 0;
    t->of[i].given_name = name;
    if (same > 1)
        t->of[i].f.y_name = gla_s_print(s, "%s (%d)", name, same);
}

void systems_read(gla_scope *s, equations *t, const gla_strings *formulas, const gla_table *data, const model_options *m)
{
    gla_array *rows = NULL;
    t->E = formulas->n;
    t->of = gla_s_memory(s, t->E + 1, sizeof *t->of);
    if (t->E == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: formulas is empty; give one formula for each equation", s->op);
    for (int64_t i = 0; i < t->E && !s->status; i++) {
        t->of[i].missing = true;
        model_run(s, &(gla_variable){NULL, formulas->v[i]}, &(gla_dataset){data, NULL}, m, collect, &t->of[i]);
        own(s, &t->of[i]);
        if (!s->status && t->of[i].missing)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the formula '%.200s' describes no regression", s->op, formulas->v[i]);
        number_name(s, t, i);
    }
    for (int64_t i = 0; i < t->E && !s->status; i++) {
        gla_array *own_rows = t->of[i].f.rows;
        if (own_rows && rows)
            rows = econ_take(s, rows, positions(s, rows, own_rows));
        else if (own_rows)
            rows = own_rows;
    }
    for (int64_t i = 0; i < t->E && rows && !s->status; i++)
        restrict_rows(s, &t->of[i], rows);
    t->rows = rows;
    t->n = s->status ? 0 : t->of[0].f.n;
}
