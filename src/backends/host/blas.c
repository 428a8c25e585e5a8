/* blas.c - matrix products and triangular systems through OpenBLAS; integer products are in integer.c. */
#include "dot.h"
#include "fortran.h"
#include "integer.h"

#include <complex.h>
#include <string.h>

typedef void gemm_fn(const char *ta, const char *tb, const fint *m, const fint *n, const fint *k, const void *alpha,
                     const void *a, const fint *lda, const void *b, const fint *ldb, const void *beta, void *c, const fint *ldc,
                     flen, flen);
typedef void gemv_fn(const char *ta, const fint *m, const fint *n, const void *alpha, const void *a, const fint *lda,
                     const void *x, const fint *incx, const void *beta, void *y, const fint *incy, flen);
typedef void trsm_fn(const char *side, const char *uplo, const char *ta, const char *diag, const fint *m, const fint *n,
                     const void *alpha, const void *a, const fint *lda, void *b, const fint *ldb, flen, flen, flen, flen);

typedef void syrk_fn(const char *uplo, const char *trans, const fint *n, const fint *k, const void *alpha, const void *a,
                     const fint *lda, const void *beta, void *c, const fint *ldc, flen, flen);

GLA_FOUR(gemm_fn, gemm, sgemm, dgemm, cgemm, zgemm);
GLA_FOUR(gemv_fn, gemv, sgemv, dgemv, cgemv, zgemv);
GLA_FOUR(trsm_fn, trsm, strsm, dtrsm, ctrsm, ztrsm);
GLA_FOUR(syrk_fn, syrk, ssyrk, dsyrk, csyrk, zsyrk);

typedef struct product {
    gla_dtype dtype;
    gla_trans ta, tb;
    gla_matrix a, b, c;
    fint k;
    gla_status status;
} product;

/* y = op(A) x by OpenBLAS, of which zgemv (in 0.3.21, its issue 4013) reads x[n]: of a copy, which has that element. */
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
    gemv[kind](&ta, &m, &n, gla_host_one[kind], d->a, &lda, copy ? copy : d->x, &incx, gla_host_zero[kind], d->y, &incy, 1);
    if (!fits)
        gla_free(copy);
    return GLA_OK;
}

/* y = op(A) x or, from the other side, yᵀ = xᵀ op(A), that is y = op(A)ᵀ x. */
static gla_status vector_result(gla_dtype dtype, gla_trans ta, const gla_matrix *a, const void *pa, bool from_left,
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
    if (gla_host_dots_pays(&d) || d.conj_x || (d.conj_a && !turned))
        return gla_host_dots_run(&d);
    return matrix_vector(&d, turned ? d.conj_a ? 'C' : 'T' : 'N', a);
}

/* The lower triangle of an n x n matrix copied to the upper one, in tiles. */
#define MIRROR(type)                                                                   \
    static void mirror_##type(type *c, int64_t n, int64_t ld)                          \
    {                                                                                  \
        const int64_t tile = 32;                                                       \
        for (int64_t j0 = 0; j0 < n; j0 += tile)                                       \
            for (int64_t i0 = j0; i0 < n; i0 += tile)                                  \
                for (int64_t j = j0; j < j0 + tile && j < n; j++)                      \
                    for (int64_t i = i0 > j ? i0 : j + 1; i < i0 + tile && i < n; i++) \
                        c[j + i * ld] = c[i + j * ld];                                 \
    }

typedef struct pair {
    double re, im;
} pair;
typedef struct small_pair {
    float re, im;
} small_pair;
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

/* Its lower triangle. */
static void half_gram(const product *p, const void *a, void *c, fint ldc)
{
    int kind = gla_kind(p->dtype);
    char trans = (char)p->ta;
    fint n = (fint)p->c.rows, lda = (fint)p->a.ld;
    syrk[kind]("L", &trans, &n, &p->k, gla_host_one[kind], a, &lda, gla_host_zero[kind], c, &ldc, 1, 1);
}

static void mirror(const product *p, void *c)
{
    int64_t n = p->c.rows, ldc = p->c.ld;
    switch (p->dtype) {
    case GLA_FLOAT32: mirror_float(c, n, ldc); break;
    case GLA_FLOAT64: mirror_double(c, n, ldc); break;
    case GLA_COMPLEX64: mirror_small_pair(c, n, ldc); break;
    default: mirror_pair(c, n, ldc);
    }
}

static void plain(const product *p, const void *a, const void *b, void *c, fint ldc)
{
    int kind = gla_kind(p->dtype);
    char ta = (char)p->ta, tb = (char)p->tb;
    fint m = (fint)p->c.rows, n = (fint)p->c.cols, lda = (fint)p->a.ld, ldb = (fint)p->b.ld;
    gemm[kind](&ta, &tb, &m, &n, &p->k, gla_host_one[kind], a, &lda, b, &ldb, gla_host_zero[kind], c, &ldc, 1, 1);
}

/* Sums of single precision that are longer are made in parts of this length, which are added in double precision. */
#define LONG 1024
#define MAX_SUMS (1 << 20) /* so many at a time; products of larger matrices are cut by columns */

/* Where that is worth its price. */
static bool is_long(const product *p)
{
    bool single = p->dtype == GLA_FLOAT32 || p->dtype == GLA_COMPLEX64;
    return single && p->k > (p->c.rows * p->c.cols <= 65536 ? 2 * LONG : 8 * LONG);
}

/* The columns of c as one product of which the inner dimension is long. */
static void long_columns(const product *whole, const char *a, const char *b, void *c, float *part, double *sums)
{
    product p = *whole;
    int64_t item = (int64_t)gla_itemsize(p.dtype), parts = item / (int64_t)sizeof(float), n = p.c.rows * p.c.cols * parts;
    bool half = is_gram(&p, a, b);
    for (int64_t l = 0; l < whole->k; l += LONG) {
        p.k = whole->k - (fint)l < LONG ? whole->k - (fint)l : LONG;
        const void *left = a + l * (p.ta == GLA_NO_TRANS ? p.a.ld : 1) * item;
        if (half)
            half_gram(&p, left, part, (fint)p.c.rows);
        else
            plain(&p, left, b + l * (p.tb == GLA_NO_TRANS ? 1 : p.b.ld) * item, part, (fint)p.c.rows);
        for (int64_t i = 0; i < n; i++)
            sums[i] = l ? sums[i] + (double)part[i] : (double)part[i];
    }
    for (int64_t j = 0; j < p.c.cols; j++)
        for (int64_t i = 0; i < p.c.rows * parts; i++)
            ((float *)c)[j * p.c.ld * parts + i] = (float)sums[j * p.c.rows * parts + i];
    if (half)
        mirror(&p, c);
}

static gla_status long_product(const product *whole, const char *a, const char *b, char *c)
{
    product p = *whole;
    int64_t item = (int64_t)gla_itemsize(p.dtype), cols = MAX_SUMS / p.c.rows + 1;
    cols = cols < p.c.cols ? cols : p.c.cols;
    size_t each = (size_t)(p.c.rows * cols * item);
    float *part = gla_calloc(3, each); /* what syrk leaves alone must be numbers */
    if (!part)
        return gla_fail_memory("matmul", 3 * each);
    for (int64_t j = 0; j < whole->c.cols; j += cols) {
        p.c.cols = whole->c.cols - j < cols ? whole->c.cols - j : cols;
        long_columns(&p, a, b + j * (p.tb == GLA_NO_TRANS ? p.b.ld : 1) * item, c + j * p.c.ld * item, part,
                     (double *)((char *)part + each));
    }
    gla_free(part);
    return GLA_OK;
}

static void multiply_one(void *job, int64_t i, void *work)
{
    product *p = job;
    const void *a = gla_at(p->dtype, p->a.data, i * p->a.stride), *b = gla_at(p->dtype, p->b.data, i * p->b.stride);
    void *c = gla_at(p->dtype, p->c.data, i * p->c.stride);
    (void)work;
    if (p->c.cols == 1 || p->c.rows == 1) { /* OpenBLAS's gemm does not look */
        gla_status st = p->c.cols == 1 ? vector_result(p->dtype, p->ta, &p->a, a, false, p->tb, &p->b, b, c, 1)
                                       : vector_result(p->dtype, p->tb, &p->b, b, true, p->ta, &p->a, a, c, p->c.ld);
        p->status = st ? st : p->status;
        return;
    }
    bool half = is_gram(p, a, b);
    if (is_long(p) && (!half || p->c.rows * p->c.cols <= MAX_SUMS)) {
        gla_status st = long_product(p, a, b, c);
        p->status = st ? st : p->status;
    } else if (half) {
        half_gram(p, a, c, (fint)p->c.ld);
        mirror(p, c);
    } else {
        plain(p, a, b, c, (fint)p->c.ld);
    }
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
    product p = {dtype, ta, tb, *a, *b, *c, (fint)k, GLA_OK};
    st = gla_host_each("matmul", batch, 0, multiply_one, &p);
    return st ? st : p.status;
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
    trsm[kind](&t->side, &t->uplo, &t->ta, &t->diag, &m, &n, gla_host_one[kind], gla_at(t->dtype, t->a.data, i * t->a.stride),
               &lda, gla_at(t->dtype, t->b.data, i * t->b.stride), &ldb, 1, 1, 1, 1);
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
    return gla_host_each("solve_triangular", batch, 0, solve_one, &t);
}

const gla_blas_ops gla_host_blas_ops = {.gemm = host_gemm, .trsm = host_trsm};
