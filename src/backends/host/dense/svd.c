/* svd.c - Singular values through OpenBLAS's LAPACK.  Divide and conquer is tried first.  If divide and conquer does not
 * converge, the slower QR iteration is used. */
#include "blas_threads.h"
#include "lapack.h"

#include <string.h>

typedef void real_gesdd_fn(const char *job, const fint *m, const fint *n, void *a, const fint *lda, void *s, void *u,
                           const fint *ldu, void *vt, const fint *ldvt, void *work, const fint *lwork, fint *iwork, fint *info,
                           flen);
typedef void complex_gesdd_fn(const char *job, const fint *m, const fint *n, void *a, const fint *lda, void *s, void *u,
                              const fint *ldu, void *vt, const fint *ldvt, void *work, const fint *lwork, void *rwork,
                              fint *iwork, fint *info, flen);
typedef void real_gesvd_fn(const char *jobu, const char *jobvt, const fint *m, const fint *n, void *a, const fint *lda, void *s,
                           void *u, const fint *ldu, void *vt, const fint *ldvt, void *work, const fint *lwork, fint *info,
                           flen, flen);
typedef void complex_gesvd_fn(const char *jobu, const char *jobvt, const fint *m, const fint *n, void *a, const fint *lda,
                              void *s, void *u, const fint *ldu, void *vt, const fint *ldvt, void *work, const fint *lwork,
                              void *rwork, fint *info, flen, flen);

GLA_TWO(real_gesdd_fn, real_gesdd, sgesdd, dgesdd);
GLA_TWO(complex_gesdd_fn, complex_gesdd, cgesdd, zgesdd);
GLA_TWO(real_gesvd_fn, real_gesvd, sgesvd, dgesvd);
GLA_TWO(complex_gesvd_fn, complex_gesvd, cgesvd, zgesvd);

typedef struct svd {
    gla_dtype dtype;
    char job;
    gla_matrix a, u, vt;
    void *s;
    int64_t *info;
    int64_t k;
    fint lwork;
    /* Offsets in the workspace, which consists of LAPACK's work, its real and integer work, and a copy of the matrix for a
     * second attempt. */
    size_t rwork, iwork, spare;
} svd;

static fint decompose(const svd *d, bool second, int64_t i, void *a, void *work, void *rwork, fint *iwork)
{
    int kind = gla_kind(d->dtype) % 2;
    fint m = (fint)d->a.rows, n = (fint)d->a.cols, ldu = (fint)d->u.ld, ldvt = (fint)d->vt.ld, info = 0;
    fint lda = second ? m : (fint)d->a.ld;
    void *s = gla_at(gla_host_real_of(d->dtype), d->s, i * d->k), *u = gla_at(d->dtype, d->u.data, i * d->u.stride);
    void *vt = gla_at(d->dtype, d->vt.data, i * d->vt.stride);
    bool is_complex = gla_dtype_is_complex(d->dtype);
    if (!second && is_complex)
        complex_gesdd[kind](&d->job, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &d->lwork, rwork, iwork, &info, 1);
    else if (!second)
        real_gesdd[kind](&d->job, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &d->lwork, iwork, &info, 1);
    else if (is_complex)
        complex_gesvd[kind](&d->job, &d->job, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &d->lwork, rwork, &info, 1, 1);
    else
        real_gesvd[kind](&d->job, &d->job, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &d->lwork, &info, 1, 1);
    return info;
}

static gla_status svd_one(void *job, int64_t i, void *work)
{
    const svd *d = job;
    char *block = work, *spare = block + d->spare, *a = gla_at(d->dtype, d->a.data, i * d->a.stride);
    size_t item = gla_itemsize(d->dtype), column = (size_t)d->a.rows * item;
    for (int64_t j = 0; j < d->a.cols; j++)
        memcpy(spare + (size_t)j * column, a + (size_t)(j * d->a.ld) * item, column);
    gla_blas_begin(d->a.rows * d->a.cols >= 270000);
    fint info = decompose(d, false, i, a, block, block + d->rwork, (fint *)(block + d->iwork));
    if (info > 0)
        info = decompose(d, true, i, spare, block, block + d->rwork, (fint *)(block + d->iwork));
    gla_blas_end();
    d->info[i] = info;
    return GLA_OK;
}

gla_status gla_host_gesvd(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                          const gla_matrix *vt, int64_t batch, int64_t *info)
{
    int64_t k = a->rows < a->cols ? a->rows : a->cols, l = a->rows < a->cols ? a->cols : a->rows;
    svd d = {.dtype = dtype, .job = job, .a = *a, .s = s, .info = info, .k = k, .lwork = -1};
    double answer[2] = {0, 0};
    fint none;
    (void)dev;
    gla_status st = gla_host_fits("svd", a);
    if (st)
        return st;
    d.u = u ? *u : (gla_matrix){.ld = 1};
    d.vt = vt ? *vt : (gla_matrix){.ld = 1};
    decompose(&d, false, 0, a->data, answer, answer, &none);
    int64_t elements = gla_host_work_size(dtype, answer);
    decompose(&d, true, 0, a->data, answer, answer, &none);
    if (gla_host_work_size(dtype, answer) > elements)
        elements = gla_host_work_size(dtype, answer);
    if (elements > INT32_MAX)
        return gla_fail(GLA_OVERFLOW_ERROR, "svd: a matrix of %lld x %lld needs more workspace than this LAPACK supports",
                        (long long)a->rows, (long long)a->cols);
    d.lwork = (fint)elements;
    size_t item = gla_itemsize(dtype), real = gla_itemsize(gla_host_real_of(dtype));
    /* Size of the real workspace from the documentation of zgesdd; real dtypes need none. */
    int64_t reals = !gla_dtype_is_complex(dtype) ? 0
                    : job == 'N'                 ? 7 * k
                                                 : k * (5 * k + 7 > 2 * l + 2 * k + 1 ? 5 * k + 7 : 2 * l + 2 * k + 1);
    d.rwork = (size_t)elements * item;
    d.iwork = d.rwork + (size_t)(reals + 1) * real;
    d.spare = (d.iwork + 8 * (size_t)k * sizeof(fint) + 15) / 16 * 16;
    bool finite;
    st = gla_host_mark_non_finite(dtype, a, batch, info, &finite);
    double cost = (job == 'N' ? 4.0 : 20.0) * (double)l * (double)k * (double)k * gla_host_cost(dtype);
    const gla_host_stack stack = {"svd", batch, d.spare + (size_t)a->rows * (size_t)a->cols * item, cost, false};
    return st || !finite ? st : gla_host_each(&stack, svd_one, &d);
}
