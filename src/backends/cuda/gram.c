/* gram.c - Gram matrices of tall matrices: by gemm (syrk is ten times slower on them), of parts that stay in the cache where
 * they are transformed first, and while the rows arrive from the host. */
#include "tall.h"

#include <string.h>

#define CACHED ((size_t)24 << 20) /* bytes of the rows that are transformed at a time */
#define LANE_WORK ((size_t)4 << 20)

static const double one[2] = {1, 0}, zero[2] = {0, 0};

/* Where a product is put together: one handle, its stream, room for the wide and for the transformed rows. */
typedef struct place {
    const gla_tall *a;
    const void *w;
    cublasHandle_t blas;
    cudaStream_t stream;
    cudaKernel_t widen; /* NULL where the rows are wide already */
    char *wide, *moved;
} place;

/* g (+)= the Gram matrix of some rows on the device. */
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
    if (p->w) { /* read by columns, the rows are Aᵀ: (A W)ᵀ = Wᵀ Aᵀ */
        s = cublasGemmStridedBatchedEx_64(p->blas, CUBLAS_OP_T, CUBLAS_OP_N, n, rows, n, one, p->w, t, n, 0, data, t, ld, 0,
                                          zero, p->moved, t, n, 0, 1, CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT);
        data = p->moved;
        ld = n;
    }
    if (s)
        return s;
    return cublasGemmStridedBatchedEx_64(p->blas, CUBLAS_OP_N, is_complex ? CUBLAS_OP_C : CUBLAS_OP_T, n, n, rows, one, data, t,
                                         ld, 0, data, t, ld, 0, more ? one : zero, g, t, n, 0, 1, CUBLAS_COMPUTE_64F,
                                         CUBLAS_GEMM_DEFAULT);
}

/* Room for `rows` rows, `count` times. */
static gla_status make_room(const char *op, gla_device *dev, int64_t rows, int count, place *p)
{
    size_t bytes = (size_t)(rows * p->a->cols) * gla_itemsize(gla_tall_wide(p->a->dtype)) * (size_t)count;
    gla_status st = GLA_OK;
    if (gla_itemsize(p->a->dtype) != gla_itemsize(gla_tall_wide(p->a->dtype))) {
        st = gla_tall_kernel(dev, p->a, "tall_widen", &p->widen);
        if (!st)
            st = gla_cuda_alloc(op, dev, bytes, (void **)&p->wide);
    }
    if (!st && p->w)
        st = gla_cuda_alloc(op, dev, bytes, (void **)&p->moved);
    return st;
}

static void give_room(gla_device *dev, place *p)
{
    gla_cuda_free(dev, p->wide);
    gla_cuda_free(dev, p->moved);
}

static gla_status resident(const char *op, gla_device *dev, const gla_tall *a, const void *w, void *g)
{
    gla_cuda *cuda;
    gla_cuda_math *m;
    place p = {.a = a, .w = w};
    size_t row = (size_t)a->cols * gla_itemsize(gla_tall_wide(a->dtype));
    bool whole = !w && gla_itemsize(a->dtype) == gla_itemsize(gla_tall_wide(a->dtype));
    int64_t step = whole || (size_t)a->rows <= CACHED / row ? a->rows : (int64_t)(CACHED / row);
    gla_status st = gla_cuda_math_enter(op, dev, &cuda, &m);
    if (st)
        return st;
    st = make_room(op, dev, step, 1, &p);
    p.blas = m->blas;
    p.stream = gla_cuda_stream(cuda);
    for (int64_t at = 0; at < a->rows && !st; at += step)
        st = gla_cublas_check(op, add_rows(&p, (const char *)a->data + (size_t)(at * a->ld) * gla_itemsize(a->dtype), a->ld,
                                           a->rows - at < step ? a->rows - at : step, at > 0, g));
    give_room(dev, &p);
    return gla_cuda_math_leave(cuda, st);
}

typedef struct arriving {
    place place;      /* without handle and stream */
    int ordinal;
    int64_t step;     /* rows that a lane has at a time */
    size_t room;      /* bytes of them, wide */
    char *grams;      /* one for each lane */
    size_t gram;      /* bytes of one */
} arriving;

/* Each lane has a handle of its own, which is used by one thread at a time as the lane is. */
static cublasStatus_t lane_handle(int ordinal, const gla_cuda_lane *lane, cublasHandle_t *blas)
{
    static cublasHandle_t handles[GLA_MAX_DEVICES][GLA_CUDA_LANES];
    static cudaStream_t streams[GLA_MAX_DEVICES][GLA_CUDA_LANES];
    static void *work[GLA_MAX_DEVICES][GLA_CUDA_LANES];
    cublasHandle_t *h = &handles[ordinal][lane->index];
    void **w = &work[ordinal][lane->index];
    cublasStatus_t s = CUBLAS_STATUS_SUCCESS;
    if (!*h)
        s = cublasCreate(h);
    if (!s && !*w && cudaMalloc(w, LANE_WORK))
        s = CUBLAS_STATUS_ALLOC_FAILED;
    if (!s && streams[ordinal][lane->index] != lane->stream) { /* setting a stream takes the work space away */
        s = cublasSetStream(*h, lane->stream);
        if (!s)
            s = cublasSetWorkspace(*h, *w, LANE_WORK);
        streams[ordinal][lane->index] = s ? NULL : lane->stream;
    }
    *blas = *h;
    return s;
}

static cudaError_t use(const gla_cuda_some_rows *some, void *arg)
{
    const arriving *r = arg;
    place p = r->place;
    size_t lane = (size_t)some->lane->index;
    p.stream = some->lane->stream;
    p.wide = p.wide ? p.wide + lane * r->room : NULL;
    p.moved = p.moved ? p.moved + lane * r->room : NULL;
    cublasStatus_t s = lane_handle(r->ordinal, some->lane, &p.blas);
    if (!s)
        s = add_rows(&p, some->data, p.a->cols, some->rows, true, r->grams + lane * r->gram);
    return s == CUBLAS_STATUS_SUCCESS ? cudaSuccess : s == CUBLAS_STATUS_ALLOC_FAILED ? cudaErrorMemoryAllocation
                                                                                      : cudaErrorUnknown;
}

/* The lanes' matrices, in their order. */
static gla_status add_grams(const char *op, gla_device *dev, const arriving *r, void *g)
{
    cudaKernel_t kernel;
    int64_t n = (int64_t)(r->gram / sizeof(double));
    int count = GLA_CUDA_LANES;
    void *args[] = {&n, &count, (void *)&r->grams, &g};
    gla_status st = gla_tall_kernel(dev, r->place.a, "tall_add", &kernel);
    return st ? st : gla_cuda_launch_for(op, dev, kernel, n, args);
}

static gla_status from_host(const char *op, gla_device *dev, const gla_tall *a, const void *w, void *g)
{
    gla_cuda *cuda;
    size_t item = gla_itemsize(a->dtype), wide = gla_itemsize(gla_tall_wide(a->dtype));
    char *rooms = NULL;
    gla_cuda_rows rows = {.host = a->host, .rows = a->rows, .row_bytes = (size_t)a->cols * item,
                          .stride = (size_t)a->host_ld * item, .device = a->data};
    arriving r = {.place = {.a = a, .w = w}, .step = (int64_t)(GLA_CUDA_CHUNK / rows.row_bytes),
                  .gram = (size_t)(a->cols * a->cols) * wide};
    r.room = (size_t)(r.step * a->cols) * wide;
    gla_status st = gla_cuda_enter(op, dev, &cuda);
    r.ordinal = cuda->ordinal;
    if (!st)
        st = make_room(op, dev, r.step, GLA_CUDA_LANES, &r.place);
    if (!st)
        st = gla_cuda_alloc(op, dev, r.gram * GLA_CUDA_LANES, (void **)&r.grams);
    if (!st)
        st = gla_cuda_check(op, cudaMemsetAsync(r.grams, 0, r.gram * GLA_CUDA_LANES, gla_cuda_stream(cuda)));
    if (!st && !a->data)
        st = gla_cuda_alloc(op, dev, GLA_CUDA_CHUNK * GLA_CUDA_LANES, (void **)&rooms);
    for (int i = 0; i < GLA_CUDA_LANES && rooms; i++)
        rows.rooms[i] = rooms + (size_t)i * GLA_CUDA_CHUNK;
    if (!st)
        st = gla_cuda_upload_rows(op, dev, &rows, use, &r);
    if (!st)
        st = add_grams(op, dev, &r, g);
    gla_cuda_free(dev, rooms);
    gla_cuda_free(dev, r.grams);
    give_room(dev, &r.place);
    return st;
}

gla_status gla_cuda_gram(gla_device *dev, const gla_tall *a, const void *w, void *g)
{
    return a->host ? from_host("lstsq", dev, a, w, g) : resident("lstsq", dev, a, w, g);
}
