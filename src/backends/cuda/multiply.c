/* multiply.c - Matrix products by cuBLAS for the algorithms of src/backends/device/dense. */
#include "backends/device/dense/dense.h"
#include "math.h"

#define SMALL 64   /* largest number of rows and of columns of a result that is computed in parts */
#define LONG 1024  /* length from which sums are split into parts, because cuBLAS does not split them */
#define PARTS 16   /* largest number of parts */
#define LENGTH 128 /* minimum length of a part */

typedef struct operand {
    cublasOperation_t op;
    int64_t ld;
} operand;

/* A product, and the arguments of the cuBLAS call that computes it. */
typedef struct call {
    const gla_dense *d;
    cublasHandle_t blas;
    gla_product p;
    operand left, right;
} call;

/* Describe a matrix to cuBLAS.  Return false if its strides or conjugation cannot be expressed. */
static bool describe(gla_strided a, int64_t rows, int64_t cols, bool conj, operand *o)
{
    bool by_columns = a.row == 1 && (a.col >= rows || cols == 1), by_rows = a.col == 1 && (a.row >= cols || rows == 1);
    int64_t ld = by_columns ? a.col : a.row, least = by_columns ? rows : cols;
    o->op = by_columns ? CUBLAS_OP_N : conj ? CUBLAS_OP_C : CUBLAS_OP_T;
    o->ld = ld > least ? ld : least > 1 ? least : 1;
    return by_rows ? !by_columns || !conj : by_columns && !conj;
}

static gla_status gemm(const call *k, const gla_product *p, gla_strided a, gla_strided b, gla_strided c, int64_t ldc,
                       int64_t batch)
{
    const gla_dense *d = k->d;
    const double alpha[2] = {p->minus ? -1 : 1, 0}, beta[2] = {p->keep, 0};
    const float alpha_f[2] = {p->minus ? -1 : 1, 0}, beta_f[2] = {p->keep, 0};
    bool single = d->dtype == GLA_FLOAT32 || d->dtype == GLA_COMPLEX64;
    cudaDataType t = gla_cuda_type(d->dtype);
    return gla_cublas_check(d->op, cublasGemmStridedBatchedEx_64(
                                       k->blas, k->left.op, k->right.op, p->m, p->n, p->k,
                                       single ? (const void *)alpha_f : alpha, a.data, t, k->left.ld, a.step, b.data, t,
                                       k->right.ld, b.step, single ? (const void *)beta_f : beta, c.data, t, ldc, c.step, batch,
                                       single ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
}

/* Split the sums into parts of equal length and a remainder, compute the parts in one batch, and add all of them. */
static gla_status multiply_in_parts(const call *k, gla_strided a, gla_strided b, gla_strided c)
{
    const gla_dense *d = k->d;
    gla_product one = k->p;
    int64_t most = one.k / LENGTH, count = most < PARTS ? most : PARTS, length = one.k / count, done = count * length;
    int64_t size = one.m * one.n, rest = one.k - done;
    gla_strided parts = {NULL, 1, one.m, size};
    gla_status st = gla_device_scratch(d->op, d->dev, (size_t)((count + 1) * size * d->item), &parts.data);
    if (st)
        return st;
    one.keep = false;
    one.k = length;
    a.step = length * a.col;
    b.step = length * b.row;
    st = gemm(k, &one, a, b, parts, one.m, count);
    one.k = rest;
    if (!st && rest)
        st = gemm(k, &one, gla_dense_part(d, a, 0, done), gla_dense_part(d, b, done, 0), gla_dense_nth(d, parts, count), one.m,
                  1);
    if (!st)
        st = gla_dense_sum_parts(d, &k->p, count + (rest > 0), parts.data, c);
    gla_device_drop(d->dev, parts.data);
    return st;
}

static gla_status multiply(const call *k, gla_strided a, gla_strided b, gla_strided c, int64_t ldc)
{
    const gla_product *p = &k->p;
    if (p->m <= SMALL && p->n <= SMALL && p->k >= LONG && k->d->batch == 1)
        return multiply_in_parts(k, a, b, c);
    return gemm(k, p, a, b, c, ldc, k->d->batch);
}

/* Implement the driver's slot `multiply`.  A call that already holds the handles uses them directly. */
gla_status gla_cuda_multiply(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c, bool *done)
{
    call k = {.d = d, .p = *p};
    operand out;
    gla_cuda *cuda = d->dev->state;
    gla_cuda_math *m = cuda->math;
    bool is_held = gla_cuda_math_is_held(cuda);
    if (c.row != 1) { /* compute the transpose of the product */
        gla_strided t = gla_dense_transposed(a);
        a = gla_dense_transposed(b);
        b = t;
        c = gla_dense_transposed(c);
        k.p = (gla_product){p->n, p->m, p->k, p->conj_b, p->conj_a, p->minus, p->keep, false};
    }
    *done = p->k > 0 && describe(c, k.p.m, k.p.n, false, &out) && out.op == CUBLAS_OP_N &&
            describe(a, k.p.m, k.p.k, k.p.conj_a, &k.left) && describe(b, k.p.k, k.p.n, k.p.conj_b, &k.right);
    gla_status st = !*done || is_held ? GLA_OK : gla_cuda_math_enter(d->op, d->dev, &cuda, &m);
    if (st || !*done)
        return st;
    k.blas = m->blas;
    st = multiply(&k, a, b, c, out.ld);
    return is_held ? st : gla_cuda_math_leave(cuda, st);
}
