/* where.c - Select elements from two arrays by a condition. */
#include "elementwise/where.h"
#include "elementwise/ops.h"

#include "elementwise/map.h"

gla_status gla_where(const gla_array *condition, const gla_array *x1, const gla_array *x2, gla_array **out)
{
    const gla_array *in[3] = {condition, x1, x2};
    return gla_map(GLA_OP_where, 3, in, out);
}

gla_array *gla_s_where(gla_scope *s, const gla_array *condition, const gla_array *x1, const gla_array *x2)
{
    gla_array *out;
    return s->status ? NULL : gla_s_adopt(s, gla_where(condition, x1, x2, &out), &out);
}
