/* rows.c - Upload the rows of a matrix, and compute with one portion while the next portions are uploaded.
 *
 * Each idle lane takes the next chunk in order.  When the copies of all chunks of a portion have been enqueued, the computation
 * with the portion is enqueued in the caller's stream, which waits for these copies.  Results therefore depend neither on the
 * number of lanes nor on timing. */
#include "transfer.h"
#include "runtime/allocation.h"

#include <string.h>

#define PORTION 8 /* number of chunks in a portion, all used together */
#define BUFFERS 3 /* number of portions on the device at a time, if rows are not kept */

typedef struct upload {
    const gla_cuda_rows *rows;
    gla_cuda_use_rows use;
    void *arg;
    cudaStream_t stream; /* the caller's */
    int64_t step;        /* number of rows per chunk */
    int64_t chunks, portions;
    char *rooms;
    cudaEvent_t used[BUFFERS]; /* after this event a buffer may be filled again */
    pthread_mutex_t lock;      /* guards the members below */
    pthread_cond_t progress;
    int64_t taken, next;                  /* number of chunks taken by lanes; number of portions whose use has been enqueued */
    cudaEvent_t last[GLA_CUDA_MAX_LANES]; /* event after the last copy of each lane */
    int *sent;                            /* number of chunks of each portion whose copies are enqueued */
    cudaError_t error;
} upload;

static void pack(const gla_cuda_rows *r, int64_t first, int64_t n, char *to)
{
    const char *from = r->host + first * (int64_t)r->stride;
    if (r->stride == r->row_bytes)
        memcpy(to, from, (size_t)n * r->row_bytes);
    else
        for (int64_t i = 0; i < n; i++)
            memcpy(to + (size_t)i * r->row_bytes, from + i * (int64_t)r->stride, r->row_bytes);
}

static int64_t rows_of(const upload *u, int64_t first, int64_t most)
{
    return u->rows->rows - first < most ? u->rows->rows - first : most;
}

/* Return the address of a chunk on the device. */
static char *address_of_chunk(const upload *u, int64_t chunk)
{
    int64_t at = u->rows->device ? chunk : chunk / PORTION % BUFFERS * PORTION + chunk % PORTION;
    return (u->rows->device ? u->rows->device : u->rooms) + (size_t)(at * u->step) * u->rows->row_bytes;
}

/* Return the next chunk for a lane, or -1 if there is none.  If the buffer for the chunk still contains an older portion, wait
 * until the use of that portion has been enqueued.  The wait cannot deadlock, because lanes with chunks of that portion wait
 * only for still older portions. */
static int64_t take(upload *u)
{
    pthread_mutex_lock(&u->lock);
    int64_t chunk = u->taken < u->chunks && !u->error ? u->taken++ : -1;
    while (chunk >= 0 && !u->rows->device && chunk / PORTION - u->next >= BUFFERS && !u->error)
        pthread_cond_wait(&u->progress, &u->lock);
    if (u->error)
        chunk = -1;
    pthread_mutex_unlock(&u->lock);
    return chunk;
}

static int64_t chunks_of(const upload *u, int64_t portion)
{
    return u->chunks - portion * PORTION < PORTION ? u->chunks - portion * PORTION : PORTION;
}

/* Enqueue the use of complete portions.  The caller holds the lock. */
static cudaError_t advance(upload *u)
{
    cudaError_t e = cudaSuccess;
    while (u->next < u->portions && u->sent[u->next] == chunks_of(u, u->next) && !e) {
        int64_t first = u->next * PORTION * u->step;
        for (int i = 0; i < GLA_CUDA_MAX_LANES && !e; i++)
            if (u->last[i])
                e = cudaStreamWaitEvent(u->stream, u->last[i], 0);
        if (!e)
            e = u->use(u->arg, address_of_chunk(u, u->next * PORTION), first, rows_of(u, first, PORTION * u->step));
        if (!e && !u->rows->device)
            e = cudaEventRecord(u->used[u->next % BUFFERS], u->stream);
        u->next++;
    }
    return e;
}

static void note_sent(upload *u, gla_cuda_lane *l, int turn, int64_t chunk, cudaError_t e)
{
    pthread_mutex_lock(&u->lock);
    u->last[l->index] = l->done[turn];
    u->sent[chunk / PORTION]++;
    if (!e && !u->error)
        e = advance(u);
    if (e && !u->error)
        u->error = e;
    pthread_cond_broadcast(&u->progress);
    pthread_mutex_unlock(&u->lock);
}

static cudaError_t push(gla_cuda_lane *l, void *arg)
{
    upload *u = arg;
    const gla_cuda_rows *r = u->rows;
    int64_t chunk;
    for (int turn = 0; (chunk = take(u)) >= 0; turn ^= 1) {
        int64_t first = chunk * u->step, n = rows_of(u, first, u->step);
        cudaError_t e = cudaEventSynchronize(l->done[turn]);
        pack(r, first, n, l->pinned[turn]);
        if (!e && !r->device && chunk / PORTION >= BUFFERS)
            e = cudaStreamWaitEvent(l->stream, u->used[chunk / PORTION % BUFFERS], 0);
        if (!e)
            e = cudaMemcpyAsync(address_of_chunk(u, chunk), l->pinned[turn], (size_t)n * r->row_bytes, cudaMemcpyHostToDevice,
                                l->stream);
        if (!e)
            e = cudaEventRecord(l->done[turn], l->stream);
        note_sent(u, l, turn, chunk, e);
    }
    return cudaStreamSynchronize(l->stream);
}

/* Allocate the buffers, which are memory for rows that are not kept on the device. */
static gla_status make_buffers(const char *op, gla_device *dev, upload *u)
{
    int64_t chunks = u->chunks < BUFFERS * PORTION ? u->chunks : BUFFERS * PORTION;
    gla_status st = gla_cuda_alloc(op, dev, (size_t)(chunks * u->step) * u->rows->row_bytes, (void **)&u->rooms);
    for (int i = 0; i < BUFFERS && !st; i++)
        st = gla_cuda_check(op, cudaEventCreateWithFlags(&u->used[i], cudaEventDisableTiming));
    return st;
}

gla_status gla_cuda_upload_rows(const char *op, gla_device *dev, const gla_cuda_rows *rows, gla_cuda_use_rows use, void *arg)
{
    gla_cuda *cuda;
    upload u = {.rows = rows,
                .use = use,
                .arg = arg,
                .step = (int64_t)(GLA_CUDA_CHUNK / rows->row_bytes),
                .lock = PTHREAD_MUTEX_INITIALIZER,
                .progress = PTHREAD_COND_INITIALIZER};
    gla_status st = gla_cuda_enter(op, dev, &cuda);
    if (st)
        return st;
    u.stream = gla_cuda_stream(cuda);
    u.chunks = (rows->rows + u.step - 1) / u.step;
    u.portions = (u.chunks + PORTION - 1) / PORTION;
    if (!(u.sent = gla_calloc((size_t)u.portions, sizeof *u.sent)))
        return gla_fail_memory(op, (size_t)u.portions * sizeof *u.sent);
    if (!rows->device)
        st = make_buffers(op, dev, &u);
    if (!st) /* the lanes' streams do not wait for allocations in the caller's stream */
        st = gla_cuda_wait(op, cuda);
    int lanes = gla_cuda_lane_count();
    if (!st)
        st = gla_cuda_check(op, gla_cuda_each_lane(cuda->ordinal, u.chunks < lanes ? (int)u.chunks : lanes, push, &u));
    if (!st)
        st = gla_cuda_check(op, u.error);
    for (int i = 0; i < BUFFERS; i++)
        if (u.used[i])
            cudaEventDestroy(u.used[i]);
    gla_cuda_free(dev, u.rooms);
    gla_free(u.sent);
    return st ? st : gla_cuda_queued(op, cuda);
}
