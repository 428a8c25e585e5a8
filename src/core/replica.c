/* replica.c - Floating arrays on another device than their own. */
#include "core/placement.h"
#include "gpulinalg/binding.h"
#include "runtime/object.h"

#include <string.h>

/* Copy the whole memory of x to dev. */
static gla_status copy_memory(const char *op, const gla_array *x, gla_device *dev, gla_buffer **out)
{
    gla_array *bytes = NULL, *copy = NULL;
    int64_t n = (int64_t)x->buffer->bytes, step = 1;
    gla_array whole = *x;
    whole.offset = 0;
    whole.dtype = GLA_UINT8;
    gla_status st = gla_array_view(&whole, 1, &n, &step, 0, &bytes);
    if (!st)
        st = gla_array_copy(op, dev, GLA_UINT8, bytes, &copy);
    gla_unref(bytes);
    if (st)
        return st;
    atomic_fetch_add(&copy->buffer->refs, 1);
    *out = copy->buffer;
    gla_unref(copy);
    return GLA_OK;
}

gla_status gla_array_on(const char *op, const gla_array *x, gla_device *dev, gla_array **out)
{
    gla_buffer *own = x->buffer, *replica = gla_replica_find(own, dev);
    size_t bytes = (size_t)x->size * gla_itemsize(x->dtype);
    if (!replica && (!gla_replica_may_stay(own) || bytes < own->bytes / 2 || own->bytes == 0))
        return gla_array_copy_like(op, dev, x->dtype, x, out);
    if (!replica) {
        gla_status st = copy_memory(op, x, dev, &replica);
        if (st)
            return st;
        gla_replica_keep(own, replica);
    }
    gla_array like = *x;
    like.buffer = replica;
    like.object.dev = dev;
    gla_status st = gla_array_view(&like, x->ndim, x->shape, x->strides, 0, out);
    gla_buffer_unref(replica);
    return st;
}
