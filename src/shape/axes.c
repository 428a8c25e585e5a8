/* axes.c - moveaxis, unstack: views with reordered axes, or without one axis. */
#include "core/scope.h"

/* Read a list of distinct axes of x. */
static gla_status read_axes(const gla_array *x, const gla_ints *axes, int *to, unsigned *mask)
{
    gla_status st = gla_normalize_axes("moveaxis", x->ndim, axes, mask);
    for (int i = 0; !st && i < axes->n; i++)
        st = gla_normalize_axis("moveaxis", x->ndim, axes->v[i], &to[i]);
    return st;
}

gla_status gla_moveaxis(const gla_array *x, const gla_ints *source, const gla_ints *destination, gla_array **out)
{
    int from[GLA_MAX_NDIM], to[GLA_MAX_NDIM], order[GLA_MAX_NDIM];
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    unsigned moved = 0, taken = 0;
    gla_status st;
    *out = NULL;
    if (source->n != destination->n)
        return gla_fail(GLA_SHAPE_ERROR,
                        "moveaxis: source has length %d, but destination has length %d; they must have the same length",
                        source->n, destination->n);
    if ((st = read_axes(x, source, from, &moved)) || (st = read_axes(x, destination, to, &taken)))
        return st;
    for (int i = 0; i < source->n; i++)
        order[to[i]] = from[i];
    for (int i = 0, next = 0; i < x->ndim; i++) {
        if (taken >> i & 1)
            continue;
        while (moved >> next & 1)
            next++;
        order[i] = next++;
    }
    for (int i = 0; i < x->ndim; i++) {
        shape[i] = x->shape[order[i]];
        strides[i] = x->strides[order[i]];
    }
    return gla_array_view(x, x->ndim, shape, strides, 0, out);
}

gla_status gla_unstack(const gla_array *x, gla_arrays **arrays, int axis)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int along = 0, n = 0;
    gla_scope s;
    *arrays = NULL;
    gla_status st = gla_normalize_axis("unstack", x->ndim, axis, &along);
    if (st)
        return st;
    if (x->shape[along] > INT32_MAX)
        return gla_fail(GLA_OVERFLOW_ERROR,
                        "unstack: the result would have %lld arrays, which are too many; unstack x in "
                        "parts",
                        (long long)x->shape[along]);
    gla_scope_begin(&s, "unstack");
    for (int i = 0; i < x->ndim; i++)
        if (i != along) {
            shape[n] = x->shape[i];
            strides[n++] = x->strides[i];
        }
    int count = (int)x->shape[along];
    gla_array **parts = gla_s_memory(&s, count, sizeof(gla_array *));
    for (int i = 0; i < count && !s.status; i++)
        parts[i] = gla_s_view(&s, x, n, shape, strides, x->size ? i * x->strides[along] : 0);
    gla_scope_give_all(&s, count, parts, arrays);
    return gla_scope_end(&s);
}
