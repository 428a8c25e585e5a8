/* gram.c - Gram matrices of tall matrices.  Gram matrices are computed by gemm, because syrk is ten times slower for tall
 * matrices.  Rows that must be transformed first, or that are still being uploaded, are processed in parts. */
#include "tall.h"

#include <stdio.h>
#include <string.h>

/* Number of bytes of rows transformed at once.  Smaller parts that fit in the cache would be slower, because a product does not
 * use the whole device at its start and end. */
#define PART ((size_t)256 << 20)
#define ARRIVING ((size_t)32 << 20) /* bytes at once if rows are uploaded from the host, which arrive in smaller portions */

static const double one[2] = {1, 0}, zero[2] = {0, 0};

static void put_tall(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put(w, "#define LANES %d\n#define COLUMNS %d\n", p->numbers[1], p->numbers[2]);
}

gla_device_program gla_cuda_tall_program(gla_dtype dtype, int64_t cols)
{
    int lanes = cols * (gla_dtype_is_complex(dtype) ? 2 : 1) <= 128 ? 8 : 32;
    return (gla_device_program){
        "tall.h", put_tall, NULL, {(uint16_t)dtype, (uint16_t)lanes, (uint16_t)((cols + lanes - 1) / lanes)}};
}

/* Handle, stream and workspace of the products.  `wide` is for rows converted to double precision, and `transformed_rows` is
 * for rows multiplied by w. */
typedef struct place {
    const gla_tall *a;
    const void *w;
    cublasHandle_t blas;
    cudaStream_t stream;
    cudaKernel_t widen; /* NULL if the rows are in double precision already */
    char *wide, *transformed_rows;
} place;

/* Compute the Gram matrix of some rows on the device.  Store the Gram matrix in g or, if `more`, add it to g. */
static cublasStatus_t add_rows(const place *p, const char *data, int64_t ld, int64_t rows, bool more, void *g)
{
    int64_t n = p->a->cols;
    bool is_complex = gla_dtype_is_complex(p->a->dtype);
    cudaDataType t = is_complex ? CUDA_C_64F : CUDA_R_64F;
    cublasStatus_t s = CUBLAS_STATUS_SUCCESS;
    if (p->widen) {
        int cols = (int)n;
        void *args[] = {&rows, &cols, &data, &ld, (void *)&p->wide};
        int64_t blocks = (rows * n + 255) / 256;
        if (cudaLaunchKernel((const void *)p->widen, (dim3){(unsigned)(blocks < 4096 ? blocks : 4096), 1, 1}, (dim3){256, 1, 1},
                             args, 0, p->stream))
            return CUBLAS_STATUS_EXECUTION_FAILED;
        data = p->wide;
        ld = n;
    }
    if (p->w) { /* the rows, read as column-major data, are Aᵀ: (A W)ᵀ = Wᵀ Aᵀ */
        s = cublasGemmStridedBatchedEx_64(p->blas, CUBLAS_OP_T, CUBLAS_OP_N, n, rows, n, one, p->w, t, n, 0, data, t, ld, 0,
                                          zero, p->transformed_rows, t, n, 0, 1, CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT);
        data = p->transformed_rows;
        ld = n;
    }
    if (s)
        return s;
    return cublasGemmStridedBatchedEx_64(p->blas, CUBLAS_OP_N, is_complex ? CUBLAS_OP_C : CUBLAS_OP_T, n, n, rows, one, data, t,
                                         ld, 0, data, t, ld, 0, more ? one : zero, g, t, n, 0, 1, CUBLAS_COMPUTE_64F,
                                         CUBLAS_GEMM_DEFAULT);
}

/* A Gram matrix that is computed in parts. */
typedef struct gram {
    place place;
    int64_t step; /* number of rows that fit in the workspace */
    char *g;
} gram;

static gla_status allocate_workspace(const char *op, gla_device *dev, gram *r)
{
    place *p = &r->place;
    size_t wide = gla_itemsize(gla_tall_wide(p->a->dtype)), bytes = (size_t)(r->step * p->a->cols) * wide;
    gla_status st = GLA_OK;
    if (gla_itemsize(p->a->dtype) != wide) {
        st = gla_tall_kernel(dev, p->a, "tall_widen", &p->widen);
        if (!st)
            st = gla_cuda_alloc(op, dev, bytes, (void **)&p->wide);
    }
    if (!st && p->w)
        st = gla_cuda_alloc(op, dev, bytes, (void **)&p->transformed_rows);
    return st;
}

/* Add the Gram matrix of the rows that begin at `first`, which are on the device. */
static cublasStatus_t add_parts(const gram *r, const char *data, int64_t ld, int64_t first, int64_t rows)
{
    size_t item = gla_itemsize(r->place.a->dtype);
    cublasStatus_t s = CUBLAS_STATUS_SUCCESS;
    for (int64_t at = 0; at < rows && !s; at += r->step)
        s = add_rows(&r->place, data + (size_t)(at * ld) * item, ld, rows - at < r->step ? rows - at : r->step, first + at > 0,
                     r->g);
    return s;
}

static cudaError_t use(void *arg, const char *data, int64_t first, int64_t rows)
{
    const gram *r = arg;
    cublasStatus_t s = add_parts(r, data, r->place.a->cols, first, rows);
    return s == CUBLAS_STATUS_SUCCESS        ? cudaSuccess
           : s == CUBLAS_STATUS_ALLOC_FAILED ? cudaErrorMemoryAllocation
                                             : cudaErrorUnknown;
}

static gla_status from_host(const char *op, gla_device *dev, gram *r)
{
    const gla_tall *a = r->place.a;
    size_t item = gla_itemsize(a->dtype);
    gla_cuda_rows rows = {.host = a->host,
                          .rows = a->rows,
                          .row_bytes = (size_t)a->cols * item,
                          .stride = (size_t)a->host_ld * item,
                          .device = a->data};
    return gla_cuda_upload_rows(op, dev, &rows, use, r);
}

gla_status gla_cuda_gram(gla_device *dev, const gla_tall *a, const void *w, void *g)
{
    const char *op = "lstsq";
    gla_cuda *cuda;
    gla_cuda_math *m;
    gram r = {.place = {.a = a, .w = w}, .step = a->rows, .g = g};
    size_t row = (size_t)a->cols * gla_itemsize(gla_tall_wide(a->dtype));
    bool whole = !w && gla_itemsize(a->dtype) == gla_itemsize(gla_tall_wide(a->dtype));
    size_t part = a->host ? ARRIVING : PART;
    if (!whole && (size_t)a->rows > part / row)
        r.step = (int64_t)(part / row);
    gla_status st = gla_cuda_math_enter(op, dev, &cuda, &m);
    if (st)
        return st;
    r.place.blas = m->blas;
    r.place.stream = gla_cuda_stream(cuda);
    st = allocate_workspace(op, dev, &r);
    if (!st)
        st = a->host ? from_host(op, dev, &r) : gla_cublas_check(op, add_parts(&r, a->data, a->ld, 0, a->rows));
    gla_cuda_free(dev, r.place.wide);
    gla_cuda_free(dev, r.place.transformed_rows);
    return gla_cuda_math_leave(cuda, st);
}
