/* table.c - Make a Table, and read its columns. */
#include "table/table.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"

#include <string.h>

gla_status gla_new_table(const gla_table *data, gla_table **table)
{
    gla_scope s;
    gla_scope_begin(&s, "Table");
    table_contents *c = table_read(data);
    for (int i = 0; i < c->n; i++)
        table_column_ref(c->columns[i]);
    *table = table_make(&s, c->n, c->columns);
    table_release(c);
    return gla_scope_end(&s);
}

static void check_codes(gla_scope *s, const char *name, const gla_array *codes, int64_t levels)
{
    if (s->status || codes->size == 0)
        return;
    gla_array *outside = gla_s_combine(s, gla_logical_or, gla_s_combine(s, gla_less, codes, gla_s_number(s, -1)),
                                       gla_s_combine(s, gla_greater_equal, codes, gla_s_number(s, (double)levels)));
    if (outside && gla_s_truth(s, gla_s_reduce_all(s, gla_any, outside)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a value of column '%.60s' is not a position in levels, which has %lld strings",
                   s->op, name, (long long)levels);
}

static table_column *column_of(gla_scope *s, const char *name, const gla_array *values, bool texts, const gla_strings *levels)
{
    if (!texts)
        return table_column_new(s, name, values, NULL, NULL);
    gla_array *codes = gla_s_astype(s, GLA_INT64, values);
    check_codes(s, name, codes, levels->n);
    gla_strings *copy = table_copy_strings(s, levels->n, levels->v);
    return table_column_new(s, name, codes, NULL, copy);
}

gla_status gla_table_from_columns(const gla_strings *names, const gla_arrays *columns, gla_table **table,
                                  const gla_strings *kinds, const gla_strings *levels)
{
    static const gla_strings none = {0, NULL};
    gla_scope s;
    gla_scope_begin(&s, "from_columns");
    if (names->n != columns->n || (kinds && kinds->n != columns->n))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: there are %lld columns, but %lld %s", s.op, (long long)columns->n,
                   (long long)(names->n != columns->n ? names->n : kinds->n), names->n != columns->n ? "names" : "kinds");
    table_column **made = gla_s_memory(&s, columns->n + 1, sizeof *made);
    int n = 0;
    for (; n < columns->n && !s.status; n++)
        made[n] = column_of(&s, names->v[n], columns->v[n], kinds && !strcmp(kinds->v[n], "text"), levels ? levels : &none);
    if (made)
        *table = table_make(&s, n, made);
    return gla_scope_end(&s);
}

gla_status gla_table_rows(const gla_table *table, int64_t *rows)
{
    table_contents *c = table_read(table);
    *rows = c->rows;
    table_release(c);
    return GLA_OK;
}

gla_status gla_table_names(const gla_table *table, gla_strings **names)
{
    gla_scope s;
    gla_scope_begin(&s, "names");
    table_contents *c = table_read(table);
    char **list = gla_s_memory(&s, c->n + 1, sizeof *list);
    for (int i = 0; i < c->n && list; i++)
        list[i] = c->columns[i]->name;
    *names = table_copy_strings(&s, c->n, list);
    table_release(c);
    return gla_scope_end(&s);
}

gla_status gla_table_column(const gla_table *table, const char *name, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "column");
    table_contents *c = table_read(table);
    table_column *column = table_find(&s, c, name);
    gla_array *values = !column ? NULL : column->missing ? table_numbers_of(&s, column) : column->values;
    gla_status st = gla_scope_return(&s, values, out);
    table_release(c);
    return st;
}

gla_status gla_table_levels(const gla_table *table, const char *name, gla_strings **levels)
{
    gla_scope s;
    gla_scope_begin(&s, "levels");
    table_contents *c = table_read(table);
    table_column *column = table_find(&s, c, name);
    if (column)
        *levels = table_copy_strings(&s, column->levels ? column->levels->n : 0, column->levels ? column->levels->v : NULL);
    table_release(c);
    return gla_scope_end(&s);
}

gla_status gla_table_missing(const gla_table *table, const char *name, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "missing");
    table_contents *c = table_read(table);
    table_column *column = table_find(&s, c, name);
    gla_array *mask = column ? table_missing_of(&s, column) : NULL;
    if (column && !mask)
        mask = gla_s_astype(&s, GLA_BOOL, gla_s_combine(&s, gla_not_equal, column->values, column->values));
    gla_status st = gla_scope_return(&s, mask, out);
    table_release(c);
    return st;
}
