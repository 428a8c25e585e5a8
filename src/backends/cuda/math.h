/* math.h - what the files over cuBLAS and cuSOLVER share. */
#ifndef GLA_BACKENDS_CUDA_MATH_H
#define GLA_BACKENDS_CUDA_MATH_H

#include "backends/device/dense/condition.h"
#include "core/dispatch.h"
#include "cuda.h"

#include <cublas_v2.h>
#include <cusolverDn.h>

/* Handles of one device; used under the device's lock, since they are not for several threads at once. */
typedef struct gla_cuda_math {
    cublasHandle_t blas;
    cusolverDnHandle_t solver;
    cusolverDnParams_t params;
    cudaStream_t stream; /* where they put their work now */
    const char *op;      /* on whose behalf */
    void *host_work;     /* pinned, kept for the routines that work on the host too, which then take a tenth less time */
    size_t host_bytes;
    struct gla_cuda_panels *panels;  /* panels.h; NULL at first */
    signed char panel_fits[2][4][4]; /* a cluster of a program of panels.h: 1 yes, -1 no, 0 not known */
    signed char float64_rate;        /* rates.c: 1 as usual, -1 slow, 0 not known */
    bool is_lent;                    /* host_work, to a call that others may run in the middle of: see gla_cuda_interrupted */
} gla_cuda_math;

/* Enter the device, take its lock and make the handles; gla_cuda_math_leave releases the lock.  On failure the lock is
 * not held. */
gla_status gla_cuda_math_enter(const char *op, gla_device *dev, gla_cuda **cuda, gla_cuda_math **math);
/* Returns st, or what waiting says under GPULINALG_SYNC. */
gla_status gla_cuda_math_leave(gla_cuda *cuda, gla_status st);
/* Whether this thread is between the two. */
bool gla_cuda_math_is_held(const gla_cuda *cuda);

/* multiply.c: a slot of the driver. */
gla_status gla_cuda_multiply(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c, bool *done);

gla_status gla_cublas_check(const char *op, cublasStatus_t status);
gla_status gla_cusolver_check(const char *op, cusolverStatus_t status);

static inline cudaDataType gla_cuda_type(gla_dtype t)
{
    return t == GLA_FLOAT32 ? CUDA_R_32F : t == GLA_FLOAT64 ? CUDA_R_64F : t == GLA_COMPLEX64 ? CUDA_C_32F : CUDA_C_64F;
}

static inline cudaDataType gla_cuda_real_type(gla_dtype t)
{
    return t == GLA_FLOAT32 || t == GLA_COMPLEX64 ? CUDA_R_32F : CUDA_R_64F;
}

static inline cublasOperation_t gla_cublas_op(gla_trans t)
{
    return t == GLA_NO_TRANS ? CUBLAS_OP_N : t == GLA_TRANS ? CUBLAS_OP_T : CUBLAS_OP_C;
}

static inline cublasFillMode_t gla_cublas_fill(gla_uplo u)
{
    return u == GLA_LOWER ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}

/* Address of matrix b of a stack. */
static inline void *gla_matrix_at(const gla_matrix *m, gla_dtype dtype, int64_t b)
{
    return (char *)m->data + b * m->stride * (int64_t)gla_itemsize(dtype);
}

/* One call into cuSOLVER: the entered device, work space that grows as asked, and an int of information for each matrix. */
typedef struct gla_math_call {
    const char *op;
    gla_device *dev;
    gla_cuda *cuda;
    gla_cuda_math *math;
    gla_dtype dtype;
    cudaDataType type, real;
    int64_t batch;
    int *info;  /* on the device */
    int *codes; /* behind it, when it is known which matrices are not finite */
    void *work, *host_work;
    size_t work_bytes, host_bytes;
    gla_device_condition *condition; /* when estimates are made too, which gla_math_end brings to `estimates` */
    double *estimates;
    bool keeps_host_work; /* it is that of the handles: the call waits, and so nobody needs it any more at its end */
} gla_math_call;

/* Bytes of a real number of the call's precision. */
static inline int64_t gla_math_real_size(const gla_math_call *c)
{
    return c->real == CUDA_R_32F ? 4 : 8;
}

/* rates.c: whether the call's type is float64 or complex128 and the device so slow in them that ways with more operations do
 * not pay.  Measured once for each device, where the driver does not rule it out. */
bool gla_cuda_float64_is_slow(const gla_math_call *c);

gla_status gla_math_begin(gla_math_call *c, const char *op, gla_device *dev, gla_dtype dtype, int64_t batch);
/* Make the work spaces at least this large. */
gla_status gla_math_work(gla_math_call *c, size_t bytes, size_t host_bytes);
/* The same in pinned memory for the host's part, for a call that ends with its information. */
gla_status gla_math_work_pinned(gla_math_call *c, size_t bytes, size_t host_bytes);
/* Bring the information to the host when st is GLA_OK and info is not NULL (waits), and release everything. */
gla_status gla_math_end(gla_math_call *c, gla_status st, int64_t *info);

/* lu.c: LU factorisation of matrix i of a, into info[i]. */
gla_status gla_math_getrf(gla_math_call *c, const gla_matrix *a, int64_t i, int64_t *pivots);
/* blas.c: whether products solve with a triangle of order n: cuBLAS's own way reaches half of their rate. */
bool gla_math_inverts(int64_t n, int64_t columns);
/* x = op(a)^-1 x for a triangle of a. */
gla_status gla_math_trsm(gla_math_call *c, gla_uplo uplo, gla_trans ta, gla_unit_diag diag, const gla_matrix *a,
                         const gla_matrix *x);
/* The same with both triangles of a factorised matrix, L's diagonal of ones; x's rows are in the order of L's. */
gla_status gla_math_substitute(gla_math_call *c, gla_trans ta, const gla_matrix *lu, const gla_matrix *x);
/* cuBLAS's for each type. */
cublasStatus_t gla_cublas_trsm(cublasHandle_t h, gla_dtype dtype, cublasSideMode_t side, cublasFillMode_t fill,
                               cublasOperation_t op, cublasDiagType_t diag, int64_t rows, int64_t cols, const void *a,
                               int64_t lda, void *b, int64_t ldb);

/* qr_panels.c: the driver's. */
gla_status gla_cuda_factor_panel(const gla_dense *d, int64_t m, int64_t width, gla_strided a, void *tau, void *v, bool *done);

/* stack.c: see which matrices of a, and of b unless it is NULL, are not finite, for gla_math_end to report; those of a become
 * identities. */
gla_status gla_math_guard(gla_math_call *c, const gla_matrix *a, const gla_matrix *b);
/* The same, and what c->condition needs of systems with a, `turned` for a transpose. */
gla_status gla_math_survey(gla_math_call *c, const gla_matrix *a, bool turned, const gla_matrix *b);
/* The same of what cuSOLVER has made of matrices that are finite; for the call to do them again. */
#define GLA_INFO_VENDOR_NOT_FINITE (-8)
gla_status gla_math_find_infinite(gla_math_call *c, const gla_matrix *a);
/* Put the information together; *failed, which kernels can write to and which is 0, becomes 1 when any is not 0. */
gla_status gla_math_collect(gla_math_call *c, int *failed);
/* info of matrices from `first` on becomes 1, where it is 0, if `count` Gram matrices of n vectors, without gaps, are not near
 * the identity. */
gla_status gla_math_find_skew(gla_math_call *c, int64_t n, const void *gram, int64_t first, int64_t count);
/* The order of rows after the exchanges of n pivots; and a column-major block with its rows in that order, or with back in
 * the one before. */
gla_status gla_math_exchanges(gla_math_call *c, int64_t n, const int64_t *pivots, int *order);
gla_status gla_math_reorder(gla_math_call *c, const gla_matrix *shape, bool back, const int *order, const void *in, int64_t ldi,
                            void *out, int64_t ldo);

/* eigen_check.c: a copy of a stack, to be freed; info becomes 1 where vectors are not orthonormal; then, after the call, those
 * whose info is positive are decomposed again without cuSOLVER. */
gla_status gla_math_keep(gla_math_call *c, const gla_matrix *a, void **kept);
gla_status gla_math_check_vectors(gla_math_call *c, const gla_matrix *v);
typedef struct gla_cuda_again {
    gla_device *dev;
    gla_dtype dtype;
    bool vectors;
    gla_uplo uplo;
    const gla_matrix *a;
    const void *kept; /* what a was */
    void *w;
} gla_cuda_again;
gla_status gla_cuda_syevd_again(const gla_cuda_again *g, int64_t batch, int64_t *info);

/* Kernel: LAPACK's pairs of real columns to complex eigenvectors. */
gla_status gla_cuda_unfold_eigenvectors(gla_device *dev, gla_dtype dtype, int64_t n, const void *w, const void *packed, void *v,
                                        int64_t ldv);

/* out (cols x rows) = conjugate transpose of in (rows x cols). */
gla_status gla_cuda_conjugate_transpose(gla_device *dev, gla_dtype dtype, int64_t rows, int64_t cols, const void *in,
                                        int64_t ldi, void *out, int64_t ldo);

/* How these choose between routines of the libraries; each in the file of its factorisation. */
extern const gla_strategies gla_cuda_gesv_strategies, gla_cuda_potrf_strategies, gla_cuda_syevd_strategies,
    gla_cuda_gesvd_stack_strategies, gla_cuda_gesvd_strategies, gla_cuda_geev_strategies, gla_cuda_getrf_strategies,
    gla_cuda_geqrf_strategies;

/* lu.c, qr.c: what the slots in small.c leave to cuSOLVER. */
gla_status gla_cusolver_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                              int64_t *info, double *estimates, bool wanted);
gla_status gla_cusolver_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch);
gla_status gla_cusolver_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                              int64_t batch);
gla_status gla_cusolver_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                              const void *tau, const gla_matrix *c, int64_t batch);

/* The slots of the lapack room, each in the file of its factorisation. */
gla_status gla_cuda_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, const gla_matrix *b,
                         int64_t batch, int64_t *info, double *estimates, bool wanted);
gla_status gla_cuda_gesv_from_host(gla_device *dev, gla_dtype dtype, gla_trans ta, const void *host, const gla_matrix *a,
                                   const gla_matrix *b, int64_t *info, double *estimate, bool wanted);
gla_status gla_cuda_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots, int64_t *info,
                          double *estimates, bool wanted);
gla_status gla_cuda_potrf(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *a, int64_t batch, int64_t *info,
                          double *estimates, bool wanted);
gla_status gla_cuda_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch);
gla_status gla_cuda_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                          int64_t batch);
gla_status gla_cuda_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                          const void *tau, const gla_matrix *c, int64_t batch);
gla_status gla_cuda_gesvd(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                          const gla_matrix *vt, int64_t batch, int64_t *info);
gla_status gla_cuda_syevd(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                          int64_t batch, int64_t *info);
gla_status gla_cuda_geev(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *w, const gla_matrix *v, int64_t batch,
                         int64_t *info);

#endif
