/* where.c - Rows of a Table. */
#include "table/table.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <math.h>

/* Take rows of a column of numbers; negative positions are missing values. */
static table_column *take_some(gla_scope *s, table_column *c, const gla_array *positions)
{
    gla_array *made;
    const gla_array *none = gla_s_combine(s, gla_less, positions, gla_s_number(s, 0));
    gla_array *at = gla_s_combine(s, gla_maximum, positions, gla_s_number(s, 0));
    if (s->status || c->values->size == 0) {
        gla_array *empty = gla_s_zeros(s, gla_device_of(c->values), c->values->dtype, 1, positions->shape);
        return table_column_like(s, c, c->name, c->levels ? gla_s_combine(s, gla_subtract, empty, gla_s_number(s, 1)) : empty,
                                 c->levels ? NULL : none);
    }
    gla_array *values = gla_s_adopt(s, gla_take(c->values, at, &made, NULL), &made), *mask = NULL;
    if (c->levels)
        values = gla_s_where(s, none, gla_s_number(s, -1), values);
    else if (!c->missing && gla_dtype_is_real_floating(c->values->dtype))
        values = gla_s_where(s, none, gla_s_number(s, NAN), values);
    else if (!c->missing)
        mask = (gla_array *)none;
    else if (!s->status) {
        mask = gla_s_adopt(s, gla_take(c->missing, at, &made, NULL), &made);
        mask = gla_s_combine(s, gla_logical_or, mask, none);
    }
    return table_column_like(s, c, c->name, values, mask);
}

table_column *table_take(gla_scope *s, table_column *c, const gla_array *positions, bool or_missing)
{
    gla_array *made, *mask = NULL;
    if (s->status)
        return NULL;
    const gla_array *at = gla_s_to_device(s, gla_device_of(c->values), positions);
    if (or_missing && at)
        return take_some(s, c, at);
    gla_array *values = s->status ? NULL : gla_s_adopt(s, gla_take(c->values, at, &made, NULL), &made);
    if (!s->status && c->missing)
        mask = gla_s_adopt(s, gla_take(c->missing, at, &made, NULL), &made);
    return table_column_like(s, c, c->name, values, mask);
}

/* The positions at which a mask is true. */
static gla_array *positions_of(gla_scope *s, const gla_array *mask)
{
    gla_arrays *found = NULL;
    if (s->status || gla_s_check(s, gla_nonzero(mask, &found)))
        return NULL;
    gla_array *first = gla_s_own(s, gla_ref(found->v[0]));
    gla_arrays_free(found);
    return first;
}

/* Fail if a position is outside the rows; name the first such position. */
static void check_positions(gla_scope *s, const gla_array *at, int64_t rows)
{
    gla_array *outside = gla_s_combine(s, gla_logical_or, gla_s_combine(s, gla_less, at, gla_s_number(s, (double)-rows)),
                                       gla_s_combine(s, gla_greater_equal, at, gla_s_number(s, (double)rows)));
    if (s->status || !gla_s_truth(s, gla_s_reduce_all(s, gla_any, outside)))
        return;
    gla_array *where = positions_of(s, outside);
    gla_array *first = where ? gla_s_slice(s, where, 0, 0, 1) : NULL, *made;
    gla_array *value = first ? gla_s_adopt(s, gla_take(at, first, &made, NULL), &made) : NULL;
    void *data = NULL;
    if (value && gla_s_to_host(s, value, &data))
        gla_s_fail(s, GLA_INDEX_ERROR, "%s: position %lld is out of range; the Table has %lld rows", s->op,
                   (long long)*(int64_t *)data, (long long)rows);
}

/* Return valid positions for a mask or for positions. */
static gla_array *read_rows(gla_scope *s, const gla_array *rows, int64_t n)
{
    char text[GLA_SHAPE_TEXT];
    if (s->status)
        return NULL;
    if (rows->ndim > 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: rows has shape %s, but a mask or positions must be a vector", s->op,
                   gla_shape_text(rows->ndim, rows->shape, text, sizeof text));
    else if (rows->dtype == GLA_BOOL && (rows->ndim != 1 || rows->size != n))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the mask has shape %s, but the Table has %lld rows", s->op,
                   gla_shape_text(rows->ndim, rows->shape, text, sizeof text), (long long)n);
    else if (rows->dtype != GLA_BOOL && !gla_dtype_is_integer(rows->dtype) && rows->size)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: rows is %s; give a bool mask such as {x > 0}, or integer positions", s->op,
                   gla_dtype_name(rows->dtype));
    if (s->status)
        return NULL;
    gla_array *x = gla_s_convert(s, rows, GLA_NO_DTYPE, NULL, GLA_MAYBE);
    if (x && rows->dtype == GLA_BOOL)
        return positions_of(s, x);
    gla_array *at = x ? gla_s_astype(s, GLA_INT64, x) : NULL;
    at = at && at->ndim == 0 ? gla_s_add_last(s, at) : at;
    if (at && at->size)
        check_positions(s, at, n);
    return at;
}

gla_status gla_table_where(const gla_table *table, const gla_variable *rows, gla_table **selected)
{
    gla_scope s;
    gla_scope_begin(&s, "where");
    table_contents *c = table_read(table);
    if (rows->text)
        gla_s_fail(&s, GLA_NOT_SUPPORTED_ERROR, "%s: formulas are not there yet", s.op);
    gla_array *at = read_rows(&s, rows->array, c->rows);
    table_column **columns = gla_s_memory(&s, c->n + 1, sizeof *columns);
    int n = 0;
    for (; n < c->n && !s.status; n++)
        columns[n] = table_take(&s, c->columns[n], at, false);
    if (columns)
        *selected = table_make(&s, n, columns);
    table_release(c);
    return gla_scope_end(&s);
}
