/* lanes.c - Threads with pinned chunks that copy between ordinary host memory and a device.
 *
 * The driver copies ordinary (pageable) memory with one thread through one staging buffer, which is far slower than the link.
 * Here each of several threads has two pinned chunks.  A thread fills one chunk while the device's copy engine empties the
 * other chunk. */
#include "config.h"
#include "transfer.h"
#include "runtime/lock.h"
#include "runtime/allocation.h"

#include <sched.h>
#include <string.h>

typedef gla_cuda_lane lane;

/* Share of one lane in a call to gla_cuda_each_lane. */
typedef struct job {
    int ordinal;
    lane *lane;
    gla_cuda_lane_body body;
    void *arg;
    cudaError_t error;
} job;

/* A thread that waits for jobs.  It lives as long as the process. */
typedef struct worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change;
    job *job; /* NULL when the job is done */
} worker;

/* The lanes of one device, created on demand and kept. */
typedef struct ring {
    pthread_mutex_t lock;
    int ready, n_workers;
    lane lanes[GLA_CUDA_MAX_LANES];
    worker workers[GLA_CUDA_MAX_LANES];
} ring;

static _Atomic(ring *) rings[GLA_MAX_DEVICES];

static ring *ring_of(int ordinal)
{
    ring *r = atomic_load(&rings[ordinal]), *other = NULL;
    if (r || !(r = gla_calloc(1, sizeof *r)))
        return r;
    pthread_mutex_init(&r->lock, NULL);
    if (atomic_compare_exchange_strong(&rings[ordinal], &other, r))
        return r;
    pthread_mutex_destroy(&r->lock); /* another thread was faster */
    gla_free(r);
    return other;
}

static void drop_lane(lane *l)
{
    for (int i = 0; i < 2; i++) {
        if (l->pinned[i])
            cudaFreeHost(l->pinned[i]);
        if (l->done[i])
            cudaEventDestroy(l->done[i]);
    }
    if (l->stream)
        cudaStreamDestroy(l->stream);
    memset(l, 0, sizeof *l);
}

static cudaError_t make_lane(lane *l, int index)
{
    l->index = index;
    cudaError_t e = cudaStreamCreateWithFlags(&l->stream, cudaStreamNonBlocking);
    for (int i = 0; i < 2 && !e; i++) {
        e = cudaEventCreateWithFlags(&l->done[i], cudaEventDisableTiming);
        if (!e)
            e = cudaHostAlloc(&l->pinned[i], GLA_CUDA_CHUNK, cudaHostAllocPortable);
    }
    if (e) {
        cudaGetLastError();
        drop_lane(l);
    }
    return e;
}

static void work(job *j)
{
    j->error = cudaSetDevice(j->ordinal);
    if (!j->error)
        j->error = j->body(j->lane, j->arg);
}

static void *serve(void *arg)
{
    worker *w = arg;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->job)
            pthread_cond_wait(&w->change, &w->lock);
        pthread_mutex_unlock(&w->lock);
        work(w->job);
        pthread_mutex_lock(&w->lock);
        w->job = NULL;
        pthread_cond_signal(&w->change);
    }
    return NULL;
}

/* Start threads until there are n.  The ring's lock is held. */
static void start_workers(ring *r, int n)
{
    sigset_t theirs;
    if (r->n_workers >= n)
        return;
    gla_signals_hold(&theirs);
    for (; r->n_workers < n; r->n_workers++) {
        worker *w = &r->workers[r->n_workers];
        pthread_mutex_init(&w->lock, NULL);
        pthread_cond_init(&w->change, NULL);
        if (pthread_create(&w->thread, NULL, serve, w))
            break;
    }
    gla_signals_release(&theirs);
}

static void submit(worker *w, job *j)
{
    pthread_mutex_lock(&w->lock);
    w->job = j;
    pthread_cond_signal(&w->change);
    pthread_mutex_unlock(&w->lock);
}

static void await(worker *w)
{
    pthread_mutex_lock(&w->lock);
    while (w->job)
        pthread_cond_wait(&w->change, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

cudaError_t gla_cuda_each_lane(int ordinal, int n, gla_cuda_lane_body body, void *arg)
{
    job jobs[GLA_CUDA_MAX_LANES];
    cudaError_t e = cudaSuccess;
    ring *r = ring_of(ordinal);
    if (!r)
        return cudaErrorMemoryAllocation;
    gla_lock(&r->lock);
    while (r->ready < n && !(e = make_lane(&r->lanes[r->ready], r->ready)))
        r->ready++;
    for (int i = 0; i < n; i++)
        jobs[i] = (job){ordinal, &r->lanes[i], body, arg, cudaSuccess};
    if (!e)
        start_workers(r, n - 1);
    /* Lanes for which no thread could be created are run by the caller, one after another. */
    int handed = e ? 0 : r->n_workers < n - 1 ? r->n_workers : n - 1;
    for (int i = 0; i < handed; i++)
        submit(&r->workers[i], &jobs[i]);
    for (int i = handed; i < n && !e; i++)
        work(&jobs[i]);
    for (int i = 0; i < handed; i++)
        await(&r->workers[i]);
    for (int i = 0; i < n && !e; i++)
        e = jobs[i].error;
    pthread_mutex_unlock(&r->lock);
    return e;
}

int gla_cuda_lane_count(void)
{
    static atomic_int lanes;
    cpu_set_t set;
    int n = atomic_load(&lanes);
    if (!n) {
        n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 4;
        n = n < 4 ? 4 : n > GLA_CUDA_MAX_LANES ? GLA_CUDA_MAX_LANES : n;
        atomic_store(&lanes, n);
    }
    return n;
}
