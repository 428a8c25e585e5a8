/* dims.c - expand_dims, squeeze, broadcast_to: insert, remove or repeat axes of length one. */
#include "core/core.h"

gla_status gla_expand_dims(const gla_array *x, gla_array **out, const gla_ints *axis)
{
    static const gla_ints first = {.n = 1, .v = {0}};
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    unsigned added = 0;
    *out = NULL;
    if (!axis)
        axis = &first;
    int nd = x->ndim + axis->n;
    if (nd > GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR,
                        "expand_dims: the result would have %d dimensions, but at most %d are "
                        "possible",
                        nd, GLA_MAX_NDIM);
    gla_status st = gla_normalize_axes("expand_dims", nd, axis, &added);
    if (st)
        return st;
    for (int i = 0, j = 0; i < nd; i++) {
        bool one = added >> i & 1;
        shape[i] = one ? 1 : x->shape[j];
        strides[i] = one ? 1 : x->strides[j];
        j += !one;
    }
    return gla_array_view(x, nd, shape, strides, 0, out);
}

gla_status gla_squeeze(const gla_array *x, gla_array **out, const gla_ints *axis)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    unsigned removed = 0;
    int nd = 0;
    *out = NULL;
    gla_status st = axis ? gla_normalize_axes("squeeze", x->ndim, axis, &removed) : GLA_OK;
    if (st)
        return st;
    for (int i = 0; !axis && i < x->ndim; i++)
        removed |= (unsigned)(x->shape[i] == 1) << i;
    for (int i = 0; i < x->ndim; i++) {
        if (removed >> i & 1) {
            if (x->shape[i] != 1)
                return gla_fail(GLA_SHAPE_ERROR,
                                "squeeze: axis %d has length %lld; only axes of length 1 can be "
                                "removed",
                                i, (long long)x->shape[i]);
            continue;
        }
        shape[nd] = x->shape[i];
        strides[nd++] = x->strides[i];
    }
    return gla_array_view(x, nd, shape, strides, 0, out);
}

gla_status gla_broadcast_to(const gla_array *x, const gla_ints *shape, gla_array **out)
{
    int64_t size;
    int skip = shape->n - x->ndim;
    *out = NULL;
    gla_status st = gla_check_shape("broadcast_to", x->dtype, shape->n, shape->v, &size);
    if (st)
        return st;
    bool fits = skip >= 0;
    for (int i = 0; fits && i < x->ndim; i++)
        fits = x->shape[i] == 1 || x->shape[i] == shape->v[skip + i];
    if (!fits) {
        char from[GLA_SHAPE_TEXT], to[GLA_SHAPE_TEXT];
        return gla_fail(GLA_SHAPE_ERROR,
                        "broadcast_to: shape %s cannot be broadcast to %s; only dimensions of length 1 can "
                        "be repeated",
                        gla_shape_text(x->ndim, x->shape, from, sizeof from),
                        gla_shape_text(shape->n, shape->v, to, sizeof to));
    }
    return gla_broadcast_view(x, shape->n, shape->v, out);
}
