/* stream.c - Streams, and waiting for streams and events.
 *
 * A wait polls, so that it can check for interrupts.  A wait polls without sleeping at first, because most waits are short.
 * When a kernel fails, CUDA reports an error at the next wait but does not name the kernel.  Each queue therefore remembers its
 * last operations. */
#include "runtime/stream.h"
#include "cuda.h"
#include "runtime/interrupt.h"
#include "contract/stream.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define SPIN_SECONDS 0.02 /* duration of polling without sleeping */
#define SLEEP_NANOSECONDS 100000
#define CHECK_SECONDS 0.05 /* interval between checks for interrupts */

gla_status gla_cuda_check_wait(const char *op, gla_cuda_queue *q, cudaError_t error)
{
    char operations[300];
    if (error == cudaSuccess)
        return GLA_OK;
    cudaGetLastError();
    gla_device_list_operations(q->operations, q->n_operations, operations, sizeof operations);
    return gla_fail(
        GLA_DEVICE_ERROR,
        "%s: work on cuda:%d failed: %s (%s).  The failed operation is one of: %s.  Set GPULINALG_SYNC=1 to find out "
        "which.  This process can no longer use the device; arrays on the host and on other devices remain usable",
        op, q->ordinal, cudaGetErrorString(error), cudaGetErrorName(error), *operations ? operations : "unknown");
}

/* Second queue of the current queue, between gla_cuda_fork and gla_cuda_return; otherwise NULL. */
static _Thread_local gla_cuda_queue *side;

/* Check for interrupts.  A signal handler of the user's script may compute, even on another device. */
static bool is_interrupted(const gla_cuda_queue *q)
{
    gla_cuda_queue *mine = side;
    side = NULL;
    bool stopped = gla_cuda_interrupted();
    side = mine;
    cudaSetDevice(q->ordinal);
    return stopped;
}

/* Call `query` until its result is not cudaErrorNotReady. */
static gla_status wait_for(const char *op, gla_cuda_queue *q, cudaError_t (*query)(void *), void *what)
{
    double start = gla_device_now(), asked = start;
    void *work = NULL; /* wait without blocking other threads */
    bool stopped = false;
    cudaError_t error;
    while (!stopped && (error = query(what)) == cudaErrorNotReady) {
        double t = gla_device_now();
        if (t - start > SPIN_SECONDS) {
            work = work ? work : gla_work_begin(INFINITY);
            nanosleep(&(struct timespec){0, SLEEP_NANOSECONDS}, NULL);
        }
        if (t - asked > CHECK_SECONDS) {
            asked = t;
            stopped = is_interrupted(q);
        }
    }
    gla_work_end(work);
    if (stopped)
        return gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted while waiting for cuda:%d; work on the device continues", op,
                        q->ordinal);
    return gla_cuda_check_wait(op, q, error);
}

static cudaError_t query_stream(void *stream)
{
    return cudaStreamQuery(stream);
}

static cudaError_t query_event(void *event)
{
    return cudaEventQuery(event);
}

gla_status gla_cuda_wait_event(const char *op, gla_cuda_queue *q, cudaEvent_t event)
{
    return wait_for(op, q, query_event, event);
}

gla_cuda_queue *gla_cuda_queue_of(const gla_cuda *cuda)
{
    return side ? side : gla_stream_state(cuda->dev);
}

gla_status gla_cuda_wait(const char *op, gla_cuda *cuda)
{
    gla_cuda_queue *q = gla_cuda_queue_of(cuda);
    return wait_for(op, q, query_stream, q->stream);
}

/* ---- small results -------------------------------------------------------------------------------------------------- */
_Static_assert(GLA_CUDA_SLOTS == sizeof(unsigned) * CHAR_BIT, "a bit for each place");

/* Take a free slot.  Return the bit of the slot, or 0 if all slots are taken. */
static unsigned claim(gla_cuda_queue *q)
{
    unsigned taken = atomic_load(&q->slots_taken);
    while (taken != UINT_MAX) {
        unsigned bit = ~taken & (taken + 1);
        if (atomic_compare_exchange_weak(&q->slots_taken, &taken, taken | bit))
            return bit;
    }
    return 0;
}

/* Free the slots whose waits were interrupted, if the stream is idle, because then nothing can write to these slots any
 * more. */
static void free_left(gla_cuda_queue *q)
{
    pthread_mutex_lock(&q->block_lock);
    unsigned left = atomic_load(&q->slots_left);
    if (left && cudaStreamQuery(q->stream) == cudaSuccess) {
        atomic_fetch_and(&q->slots_left, ~left);
        atomic_fetch_and(&q->slots_taken, ~left);
    }
    pthread_mutex_unlock(&q->block_lock);
}

void *gla_cuda_take_slot(const gla_cuda *cuda)
{
    gla_cuda_queue *q = gla_cuda_queue_of(cuda);
    unsigned bit = claim(q);
    if (!bit) {
        free_left(q);
        bit = claim(q);
    }
    return bit ? q->pinned + (size_t)__builtin_ctz(bit) * GLA_CUDA_SLOT_BYTES : NULL;
}

/* Return the queue of a slot.  The queue of a slot need not be the current queue, because a signal handler may have changed the
 * current queue during the wait. */
static gla_cuda_queue *owner_of(const gla_cuda *cuda, const char *slot)
{
    const size_t bytes = (size_t)GLA_CUDA_SLOTS * GLA_CUDA_SLOT_BYTES;
    for (int i = 0; i < GLA_MAX_STREAMS; i++) {
        const gla_stream *s = atomic_load(&cuda->dev->streams[i]);
        for (gla_cuda_queue *q = s ? s->state : NULL; q; q = q->side)
            if (slot >= q->pinned && slot < q->pinned + bytes)
                return q;
    }
    return NULL;
}

void gla_cuda_release_slot(const gla_cuda *cuda, void *slot, gla_status st)
{
    gla_cuda_queue *q = slot ? owner_of(cuda, slot) : NULL;
    unsigned bit = q ? 1u << (((char *)slot - q->pinned) / GLA_CUDA_SLOT_BYTES) : 0;
    if (q && st)
        atomic_fetch_or(&q->slots_left, bit);
    else if (q)
        atomic_fetch_and(&q->slots_taken, ~bit);
}

/* Small results are copied through a slot, which stays valid if the wait is interrupted.  Large results, and all results if no
 * slot is free, are copied after the wait.  Such a copy needs a second wait, because the host memory may be pinned. */
gla_status gla_cuda_read(const char *op, gla_cuda *cuda, void *host, const void *device, size_t bytes)
{
    gla_cuda_queue *q = gla_cuda_queue_of(cuda);
    char *slot = bytes <= GLA_CUDA_SLOT_BYTES ? gla_cuda_take_slot(cuda) : NULL;
    gla_status st = GLA_OK;
    if (slot)
        st = gla_cuda_check(op, cudaMemcpyAsync(slot, device, bytes, cudaMemcpyDeviceToHost, q->stream));
    if (!st)
        st = gla_cuda_wait(op, cuda);
    if (!st && slot)
        memcpy(host, slot, bytes);
    if (!st && !slot)
        st = gla_cuda_check(op, cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, q->stream));
    if (!st && !slot)
        st = gla_cuda_wait(op, cuda);
    gla_cuda_release_slot(cuda, slot, st);
    return st;
}

gla_status gla_cuda_queued(const char *op, gla_cuda *cuda)
{
    gla_cuda_queue *q = gla_cuda_queue_of(cuda);
    q->operations[q->n_operations++ % GLA_DEVICE_REMEMBERED] = op;
    if (!gla_device_wants_waits())
        return GLA_OK;
    for (int i = 1; i < GLA_DEVICE_REMEMBERED; i++) /* earlier operations have succeeded */
        q->operations[(q->n_operations - 1 + (unsigned)i) % GLA_DEVICE_REMEMBERED] = NULL;
    return gla_cuda_wait(op, cuda);
}

/* ---- two concurrent queues ------------------------------------------------------------------------------------------ */
static gla_status create(gla_device *dev, void **stream);
static gla_status join(gla_device *dev, void *stream, void *other);

gla_status gla_cuda_fork(gla_cuda *cuda)
{
    gla_cuda_queue *q = gla_cuda_queue_of(cuda);
    void *second = q->side;
    gla_status st = second ? GLA_OK : create(cuda->dev, &second);
    q->side = second;
    if (!st)
        st = join(cuda->dev, second, q);
    if (!st)
        side = second;
    return st;
}

void gla_cuda_return(void)
{
    side = NULL;
}

gla_status gla_cuda_join(gla_cuda *cuda)
{
    gla_cuda_queue *q = gla_cuda_queue_of(cuda);
    return q->side ? join(cuda->dev, q, q->side) : GLA_OK;
}

/* ---- the slots --------------------------------------------------------------------------------------------------- */
static gla_status create(gla_device *dev, void **stream)
{
    gla_cuda *cuda;
    gla_status st = gla_cuda_enter("new_stream", dev, &cuda);
    gla_cuda_queue *q = st ? NULL : gla_calloc(1, sizeof *q);
    if (!q)
        return st ? st : gla_fail_memory("new_stream", sizeof *q);
    q->ordinal = cuda->ordinal;
    pthread_mutex_init(&q->mark_lock, NULL);
    pthread_mutex_init(&q->block_lock, NULL);
    st = gla_cuda_check("new_stream", cudaStreamCreateWithFlags(&q->stream, cudaStreamNonBlocking));
    if (!st)
        st = gla_cuda_check("new_stream", cudaEventCreateWithFlags(&q->end, cudaEventDisableTiming));
    if (!st)
        st = gla_cuda_check("new_stream",
                            cudaHostAlloc((void **)&q->pinned, GLA_CUDA_SLOTS * GLA_CUDA_SLOT_BYTES, cudaHostAllocPortable));
    if (!st) {
        *stream = q;
        return GLA_OK;
    }
    if (q->end)
        cudaEventDestroy(q->end);
    if (q->stream)
        cudaStreamDestroy(q->stream);
    gla_free(q);
    return st;
}

static gla_status synchronize(gla_device *dev, void *stream)
{
    gla_cuda *cuda;
    gla_cuda_queue *q = stream;
    gla_status st = gla_cuda_enter("synchronize", dev, &cuda);
    return st ? st : wait_for("synchronize", q, query_stream, q->stream);
}

static gla_status query(gla_device *dev, void *stream, bool *done)
{
    gla_cuda *cuda;
    gla_cuda_queue *q = stream;
    gla_status st = gla_cuda_enter("stream_query", dev, &cuda);
    cudaError_t error = st ? cudaSuccess : cudaStreamQuery(q->stream);
    *done = error != cudaErrorNotReady;
    return st || !*done ? st : gla_cuda_check_wait("stream_query", q, error);
}

/* Make one stream wait for another.  All calls use the same event.  Recording the event again does not affect streams that wait
 * for an earlier recording. */
static gla_status join(gla_device *dev, void *stream, void *other)
{
    gla_cuda *cuda;
    gla_cuda_queue *q = stream, *o = other;
    gla_status st = gla_cuda_enter("stream_wait", dev, &cuda);
    if (!st)
        st = gla_cuda_record_mark(q);
    if (!st && o->ordinal != cuda->ordinal)
        st = gla_cuda_check("stream_wait", cudaSetDevice(o->ordinal));
    if (!st)
        st = gla_cuda_check("stream_wait", cudaEventRecord(o->end, o->stream));
    if (!st)
        st = gla_cuda_check("stream_wait", cudaStreamWaitEvent(q->stream, o->end, 0));
    if (o->ordinal != cuda->ordinal)
        cudaSetDevice(cuda->ordinal);
    return st;
}

static uintptr_t native(void *stream)
{
    return (uintptr_t)((gla_cuda_queue *)stream)->stream;
}

const gla_stream_ops gla_cuda_stream_ops = {
    .create = create,
    .synchronize = synchronize,
    .query = query,
    .join = join,
    .sync_external = gla_cuda_sync_external,
    .native = native,
    .event_record = gla_cuda_event_record,
    .event_free = gla_cuda_event_free,
    .event_synchronize = gla_cuda_event_synchronize,
    .event_query = gla_cuda_event_query,
    .event_wait = gla_cuda_event_wait,
    .event_elapsed = gla_cuda_event_elapsed,
};
