/* schur.c - Schur form of one small matrix and its reordering, by LAPACK's gehrd, hseqr and trsen. */
#include "blas_threads.h"
#include "lapack.h"
#include "runtime/allocation.h"

#include <string.h>

typedef void hessenberg_fn(const fint *n, const fint *low, const fint *high, void *a, const fint *lda, void *tau, void *work,
                           const fint *lwork, fint *info); /* gehrd, and orghr or unghr */
typedef void real_hseqr_fn(const char *job, const char *compz, const fint *n, const fint *low, const fint *high, void *h,
                           const fint *ldh, void *wr, void *wi, void *z, const fint *ldz, void *work, const fint *lwork,
                           fint *info, flen, flen);
typedef void complex_hseqr_fn(const char *job, const char *compz, const fint *n, const fint *low, const fint *high, void *h,
                              const fint *ldh, void *w, void *z, const fint *ldz, void *work, const fint *lwork, fint *info,
                              flen, flen);
typedef void real_trsen_fn(const char *job, const char *compq, const fint *select, const fint *n, void *t, const fint *ldt,
                           void *q, const fint *ldq, void *wr, void *wi, fint *m, void *s, void *sep, void *work,
                           const fint *lwork, fint *iwork, const fint *liwork, fint *info, flen, flen);
typedef void complex_trsen_fn(const char *job, const char *compq, const fint *select, const fint *n, void *t, const fint *ldt,
                              void *q, const fint *ldq, void *w, fint *m, void *s, void *sep, void *work, const fint *lwork,
                              fint *info, flen, flen);

typedef void lahqr_fn(const fint *wantt, const fint *wantz, const fint *n, const fint *low, const fint *high, void *h,
                      const fint *ldh, void *wr, void *wi, const fint *from, const fint *to, void *z, const fint *ldz,
                      fint *info);

GLA_TWO(hessenberg_fn, gehrd, dgehrd, zgehrd);
GLA_TWO(hessenberg_fn, orghr, dorghr, zunghr);
extern lahqr_fn dlahqr_;
extern real_hseqr_fn dhseqr_;
extern complex_hseqr_fn zhseqr_;
extern real_trsen_fn dtrsen_;
extern complex_trsen_fn ztrsen_;

enum {
    BLOCK = 34,      /* number of elements of workspace per row */
    TRIANGLE = 4160, /* workspace that gehrd needs for a block of reflectors */
    LAHQR_MAX = 112, /* order up to which single-bulge QR is faster than multiple bulges; LAPACK's limit is 75 */
};

/* Compute the Schur form of a real Hessenberg matrix h, and multiply z by the transformation. */
static fint find_real_form(fint n, double *h, double *z, double *parts, double *work, fint lwork)
{
    const fint first = 1;
    fint failed = 1;
    if (n <= LAHQR_MAX)
        dlahqr_(&first, &first, &n, &first, &n, h, &n, parts, parts + n, &first, &n, z, &n, &failed);
    if (failed) /* dhseqr continues from the state that dlahqr left */
        dhseqr_("S", "V", &n, &first, &n, h, &n, parts, parts + n, z, &n, work, &lwork, &failed, 1, 1);
    return failed;
}

/* Set to(i, j) to conj(from(n - 1 - j, n - 1 - i)) if `transposed`, and to from(n - 1 - i, n - 1 - j) otherwise.  Elements are
 * complex if `complexes`, and real otherwise. */
static void turn_around(bool complexes, bool transposed, fint n, const double *from, double *to)
{
    for (fint j = 0; j < n; j++)
        for (fint i = 0; i < n; i++) {
            int64_t row = n - 1 - (transposed ? j : i), column = n - 1 - (transposed ? i : j), place = i + (int64_t)j * n;
            if (!complexes) {
                to[place] = from[row + column * n];
                continue;
            }
            to[2 * place] = from[2 * (row + column * n)];
            to[2 * place + 1] = transposed ? -from[2 * (row + column * n) + 1] : from[2 * (row + column * n) + 1];
        }
}

/* Reduce a = z h zᴴ to a Hessenberg matrix h, which replaces a.  If `upwards`, the reduction starts at the last row, by way of
 * the transpose.  The first row of z then is the last row of the identity, and elements of z that should vanish become as small
 * as the converged values permit.  Otherwise the reduction starts at the first column, as in LAPACK, and eigenvalues converge
 * in fewer steps. */
static void reduce(bool complexes, bool upwards, fint n, double *a, double *z, double *turned, double *work, fint lwork)
{
    const fint first = 1, width = complexes ? 2 : 1;
    const size_t size = (size_t)n * (size_t)(n * width);
    fint failed = 0;
    double *h = upwards ? turned : a, *q = upwards ? turned + size : z, *tau = turned + 2 * size;
    if (upwards)
        turn_around(complexes, true, n, a, h);
    gehrd[complexes](&n, &first, &n, h, &n, tau, work, &lwork, &failed);
    memcpy(q, h, size * sizeof *q);
    orghr[complexes](&n, &first, &n, q, &n, tau, work, &lwork, &failed);
    if (upwards) {
        turn_around(complexes, true, n, h, a);
        turn_around(complexes, false, n, q, z);
    }
    for (fint j = 0; j + 2 < n; j++) /* overwrite the reflectors with zeros */
        memset(a + width * (j + 2 + (int64_t)j * n), 0, (size_t)(width * (n - j - 2)) * sizeof *a);
}

gla_status gla_host_gees(gla_device *dev, gla_dtype dtype, int64_t order, void *a, void *z, void *w, bool upwards,
                         int64_t *info)
{
    bool complexes = dtype == GLA_COMPLEX128;
    fint n = (fint)order, first = 1, lwork = BLOCK * (n + 1) + TRIANGLE, failed = 0;
    int64_t width = complexes ? 2 : 1, size = (int64_t)n * n * width;
    size_t numbers = (size_t)(2 * size + width * (lwork + n) + 2 * n);
    double *turned = gla_malloc(numbers * sizeof *turned);
    (void)dev;
    if (!turned)
        return gla_fail_memory("eigs", numbers * sizeof *turned);
    double *parts = turned + 2 * size + width * n, *work = parts + 2 * n;
    gla_blas_begin(false);
    reduce(complexes, upwards, n, a, z, turned, work, lwork);
    if (complexes)
        zhseqr_("S", "V", &n, &first, &n, a, &n, w, z, &n, work, &lwork, &failed, 1, 1);
    else
        failed = find_real_form(n, a, z, parts, work, lwork);
    gla_blas_end();
    for (fint i = 0; i < n && !complexes; i++) {
        ((double *)w)[2 * i] = parts[i];
        ((double *)w)[2 * i + 1] = parts[n + i];
    }
    *info = failed;
    gla_free(turned);
    return GLA_OK;
}

gla_status gla_host_trsen(gla_device *dev, gla_dtype dtype, int64_t order, void *t, void *z, const bool *wanted, int64_t *info)
{
    fint n = (fint)order, count, lwork = n + 1, failed = 0, one = 1, none;
    double s, sep, *work = gla_malloc((size_t)(4 * n + 4) * sizeof *work);
    fint *select = gla_malloc((size_t)(n + 1) * sizeof *select);
    (void)dev;
    for (fint i = 0; select && i < n; i++)
        select[i] = wanted[i];
    if (work && select) {
        gla_blas_begin(false);
        if (dtype == GLA_COMPLEX128)
            ztrsen_("N", "V", select, &n, t, &n, z, &n, work, &count, &s, &sep, work + 2 * n, &lwork, &failed, 1, 1);
        else
            dtrsen_("N", "V", select, &n, t, &n, z, &n, work, work + n, &count, &s, &sep, work + 2 * n, &lwork, &none, &one,
                    &failed, 1, 1);
        gla_blas_end();
    }
    *info = failed;
    gla_status st = work && select ? GLA_OK : gla_fail_memory("eigs", 5 * (size_t)n * sizeof *work);
    gla_free(select);
    gla_free(work);
    return st;
}
