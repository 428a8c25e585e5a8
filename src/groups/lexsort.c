/* lexsort.c - Indirect sort by several keys: stable sorts, from the least to the most important key. */
#include "index/along_axis.h"

static void check(gla_scope *s, const gla_arrays *keys)
{
    char a[GLA_SHAPE_TEXT], b[GLA_SHAPE_TEXT];
    if (keys->n < 1)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "lexsort: keys is empty; give at least one key");
    for (int64_t i = 1; i < keys->n && !s->status; i++)
        if (!gla_same_shape(keys->v[0], keys->v[i]))
            gla_s_fail(s, GLA_SHAPE_ERROR,
                       "lexsort: keys[%lld] has shape %s, but keys[0] has shape %s; all keys must have the same shape",
                       (long long)i, gla_shape_text(keys->v[i]->ndim, keys->v[i]->shape, a, sizeof a),
                       gla_shape_text(keys->v[0]->ndim, keys->v[0]->shape, b, sizeof b));
}

/* Return the elements of x along the axis in the given order. */
static gla_array *arrange(gla_scope *s, const gla_array *x, const gla_array *order, int axis)
{
    gla_array *made;
    if (s->status)
        return NULL;
    if (x->ndim == 1)
        return gla_s_adopt(s, gla_take(x, order, &made, NULL), &made);
    return gla_s_take_along(s, x, order, axis);
}

gla_status gla_lexsort(const gla_arrays *keys, gla_array **out, int axis)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *order = NULL, *next;
    int along = 0;
    *out = NULL;
    gla_scope_begin(&s, "lexsort");
    check(&s, keys);
    if (!s.status)
        gla_s_check(&s, gla_common_device("lexsort", (int)keys->n, keys->v, &dev));
    if (!s.status)
        gla_s_check(&s, gla_normalize_axis("lexsort", keys->v[0]->ndim, axis, &along));
    for (int64_t i = 0; i < keys->n && !s.status; i++) {
        gla_array *key = gla_s_to_device(&s, dev, keys->v[i]);
        if (order)
            key = arrange(&s, key, order, along);
        next = s.status ? NULL : gla_s_adopt(&s, gla_argsort(key, &next, along, false, true), &next);
        order = order ? arrange(&s, order, next, along) : next;
    }
    return gla_scope_return(&s, order, out);
}
