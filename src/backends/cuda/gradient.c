/* gradient.c - Residuals of least squares, and their product with the matrix, in twice the working precision
 * (kernels/tall.h). */
#include "tall.h"

typedef struct gradient {
    const gla_tall *a;
    const char *b, *x;
    int64_t nrhs;
    cudaKernel_t kernel;
    cudaStream_t stream;
    unsigned blocks; /* number of thread blocks in a launch */
    char *partial;   /* partial sums of all thread blocks, for each right-hand side */
    size_t part;     /* bytes of partial sums per right-hand side */
} gradient;

/* Process, for all right-hand sides, some rows of A that are stored on the device. */
static cudaError_t launch(const gradient *p, const void *data, int64_t ld, int64_t first, int64_t rows)
{
    size_t item = gla_itemsize(p->a->dtype), wide = gla_itemsize(gla_tall_wide(p->a->dtype));
    int n = (int)p->a->cols, more = first > 0;
    int64_t nrhs = p->nrhs;
    cudaError_t e = cudaSuccess;
    for (int64_t j = 0; j < nrhs && !e; j++) {
        const void *b = p->b + (size_t)(first * nrhs + j) * item, *x = p->x ? p->x + (size_t)j * wide : NULL;
        char *partial = p->partial + (size_t)j * p->part;
        void *args[] = {&rows, &n, &data, &ld, &b, &nrhs, &x, &nrhs, &more, &partial};
        e = cudaLaunchKernel((const void *)p->kernel, (dim3){p->blocks, 1, 1}, (dim3){256, 1, 1}, args, 0, p->stream);
    }
    return e;
}

static cudaError_t use(void *arg, const char *data, int64_t first, int64_t rows)
{
    const gradient *p = arg;
    return launch(p, data, p->a->cols, first, rows);
}

static gla_status from_host(const char *op, gla_device *dev, gradient *p)
{
    const gla_tall *a = p->a;
    size_t item = gla_itemsize(a->dtype);
    gla_cuda_rows rows = {.host = a->host,
                          .rows = a->rows,
                          .row_bytes = (size_t)a->cols * item,
                          .stride = (size_t)a->host_ld * item,
                          .device = a->data};
    return gla_cuda_upload_rows(op, dev, &rows, use, p);
}

static gla_status total(const char *op, gla_device *dev, const gradient *p, char *g, double *sums)
{
    cudaKernel_t kernel;
    int n = (int)p->a->cols, blocks = (int)p->blocks;
    size_t wide = gla_itemsize(gla_tall_wide(p->a->dtype));
    gla_status st = gla_tall_kernel(dev, p->a, "tall_total", &kernel);
    for (int64_t j = 0; j < p->nrhs && !st; j++) {
        const char *partial = p->partial + (size_t)j * p->part;
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
    int64_t groups = a->cols * (gla_dtype_is_complex(a->dtype) ? 2 : 1) <= 128 ? 32 : 8;
    int64_t tiles = (a->rows + groups - 1) / groups;
    gla_status st = gla_cuda_enter(op, dev, &cuda);
    if (st)
        return st;
    p.stream = gla_cuda_stream(cuda);
    p.blocks = (unsigned)(tiles < 2 * cuda->multiprocessors ? tiles : 2 * cuda->multiprocessors);
    p.part = p.blocks * (size_t)(a->cols + 1) * (gla_dtype_is_complex(a->dtype) ? 32 : 16);
    st = gla_tall_kernel(dev, a, "tall_gradient", &p.kernel);
    if (!st)
        st = gla_cuda_alloc(op, dev, (size_t)nrhs * p.part, (void **)&p.partial);
    if (!st)
        st = a->host ? from_host(op, dev, &p) : gla_cuda_check(op, launch(&p, a->data, a->ld, 0, a->rows));
    if (!st)
        st = total(op, dev, &p, g, sums);
    gla_cuda_free(dev, p.partial);
    return st;
}
