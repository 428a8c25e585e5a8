/* from_columns.c - A Table from arrays, and the arrays of a Table. */
#include "table/table.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include <string.h>

void table_check_codes(gla_scope *s, const char *name, const gla_array *codes, int64_t levels)
{
    if (s->status || codes->size == 0)
        return;
    gla_array *outside = gla_s_combine(s, gla_logical_or, gla_s_combine(s, gla_less, codes, table_integer(s, -1)),
                                       gla_s_combine(s, gla_greater_equal, codes, table_integer(s, levels)));
    if (outside && gla_s_truth(s, gla_s_reduce_all(s, gla_any, outside)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a value of column '%.60s' is not a position in levels, which has %lld string%s",
                   s->op, name, (long long)levels, levels == 1 ? "" : "s");
}

/* The arguments of from_columns. */
typedef struct source {
    const gla_strings *names, *kinds;
    const gla_arrays *columns, *masks;
    gla_strings levels;
    const int64_t *counts; /* on the host; NULL: the columns share the levels */
    int64_t texts;         /* number of columns of strings */
    int64_t next;          /* first level of the next column */
} source;

static bool is_text(const source *from, int64_t i)
{
    return from->kinds && !strcmp(from->kinds->v[i], "text");
}

/* Number the levels that occur, in their order, and change the codes accordingly. */
static gla_array *use_levels(gla_scope *s, const gla_array *codes, gla_strings *levels, char **used)
{
    gla_array *made = NULL;
    void *counts = NULL, *places = NULL;
    gla_array *positions = gla_s_combine(s, gla_add, codes, table_integer(s, 1));
    gla_array *found = s->status ? NULL : gla_s_adopt(s, gla_bincount(positions, &made, NULL, levels->n + 1), &made);
    found = s->status ? NULL : gla_s_to_host(s, found, &counts);
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_INT64, 1, (int64_t[]){levels->n + 1}, &made, &places)))
        return NULL;
    made = gla_s_own(s, made);
    int64_t n = 0, *to = places;
    to[0] = -1;
    for (int64_t k = 0; k < levels->n; k++) {
        bool occurs = ((int64_t *)counts)[k + 1] > 0;
        to[k + 1] = occurs ? n : -1;
        if (occurs)
            used[n++] = levels->v[k];
    }
    levels->v = used;
    levels->n = n;
    return table_at(s, gla_s_to_device(s, gla_device_of(codes), made), positions);
}

static table_column *text_column(gla_scope *s, source *from, int64_t i)
{
    const char *name = from->names->v[i];
    gla_array *codes = gla_s_convert(s, from->columns->v[i], GLA_NO_DTYPE, NULL, GLA_MAYBE);
    codes = codes ? gla_s_astype(s, GLA_INT64, codes) : NULL;
    gla_strings levels = from->levels;
    if (from->counts && !s->status) {
        if (from->counts[i] < 0 || from->counts[i] > levels.n - from->next)
            gla_s_fail(s, GLA_ARGUMENT_ERROR,
                       "%s: column '%.60s' has %lld levels according to counts, but %lld strings are left", s->op, name,
                       (long long)from->counts[i], (long long)(levels.n - from->next));
        levels = (gla_strings){from->counts[i], levels.v + from->next};
        from->next += levels.n;
    }
    table_check_codes(s, name, codes, levels.n);
    if (!s->status && !from->counts && from->texts > 1 && codes->ndim == 1 && codes->size > 0) {
        char **used = gla_s_memory(s, levels.n + 1, sizeof *used);
        codes = used ? use_levels(s, codes, &levels, used) : NULL;
    }
    gla_strings *copy = table_copy_strings(s, levels.n, levels.v);
    if (copy && !from->counts && codes->ndim == 1) /* the levels of several columns, which have no order of their own */
        codes = table_join_levels(s, codes, &copy, true);
    return table_column_new(s, name, codes, NULL, copy);
}

/* The mask of a column, or NULL for an empty one. */
static const gla_array *mask_of(gla_scope *s, const source *from, int64_t i)
{
    const gla_array *mask = from->masks ? from->masks->v[i] : NULL;
    char text[GLA_SHAPE_TEXT];
    if (!mask || mask->size == 0)
        return NULL;
    if (mask->dtype != GLA_BOOL)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: the mask of column '%.60s' is %s, but it must be bool", s->op, from->names->v[i],
                   gla_dtype_name(mask->dtype));
    else if (!gla_same_shape(mask, from->columns->v[i]))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the mask of column '%.60s' has shape %s, unlike the column", s->op,
                   from->names->v[i], gla_shape_text(mask->ndim, mask->shape, text, sizeof text));
    return mask;
}

static void check_counts(gla_scope *s, const source *from, const gla_array *counts)
{
    int64_t n = from->columns->n, given[4] = {from->names->n, from->kinds ? from->kinds->n : n,
                                              from->masks ? from->masks->n : n, counts ? counts->size : n};
    static const char *const what[] = {"names", "kinds", "masks", "counts"};
    for (int i = 0; i < 4 && !s->status; i++)
        if (given[i] != n)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there are %lld columns, but %lld %s", s->op, (long long)n,
                       (long long)given[i], what[i]);
}

gla_status gla_table_from_columns(const gla_strings *names, const gla_arrays *columns, gla_table **table,
                                  const gla_strings *kinds, const gla_strings *levels, const gla_arrays *masks,
                                  const gla_array *counts)
{
    gla_scope s;
    gla_device *host = NULL;
    source from = {.names = names, .kinds = kinds, .columns = columns, .masks = masks};
    int n = 0;
    gla_scope_begin(&s, "table_from_columns");
    if (masks && !masks->n) /* a script gave none */
        from.masks = NULL;
    if (levels)
        from.levels = *levels;
    check_counts(&s, &from, counts);
    if (counts && !s.status && !gla_s_check(&s, gla_host_device(&host))) {
        const gla_array *read = gla_s_contiguous(&s, host, GLA_INT64, counts);
        from.counts = read && read->size ? gla_data(read) : NULL;
    }
    for (int64_t i = 0; i < columns->n && !s.status; i++)
        from.texts += is_text(&from, i);
    table_column **made = gla_s_memory(&s, columns->n + 1, sizeof *made);
    for (; n < columns->n && !s.status; n++)
        made[n] = is_text(&from, n) ? text_column(&s, &from, n)
                                    : table_column_new(&s, names->v[n], columns->v[n], mask_of(&s, &from, n), NULL);
    if (made)
        *table = table_make(&s, n, made);
    return gla_scope_end(&s);
}

gla_status gla_table_arrays(const gla_table *table, gla_arrays **arrays)
{
    gla_scope s;
    gla_device *host = NULL;
    gla_scope_begin(&s, "table_arrays");
    table_contents *c = table_read(table);
    gla_s_check(&s, gla_host_device(&host));
    gla_array **list = gla_s_memory(&s, 2 * (int64_t)c->n + 1, sizeof *list);
    for (int i = 0; i < c->n && !s.status; i++) {
        const table_column *column = c->columns[i];
        list[i] = gla_s_own(&s, gla_ref(column->values));
        list[c->n + i] = column->missing ? gla_s_own(&s, gla_ref(column->missing))
                                         : gla_s_new(&s, host, GLA_BOOL, 1, (int64_t[]){0});
    }
    gla_scope_give_all(&s, 2 * c->n, list, arrays);
    table_release(c);
    return gla_scope_end(&s);
}
