/* sort.c - Sort the rows of a Table, and drop repeated ones. */
#include "table/table.h"
#include "gpulinalg.h"
#include "runtime/devices.h"

#include <stdlib.h>
#include <string.h>

/* A level with its position. */
typedef struct ranked {
    const char *text;
    int64_t at;
} ranked;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const ranked *)a)->text, ((const ranked *)b)->text);
}

/* The rank of each string of a column among the levels; a missing string has rank 0. */
static gla_array *ranks_of(gla_scope *s, const table_column *c)
{
    int64_t n = c->levels->n + 1;
    void *data = NULL;
    gla_array *map = NULL;
    ranked *levels = gla_s_memory(s, n, sizeof *levels);
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_INT64, 1, &n, &map, &data)))
        return NULL;
    map = gla_s_own(s, map);
    for (int64_t i = 0; i + 1 < n; i++)
        levels[i] = (ranked){c->levels->v[i], i};
    qsort(levels, (size_t)n - 1, sizeof *levels, by_text);
    int64_t *rank = data;
    rank[0] = 0;
    for (int64_t i = 0; i + 1 < n; i++)
        rank[levels[i].at + 1] = i;
    gla_array *positions = gla_s_combine(s, gla_add, c->values, table_integer(s, 1));
    return table_at(s, s->status ? NULL : gla_s_to_device(s, gla_device_of(c->values), map), positions);
}

/* Refine an order (NULL: the order of the rows) by a key: its order comes first. */
static gla_array *refine(gla_scope *s, const gla_array *order, const gla_array *key, bool descending)
{
    gla_array *made;
    if (s->status)
        return NULL;
    if (order)
        key = table_at(s, key, gla_s_to_device(s, gla_device_of(key), order));
    gla_array *next = s->status ? NULL : gla_s_adopt(s, gla_argsort(key, &made, -1, descending, true), &made);
    return order ? table_at(s, next ? gla_s_to_device(s, gla_device_of(next), order) : NULL, next) : next;
}

gla_status gla_table_sort(const gla_table *table, const gla_strings *by, gla_table **sorted, bool descending)
{
    gla_scope s;
    gla_array *order = NULL;
    gla_scope_begin(&s, "table_sort");
    table_contents *c = table_read(table);
    if (by->n == 0)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: `by` is empty; give the name of at least one column", s.op);
    for (int64_t i = by->n; i-- > 0 && !s.status;) {
        table_column *column = table_find(&s, c, by->v[i]);
        if (!column)
            continue;
        order = refine(&s, order, column->levels ? ranks_of(&s, column) : column->values, descending);
        gla_array *missing = table_missing_of(&s, column);
        if (missing && table_any(&s, missing))
            order = refine(&s, order, missing, false);
    }
    *sorted = order ? table_take_rows(&s, c, order) : NULL;
    table_release(c);
    return gla_scope_end(&s);
}

gla_status gla_table_unique(const gla_table *table, gla_table **distinct, const gla_strings *by)
{
    gla_scope s;
    int64_t groups = 0;
    gla_scope_begin(&s, "table_unique");
    table_contents *c = table_read(table);
    int n = by && by->n ? (int)by->n : c->n;
    table_column **keys = gla_s_memory(&s, n + 1, sizeof *keys);
    for (int i = 0; i < n && !s.status; i++)
        keys[i] = by && by->n ? table_find(&s, c, by->v[i]) : c->columns[i];
    gla_array *codes = n ? table_number_rows(&s, n, keys, true, &groups) : NULL;
    gla_array *rows = codes ? table_first_rows(&s, codes, groups) : NULL;
    if (rows || !n)
        *distinct = rows ? table_take_rows(&s, c, rows) : table_make(&s, 0, NULL);
    table_release(c);
    return gla_scope_end(&s);
}
