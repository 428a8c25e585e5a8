/* blas.c - matrix products and triangular systems through OpenBLAS; integer products are in integer.c. */
#include "fortran.h"
#include "integer.h"

typedef void gemm_fn(const char *ta, const char *tb, const fint *m, const fint *n, const fint *k, const void *alpha,
                     const void *a, const fint *lda, const void *b, const fint *ldb, const void *beta, void *c,
                     const fint *ldc, flen, flen);
typedef void gemv_fn(const char *ta, const fint *m, const fint *n, const void *alpha, const void *a, const fint *lda,
                     const void *x, const fint *incx, const void *beta, void *y, const fint *incy, flen);
typedef void trsm_fn(const char *side, const char *uplo, const char *ta, const char *diag, const fint *m, const fint *n,
                     const void *alpha, const void *a, const fint *lda, void *b, const fint *ldb, flen, flen, flen,
                     flen);

typedef void syrk_fn(const char *uplo, const char *trans, const fint *n, const fint *k, const void *alpha,
                     const void *a, const fint *lda, const void *beta, void *c, const fint *ldc, flen, flen);

GLA_FOUR(gemm_fn, gemm, sgemm, dgemm, cgemm, zgemm);
GLA_FOUR(gemv_fn, gemv, sgemv, dgemv, cgemv, zgemv);
GLA_FOUR(trsm_fn, trsm, strsm, dtrsm, ctrsm, ztrsm);
GLA_FOUR(syrk_fn, syrk, ssyrk, dsyrk, csyrk, zsyrk);

typedef struct product {
    gla_dtype dtype;
    gla_trans ta, tb;
    gla_matrix a, b, c;
    fint k;
} product;

/* y = op(A) x, y with stride incy, x a matrix of one column (or of one row, transposed). */
static void matrix_vector(gla_dtype dtype, gla_trans ta, const gla_matrix *a, const void *pa, bool x_is_row,
                          const gla_matrix *x, const void *px, void *py, fint incy)
{
    int kind = gla_kind(dtype);
    char t = (char)ta;
    fint m = (fint)a->rows, n = (fint)a->cols, lda = (fint)a->ld, incx = x_is_row ? (fint)x->ld : 1;
    gemv[kind](&t, &m, &n, gla_host_one[kind], pa, &lda, px, &incx, gla_host_zero[kind], py, &incy, 1);
}

/* The lower triangle of an n x n matrix copied to the upper one, in tiles. */
#define MIRROR(type)                                                                        \
    static void mirror_##type(type *c, int64_t n, int64_t ld)                               \
    {                                                                                       \
        const int64_t tile = 32;                                                            \
        for (int64_t j0 = 0; j0 < n; j0 += tile)                                            \
            for (int64_t i0 = j0; i0 < n; i0 += tile)                                       \
                for (int64_t j = j0; j < j0 + tile && j < n; j++)                           \
                    for (int64_t i = i0 > j ? i0 : j + 1; i < i0 + tile && i < n; i++)      \
                        c[j + i * ld] = c[i + j * ld];                                      \
    }

typedef struct pair { double re, im; } pair;
typedef struct small_pair { float re, im; } small_pair;
MIRROR(float)
MIRROR(double)
MIRROR(small_pair)
MIRROR(pair)

/* AAᵀ or AᵀA of one and the same A is symmetric: half of the work, and equal to the last bit on both sides. */
static bool is_gram(const product *p, const void *a, const void *b)
{
    return a == b && p->a.ld == p->b.ld && p->a.rows == p->b.rows && p->a.cols == p->b.cols && p->c.rows >= 16 &&
           ((p->ta == GLA_NO_TRANS && p->tb == GLA_TRANS) || (p->ta == GLA_TRANS && p->tb == GLA_NO_TRANS));
}

static void gram(const product *p, const void *a, void *c)
{
    int kind = gla_kind(p->dtype);
    char trans = (char)p->ta;
    fint n = (fint)p->c.rows, lda = (fint)p->a.ld, ldc = (fint)p->c.ld;
    syrk[kind]("L", &trans, &n, &p->k, gla_host_one[kind], a, &lda, gla_host_zero[kind], c, &ldc, 1, 1);
    switch (p->dtype) {
    case GLA_FLOAT32: mirror_float(c, n, ldc); break;
    case GLA_FLOAT64: mirror_double(c, n, ldc); break;
    case GLA_COMPLEX64: mirror_small_pair(c, n, ldc); break;
    default: mirror_pair(c, n, ldc);
    }
}

static void multiply_one(void *job, int64_t i, void *work)
{
    const product *p = job;
    int kind = gla_kind(p->dtype);
    const void *a = gla_at(p->dtype, p->a.data, i * p->a.stride), *b = gla_at(p->dtype, p->b.data, i * p->b.stride);
    void *c = gla_at(p->dtype, p->c.data, i * p->c.stride);
    (void)work;
    /* gemv where the result is a vector and no conjugate of the other vector is needed: OpenBLAS's gemm does not
     * look. */
    if (p->c.cols == 1 && p->tb != GLA_CONJ_TRANS) {
        matrix_vector(p->dtype, p->ta, &p->a, a, p->tb == GLA_TRANS, &p->b, b, c, 1);
        return;
    }
    if (p->c.rows == 1 && p->ta != GLA_CONJ_TRANS && p->tb != GLA_CONJ_TRANS) {
        matrix_vector(p->dtype, p->tb == GLA_TRANS ? GLA_NO_TRANS : GLA_TRANS, &p->b, b, p->ta == GLA_NO_TRANS, &p->a,
                      a, c, (fint)p->c.ld);
        return;
    }
    if (is_gram(p, a, b)) {
        gram(p, a, c);
        return;
    }
    char ta = (char)p->ta, tb = (char)p->tb;
    fint m = (fint)p->c.rows, n = (fint)p->c.cols, lda = (fint)p->a.ld, ldb = (fint)p->b.ld, ldc = (fint)p->c.ld;
    gemm[kind](&ta, &tb, &m, &n, &p->k, gla_host_one[kind], a, &lda, b, &ldb, gla_host_zero[kind], c, &ldc, 1, 1);
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
    product p = {dtype, ta, tb, *a, *b, *c, (fint)k};
    return gla_host_each("matmul", batch, 0, multiply_one, &p);
}

typedef struct triangular {
    gla_dtype dtype;
    char side, uplo, ta, diag;
    gla_matrix a, b;
} triangular;

static void solve_one(void *job, int64_t i, void *work)
{
    const triangular *t = job;
    int kind = gla_kind(t->dtype);
    fint m = (fint)t->b.rows, n = (fint)t->b.cols, lda = (fint)t->a.ld, ldb = (fint)t->b.ld;
    (void)work;
    trsm[kind](&t->side, &t->uplo, &t->ta, &t->diag, &m, &n, gla_host_one[kind],
               gla_at(t->dtype, t->a.data, i * t->a.stride), &lda, gla_at(t->dtype, t->b.data, i * t->b.stride), &ldb,
               1, 1, 1, 1);
}

static gla_status host_trsm(gla_device *dev, gla_dtype dtype, gla_side side, gla_uplo uplo, gla_trans ta, gla_diag diag,
                            const gla_matrix *a, const gla_matrix *b, int64_t batch)
{
    (void)dev;
    gla_status st = gla_host_fits("solve_triangular", a);
    if (!st)
        st = gla_host_fits("solve_triangular", b);
    if (st)
        return st;
    triangular t = {dtype, (char)side, (char)uplo, (char)ta, (char)diag, *a, *b};
    return gla_host_each("solve_triangular", batch, 0, solve_one, &t);
}

const gla_blas_ops gla_host_blas_ops = {.gemm = host_gemm, .trsm = host_trsm};
