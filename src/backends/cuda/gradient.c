/* gradient.c - residuals and their product with the matrix, in doubled precision; see kernels/tall.h. */
#include "tall.h"

#include <string.h>

typedef struct gradient {
    const gla_tall *a;
    const char *b, *x;
    int64_t nrhs;
    cudaKernel_t kernel;
    unsigned blocks; /* of a launch */
    char *partial;   /* for each lane and right-hand side: the sums of its blocks */
    size_t part;     /* bytes of that */
} gradient;

/* Some rows of A that are on the device, for one right-hand side. */
static cudaError_t launch(const gradient *p, const void *data, int64_t ld, int64_t first, int64_t rows, int64_t rhs, int more,
                          char *partial, cudaStream_t stream)
{
    size_t item = gla_itemsize(p->a->dtype), wide = gla_itemsize(gla_tall_wide(p->a->dtype));
    int n = (int)p->a->cols;
    const void *b = p->b + (size_t)(first * p->nrhs + rhs) * item, *x = p->x ? p->x + (size_t)rhs * wide : NULL;
    int64_t nrhs = p->nrhs;
    void *args[] = {&rows, &n, &data, &ld, &b, &nrhs, &x, &nrhs, &more, &partial};
    return cudaLaunchKernel((const void *)p->kernel, (dim3){p->blocks, 1, 1}, (dim3){256, 1, 1}, args, 0, stream);
}

static cudaError_t use(const gla_cuda_some_rows *some, void *arg)
{
    const gradient *p = arg;
    cudaError_t e = cudaSuccess;
    int64_t step = (int64_t)(GLA_CUDA_CHUNK / ((size_t)p->a->cols * gla_itemsize(p->a->dtype)));
    bool more = some->first >= step * GLA_CUDA_LANES;
    for (int64_t j = 0; j < p->nrhs && !e; j++)
        e = launch(p, some->data, p->a->cols, some->first, some->rows, j, more,
                   p->partial + ((size_t)j * GLA_CUDA_LANES + (size_t)some->lane->index) * p->part, some->lane->stream);
    return e;
}

static gla_status stream_rows(const char *op, gla_device *dev, gradient *p)
{
    const gla_tall *a = p->a;
    size_t item = gla_itemsize(a->dtype), room = GLA_CUDA_CHUNK;
    char *rooms = NULL;
    gla_cuda_rows rows = {.host = a->host, .rows = a->rows, .row_bytes = (size_t)a->cols * item,
                          .stride = (size_t)a->host_ld * item, .device = a->data};
    gla_status st = a->data ? GLA_OK : gla_cuda_alloc(op, dev, room * GLA_CUDA_LANES, (void **)&rooms);
    for (int i = 0; i < GLA_CUDA_LANES && rooms; i++)
        rows.rooms[i] = rooms + (size_t)i * room;
    if (!st)
        st = gla_cuda_upload_rows(op, dev, &rows, use, p);
    gla_cuda_free(dev, rooms);
    return st;
}

static gla_status total(const char *op, gla_device *dev, const gradient *p, int parts, char *g, double *sums)
{
    cudaKernel_t kernel;
    int n = (int)p->a->cols, blocks = parts * (int)p->blocks;
    size_t wide = gla_itemsize(gla_tall_wide(p->a->dtype));
    gla_status st = gla_tall_kernel(dev, p->a, "tall_total", &kernel);
    for (int64_t j = 0; j < p->nrhs && !st; j++) {
        const char *partial = p->partial + (size_t)(j * parts) * p->part;
        char *gj = g + (size_t)j * wide;
        double *sum = sums + j;
        int64_t nrhs = p->nrhs;
        void *args[] = {&blocks, &n, &partial, &gj, &nrhs, &sum};
        st = gla_cuda_launch(op, dev, kernel, (unsigned)(n + 8) / 8, 256, 0, args);
    }
    return st;
}

gla_status gla_cuda_gradient(gla_device *dev, const gla_tall *a, const void *b, int64_t nrhs, const void *x, void *g,
                             double *sums)
{
    const char *op = "lstsq";
    gla_cuda *cuda;
    gradient p = {.a = a, .b = b, .x = x, .nrhs = nrhs};
    int lanes = a->host ? GLA_CUDA_LANES : 1;
    int64_t groups = a->cols * (gla_dtype_is_complex(a->dtype) ? 2 : 1) <= 128 ? 32 : 8;
    int64_t tiles = (a->rows + groups - 1) / groups;
    gla_status st = gla_cuda_enter(op, dev, &cuda);
    if (st)
        return st;
    int64_t most = a->host ? 64 : 2 * (int64_t)cuda->multiprocessors;
    p.blocks = (unsigned)(tiles < most ? tiles : most);
    p.part = p.blocks * (size_t)(a->cols + 1) * (gla_dtype_is_complex(a->dtype) ? 32 : 16);
    size_t bytes = (size_t)lanes * (size_t)nrhs * p.part;
    st = gla_tall_kernel(dev, a, "tall_gradient", &p.kernel);
    if (!st)
        st = gla_cuda_alloc(op, dev, bytes, (void **)&p.partial);
    if (!st && a->host) {
        st = gla_cuda_check(op, cudaMemsetAsync(p.partial, 0, bytes, gla_cuda_stream(cuda)));
        if (!st)
            st = stream_rows(op, dev, &p);
    }
    for (int64_t j = 0; j < nrhs && !st && !a->host; j++)
        st = gla_cuda_check(op, launch(&p, a->data, a->ld, 0, a->rows, j, 0, p.partial + (size_t)j * p.part,
                                       gla_cuda_stream(cuda)));
    if (!st)
        st = total(op, dev, &p, lanes, g, sums);
    gla_cuda_free(dev, p.partial);
    return st;
}
