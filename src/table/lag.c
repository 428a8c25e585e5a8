/* lag.c - Lags, leads and differences of a column within the units of a panel, by period. */
#include "table/table.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include "runtime/runtime.h"

#include <math.h>

/* Rows in the order of their keys, and the keys in this order. `order` is NULL if the rows are in this order already. */
typedef struct arranged {
    gla_array *order, *keys;
} arranged;

static arranged arrange(gla_scope *s, gla_array *keys)
{
    arranged a = {NULL, keys};
    gla_array *made;
    int64_t n = keys ? keys->size : 0;
    if (s->status || n < 2)
        return a;
    if (!table_any(s, gla_s_combine(s, gla_less, gla_s_slice(s, keys, 0, 1, n - 1), gla_s_slice(s, keys, 0, 0, n - 1))))
        return a;
    a.order = s->status ? NULL : gla_s_adopt(s, gla_argsort(keys, &made, -1, false, true), &made);
    a.keys = table_at(s, keys, a.order);
    return a;
}

/* Return values that are in the order of the keys in the order of the rows. */
static gla_array *restore(gla_scope *s, const arranged *a, gla_array *values)
{
    if (s->status || !a->order)
        return values;
    gla_array *rows = gla_s_new(s, gla_device_of(values), values->dtype, 1, values->shape);
    if (rows)
        gla_s_check(s, gla_put_along_axis(rows, a->order, values, -1));
    return s->status ? NULL : rows;
}

/* The positions, in the order of keys, become rows; those that are not valid become -1. */
static gla_array *to_rows(gla_scope *s, const arranged *a, const gla_array *positions, const gla_array *valid)
{
    gla_array *rows = a->order ? table_at(s, a->order, positions) : (gla_array *)positions;
    return restore(s, a, gla_s_where(s, valid, rows, table_integer(s, -1)));
}

/* Limit positions to 0 … n - 1. */
static gla_array *limit(gla_scope *s, const gla_array *positions, int64_t n)
{
    return gla_s_combine(s, gla_minimum, gla_s_combine(s, gla_maximum, positions, table_integer(s, 0)),
                         table_integer(s, n - 1));
}

static gla_device *device_of(gla_scope *s, const gla_array *unit, const gla_array *time)
{
    gla_device *dev = NULL;
    if (!unit && !time)
        gla_s_check(s, gla_default_device(&dev));
    return unit ? gla_device_of(unit) : time ? gla_device_of(time) : dev;
}

/* The n-th row before, in the same unit. */
static gla_array *shift_rows(gla_scope *s, int64_t rows, gla_array *unit, int64_t n)
{
    gla_array *at = table_range(s, device_of(s, unit, NULL), rows);
    gla_array *from = gla_s_combine(s, gla_subtract, at, table_integer(s, n)), *near = limit(s, from, rows);
    gla_array *valid = gla_s_combine(s, gla_equal, from, near);
    if (!unit)
        return gla_s_where(s, valid, from, table_integer(s, -1));
    arranged a = arrange(s, unit);
    valid = gla_s_combine(s, gla_logical_and, valid, gla_s_combine(s, gla_equal, table_at(s, a.keys, near), a.keys));
    valid = gla_s_combine(s, gla_logical_and, valid, gla_s_combine(s, gla_greater_equal, a.keys, table_integer(s, 0)));
    return to_rows(s, &a, near, valid);
}

/* Fail if two rows have the same key, which is not negative; name the first two. */
static void check_distinct(gla_scope *s, const arranged *a)
{
    int64_t n = s->status ? 0 : a->keys->size;
    if (n < 2)
        return;
    gla_array *left = gla_s_slice(s, a->keys, 0, 0, n - 1), *right = gla_s_slice(s, a->keys, 0, 1, n - 1);
    gla_array *same = gla_s_combine(s, gla_logical_and, gla_s_combine(s, gla_equal, left, right),
                                    gla_s_combine(s, gla_greater_equal, left, table_integer(s, 0)));
    if (!table_any(s, same))
        return;
    int64_t first = table_whole(s, table_positions(s, same), 0);
    int64_t row = a->order ? table_whole(s, a->order, first) : first;
    int64_t other = a->order ? table_whole(s, a->order, first + 1) : first + 1;
    gla_s_fail(
        s, GLA_ARGUMENT_ERROR,
        "%s: rows %lld and %lld have the same unit and period; remove one of them, or give unit and time that identify rows",
        s->op, (long long)row + 1, (long long)other + 1);
}

/* Return the periods as integers from 0, 0 for a missing one, and their number. */
static gla_array *read_periods(gla_scope *s, const gla_array *time, const gla_array *missing, int64_t *periods)
{
    gla_array *t = (gla_array *)time;
    if (missing)
        t = gla_s_where(s, missing, gla_s_number(s, NAN), t);
    gla_array *made = NULL, *least = s->status ? NULL : gla_s_adopt(s, gla_nanmin(t, &made, NULL, false), &made);
    gla_array *most = s->status ? NULL : gla_s_adopt(s, gla_nanmax(t, &made, NULL, false), &made);
    gla_array *from = gla_s_combine(s, gla_subtract, t, least), *span = gla_s_combine(s, gla_subtract, most, least);
    if (missing)
        from = gla_s_where(s, missing, gla_s_number(s, 0), from);
    gla_array *fraction = gla_s_combine(s, gla_not_equal, gla_s_apply(s, gla_floor, t), t);
    if (missing)
        fraction = gla_s_combine(s, gla_logical_and, fraction, gla_s_apply(s, gla_logical_not, missing));
    if (table_any(s, fraction)) {
        int64_t row = table_whole(s, table_positions(s, fraction), 0);
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the period in row %lld is not a whole number; number the periods 1, 2, …", s->op,
                   (long long)row + 1);
    }
    gla_array *whole = span ? gla_s_astype(s, GLA_FLOAT64, span) : NULL;
    void *data = NULL;
    double length = whole && gla_s_to_host(s, whole, &data) ? *(const double *)data + 1 : 1;
    if (!(length < 4e18))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: periods are from %g apart, which is too far; number the periods 1, 2, …", s->op,
                   length);
    *periods = s->status ? 1 : (int64_t)length;
    return s->status ? NULL : gla_s_astype(s, GLA_INT64, from);
}

/* The position of each wanted key, which is that of its row less n, among ascending distinct keys; any position if there is
 * none. A row n periods earlier is at most n rows before. */
static gla_array *find(gla_scope *s, const gla_array *keys, const gla_array *wanted, int64_t n)
{
    enum { NEAR = 4 };
    gla_array *made;
    if (s->status)
        return NULL;
    if (n < -NEAR || n > NEAR)
        return gla_s_adopt(s, gla_searchsorted(keys, wanted, &made, NULL, NULL), &made);
    gla_array *rows = table_range(s, gla_device_of(keys), keys->size), *at = rows;
    for (int64_t step = n < 0 ? -1 : 1, j = step; j != n + step && n && !s->status; j += step) {
        int mark = gla_scope_mark(s);
        gla_array *near = limit(s, gla_s_combine(s, gla_subtract, rows, table_integer(s, j)), keys->size);
        gla_array *right = gla_s_combine(s, gla_equal, table_at(s, keys, near), wanted);
        at = gla_scope_keep(s, mark, gla_s_where(s, right, near, at));
    }
    return at;
}

static gla_array *shift_periods(gla_scope *s, gla_array *unit, const gla_array *time, int64_t n)
{
    int64_t periods = 1;
    void *data = NULL;
    gla_array *none = unit ? gla_s_combine(s, gla_less, unit, table_integer(s, 0)) : NULL, *made;
    gla_array *missing = gla_dtype_is_real_floating(time->dtype) ? gla_s_apply(s, gla_isnan, time) : NULL;
    if (missing && !table_any(s, missing))
        missing = NULL;
    gla_array *period = read_periods(s, time, missing, &periods), *key = period;
    if (unit && key) {
        gla_array *last = gla_s_adopt(s, gla_max(unit, &made, NULL, false), &made);
        int64_t units = last && gla_s_to_host(s, last, &data) ? *(const int64_t *)data + 1 : 1;
        if (units > 0 && periods > INT64_MAX / 2 / units)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the periods span %lld, too much for %lld units; number the periods 1, 2, …",
                       s->op, (long long)periods, (long long)units);
        key = gla_s_combine(s, gla_add, gla_s_combine(s, gla_multiply, unit, table_integer(s, periods)), period);
    }
    if (missing)
        none = none ? gla_s_combine(s, gla_logical_or, none, missing) : missing;
    if (none)
        key = gla_s_where(s, none, table_integer(s, -1), key);
    arranged a = arrange(s, key);
    check_distinct(s, &a);
    if (s->status)
        return NULL;
    if (a.order)
        period = table_at(s, period, a.order);
    if (n > periods || n < -periods) /* no such period, without overflow */
        n = periods;
    gla_array *then = gla_s_combine(s, gla_subtract, period, table_integer(s, n));
    gla_array *valid = gla_s_combine(s, gla_equal, limit(s, then, periods), then);
    valid = gla_s_combine(s, gla_logical_and, valid, gla_s_combine(s, gla_greater_equal, a.keys, table_integer(s, 0)));
    gla_array *wanted = gla_s_combine(s, gla_subtract, a.keys, table_integer(s, n));
    gla_array *at = find(s, a.keys, wanted, n);
    at = limit(s, at, a.keys->size);
    valid = gla_s_combine(s, gla_logical_and, valid, gla_s_combine(s, gla_equal, table_at(s, a.keys, at), wanted));
    return to_rows(s, &a, at, valid);
}

gla_array *table_shift(gla_scope *s, int64_t rows, const gla_array *unit, const gla_array *time, int64_t n)
{
    if (s->status)
        return NULL;
    if (rows == 0)
        return gla_s_zeros(s, device_of(s, unit, time), GLA_INT64, 1, &rows);
    if (n > rows && !time)
        n = rows;
    if (n < -rows && !time)
        n = -rows;
    return time ? shift_periods(s, (gla_array *)unit, time, n) : shift_rows(s, rows, (gla_array *)unit, n);
}
