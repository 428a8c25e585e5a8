/* flip.c - Reverse axes with negative strides. */
#include "core/core.h"

gla_status gla_flip(const gla_array *x, gla_array **out, const gla_ints *axis)
{
    int64_t strides[GLA_MAX_NDIM], offset = 0;
    unsigned mask = 0;
    *out = NULL;
    gla_status st = gla_normalize_axes("flip", x->ndim, axis, &mask);
    if (st)
        return st;
    for (int i = 0; i < x->ndim; i++) {
        bool reversed = mask >> i & 1 && x->shape[i] > 0;
        strides[i] = reversed ? -x->strides[i] : x->strides[i];
        offset += reversed ? (x->shape[i] - 1) * x->strides[i] : 0;
    }
    return gla_array_view(x, x->ndim, x->shape, strides, x->size ? offset : 0, out);
}
