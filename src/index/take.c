/* take.c - Select elements by position along one axis. */
#include "index/select.h"

gla_status gla_take(const gla_array *x, const gla_array *indices, gla_array **out, const gla_ints *axis)
{
    gla_index key;
    int along = 0;
    *out = NULL;
    if (axis && axis->n != 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "take: axis has %d elements; give one integer", axis->n);
    if (!axis && x->ndim != 1)
        return gla_fail(GLA_SHAPE_ERROR, "take: x has %d dimensions, so axis is required", x->ndim);
    gla_status st = gla_normalize_axis("take", x->ndim, axis ? axis->v[0] : 0, &along);
    if (st)
        return st;
    if (!gla_dtype_is_integer(indices->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "take: indices have dtype %s, but they must be integers",
                        gla_dtype_name(indices->dtype));
    if (indices->ndim != 1) {
        char text[GLA_SHAPE_TEXT];
        return gla_fail(GLA_SHAPE_ERROR, "take: indices have shape %s, but they must be one-dimensional",
                        gla_shape_text(indices->ndim, indices->shape, text, sizeof text));
    }
    for (key.n = 0; key.n < along; key.n++)
        key.v[key.n] = (gla_index_item){.kind = GLA_INDEX_SLICE, .step = 1};
    key.v[key.n++] = (gla_index_item){.kind = GLA_INDEX_ARRAY, .array = indices};
    return gla_index_get("take", x, &key, out);
}
