/* lags.c - The functions lag, lead and diff. */
#include "table/table.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <math.h>

/* An array that was given instead of the name of a column, with an element for each row. */
static gla_array *read_array(gla_scope *s, const gla_array *x, const char *argument, int64_t rows)
{
    char text[GLA_SHAPE_TEXT];
    if (x->ndim != 1 || x->size != rows)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has shape %s, but the Table has %lld rows", s->op, argument,
                   gla_shape_text(x->ndim, x->shape, text, sizeof text), (long long)rows);
    else if (gla_dtype_is_complex(x->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: %s is %s, but real numbers are needed", s->op, argument, gla_dtype_name(x->dtype));
    return gla_s_convert(s, x, GLA_NO_DTYPE, NULL, GLA_MAYBE);
}

/* The column that a variable names, or one that is made of its array. */
static table_column *read_variable(gla_scope *s, const table_contents *c, const gla_variable *v, const char *argument)
{
    if (s->status || !v)
        return NULL;
    if (v->text) {
        table_column *column = table_find(s, c, v->text);
        return column ? table_column_ref(column) : NULL;
    }
    return table_column_new(s, argument, read_array(s, v->array, argument, c->rows), NULL, NULL);
}

/* The numbers of a period: integers stay integers, so that they stay exact. */
static gla_array *read_time(gla_scope *s, const table_column *time)
{
    if (s->status || !time)
        return NULL;
    bool exact = !time->levels && !time->missing && time->values->dtype != GLA_BOOL && time->values->dtype != GLA_UINT64;
    if (time->levels)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: the periods in column '%.60s' are strings; number them 1, 2, …", s->op, time->name);
    if (exact && gla_dtype_is_integer(time->values->dtype))
        return gla_s_astype(s, GLA_INT64, time->values);
    return table_numbers_of(s, time);
}

/* Return for each row the value of the row n periods earlier. */
static gla_array *shifted(gla_scope *s, const table_contents *c, gla_array *values, int64_t n, const gla_variable *unit,
                          const gla_variable *time)
{
    int64_t groups = 0;
    table_column *units = read_variable(s, c, unit, "unit"), *periods = read_variable(s, c, time, "time");
    gla_array *codes = units && !s->status ? table_number_rows(s, 1, &units, false, &groups) : NULL;
    gla_array *t = read_time(s, periods);
    if (codes && t)
        codes = gla_s_to_device(s, gla_device_of(t), codes);
    gla_array *rows = s->status ? NULL : table_shift(s, c->rows, codes, t, n);
    table_column_unref(units);
    table_column_unref(periods);
    if (!rows || rows->size == 0)
        return values;
    rows = gla_s_to_device(s, gla_device_of(values), rows);
    gla_array *none = gla_s_combine(s, gla_less, rows, table_integer(s, 0));
    gla_array *taken = table_at(s, values, gla_s_combine(s, gla_maximum, rows, table_integer(s, 0)));
    return gla_s_where(s, none, gla_s_number(s, NAN), taken);
}

static gla_array *values_of(gla_scope *s, const table_contents *c, const char *name)
{
    table_column *column = table_find(s, c, name);
    if (column && column->levels)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: column '%.60s' contains strings, but numbers are needed", s->op, name);
    return column && !s->status ? table_numbers_of(s, column) : NULL;
}

static int64_t opposite(int64_t n)
{
    return n == INT64_MIN ? INT64_MAX : -n;
}

static gla_status shift(const char *op, const gla_table *table, const char *name, gla_array **out, int64_t n,
                        const gla_variable *unit, const gla_variable *time)
{
    gla_scope s;
    gla_scope_begin(&s, op);
    table_contents *c = table_read(table);
    gla_array *values = values_of(&s, c, name);
    gla_array *result = values ? shifted(&s, c, values, n, unit, time) : NULL;
    gla_status st = gla_scope_return(&s, result, out);
    table_release(c);
    return st;
}

gla_status gla_table_lag(const gla_table *table, const char *name, gla_array **out, int64_t n, const gla_variable *unit,
                         const gla_variable *time)
{
    return shift("table_lag", table, name, out, n, unit, time);
}

gla_status gla_table_lead(const gla_table *table, const char *name, gla_array **out, int64_t n, const gla_variable *unit,
                          const gla_variable *time)
{
    return shift("table_lead", table, name, out, opposite(n), unit, time);
}

gla_status gla_table_diff(const gla_table *table, const char *name, gla_array **out, int64_t n, const gla_variable *unit,
                          const gla_variable *time)
{
    gla_scope s;
    gla_scope_begin(&s, "table_diff");
    table_contents *c = table_read(table);
    gla_array *values = values_of(&s, c, name);
    gla_array *before = values ? shifted(&s, c, values, n, unit, time) : NULL;
    gla_status st = gla_scope_return(&s, gla_s_combine(&s, gla_subtract, values, before), out);
    table_release(c);
    return st;
}
