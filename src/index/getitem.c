/* getitem.c - x[key]: a view, or the elements that index arrays select. */
#include "core/dispatch.h"
#include "index/select.h"
#include "contract/array.h"

/* picked = view[idx...]. x may be data of the script that is not on the device yet. */
static void gather(gla_scope *s, const gla_selection *sel, gla_array *picked)
{
    gla_device *dev = gla_device_of(picked);
    gla_array *here = gla_s_to_device(s, dev, sel->view);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(array, gather), (double)picked->size);
    gla_status st = s->status ? s->status
                              : dev->backend->array->gather(dev, here, sel->nidx, (const gla_array *const *)sel->idx, picked);
    gla_run_end(&r);
    gla_selection_report(s, sel, st);
}

/* Gather the selected elements into a row-major array. */
static gla_array *pick(gla_scope *s, const gla_selection *sel)
{
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    gla_selection_shape(sel, &ndim, shape);
    gla_array *result = gla_s_new(s, gla_device_of(sel->idx[0]), sel->view->dtype, ndim, shape);
    gla_array *picked = gla_selection_permute(s, sel, result);
    if (picked && picked->size)
        gather(s, sel, picked);
    return result;
}

/* Return true if the key is one mask with the shape of x. */
static bool is_mask(const gla_array *x, const gla_index *key)
{
    const gla_array *mask = key->v[0].array;
    return key->n == 1 && key->v[0].kind == GLA_INDEX_ARRAY && mask->dtype == GLA_BOOL && mask->ndim > 0 &&
           gla_same_shape(mask, x);
}

static gla_array *pick_by_mask(gla_scope *s, gla_device *dev, const gla_array *x, const gla_array *mask)
{
    gla_array *of = gla_s_to_device(s, dev, mask);
    gla_nonzero_ranges ranges;
    gla_array *here = of && gla_index_count(s, of, &ranges) ? gla_s_to_device(s, dev, x) : NULL;
    gla_array *result = here ? gla_s_new(s, dev, x->dtype, 1, &ranges.starts[ranges.count]) : NULL;
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(array, select), (double)x->size);
    if (!s->status && result->size)
        gla_s_check(s, dev->backend->array->select(dev, of, &ranges, here, result));
    gla_run_end(&r);
    return result;
}

gla_status gla_index_get(const char *op, const gla_array *x, const gla_index *key, gla_array **out)
{
    gla_scope s;
    gla_selection sel;
    gla_device *dev = NULL;
    gla_scope_begin(&s, op);
    gla_s_check(&s, gla_common_device(op, 1, &x, &dev));
    if (!s.status && is_mask(x, key))
        return gla_scope_return(&s, pick_by_mask(&s, dev, x, key->v[0].array), out);
    gla_select(&s, dev, x, key, &sel);
    gla_array *result = sel.view;
    if (result && sel.nidx)
        result = pick(&s, &sel);
    else if (result && sel.detached)
        result = gla_s_apply(&s, gla_copy, result);
    return gla_scope_return(&s, result, out);
}

gla_status gla_getitem(const gla_array *x, const gla_index *key, gla_array **out)
{
    return gla_index_get("getitem", x, key, out);
}
