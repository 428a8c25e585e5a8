/* axes.c - Normalise axes, compare shapes, format shapes for messages. */
#include "core.h"

gla_status gla_normalize_axis(const char *op, int ndim, int64_t axis, int *out)
{
    if (axis < -ndim || axis >= ndim)
        return gla_fail(GLA_INDEX_ERROR,
                        ndim == 1 ? "%s: axis %lld is out of range for an array of %d dimension"
                                  : "%s: axis %lld is out of range for an array of %d dimensions",
                        op, (long long)axis, ndim);
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
            return gla_fail(GLA_SHAPE_ERROR, "%s: axis %d is given twice", op, axis);
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

/* Append as much of the string as fits. Return the new end of the buffer's contents. */
static char *append(char *to, const char *end, const char *text)
{
    while (*text && to + 1 < end)
        *to++ = *text++;
    *to = '\0';
    return to;
}

static char *append_integer(char *to, const char *end, int64_t value)
{
    char digits[24], *first = digits + sizeof digits - 1;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    *first = '\0';
    do
        *--first = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        *--first = '-';
    return append(to, end, first);
}

/* Shapes are formatted without snprintf, which is slow, because error messages contain several shapes. */
const char *gla_shape_text(int ndim, const int64_t *shape, char *buf, size_t size)
{
    const char *end = buf + size;
    char *to = append(buf, end, "(");
    for (int i = 0; i < ndim; i++)
        to = append_integer(append(to, end, i ? ", " : ""), end, shape[i]);
    append(to, end, ndim == 1 ? ",)" : ")");
    return buf;
}
