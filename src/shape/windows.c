/* windows.c - sliding_window_view: all windows of a given length, as a view. */
#include "core/scope.h"

#include <string.h>

/* Check that there is one window length for each axis given in `axis`, or for each axis of x. */
static gla_status check_count(const gla_array *x, const gla_ints *window_shape, const gla_ints *axis)
{
    int wanted = axis ? axis->n : x->ndim;
    if (window_shape->n != wanted)
        return gla_fail(GLA_SHAPE_ERROR, "sliding_window_view: window_shape has length %d, but the number of axes is %d%s",
                        window_shape->n, wanted, axis ? "" : "; specify the axes of the window with axis");
    if (x->ndim + wanted > GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR,
                        "sliding_window_view: the result would have %d dimensions, but at most %d are "
                        "possible",
                        x->ndim + wanted, GLA_MAX_NDIM);
    return GLA_OK;
}

gla_status gla_sliding_window_view(const gla_array *x, const gla_ints *window_shape, gla_array **out, const gla_ints *axis)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int n = x->ndim, along = 0;
    *out = NULL;
    gla_status st = check_count(x, window_shape, axis);
    if (st)
        return st;
    memcpy(shape, x->shape, (size_t)n * sizeof *shape);
    memcpy(strides, x->strides, (size_t)n * sizeof *strides);
    for (int i = 0; i < window_shape->n && !st; i++) {
        int64_t length = window_shape->v[i];
        st = axis ? gla_normalize_axis("sliding_window_view", x->ndim, axis->v[i], &along) : GLA_OK;
        along = axis ? along : i;
        if (!st && (length < 1 || length > shape[along]))
            st = gla_fail(GLA_ARGUMENT_ERROR,
                          "sliding_window_view: the window has length %lld, but axis %d has only length %lld",
                          (long long)length, along, (long long)shape[along]);
        if (st)
            return st;
        shape[along] -= length - 1;
        shape[n] = length;
        strides[n++] = x->strides[along];
    }
    st = gla_array_view(x, n, shape, strides, 0, out);
    if (!st)
        (*out)->flags |= GLA_READONLY; /* windows share elements */
    return st;
}
