/* transpose.c - permute_dims, matrix_transpose: reorder axes. */
#include "core/core.h"

gla_status gla_permute_dims(const gla_array *x, const gla_ints *axes, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    unsigned seen = 0;
    *out = NULL;
    if (!axes || axes->n != x->ndim)
        return gla_fail(GLA_SHAPE_ERROR, "permute_dims: axes has length %d, but x has ndim %d; list each axis once",
                        axes ? axes->n : 0, x->ndim);
    for (int i = 0; i < axes->n; i++) {
        int64_t axis = axes->v[i] < 0 ? axes->v[i] + x->ndim : axes->v[i];
        if (axis < 0 || axis >= x->ndim || seen & 1u << axis)
            return gla_fail(GLA_SHAPE_ERROR,
                            "permute_dims: axis %lld is out of range or given twice; list each of the %d axes once",
                            (long long)axes->v[i], x->ndim);
        seen |= 1u << axis;
        shape[i] = x->shape[axis];
        strides[i] = x->strides[axis];
    }
    return gla_array_view(x, x->ndim, shape, strides, 0, out);
}

gla_status gla_matrix_transpose(const gla_array *x, gla_array **out)
{
    *out = NULL;
    if (x->ndim < 2)
        return gla_fail(GLA_SHAPE_ERROR,
                        "matrix_transpose: x has %d dimension%s, but a matrix has two; reshape it "
                        "first",
                        x->ndim, x->ndim == 1 ? "" : "s");
    return gla_array_swap_axis(x, -2, out);
}
