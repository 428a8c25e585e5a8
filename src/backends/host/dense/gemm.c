/* gemm.c - Matrix products and triangular systems through OpenBLAS; integer products are in integer_gemm.c. */
#include "gemm.h"
#include "blas_threads.h"
#include "dot.h"
#include "integer_gemm.h"
#include "contract/dense.h"
#include "runtime/allocation.h"

#include <complex.h>
#include <string.h>

typedef void gemv_fn(const char *ta, const fint *m, const fint *n, const void *alpha, const void *a, const fint *lda,
                     const void *x, const fint *incx, const void *beta, void *y, const fint *incy, flen);
typedef void trsm_fn(const char *side, const char *uplo, const char *ta, const char *diag, const fint *m, const fint *n,
                     const void *alpha, const void *a, const fint *lda, void *b, const fint *ldb, flen, flen, flen, flen);

GLA_FOUR(gemv_fn, gemv, sgemv, dgemv, cgemv, zgemv);
GLA_FOUR(trsm_fn, trsm, strsm, dtrsm, ctrsm, ztrsm);

/* A matrix-vector product with at least VECTOR_WORK multiplications is faster with threads.  OpenBLAS may use threads from
 * ASKS_FOR_VECTOR multiplications on. */
#define VECTOR_WORK 6e4
#define ASKS_FOR_VECTOR 8e3

/* Compute y = op(A) x by OpenBLAS.  OpenBLAS's zgemv (in 0.3.21, its issue 4013) reads x[n], so x is copied to memory that
 * includes that element. */
static gla_status matrix_vector(const gla_host_dots *d, char ta, const gla_matrix *a)
{
    int kind = gla_kind(d->dtype);
    fint m = (fint)a->rows, n = (fint)a->cols, lda = (fint)a->ld, incx = (fint)d->xs, incy = (fint)d->ys;
    double complex place[64];
    size_t item = gla_itemsize(d->dtype), bytes = ((size_t)n + 1) * item;
    bool reads_on = d->dtype >= GLA_COMPLEX64 && ta == 'N', fits = bytes <= sizeof place;
    char *copy = !reads_on ? NULL : fits ? (char *)place : gla_malloc(bytes);
    if (reads_on && !copy)
        return gla_fail_memory("matmul", bytes);
    for (int64_t i = 0; copy && i <= n; i++)
        memcpy(copy + (size_t)i * item, gla_at(d->dtype, d->x, (i < n ? i : 0) * d->xs), item);
    if (copy)
        incx = 1;
    double work = (double)m * n;
    if (work >= ASKS_FOR_VECTOR)
        gla_blas_begin(work >= VECTOR_WORK);
    gemv[kind](&ta, &m, &n, gla_host_one[kind], d->a, &lda, copy ? copy : d->x, &incx, gla_host_zero[kind], d->y, &incy, 1);
    if (work >= ASKS_FOR_VECTOR)
        gla_blas_end();
    if (!fits)
        gla_free(copy);
    return GLA_OK;
}

/* Describe y = op(A) x.  If the matrix is on the right, describe yᵀ = xᵀ op(A), which is y = op(A)ᵀ x. */
static gla_host_dots describe_dots(gla_dtype dtype, gla_trans ta, const gla_matrix *a, const void *pa, bool from_left,
                                   gla_trans tx, const gla_matrix *x, const void *px, void *py, int64_t incy)
{
    bool turned = (ta == GLA_NO_TRANS) == from_left; /* rows of the sums are columns of a */
    bool x_is_row = (tx == GLA_NO_TRANS) == from_left;
    gla_host_dots d = {.dtype = dtype,
                       .a = pa,
                       .x = px,
                       .xs = x_is_row ? x->ld : 1,
                       .y = py,
                       .ys = incy,
                       .conj_a = ta == GLA_CONJ_TRANS,
                       .conj_x = tx == GLA_CONJ_TRANS};
    d.rows = turned ? a->cols : a->rows;
    d.k = turned ? a->rows : a->cols;
    d.rs = turned ? a->ld : 1;
    d.cs = turned ? 1 : a->ld;
    return d;
}

static gla_status vector_result(gla_dtype dtype, gla_trans ta, const gla_matrix *a, const void *pa, bool from_left,
                                gla_trans tx, const gla_matrix *x, const void *px, void *py, int64_t incy)
{
    bool turned = (ta == GLA_NO_TRANS) == from_left;
    const gla_host_dots d = describe_dots(dtype, ta, a, pa, from_left, tx, x, px, py, incy);
    if (gla_host_dots_pays(&d) || d.conj_x || (d.conj_a && !turned))
        return gla_host_dots_run(&d);
    return matrix_vector(&d, turned ? d.conj_a ? 'C' : 'T' : 'N', a);
}

static gla_status multiply_one(void *job, int64_t i, void *work)
{
    const gla_product *p = job;
    const void *a = gla_at(p->dtype, p->a.data, i * p->a.stride), *b = gla_at(p->dtype, p->b.data, i * p->b.stride);
    void *c = gla_at(p->dtype, p->c.data, i * p->c.stride);
    (void)work;
    if (p->c.cols == 1) /* OpenBLAS's gemm does not detect vectors */
        return vector_result(p->dtype, p->ta, &p->a, a, false, p->tb, &p->b, b, c, 1);
    if (p->c.rows == 1)
        return vector_result(p->dtype, p->tb, &p->b, b, true, p->ta, &p->a, a, c, p->c.ld);
    bool half = gla_host_is_gram(p, a, b);
    if (gla_host_is_long(p, half))
        return gla_host_long_product(p, a, b, c);
    if (half) {
        gla_host_half_gram(p, a, c, (fint)p->c.ld);
        gla_host_mirror(p, c);
    } else {
        gla_host_plain(p, a, b, c, (fint)p->c.ld);
    }
    return GLA_OK;
}

static gla_status host_gemm(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a,
                            const gla_matrix *b, const gla_matrix *c, int64_t batch)
{
    (void)dev;
    int64_t k = ta == GLA_NO_TRANS ? a->cols : a->rows;
    if (dtype < GLA_FLOAT32)
        return gla_host_integer_gemm(dtype, ta, tb, a, b, c, batch);
    gla_status st = gla_host_fits("matmul", a);
    if (!st)
        st = gla_host_fits("matmul", b);
    if (!st)
        st = gla_host_fits("matmul", c);
    if (st)
        return st;
    gla_product p = {dtype, ta, tb, *a, *b, *c, (fint)k};
    if (batch > 1 && c->rows == 1 && c->cols == 1) {
        const gla_host_dots d = describe_dots(dtype, ta, a, a->data, false, tb, b, b->data, c->data, 1);
        if (gla_host_dots_are_short(&d))
            return gla_host_dots_many(&d, batch, a->stride, b->stride, c->stride);
    }
    double cost = (double)c->rows * (double)c->cols * (double)k * gla_host_cost(dtype);
    const gla_host_stack stack = {"matmul", batch, 0, cost, .asks = true};
    return gla_host_each(&stack, multiply_one, &p);
}

typedef struct triangular {
    gla_dtype dtype;
    char side, uplo, ta, diag;
    gla_matrix a, b;
} triangular;

static gla_status solve_one(void *job, int64_t i, void *work)
{
    const triangular *t = job;
    int kind = gla_kind(t->dtype);
    fint m = (fint)t->b.rows, n = (fint)t->b.cols, lda = (fint)t->a.ld, ldb = (fint)t->b.ld;
    (void)work;
    double order = (double)t->a.rows, others = (double)(t->side == 'L' ? n : m);
    gla_blas_begin(others > 1 && order * order * others >= GLA_BLAS_PRODUCT);
    trsm[kind](&t->side, &t->uplo, &t->ta, &t->diag, &m, &n, gla_host_one[kind], gla_at(t->dtype, t->a.data, i * t->a.stride),
               &lda, gla_at(t->dtype, t->b.data, i * t->b.stride), &ldb, 1, 1, 1, 1);
    gla_blas_end();
    return GLA_OK;
}

static gla_status host_trsm(gla_device *dev, gla_dtype dtype, gla_side side, gla_uplo uplo, gla_trans ta, gla_unit_diag diag,
                            const gla_matrix *a, const gla_matrix *b, int64_t batch)
{
    (void)dev;
    gla_status st = gla_host_fits("solve_triangular", a);
    if (!st)
        st = gla_host_fits("solve_triangular", b);
    if (st)
        return st;
    triangular t = {dtype, (char)side, (char)uplo, (char)ta, (char)diag, *a, *b};
    double cost = (double)a->rows * (double)b->rows * (double)b->cols * gla_host_cost(dtype);
    const gla_host_stack stack = {"solve_triangular", batch, 0, cost, .asks = true};
    return gla_host_each(&stack, solve_one, &t);
}

const gla_blas_ops gla_host_blas_ops = {.gemm = host_gemm, .trsm = host_trsm};
