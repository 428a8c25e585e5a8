/* where.c - Some rows of a Table. */
#include "table/table.h"
#include "gpulinalg.h"
#include "model/syntax.h"

/* Fail if a position is outside the rows; name the first such position. */
static void check_positions(gla_scope *s, const gla_array *at, int64_t rows)
{
    gla_array *outside = gla_s_combine(s, gla_logical_or, gla_s_combine(s, gla_less, at, table_integer(s, -rows)),
                                       gla_s_combine(s, gla_greater_equal, at, table_integer(s, rows)));
    if (!table_any(s, outside))
        return;
    int64_t first = table_whole(s, table_positions(s, outside), 0);
    int64_t position = table_whole(s, at, first);
    gla_s_fail(s, GLA_INDEX_ERROR, "%s: position %lld is out of range; the Table has %lld rows", s->op, (long long)position,
               (long long)rows);
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
        return table_positions(s, x);
    gla_array *at = x ? gla_s_astype(s, GLA_INT64, x) : NULL;
    at = at && at->ndim == 0 ? gla_s_add_last(s, at) : at;
    if (at && at->size)
        check_positions(s, at, n);
    return at;
}

gla_status gla_table_where(const gla_table *table, const gla_variable *rows, gla_table **selected)
{
    gla_scope s;
    gla_scope_begin(&s, "table_where");
    table_contents *c = table_read(table);
    const gla_array *given = rows->text ? model_evaluate(&s, table, rows->text) : rows->array;
    if (rows->text && given && given->dtype != GLA_BOOL)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the formula '%.80s' is not a condition; compare it with something, such as 0",
                   s.op, rows->text);
    gla_array *at = read_rows(&s, given, c->rows);
    *selected = at ? table_take_rows(&s, c, at) : NULL;
    table_release(c);
    return gla_scope_end(&s);
}
