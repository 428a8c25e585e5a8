/* event.c - Events, here called marks.
 *
 * A mark without timing is recorded lazily: before the next work enters its queue, or when the mark is queried or waited for.
 * Most kernel launches return an event that is never used, and lazy recording makes such an event free of cost. */
#include "cuda.h"
#include "runtime/allocation.h"

typedef struct gla_cuda_mark {
    cudaEvent_t event; /* NULL: not recorded yet */
    gla_cuda *cuda;
    gla_cuda_queue *queue;
} mark;

static gla_status record(mark *m, unsigned flags)
{
    gla_status st = gla_cuda_check("stream_record", cudaEventCreateWithFlags(&m->event, flags));
    if (!st && (st = gla_cuda_check("stream_record", cudaEventRecord(m->event, m->queue->stream)))) {
        cudaEventDestroy(m->event);
        m->event = NULL;
    }
    return st;
}

/* Remove the pending mark from its queue.  The caller must record or free the mark. */
static void take(gla_cuda_queue *q)
{
    atomic_fetch_sub(&q->mark->cuda->n_marks, 1);
    q->mark = NULL;
}

gla_status gla_cuda_record_mark(gla_cuda_queue *q)
{
    gla_status st = GLA_OK;
    pthread_mutex_lock(&q->mark_lock);
    mark *m = q->mark;
    if (m) {
        take(q);
        st = record(m, cudaEventDisableTiming);
    }
    pthread_mutex_unlock(&q->mark_lock);
    return st;
}

/* Return the CUDA event of a mark.  Record the event now if it has not been recorded. */
static gla_status event_of(mark *m, const gla_cuda *current, cudaEvent_t *event)
{
    gla_status st = GLA_OK;
    pthread_mutex_lock(&m->queue->mark_lock);
    if (!m->event) {
        if (m->queue->mark == m)
            take(m->queue);
        if (m->cuda != current)
            cudaSetDevice(m->queue->ordinal);
        st = record(m, cudaEventDisableTiming);
        if (m->cuda != current)
            cudaSetDevice(current->ordinal);
    }
    *event = m->event;
    pthread_mutex_unlock(&m->queue->mark_lock);
    return st;
}

gla_status gla_cuda_event_record(gla_device *dev, void *stream, bool timing, void **event)
{
    gla_cuda *cuda;
    gla_cuda_queue *q = stream;
    gla_status st = gla_cuda_enter("stream_record", dev, &cuda);
    if (!st)
        st = gla_cuda_record_mark(q);
    mark *m = st ? NULL : gla_calloc(1, sizeof *m);
    if (!m)
        return st ? st : gla_fail_memory("stream_record", sizeof *m);
    m->cuda = cuda;
    m->queue = q;
    pthread_mutex_lock(&q->mark_lock);
    if (timing || q->mark) {
        st = record(m, timing ? 0 : cudaEventDisableTiming);
    } else {
        q->mark = m;
        atomic_fetch_add(&cuda->n_marks, 1);
    }
    pthread_mutex_unlock(&q->mark_lock);
    if (st)
        gla_free(m);
    else
        *event = m;
    return st;
}

void gla_cuda_event_free(gla_device *dev, void *event)
{
    mark *m = event;
    pthread_mutex_lock(&m->queue->mark_lock);
    if (m->queue->mark == m)
        take(m->queue);
    pthread_mutex_unlock(&m->queue->mark_lock);
    if (m->event && gla_cuda_is_ours())
        cudaEventDestroy(m->event);
    gla_free(m);
    (void)dev;
}

gla_status gla_cuda_event_synchronize(gla_device *dev, void *event)
{
    gla_cuda *cuda;
    cudaEvent_t e;
    mark *m = event;
    gla_status st = gla_cuda_enter("event_synchronize", dev, &cuda);
    if (!st)
        st = event_of(m, cuda, &e);
    return st ? st : gla_cuda_wait_event("event_synchronize", m->queue, e);
}

gla_status gla_cuda_event_query(gla_device *dev, void *event, bool *done)
{
    gla_cuda *cuda;
    cudaEvent_t e;
    mark *m = event;
    *done = true;
    gla_status st = gla_cuda_enter("event_query", dev, &cuda);
    if (!st)
        st = event_of(m, cuda, &e);
    cudaError_t error = st ? cudaSuccess : cudaEventQuery(e);
    *done = error != cudaErrorNotReady;
    return st || !*done ? st : gla_cuda_check_wait("event_query", m->queue, error);
}

gla_status gla_cuda_event_wait(gla_device *dev, void *stream, void *event)
{
    gla_cuda *cuda;
    cudaEvent_t e;
    gla_cuda_queue *q = stream;
    gla_status st = gla_cuda_enter("stream_wait", dev, &cuda);
    if (!st)
        st = gla_cuda_record_mark(q);
    if (!st)
        st = event_of(event, cuda, &e);
    return st ? st : gla_cuda_check("stream_wait", cudaStreamWaitEvent(q->stream, e, 0));
}

/* The facade calls this only for events with timing, which are recorded immediately. */
gla_status gla_cuda_event_elapsed(gla_device *dev, void *start, void *end, double *milliseconds)
{
    float ms = 0;
    mark *first = start, *last = end;
    gla_status st = gla_cuda_event_synchronize(dev, first);
    if (!st)
        st = gla_cuda_event_synchronize(dev, last);
    if (!st)
        st = gla_cuda_check("event_elapsed_time", cudaEventElapsedTime(&ms, first->event, last->event));
    *milliseconds = (double)ms;
    return st;
}
