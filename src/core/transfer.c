/* transfer.c - Copy one block of values between two devices, in memory order. */
#include "core/move.h"
#include "runtime/pending.h"
#include "contract/memory.h"
#include "contract/stream.h"
#include "core/pack.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

/* Copy from the host to a contiguous block. src is packed during the copy if it is not contiguous. */
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

/* Copy from a contiguous block to the host. */
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

/* Copy between devices of different backends, through the host. Both arrays are contiguous. */
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

/* Copy between two devices of one backend, ordered with the streams of both. Both arrays are contiguous. */
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

gla_status gla_transfer(const char *op, const gla_array *src, gla_array *dst)
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
