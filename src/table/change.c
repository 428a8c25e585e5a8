/* change.c - Set, remove, rename and select the columns of a Table. */
#include "table/table.h"
#include "gpulinalg.h"

#include <string.h>

/* Change a Table: methods of a handle that scripts see as constant change what it refers to. */
static gla_table *changed(const gla_table *table)
{
    return (gla_table *)table;
}

/* Return values, or one value for each of the rows of a Table that has columns. */
static gla_array *for_all_rows(gla_scope *s, const gla_table *table, const gla_array *values)
{
    gla_array *x = gla_s_convert(s, values, GLA_NO_DTYPE, NULL, GLA_MAYBE);
    if (s->status || x->ndim)
        return x;
    table_contents *c = table_read(table);
    int64_t rows = c->n ? c->rows : 1;
    table_release(c);
    gla_array *all = gla_s_new(s, gla_device_of(x), x->dtype, 1, &rows);
    gla_s_assign(s, all, x);
    return all;
}

/* Return a mask that marks at least one value, else NULL. */
static gla_array *useful_mask(gla_scope *s, const char *name, const gla_array *values, const gla_array *missing)
{
    char a[GLA_SHAPE_TEXT], b[GLA_SHAPE_TEXT];
    if (s->status || !missing)
        return NULL;
    if (missing->dtype != GLA_BOOL && missing->size)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: missing is %s, but a mask must be bool", s->op, gla_dtype_name(missing->dtype));
    else if (!gla_same_shape(missing, values))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: missing has shape %s, but column '%.60s' has shape %s", s->op,
                   gla_shape_text(missing->ndim, missing->shape, a, sizeof a), name,
                   gla_shape_text(values->ndim, values->shape, b, sizeof b));
    gla_array *mask = missing->size ? gla_s_convert(s, missing, GLA_BOOL, gla_device_of(values), GLA_YES) : NULL;
    return mask && gla_s_truth(s, gla_s_reduce_all(s, gla_any, mask)) ? mask : NULL;
}

gla_status gla_table_set(const gla_table *table, const char *name, const gla_array *values, const gla_array *missing)
{
    gla_scope s;
    gla_scope_begin(&s, "table_set");
    gla_array *x = for_all_rows(&s, table, values);
    gla_array *mask = useful_mask(&s, name, x, missing);
    table_put(&s, changed(table), table_column_new(&s, name, x, mask, NULL));
    return gla_scope_end(&s);
}

gla_status gla_table_set_texts(const gla_table *table, const char *name, const gla_strings *texts)
{
    gla_scope s;
    gla_array *made = NULL;
    gla_strings *levels = NULL;
    gla_scope_begin(&s, "table_set_texts");
    gla_array *codes = gla_s_adopt(&s, gla_factorize_texts(texts, &made, &levels, true, NULL), &made);
    if (!s.status && texts->n == 1) {
        gla_array *one = gla_s_slice(&s, codes, 0, 0, 1);
        codes = one ? for_all_rows(&s, table, gla_s_drop_last(&s, one)) : NULL;
    }
    table_put(&s, changed(table), table_column_new(&s, name, codes, NULL, levels));
    return gla_scope_end(&s);
}

gla_status gla_table_set_codes(const gla_table *table, const char *name, const gla_array *codes, const gla_strings *levels)
{
    gla_scope s;
    gla_scope_begin(&s, "table_set_codes");
    if (!gla_dtype_is_integer(codes->dtype) && codes->size)
        gla_s_fail(&s, GLA_DTYPE_ERROR, "%s: the codes of column '%.60s' are %s, but they must be integers", s.op, name,
                   gla_dtype_name(codes->dtype));
    gla_array *x = gla_s_convert(&s, codes, GLA_INT64, NULL, GLA_MAYBE);
    table_check_codes(&s, name, x, levels->n);
    gla_strings *copy = table_copy_strings(&s, levels->n, levels->v);
    table_put(&s, changed(table), table_column_new(&s, name, x, NULL, copy));
    return gla_scope_end(&s);
}

/* Return the columns without those of the given names. */
static table_contents *without(gla_scope *s, const table_contents *old, const gla_strings *names)
{
    int n = 0;
    bool *drop = gla_s_memory(s, old->n + 1, sizeof *drop);
    table_column **left = gla_s_memory(s, old->n + 1, sizeof *left);
    for (int64_t i = 0; i < names->n && !s->status; i++)
        if (table_find(s, old, names->v[i]))
            drop[table_place(old, names->v[i])] = true;
    for (int i = 0; i < old->n && !s->status; i++)
        if (!drop[i])
            left[n++] = table_column_ref(old->columns[i]);
    return s->status ? NULL : table_new_contents(s, n, left);
}

gla_status gla_table_remove(const gla_table *table, const gla_strings *names)
{
    gla_scope s;
    bool done = false;
    gla_scope_begin(&s, "table_remove");
    while (!done && !s.status) {
        table_contents *old = table_read(table);
        done = table_exchange(&s, changed(table), old, without(&s, old, names));
        table_release(old);
    }
    return gla_scope_end(&s);
}

static table_contents *with_name(gla_scope *s, const table_contents *old, const char *name, const char *to)
{
    table_column **columns = gla_s_memory(s, old->n + 1, sizeof *columns);
    table_column *from = table_find(s, old, name);
    table_column *renamed = from ? table_column_like(s, from, to, from->values, from->missing) : NULL;
    if (s->status)
        return NULL;
    for (int i = 0; i < old->n; i++)
        columns[i] = old->columns[i] == from ? renamed : table_column_ref(old->columns[i]);
    return table_new_contents(s, old->n, columns);
}

gla_status gla_table_rename(const gla_table *table, const char *name, const char *to)
{
    gla_scope s;
    bool done = false;
    gla_scope_begin(&s, "table_rename");
    while (!done && !s.status) {
        table_contents *old = table_read(table);
        done = table_exchange(&s, changed(table), old, with_name(&s, old, name, to));
        table_release(old);
    }
    return gla_scope_end(&s);
}

gla_status gla_table_select(const gla_table *table, const gla_strings *names, gla_table **selected)
{
    gla_scope s;
    int n = 0;
    gla_scope_begin(&s, "table_select");
    table_contents *c = table_read(table);
    table_column **columns = gla_s_memory(&s, names->n + 1, sizeof *columns), *found;
    for (int64_t i = 0; i < names->n && !s.status; i++)
        if ((found = table_find(&s, c, names->v[i])))
            columns[n++] = table_column_ref(found);
    if (columns)
        *selected = table_make(&s, n, columns);
    table_release(c);
    return gla_scope_end(&s);
}
