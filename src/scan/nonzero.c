/* nonzero.c - Positions and number of nonzero elements. */
#include "index/select.h"

gla_status gla_nonzero(const gla_array *x, gla_arrays **positions)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *found[GLA_MAX_NDIM];
    *positions = NULL;
    if (x->ndim == 0)
        return gla_fail(GLA_SHAPE_ERROR, "nonzero: x is 0-d, so its element has no position; reshape it to (1,)");
    gla_scope_begin(&s, "nonzero");
    gla_s_check(&s, gla_common_device("nonzero", 1, &x, &dev));
    if (!s.status)
        gla_index_from_mask(&s, dev, x, found);
    gla_scope_give_all(&s, x->ndim, found, positions);
    return gla_scope_end(&s);
}

gla_status gla_count_nonzero(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *count = NULL;
    *out = NULL;
    gla_scope_begin(&s, "count_nonzero");
    gla_s_check(&s, gla_common_device("count_nonzero", 1, &x, &dev));
    gla_array *here = s.status ? NULL : gla_s_to_device(&s, dev, x), *truth = here;
    if (here && here->dtype != GLA_BOOL)
        truth = gla_s_combine(&s, gla_not_equal, here, gla_s_number(&s, 0));
    if (truth)
        count = gla_s_adopt(&s, gla_sum(truth, &count, axis, GLA_INT64, keepdims), &count);
    return gla_scope_return(&s, count, out);
}
