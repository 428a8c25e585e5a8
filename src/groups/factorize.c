/* factorize.c - Integer codes for the distinct values of an array. */
#include "groups/common.h"
#include "groups/factorize.h"
#include "array/number.h"
#include "elementwise/where.h"
#include "index/select.h"

#define DENSE 4 /* a lookup table is used for integers whose range is at most this multiple of the number of keys */

/* The distinct values in order; the position of the first occurrence of each value; the code of each key, looked up in a table
 * (if the table is NULL, `places` contains the codes). */
typedef struct found {
    gla_scope *s;
    gla_device *dev;
    gla_array *values, *first, *table, *places;
} found;

static gla_array *take(gla_scope *s, const gla_array *x, const gla_array *at)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_take(x, at, &made, NULL), &made);
}

static gla_array *order_of(gla_scope *s, const gla_array *x)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_argsort(x, &made, -1, false, true), &made);
}

static gla_array *whole(gla_scope *s, int64_t value)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &value, &made), &made);
}

/* Find the range of integer keys.  Return false if it is too large for a table. */
static bool find_ends(gla_scope *s, const gla_array *keys, int64_t *low, int64_t *length)
{
    gla_number ends[2] = {{0}};
    if (keys->dtype != GLA_BOOL && !gla_dtype_is_integer(keys->dtype))
        return false;
    if (keys->dtype == GLA_BOOL)
        ends[1].integer = 1;
    for (int i = 0; i < 2 && keys->dtype != GLA_BOOL; i++) {
        gla_array *end = gla_s_reduce_all(s, i ? gla_max : gla_min, keys);
        if (!end || gla_s_check(s, gla_read_number(s->op, "keys", end, &ends[i])))
            return false;
    }
    *low = (int64_t)ends[0].integer;
    *length = ends[1].integer - ends[0].integer < INT64_MAX ? (int64_t)(ends[1].integer - ends[0].integer) + 1 : INT64_MAX;
    return ends[1].integer <= INT64_MAX && *length / DENSE <= keys->size;
}

static void find_by_table(found *f, const gla_array *keys, int64_t low, int64_t length)
{
    gla_scope *s = f->s;
    gla_groups g;
    gla_array *first = NULL, *present[1] = {NULL}, *at = gla_s_astype(s, GLA_INT64, keys);
    if (at && low)
        at = gla_s_combine(s, gla_subtract, at, whole(s, low));
    if (s->status)
        return;
    gla_groups_begin(&g, s->op, NULL, at, length);
    gla_status st = gla_groups_return(&g, gla_groups_run(&g, GLA_GROUP_FIRST, NULL, GLA_INT64), &first);
    first = gla_s_adopt(s, st, &first);
    gla_array *is_there = first ? gla_s_combine(s, gla_greater_equal, first, whole(s, 0)) : NULL;
    if (is_there)
        gla_index_from_mask(s, f->dev, is_there, present);
    f->first = take(s, first, present[0]);
    f->values = present[0] && low ? gla_s_combine(s, gla_add, present[0], whole(s, low)) : present[0];
    f->values = f->values ? gla_s_astype(s, keys->dtype, f->values) : NULL;
    gla_array *count = NULL;
    if (!s->status)
        count = gla_s_adopt(s, gla_cumulative_sum(is_there, &count, GLA_NO_AXIS, GLA_INT64, false), &count);
    f->table = count ? gla_s_combine(s, gla_subtract, count, whole(s, 1)) : NULL;
    f->places = at;
}

/* Number the values by sorting.  NaN values, which are not equal to any value and are sorted last, are excluded. */
static void find_by_order(found *f, const gla_array *keys)
{
    gla_scope *s = f->s;
    gla_array *all[4] = {NULL}, *regular = NULL;
    if (s->status || gla_s_check(s, gla_unique_all(keys, &all[0], &all[1], &all[2], &all[3])))
        return;
    for (int i = 0; i < 4; i++)
        gla_s_own(s, all[i]);
    f->values = all[0];
    f->first = all[1];
    f->places = all[2];
    if (keys->dtype < GLA_FLOAT32)
        return;
    gla_number count = {0};
    gla_array *same = gla_s_combine(s, gla_equal, f->values, f->values);
    regular = same ? gla_s_adopt(s, gla_sum(same, &regular, NULL, GLA_NO_DTYPE, false), &regular) : NULL;
    if (!regular || gla_s_check(s, gla_read_number(s->op, "keys", regular, &count)) || count.integer == f->values->size)
        return;
    int64_t kept = (int64_t)count.integer, n = f->values->size;
    f->values = gla_s_slice(s, f->values, 0, 0, kept);
    f->first = gla_s_slice(s, f->first, 0, 0, kept);
    gla_array *ones = gla_s_new(s, f->dev, GLA_INT64, 1, &n);
    gla_s_fill(s, ones, 1);
    f->table = s->status ? NULL : gla_s_adopt(s, gla_cumulative_sum(ones, &f->table, GLA_NO_AXIS, GLA_INT64, false), &f->table);
    f->table = f->table ? gla_s_combine(s, gla_subtract, f->table, whole(s, 1)) : NULL;
    if (f->table)
        gla_s_fill(s, gla_s_slice(s, f->table, 0, kept, n - kept), -1);
}

/* index -1 selects the last element, which is not used */
static gla_array *take_known(gla_scope *s, const gla_array *numbers, const gla_array *at)
{
    gla_array *known = gla_s_combine(s, gla_greater_equal, at, whole(s, 0));
    return known && numbers->size ? gla_s_where(s, known, take(s, numbers, at), whole(s, -1)) : known ? (gla_array *)at : NULL;
}

/* Number the values in order of first occurrence, or in sorted order if `sort`. */
static bool find_by_hash(found *f, const gla_array *keys, bool sort)
{
    gla_scope *s = f->s;
    gla_array *codes = NULL;
    if (!gla_factorize_by_hash(s, keys, &codes, &f->first))
        return false;
    f->values = take(s, keys, f->first);
    f->places = codes;
    gla_array *order = sort && f->values ? order_of(s, f->values) : NULL, *numbers = order ? order_of(s, order) : NULL;
    if (numbers) {
        f->values = take(s, f->values, order);
        f->places = take_known(s, numbers, codes);
    }
    return true;
}

/* Renumber the values in order of first occurrence. */
static void number_by_place(found *f)
{
    gla_scope *s = f->s;
    gla_array *order = order_of(s, f->first), *numbers = order ? order_of(s, order) : NULL;
    f->values = take(s, f->values, order);
    if (f->table && numbers && numbers->size)
        f->table = take_known(s, numbers, f->table);
    else if (!f->table)
        f->table = numbers;
}

gla_status gla_factorize(const gla_array *keys, gla_array **codes, gla_array **uniques, bool sort)
{
    gla_scope s;
    found f = {.s = &s};
    int64_t low, length;
    bool numbered = false;
    *codes = *uniques = NULL;
    gla_scope_begin(&s, "factorize");
    gla_s_check(&s, gla_common_device("factorize", 1, &keys, &f.dev));
    gla_array *flat = s.status ? NULL : gla_s_contiguous(&s, f.dev, keys->dtype, keys);
    flat = flat ? gla_s_view(&s, flat, 1, &flat->size, NULL, 0) : NULL;
    if (flat && flat->size && find_ends(&s, flat, &low, &length))
        find_by_table(&f, flat, low, length);
    else if (flat && !(flat->size && (numbered = find_by_hash(&f, flat, sort))))
        find_by_order(&f, flat);
    if (!sort && !numbered && !s.status)
        number_by_place(&f);
    gla_array *numbers = s.status || !f.table ? f.places : take(&s, f.table, f.places);
    gla_scope_give(&s, s.status ? NULL : gla_s_view(&s, numbers, keys->ndim, keys->shape, NULL, 0), codes);
    gla_scope_give(&s, f.values, uniques);
    return gla_scope_end(&s);
}
