/* describe.c - The distribution of the values of each column. */
#include "table/table.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include <math.h>

enum { COUNT, MISSING, DISTINCT, INTEGERS, MEAN = 0, SD, MIN, QUARTER, MEDIAN, THREE_QUARTERS, MAX, REALS };

static const char *const integer_names[] = {"count", "missing", "distinct"};
static const char *const real_names[] = {"mean", "sd", "min", "25%", "median", "75%", "max"};

/* The columns of the description, on the host. */
typedef struct description {
    gla_array *integers[INTEGERS], *reals[REALS], *numbers; /* numbers: mask of the rows without `distinct` */
    int64_t *integer[INTEGERS];
    double *real[REALS];
    bool *number;
} description;

static gla_array *host_vector(gla_scope *s, gla_dtype dtype, int64_t n, void *data)
{
    gla_array *made = NULL;
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, dtype, 1, &n, &made, data)))
        return NULL;
    return gla_s_own(s, made);
}

static void begin(gla_scope *s, description *d, int n)
{
    for (int i = 0; i < INTEGERS; i++)
        d->integers[i] = host_vector(s, GLA_INT64, n, &d->integer[i]);
    for (int i = 0; i < REALS; i++)
        d->reals[i] = host_vector(s, GLA_FLOAT64, n, &d->real[i]);
    d->numbers = host_vector(s, GLA_BOOL, n, &d->number);
}

static double read_number(gla_scope *s, const gla_array *x, int64_t at)
{
    void *data = NULL;
    gla_array *read = x && !s->status ? gla_s_to_host(s, x, &data) : NULL;
    return read ? ((const double *)data)[at] : NAN;
}

/* The values of a column that are not missing. */
static gla_array *present(gla_scope *s, const table_column *c, gla_array *values)
{
    gla_array *missing = table_missing_of(s, c);
    if (!missing || !table_any(s, missing))
        return values;
    return table_at(s, values, table_positions(s, gla_s_apply(s, gla_logical_not, missing)));
}

static void describe_numbers(gla_scope *s, description *d, const table_column *c, int at)
{
    static const double levels[] = {0, 0.25, 0.5, 0.75, 1};
    void *data = NULL;
    gla_array *x = present(s, c, table_numbers_of(s, c)), *made;
    for (int i = 0; i < REALS && !s->status; i++)
        d->real[i][at] = NAN;
    if (s->status)
        return;
    d->integer[COUNT][at] = x->size;
    d->integer[DISTINCT][at] = 0;
    d->number[at] = true;
    if (x->size == 0)
        return;
    d->real[MEAN][at] = read_number(s, gla_s_reduce_all(s, gla_mean, x), 0);
    if (x->size > 1 && !s->status)
        d->real[SD][at] = read_number(s, gla_s_adopt(s, gla_std(x, &made, NULL, 1, false), &made), 0);
    gla_array *q = host_vector(s, GLA_FLOAT64, 5, &data);
    for (int i = 0; i < 5 && q; i++)
        ((double *)data)[i] = levels[i];
    q = q ? gla_s_to_device(s, gla_device_of(x), q) : NULL;
    gla_array *found = s->status ? NULL : gla_s_adopt(s, gla_quantile(x, q, &made, NULL, "linear", false, NULL), &made);
    for (int i = 0; i < 5 && found; i++)
        d->real[MIN + i][at] = read_number(s, found, i);
}

static void describe_texts(gla_scope *s, description *d, const table_column *c, int at)
{
    gla_array *x = present(s, c, c->values), *made;
    for (int i = 0; i < REALS && !s->status; i++)
        d->real[i][at] = NAN;
    if (s->status)
        return;
    d->integer[COUNT][at] = x->size;
    d->integer[DISTINCT][at] = 0;
    d->number[at] = false;
    if (x->size == 0)
        return;
    gla_array *counts = gla_s_adopt(s, gla_bincount(x, &made, NULL, 0), &made);
    gla_array *distinct = s->status ? NULL : gla_s_adopt(s, gla_count_nonzero(counts, &made, NULL, false), &made);
    void *data = NULL;
    if (distinct && gla_s_to_host(s, distinct, &data))
        d->integer[DISTINCT][at] = *(const int64_t *)data;
}

/* A column of strings from a list. */
static table_column *text_column(gla_scope *s, const char *name, int n, char **texts)
{
    gla_strings list = {n, texts}, *levels = NULL;
    gla_array *codes = NULL;
    if (s->status)
        return NULL;
    codes = gla_s_adopt(s, gla_factorize_texts(&list, &codes, &levels, false, "host"), &codes);
    return table_column_new(s, name, codes, NULL, levels);
}

static gla_table *collect(gla_scope *s, description *d, const table_contents *c)
{
    table_column *columns[2 + INTEGERS + REALS];
    int n = 0;
    char **names = gla_s_memory(s, c->n + 1, sizeof *names), **kinds = gla_s_memory(s, c->n + 1, sizeof *kinds);
    for (int i = 0; i < c->n && !s->status; i++) {
        names[i] = c->columns[i]->name;
        kinds[i] = (char *)table_kind_of(c->columns[i]);
    }
    columns[n++] = text_column(s, "name", c->n, names);
    columns[n++] = text_column(s, "kind", c->n, kinds);
    for (int i = 0; i < INTEGERS; i++)
        columns[n++] = table_column_new(s, integer_names[i], d->integers[i], i == DISTINCT ? d->numbers : NULL, NULL);
    for (int i = 0; i < REALS; i++)
        columns[n++] = table_column_new(s, real_names[i], d->reals[i], NULL, NULL);
    return table_make(s, n, columns);
}

gla_status gla_table_describe(const gla_table *table, gla_table **described)
{
    gla_scope s;
    description d;
    gla_scope_begin(&s, "table_describe");
    table_contents *c = table_read(table);
    begin(&s, &d, c->n);
    for (int i = 0; i < c->n && !s.status; i++) {
        int mark = gla_scope_mark(&s);
        if (c->columns[i]->levels)
            describe_texts(&s, &d, c->columns[i], i);
        else
            describe_numbers(&s, &d, c->columns[i], i);
        if (!s.status)
            d.integer[MISSING][i] = c->rows - d.integer[COUNT][i];
        gla_scope_keep(&s, mark, NULL);
    }
    *described = s.status ? NULL : collect(&s, &d, c);
    table_release(c);
    return gla_scope_end(&s);
}
