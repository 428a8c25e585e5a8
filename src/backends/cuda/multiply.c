/* multiply.c - products of the dense algorithms of src/backends/device, by cuBLAS. */
#include "backends/device/dense/dense.h"
#include "math.h"

/* A matrix as BLAS wants it: its columns follow one another, or those of its transpose do. */
typedef struct operand {
    const void *data;
    int64_t ld, step;
    cublasOperation_t op;
} operand;

static bool describe(const gla_dense *d, gla_strided x, int64_t rows, int64_t cols, bool conjugate, operand *o)
{
    conjugate = conjugate && gla_dtype_is_complex(d->dtype);
    *o = (operand){.data = x.data, .step = x.step};
    if (x.row == 1 && x.col >= rows && !conjugate) {
        o->ld = x.col;
        o->op = CUBLAS_OP_N;
        return true;
    }
    o->ld = x.row;
    o->op = conjugate ? CUBLAS_OP_C : CUBLAS_OP_T;
    return x.col == 1 && x.row >= cols;
}

gla_status gla_cuda_multiply(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c, bool *done)
{
    const double factors[2][2] = {{p->minus ? -1 : 1, 0}, {p->keep ? 1 : 0, 0}};
    const float factors_f[2][2] = {{(float)factors[0][0], 0}, {(float)factors[1][0], 0}};
    bool single = d->dtype == GLA_FLOAT32 || d->dtype == GLA_COMPLEX64, turned = c.row != 1;
    const void *alpha = single ? (const void *)factors_f[0] : factors[0];
    const void *beta = single ? (const void *)factors_f[1] : factors[1];
    int64_t m = turned ? p->n : p->m, n = turned ? p->m : p->n;
    cudaDataType type = gla_cuda_type(d->dtype);
    operand left, right, out;
    gla_cuda *cuda;
    gla_cuda_math *math;
    if (turned) { /* the transpose of the product */
        gla_strided t = gla_dense_transposed(a);
        a = gla_dense_transposed(b);
        b = t;
        c = gla_dense_transposed(c);
    }
    *done = describe(d, a, m, p->k, turned ? p->conj_b : p->conj_a, &left) &&
            describe(d, b, p->k, n, turned ? p->conj_a : p->conj_b, &right) && describe(d, c, m, n, false, &out) &&
            out.op == CUBLAS_OP_N;
    if (!*done)
        return GLA_OK;
    gla_status st = gla_cuda_math_enter(d->op, d->dev, &cuda, &math);
    if (st)
        return st;
    st = gla_cublas_check(d->op, cublasGemmStridedBatchedEx_64(
                                     math->blas, left.op, right.op, m, n, p->k, alpha, left.data, type, left.ld, left.step,
                                     right.data, type, right.ld, right.step, beta, c.data, type, out.ld, out.step, d->batch,
                                     single ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
    return gla_cuda_math_leave(cuda, st);
}
