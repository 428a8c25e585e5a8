/* extremes.c - Minimum and maximum, and their positions. */
#include "common.h"

static gla_status choose(const char *name, gla_reduction op, const gla_array *x, gla_array **out, const gla_ints *axis,
                         bool keepdims)
{
    bool position = op == GLA_REDUCE_ARGMIN || op == GLA_REDUCE_ARGMAX;
    gla_reduce_call call = {.name = name, .op = op, .dtype = position ? GLA_INT64 : x->dtype};
    *out = NULL;
    if (gla_dtype_is_complex(x->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "%s: complex values have no order; take real() or abs() first", name);
    if (position && axis && axis->n != 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: axis has %d values; give a single axis, or omit it for the flattened array",
                        name, axis->n);
    return gla_reduce(&call, x, axis, keepdims, out);
}

gla_status gla_min(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    return choose("min", GLA_REDUCE_MIN, x, out, axis, keepdims);
}

gla_status gla_max(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    return choose("max", GLA_REDUCE_MAX, x, out, axis, keepdims);
}

gla_status gla_argmin(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    return choose("argmin", GLA_REDUCE_ARGMIN, x, out, axis, keepdims);
}

gla_status gla_argmax(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    return choose("argmax", GLA_REDUCE_ARGMAX, x, out, axis, keepdims);
}
