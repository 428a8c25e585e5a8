/* cross.c - Cross product of vectors of three elements. */
#include "core/scope.h"

#include <string.h>

/* Return component i of the vectors along an axis, as a view without that axis. */
static gla_array *component(gla_scope *s, const gla_array *x, int axis, int i)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int n = 0;
    for (int d = 0; d < x->ndim && !s->status; d++)
        if (d != axis) {
            shape[n] = x->shape[d];
            strides[n++] = x->strides[d];
        }
    return s->status ? NULL : gla_s_view(s, x, n, shape, strides, x->size ? i * x->strides[axis] : 0);
}

/* a[j] b[k] - a[k] b[j] */
static gla_array *minor_of(gla_scope *s, gla_array *const a[], gla_array *const b[], int j, int k)
{
    gla_array *one = gla_s_combine(s, gla_multiply, a[j], b[k]), *other = gla_s_combine(s, gla_multiply, a[k], b[j]);
    return gla_s_combine(s, gla_subtract, one, other);
}

gla_status gla_cross(const gla_array *x1, const gla_array *x2, gla_array **out, int axis)
{
    const gla_array *in[2] = {x1, x2};
    gla_array *placed[2], *parts[2][3], *all[3], *made = NULL;
    int ndim, along = 0, from_end;
    int64_t shape[GLA_MAX_NDIM];
    gla_device *dev;
    gla_scope s;
    *out = NULL;
    gla_status st = gla_common_shape("cross", 2, in, &ndim, shape);
    if (st || (st = gla_normalize_axis("cross", ndim, axis, &along)))
        return st;
    from_end = ndim - along;
    for (int i = 0; i < 2; i++)
        if (in[i]->ndim < from_end || in[i]->shape[in[i]->ndim - from_end] != 3)
            return gla_fail(GLA_SHAPE_ERROR, "cross: axis %d of x%d has length %lld, but vectors must have three elements",
                            axis, i + 1, (long long)(in[i]->ndim < from_end ? 1 : in[i]->shape[in[i]->ndim - from_end]));
    if (gla_promote_arrays(2, in) == GLA_BOOL)
        return gla_fail(GLA_DTYPE_ERROR, "cross: bool is not a numeric dtype; convert with astype first");
    gla_scope_begin(&s, "cross");
    gla_s_place(&s, 2, in, false, &dev, placed);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            parts[i][k] = s.status ? NULL : component(&s, placed[i], placed[i]->ndim - from_end, k);
    for (int k = 0; k < 3; k++)
        all[k] = minor_of(&s, parts[0], parts[1], (k + 1) % 3, (k + 2) % 3);
    const gla_arrays list = {.n = 3, .v = (const gla_array *[]){all[0], all[1], all[2]}};
    made = s.status ? NULL : gla_s_adopt(&s, gla_stack(&list, &made, along), &made);
    return gla_scope_return(&s, made, out);
}
