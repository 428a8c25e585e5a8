/* axes.c - axes and shapes: normalising, comparing, naming them in messages. */
#include "core.h"

#include <stdio.h>

gla_status gla_normalize_axis(const char *op, int ndim, int64_t axis, int *out)
{
    if (axis < -ndim || axis >= ndim)
        return gla_fail(GLA_INDEX_ERROR, "%s: axis %lld is out of range for an array of %d dimension%s", op, (long long)axis,
                        ndim, ndim == 1 ? "" : "s");
    *out = (int)(axis < 0 ? axis + ndim : axis);
    return GLA_OK;
}

gla_status gla_normalize_axes(const char *op, int ndim, const gla_ints *axes, unsigned *mask)
{
    unsigned seen = 0;
    if (!axes) {
        *mask = (1u << ndim) - 1;
        return GLA_OK;
    }
    for (int i = 0; i < axes->n; i++) {
        int axis = 0;
        gla_status st = gla_normalize_axis(op, ndim, axes->v[i], &axis);
        if (st)
            return st;
        if (seen & 1u << axis)
            return gla_fail(GLA_SHAPE_ERROR, "%s: axis %d is named twice", op, axis);
        seen |= 1u << axis;
    }
    *mask = seen;
    return GLA_OK;
}

bool gla_same_shape(const gla_array *a, const gla_array *b)
{
    if (a->ndim != b->ndim)
        return false;
    for (int i = 0; i < a->ndim; i++)
        if (a->shape[i] != b->shape[i])
            return false;
    return true;
}

const char *gla_shape_text(int ndim, const int64_t *shape, char *buf, size_t size)
{
    size_t used = (size_t)snprintf(buf, size, "(");
    for (int i = 0; i < ndim && used < size; i++)
        used += (size_t)snprintf(buf + used, size - used, "%s%lld", i ? ", " : "", (long long)shape[i]);
    if (used < size)
        snprintf(buf + used, size - used, ndim == 1 ? ",)" : ")");
    return buf;
}
