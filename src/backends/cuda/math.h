/* math.h - Shared declarations of the files that call cuBLAS and cuSOLVER. */
#ifndef GLA_BACKENDS_CUDA_MATH_H
#define GLA_BACKENDS_CUDA_MATH_H

#include "backends/device/dense/condition.h"
#include "core/dispatch.h"
#include "cuda.h"

#include <cublas_v2.h>
#include <cusolverDn.h>

/* Library handles of one device.  The device's lock must be held while the handles are used, because handles are not
 * thread-safe. */
typedef struct gla_cuda_math {
    cublasHandle_t blas;
    cusolverDnHandle_t solver;
    cusolverDnParams_t params;
    cudaStream_t stream; /* stream to which the handles submit work */
    const char *op;      /* operation for which the handles are used */
    void *host_work;     /* pinned; cached because pinned memory makes hybrid routines about 10 % faster */
    size_t host_bytes;
    struct gla_cuda_panels *panels;  /* panels.h; NULL until first use */
    signed char panel_fits[2][4][4]; /* whether a cluster of each panel program fits on the device: 1 yes, -1 no, 0 unknown */
    signed char float64_rate;        /* float64_rate.c: 1 normal, -1 slow, 0 unknown */
    bool is_lent;                    /* a call uses host_work; other calls may run while it waits (gla_cuda_interrupted) */
} gla_cuda_math;

/* Enter the device, acquire its lock and create the handles.  gla_cuda_math_leave releases the lock.  If entering fails, the
 * lock is not held. */
gla_status gla_cuda_math_enter(const char *op, gla_device *dev, gla_cuda **cuda, gla_cuda_math **math);
/* Release the lock.  Return st or, if GPULINALG_SYNC is set, the status of waiting for the work. */
gla_status gla_cuda_math_leave(gla_cuda *cuda, gla_status st);
/* Return true if this thread is between gla_cuda_math_enter and gla_cuda_math_leave. */
bool gla_cuda_math_is_held(const gla_cuda *cuda);

/* Defined in multiply.c: implement the driver's slot `multiply`. */
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

/* Return the address of matrix number b of a stack. */
static inline void *gla_matrix_at(const gla_matrix *m, gla_dtype dtype, int64_t b)
{
    return (char *)m->data + b * m->stride * (int64_t)gla_itemsize(dtype);
}

/* State of one call that uses cuSOLVER: the device, a workspace that grows on demand, and one status (an int) per matrix. */
typedef struct gla_math_call {
    const char *op;
    gla_device *dev;
    gla_cuda *cuda;
    gla_cuda_math *math;
    gla_dtype dtype;
    cudaDataType type, real;
    int64_t batch;
    int *info;  /* on the device */
    int *codes; /* second half of info; NULL until matrices have been checked for NaN and Inf */
    void *work, *host_work;
    size_t work_bytes, host_bytes;
    gla_device_condition *condition; /* if not NULL, gla_math_end copies condition estimates to `estimates` */
    double *estimates;
    bool keeps_host_work; /* host_work belongs to the handles; the call waits before it returns, so nothing uses host_work
                           * afterwards */
} gla_math_call;

/* Return the size in bytes of a real element of the call's precision. */
static inline int64_t gla_math_real_size(const gla_math_call *c)
{
    return c->real == CUDA_R_32F ? 4 : 8;
}

/* Defined in float64_rate.c: Return true if the call's dtype is float64 or complex128 and the device is so slow in float64 that
 * algorithms with more operations are not worthwhile.  The speed is measured once per device, unless the driver reports a small
 * ratio of float32 to float64 speed. */
bool gla_cuda_float64_is_slow(const gla_math_call *c);

gla_status gla_math_begin(gla_math_call *c, const char *op, gla_device *dev, gla_dtype dtype, int64_t batch);
/* Grow the workspaces to at least these sizes. */
gla_status gla_math_work(gla_math_call *c, size_t bytes, size_t host_bytes);
/* Grow the workspaces like gla_math_work, with pinned memory for the host workspace.  The call must end by reading its info,
 * which waits. */
gla_status gla_math_work_pinned(gla_math_call *c, size_t bytes, size_t host_bytes);
/* If st is GLA_OK and info is not NULL, wait and copy the info to the host.  All resources are released in any case. */
gla_status gla_math_end(gla_math_call *c, gla_status st, int64_t *info);

/* Defined in lu.c: compute the LU factorisation of matrix i of `a`, and store its status in info[i]. */
gla_status gla_math_getrf(gla_math_call *c, const gla_matrix *a, int64_t i, int64_t *pivots);
/* Defined in blas.c: Return true if a triangular system of order n is solved by inverting diagonal blocks and multiplying.
 * cuBLAS's trsm reaches only half the speed of matrix products. */
bool gla_math_inverts(int64_t n, int64_t columns);
/* Solve op(a) x = b in place, where `a` is triangular.  On entry, x contains b. */
gla_status gla_math_trsm(gla_math_call *c, gla_uplo uplo, gla_trans ta, gla_unit_diag diag, const gla_matrix *a,
                         const gla_matrix *x);
/* Solve in place with both triangles of an LU factorisation, in which L has a unit diagonal.  The rows of x are in the order of
 * the rows of L. */
gla_status gla_math_substitute(gla_math_call *c, gla_trans ta, const gla_matrix *lu, const gla_matrix *x);
/* Call the cuBLAS trsm function for the dtype. */
cublasStatus_t gla_cublas_trsm(cublasHandle_t h, gla_dtype dtype, cublasSideMode_t side, cublasFillMode_t fill,
                               cublasOperation_t op, cublasDiagType_t diag, int64_t rows, int64_t cols, const void *a,
                               int64_t lda, void *b, int64_t ldb);

/* Defined in qr_panels.c: implement the driver's slot `factor_panel`. */
gla_status gla_cuda_factor_panel(const gla_dense *d, int64_t m, int64_t width, gla_strided a, void *tau, void *v, bool *done);

/* Defined in stack.c: Find the matrices of `a`, and of `b` unless it is NULL, that contain NaN or Inf.  Replace such matrices
 * of `a` by identities.  gla_math_end reports all matrices found. */
gla_status gla_math_guard(gla_math_call *c, const gla_matrix *a, const gla_matrix *b);
/* Do the same as gla_math_guard.  Also collect in c->condition the data for condition estimates of systems with `a` or, if
 * `turned`, with the transpose of `a`. */
gla_status gla_math_survey(gla_math_call *c, const gla_matrix *a, bool turned, const gla_matrix *b);
/* Status of a matrix that is finite but for which cuSOLVER returned NaN or Inf.  Such matrices are then factored again. */
#define GLA_INFO_VENDOR_NOT_FINITE (-8)
gla_status gla_math_find_infinite(gla_math_call *c, const gla_matrix *a);
/* Combine info and codes.  Set *failed to 1 if any result is nonzero.  *failed must be 0 before the call, and kernels must be
 * able to write to it. */
gla_status gla_math_collect(gla_math_call *c, int *failed);
/* Check `count` Gram matrices of n vectors, stored without gaps.  The first Gram matrix belongs to matrix number `first`.  If a
 * Gram matrix is not close to the identity, set the info of its matrix to 1 unless that info is already nonzero. */
gla_status gla_math_find_skew(gla_math_call *c, int64_t n, const void *gram, int64_t first, int64_t count);
/* Compute the row order that n pivots produce.  gla_math_reorder copies a column-major block with its rows in that order or, if
 * `back`, restores the original order. */
gla_status gla_math_exchanges(gla_math_call *c, int64_t n, const int64_t *pivots, int *order);
gla_status gla_math_reorder(gla_math_call *c, const gla_matrix *shape, bool back, const int *order, const void *in, int64_t ldi,
                            void *out, int64_t ldo);

/* Defined in eigen_check.c: gla_math_keep copies a stack, and the caller frees the copy.  gla_math_check_vectors sets info to 1
 * if vectors are not orthonormal.  After the call, gla_cuda_syevd_again decomposes each matrix with positive info again,
 * without cuSOLVER. */
gla_status gla_math_keep(gla_math_call *c, const gla_matrix *a, void **kept);
gla_status gla_math_check_vectors(gla_math_call *c, const gla_matrix *v);
typedef struct gla_cuda_again {
    gla_device *dev;
    gla_dtype dtype;
    bool vectors;
    gla_uplo uplo;
    const gla_matrix *a;
    const void *kept; /* copy of a before the call */
    void *w;
} gla_cuda_again;
gla_status gla_cuda_syevd_again(const gla_cuda_again *g, int64_t batch, int64_t *info);

/* Convert LAPACK's pairs of real columns to complex eigenvectors, with a kernel. */
gla_status gla_cuda_unfold_eigenvectors(gla_device *dev, gla_dtype dtype, int64_t n, const void *w, const void *packed, void *v,
                                        int64_t ldv);

/* Store in `out` (cols x rows) the conjugate transpose of `in` (rows x cols). */
gla_status gla_cuda_conjugate_transpose(gla_device *dev, gla_dtype dtype, int64_t rows, int64_t cols, const void *in,
                                        int64_t ldi, void *out, int64_t ldo);

/* Strategies that choose between library routines; each is defined in the file of its factorisation. */
extern const gla_strategies gla_cuda_gesv_strategies, gla_cuda_potrf_strategies, gla_cuda_syevd_strategies,
    gla_cuda_gesvd_stack_strategies, gla_cuda_gesvd_strategies, gla_cuda_geev_strategies, gla_cuda_getrf_strategies,
    gla_cuda_geqrf_strategies;

/* Defined in lu.c and qr.c: process one matrix after another.  The slots in small.c call these functions if no kernel for
 * stacks applies. */
gla_status gla_cusolver_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                              int64_t *info, double *estimates, bool wanted);
gla_status gla_cusolver_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch);
gla_status gla_cusolver_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                              int64_t batch);
gla_status gla_cusolver_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                              const void *tau, const gla_matrix *c, int64_t batch);

/* Slots of the lapack area; each is defined in the file of its factorisation. */
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
