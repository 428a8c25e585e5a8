/* matrix.c - our own kernels beside the vendor libraries: integer products, transposes, eigenvectors; the lapack table. */
#include "array_kernels.h"
#include "math.h"
#include "tall.h"

gla_status gla_cuda_integer_gemm(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a,
                                 const gla_matrix *b, const gla_matrix *c, int64_t batch)
{
    char defines[600];
    cudaKernel_t kernel;
    gla_cuda *cuda;
    gla_status st = gla_cuda_enter("matmul", dev, &cuda);
    gla_cuda_type_defines(dtype, defines, sizeof defines);
    if (!st)
        st = gla_cuda_kernel(dev, "integer_gemm.h", defines, "integer_gemm", &kernel);
    int64_t one = 1, m = c->rows, n = c->cols, k = ta == GLA_NO_TRANS ? a->cols : a->rows, total = batch;
    bool na = ta == GLA_NO_TRANS, nb = tb == GLA_NO_TRANS;
    const int64_t *a_row = na ? &one : &a->ld, *a_col = na ? &a->ld : &one, *b_row = nb ? &one : &b->ld,
                  *b_col = nb ? &b->ld : &one;
    void *args[] = {&m, &n, &k, &total, (void *)&a->data, (void *)a_row, (void *)a_col, (void *)&a->stride, (void *)&b->data,
                    (void *)b_row, (void *)b_col, (void *)&b->stride, (void *)&c->data, (void *)&c->ld, (void *)&c->stride};
    int64_t tiles = (m + 15) / 16 * ((n + 15) / 16) * batch;
    return st ? st : gla_cuda_launch("matmul", dev, kernel, (unsigned)(tiles < 0x7fffffff ? tiles : 0x7fffffff), 256, 0, args);
}

gla_status gla_cuda_unfold_eigenvectors(gla_device *dev, gla_dtype dtype, int64_t n, const void *w, const void *packed,
                                        void *v, int64_t ldv)
{
    char defines[600];
    cudaKernel_t kernel;
    gla_cuda_type_defines(dtype == GLA_FLOAT32 ? GLA_COMPLEX64 : GLA_COMPLEX128, defines, sizeof defines);
    gla_status st = gla_cuda_kernel(dev, "matrix.h", defines, "unfold_eigenvectors", &kernel);
    void *args[] = {&n, &w, &packed, &v, &ldv};
    return st ? st : gla_cuda_launch_for("eig", dev, kernel, n * n, args);
}

gla_status gla_cuda_conjugate_transpose(gla_device *dev, gla_dtype dtype, int64_t rows, int64_t cols, const void *in,
                                        int64_t ldi, void *out, int64_t ldo)
{
    char defines[600];
    cudaKernel_t kernel;
    int64_t one = 1, zero = 0;
    if (gla_dtype_is_complex(dtype)) {
        gla_cuda_type_defines(dtype, defines, sizeof defines);
        gla_status st = gla_cuda_kernel(dev, "matrix.h", defines, "conjugate_transpose", &kernel);
        void *args[] = {&rows, &cols, &in, &ldi, &out, &ldo};
        return st ? st : gla_cuda_launch_for("transpose", dev, kernel, rows * cols, args);
    }
    gla_cuda_mover_defines(dtype, defines, sizeof defines);
    gla_status st = gla_cuda_kernel(dev, "transpose.h", defines, "transpose", &kernel);
    int64_t tiles = (rows + 31) / 32 * ((cols + 31) / 32);
    /* In the kernel's words: row r of the result, contiguous along c, is column r of the input. */
    void *args[] = {&out, &in, &rows, &cols, &one, &ldo, &ldi, &zero, &zero};
    return st ? st : gla_cuda_launch("transpose", dev, kernel, (unsigned)(tiles < 0x7fffffff ? tiles : 0x7fffffff), 256, 0,
                                     args);
}

const gla_lapack_ops gla_cuda_lapack_ops = {
    .gesv = gla_cuda_gesv,
    .getrf = gla_cuda_getrf,
    .potrf = gla_cuda_potrf,
    .geqrf = gla_cuda_geqrf,
    .orgqr = gla_cuda_orgqr,
    .ormqr = gla_cuda_ormqr,
    .gesvd = gla_cuda_gesvd,
    .syevd = gla_cuda_syevd,
    .geev = gla_cuda_geev,
    .tells_non_finite = true,
    .gram = gla_cuda_gram,
    .gradient = gla_cuda_gradient,
    .small_gesv = gla_cuda_small_gesv,
    .small_potrf = gla_cuda_small_potrf,
    .gesv_from_host = gla_cuda_gesv_from_host,
    .small_syevd = gla_cuda_small_syevd,
};
