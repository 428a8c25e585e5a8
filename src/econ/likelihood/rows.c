/* rows.c - Restrict the data of a regression to some of its rows: groups that carry no information are dropped. */
#include "econ/likelihood/likelihood.h"
#include "gpulinalg.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void lik_refuse_effects(gla_scope *s, const model_frame *f)
{
    if (!s->status && f->n_effects)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the method takes no fixed effects; write them as dummies, i(%.60s)", s->op,
                   f->effects[0].name);
}

static void take_columns(gla_scope *s, model_columns *c, const gla_array *rows)
{
    c->values = econ_take(s, c->values, rows);
}

static gla_array *positions_of(gla_scope *s, const gla_array *kept)
{
    gla_arrays *found = NULL;
    if (!kept || s->status || gla_s_check(s, gla_nonzero(kept, &found)))
        return NULL;
    gla_array *rows = gla_s_own(s, gla_ref((gla_array *)(uintptr_t)found->v[0]));
    gla_arrays_free(found);
    return rows;
}

int64_t lik_keep(gla_scope *s, model_frame *f, const gla_array *kept)
{
    gla_array *rows = positions_of(s, kept);
    if (!rows || rows->size == f->n)
        return 0;
    int64_t dropped = f->n - rows->size;
    f->rows = f->rows ? econ_take(s, f->rows, rows) : rows;
    f->n = rows->size;
    gla_array **vectors[] = {&f->y, &f->weights, &f->offset, &f->unit, &f->time};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = econ_take(s, *vectors[i], rows);
    take_columns(s, &f->X, rows);
    for (int i = 0; i < f->n_effects; i++) {
        f->effects[i].codes = econ_take(s, f->effects[i].codes, rows);
        take_columns(s, &f->effects[i].slopes, rows);
    }
    for (int i = 0; i < f->n_clusters; i++)
        f->clusters[i] = econ_take(s, f->clusters[i], rows);
    return dropped;
}

void lik_note(gla_scope *s, model_frame *f, const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const char **notes = gla_s_memory(s, f->n_notes + 1, sizeof *notes);
    char *copy = gla_s_memory(s, (int64_t)strlen(text) + 1, 1);
    if (!notes || !copy)
        return;
    if (f->n_notes)
        memcpy(notes, f->notes, (size_t)f->n_notes * sizeof *notes);
    notes[f->n_notes++] = strcpy(copy, text);
    f->notes = notes;
}

/* Bool array: the rows whose group fulfils the condition, which is text with c rows and the sum t of y. */
static gla_array *rows_of(gla_scope *s, const model_frame *f, int effect, const char *text)
{
    gla_array *in[2] = {NULL}, *out[1] = {NULL};
    const gla_array *codes = f->effects[effect].codes;
    if (s->status)
        return NULL;
    gla_s_adopt(s, gla_group_count(codes, &in[0], GLA_NO_AXIS), &in[0]);
    if (!s->status)
        gla_s_adopt(s, gla_group_sum(f->y, codes, &in[1], GLA_NO_AXIS), &in[1]);
    lik_formula(s, "c, t", "bool k", text, 2, in, out);
    return econ_take(s, out[0], codes);
}

/* Keep the rows whose groups fulfil the condition; return the number of rows dropped. */
static int64_t filter(gla_scope *s, model_frame *f, int effect, const char *text)
{
    return lik_keep(s, f, rows_of(s, f, effect, text));
}

/* Dropped rows of each cause, for each fixed effect. */
enum { ALONE, ZEROS, ONES, CAUSES };
static const char *const conditions[CAUSES] = {"k = c > 1", "k = t > 0", "k = t < c"};
static const char *const reasons[CAUSES] = {"alone in a group of", "y is always 0 in a group of",
                                            "y is always 1 in a group of"};

void lik_drop_groups(gla_scope *s, model_frame *f, bool binary, bool singletons)
{
    int64_t *counts = gla_s_memory(s, (int64_t)f->n_effects * CAUSES + 1, sizeof *counts);
    int64_t changed = f->n_effects > 0;
    while (changed > 0 && !s->status && f->n > 0) {
        changed = 0;
        for (int i = 0; i < f->n_effects * CAUSES && f->n > 0; i++) {
            int cause = i % CAUSES, effect = i / CAUSES;
            if ((cause == ALONE && !singletons) || (cause == ONES && !binary) || !f->effects[effect].intercepts)
                continue;
            int64_t dropped = filter(s, f, effect, conditions[cause]);
            counts[i] += dropped;
            changed += dropped;
        }
    }
    for (int i = 0; i < f->n_effects * CAUSES && !s->status; i++)
        if (counts[i] > 0) {
            const char *y = i % CAUSES == ALONE ? "" : strcmp(f->y_name, "y") == 0 ? "" : f->y_name;
            const char *reason = reasons[i % CAUSES];
            lik_note(s, f, "%lld row%s: %s%s %s", (long long)counts[i], counts[i] == 1 ? "" : "s", y, *y ? reason + 1 : reason,
                     f->effects[i / CAUSES].name);
        }
    if (f->n == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: no row is left, because no group of the fixed effects has both %s", s->op,
                   binary ? "y = 0 and y = 1" : "several rows and a positive y");
}
