/* stream.c - Streams and events, and waiting for them.
 *
 * A wait polls, so that it can check for interrupts.  On a GPU, a wait polls without sleeping at first, because most waits are
 * short.  On a CPU, a wait yields between polls, because the cores execute the work.  Each queue remembers its last operations,
 * for the error message if a command fails. */
#include "opencl.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"
#include "runtime/interrupt.h"
#include "runtime/lock.h"
#include "contract/stream.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SPIN_SECONDS 0.02    /* duration of polling a GPU without sleeping */
#define YIELD_SECONDS 0.0001 /* duration of yielding to the threads of a CPU device */
#define SLEEP_NANOSECONDS 100000
#define CHECK_SECONDS 0.05 /* interval between checks for interrupts */

static gla_status fail_work(const char *op, const gla_cl_queue *q, cl_int error)
{
    char operations[300];
    gla_device_list_operations(q->operations, q->n_operations, operations, sizeof operations);
    return gla_fail(GLA_DEVICE_ERROR,
                    "%s: work on %s failed: %s (%d).  The failed operation is one of: %s.  Set GPULINALG_SYNC=1 to find out "
                    "which.  If later calls fail too, this process can no longer use the device; arrays on the host and on "
                    "other devices remain usable",
                    op, q->cl->dev->name, gla_cl_error_name(error), error, *operations ? operations : "unknown");
}

/* Return the status of a command:  CL_COMPLETE, a positive value if the command is pending, or a negative error code. */
static cl_int status_of(cl_event event)
{
    cl_int status = CL_COMPLETE;
    cl_int error = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return error == CL_SUCCESS ? status : error;
}

/* Queues of CPU devices, which are kept until the process ends. */
static _Atomic(gla_cl_queue *) cpu_queues;

/* Finish all queues of CPU devices at the end of the process.  PoCL's compiler is shut down at that time, and crashes if it is
 * still compiling enqueued kernels. */
static void finish_cpus(void)
{
    for (const gla_cl_queue *q = gla_cl_is_ours() ? atomic_load(&cpu_queues) : NULL; q; q = q->next)
        clFinish(q->queue);
}

static void finish_at_exit(void)
{
    atexit(finish_cpus);
}

/* Register finish_cpus.  Functions of atexit are called in reverse order, so the compiler must have registered its own function
 * earlier.  The compiler registers its function when the compiler is first used. */
static void register_finish(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, finish_at_exit);
}

gla_status gla_cl_wait_event(const char *op, gla_cl_queue *q, cl_event event)
{
    cl_int status = status_of(event);
    if (status > 0)
        clFlush(q->queue);
    double start = gla_device_now(), asked = start;
    while ((status = status_of(event)) > 0) {
        double t = gla_device_now();
        if (q->cl->is_cpu && t - start < YIELD_SECONDS)
            sched_yield();
        else if (q->cl->is_cpu || t - start > SPIN_SECONDS)
            nanosleep(&(struct timespec){0, SLEEP_NANOSECONDS}, NULL);
        if (t - asked > CHECK_SECONDS) {
            asked = t;
            if (gla_interrupted())
                return gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted while waiting for %s; work on the device continues", op,
                                q->cl->dev->name);
        }
    }
    if (q->cl->is_cpu)
        register_finish();
    return status == CL_COMPLETE ? GLA_OK : fail_work(op, q, status);
}

gla_cl_queue *gla_cl_queue_of(const gla_cl *cl)
{
    return gla_stream_state(cl->dev);
}

/* Enqueue a marker after all work in q. */
static gla_status mark_end(const char *op, gla_cl_queue *q, cl_event *event)
{
    gla_status st = gla_cl_check(op, clEnqueueMarkerWithWaitList(q->queue, 0, NULL, event));
    if (!st)
        st = gla_cl_check(op, clFlush(q->queue));
    return st;
}

/* Keep a marker, with which later queries of q are answered until more work is enqueued, because enqueuing a marker takes
 * time. */
static void keep_probe(gla_cl_queue *q, cl_event end, unsigned operations)
{
    if (q->probe)
        clReleaseEvent(q->probe);
    q->probe = end;
    q->probed = operations;
}

static gla_status wait_queue(const char *op, gla_cl_queue *q)
{
    cl_event end = NULL;
    unsigned operations = atomic_load(&q->n_operations);
    gla_status st = mark_end(op, q, &end);
    if (!st)
        st = gla_cl_wait_event(op, q, end);
    if (!st) {
        gla_lock(&q->probe_lock);
        keep_probe(q, end, operations);
        pthread_mutex_unlock(&q->probe_lock);
    } else if (end) {
        clReleaseEvent(end);
    }
    return st;
}

gla_status gla_cl_wait(const char *op, gla_cl *cl)
{
    return wait_queue(op, gla_cl_queue_of(cl));
}

/* Record an operation of q.  Return the index of this operation among all operations of q. */
static unsigned remember(const char *op, gla_cl_queue *q)
{
    unsigned at = atomic_fetch_add(&q->n_operations, 1);
    q->operations[at % GLA_DEVICE_REMEMBERED] = op;
    return at;
}

static gla_status wait_in_queue(const char *op, gla_cl_queue *q, cl_event event)
{
    remember(op, q);
    return gla_cl_check(op, clEnqueueBarrierWithWaitList(q->queue, 1, &event, NULL));
}

gla_status gla_cl_join(const char *op, gla_cl_queue *q, gla_cl_queue *other)
{
    cl_event end = NULL;
    if (q == other)
        return GLA_OK;
    gla_status st = mark_end(op, other, &end);
    if (!st && q->cl != other->cl) /* events are valid in only one context */
        st = gla_cl_wait_event(op, other, end);
    else if (!st)
        st = wait_in_queue(op, q, end);
    if (end)
        clReleaseEvent(end);
    return st;
}

gla_status gla_cl_queued(const char *op, gla_cl *cl)
{
    gla_cl_queue *q = gla_cl_queue_of(cl);
    unsigned at = remember(op, q);
    if (!gla_device_wants_waits())
        return gla_cl_check(op, clFlush(q->queue));
    for (int i = 1; i < GLA_DEVICE_REMEMBERED; i++) /* earlier operations have succeeded */
        q->operations[(at + (unsigned)i) % GLA_DEVICE_REMEMBERED] = NULL;
    return gla_cl_wait(op, cl);
}

/* ---- the slots --------------------------------------------------------------------------------------------------- */
static gla_status create(gla_device *dev, void **stream)
{
    gla_cl *cl;
    cl_int error;
    gla_status st = gla_cl_enter("new_stream", dev, &cl);
    gla_cl_queue *q = st ? NULL : gla_calloc(1, sizeof *q);
    if (!q)
        return st ? st : gla_fail_memory("new_stream", sizeof *q);
    q->cl = cl;
    q->ring = gla_malloc(GLA_CL_SLOTS * GLA_CL_SLOT_BYTES);
    if (!q->ring)
        st = gla_fail_memory("new_stream", GLA_CL_SLOTS * GLA_CL_SLOT_BYTES);
    if (!st) {
        q->queue = clCreateCommandQueue(cl->context, cl->id, CL_QUEUE_PROFILING_ENABLE, &error);
        st = gla_cl_check("new_stream", error);
    }
    if (st) {
        gla_free(q->ring);
        gla_free(q);
        return st;
    }
    pthread_mutex_init(&q->ring_lock, NULL);
    pthread_mutex_init(&q->probe_lock, NULL);
    q->next = cl->is_cpu ? atomic_load(&cpu_queues) : NULL;
    while (cl->is_cpu && !atomic_compare_exchange_weak(&cpu_queues, &q->next, q))
        ;
    *stream = q;
    return GLA_OK;
}

static gla_status synchronize(gla_device *dev, void *stream)
{
    gla_cl *cl;
    gla_status st = gla_cl_enter("synchronize", dev, &cl);
    return st ? st : wait_queue("synchronize", stream);
}

static gla_status query_event(const char *op, gla_cl_queue *q, cl_event event, bool *done)
{
    cl_int status = status_of(event);
    *done = status <= 0;
    return status < 0 ? fail_work(op, q, status) : GLA_OK;
}

static gla_status query(gla_device *dev, void *stream, bool *done)
{
    gla_cl *cl;
    gla_cl_queue *q = stream;
    gla_status st = gla_cl_enter("stream_query", dev, &cl);
    if (st)
        return st;
    gla_lock(&q->probe_lock);
    unsigned n = atomic_load(&q->n_operations);
    if (!q->probe || q->probed != n) {
        cl_event end = NULL;
        st = mark_end("stream_query", q, &end);
        keep_probe(q, end, n);
        for (double start = gla_device_now(); !st && status_of(q->probe) > 0 && gla_device_now() - start < YIELD_SECONDS;)
            sched_yield();
    }
    if (!st)
        st = query_event("stream_query", q, q->probe, done);
    pthread_mutex_unlock(&q->probe_lock);
    return st;
}

static gla_status join(gla_device *dev, void *stream, void *other)
{
    gla_cl *cl;
    gla_status st = gla_cl_enter("stream_wait", dev, &cl);
    return st ? st : gla_cl_join("stream_wait", stream, other);
}

/* Synchronise with a queue of another library, which is a cl_command_queue of the same context. */
static gla_status sync_external(gla_device *dev, void *stream, uintptr_t native, bool it_waits)
{
    gla_cl *cl;
    gla_cl_queue *q = stream;
    cl_command_queue theirs = (cl_command_queue)native;
    cl_event end = NULL;
    gla_status st = gla_cl_enter("stream", dev, &cl);
    if (!st)
        st = gla_cl_check("stream", clEnqueueMarkerWithWaitList(it_waits ? q->queue : theirs, 0, NULL, &end));
    if (!st)
        st = gla_cl_check("stream", clFlush(it_waits ? q->queue : theirs));
    if (!st)
        st = it_waits ? gla_cl_check("stream", clEnqueueBarrierWithWaitList(theirs, 1, &end, NULL))
                      : wait_in_queue("stream", q, end);
    if (end)
        clReleaseEvent(end);
    return st;
}

static uintptr_t native(void *stream)
{
    return (uintptr_t)((gla_cl_queue *)stream)->queue;
}

/* An event and the queue in which it was recorded, for the error message if the event fails. */
typedef struct mark {
    cl_event event;
    gla_cl_queue *queue;
} mark;

static gla_status event_record(gla_device *dev, void *stream, bool timing, void **event)
{
    gla_cl *cl;
    gla_status st = gla_cl_enter("stream_record", dev, &cl);
    mark *m = st ? NULL : gla_calloc(1, sizeof *m);
    (void)timing; /* all queues record times */
    if (!m)
        return st ? st : gla_fail_memory("stream_record", sizeof *m);
    m->queue = stream;
    st = mark_end("stream_record", m->queue, &m->event);
    if (st) {
        if (m->event)
            clReleaseEvent(m->event);
        gla_free(m);
    } else {
        *event = m;
    }
    return st;
}

static void event_free(gla_device *dev, void *event)
{
    if (gla_cl_is_ours())
        clReleaseEvent(((mark *)event)->event);
    gla_free(event);
    (void)dev;
}

static gla_status event_synchronize(gla_device *dev, void *event)
{
    gla_cl *cl;
    mark *m = event;
    gla_status st = gla_cl_enter("event_synchronize", dev, &cl);
    return st ? st : gla_cl_wait_event("event_synchronize", m->queue, m->event);
}

static gla_status event_query(gla_device *dev, void *event, bool *done)
{
    gla_cl *cl;
    mark *m = event;
    gla_status st = gla_cl_enter("event_query", dev, &cl);
    return st ? st : query_event("event_query", m->queue, m->event, done);
}

static gla_status event_wait(gla_device *dev, void *stream, void *event)
{
    gla_cl *cl;
    gla_cl_queue *q = stream;
    mark *m = event;
    gla_status st = gla_cl_enter("stream_wait", dev, &cl);
    if (st)
        return st;
    return m->queue->cl == q->cl ? wait_in_queue("stream_wait", q, m->event)
                                 : gla_cl_wait_event("stream_wait", m->queue, m->event);
}

static gla_status time_of(mark *m, cl_ulong *nanoseconds)
{
    return gla_cl_check("event_elapsed_time",
                        clGetEventProfilingInfo(m->event, CL_PROFILING_COMMAND_END, sizeof *nanoseconds, nanoseconds, NULL));
}

static gla_status event_elapsed(gla_device *dev, void *start, void *end, double *milliseconds)
{
    cl_ulong first = 0, last = 0;
    gla_status st = event_synchronize(dev, start);
    if (!st)
        st = event_synchronize(dev, end);
    if (!st)
        st = time_of(start, &first);
    if (!st)
        st = time_of(end, &last);
    *milliseconds = 1e-6 * ((double)last - (double)first);
    return st;
}

const gla_stream_ops gla_cl_stream_ops = {
    .create = create,
    .synchronize = synchronize,
    .query = query,
    .join = join,
    .sync_external = sync_external,
    .native = native,
    .event_record = event_record,
    .event_free = event_free,
    .event_synchronize = event_synchronize,
    .event_query = event_query,
    .event_wait = event_wait,
    .event_elapsed = event_elapsed,
};
