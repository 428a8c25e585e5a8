/* lapack.c - LU and Cholesky factorisations through OpenBLAS's LAPACK, and the table of LAPACK slots.  The files qr.c, svd.c
 * and eigen.c implement QR, SVD and eigenvalues. */
#include "blas_threads.h"
#include "condition.h"
#include "lapack.h"
#include "contract/dense.h"
#include "runtime/allocation.h"

#include <math.h>

typedef void getrf_fn(const fint *m, const fint *n, void *a, const fint *lda, fint *pivots, fint *info);
typedef void getrs_fn(const char *ta, const fint *n, const fint *nrhs, const void *a, const fint *lda, const fint *pivots,
                      void *b, const fint *ldb, fint *info, flen);
typedef void potrf_fn(const char *uplo, const fint *n, void *a, const fint *lda, fint *info, flen);

GLA_FOUR(getrf_fn, getrf, sgetrf, dgetrf, cgetrf, zgetrf);
GLA_FOUR(getrs_fn, getrs, sgetrs, dgetrs, cgetrs, zgetrs);
GLA_FOUR(potrf_fn, potrf, spotrf, dpotrf, cpotrf, zpotrf);

/* LU is faster with threads if rows · columns · min(rows, columns) is at least this value. */
#define LU_WORK 7e8

typedef struct factor {
    gla_dtype dtype;
    char flag; /* trans or uplo */
    bool wanted;
    gla_matrix a, b;
    int64_t *pivots, *info;
    double *estimates;
} factor;

/* Workspace for one matrix: a column, the sizes of the columns, and the pivots. */
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

static gla_status survey(const factor *f, const gla_matrix *a, const space *s, bool *fair)
{
    gla_surveyed all = {.n = a->rows, .ld = a->ld, .data = a->data, .part = 'A', .turned = f->flag != 'N'};
    return gla_host_survey(f->dtype, &all, s->sizes, s->w, fair);
}

static void substitute(const factor *f, const gla_matrix *a, const fint *pivots, const gla_matrix *b)
{
    fint n = (fint)a->rows, nrhs = (fint)b->cols, lda = (fint)a->ld, ldb = (fint)b->ld, info;
    gla_blas_begin((double)n * n * nrhs >= GLA_BLAS_PRODUCT && (nrhs > 1 || n >= 1000));
    getrs[gla_kind(f->dtype)](&f->flag, &n, &nrhs, a->data, &lda, pivots, b->data, &ldb, &info, 1);
    gla_blas_end();
}

static double finish_estimate(const factor *f, const gla_matrix *a, const space *s)
{
    gla_matrix w = {s->w, a->rows, 1, a->rows, 0};
    if (!f->wanted)
        return 0;
    substitute(f, a, s->pivots, &w);
    return gla_host_finish_estimate(f->dtype, a->rows, s->w, s->sizes);
}

static fint eliminate(gla_dtype dtype, const gla_matrix *a, fint *pivots)
{
    fint m = (fint)a->rows, n = (fint)a->cols, lda = (fint)a->ld, info = 0;
    gla_blas_begin((double)m * n * (m < n ? m : n) >= LU_WORK);
    getrf[gla_kind(dtype)](&m, &n, a->data, &lda, pivots, &info);
    gla_blas_end();
    return info;
}

static gla_status solve_one(void *job, int64_t i, void *work)
{
    const factor *f = job;
    gla_matrix a = f->a, b = f->b;
    space s = divide(&a, work);
    bool fair;
    a.data = gla_at(f->dtype, a.data, i * a.stride);
    b.data = gla_at(f->dtype, b.data, i * b.stride);
    f->info[i] = 0;
    f->estimates[i] = NAN;
    if (!gla_host_finite(f->dtype, &b)) {
        f->info[i] = GLA_INFO_B_NOT_FINITE;
        return GLA_OK;
    }
    gla_status st = survey(f, &a, &s, &fair);
    if (st)
        return st;
    if (!fair || !gla_host_fair(f->dtype, &b, s.sizes)) {
        f->info[i] = gla_host_finite(f->dtype, &a) ? 0 : GLA_INFO_A_NOT_FINITE;
        return GLA_OK;
    }
    f->info[i] = eliminate(f->dtype, &a, s.pivots);
    if (f->info[i]) {
        f->estimates[i] = 0;
        return GLA_OK;
    }
    substitute(f, &a, s.pivots, &b);
    if (gla_host_finite(f->dtype, &b))
        f->estimates[i] = finish_estimate(f, &a, &s);
    return GLA_OK;
}

static gla_status each(const char *op, factor *f, int64_t batch, gla_host_one_matrix one)
{
    double m = (double)f->a.rows, n = (double)f->a.cols, k = m < n ? m : n;
    double cost = (2 * m * n * k / 3 + 2 * m * n * (double)f->b.cols) * gla_host_cost(f->dtype);
    const gla_host_stack stack = {op, batch, space_bytes(&f->a), cost, false};
    return gla_host_each(&stack, one, f);
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
        st = each("solve", &f, batch, solve_one);
    return st;
}

static gla_status lu_one(void *job, int64_t i, void *work)
{
    const factor *f = job;
    gla_matrix a = f->a;
    space s = divide(&a, work);
    int64_t k = a.rows < a.cols ? a.rows : a.cols;
    bool square = a.rows == a.cols, fair;
    a.data = gla_at(f->dtype, a.data, i * a.stride);
    f->info[i] = 0;
    f->estimates[i] = NAN;
    gla_status st = GLA_OK;
    if (square)
        st = survey(f, &a, &s, &fair);
    else
        fair = gla_host_finite(f->dtype, &a) && gla_host_fair(f->dtype, &a, NULL);
    if (st || !fair) {
        f->info[i] = gla_host_finite(f->dtype, &a) ? 0 : GLA_INFO_A_NOT_FINITE;
        return st;
    }
    fint info = eliminate(f->dtype, &a, s.pivots);
    for (int64_t j = 0; j < k; j++)
        f->pivots[i * k + j] = s.pivots[j] - 1;
    f->info[i] = info;
    if (gla_host_finite(f->dtype, &a))
        f->estimates[i] = square && !info ? finish_estimate(f, &a, &s) : 0;
    return GLA_OK;
}

static gla_status host_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                             int64_t *info, double *estimates, bool wanted)
{
    factor f = {.dtype = dtype, .flag = 'N', .wanted = wanted, .a = *a, .pivots = pivots, .info = info, .estimates = estimates};
    (void)dev;
    gla_status st = gla_host_fits("lu", a);
    if (!st)
        st = each("lu", &f, batch, lu_one);
    return st;
}

static gla_status cholesky_one(void *job, int64_t i, void *work)
{
    const factor *f = job;
    fint n = (fint)f->a.rows, lda = (fint)f->a.ld, info = 0;
    (void)work;
    gla_blas_begin(n >= 750);
    potrf[gla_kind(f->dtype)](&f->flag, &n, gla_at(f->dtype, f->a.data, i * f->a.stride), &lda, &info, 1);
    gla_blas_end();
    f->info[i] = info;
    return GLA_OK;
}

/* Estimate the condition numbers of the matrices whose factorisation succeeded. */
static gla_status estimate_of_factors(gla_device *dev, gla_dtype dtype, const gla_matrix *l, int64_t batch, const int64_t *info,
                                      double *estimates, bool wanted)
{
    const gla_triangular lower = {.uplo = GLA_LOWER, .trans = GLA_NO_TRANS, .diag = GLA_NON_UNIT, .of = GLA_OF_CHOLESKY};
    size_t bytes = (size_t)batch * sizeof(int64_t);
    int64_t *zeros = gla_malloc(bytes);
    if (!zeros)
        return gla_fail_memory("cholesky", bytes);
    gla_status st = gla_host_trcon(dev, dtype, &lower, l, NULL, batch, zeros, estimates, wanted);
    for (int64_t i = 0; i < batch; i++)
        estimates[i] = info[i] ? 0 : estimates[i];
    gla_free(zeros);
    return st;
}

static gla_status host_potrf(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *a, int64_t batch, int64_t *info,
                             double *estimates, bool wanted)
{
    factor f = {.dtype = dtype, .flag = (char)uplo, .a = *a, .info = info};
    gla_status st = gla_host_fits("cholesky", a);
    bool finite = true;
    if (!st)
        st = gla_host_mark_non_finite(dtype, a, batch, info, &finite);
    double n = (double)a->rows;
    const gla_host_stack stack = {"cholesky", batch, 0, n * n * n / 3 * gla_host_cost(dtype), false};
    if (st || !finite)
        return st;
    st = gla_host_each(&stack, cholesky_one, &f);
    return st || !estimates ? st : estimate_of_factors(dev, dtype, a, batch, info, estimates, wanted);
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
    .gees = gla_host_gees,
    .trsen = gla_host_trsen,
    .trsyl = gla_host_trsyl,
    .small_gesv = gla_host_small_gesv,
    .small_potrf = gla_host_small_potrf,
    .small_det = gla_host_small_det,
    .small_gels = gla_host_small_gels,
    .gram = gla_host_gram,
    .gram_columns = GLA_HOST_GRAM_COLUMNS,
    .gradient = gla_host_gradient,
    .trcon = gla_host_trcon,
    .reports_non_finite = true,
};
