/* centre.c - Deviations from a rounded mean; see centre.h. */
#include "reduce/centre.h"

#include "elementwise/where.h"

gla_array *gla_s_centre(gla_scope *s, const gla_array *mean, const gla_array *value)
{
    if (s->status)
        return NULL;
    const double most = gla_real_of(mean->dtype) == GLA_FLOAT32 ? 0x1p-18 : 0x1p-40;
    gla_array *gap = gla_s_apply(s, gla_abs, gla_s_combine(s, gla_subtract, mean, value));
    gla_array *least = gla_s_combine(s, gla_multiply, gla_s_apply(s, gla_abs, value), gla_s_number(s, most));
    return gla_s_where(s, gla_s_combine(s, gla_less_equal, gap, least), value, mean);
}

gla_array *gla_s_deviations(gla_scope *s, const gla_array *x, const gla_array *value, gla_mean_of *mean, const void *call)
{
    const gla_array *first = s->status ? NULL : mean(s, x, call);
    gla_array *rest = gla_s_combine(s, gla_subtract, x, value ? gla_s_centre(s, first, value) : first);
    const gla_array *error = s->status ? NULL : mean(s, rest, call);
    gla_s_offer(s, rest);
    return gla_s_combine(s, gla_subtract, rest, error);
}
