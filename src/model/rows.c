/* rows.c - Drop the rows in which a variable is missing, and say why. */
#include "model/build.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <string.h>

static void note(builder *b, const char *text)
{
    const char **more = text ? model_append(b->s, b->notes, b->n_notes, sizeof *more) : NULL;
    if (!more)
        return;
    b->notes = more;
    b->notes[b->n_notes++] = text;
}

/* The rows in which a value cannot be used; NULL if there is certainly none. */
static gla_array *unusable(builder *b, const raw *r)
{
    gla_scope *s = b->s;
    gla_array *bad = NULL;
    if (s->status || b->rows == 0)
        return NULL;
    if (gla_dtype_is_real_floating(r->values->dtype))
        bad = gla_s_apply(s, gla_logical_not, gla_s_apply(s, gla_isfinite, r->values));
    else if (r->levels)
        bad = gla_s_combine(s, gla_less, r->values, model_integer(s, 0));
    else if (r->marked)
        bad = gla_s_combine(s, gla_equal, gla_s_astype(s, GLA_INT64, r->values), model_integer(s, -1));
    return bad && gla_s_truth(s, gla_s_reduce_all(s, gla_any, bad)) ? bad : NULL;
}

/* Drop the rows of a mask that were not dropped before, and note their number. */
static void drop(builder *b, gla_array *mask, const char *name, const char *why)
{
    gla_scope *s = b->s;
    gla_array *now = b->keep ? gla_s_combine(s, gla_logical_and, mask, b->keep) : mask;
    int64_t count = now ? model_count(s, now) : 0;
    if (s->status || count == 0)
        return;
    gla_array *rest = gla_s_apply(s, gla_logical_not, now);
    b->keep = b->keep ? gla_s_combine(s, gla_logical_and, b->keep, rest) : rest;
    note(b, gla_s_print(s, "%lld row%s: %s %s", (long long)count, count == 1 ? "" : "s", name, why));
}

/* Drop the rows in which a column of an expression is missing. A lag does not use the column in its own row. */
static void drop_columns(builder *b, const node *x)
{
    if (model_is_lag(x))
        return;
    for (int i = 0; i < x->n; i++)
        drop_columns(b, x->items[i]);
    if (b->s->status || x->kind != NODE_NAME)
        return;
    for (int i = 0; i < b->e.table->n; i++) {
        table_column *c = b->e.table->columns[i];
        if (strcmp(c->name, x->text))
            continue;
        gla_array *mask = table_missing_of(b->s, c), *both[2];
        gla_device *dev;
        if (!mask)
            return;
        const gla_array *in[] = {mask, b->raws[0]->values}; /* on the device of the data */
        gla_s_place(b->s, 2, in, false, &dev, both);
        if (both[0])
            drop(b, both[0], c->name, "is missing");
        return;
    }
}

static bool uses_lags(const node *x)
{
    bool found = model_is_lag(x);
    for (int i = 0; i < x->n && !found; i++)
        found = uses_lags(x->items[i]);
    return found;
}

static void refuse_infinite(builder *b, const raw *r)
{
    gla_scope *s = b->s;
    if (s->status || !gla_dtype_is_real_floating(r->values->dtype))
        return;
    gla_array *mask = gla_s_apply(s, gla_isinf, r->values);
    if (b->keep)
        mask = gla_s_combine(s, gla_logical_and, mask, b->keep);
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, mask)))
        gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: %.100s is infinite in row %lld (counted from 1); correct or drop this row",
                   s->op, r->name, model_first(s, mask));
}

static void drop_missing(builder *b)
{
    gla_scope *s = b->s;
    bool *bad = gla_s_memory(s, b->n_raws + 1, sizeof *bad);
    for (int i = 0; i < b->n_raws && !s->status; i++) {
        raw *r = b->raws[i];
        gla_array *mask = unusable(b, r);
        bad[i] = mask != NULL;
        if (!mask)
            continue;
        if (r->x)
            drop_columns(b, r->x);
        if (gla_dtype_is_real_floating(r->values->dtype))
            mask = gla_s_apply(s, gla_isnan, r->values);
        bool undefined = r->x && r->x->kind != NODE_NAME && !uses_lags(r->x);
        drop(b, mask, r->name, undefined ? "is undefined" : "is missing");
    }
    for (int i = 0; i < b->n_raws && !s->status; i++)
        if (bad[i])
            refuse_infinite(b, b->raws[i]);
}

/* A weight of 0 removes a row; a negative weight is an error. */
static void drop_weights(builder *b)
{
    gla_scope *s = b->s;
    if (s->status || !b->weights)
        return;
    gla_array *negative = gla_s_combine(s, gla_less, b->weights->values, model_integer(s, 0));
    if (b->keep)
        negative = gla_s_combine(s, gla_logical_and, negative, b->keep);
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, negative)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the weights %.100s are negative in row %lld (counted from 1)", s->op,
                   b->weights->name, model_first(s, negative));
    gla_array *zero = gla_s_combine(s, gla_equal, b->weights->values, model_integer(s, 0));
    if (zero && gla_s_truth(s, gla_s_reduce_all(s, gla_any, zero)))
        drop(b, zero, b->weights->name, "is 0");
}

/* Move all values to the device of the data. */
static void place(builder *b)
{
    gla_scope *s = b->s;
    const gla_array **in = gla_s_memory(s, b->n_raws + 1, sizeof *in);
    gla_array **placed = gla_s_memory(s, b->n_raws + 1, sizeof(gla_array *));
    for (int i = 0; i < b->n_raws && !s->status; i++)
        in[i] = b->raws[i]->values;
    if (!s->status)
        gla_s_place(s, b->n_raws, in, false, &b->dev, placed);
    for (int i = 0; i < b->n_raws && !s->status; i++)
        b->raws[i]->values = placed[i];
    b->dtype = b->dev && b->dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
}

void model_refuse_empty(gla_scope *s, int64_t total, int64_t n, const char *const *notes)
{
    const char *causes = "";
    for (int64_t i = 0; i < n && !s->status; i++)
        causes = gla_s_print(s, "%s%s %s", causes, i ? ";" : ":", notes[i]);
    gla_s_fail(s, GLA_ARGUMENT_ERROR, total ? "%s: no row is left%.600s" : "%s: the data has no rows%.600s", s->op, causes);
}

static gla_array *positions(builder *b)
{
    gla_arrays *list = NULL;
    gla_scope *s = b->s;
    if (s->status || gla_s_check(s, gla_nonzero(b->keep, &list)))
        return NULL;
    gla_array *rows = gla_s_own(s, gla_ref(list->v[0]));
    gla_arrays_free(list);
    return rows;
}

void model_select_rows(builder *b, model_frame *f)
{
    gla_scope *s = b->s;
    gla_array *sample = b->keep;
    f->total = sample ? model_count(s, sample) : b->rows;
    if (b->n_raws)
        place(b);
    if (b->n_raws && !b->predicting)
        drop_missing(b);
    if (b->rows && !b->predicting)
        drop_weights(b);
    f->rows = b->keep ? positions(b) : NULL;
    f->n = s->status ? 0 : f->rows ? f->rows->size : b->rows;
    b->n = f->n;
    for (int i = 0; i < b->n_raws && !s->status; i++) {
        raw *r = b->raws[i];
        gla_array *values = f->rows ? model_take(s, r->values, f->rows) : r->values;
        r->used = r->factor ? values : values ? gla_s_astype(s, b->dtype, values) : NULL;
    }
    f->n_notes = b->n_notes;
    f->notes = b->notes;
    if (f->n == 0 && !b->predicting)
        model_refuse_empty(s, f->total, b->n_notes, b->notes);
}
