/* view.c - View the same memory with another dtype. */
#include "core/core.h"

#include <string.h>

static gla_status fail_layout(const gla_array *x, gla_dtype dtype)
{
    char text[GLA_SHAPE_TEXT];
    return gla_fail(GLA_SHAPE_ERROR,
                    "view: elements of %s cannot be viewed as %s along the last axis of shape %s; use {copy(x)}, or a "
                    "suitable length",
                    gla_dtype_name(x->dtype), gla_dtype_name(dtype), gla_shape_text(x->ndim, x->shape, text, sizeof text));
}

/* Return true if x is aligned for the dtype; borrowed memory may start anywhere. GPUs require alignment to the full size of
 * complex elements. */
static bool is_aligned(const gla_array *x, gla_dtype dtype)
{
    const size_t size = gla_itemsize(dtype);
    const size_t align = gla_dtype_is_complex(dtype) && gla_device_of(x)->is_host ? size / 2 : size;
    return x->size == 0 || (uintptr_t)gla_data(x) % align == 0;
}

gla_status gla_view(const gla_array *x, gla_dtype dtype, gla_array **out)
{
    const int64_t from = (int64_t)gla_itemsize(x->dtype), to = (int64_t)gla_itemsize(dtype);
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM], offset = x->offset, size;
    const int last = x->ndim - 1;
    *out = NULL;
    if (dtype == GLA_NO_DTYPE)
        return gla_fail(GLA_DTYPE_ERROR, "view: dtype is missing; give one, such as \"float64\"");
    if (dtype == GLA_BOOL && x->dtype != GLA_BOOL)
        return gla_fail(GLA_DTYPE_ERROR,
                        "view: x is %s, but only bool can be viewed as bool; compare with 0, or convert "
                        "with astype",
                        gla_dtype_name(x->dtype));
    if (!is_aligned(x, dtype))
        return gla_fail(GLA_SHAPE_ERROR, "view: the memory of x is not aligned for %s; use {copy(x)}", gla_dtype_name(dtype));
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    memcpy(strides, x->strides, (size_t)x->ndim * sizeof *strides);
    if (from != to) {
        if (last < 0 || (shape[last] > 1 && strides[last] != 1))
            return fail_layout(x, dtype);
        strides[last] = from < to ? to / from : 1;
        for (int d = 0; d <= last; d++) {
            if (from < to && strides[d] % (to / from) && shape[d] > 1)
                return fail_layout(x, dtype);
            strides[d] = from < to ? strides[d] / (to / from) : d < last ? strides[d] * (from / to) : 1;
        }
        if (from < to && (shape[last] % (to / from) || offset % (to / from)))
            return fail_layout(x, dtype);
        if (from > to && __builtin_mul_overflow(shape[last], from / to, &shape[last]))
            return gla_fail(GLA_OVERFLOW_ERROR, "view: the result would have more than 2**63 elements");
        shape[last] = from < to ? shape[last] / (to / from) : shape[last];
        offset = from < to ? offset / (to / from) : offset * (from / to);
    }
    gla_status st = gla_check_shape("view", dtype, x->ndim, shape, &size);
    return st ? st : gla_array_reinterpret(x, dtype, offset, shape, strides, out);
}
