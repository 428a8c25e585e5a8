/* merge.c - Join two Tables where keys are equal. */
#include "table/table.h"
#include "elementwise/where.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"

#include <stdio.h>
#include <string.h>

/* A merge: `keys` are the key columns of both Tables, one below the other. */
typedef struct merge {
    const table_contents *a, *b;
    int n_keys;
    int *at_a, *at_b; /* places of the keys in a and b */
    table_column **keys;
    gla_array *codes_a, *codes_b; /* group numbers of the keys in both Tables, -1 for a missing key */
    int64_t groups;
    gla_array *rows_a, *rows_b; /* for each row of the result, the rows of a and b, or -1 */
} merge;

/* Codes of b in the levels of both columns, and these levels. */
static gla_array *unite_levels(gla_scope *s, const table_column *a, const table_column *b, gla_strings **levels)
{
    int64_t n = a->levels->n, m = b->levels->n;
    char **all = gla_s_memory(s, n + m + 1, sizeof *all);
    gla_array *codes = NULL;
    if (!all)
        return NULL;
    if (n) /* an empty list may have no memory */
        memcpy(all, a->levels->v, (size_t)n * sizeof *all);
    if (m)
        memcpy(all + n, b->levels->v, (size_t)m * sizeof *all);
    gla_strings list = {n + m, all};
    codes = gla_s_adopt(s, gla_factorize_texts(&list, &codes, levels, false, NULL), &codes);
    if (s->status || m == 0)
        return s->status ? NULL : gla_s_to_device(s, gla_device_of(a->values), b->values);
    /* Levels are distinct, so that those of a keep their codes. */
    gla_array *map = gla_s_to_device(s, gla_device_of(b->values), gla_s_slice(s, codes, 0, n, m));
    gla_array *missing = gla_s_combine(s, gla_less, b->values, table_integer(s, 0));
    gla_array *found = table_at(s, map, gla_s_combine(s, gla_maximum, b->values, table_integer(s, 0)));
    return gla_s_where(s, missing, table_integer(s, -1), found);
}

static gla_array *mask_or_false(gla_scope *s, const table_column *c)
{
    if (s->status || c->missing)
        return s->status ? NULL : gla_s_own(s, gla_ref(c->missing));
    return gla_s_zeros(s, gla_device_of(c->values), GLA_BOOL, 1, c->values->shape);
}

static bool is_sorted(const gla_strings *levels)
{
    for (int64_t i = 1; i < levels->n; i++)
        if (strcmp(levels->v[i - 1], levels->v[i]) > 0)
            return false;
    return true;
}

/* Fail if an integer of 64 bits is not the same number as float64. */
static void refuse_large(gla_scope *s, const table_column *c, const table_column *other)
{
    if (s->status || (c->values->dtype != GLA_INT64 && c->values->dtype != GLA_UINT64))
        return;
    int64_t last = INT64_C(1) << 53;
    gla_array *large = gla_s_combine(s, gla_greater, c->values, table_integer(s, last));
    if (c->values->dtype == GLA_INT64)
        large = gla_s_combine(s, gla_logical_or, large, gla_s_combine(s, gla_less, c->values, table_integer(s, -last)));
    if (c->missing)
        large = gla_s_combine(s, gla_logical_and, large, gla_s_apply(s, gla_logical_not, c->missing));
    if (table_any(s, large))
        gla_s_fail(s, GLA_DTYPE_ERROR,
                   "%s: the key '%.60s' is %s with integers beyond 2^53, which cannot be compared with %s; convert one of them",
                   s->op, c->name, table_kind_of(c), table_kind_of(other));
}

/* The values of a key that is compared with another: as int64 if one of both is uint64 and its values fit. */
static gla_array *comparable(gla_scope *s, const table_column *c, const table_column *other)
{
    gla_dtype mine = c->values->dtype, theirs = other->values->dtype;
    gla_array *values = gla_s_own(s, gla_ref(c->values));
    bool mixed = (mine == GLA_UINT64) != (theirs == GLA_UINT64);
    if (!mixed || !gla_dtype_is_integer(mine) || !gla_dtype_is_integer(theirs)) {
        if (gla_dtype_is_real_floating(theirs))
            refuse_large(s, c, other);
        return values;
    }
    gla_array *large = mine == GLA_UINT64 ? gla_s_combine(s, gla_greater, values, table_integer(s, INT64_MAX)) : NULL;
    if (large && table_any(s, large))
        gla_s_fail(s, GLA_DTYPE_ERROR,
                   "%s: the key '%.60s' is uint64 with integers beyond int64, which cannot be compared with %s; convert one of "
                   "them",
                   s->op, c->name, table_kind_of(other));
    return gla_s_astype(s, GLA_INT64, values);
}

/* One column below the other. */
static table_column *stack(gla_scope *s, table_column *a, table_column *b)
{
    if (s->status)
        return NULL;
    if (!a->levels != !b->levels) {
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: the key '%.60s' is %s in this Table and %s in the other; convert one of them",
                   s->op, a->name, table_kind_of(a), table_kind_of(b));
        return NULL;
    }
    if (a->levels) {
        gla_strings *levels = NULL;
        gla_array *codes = unite_levels(s, a, b, &levels);
        gla_array *both = codes ? table_join(s, a->values, codes) : NULL;
        if (both && is_sorted(a->levels) && is_sorted(b->levels))
            both = table_join_levels(s, both, &levels, true);
        return table_column_new(s, a->name, both, NULL, levels);
    }
    gla_array *mask = NULL;
    if (a->missing || b->missing)
        mask = table_join(s, mask_or_false(s, a), mask_or_false(s, b));
    gla_array *values = comparable(s, a, b);
    return table_column_new(s, a->name, table_join(s, values, comparable(s, b, a)), mask, NULL);
}

static void read_keys(gla_scope *s, merge *m, const gla_strings *on)
{
    m->n_keys = (int)on->n;
    m->at_a = gla_s_memory(s, on->n + 1, sizeof *m->at_a);
    m->at_b = gla_s_memory(s, on->n + 1, sizeof *m->at_b);
    m->keys = gla_s_memory(s, on->n + 1, sizeof *m->keys);
    if (on->n == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: on is empty; give the name of at least one column", s->op);
    for (int i = 0; i < m->n_keys && !s->status; i++) {
        table_column *a = table_find(s, m->a, on->v[i]), *b = a ? table_find(s, m->b, on->v[i]) : NULL;
        if (!b)
            return;
        m->at_a[i] = table_place(m->a, on->v[i]);
        m->at_b[i] = table_place(m->b, on->v[i]);
        m->keys[i] = stack(s, a, b);
    }
    gla_array *codes = table_number_rows(s, m->n_keys, m->keys, false, &m->groups);
    if (s->status)
        return;
    m->codes_a = gla_s_combine(s, gla_add, gla_s_slice(s, codes, 0, 0, m->a->rows), table_integer(s, 1));
    m->codes_b = gla_s_combine(s, gla_add, gla_s_slice(s, codes, 0, m->a->rows, m->b->rows), table_integer(s, 1));
    m->groups++; /* group 0: missing keys */
}

/* The number of rows of each group; rows with a missing key do not count. */
static gla_array *count(gla_scope *s, const merge *m, const gla_array *codes)
{
    gla_array *made, *n = s->status ? NULL : gla_s_adopt(s, gla_group_count(codes, &made, m->groups), &made);
    gla_array *first = n ? gla_s_slice(s, n, 0, 0, 1) : NULL;
    if (first)
        gla_s_fill(s, first, 0);
    return n;
}

/* Fail if a key occurs several times in b; name its first two rows. */
static void check_single(gla_scope *s, const merge *m, const gla_array *counts)
{
    gla_array *many = gla_s_combine(s, gla_greater, counts, table_integer(s, 1));
    if (!table_any(s, many))
        return;
    gla_array *repeated = table_positions(s, table_at(s, many, m->codes_b));
    int64_t row = table_whole(s, repeated, 0), code = table_whole(s, m->codes_b, row);
    gla_array *same = table_positions(s, gla_s_combine(s, gla_equal, m->codes_b, table_integer(s, code)));
    int64_t other = table_whole(s, same, 1);
    char names[160] = "";
    for (int i = 0; i < m->n_keys && !s->status; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s'%.40s'", i ? ", " : "", m->keys[i]->name);
    }
    gla_s_fail(
        s, GLA_ARGUMENT_ERROR,
        "%s: rows %lld and %lld of the other Table have the same key (%s); remove repeated keys, exchange the two Tables, or "
        "set {many=true}",
        s->op, (long long)row + 1, (long long)other + 1, names);
}

/* Each row of a has at most one partner. */
static void match_single(gla_scope *s, merge *m, const gla_array *counts, bool all)
{
    gla_array *first = table_first_rows(s, gla_s_combine(s, gla_subtract, m->codes_b, table_integer(s, 1)), m->groups - 1);
    gla_array *none = table_integer(s, -1);
    gla_array *lookup = gla_s_where(
        s, gla_s_combine(s, gla_equal, counts, table_integer(s, 0)), none,
        first ? table_join(s, gla_s_zeros(s, gla_device_of(first), GLA_INT64, 1, (int64_t[]){1}), first) : NULL);
    m->rows_b = table_at(s, lookup, m->codes_a);
    m->rows_a = s->status ? NULL : table_range(s, gla_device_of(m->codes_a), m->a->rows);
    if (all)
        return;
    gla_array *found = table_positions(s, gla_s_combine(s, gla_greater_equal, m->rows_b, table_integer(s, 0)));
    m->rows_a = table_at(s, m->rows_a, found);
    m->rows_b = table_at(s, m->rows_b, found);
}

/* A row of a has any number of partners: the rows of b in the order of their groups, of which each row of a takes a range. */
static void match_many(gla_scope *s, merge *m, const gla_array *counts, bool all)
{
    gla_array *made, *order = s->status ? NULL : gla_s_adopt(s, gla_argsort(m->codes_b, &made, -1, false, true), &made);
    gla_array *sorted = table_at(s, m->codes_b, order);
    gla_array *starts = s->status ? NULL : gla_s_adopt(s, gla_searchsorted(sorted, m->codes_a, &made, NULL, NULL), &made);
    gla_array *partners = table_at(s, counts, m->codes_a);
    gla_array *copies = all ? gla_s_combine(s, gla_maximum, partners, table_integer(s, 1)) : partners;
    gla_array *rows = s->status ? NULL : table_range(s, gla_device_of(m->codes_a), m->a->rows);
    m->rows_a = s->status ? NULL : gla_s_adopt(s, gla_repeat(rows, copies, &made, NULL), &made);
    gla_array *ends = s->status ? NULL : gla_s_adopt(s, gla_cumulative_sum(copies, &made, 0, GLA_NO_DTYPE, false), &made);
    gla_array *begins = gla_s_combine(s, gla_subtract, ends, copies);
    if (s->status)
        return;
    gla_array *within = gla_s_combine(s, gla_subtract, table_range(s, gla_device_of(m->codes_a), m->rows_a->size),
                                      table_at(s, begins, m->rows_a));
    gla_array *alone = gla_s_combine(s, gla_equal, table_at(s, partners, m->rows_a), table_integer(s, 0));
    gla_array *place = gla_s_combine(s, gla_add, table_at(s, starts, m->rows_a), within);
    place = gla_s_where(s, alone, table_integer(s, 0), place);
    m->rows_b = m->b->rows ? table_at(s, order, place) : place;
    m->rows_b = gla_s_where(s, alone, table_integer(s, -1), m->rows_b);
}

/* Append the rows of b that have no partner. */
static void append_rest(gla_scope *s, merge *m)
{
    gla_array *partners = table_at(s, count(s, m, m->codes_a), m->codes_b);
    gla_array *rest = table_positions(s, gla_s_combine(s, gla_equal, partners, table_integer(s, 0)));
    if (!rest || !rest->size)
        return;
    gla_array *none = gla_s_new(s, gla_device_of(rest), GLA_INT64, 1, rest->shape);
    gla_s_fill(s, none, -1);
    m->rows_a = table_join(s, m->rows_a, none);
    m->rows_b = table_join(s, m->rows_b, rest);
}

static bool is_key(const int *places, int n, int at)
{
    for (int i = 0; i < n; i++)
        if (places[i] == at)
            return true;
    return false;
}

static table_column *key_column(gla_scope *s, const merge *m, int at)
{
    int i = 0;
    while (m->at_a[i] != at)
        i++;
    gla_array *below = gla_s_combine(s, gla_add, m->rows_b, table_integer(s, m->a->rows));
    gla_array *from_b = gla_s_combine(s, gla_less, m->rows_a, table_integer(s, 0));
    return table_take(s, m->keys[i], gla_s_where(s, from_b, below, m->rows_a), false);
}

/* A column of b, with the suffix if a has its name. */
static table_column *other_column(gla_scope *s, const merge *m, table_column *c, const char *suffix, bool some)
{
    table_column *taken = table_take(s, c, m->rows_b, some);
    if (!taken || table_place(m->a, c->name) < 0)
        return taken;
    size_t size = strlen(c->name) + strlen(suffix) + 1;
    char *name = gla_s_memory(s, (int64_t)size, 1);
    if (name)
        snprintf(name, size, "%s%s", c->name, suffix);
    table_column *renamed = name ? table_column_like(s, taken, name, taken->values, taken->missing) : NULL;
    table_column_unref(taken);
    return renamed;
}

static gla_table *collect(gla_scope *s, const merge *m, const char *how, const char *suffix)
{
    table_column **columns = gla_s_memory(s, (int64_t)m->a->n + m->b->n + 1, sizeof *columns);
    bool outer = !strcmp(how, "outer"), left = !strcmp(how, "left");
    int n = 0;
    for (int i = 0; i < m->a->n && !s->status; i++)
        columns[n++] = outer && is_key(m->at_a, m->n_keys, i) ? key_column(s, m, i)
                                                              : table_take(s, m->a->columns[i], m->rows_a, outer);
    for (int i = 0; i < m->b->n && !s->status; i++)
        if (!is_key(m->at_b, m->n_keys, i))
            columns[n++] = other_column(s, m, m->b->columns[i], suffix, outer || left);
    return columns ? table_make(s, n, columns) : NULL;
}

gla_status gla_table_merge(const gla_table *table, const gla_table *other, const gla_strings *on, gla_table **merged,
                           const char *how, const char *suffix, bool many)
{
    gla_scope s;
    gla_scope_begin(&s, "table_merge");
    how = how ? how : "inner";
    merge m = {.a = table_read(table), .b = table_read(other)};
    read_keys(&s, &m, on);
    gla_array *counts = count(&s, &m, m.codes_b);
    bool all = strcmp(how, "inner") != 0;
    if (!many)
        check_single(&s, &m, counts);
    if (many)
        match_many(&s, &m, counts, all);
    else
        match_single(&s, &m, counts, all);
    if (!strcmp(how, "outer"))
        append_rest(&s, &m);
    *merged = s.status ? NULL : collect(&s, &m, how, suffix ? suffix : "_other");
    for (int i = 0; i < m.n_keys && m.keys; i++)
        table_column_unref(m.keys[i]);
    table_release((table_contents *)m.a);
    table_release((table_contents *)m.b);
    return gla_scope_end(&s);
}
