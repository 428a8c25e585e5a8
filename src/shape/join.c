/* join.c - concat, stack: copy several arrays into one. */
#include "shape/join.h"
#include "runtime/interrupt.h"

#include "core/scope.h"

/* Ways to join: flattened, along an existing axis, or along a new axis. */
typedef enum way { FLAT, ALONG, STACKED } way;

/* Join on the common device of the operands, in their promoted dtype. */
static gla_status join(const char *op, const gla_arrays *arrays, way way, int axis, int ndim, const int64_t *shape,
                       gla_array **out)
{
    gla_scope s;
    gla_device *dev = NULL;
    int64_t strides[GLA_MAX_NDIM], at = 0;
    gla_scope_begin(&s, op);
    gla_s_check(&s, gla_common_device(op, (int)arrays->n, arrays->v, &dev));
    gla_array *dst = gla_s_new(&s, dev, gla_promote_arrays((int)arrays->n, arrays->v), ndim, shape);
    for (int d = 0; dst && d < ndim - (way == STACKED); d++)
        strides[d] = dst->strides[d + (way == STACKED && d >= axis)];
    for (int64_t i = 0; i < arrays->n && !s.status; i++) {
        const gla_array *a = arrays->v[i];
        if (i % 0x8000 == 0 && gla_interrupted())
            gla_s_fail(&s, GLA_INTERRUPTED_ERROR, "%s: interrupted", op);
        gla_array *part = a->size ? gla_s_view(&s, dst, a->ndim, a->shape, way == FLAT ? NULL : strides, at) : NULL;
        if (part)
            gla_s_assign(&s, part, a);
        gla_s_release(&s, part);
        at += way == FLAT ? a->size : (way == ALONG ? a->shape[axis] : 1) * dst->strides[axis];
    }
    return gla_scope_return(&s, dst, out);
}

gla_status gla_check_parts(const char *op, const gla_arrays *arrays)
{
    if (arrays->n < 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the list of arrays is empty; give at least one", op);
    if (arrays->n > INT32_MAX)
        return gla_fail(GLA_OVERFLOW_ERROR, "%s: there are too many arrays (%lld); join them in parts", op,
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
    int64_t total = 0;
    for (int64_t i = 0; i < arrays->n; i++)
        if (__builtin_add_overflow(total, arrays->v[i]->size, &total))
            return gla_fail(GLA_OVERFLOW_ERROR, "concat: the result would have more than 2**63 elements; join fewer "
                                                "arrays");
    return join("concat", arrays, FLAT, 0, 1, &total, out);
}

gla_status gla_join_along(const char *op, const gla_arrays *arrays, int64_t axis, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM] = {0};
    int along = 0;
    const gla_array *first = arrays->v[0];
    if (axis == first->ndim && first->ndim > 0) /* probably meant to make vectors the columns of a matrix */
        return gla_fail(
            GLA_INDEX_ERROR,
            "%s: axis %lld is out of range for an array of %d dimension%s; {stack(arrays, axis=%lld)} joins along a "
            "new axis",
            op, (long long)axis, first->ndim, first->ndim == 1 ? "" : "s", (long long)axis);
    gla_status st = gla_normalize_axis(op, first->ndim, axis, &along);
    if (st)
        return st;
    for (int d = 0; d < first->ndim; d++)
        shape[d] = d == along ? 0 : first->shape[d];
    for (int64_t i = 0; i < arrays->n; i++) {
        const gla_array *a = arrays->v[i];
        bool fits = a->ndim == first->ndim;
        for (int d = 0; fits && d < a->ndim; d++)
            fits = d == along || a->shape[d] == shape[d];
        if (!fits)
            return fail_shapes(op, first, i, a, "the shapes may differ only along the joined axis");
        if (__builtin_add_overflow(shape[along], a->shape[along], &shape[along]))
            return gla_fail(GLA_OVERFLOW_ERROR, "%s: the result would be longer than 2**63; join fewer arrays", op);
    }
    return join(op, arrays, ALONG, along, first->ndim, shape, out);
}

gla_status gla_concat(const gla_arrays *arrays, gla_array **out, gla_axis axis)
{
    *out = NULL;
    gla_status st = gla_check_parts("concat", arrays);
    if (st)
        return st;
    return axis == GLA_NO_AXIS ? concat_flat(arrays, out) : gla_join_along("concat", arrays, axis, out);
}

gla_status gla_stack(const gla_arrays *arrays, gla_array **out, int axis)
{
    int64_t shape[GLA_MAX_NDIM + 1];
    int along = 0;
    *out = NULL;
    gla_status st = gla_check_parts("stack", arrays);
    if (st)
        return st;
    const gla_array *first = arrays->v[0];
    if ((st = gla_normalize_axis("stack", first->ndim + 1, axis, &along)))
        return st;
    for (int64_t i = 1; i < arrays->n; i++)
        if (!gla_same_shape(first, arrays->v[i]))
            return fail_shapes("stack", first, i, arrays->v[i], "all arrays must have the same shape");
    for (int d = 0; d <= first->ndim; d++)
        shape[d] = d == along ? arrays->n : first->shape[d - (d > along)];
    return join("stack", arrays, STACKED, along, first->ndim + 1, shape, out);
}
