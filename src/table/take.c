/* take.c - Rows of columns, and public functions in a scope. */
#include "table/table.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <math.h>

gla_array *table_integer(gla_scope *s, int64_t value)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &value, &made), &made);
}

gla_array *table_range(gla_scope *s, gla_device *dev, int64_t n)
{
    gla_array *made, *stop = table_integer(s, n);
    return s->status ? NULL : gla_s_adopt(s, gla_arange(stop, &made, NULL, NULL, GLA_INT64, dev->name), &made);
}

gla_array *table_at(gla_scope *s, const gla_array *x, const gla_array *positions)
{
    gla_array *made;
    return s->status || !x || !positions ? NULL : gla_s_adopt(s, gla_take(x, positions, &made, NULL), &made);
}

gla_array *table_join(gla_scope *s, const gla_array *a, const gla_array *b)
{
    gla_array *made, *moved = s->status ? NULL : gla_s_to_device(s, gla_device_of(a), b);
    const gla_array *both[] = {a, moved};
    gla_arrays list = {.n = 2, .v = both};
    return s->status ? NULL : gla_s_adopt(s, gla_concat(&list, &made, 0), &made);
}

bool table_any(gla_scope *s, const gla_array *mask)
{
    return mask && mask->size && gla_s_truth(s, gla_s_reduce_all(s, gla_any, mask));
}

int64_t table_whole(gla_scope *s, const gla_array *x, int64_t at)
{
    void *data = NULL;
    gla_array *one = s->status || !x ? NULL : gla_s_slice(s, x, 0, at, 1);
    return one && gla_s_to_host(s, one, &data) ? *(const int64_t *)data : 0;
}

gla_array *table_positions(gla_scope *s, const gla_array *mask)
{
    gla_arrays *found = NULL;
    if (s->status || gla_s_check(s, gla_nonzero(mask, &found)))
        return NULL;
    gla_array *first = gla_s_own(s, gla_ref(found->v[0]));
    gla_arrays_free(found);
    return s->status ? NULL : first;
}

/* The values of a column of no rows, all missing. */
static table_column *all_missing(gla_scope *s, table_column *c, const gla_array *positions)
{
    gla_device *dev = gla_device_of(c->values);
    gla_array *values = gla_s_zeros(s, dev, c->values->dtype, 1, positions->shape);
    gla_array *mask = gla_s_zeros(s, dev, GLA_BOOL, 1, positions->shape);
    gla_s_fill(s, c->levels ? values : mask, c->levels ? -1 : 1);
    return table_column_like(s, c, c->name, values, c->levels ? NULL : mask);
}

/* Take rows of a column; negative positions are missing values. */
static table_column *take_some(gla_scope *s, table_column *c, const gla_array *positions)
{
    const gla_array *none = gla_s_combine(s, gla_less, positions, table_integer(s, 0));
    gla_array *mask = NULL, *at = gla_s_combine(s, gla_maximum, positions, table_integer(s, 0));
    gla_array *values = table_at(s, c->values, at);
    if (c->levels)
        values = gla_s_where(s, none, table_integer(s, -1), values);
    else if (gla_dtype_is_real_floating(c->values->dtype))
        values = gla_s_where(s, none, gla_s_number(s, NAN), values);
    else if (!s->status)
        mask = gla_s_own(s, gla_ref(none));
    if (c->missing) {
        gla_array *marked = table_at(s, c->missing, at);
        mask = mask ? gla_s_combine(s, gla_logical_or, marked, mask) : marked;
    }
    return table_column_like(s, c, c->name, values, mask);
}

table_column *table_take(gla_scope *s, table_column *c, const gla_array *positions, bool or_missing)
{
    const gla_array *at = s->status ? NULL : gla_s_to_device(s, gla_device_of(c->values), positions);
    if (!at)
        return NULL;
    if (or_missing)
        return c->values->size ? take_some(s, c, at) : all_missing(s, c, at);
    return table_column_like(s, c, c->name, table_at(s, c->values, at), c->missing ? table_at(s, c->missing, at) : NULL);
}

gla_table *table_take_rows(gla_scope *s, const table_contents *c, const gla_array *positions)
{
    table_column **columns = gla_s_memory(s, c->n + 1, sizeof *columns);
    int n = 0;
    for (; n < c->n && !s->status; n++)
        columns[n] = table_take(s, c->columns[n], positions, false);
    return columns ? table_make(s, n, columns) : NULL;
}
