/* join.c - concat, stack: copies of several arrays side by side in one. */
#include "core/core.h"

/* The result to fill: on the device and of the type that the operands agree on. */
static gla_status new_result(const char *op, const gla_arrays *arrays, int ndim, const int64_t *shape, gla_array **out)
{
    gla_device *dev;
    gla_status st = gla_common_device(op, (int)arrays->n, arrays->v, &dev);
    return st ? st : gla_array_new(op, dev, gla_promote_arrays((int)arrays->n, arrays->v), ndim, shape, out);
}

/* Copy a into the part of dst that begins at offset, seen with a's dimensions by the given strides. */
static gla_status fill_part(const char *op, gla_array *dst, int64_t offset, const int64_t *strides, const gla_array *a)
{
    gla_array *part;
    if (a->size == 0)
        return GLA_OK;
    gla_status st = gla_array_view(dst, a->ndim, a->shape, strides, offset, &part);
    if (st)
        return st;
    st = gla_array_assign(op, part, a);
    gla_unref(part);
    return st;
}

/* Among many arrays: whether the user wants to stop. */
static gla_status pause(const char *op, int64_t i)
{
    if (i % 0x8000 || !gla_interrupted())
        return GLA_OK;
    return gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", op);
}

static gla_status check_list(const char *op, const gla_arrays *arrays)
{
    if (arrays->n < 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the list of arrays is empty; give at least one", op);
    if (arrays->n > INT32_MAX)
        return gla_fail(GLA_OVERFLOW_ERROR, "%s: %lld arrays are too many; join them in parts", op,
                        (long long)arrays->n);
    return GLA_OK;
}

static gla_status fail_shapes(const char *op, const gla_array *first, int64_t i, const gla_array *a, const char *remedy)
{
    char one[GLA_SHAPE_TEXT], other[GLA_SHAPE_TEXT];
    return gla_fail(GLA_SHAPE_ERROR, "%s: array 0 has shape %s, but array %lld has shape %s; %s", op,
                    gla_shape_text(first->ndim, first->shape, one, sizeof one), (long long)i,
                    gla_shape_text(a->ndim, a->shape, other, sizeof other), remedy);
}

static gla_status concat_flat(const gla_arrays *arrays, gla_array **out)
{
    gla_array *dst = NULL;
    int64_t total = 0, at = 0;
    for (int64_t i = 0; i < arrays->n; i++)
        if (__builtin_add_overflow(total, arrays->v[i]->size, &total))
            return gla_fail(GLA_OVERFLOW_ERROR, "concat: the result would have more than 2**63 elements; join fewer "
                            "arrays");
    gla_status st = new_result("concat", arrays, 1, &total, &dst);
    for (int64_t i = 0; !st && i < arrays->n; at += arrays->v[i++]->size)
        if (!(st = pause("concat", i)))
            st = fill_part("concat", dst, at, NULL, arrays->v[i]); /* row-major in its place: flattened */
    if (st)
        gla_unref(dst);
    else
        *out = dst;
    return st;
}

gla_status gla_concat(const gla_arrays *arrays, gla_array **out, gla_axis axis)
{
    gla_array *dst = NULL;
    int64_t shape[GLA_MAX_NDIM] = {0}, at = 0;
    int along = 0;
    *out = NULL;
    gla_status st = check_list("concat", arrays);
    if (st)
        return st;
    if (axis == GLA_NO_AXIS)
        return concat_flat(arrays, out);
    const gla_array *first = arrays->v[0];
    if ((st = gla_normalize_axis("concat", first->ndim, axis, &along)))
        return st;
    for (int d = 0; d < first->ndim; d++)
        shape[d] = d == along ? 0 : first->shape[d];
    for (int64_t i = 0; i < arrays->n; i++) {
        const gla_array *a = arrays->v[i];
        bool fits = a->ndim == first->ndim;
        for (int d = 0; fits && d < a->ndim; d++)
            fits = d == along || a->shape[d] == shape[d];
        if (!fits)
            return fail_shapes("concat", first, i, a, "they may differ only along the axis that is joined");
        if (__builtin_add_overflow(shape[along], a->shape[along], &shape[along]))
            return gla_fail(GLA_OVERFLOW_ERROR, "concat: the result would be longer than 2**63; join fewer arrays");
    }
    if ((st = new_result("concat", arrays, first->ndim, shape, &dst)))
        return st;
    for (int64_t i = 0; !st && i < arrays->n; at += arrays->v[i++]->shape[along] * dst->strides[along])
        if (!(st = pause("concat", i)))
            st = fill_part("concat", dst, at, dst->strides, arrays->v[i]);
    if (st)
        gla_unref(dst);
    else
        *out = dst;
    return st;
}

gla_status gla_stack(const gla_arrays *arrays, gla_array **out, int axis)
{
    gla_array *dst = NULL;
    int64_t shape[GLA_MAX_NDIM + 1], strides[GLA_MAX_NDIM];
    int along = 0;
    *out = NULL;
    gla_status st = check_list("stack", arrays);
    if (st)
        return st;
    const gla_array *first = arrays->v[0];
    if ((st = gla_normalize_axis("stack", first->ndim + 1, axis, &along)))
        return st;
    for (int64_t i = 1; i < arrays->n; i++)
        if (!gla_same_shape(first, arrays->v[i]))
            return fail_shapes("stack", first, i, arrays->v[i], "all must have one shape");
    for (int d = 0; d <= first->ndim; d++)
        shape[d] = d == along ? arrays->n : first->shape[d - (d > along)];
    if ((st = new_result("stack", arrays, first->ndim + 1, shape, &dst)))
        return st;
    for (int d = 0; d < first->ndim; d++)
        strides[d] = dst->strides[d + (d >= along)];
    for (int64_t i = 0; !st && i < arrays->n; i++)
        if (!(st = pause("stack", i)))
            st = fill_part("stack", dst, i * dst->strides[along], strides, arrays->v[i]);
    if (st)
        gla_unref(dst);
    else
        *out = dst;
    return st;
}
