/* getitem.c - x[key]: a view, or what index arrays pick. */
#include "index/select.h"

/* out = view[idx...]; x may be data of the script that is not on the device yet. */
static gla_status gather(const char *op, const gla_selection *s, gla_array *picked)
{
    gla_device *dev = gla_device_of(picked);
    const gla_array_ops *ops = dev->backend->array;
    const gla_array *view = s->view;
    gla_array *here = NULL;
    if (!ops || !ops->gather)
        return gla_fail_unsupported(op, dev);
    gla_status st = gla_place_operands(op, dev, 1, &view, false, &here);
    if (st)
        return st;
    void *state = gla_work_begin((double)picked->size);
    st = ops->gather(dev, here, s->nidx, (const gla_array *const *)s->idx, picked);
    gla_work_end(state);
    gla_release_operands(1, &here);
    if (st == GLA_INDEX_ERROR && !(st = gla_selection_check(op, s)))
        st = gla_fail(GLA_INDEX_ERROR, "%s: an index array changed while it was read; do not write to it meanwhile",
                      op);
    return st;
}

/* The result, row-major, and its view with the index dimensions first. */
static gla_status new_result(const char *op, const gla_selection *s, gla_array **result, gla_array **picked)
{
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    gla_selection_shape(s, &ndim, shape);
    gla_status st = gla_array_new(op, gla_device_of(s->idx[0]), s->view->dtype, ndim, shape, result);
    return st ? st : gla_selection_permute(s, *result, picked);
}

gla_status gla_index_get(const char *op, const gla_array *x, const gla_index *key, gla_array **out)
{
    gla_selection s;
    gla_array *result = NULL, *picked = NULL;
    gla_device *dev;
    *out = NULL;
    gla_status st = gla_common_device(op, 1, &x, &dev);
    if (!st)
        st = gla_select(op, dev, x, key, &s);
    if (st)
        return st;
    if (s.nidx) {
        st = new_result(op, &s, &result, &picked);
        if (!st && result->size)
            st = gather(op, &s, picked);
    } else if (s.detached) {
        st = gla_copy(s.view, &result);
    } else {
        result = gla_ref(s.view);
    }
    gla_unref(picked);
    gla_selection_release(&s);
    if (st)
        gla_unref(result);
    else
        *out = result;
    return st;
}

gla_status gla_getitem(const gla_array *x, const gla_index *key, gla_array **out)
{
    return gla_index_get("getitem", x, key, out);
}
