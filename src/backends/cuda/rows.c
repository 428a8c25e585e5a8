/* rows.c - upload the rows of a matrix and work on them while they arrive. */
#include "transfer.h"

#include <string.h>

typedef struct upload {
    const gla_cuda_rows *rows;
    gla_cuda_use_rows use;
    void *arg;
    int64_t step; /* rows of a chunk */
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

static cudaError_t push(gla_cuda_lane *l, void *arg)
{
    const upload *u = arg;
    const gla_cuda_rows *r = u->rows;
    cudaError_t e = cudaSuccess;
    int turn = 0;
    for (int64_t at = l->index * u->step; at < r->rows && !e; at += GLA_CUDA_LANES * u->step, turn ^= 1) {
        int64_t n = r->rows - at < u->step ? r->rows - at : u->step;
        char *device = r->device ? r->device + (size_t)at * r->row_bytes : r->rooms[l->index];
        e = cudaEventSynchronize(l->done[turn]);
        pack(r, at, n, l->pinned[turn]);
        if (!e)
            e = cudaMemcpyAsync(device, l->pinned[turn], (size_t)n * r->row_bytes, cudaMemcpyHostToDevice, l->stream);
        if (!e)
            e = cudaEventRecord(l->done[turn], l->stream);
        if (!e)
            e = u->use(&(gla_cuda_some_rows){l, device, at, n}, u->arg);
    }
    cudaError_t last = cudaStreamSynchronize(l->stream);
    return e ? e : last;
}

gla_status gla_cuda_upload_rows(const char *op, gla_device *dev, const gla_cuda_rows *rows, gla_cuda_use_rows use, void *arg)
{
    gla_cuda *cuda;
    upload u = {rows, use, arg, (int64_t)(GLA_CUDA_CHUNK / rows->row_bytes)};
    int64_t chunks = (rows->rows + u.step - 1) / u.step;
    gla_status st = gla_cuda_enter(op, dev, &cuda);
    if (!st)
        st = gla_cuda_wait(op, cuda);
    int lanes = chunks < GLA_CUDA_LANES ? (int)chunks : GLA_CUDA_LANES;
    return st ? st : gla_cuda_check(op, gla_cuda_each_lane(cuda->ordinal, lanes, push, &u));
}
