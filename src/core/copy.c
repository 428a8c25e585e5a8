/* copy.c - Copy values between arrays on one device, with any dtypes and strides, overlapping or not. */
#include "core/move.h"
#include "runtime/interrupt.h"
#include "contract/array.h"

bool gla_array_may_overlap(const gla_array *a, const gla_array *b)
{
    bool own_memory = a->buffer != b->buffer && !a->buffer->release && !b->buffer->release;
    if (own_memory || gla_device_of(a) != gla_device_of(b) || !a->size || !b->size)
        return false;
    const gla_array *both[2] = {a, b};
    const char *low[2], *high[2];
    for (int k = 0; k < 2; k++) { /* byte range of each */
        const gla_array *x = both[k];
        int64_t first = 0, last = 0, item = (int64_t)gla_itemsize(x->dtype);
        for (int i = 0; i < x->ndim; i++) {
            int64_t reach = (x->shape[i] - 1) * x->strides[i];
            *(reach < 0 ? &first : &last) += reach;
        }
        low[k] = (const char *)gla_data(x) + first * item;
        high[k] = (const char *)gla_data(x) + (last + 1) * item;
    }
    return low[0] < high[1] && low[1] < high[0];
}

static gla_status copy_slot(const char *op, const gla_array *src, gla_array *dst)
{
    gla_device *dev = gla_device_of(dst);
    const gla_array_ops *ops = dev->backend->array;
    if (!ops || !ops->copy)
        return gla_fail_unsupported(op, dev);
    void *state = gla_work_begin((double)dst->size);
    gla_status st = ops->copy(dev, src, dst);
    gla_work_end(state);
    return st;
}

gla_status gla_copy_within(const char *op, gla_array *dst, const gla_array *src)
{
    gla_array *own = NULL, *view = NULL;
    gla_status st = GLA_OK;
    bool overlap = gla_array_may_overlap(src, dst), fits = gla_same_shape(src, dst);
    if (fits && !overlap)
        return copy_slot(op, src, dst);
    if (overlap) {
        st = gla_array_new(op, gla_device_of(src), src->dtype, src->ndim, src->shape, &own);
        if (!st)
            st = copy_slot(op, src, own);
        src = own;
    }
    if (!st && !fits) {
        st = gla_broadcast_view(src, dst->ndim, dst->shape, &view);
        src = view;
    }
    if (!st)
        st = copy_slot(op, src, dst);
    gla_unref(view);
    gla_unref(own);
    return st;
}
