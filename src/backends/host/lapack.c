/* lapack.c - LU and Cholesky factorisations through OpenBLAS's LAPACK, and the table of the room; QR, SVD and
 * eigenvalues are in qr.c, svd.c and eigen.c. */
#include "lapack.h"

typedef void getrf_fn(const fint *m, const fint *n, void *a, const fint *lda, fint *pivots, fint *info);
typedef void getrs_fn(const char *ta, const fint *n, const fint *nrhs, const void *a, const fint *lda,
                      const fint *pivots, void *b, const fint *ldb, fint *info, flen);
typedef void potrf_fn(const char *uplo, const fint *n, void *a, const fint *lda, fint *info, flen);

GLA_FOUR(getrf_fn, getrf, sgetrf, dgetrf, cgetrf, zgetrf);
GLA_FOUR(getrs_fn, getrs, sgetrs, dgetrs, cgetrs, zgetrs);
GLA_FOUR(potrf_fn, potrf, spotrf, dpotrf, cpotrf, zpotrf);

typedef struct factor {
    gla_dtype dtype;
    char flag; /* trans or uplo */
    gla_matrix a, b;
    int64_t *pivots, *info;
} factor;

static void solve_one(void *job, int64_t i, void *work)
{
    const factor *f = job;
    int kind = gla_kind(f->dtype);
    fint n = (fint)f->a.rows, nrhs = (fint)f->b.cols, lda = (fint)f->a.ld, ldb = (fint)f->b.ld, info = 0,
        *pivots = work;
    void *a = gla_at(f->dtype, f->a.data, i * f->a.stride);
    getrf[kind](&n, &n, a, &lda, pivots, &info);
    f->info[i] = info;
    if (info == 0)
        getrs[kind](&f->flag, &n, &nrhs, a, &lda, pivots, gla_at(f->dtype, f->b.data, i * f->b.stride), &ldb, &info, 1);
}

static gla_status host_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, const gla_matrix *b,
                            int64_t batch, int64_t *info)
{
    factor f = {.dtype = dtype, .flag = (char)ta, .a = *a, .b = *b, .info = info};
    (void)dev;
    gla_status st = gla_host_fits("solve", a);
    if (!st)
        st = gla_host_fits("solve", b);
    return st ? st : gla_host_each("solve", batch, (size_t)a->rows * sizeof(fint), solve_one, &f);
}

static void lu_one(void *job, int64_t i, void *work)
{
    const factor *f = job;
    fint m = (fint)f->a.rows, n = (fint)f->a.cols, lda = (fint)f->a.ld, info = 0, *pivots = work;
    int64_t k = m < n ? m : n;
    getrf[gla_kind(f->dtype)](&m, &n, gla_at(f->dtype, f->a.data, i * f->a.stride), &lda, pivots, &info);
    for (int64_t j = 0; j < k; j++)
        f->pivots[i * k + j] = pivots[j] - 1;
    f->info[i] = info;
}

static gla_status host_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                             int64_t *info)
{
    factor f = {.dtype = dtype, .a = *a, .pivots = pivots, .info = info};
    int64_t k = a->rows < a->cols ? a->rows : a->cols;
    (void)dev;
    gla_status st = gla_host_fits("lu", a);
    return st ? st : gla_host_each("lu", batch, (size_t)k * sizeof(fint), lu_one, &f);
}

static void cholesky_one(void *job, int64_t i, void *work)
{
    const factor *f = job;
    fint n = (fint)f->a.rows, lda = (fint)f->a.ld, info = 0;
    (void)work;
    potrf[gla_kind(f->dtype)](&f->flag, &n, gla_at(f->dtype, f->a.data, i * f->a.stride), &lda, &info, 1);
    f->info[i] = info;
}

static gla_status host_potrf(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *a, int64_t batch,
                             int64_t *info)
{
    factor f = {.dtype = dtype, .flag = (char)uplo, .a = *a, .info = info};
    (void)dev;
    gla_status st = gla_host_fits("cholesky", a);
    return st ? st : gla_host_each("cholesky", batch, 0, cholesky_one, &f);
}

const gla_lapack_ops gla_host_lapack_ops = {
    .gesv = host_gesv,
    .getrf = host_getrf,
    .potrf = host_potrf,
    .geqrf = gla_host_geqrf,
    .orgqr = gla_host_orgqr,
    .ormqr = gla_host_ormqr,
    .gesvd = gla_host_gesvd,
    .syevd = gla_host_syevd,
    .geev = gla_host_geev,
    .gradient = gla_host_gradient,
};
