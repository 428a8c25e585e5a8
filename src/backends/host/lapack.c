/* lapack.c - LU and Cholesky factorisations through OpenBLAS's LAPACK, and the table of the room; QR, SVD and
 * eigenvalues are in qr.c, svd.c and eigen.c. */
#include "condition.h"
#include "lapack.h"

#include <math.h>

typedef void getrf_fn(const fint *m, const fint *n, void *a, const fint *lda, fint *pivots, fint *info);
typedef void getrs_fn(const char *ta, const fint *n, const fint *nrhs, const void *a, const fint *lda, const fint *pivots,
                      void *b, const fint *ldb, fint *info, flen);
typedef void potrf_fn(const char *uplo, const fint *n, void *a, const fint *lda, fint *info, flen);

GLA_FOUR(getrf_fn, getrf, sgetrf, dgetrf, cgetrf, zgetrf);
GLA_FOUR(getrs_fn, getrs, sgetrs, dgetrs, cgetrs, zgetrs);
GLA_FOUR(potrf_fn, potrf, spotrf, dpotrf, cpotrf, zpotrf);

typedef struct factor {
    gla_dtype dtype;
    char flag; /* trans or uplo */
    bool wanted;
    gla_matrix a, b;
    int64_t *pivots, *info;
    double *estimates;
    gla_status st;
} factor;

/* Work space for one matrix: a column, the sizes of columns, pivots. */
typedef struct space {
    void *w, *sizes;
    fint *pivots;
} space;

static size_t space_bytes(const gla_matrix *a)
{
    return (size_t)(a->rows > a->cols ? a->rows : a->cols) * (2 * sizeof(double) + sizeof(double) + sizeof(fint));
}

static space divide(const gla_matrix *a, void *work)
{
    double *numbers = work;
    int64_t n = a->rows > a->cols ? a->rows : a->cols;
    return (space){numbers, numbers + 2 * n, (fint *)(numbers + 3 * n)};
}

static bool survey(factor *f, const gla_matrix *a, const space *s)
{
    bool fair;
    gla_surveyed all = {.n = a->rows, .ld = a->ld, .data = a->data, .part = 'A', .turned = f->flag != 'N'};
    f->st = gla_host_survey(f->dtype, &all, s->sizes, s->w, &fair);
    return !f->st && fair;
}

static void substitute(const factor *f, const gla_matrix *a, const fint *pivots, const gla_matrix *b)
{
    fint n = (fint)a->rows, nrhs = (fint)b->cols, lda = (fint)a->ld, ldb = (fint)b->ld, info;
    getrs[gla_kind(f->dtype)](&f->flag, &n, &nrhs, a->data, &lda, pivots, b->data, &ldb, &info, 1);
}

static double finish_estimate(const factor *f, const gla_matrix *a, const space *s)
{
    gla_matrix w = {s->w, a->rows, 1, a->rows, 0};
    if (!f->wanted)
        return 0;
    substitute(f, a, s->pivots, &w);
    return gla_host_finish_estimate(f->dtype, a->rows, s->w, s->sizes);
}

static void solve_one(void *job, int64_t i, void *work)
{
    factor *f = job;
    gla_matrix a = f->a, b = f->b;
    space s = divide(&a, work);
    fint n = (fint)a.rows, lda = (fint)a.ld, info = 0;
    if (f->st)
        return;
    a.data = gla_at(f->dtype, a.data, i * a.stride);
    b.data = gla_at(f->dtype, b.data, i * b.stride);
    f->info[i] = 0;
    f->estimates[i] = NAN;
    if (!gla_host_finite(f->dtype, &b)) {
        f->info[i] = GLA_INFO_B_NOT_FINITE;
        return;
    }
    if (!survey(f, &a, &s) || !gla_host_fair(f->dtype, &b, s.sizes)) {
        f->info[i] = gla_host_finite(f->dtype, &a) ? 0 : GLA_INFO_A_NOT_FINITE;
        return;
    }
    getrf[gla_kind(f->dtype)](&n, &n, a.data, &lda, s.pivots, &info);
    f->info[i] = info;
    if (info) {
        f->estimates[i] = 0;
        return;
    }
    substitute(f, &a, s.pivots, &b);
    if (gla_host_finite(f->dtype, &b))
        f->estimates[i] = finish_estimate(f, &a, &s);
}

static gla_status host_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, const gla_matrix *b,
                            int64_t batch, int64_t *info, double *estimates, bool wanted)
{
    factor f = {.dtype = dtype, .flag = (char)ta, .wanted = wanted, .a = *a, .b = *b, .info = info, .estimates = estimates};
    (void)dev;
    gla_status st = gla_host_fits("solve", a);
    if (!st)
        st = gla_host_fits("solve", b);
    if (!st)
        st = gla_host_each("solve", batch, space_bytes(a), solve_one, &f);
    return st ? st : f.st;
}

static void lu_one(void *job, int64_t i, void *work)
{
    factor *f = job;
    gla_matrix a = f->a;
    space s = divide(&a, work);
    fint m = (fint)a.rows, n = (fint)a.cols, lda = (fint)a.ld, info = 0;
    int64_t k = m < n ? m : n;
    bool square = m == n;
    if (f->st)
        return;
    a.data = gla_at(f->dtype, a.data, i * a.stride);
    f->info[i] = 0;
    f->estimates[i] = NAN;
    if (square ? !survey(f, &a, &s) : !gla_host_finite(f->dtype, &a) || !gla_host_fair(f->dtype, &a, NULL)) {
        f->info[i] = gla_host_finite(f->dtype, &a) ? 0 : GLA_INFO_A_NOT_FINITE;
        return;
    }
    getrf[gla_kind(f->dtype)](&m, &n, a.data, &lda, s.pivots, &info);
    for (int64_t j = 0; j < k; j++)
        f->pivots[i * k + j] = s.pivots[j] - 1;
    f->info[i] = info;
    if (gla_host_finite(f->dtype, &a))
        f->estimates[i] = square && !info ? finish_estimate(f, &a, &s) : 0;
}

static gla_status host_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                             int64_t *info, double *estimates, bool wanted)
{
    factor f = {.dtype = dtype, .flag = 'N', .wanted = wanted, .a = *a, .pivots = pivots, .info = info, .estimates = estimates};
    (void)dev;
    gla_status st = gla_host_fits("lu", a);
    if (!st)
        st = gla_host_each("lu", batch, space_bytes(a), lu_one, &f);
    return st ? st : f.st;
}

static void cholesky_one(void *job, int64_t i, void *work)
{
    const factor *f = job;
    fint n = (fint)f->a.rows, lda = (fint)f->a.ld, info = 0;
    (void)work;
    potrf[gla_kind(f->dtype)](&f->flag, &n, gla_at(f->dtype, f->a.data, i * f->a.stride), &lda, &info, 1);
    f->info[i] = info;
}

static gla_status host_potrf(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *a, int64_t batch, int64_t *info)
{
    factor f = {.dtype = dtype, .flag = (char)uplo, .a = *a, .info = info};
    (void)dev;
    gla_status st = gla_host_fits("cholesky", a);
    bool finite = true;
    if (!st)
        st = gla_host_mark_non_finite(dtype, a, batch, info, &finite);
    return st || !finite ? st : gla_host_each("cholesky", batch, 0, cholesky_one, &f);
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
    .gram = gla_host_gram,
    .gram_columns = GLA_HOST_GRAM_COLUMNS,
    .gradient = gla_host_gradient,
    .trcon = gla_host_trcon,
    .tells_non_finite = true,
};
