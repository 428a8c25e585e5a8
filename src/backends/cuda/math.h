/* math.h - Shared declarations of the files that call cuBLAS and cuSOLVER. */
#ifndef GLA_BACKENDS_CUDA_MATH_H
#define GLA_BACKENDS_CUDA_MATH_H

#include "backends/device/dense/condition.h"
#include "core/dispatch.h"
#include "cuda.h"

#include <cublas_v2.h>
#include <cusolverDn.h>

/* Library handles of one device.  They are not thread-safe, so they are used under the device's lock. */
typedef struct gla_cuda_math {
    cublasHandle_t blas;
    cusolverDnHandle_t solver;
    cusolverDnParams_t params;
    cudaStream_t stream; /* stream to which the handles submit work */
    const char *op;      /* operation they work for */
    void *host_work;     /* pinned; cached because pinned memory makes hybrid routines about 10 % faster */
    size_t host_bytes;
    struct gla_cuda_panels *panels;  /* panels.h; NULL until first use */
    signed char panel_fits[2][4][4]; /* whether a cluster of each panel program fits: 1 yes, -1 no, 0 unknown */
    signed char float64_rate;        /* float64_rate.c: 1 normal, -1 slow, 0 unknown */
    bool is_lent;                    /* a call uses host_work, and others may run during its wait (gla_cuda_interrupted) */
} gla_cuda_math;

/* Enter the device, take its lock and create the handles.  gla_cuda_math_leave releases the lock.  If entering fails, the lock
 * is not held. */
gla_status gla_cuda_math_enter(const char *op, gla_device *dev, gla_cuda **cuda, gla_cuda_math **math);
/* Release the lock.  Return st, or with GPULINALG_SYNC the status of waiting for the work. */
gla_status gla_cuda_math_leave(gla_cuda *cuda, gla_status st);
/* Return true if this thread is between gla_cuda_math_enter and gla_cuda_math_leave. */
bool gla_cuda_math_is_held(const gla_cuda *cuda);

/* multiply.c: implement the driver's slot `multiply`. */
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

/* Return the address of matrix b of a stack. */
static inline void *gla_matrix_at(const gla_matrix *m, gla_dtype dtype, int64_t b)
{
    return (char *)m->data + b * m->stride * (int64_t)gla_itemsize(dtype);
}

/* One call into cuSOLVER: the entered device, a workspace that grows on demand, and an int of status for each matrix. */
typedef struct gla_math_call {
    const char *op;
    gla_device *dev;
    gla_cuda *cuda;
    gla_cuda_math *math;
    gla_dtype dtype;
    cudaDataType type, real;
    int64_t batch;
    int *info;  /* on the device */
    int *codes; /* the second half of info; NULL until matrices have been checked for NaN and Inf */
    void *work, *host_work;
    size_t work_bytes, host_bytes;
    gla_device_condition *condition; /* if not NULL, gla_math_end copies condition estimates to `estimates` */
    double *estimates;
    bool keeps_host_work; /* host_work belongs to the handles; the call waits, so it is unused at the end */
} gla_math_call;

/* Return the size in bytes of a real element of the call's precision. */
static inline int64_t gla_math_real_size(const gla_math_call *c)
{
    return c->real == CUDA_R_32F ? 4 : 8;
}

/* float64_rate.c: Return true if the call's dtype is float64 or complex128 and the device is so slow in it that algorithms with more
 * operations do not pay.  This is measured once per device, unless the ratio that the driver reports is small. */
bool gla_cuda_float64_is_slow(const gla_math_call *c);

gla_status gla_math_begin(gla_math_call *c, const char *op, gla_device *dev, gla_dtype dtype, int64_t batch);
/* Grow the workspaces to at least these sizes. */
gla_status gla_math_work(gla_math_call *c, size_t bytes, size_t host_bytes);
/* Do the same with pinned memory for the host workspace.  The call must end by reading its info, which waits. */
gla_status gla_math_work_pinned(gla_math_call *c, size_t bytes, size_t host_bytes);
/* If st is GLA_OK and info is not NULL, wait and copy the info to the host.  Release everything in any case. */
gla_status gla_math_end(gla_math_call *c, gla_status st, int64_t *info);

/* lu.c: LU factorisation of matrix i of a, with its status in info[i]. */
gla_status gla_math_getrf(gla_math_call *c, const gla_matrix *a, int64_t i, int64_t *pivots);
/* blas.c: Return true if a triangular system of order n is solved by inverting diagonal blocks and multiplying.  cuBLAS's trsm
 * reaches half the rate of products. */
bool gla_math_inverts(int64_t n, int64_t columns);
/* Solve op(a) x = b in place for a triangle of a; x contains b. */
gla_status gla_math_trsm(gla_math_call *c, gla_uplo uplo, gla_trans ta, gla_unit_diag diag, const gla_matrix *a,
                         const gla_matrix *x);
/* Solve in place with both triangles of an LU factorisation; L has a unit diagonal.  The rows of x are in the order of the rows
 * of L. */
gla_status gla_math_substitute(gla_math_call *c, gla_trans ta, const gla_matrix *lu, const gla_matrix *x);
/* Call cuBLAS's trsm of the dtype. */
cublasStatus_t gla_cublas_trsm(cublasHandle_t h, gla_dtype dtype, cublasSideMode_t side, cublasFillMode_t fill,
                               cublasOperation_t op, cublasDiagType_t diag, int64_t rows, int64_t cols, const void *a,
                               int64_t lda, void *b, int64_t ldb);

/* qr_panels.c: implement the driver's slot `factor_panel`. */
gla_status gla_cuda_factor_panel(const gla_dense *d, int64_t m, int64_t width, gla_strided a, void *tau, void *v, bool *done);

/* stack.c: Find the matrices of a, and of b unless it is NULL, that contain NaN or Inf.  gla_math_end reports them.  Such
 * matrices of a are replaced by identities. */
gla_status gla_math_guard(gla_math_call *c, const gla_matrix *a, const gla_matrix *b);
/* Do the same, and also collect in c->condition the data for condition estimates of systems with a, or with its transpose if
 * `turned`. */
gla_status gla_math_survey(gla_math_call *c, const gla_matrix *a, bool turned, const gla_matrix *b);
/* Find NaN and Inf in results of cuSOLVER for finite matrices.  The call then factors these matrices again. */
#define GLA_INFO_VENDOR_NOT_FINITE (-8)
gla_status gla_math_find_infinite(gla_math_call *c, const gla_matrix *a);
/* Combine info and codes.  Set *failed to 1 if any result is nonzero; *failed must be 0 before, and writable by kernels. */
gla_status gla_math_collect(gla_math_call *c, int *failed);
/* Check `count` Gram matrices of n vectors, stored without gaps; the first belongs to matrix `first`.  Set the info of a matrix
 * to 1 if its Gram matrix is not close to the identity, unless the info is nonzero already. */
gla_status gla_math_find_skew(gla_math_call *c, int64_t n, const void *gram, int64_t first, int64_t count);
/* Compute the row order that n pivots produce.  gla_math_reorder copies a column-major block with its rows in that order, or
 * with `back` in the original order. */
gla_status gla_math_exchanges(gla_math_call *c, int64_t n, const int64_t *pivots, int *order);
gla_status gla_math_reorder(gla_math_call *c, const gla_matrix *shape, bool back, const int *order, const void *in, int64_t ldi,
                            void *out, int64_t ldo);

/* eigen_check.c: gla_math_keep copies a stack; the caller frees the copy.  gla_math_check_vectors sets info to 1 if vectors are
 * not orthonormal.  After the call, gla_cuda_syevd_again decomposes the matrices with positive info again, without cuSOLVER. */
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

/* Compute out (cols x rows), the conjugate transpose of in (rows x cols). */
gla_status gla_cuda_conjugate_transpose(gla_device *dev, gla_dtype dtype, int64_t rows, int64_t cols, const void *in,
                                        int64_t ldi, void *out, int64_t ldo);

/* Strategies that choose between library routines; each is in the file of its factorisation. */
extern const gla_strategies gla_cuda_gesv_strategies, gla_cuda_potrf_strategies, gla_cuda_syevd_strategies,
    gla_cuda_gesvd_stack_strategies, gla_cuda_gesvd_strategies, gla_cuda_geev_strategies, gla_cuda_getrf_strategies,
    gla_cuda_geqrf_strategies;

/* lu.c, qr.c: one matrix after another, called by the slots in small.c if no kernel for stacks applies. */
gla_status gla_cusolver_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                              int64_t *info, double *estimates, bool wanted);
gla_status gla_cusolver_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch);
gla_status gla_cusolver_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                              int64_t batch);
gla_status gla_cusolver_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                              const void *tau, const gla_matrix *c, int64_t batch);

/* The slots of the lapack area, each in the file of its factorisation. */
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
