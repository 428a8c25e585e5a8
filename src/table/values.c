/* values.c - The values of a column, and which of them are missing. */
#include "table/table.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <math.h>

const char *table_kind_of(const table_column *c)
{
    return c->levels ? "text" : gla_dtype_name(c->values->dtype);
}

gla_array *table_missing_of(gla_scope *s, const table_column *c)
{
    if (s->status)
        return NULL;
    if (c->levels)
        return gla_s_combine(s, gla_less, c->values, table_integer(s, 0));
    gla_array *nan = gla_dtype_is_real_floating(c->values->dtype) ? gla_s_apply(s, gla_isnan, c->values) : NULL;
    if (!c->missing)
        return nan;
    return nan ? gla_s_combine(s, gla_logical_or, nan, c->missing) : gla_s_own(s, gla_ref(c->missing));
}

gla_array *table_numbers_of(gla_scope *s, const table_column *c)
{
    if (c->levels)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: column '%.60s' contains strings, but numbers are needed; use i(%.60s) for dummies",
                   s->op, c->name, c->name);
    if (s->status)
        return NULL;
    gla_array *values = gla_s_astype(s, GLA_FLOAT64, c->values);
    return c->missing ? gla_s_where(s, c->missing, gla_s_number(s, NAN), values) : values;
}
