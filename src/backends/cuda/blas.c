/* blas.c - Matrix products and triangular systems by cuBLAS. */
#include "backends/device/dense/dense.h"
#include "panels.h"
#include "contract/dense.h"

static const double one[2] = {1, 0}, zero[2] = {0, 0};
static const float one_f[2] = {1, 0}, zero_f[2] = {0, 0};

static gla_status gemm(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a, const gla_matrix *b,
                       const gla_matrix *c, int64_t batch)
{
    gla_cuda *cuda;
    gla_cuda_math *m;
    bool single = dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64;
    const void *alpha = single ? (const void *)one_f : one, *beta = single ? (const void *)zero_f : zero;
    cudaDataType t = gla_cuda_type(dtype);
    if (dtype < GLA_FLOAT32)
        return gla_device_integer_gemm(dev, dtype, ta, tb, a, b, c, batch);
    int64_t k = ta == GLA_NO_TRANS ? a->cols : a->rows, longest = c->rows == 1 && c->cols == 1 ? 32 : 8192;
    if (single && (c->rows == 1 || c->cols == 1) && k > longest) /* cuBLAS accumulates in single precision */
        return gla_device_dots(dev, dtype, ta, tb, a, b, c, batch);
    gla_status st = gla_cuda_math_enter("matmul", dev, &cuda, &m);
    if (st)
        return st;
    /* Plain fp32 arithmetic for float32, without rounding the inputs to TF32. */
    cublasComputeType_t compute = single ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_64F;
    st = gla_cublas_check("matmul",
                          cublasGemmStridedBatchedEx_64(m->blas, gla_cublas_op(ta), gla_cublas_op(tb), c->rows, c->cols, k,
                                                        alpha, a->data, t, a->ld, a->stride, b->data, t, b->ld, b->stride, beta,
                                                        c->data, t, c->ld, c->stride, batch, compute, CUBLAS_GEMM_DEFAULT));
    return gla_cuda_math_leave(cuda, st);
}

/* Solve one triangular system. */
cublasStatus_t gla_cublas_trsm(cublasHandle_t h, gla_dtype dtype, cublasSideMode_t side, cublasFillMode_t fill,
                               cublasOperation_t op, cublasDiagType_t diag, int64_t rows, int64_t cols, const void *a,
                               int64_t lda, void *b, int64_t ldb)
{
    switch (dtype) {
    case GLA_FLOAT32: return cublasStrsm_64(h, side, fill, op, diag, rows, cols, one_f, a, lda, b, ldb);
    case GLA_FLOAT64: return cublasDtrsm_64(h, side, fill, op, diag, rows, cols, one, a, lda, b, ldb);
    case GLA_COMPLEX64: return cublasCtrsm_64(h, side, fill, op, diag, rows, cols, (const cuComplex *)one_f, a, lda, b, ldb);
    default: return cublasZtrsm_64(h, side, fill, op, diag, rows, cols, (const cuDoubleComplex *)one, a, lda, b, ldb);
    }
}

bool gla_math_inverts(int64_t n, int64_t columns)
{
    return gla_dense_inverts(n, columns) && !gla_cuda_wants_vendor();
}

gla_status gla_math_trsm(gla_math_call *c, gla_uplo uplo, gla_trans ta, gla_unit_diag diag, const gla_matrix *a,
                         const gla_matrix *x)
{
    if (gla_dense_substitutes(c->dev, x->rows, x->cols, 1) || gla_math_inverts(x->rows, x->cols))
        return gla_dense_trsm(c->op, c->dev, c->dtype, GLA_LEFT, uplo, ta, diag, a, x, 1);
    return gla_cublas_check(c->op,
                            gla_cublas_trsm(c->math->blas, c->dtype, CUBLAS_SIDE_LEFT, gla_cublas_fill(uplo), gla_cublas_op(ta),
                                            diag == GLA_UNIT ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, x->rows, x->cols,
                                            a->data, a->ld, x->data, x->ld));
}

gla_status gla_math_substitute(gla_math_call *c, gla_trans ta, const gla_matrix *lu, const gla_matrix *x)
{
    bool plain = ta == GLA_NO_TRANS;
    gla_status st = gla_math_trsm(c, plain ? GLA_LOWER : GLA_UPPER, ta, plain ? GLA_UNIT : GLA_NON_UNIT, lu, x);
    return st ? st : gla_math_trsm(c, plain ? GLA_UPPER : GLA_LOWER, ta, plain ? GLA_NON_UNIT : GLA_UNIT, lu, x);
}

/* Solve a stack of triangular systems.  Our own kernels are preferred, because cuBLAS needs one launch per matrix and is slow
 * for few columns. */
static gla_status trsm(gla_device *dev, gla_dtype dtype, gla_side side, gla_uplo uplo, gla_trans ta, gla_unit_diag diag,
                       const gla_matrix *a, const gla_matrix *b, int64_t batch)
{
    gla_cuda *cuda;
    gla_cuda_math *m;
    bool left = side == GLA_LEFT;
    int64_t n = left ? b->rows : b->cols, columns = left ? b->cols : b->rows;
    if (gla_dense_substitutes(dev, n, columns, batch) || gla_math_inverts(n, columns))
        return gla_dense_trsm("solve_triangular", dev, dtype, side, uplo, ta, diag, a, b, batch);
    gla_status st = gla_cuda_math_enter("solve_triangular", dev, &cuda, &m);
    if (st)
        return st;
    for (int64_t i = 0; i < batch && !st; i++)
        st = gla_cublas_check("solve_triangular",
                              gla_cublas_trsm(m->blas, dtype, left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT,
                                              gla_cublas_fill(uplo), gla_cublas_op(ta),
                                              diag == GLA_UNIT ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, b->rows, b->cols,
                                              gla_matrix_at(a, dtype, i), a->ld, gla_matrix_at(b, dtype, i), b->ld));
    return gla_cuda_math_leave(cuda, st);
}

const gla_blas_ops gla_cuda_blas_ops = {.gemm = gemm, .trsm = trsm};
