/* index.c - reading and writing at given positions, finding elements that are not zero. */
#include "array_kernels.h"

#include <string.h>

/* As kernels/index.h declares them. */
typedef struct index_layout {
    int nidx, nrest;
    int64_t idx_shape[GLA_MAX_NDIM], idx_strides[GLA_MAX_NDIM];
    int64_t rest_shape[GLA_MAX_NDIM], x_strides[GLA_MAX_NDIM], value_strides[GLA_MAX_NDIM];
    int64_t rest, nb;
    int64_t b_shape[GLA_MAX_NDIM], b_strides[GLA_MAX_NDIM];
    const int64_t *idx[GLA_MAX_NDIM];
} index_layout;

typedef struct plain_layout {
    int ndim;
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
} plain_layout;

/* `value` has the shape of the index arrays, then the other axes of x. */
static index_layout make_layout(const gla_array *x, int nidx, const gla_array *const idx[], const gla_array *value)
{
    index_layout l = {.nidx = nidx, .nrest = x->ndim - nidx, .rest = 1, .nb = idx[0]->ndim};
    for (int j = 0; j < nidx; j++) {
        l.idx_shape[j] = x->shape[j];
        l.idx_strides[j] = x->strides[j];
        l.idx[j] = gla_data(idx[j]);
    }
    for (int d = 0; d < l.nb; d++) {
        l.b_shape[d] = value->shape[d];
        l.b_strides[d] = value->strides[d];
    }
    for (int d = 0; d < l.nrest; d++) {
        l.rest_shape[d] = x->shape[nidx + d];
        l.x_strides[d] = x->strides[nidx + d];
        l.value_strides[d] = value->strides[l.nb + d];
        l.rest *= l.rest_shape[d];
    }
    return l;
}

static gla_status kernel_of(gla_device *dev, const char *defines, const char *name, cudaKernel_t *kernel)
{
    return gla_cuda_kernel(dev, "index.h", defines, name, kernel);
}

/* Every position within its axis?  Waits for the answer. */
static gla_status check(gla_device *dev, const gla_array *const idx[], index_layout *l)
{
    gla_cuda *cuda = dev->state;
    uint64_t *bad = NULL, first = UINT64_MAX;
    int64_t n = idx[0]->size, position;
    cudaKernel_t kernel;
    char defines[80];
    gla_cuda_mover_defines(GLA_UINT8, defines, sizeof defines);
    gla_status st = kernel_of(dev, defines, "check", &kernel);
    if (!st)
        st = gla_cuda_alloc("getitem", dev, sizeof *bad, (void **)&bad);
    if (!st)
        st = gla_cuda_check("getitem", cudaMemsetAsync(bad, 0xff, sizeof *bad, gla_cuda_stream(cuda)));
    void *args[] = {&n, l, &bad};
    if (!st)
        st = gla_cuda_launch_for("getitem", dev, kernel, n, args);
    if (!st)
        st = gla_cuda_read("getitem", cuda, &first, bad, sizeof first);
    if (!st && first != UINT64_MAX) {
        int axis = (int)(first % (uint64_t)l->nidx);
        st = gla_cuda_read("getitem", cuda, &position, l->idx[axis] + first / (uint64_t)l->nidx, sizeof position);
        if (!st)
            st = gla_fail(GLA_INDEX_ERROR, "index %lld is out of range for axis %d of length %lld", (long long)position, axis,
                          (long long)l->idx_shape[axis]);
    }
    gla_cuda_free(dev, bad);
    return st;
}

gla_status gla_cuda_gather(gla_device *dev, const gla_array *x, int nidx, const gla_array *const idx[], gla_array *out)
{
    gla_cuda *cuda;
    cudaKernel_t kernel;
    char defines[80];
    int64_t n = out->size;
    const void *from = gla_data(x);
    void *to = gla_data(out);
    gla_status st = gla_cuda_enter("getitem", dev, &cuda);
    index_layout l = make_layout(x, nidx, idx, out);
    gla_cuda_mover_defines(x->dtype, defines, sizeof defines);
    if (!st)
        st = check(dev, idx, &l);
    if (!st)
        st = kernel_of(dev, defines, "gather", &kernel);
    void *args[] = {&n, &l, &from, &to};
    return st ? st : gla_cuda_launch_for("getitem", dev, kernel, n, args);
}

gla_status gla_cuda_scatter(gla_device *dev, gla_array *x, int nidx, const gla_array *const idx[], const gla_array *value)
{
    gla_cuda *cuda;
    cudaKernel_t claim, scatter;
    char defines[80];
    uint64_t *winner = NULL;
    int64_t n = value->size, rows = idx[0]->size, places = 1;
    void *to = gla_data(x);
    const void *from = gla_data(value);
    gla_status st = gla_cuda_enter("setitem", dev, &cuda);
    index_layout l = make_layout(x, nidx, idx, value);
    gla_cuda_mover_defines(x->dtype, defines, sizeof defines);
    for (int j = 0; j < nidx; j++)
        places *= x->shape[j];
    if (!st)
        st = check(dev, idx, &l);
    if (!st)
        st = kernel_of(dev, defines, "claim", &claim);
    if (!st)
        st = kernel_of(dev, defines, "scatter", &scatter);
    if (!st)
        st = gla_cuda_alloc("setitem", dev, (size_t)places * sizeof *winner, (void **)&winner);
    if (!st)
        st = gla_cuda_check("setitem", cudaMemsetAsync(winner, 0, (size_t)places * sizeof *winner, gla_cuda_stream(cuda)));
    void *claim_args[] = {&rows, &l, &winner}, *args[] = {&n, &l, &to, &from, &winner};
    if (!st)
        st = gla_cuda_launch_for("setitem", dev, claim, rows, claim_args);
    if (!st)
        st = gla_cuda_launch_for("setitem", dev, scatter, n, args);
    gla_cuda_free(dev, winner);
    return st;
}

#define GROUP 256
#define MOST_RANGES 1024

/* The array cut into ranges, and how many each holds, on the host. */
typedef struct nonzero_plan {
    char defines[600];
    plain_layout layout;
    int64_t n, chunk, ranges, counts[MOST_RANGES];
} nonzero_plan;

static gla_status count_ranges(gla_device *dev, const gla_array *x, nonzero_plan *p)
{
    gla_cuda *cuda;
    cudaKernel_t kernel;
    int64_t *counts = NULL;
    const void *data = gla_data(x);
    gla_status st = gla_cuda_enter("nonzero", dev, &cuda);
    gla_cuda_type_defines(x->dtype, p->defines, sizeof p->defines);
    p->layout.ndim = x->ndim;
    memcpy(p->layout.shape, x->shape, (size_t)x->ndim * sizeof *x->shape);
    memcpy(p->layout.strides, x->strides, (size_t)x->ndim * sizeof *x->strides);
    p->n = x->size;
    p->chunk = (p->n + MOST_RANGES - 1) / MOST_RANGES;
    p->chunk = (p->chunk + GROUP - 1) / GROUP * GROUP;
    p->ranges = (p->n + p->chunk - 1) / p->chunk;
    size_t bytes = (size_t)p->ranges * sizeof *counts;
    if (!st)
        st = kernel_of(dev, p->defines, "count_nonzero", &kernel);
    if (!st)
        st = gla_cuda_alloc("nonzero", dev, bytes, (void **)&counts);
    void *args[] = {&p->n, &p->chunk, &p->layout, &data, &counts};
    if (!st)
        st = gla_cuda_launch("nonzero", dev, kernel, (unsigned)p->ranges, GROUP, 0, args);
    if (!st)
        st = gla_cuda_read("nonzero", cuda, p->counts, counts, bytes);
    gla_cuda_free(dev, counts);
    return st;
}

gla_status gla_cuda_count_nonzero(gla_device *dev, const gla_array *x, int64_t *count)
{
    nonzero_plan p;
    gla_status st = count_ranges(dev, x, &p);
    *count = 0;
    for (int64_t i = 0; i < p.ranges && !st; i++)
        *count += p.counts[i];
    return st;
}

gla_status gla_cuda_nonzero(gla_device *dev, const gla_array *x, gla_array *out)
{
    nonzero_plan p;
    gla_cuda *cuda = dev->state;
    cudaKernel_t kernel;
    int64_t *starts = NULL, at = 0, count = out->shape[1];
    const void *data = gla_data(x);
    void *to = gla_data(out);
    gla_status st = count_ranges(dev, x, &p);
    for (int64_t i = 0; i < p.ranges && !st; i++) { /* counts become starts */
        int64_t here = p.counts[i];
        p.counts[i] = at;
        at += here;
    }
    size_t bytes = (size_t)p.ranges * sizeof *starts;
    if (!st)
        st = kernel_of(dev, p.defines, "write_nonzero", &kernel);
    if (!st)
        st = gla_cuda_alloc("nonzero", dev, bytes, (void **)&starts);
    if (!st) /* from ordinary memory: consumed on return */
        st = gla_cuda_check("nonzero", cudaMemcpyAsync(starts, p.counts, bytes, cudaMemcpyHostToDevice, gla_cuda_stream(cuda)));
    void *args[] = {&p.n, &p.chunk, &p.layout, &data, &starts, &to, &count};
    if (!st)
        st = gla_cuda_launch("nonzero", dev, kernel, (unsigned)p.ranges, GROUP, 0, args);
    gla_cuda_free(dev, starts);
    return st;
}
