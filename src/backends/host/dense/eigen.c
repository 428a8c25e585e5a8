/* eigen.c - Eigenvalues and eigenvectors through OpenBLAS's LAPACK. */
#include "blas_threads.h"
#include "lapack.h"

typedef void syevd_fn(const char *jobz, const char *uplo, const fint *n, void *a, const fint *lda, void *w, void *work,
                      const fint *lwork, fint *iwork, const fint *liwork, fint *info, flen, flen);
typedef void heevd_fn(const char *jobz, const char *uplo, const fint *n, void *a, const fint *lda, void *w, void *work,
                      const fint *lwork, void *rwork, const fint *lrwork, fint *iwork, const fint *liwork, fint *info, flen,
                      flen);
typedef void real_geev_fn(const char *jobvl, const char *jobvr, const fint *n, void *a, const fint *lda, void *wr, void *wi,
                          void *vl, const fint *ldvl, void *vr, const fint *ldvr, void *work, const fint *lwork, fint *info,
                          flen, flen);
typedef void complex_geev_fn(const char *jobvl, const char *jobvr, const fint *n, void *a, const fint *lda, void *w, void *vl,
                             const fint *ldvl, void *vr, const fint *ldvr, void *work, const fint *lwork, void *rwork,
                             fint *info, flen, flen);

GLA_TWO(syevd_fn, syevd, ssyevd, dsyevd);
GLA_TWO(heevd_fn, heevd, cheevd, zheevd);
GLA_TWO(real_geev_fn, real_geev, sgeev, dgeev);
GLA_TWO(complex_geev_fn, complex_geev, cgeev, zgeev);

typedef struct eigen {
    gla_dtype dtype;
    char jobz, uplo;
    gla_matrix a, v;
    void *w;
    int64_t *info;
    fint lwork, lrwork, liwork;
    size_t rwork, iwork; /* offsets of rwork and iwork in the workspace */
} eigen;

static double cost_of(const gla_matrix *a, gla_dtype dtype, double times)
{
    double n = (double)a->rows;
    return times * n * n * n * gla_host_cost(dtype);
}

static fint symmetric(const eigen *e, int64_t i, void *work, void *rwork, fint *iwork)
{
    int kind = gla_kind(e->dtype) % 2;
    fint n = (fint)e->a.rows, lda = (fint)e->a.ld, info = 0;
    void *a = gla_at(e->dtype, e->a.data, i * e->a.stride);
    void *w = gla_at(gla_host_real_of(e->dtype), e->w, i * e->a.rows);
    if (gla_dtype_is_complex(e->dtype))
        heevd[kind](&e->jobz, &e->uplo, &n, a, &lda, w, work, &e->lwork, rwork, &e->lrwork, iwork, &e->liwork, &info, 1, 1);
    else
        syevd[kind](&e->jobz, &e->uplo, &n, a, &lda, w, work, &e->lwork, iwork, &e->liwork, &info, 1, 1);
    return info;
}

static gla_status symmetric_one(void *job, int64_t i, void *work)
{
    const eigen *e = job;
    char *block = work;
    gla_blas_begin(e->a.rows >= 550);
    e->info[i] = symmetric(e, i, block, block + e->rwork, (fint *)(block + e->iwork));
    gla_blas_end();
    return GLA_OK;
}

/* Find the sizes of the workspaces.  For small real matrices, for which LAPACK does not use blocks, use the documented minimum,
 * because a workspace query takes a twentieth of the time of such a decomposition. */
static void find_workspace(eigen *e, int64_t *elements, int64_t *more)
{
    double answer[2] = {0, 0}, reals[2] = {0, 0};
    int64_t n = e->a.rows;
    e->lwork = e->lrwork = e->liwork = -1;
    if (!gla_dtype_is_complex(e->dtype) && n <= 32) {
        *elements = e->jobz == 'V' ? 1 + 6 * n + 2 * n * n : 1 + 2 * n;
        *more = 0;
        e->liwork = e->jobz == 'V' ? (fint)(3 + 5 * n) : 1;
        return;
    }
    fint integers = 0;
    symmetric(e, 0, answer, reals, &integers);
    *elements = gla_host_work_size(e->dtype, answer);
    *more = gla_host_work_size(gla_host_real_of(e->dtype), reals);
    e->liwork = integers;
}

gla_status gla_host_syevd(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                          int64_t batch, int64_t *info)
{
    eigen e = {.dtype = dtype, .jobz = vectors ? 'V' : 'N', .uplo = (char)uplo, .a = *a, .w = w, .info = info};
    int64_t elements, more;
    (void)dev;
    gla_status st = gla_host_fits("eigh", a);
    if (st)
        return st;
    find_workspace(&e, &elements, &more);
    if (elements > INT32_MAX || more > INT32_MAX)
        return gla_fail(GLA_OVERFLOW_ERROR, "eigh: a matrix of %lld x %lld needs more workspace than this LAPACK supports",
                        (long long)a->rows, (long long)a->cols);
    e.lwork = (fint)elements;
    e.lrwork = (fint)more;
    e.rwork = (size_t)elements * gla_itemsize(dtype);
    e.iwork = e.rwork + (size_t)more * gla_itemsize(gla_host_real_of(dtype));
    bool finite;
    st = gla_host_mark_non_finite(dtype, a, batch, info, &finite);
    const gla_host_stack stack = {"eigh", batch, e.iwork + (size_t)e.liwork * sizeof(fint), cost_of(a, dtype, vectors ? 9 : 2),
                                  false};
    return st || !finite ? st : gla_host_each(&stack, symmetric_one, &e);
}

/* LAPACK returns the vectors of a real matrix as real columns: one column for a real eigenvalue, and two columns for a
 * conjugate pair, which are the real and imaginary parts of the first vector.  LAPACK has written these columns to the
 * beginning of the complex columns.  Move the columns to their final positions, starting with the last column. */
#define SPREAD(type)                                                                  \
    static void spread_##type(const type *wi, type *v, int64_t n, int64_t ld)         \
    {                                                                                 \
        for (int64_t j = 0; j < n; j++) {                                             \
            type *first = v + 2 * j * ld, *second = first + 2 * ld;                   \
            bool pair = wi[j] != 0 && j + 1 < n;                                      \
            for (int64_t i = n; i-- > 0;) {                                           \
                type re = first[i], im = pair ? second[i] : 0;                        \
                first[2 * i] = re;                                                    \
                first[2 * i + 1] = im;                                                \
                if (pair) {                                                           \
                    second[2 * i] = re;                                               \
                    second[2 * i + 1] = -im;                                          \
                }                                                                     \
            }                                                                         \
            j += pair;                                                                \
        }                                                                             \
    }                                                                                 \
    static void interleave_##type(const type *wr, const type *wi, type *w, int64_t n) \
    {                                                                                 \
        for (int64_t j = 0; j < n; j++) {                                             \
            w[2 * j] = wr[j];                                                         \
            w[2 * j + 1] = wi[j];                                                     \
        }                                                                             \
    }

SPREAD(float)
SPREAD(double)

/* rwork contains n reals (2n if the matrix is complex) for LAPACK.  If the matrix is real, rwork also contains the real and
 * imaginary parts of its eigenvalues. */
static fint general(const eigen *e, int64_t i, void *work, void *rwork)
{
    int kind = gla_kind(e->dtype) % 2;
    gla_dtype to = gla_host_complex_of(e->dtype);
    fint n = (fint)e->a.rows, lda = (fint)e->a.ld, one = 1, info = 0;
    void *a = gla_at(e->dtype, e->a.data, i * e->a.stride), *w = gla_at(to, e->w, i * e->a.rows);
    void *v = e->v.data ? gla_at(to, e->v.data, i * e->v.stride) : NULL;
    if (gla_dtype_is_complex(e->dtype)) {
        fint ldv = (fint)e->v.ld;
        complex_geev[kind]("N", &e->jobz, &n, a, &lda, w, NULL, &one, v, &ldv, work, &e->lwork, rwork, &info, 1, 1);
        return info;
    }
    fint ldv = v ? 2 * (fint)e->v.ld : 1; /* in units of reals */
    void *wi = gla_at(e->dtype, rwork, n);
    real_geev[kind]("N", &e->jobz, &n, a, &lda, rwork, wi, NULL, &one, v, &ldv, work, &e->lwork, &info, 1, 1);
    if (info != 0 || e->lwork == -1)
        return info;
    if (kind)
        interleave_double(rwork, wi, w, n);
    else
        interleave_float(rwork, wi, w, n);
    if (v && kind)
        spread_double(wi, v, n, e->v.ld);
    else if (v)
        spread_float(wi, v, n, e->v.ld);
    return info;
}

static gla_status general_one(void *job, int64_t i, void *work)
{
    const eigen *e = job;
    gla_blas_begin(e->a.rows >= 600);
    e->info[i] = general(e, i, work, (char *)work + e->rwork);
    gla_blas_end();
    return GLA_OK;
}

gla_status gla_host_geev(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *w, const gla_matrix *v, int64_t batch,
                         int64_t *info)
{
    eigen e = {.dtype = dtype, .jobz = v ? 'V' : 'N', .a = *a, .w = w, .info = info, .lwork = -1};
    double answer[2] = {0, 0}, reals[2];
    (void)dev;
    gla_status st = gla_host_fits("eig", a);
    if (st)
        return st;
    if (v)
        e.v = *v;
    else
        e.v = (gla_matrix){.ld = 1};
    general(&e, 0, answer, reals);
    int64_t elements = gla_host_work_size(dtype, answer);
    if (a->ld > INT32_MAX / 2 || elements > INT32_MAX)
        return gla_fail(GLA_OVERFLOW_ERROR, "eig: a matrix of %lld x %lld is too large for this LAPACK", (long long)a->rows,
                        (long long)a->cols);
    e.lwork = (fint)elements;
    e.rwork = (size_t)elements * gla_itemsize(dtype);
    bool finite;
    st = gla_host_mark_non_finite(dtype, a, batch, info, &finite);
    size_t floats = 2 * (size_t)a->rows * gla_itemsize(gla_host_real_of(dtype));
    const gla_host_stack stack = {"eig", batch, e.rwork + floats, cost_of(a, dtype, v ? 25 : 10), false};
    return st || !finite ? st : gla_host_each(&stack, general_one, &e);
}
