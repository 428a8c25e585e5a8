/* across.c - copies between devices.  What is sent is one block, in the order in which it lies in memory; types and orders
 * are changed on the device that is not the host. */
#include "core/across.h"
#include "runtime/pending.h"

/* Views of both whose axes go from the widest to the narrowest stride of `by`, one of them, all forward. */
static gla_status arrange(const gla_array *by, const gla_array *a, const gla_array *b, gla_array **a_out, gla_array **b_out)
{
    const gla_array *in[2] = {a, b};
    gla_array **out[2] = {a_out, b_out};
    int order[GLA_MAX_NDIM], n = by->ndim;
    for (int i = 0; i < n; i++) { /* axes of length one stay where they are */
        int j = i;
        int64_t s = by->strides[i] < 0 ? -by->strides[i] : by->strides[i];
        for (; j > 0 && by->shape[i] != 1; j--) {
            int64_t t = by->strides[order[j - 1]];
            if ((t < 0 ? -t : t) >= s && by->shape[order[j - 1]] != 1)
                break;
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
    *a_out = *b_out = NULL;
    gla_status st = GLA_OK;
    for (int k = 0; k < 2 && !st; k++) {
        int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM], offset = 0;
        for (int i = 0; i < n; i++) {
            int axis = order[i];
            bool back = by->strides[axis] < 0;
            shape[i] = in[k]->shape[axis];
            strides[i] = back ? -in[k]->strides[axis] : in[k]->strides[axis];
            offset += back ? in[k]->strides[axis] * (shape[i] - 1) : 0;
        }
        st = gla_array_view(in[k], n, shape, strides, offset, out[k]);
    }
    return st;
}

/* From the host: src is packed on its way when it has gaps.  The block is contiguous. */
static gla_status send(const char *op, const gla_array *src, gla_array *block)
{
    gla_device *to = gla_device_of(block);
    const gla_memory_ops *memory = to->backend->memory;
    size_t bytes = (size_t)src->size * gla_itemsize(src->dtype);
    if (src->contiguous)
        return memory->upload(to, gla_data(block), gla_data(src), bytes);
    if (memory->upload_array)
        return memory->upload_array(to, gla_data(block), src);
    gla_array *packed = NULL;
    gla_status st = gla_array_new(op, gla_device_of(src), src->dtype, src->ndim, src->shape, &packed);
    if (st)
        return st;
    gla_pack(src, 0, src->size, gla_data(packed));
    st = memory->upload(to, gla_data(block), gla_data(packed), bytes);
    gla_unref(packed);
    return st;
}

/* To the host. */
static gla_status fetch(const char *op, const gla_array *block, gla_array *dst)
{
    gla_device *from = gla_device_of(block);
    const gla_memory_ops *memory = from->backend->memory;
    size_t bytes = (size_t)dst->size * gla_itemsize(dst->dtype);
    if (dst->contiguous)
        return memory->download(from, gla_data(dst), gla_data(block), bytes);
    if (memory->download_array)
        return memory->download_array(from, dst, gla_data(block));
    gla_array *packed = NULL;
    gla_status st = gla_array_new(op, gla_device_of(dst), dst->dtype, dst->ndim, dst->shape, &packed);
    if (st)
        return st;
    st = memory->download(from, gla_data(packed), gla_data(block), bytes);
    if (!st)
        gla_unpack(dst, 0, dst->size, gla_data(packed));
    gla_unref(packed);
    return st;
}

/* Between two devices of different kinds: by way of the host.  Both are contiguous. */
static gla_status relay(const char *op, const gla_array *src, gla_array *dst)
{
    gla_device *host;
    gla_array *middle = NULL;
    gla_status st = gla_host_device(&host);
    if (!st)
        st = gla_array_new(op, host, src->dtype, src->ndim, src->shape, &middle);
    if (!st)
        st = fetch(op, src, middle);
    if (!st)
        st = send(op, middle, dst);
    gla_unref(middle);
    return st;
}

/* Between two devices of one backend, in the order of the streams of both.  Both are contiguous. */
static gla_status hand_over(const gla_array *src, gla_array *dst)
{
    gla_device *from = gla_device_of(src), *to = gla_device_of(dst);
    const gla_stream_ops *streams = to->backend->stream;
    size_t bytes = (size_t)src->size * gla_itemsize(src->dtype);
    gla_status st = streams ? streams->join(to, gla_stream_state(to), gla_stream_state(from)) : GLA_OK;
    if (!st)
        st = to->backend->memory->peer(to, gla_data(dst), from, gla_data(src), bytes);
    if (!st && streams)
        st = streams->join(from, gla_stream_state(from), gla_stream_state(to));
    return st;
}

/* Both have one type, and are contiguous unless on the host. */
static gla_status transfer(const char *op, const gla_array *src, gla_array *dst)
{
    gla_device *from = gla_device_of(src), *to = gla_device_of(dst);
    size_t bytes = (size_t)src->size * gla_itemsize(src->dtype);
    const gla_array *on_host = from->is_host ? src : to->is_host ? dst : NULL;
    gla_device *other = from->is_host ? to : from;
    if (on_host && on_host->contiguous && gla_pending_possible(on_host->buffer, other))
        return gla_pending_copy(on_host->buffer, other, gla_data(from->is_host ? dst : src), gla_data(on_host), bytes,
                                from->is_host);
    gla_status st = on_host ? gla_pending_wait(on_host->buffer) : GLA_OK;
    if (st)
        return st;
    void *state = gla_work_begin((double)bytes);
    if (on_host)
        st = from->is_host ? send(op, src, dst) : fetch(op, src, dst);
    else
        st = from->backend == to->backend && to->backend->memory->peer ? hand_over(src, dst) : relay(op, src, dst);
    gla_work_end(state);
    return st;
}

/* Whether the type is one that the device cannot even convert from or to. */
static bool lacks(const gla_device *dev, gla_dtype dtype)
{
    return dev->lacks_float64 && (dtype == GLA_FLOAT64 || dtype == GLA_COMPLEX128);
}

/* Types and order change where src is, if that knows both types. */
static gla_status pull(const char *op, gla_array *dst, const gla_array *src)
{
    gla_array *block = NULL, *landed = NULL;
    gla_device *from = gla_device_of(src);
    bool there = !lacks(from, dst->dtype);
    gla_status st = gla_array_contiguous(op, from, there ? dst->dtype : src->dtype, src, &block);
    if (!st && !there)
        st = gla_array_new(op, gla_device_of(dst), src->dtype, src->ndim, src->shape, &landed);
    if (!st)
        st = transfer(op, block, there ? dst : landed);
    if (!st && !there)
        st = gla_array_assign(op, dst, landed);
    gla_unref(block);
    gla_unref(landed);
    return st;
}

/* Types and order change where dst is, if that knows both types. */
static gla_status push(const char *op, gla_array *dst, const gla_array *src)
{
    gla_array *packed = NULL, *landed = NULL;
    gla_status st = GLA_OK;
    bool here = lacks(gla_device_of(dst), src->dtype);
    if (!gla_device_of(src)->is_host || here) {
        st = gla_array_contiguous(op, gla_device_of(src), here ? dst->dtype : src->dtype, src, &packed);
        src = packed;
    }
    if (!st && dst->contiguous && dst->dtype == src->dtype) {
        st = transfer(op, src, dst);
    } else if (!st) {
        st = gla_array_new(op, gla_device_of(dst), src->dtype, src->ndim, src->shape, &landed);
        if (!st)
            st = transfer(op, src, landed);
        if (!st)
            st = gla_array_assign(op, dst, landed);
    }
    gla_unref(packed);
    gla_unref(landed);
    return st;
}

gla_status gla_assign_across(const char *op, gla_array *dst, const gla_array *src)
{
    gla_array *d, *s;
    bool to_host = gla_device_of(dst)->is_host;
    gla_status st = arrange(to_host ? dst : src, src, dst, &s, &d);
    if (!st)
        st = to_host ? pull(op, d, s) : push(op, d, s);
    gla_unref(s);
    gla_unref(d);
    return st;
}
