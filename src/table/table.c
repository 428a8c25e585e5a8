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
    gla_scope_begin(&s, "table_names");
    table_contents *c = table_read(table);
    char **list = gla_s_memory(&s, c->n + 1, sizeof *list);
    for (int i = 0; i < c->n && list; i++)
        list[i] = c->columns[i]->name;
    *names = table_copy_strings(&s, c->n, list);
    table_release(c);
    return gla_scope_end(&s);
}

gla_status gla_table_kinds(const gla_table *table, gla_strings **kinds)
{
    gla_scope s;
    gla_scope_begin(&s, "table_kinds");
    table_contents *c = table_read(table);
    char **list = gla_s_memory(&s, c->n + 1, sizeof *list);
    for (int i = 0; i < c->n && list; i++)
        list[i] = (char *)table_kind_of(c->columns[i]);
    *kinds = table_copy_strings(&s, c->n, list);
    table_release(c);
    return gla_scope_end(&s);
}

gla_status gla_table_column(const gla_table *table, const char *name, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "table_column");
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
    gla_scope_begin(&s, "table_levels");
    table_contents *c = table_read(table);
    table_column *column = table_find(&s, c, name);
    if (column)
        *levels = table_copy_strings(&s, column->levels ? column->levels->n : 0, column->levels ? column->levels->v : NULL);
    table_release(c);
    return gla_scope_end(&s);
}

gla_status gla_table_texts(const gla_table *table, const char *name, gla_strings **texts)
{
    gla_scope s;
    void *data = NULL;
    gla_scope_begin(&s, "table_texts");
    table_contents *c = table_read(table);
    table_column *column = table_find(&s, c, name);
    if (column && !column->levels)
        gla_s_fail(&s, GLA_DTYPE_ERROR, "%s: column '%.60s' contains %s, not strings; use column", s.op, name,
                   gla_dtype_name(column->values->dtype));
    if (!s.status)
        gla_s_to_host(&s, column->values, &data);
    const int64_t *codes = data;
    char **list = gla_s_memory(&s, c->rows + 1, sizeof *list);
    for (int64_t i = 0; i < c->rows && list && codes; i++)
        list[i] = codes[i] < 0 ? NULL : column->levels->v[codes[i]];
    *texts = table_copy_strings(&s, c->rows, list);
    table_release(c);
    return gla_scope_end(&s);
}

gla_status gla_table_missing(const gla_table *table, const char *name, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "table_missing");
    table_contents *c = table_read(table);
    table_column *column = table_find(&s, c, name);
    gla_array *mask = column ? table_missing_of(&s, column) : NULL;
    if (column && !mask)
        mask = gla_s_astype(&s, GLA_BOOL, gla_s_combine(&s, gla_not_equal, column->values, column->values));
    gla_status st = gla_scope_return(&s, mask, out);
    table_release(c);
    return st;
}
