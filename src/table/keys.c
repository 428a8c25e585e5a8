/* keys.c - Number the distinct combinations of values in several columns. */
#include "table/table.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

/* Number the distinct values of a vector from 0; NaN is -1. */
static gla_array *number_values(gla_scope *s, const gla_array *x, int64_t *groups)
{
    gla_array *codes = NULL, *uniques = NULL;
    if (s->status)
        return NULL;
    gla_s_check(s, gla_factorize(x, &codes, &uniques, false));
    gla_s_own(s, codes);
    gla_s_own(s, uniques);
    if (s->status)
        return NULL;
    *groups = uniques->size;
    return codes;
}

/* Number the distinct values of a column; a missing value is -1. */
static gla_array *number_column(gla_scope *s, const table_column *c, int64_t *groups)
{
    if (c->levels) {
        *groups = c->levels->n;
        return gla_s_own(s, gla_ref(c->values));
    }
    gla_array *codes = number_values(s, c->values, groups);
    return codes && c->missing ? gla_s_where(s, c->missing, table_integer(s, -1), codes) : codes;
}

/* Let missing values be a group of their own, the last one. */
static gla_array *admit_missing(gla_scope *s, const gla_array *codes, int64_t *groups)
{
    gla_array *none = gla_s_combine(s, gla_less, codes, table_integer(s, 0));
    *groups += 1;
    return gla_s_where(s, none, table_integer(s, *groups - 1), codes);
}

/* Number the combinations of two numberings. */
static gla_array *combine(gla_scope *s, const gla_array *a, int64_t *groups, const gla_array *b, int64_t more)
{
    gla_array *none = gla_s_combine(s, gla_logical_or, gla_s_combine(s, gla_less, a, table_integer(s, 0)),
                                    gla_s_combine(s, gla_less, b, table_integer(s, 0)));
    gla_array *both = gla_s_combine(s, gla_add, gla_s_combine(s, gla_multiply, a, table_integer(s, more)), b);
    both = gla_s_where(s, none, table_integer(s, -1), both);
    *groups = *groups > INT64_MAX / 4 / (more + 1) ? INT64_MAX : *groups * more; /* the caller compresses before it overflows */
    return both;
}

/* Number codes anew, without gaps; -1 remains. */
static gla_array *compress(gla_scope *s, const gla_array *codes, int64_t *groups)
{
    gla_array *none = gla_s_combine(s, gla_less, codes, table_integer(s, 0));
    if (!table_any(s, none))
        return number_values(s, codes, groups);
    /* The group of missing values is taken out again: codes above it move down by one. */
    gla_array *numbers = number_values(s, codes, groups), *first = table_positions(s, none);
    int64_t out = table_whole(s, numbers, table_whole(s, first, 0));
    gla_array *above = gla_s_combine(s, gla_greater, numbers, table_integer(s, out));
    numbers = gla_s_combine(s, gla_subtract, numbers, above ? gla_s_astype(s, GLA_INT64, above) : NULL);
    *groups -= 1;
    return gla_s_where(s, none, table_integer(s, -1), numbers);
}

gla_array *table_number_rows(gla_scope *s, int n, table_column *const *columns, bool missing_too, int64_t *groups)
{
    gla_array *codes = NULL;
    if (s->status)
        return NULL;
    for (int i = 0; i < n && !s->status; i++) {
        int64_t more = 0;
        gla_array *next = number_column(s, columns[i], &more);
        if (missing_too)
            next = admit_missing(s, next, &more);
        if (codes)
            next = gla_s_to_device(s, gla_device_of(codes), next);
        bool too_many = codes && *groups > INT64_MAX / 4 / (more + 1);
        if (too_many)
            codes = compress(s, codes, groups);
        codes = codes ? combine(s, codes, groups, next, more) : next;
        if (i == 0)
            *groups = more;
    }
    return n == 1 && !columns[0]->levels && !missing_too ? codes : compress(s, codes, groups);
}

gla_array *table_first_rows(gla_scope *s, const gla_array *codes, int64_t groups)
{
    if (s->status)
        return NULL;
    gla_array *made, *keys = gla_s_combine(s, gla_add, codes, table_integer(s, 1)); /* group 0: rows without a number */
    gla_array *rows = table_range(s, gla_device_of(codes), codes->size);
    gla_axis number = groups + 1;
    gla_array *first = s->status ? NULL : gla_s_adopt(s, gla_group_first(rows, keys, &made, number), &made);
    return first ? gla_s_slice(s, first, 0, 1, groups) : NULL;
}
