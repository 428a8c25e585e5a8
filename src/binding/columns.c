/* columns.c - Columns of a Table that a binding makes. */
#include "binding/columns.h"
#include "binding/lists.h"
#include "core/core.h"
#include "io/levels.h"
#include "runtime/allocation.h"
#include "runtime/interrupt.h"
#include "table/table.h"

#include <string.h>

struct gla_columns {
    gla_scope s;
    int n;
    table_column **v;
};

gla_columns *gla_begin_columns(void)
{
    gla_columns *c = gla_calloc(1, sizeof *c);
    if (c)
        gla_scope_begin(&c->s, "Table");
    else
        gla_fail_memory("Table", sizeof *c);
    return c;
}

static gla_status append(gla_columns *c, table_column *column)
{
    table_column **more = column ? gla_with_space(c->v, c->n, sizeof *more) : NULL;
    if (more) {
        c->v = more;
        c->v[c->n++] = column;
    } else if (column) {
        table_column_unref(column);
        gla_s_check(&c->s, gla_fail_memory(c->s.op, (size_t)(c->n + 1) * sizeof *more));
    }
    return c->s.status;
}

/* Evaluate an array of the script, which may be lazy. */
static void admit(gla_columns *c, const char *name, const gla_array *x)
{
    if (!c->s.status && !gla_is_array(x))
        gla_s_check(&c->s, gla_admit_array(c->s.op, name, x));
}

gla_status gla_add_numbers(gla_columns *c, const char *name, const gla_array *values, const gla_array *missing)
{
    admit(c, name, values);
    if (missing)
        admit(c, name, missing);
    if (missing && !c->s.status && (missing->dtype != GLA_BOOL || missing->ndim != 1 || missing->size != values->size))
        gla_s_fail(&c->s, GLA_SHAPE_ERROR, "%s: the mask of column '%.60s' must be bools of the shape of the column", c->s.op,
                   name);
    return append(c, table_column_new(&c->s, name, values, missing, NULL));
}

gla_status gla_add_codes(gla_columns *c, const char *name, const gla_array *codes, gla_strings *levels)
{
    admit(c, name, codes);
    return append(c, table_column_new(&c->s, name, codes, NULL, levels));
}

static gla_strings *take_levels(gla_columns *c, gla_levels *levels)
{
    gla_strings *list = c->s.status ? NULL : gla_calloc(1, sizeof *list);
    if (list)
        list->v = gla_calloc(1, sizeof *list->v);
    if (list && list->v) {
        gla_levels_take(levels, list);
        return list;
    }
    gla_free(list);
    if (!c->s.status)
        gla_s_check(&c->s, gla_fail_memory(c->s.op, sizeof *list));
    return NULL;
}

/* Set the codes of all strings. */
static void number_texts(gla_columns *c, int64_t n, gla_text_at *text, void *context, gla_levels *levels, int64_t *codes)
{
    for (int64_t i = 0; i < n && !c->s.status; i++) {
        gla_cell cell = {.start = NULL};
        double number = -1;
        gla_status st = text(context, i, &cell.start, &cell.length);
        if (!st && cell.start)
            st = gla_levels_add(c->s.op, levels, &cell, &number);
        codes[i] = (int64_t)number;
        gla_s_check(&c->s, st);
        if (i % 0x8000 == 0x7fff && gla_interrupted())
            gla_s_fail(&c->s, GLA_INTERRUPTED_ERROR, "%s: interrupted", c->s.op);
    }
}

gla_status gla_add_texts(gla_columns *c, const char *name, int64_t n, gla_text_at *text, void *context)
{
    gla_levels levels = {0};
    gla_array *codes = NULL;
    void *data;
    if (!gla_s_check(&c->s, gla_new_host(GLA_INT64, 1, &n, &codes, &data)))
        number_texts(c, n, text, context, &levels, data);
    gla_strings *list = take_levels(c, &levels);
    gla_levels_release(&levels);
    gla_array *sorted = list ? table_join_levels(&c->s, codes, &list, true) : NULL;
    if (sorted)
        gla_add_codes(c, name, sorted, list);
    else
        gla_strings_free(list);
    gla_unref(codes);
    return c->s.status;
}

gla_status gla_end_columns(gla_columns *c, gla_status status, gla_table **table)
{
    *table = NULL;
    gla_s_check(&c->s, status);
    if (!c->s.status)
        *table = table_make(&c->s, c->n, c->v);
    else
        for (int i = 0; i < c->n; i++)
            table_column_unref(c->v[i]);
    status = gla_scope_end(&c->s);
    gla_free(c->v);
    gla_free(c);
    return status;
}
