/* transfer.c - Copies between ordinary host memory and the device, and within the device.
 *
 * Small uploads are copied through the queue's ring and usually do not wait.  Larger blocks are copied through two pinned
 * chunks: one chunk is filled while the device empties the other chunk.  If the device and the host share memory, the buffer is
 * mapped instead, so that the data is copied only once. */
#include "opencl.h"
#include "runtime/allocation.h"
#include "runtime/lock.h"

#include <string.h>

#define CHUNK ((size_t)4 << 20)

/* Two pinned chunks.  Each chunk is a buffer of the driver that stays mapped. */
struct gla_cl_stage {
    pthread_mutex_t lock;
    cl_mem mem[2];
    char *pinned[2];
    cl_event busy[2]; /* last copy that used the chunk */
};

static gla_status locate(const char *op, const void *address, cl_mem *mem, size_t *offset)
{
    return gla_cl_locate(address, mem, offset)
               ? GLA_OK
               : gla_fail(GLA_DEVICE_ERROR, "%s: there is no OpenCL buffer at this address", op);
}

/* ---- nested transfers --------------------------------------------------------------------------------------------------- */
/* True while this thread holds a lock of this file.  During a wait, a signal handler of the user's script may run and use the
 * device. */
static _Thread_local bool in_transfer;

static void lock_for_transfer(pthread_mutex_t *lock)
{
    gla_lock(lock);
    in_transfer = true;
}

static void unlock_after_transfer(pthread_mutex_t *lock)
{
    in_transfer = false;
    pthread_mutex_unlock(lock);
}

static gla_status copy_directly(const char *op, gla_cl_queue *q, cl_mem mem, size_t offset, void *host, size_t bytes,
                                bool upload)
{
    return gla_cl_check(op, upload ? clEnqueueWriteBuffer(q->queue, mem, CL_TRUE, offset, bytes, host, 0, NULL, NULL)
                                   : clEnqueueReadBuffer(q->queue, mem, CL_TRUE, offset, bytes, host, 0, NULL, NULL));
}

/* ---- small blocks: the ring ---------------------------------------------------------------------------------------- */
/* Wait until the last copy through the next slot of the queue's ring is complete, then return the slot.  The caller holds the
 * ring's lock. */
static gla_status next_slot(const char *op, gla_cl_queue *q, char **place, cl_event **event)
{
    unsigned i = q->slots_used++ % GLA_CL_SLOTS;
    gla_status st = GLA_OK;
    *place = q->ring + i * (size_t)GLA_CL_SLOT_BYTES;
    *event = &q->slot_events[i];
    if (**event) {
        st = gla_cl_wait_event(op, q, **event);
        if (st != GLA_INTERRUPTED_ERROR) { /* otherwise the slot may still be in use */
            clReleaseEvent(**event);
            **event = NULL;
        }
    }
    return st;
}

static gla_status send_small(const char *op, gla_cl_queue *q, cl_mem mem, size_t offset, const void *host, size_t bytes)
{
    char *place;
    cl_event *event;
    lock_for_transfer(&q->ring_lock);
    gla_status st = next_slot(op, q, &place, &event);
    if (!st) {
        memcpy(place, host, bytes);
        st = gla_cl_check(op, clEnqueueWriteBuffer(q->queue, mem, CL_FALSE, offset, bytes, place, 0, NULL, event));
    }
    unlock_after_transfer(&q->ring_lock);
    return st;
}

/* Download a small block.  The lock is held until the copy is complete, so that no other thread uses the slot. */
static gla_status receive_small(const char *op, gla_cl_queue *q, cl_mem mem, size_t offset, void *host, size_t bytes)
{
    char *place;
    cl_event *event;
    lock_for_transfer(&q->ring_lock);
    gla_status st = next_slot(op, q, &place, &event);
    if (!st)
        st = gla_cl_check(op, clEnqueueReadBuffer(q->queue, mem, CL_FALSE, offset, bytes, place, 0, NULL, event));
    if (!st)
        st = gla_cl_wait_event(op, q, *event);
    if (!st)
        memcpy(host, place, bytes);
    unlock_after_transfer(&q->ring_lock);
    return st;
}

/* ---- shared memory: map the buffer -------------------------------------------------------------------------------------- */
static gla_status copy_mapped(const char *op, gla_cl_queue *q, cl_mem mem, size_t offset, void *host, size_t bytes, bool upload)
{
    cl_int error = CL_SUCCESS;
    cl_event ready = NULL;
    char *at = clEnqueueMapBuffer(q->queue, mem, CL_FALSE, upload ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_READ, offset, bytes,
                                  0, NULL, &ready, &error);
    gla_status st = gla_cl_check(op, error);
    if (st)
        return st;
    st = gla_cl_wait_event(op, q, ready);
    clReleaseEvent(ready);
    if (!st)
        memcpy(upload ? at : host, upload ? host : at, bytes);
    gla_status end = gla_cl_check(op, clEnqueueUnmapMemObject(q->queue, mem, at, 0, NULL, NULL));
    return st ? st : end;
}

/* ---- separate memory: pinned chunks
 * --------------------------------------------------------------------------------------- */
static void drop_stage(gla_cl_stage *s)
{
    for (int i = 0; i < 2; i++)
        if (s->mem[i])
            clReleaseMemObject(s->mem[i]);
    gla_free(s);
}

static gla_status make_stage(const char *op, gla_cl *cl, gla_cl_queue *q)
{
    gla_cl_stage *s = gla_calloc(1, sizeof *s);
    cl_int error = CL_SUCCESS;
    if (!s)
        return gla_fail_memory(op, sizeof *s);
    for (int i = 0; i < 2 && error == CL_SUCCESS; i++) {
        s->mem[i] = clCreateBuffer(cl->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, CHUNK, NULL, &error);
        if (error == CL_SUCCESS)
            s->pinned[i] = clEnqueueMapBuffer(q->queue, s->mem[i], CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, CHUNK, 0, NULL, NULL,
                                              &error);
    }
    if (error != CL_SUCCESS) {
        drop_stage(s);
        return gla_cl_check(op, error);
    }
    pthread_mutex_init(&s->lock, NULL);
    cl->stage = s;
    return GLA_OK;
}

static gla_status stage_of(const char *op, gla_cl *cl, gla_cl_queue *q, gla_cl_stage **stage)
{
    gla_lock(&cl->lock);
    gla_status st = cl->stage ? GLA_OK : make_stage(op, cl, q);
    *stage = cl->stage;
    pthread_mutex_unlock(&cl->lock);
    return st;
}

/* Wait until chunk i is free. */
static gla_status free_chunk(const char *op, gla_cl_queue *q, gla_cl_stage *s, int i)
{
    gla_status st = s->busy[i] ? gla_cl_wait_event(op, q, s->busy[i]) : GLA_OK;
    if (s->busy[i] && st != GLA_INTERRUPTED_ERROR) {
        clReleaseEvent(s->busy[i]);
        s->busy[i] = NULL;
    }
    return st;
}

static size_t part(size_t bytes, size_t at)
{
    return bytes - at < CHUNK ? bytes - at : CHUNK;
}

static gla_status push(const char *op, gla_cl_queue *q, gla_cl_stage *s, cl_mem mem, size_t offset, const char *host,
                       size_t bytes)
{
    gla_status st = GLA_OK;
    int turn = 0;
    for (size_t at = 0; at < bytes && !st; at += CHUNK, turn ^= 1) {
        size_t n = part(bytes, at);
        st = free_chunk(op, q, s, turn);
        if (st)
            break;
        memcpy(s->pinned[turn], host + at, n);
        st = gla_cl_check(
            op, clEnqueueWriteBuffer(q->queue, mem, CL_FALSE, offset + at, n, s->pinned[turn], 0, NULL, &s->busy[turn]));
        if (!st)
            st = gla_cl_check(op, clFlush(q->queue));
    }
    return st;
}

/* Download chunks.  Chunk n + 1 is copied from the device while chunk n is copied to the result. */
static gla_status pull(const char *op, gla_cl_queue *q, gla_cl_stage *s, cl_mem mem, size_t offset, char *host, size_t bytes)
{
    gla_status st = GLA_OK;
    int turn = 0;
    for (size_t at = 0; at < bytes + CHUNK && !st; at += CHUNK, turn ^= 1) {
        if (at < bytes)
            st = free_chunk(op, q, s, turn);
        if (!st && at < bytes)
            st = gla_cl_check(op, clEnqueueReadBuffer(q->queue, mem, CL_FALSE, offset + at, part(bytes, at), s->pinned[turn], 0,
                                                      NULL, &s->busy[turn]));
        if (!st && at < bytes)
            st = gla_cl_check(op, clFlush(q->queue));
        if (!st && at > 0) {
            st = free_chunk(op, q, s, turn ^ 1);
            if (!st)
                memcpy(host + at - CHUNK, s->pinned[turn ^ 1], part(bytes, at - CHUNK));
        }
    }
    return st;
}

static gla_status copy_staged(const char *op, gla_cl *cl, cl_mem mem, size_t offset, void *host, size_t bytes, bool upload)
{
    gla_cl_queue *q = gla_cl_queue_of(cl);
    gla_cl_stage *s;
    gla_status st = stage_of(op, cl, q, &s);
    if (st)
        return st;
    lock_for_transfer(&s->lock);
    st = upload ? push(op, q, s, mem, offset, host, bytes) : pull(op, q, s, mem, offset, host, bytes);
    unlock_after_transfer(&s->lock);
    return st;
}

/* ---- functions for other files ------------------------------------------------------------------------------------------ */
gla_status gla_cl_write(const char *op, gla_device *dev, void *dst, const void *host, size_t bytes)
{
    gla_cl *cl = dev->state;
    cl_mem mem;
    size_t offset;
    gla_cl_queue *q = gla_cl_queue_of(cl);
    gla_status st = locate(op, dst, &mem, &offset);
    if (st)
        return st;
    if (in_transfer)
        st = copy_directly(op, q, mem, offset, (void *)host, bytes, true);
    else if (bytes <= GLA_CL_SLOT_BYTES)
        st = send_small(op, q, mem, offset, host, bytes);
    else if (cl->shares_host)
        st = copy_mapped(op, q, mem, offset, (void *)host, bytes, true);
    else
        st = copy_staged(op, cl, mem, offset, (void *)host, bytes, true);
    return st ? st : gla_cl_queued(op, cl);
}

gla_status gla_cl_read(const char *op, gla_device *dev, void *host, const void *src, size_t bytes)
{
    gla_cl *cl = dev->state;
    cl_mem mem;
    size_t offset;
    gla_cl_queue *q = gla_cl_queue_of(cl);
    gla_status st = locate(op, src, &mem, &offset);
    if (st)
        return st;
    if (in_transfer)
        return copy_directly(op, q, mem, offset, host, bytes, false);
    if (bytes <= GLA_CL_SLOT_BYTES)
        return receive_small(op, q, mem, offset, host, bytes);
    return cl->shares_host ? copy_mapped(op, q, mem, offset, host, bytes, false)
                           : copy_staged(op, cl, mem, offset, host, bytes, false);
}

gla_status gla_cl_upload(gla_device *dev, void *dst, const void *host, size_t bytes)
{
    gla_cl *cl;
    gla_status st = gla_cl_enter("upload", dev, &cl);
    return st ? st : gla_cl_write("upload", dev, dst, host, bytes);
}

gla_status gla_cl_download(gla_device *dev, void *host, const void *src, size_t bytes)
{
    gla_cl *cl;
    gla_status st = gla_cl_enter("download", dev, &cl);
    return st ? st : gla_cl_read("download", dev, host, src, bytes);
}

gla_status gla_cl_copy_block(const char *op, gla_device *dev, void *dst, const void *src, size_t bytes)
{
    gla_cl *cl = dev->state;
    cl_mem to, from;
    size_t to_offset, from_offset;
    gla_status st = locate(op, dst, &to, &to_offset);
    if (!st)
        st = locate(op, src, &from, &from_offset);
    if (!st)
        st = gla_cl_check(op, clEnqueueCopyBuffer(gla_cl_commands(cl), from, to, from_offset, to_offset, bytes, 0, NULL, NULL));
    return st ? st : gla_cl_queued(op, cl);
}

gla_status gla_cl_fill(const char *op, gla_device *dev, void *dst, int byte, size_t bytes)
{
    gla_cl *cl = dev->state;
    unsigned char value = (unsigned char)byte;
    cl_mem mem;
    size_t offset;
    gla_status st = locate(op, dst, &mem, &offset);
    if (!st)
        st = gla_cl_check(op, clEnqueueFillBuffer(gla_cl_commands(cl), mem, &value, 1, offset, bytes, 0, NULL, NULL));
    return st ? st : gla_cl_queued(op, cl);
}
