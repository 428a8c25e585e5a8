/* gemm_one.c - One matrix product by OpenBLAS.  If a matrix is multiplied by its own transpose, only one triangle is
 * computed. */
#include "blas_threads.h"
#include "gemm.h"

typedef void gemm_fn(const char *ta, const char *tb, const fint *m, const fint *n, const fint *k, const void *alpha,
                     const void *a, const fint *lda, const void *b, const fint *ldb, const void *beta, void *c, const fint *ldc,
                     flen, flen);
typedef void syrk_fn(const char *uplo, const char *trans, const fint *n, const fint *k, const void *alpha, const void *a,
                     const fint *lda, const void *beta, void *c, const fint *ldc, flen, flen);

GLA_FOUR(gemm_fn, gemm, sgemm, dgemm, cgemm, zgemm);
GLA_FOUR(syrk_fn, syrk, ssyrk, dsyrk, csyrk, zsyrk);

/* GRAM_WORK: number of multiplications from which threads are faster for A^T A.  ASKS: number of multiplications from which
 * OpenBLAS may use threads. */
#define GRAM_WORK 1e7
#define ASKS 2e5
/* If a result has fewer rows or columns than this, OpenBLAS divides it unevenly among threads. */
#define NARROW 16

/* Copy the lower triangle to the upper triangle, in tiles. */
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

bool gla_host_is_gram(const gla_product *p, const void *a, const void *b)
{
    return a == b && p->a.ld == p->b.ld && p->a.rows == p->b.rows && p->a.cols == p->b.cols && p->c.rows >= 16 &&
           ((p->ta == GLA_NO_TRANS && p->tb == GLA_TRANS) || (p->ta == GLA_TRANS && p->tb == GLA_NO_TRANS));
}

void gla_host_half_gram(const gla_product *p, const void *a, void *c, fint ldc)
{
    int kind = gla_kind(p->dtype);
    char trans = (char)p->ta;
    fint n = (fint)p->c.rows, lda = (fint)p->a.ld;
    gla_blas_begin((double)n * n * p->k >= GRAM_WORK);
    syrk[kind]("L", &trans, &n, &p->k, gla_host_one[kind], a, &lda, gla_host_zero[kind], c, &ldc, 1, 1);
    gla_blas_end();
}

void gla_host_mirror(const gla_product *p, void *c)
{
    int64_t n = p->c.rows, ldc = p->c.ld;
    switch (p->dtype) {
    case GLA_FLOAT32: mirror_float(c, n, ldc); break;
    case GLA_FLOAT64: mirror_double(c, n, ldc); break;
    case GLA_COMPLEX64: mirror_small_pair(c, n, ldc); break;
    default: mirror_pair(c, n, ldc);
    }
}

void gla_host_plain(const gla_product *p, const void *a, const void *b, void *c, fint ldc)
{
    int kind = gla_kind(p->dtype);
    char ta = (char)p->ta, tb = (char)p->tb;
    fint m = (fint)p->c.rows, n = (fint)p->c.cols, lda = (fint)p->a.ld, ldb = (fint)p->b.ld;
    double work = (double)m * n * p->k;
    bool asks = work >= ASKS; /* OpenBLAS uses one thread for smaller products */
    if (asks)
        gla_blas_begin(work >= GLA_BLAS_PRODUCT && (m < n ? m : n) >= NARROW);
    gemm[kind](&ta, &tb, &m, &n, &p->k, gla_host_one[kind], a, &lda, b, &ldb, gla_host_zero[kind], c, &ldc, 1, 1);
    if (asks)
        gla_blas_end();
}
