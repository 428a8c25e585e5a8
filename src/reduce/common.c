/* common.c - the one way of all reductions: axes, result, empty cases, the backend's slot. */
#include "common.h"

/* x with its kept axes first and its reduced axes last, both in their order; x itself where that is so already. */
static gla_status reduced_last(const gla_array *x, unsigned mask, int *nkeep, gla_array **view)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int n = 0;
    bool ordered = true;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < x->ndim; i++) {
            if ((mask >> i & 1) != (unsigned)pass)
                continue;
            ordered &= n == i;
            shape[n] = x->shape[i];
            strides[n++] = x->strides[i];
        }
        if (pass == 0)
            *nkeep = n;
    }
    if (ordered) {
        *view = gla_ref(x);
        return GLA_OK;
    }
    return gla_array_view(x, x->ndim, shape, strides, 0, view);
}

static gla_status fill_empty(const gla_reduce_call *call, gla_array *out)
{
    gla_array *value;
    gla_status st = gla_scalar(GLA_FLOAT64, &call->empty, &value);
    if (!st)
        st = gla_array_assign(call->name, out, value);
    gla_unref(value);
    return st;
}

static gla_status run(const gla_reduce_call *call, const gla_array *x, unsigned mask, gla_array *out)
{
    gla_device *dev = gla_device_of(out);
    const gla_array_ops *ops = dev->backend->array;
    const gla_array *given[1] = {x};
    gla_array *placed[1] = {NULL}, *typed = NULL, *view = NULL;
    int nkeep;
    gla_status st;
    if (!ops || !ops->reduce)
        return gla_fail_unsupported(call->name, dev);
    if ((st = gla_place_operands(call->name, dev, 1, given, false, placed)))
        return st;
    if (call->in != GLA_NO_DTYPE && call->in != x->dtype) {
        st = gla_array_new_like(call->name, dev, call->in, placed[0], &typed);
        if (!st)
            st = gla_array_assign(call->name, typed, placed[0]);
        if (st)
            goto done;
    }
    if ((st = reduced_last(typed ? typed : placed[0], mask, &nkeep, &view)))
        goto done;
    void *state = gla_work_begin((double)x->size);
    st = ops->reduce(dev, call->op, view, nkeep, call->correction, out);
    gla_work_end(state);
done:
    gla_unref(view);
    gla_unref(typed);
    gla_release_operands(1, placed);
    return st;
}

/* Shape of the result and number of elements that each of its elements is made of (0 or more). */
static int result_shape(const gla_array *x, unsigned mask, bool keepdims, int64_t *shape, bool *empty)
{
    int n = 0;
    *empty = false;
    for (int i = 0; i < x->ndim; i++) {
        bool reduced = mask >> i & 1;
        *empty |= reduced && x->shape[i] == 0;
        if (!reduced || keepdims)
            shape[n++] = reduced ? 1 : x->shape[i];
    }
    return n;
}

gla_status gla_reduce(const gla_reduce_call *call, const gla_array *x, const gla_ints *axis, bool keepdims, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM];
    unsigned mask;
    bool empty;
    gla_device *dev;
    gla_array *result;
    gla_status st = gla_normalize_axes(call->name, x->ndim, axis, &mask);
    if (st)
        return st;
    int ndim = result_shape(x, mask, keepdims, shape, &empty);
    if (empty && !call->has_empty)
        return gla_fail(GLA_SHAPE_ERROR, "%s: there is no element to choose from along an axis of length 0; leave "
                        "such arrays out",
                        call->name);
    if ((st = gla_common_device(call->name, 1, &x, &dev)))
        return st;
    if ((st = gla_array_new(call->name, dev, call->dtype, ndim, shape, &result)))
        return st;
    if (empty && result->size)
        st = fill_empty(call, result);
    else if (result->size)
        st = run(call, x, mask, result);
    if (st) {
        gla_unref(result);
        return st;
    }
    *out = result;
    return GLA_OK;
}
