/* columns.c - Make and release the columns of a Table. */
#include "table/table.h"
#include "elementwise/where.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"

#include <string.h>

table_column *table_column_ref(table_column *c)
{
    atomic_fetch_add(&c->refs, 1);
    return c;
}

void table_column_unref(table_column *c)
{
    if (!c || atomic_fetch_sub(&c->refs, 1) > 1)
        return;
    gla_unref(c->values);
    gla_unref(c->missing);
    if (!c->lender)
        gla_strings_free(c->levels);
    table_column_unref(c->lender);
    gla_free(c->name);
    gla_free(c);
}

static bool check_values(gla_scope *s, const char *name, const gla_array *values, bool texts)
{
    char text[GLA_SHAPE_TEXT];
    if (values->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: column '%.60s' has shape %s, but a column must have shape (n,)", s->op, name,
                   gla_shape_text(values->ndim, values->shape, text, sizeof text));
    else if (gla_dtype_is_complex(values->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: column '%.60s' is %s; split it into real and imaginary parts", s->op, name,
                   gla_dtype_name(values->dtype));
    else if (texts && values->dtype != GLA_INT64)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: the codes of column '%.60s' are %s, but they must be int64", s->op, name,
                   gla_dtype_name(values->dtype));
    return !s->status;
}

static bool is_ascending(const gla_strings *levels)
{
    for (int64_t i = 0; i < levels->n; i++)
        if (!levels->v[i] || (i && strcmp(levels->v[i - 1], levels->v[i]) >= 0))
            return false;
    return true;
}

static gla_array *integer(gla_scope *s, int64_t value)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &value, &made), &made);
}

gla_array *table_join_levels(gla_scope *s, const gla_array *codes, gla_strings **levels, bool sorted)
{
    gla_array *places = NULL;
    gla_strings *joined = NULL;
    if (s->status || !codes || is_ascending(*levels))
        return (gla_array *)codes;
    places = gla_s_adopt(s, gla_factorize_texts(*levels, &places, &joined, sorted, NULL), &places);
    if (!places || (!sorted && joined->n == (*levels)->n)) {
        gla_strings_free(joined);
        return s->status ? NULL : (gla_array *)codes;
    }
    gla_strings_free(*levels);
    *levels = joined;
    gla_array *zero = integer(s, 0), *missing = gla_s_combine(s, gla_less, codes, zero), *found = NULL;
    gla_array *map = gla_s_to_device(s, gla_device_of(codes), places), *at = gla_s_combine(s, gla_maximum, codes, zero);
    found = s->status ? NULL : gla_s_adopt(s, gla_take(map, at, &found, NULL), &found);
    return gla_s_where(s, missing, integer(s, -1), found);
}

table_column *table_column_new(gla_scope *s, const char *name, const gla_array *values, const gla_array *missing,
                               gla_strings *levels)
{
    bool right = !s->status && values && check_values(s, name, values, levels);
    values = right ? gla_s_convert(s, values, GLA_NO_DTYPE, NULL, GLA_MAYBE) : NULL;
    if (values && levels)
        values = table_join_levels(s, values, &levels, false);
    missing = values && missing ? gla_s_to_device(s, gla_device_of(values), missing) : NULL;
    table_column *c = s->status || !values ? NULL : gla_calloc(1, sizeof *c);
    if (c)
        c->name = gla_malloc(strlen(name) + 1);
    if (!c || !c->name) {
        if (!s->status)
            gla_s_check(s, gla_fail_memory(s->op, sizeof *c + strlen(name)));
        gla_strings_free(levels);
        gla_free(c);
        return NULL;
    }
    strcpy(c->name, name);
    atomic_init(&c->refs, 1);
    c->values = gla_ref(values);
    c->missing = missing ? gla_ref(missing) : NULL;
    c->levels = levels;
    return c;
}

table_column *table_column_like(gla_scope *s, table_column *like, const char *name, const gla_array *values,
                                const gla_array *missing)
{
    if (s->status)
        return NULL;
    table_column *c = table_column_new(s, name, values, missing, NULL);
    if (!c || !like->levels)
        return c;
    c->levels = like->levels;
    c->lender = table_column_ref(like->lender ? like->lender : like);
    return c;
}

gla_strings *table_copy_strings(gla_scope *s, int64_t n, char *const *strings)
{
    gla_strings *copy = s->status ? NULL : gla_calloc(1, sizeof *copy);
    if (copy)
        copy->v = gla_calloc((size_t)n + 1, sizeof *copy->v);
    bool made = copy && copy->v;
    for (int64_t i = 0; made && i < n; i++, copy->n++)
        if (strings[i] && (made = (copy->v[i] = gla_malloc(strlen(strings[i]) + 1)) != NULL))
            strcpy(copy->v[i], strings[i]);
    if (made)
        return copy;
    gla_strings_free(copy);
    if (!s->status)
        gla_s_check(s, gla_fail_memory(s->op, (size_t)n * sizeof *strings));
    return NULL;
}
