/* direct_band.c - LU factorisation of real matrices with a narrow band, such as finite differences in one dimension.  LAPACK's
 * band solver needs no fill-reducing ordering.  Rows are first scaled by powers of two, so that a pivot is chosen by its
 * magnitude relative to its row.  If the magnitudes of rows or columns differ greatly, SuiteSparse is more accurate. */
#include "direct_band.h"
#include "backends/host/dense/blas_threads.h"
#include "backends/host/dense/fortran.h"
#include "runtime/allocation.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#define WIDEST 16            /* maximum number of diagonals on each side of the main diagonal */
#define PLACES 8             /* maximum number of factor entries per element of the matrix */
#define MAX_EXPONENT 900     /* maximum exponent of a scale */
#define EVEN_COLUMNS 0x1p-20 /* minimum of the largest magnitude in a column, relative to the row of the element */
#define EVEN_ROWS 0x1p-36    /* minimum of the largest magnitude in a row, relative to other rows */
#define LEAST_PIVOT 1e-10    /* minimum ratio of pivots; below it, SuiteSparse decides whether a matrix is singular */

struct gla_band_factors {
    fint n, lower, upper, width; /* order; number of diagonals below and above; length of a column including fill-in */
    double *columns;             /* element (i, j) is at columns[j width + lower + upper + i - j] */
    double *scales;              /* scale factors of the rows */
    fint *pivots;
};

extern void dgbtrf_(const fint *m, const fint *n, const fint *lower, const fint *upper, double *ab, const fint *ldab,
                    fint *pivots, fint *info);
extern void dgbtrs_(const char *trans, const fint *n, const fint *lower, const fint *upper, const fint *nrhs, const double *ab,
                    const fint *ldab, const fint *pivots, double *b, const fint *ldb, fint *info, flen);

void gla_host_band_release(gla_band_factors *f)
{
    if (f) {
        gla_free(f->columns);
        gla_free(f->scales);
        gla_free(f->pivots);
    }
    gla_free(f);
}

static double *main_of(const gla_band_factors *f, int64_t j)
{
    return f->columns + j * f->width + f->lower + f->upper;
}

/* ---- conversion from a sparse matrix ------------------------------------------------------------------------------------- */
static int64_t index_of(const void *of, gla_dtype dtype, int64_t i)
{
    return dtype == GLA_INT32 ? ((const int32_t *)of)[i] : ((const int64_t *)of)[i];
}

/* Find the numbers of diagonals below and above the main diagonal.  Return false if there are too many diagonals. */
static bool find_band(const gla_csr *a, int64_t *lower, int64_t *upper)
{
    *lower = *upper = 0;
    for (int64_t i = 0, at = 0; i < a->rows; i++) {
        for (const int64_t end = index_of(a->indptr, a->index, i + 1); at < end; at++) {
            const int64_t off = index_of(a->indices, a->index, at) - i;
            *lower = -off > *lower ? -off : *lower;
            *upper = off > *upper ? off : *upper;
        }
        if (*lower + *upper > WIDEST)
            return false;
    }
    return 2 * *lower + *upper + 1 <= PLACES * (a->nnz / a->rows + 1);
}

/* Return the power of two that scales a number to the interval [1/2, 1). */
static double scale_of(double most)
{
    int exponent = 0;
    (void)frexp(most, &exponent);
    return ldexp(1, exponent > MAX_EXPONENT ? -MAX_EXPONENT : exponent < -MAX_EXPONENT ? MAX_EXPONENT : -exponent);
}

static void fill(gla_band_factors *f, const gla_csr *a)
{
    const double *data = a->data;
    for (int64_t i = 0, at = 0; i < f->n; i++) {
        const int64_t begin = at, end = index_of(a->indptr, a->index, i + 1);
        double most = 0;
        for (; at < end; at++)
            most = fmax(most, fabs(data[at]));
        f->scales[i] = scale_of(most);
        for (at = begin; at < end; at++) {
            const int64_t j = index_of(a->indices, a->index, at);
            main_of(f, j)[i - j] += data[at] * f->scales[i];
        }
    }
}

/* Return true if each column has an element that is not negligible in its row, because pivots are chosen by their magnitude
 * relative to the row, and if the magnitudes of rows do not differ too much. */
static bool is_even(const gla_band_factors *f)
{
    double least = INFINITY, largest = 0;
    for (int64_t j = 0; j < f->n; j++) {
        double most = 0;
        least = fmin(least, f->scales[j]);
        largest = fmax(largest, f->scales[j]);
        for (fint q = -f->upper; q <= f->lower; q++)
            most = fmax(most, fabs(main_of(f, j)[q]));
        if (!(most >= EVEN_COLUMNS))
            return false;
    }
    return least >= EVEN_ROWS * largest;
}

/* ---- factors ---------------------------------------------------------------------------------------------------------- */
/* Factor the matrix.  Return false if a pivot is zero or elements overflow. */
static bool eliminate(gla_band_factors *f)
{
    double total = 0;
    fint info = 0;
    gla_blas_begin(false);
    dgbtrf_(&f->n, &f->n, &f->lower, &f->upper, f->columns, &f->width, f->pivots, &info);
    gla_blas_end();
    for (int64_t i = 0; i < (int64_t)f->n * f->width && info == 0; i++)
        total += fabs(f->columns[i]);
    return info == 0 && total < INFINITY;
}

/* Fill in the report, and return the ratio of the smallest to the largest pivot.  The determinant is stored as a number times a
 * power of two, so that it can neither overflow nor underflow. */
static double describe(gla_band_factors *f, gla_direct_report *report)
{
    double product = 1, least = INFINITY, most = 0;
    int64_t exponents = 0;
    bool is_negative = false, any_exchange = false;
    for (int64_t i = 0; i < f->n; i++) {
        const double pivot = main_of(f, i)[0];
        double size = fabs(pivot);
        int of_product = 0, of_size = 0, of_scale = 0;
        least = fmin(least, size);
        most = fmax(most, size);
        is_negative ^= (pivot < 0) ^ (f->pivots[i] != i + 1);
        any_exchange |= f->pivots[i] != i + 1;
        (void)frexp(f->scales[i], &of_scale);
        exponents -= of_scale - 1;
        if (size < 0x1p-600 || product < 0x1p-300 || product > 0x1p300) {
            product = frexp(product, &of_product);
            size = frexp(size, &of_size);
            exponents += of_product + of_size;
        }
        product *= size;
    }
    report->sign[0] = is_negative ? -1 : 1;
    report->sign[1] = 0;
    report->log_det = log(product) + M_LN2 * (double)exponents;
    report->nnz = (int64_t)f->n * (f->lower + f->upper + (any_exchange ? f->lower : 0) + 2);
    return report->pivots = least / most;
}

gla_status gla_host_band_factor(const char *op, const gla_csr *a, gla_band_factors **factors, gla_direct_report *report)
{
    int64_t lower, upper;
    *factors = NULL;
    if (a->dtype != GLA_FLOAT64 || a->rows > INT_MAX || !find_band(a, &lower, &upper))
        return GLA_OK;
    gla_band_factors *f = gla_malloc(sizeof *f);
    if (!f)
        return gla_fail_memory(op, sizeof *f);
    const int64_t width = 2 * lower + upper + 1;
    *f = (gla_band_factors){.n = (fint)a->rows,
                            .lower = (fint)lower,
                            .upper = (fint)upper,
                            .width = (fint)width,
                            .columns = gla_calloc((size_t)(a->rows * width), sizeof *f->columns),
                            .scales = gla_malloc((size_t)a->rows * sizeof *f->scales),
                            .pivots = gla_malloc((size_t)a->rows * sizeof *f->pivots)};
    const bool has_memory = f->columns && f->scales && f->pivots;
    if (has_memory) {
        fill(f, a);
        gla_direct_report found = *report;
        if (is_even(f) && eliminate(f) && describe(f, &found) >= LEAST_PIVOT) {
            *report = found;
            *factors = f;
            return GLA_OK;
        }
    }
    gla_host_band_release(f);
    return has_memory ? GLA_OK : gla_fail_memory(op, (size_t)(a->rows * (width + 1)) * sizeof *f->columns);
}

/* ---- solutions -------------------------------------------------------------------------------------------------------- */
static void scale(const gla_band_factors *f, double *x)
{
    for (int64_t i = 0; i < f->n; i++)
        x[i] *= f->scales[i];
}

typedef struct solving {
    const gla_band_factors *f;
    bool is_transposed;
    const double *b;
    double *x;
} solving;

static void solve_some(void *arg, int64_t begin, int64_t end)
{
    const solving *p = arg;
    const gla_band_factors *f = p->f;
    const char *trans = p->is_transposed ? "T" : "N";
    const int64_t n = f->n;
    const fint one = 1;
    for (int64_t c = begin; c < end && !gla_host_stop(); c++) {
        double *x = p->x + c * n;
        fint info;
        memcpy(x, p->b + c * n, (size_t)n * sizeof *x);
        if (!p->is_transposed)
            scale(f, x);
        gla_blas_begin(false);
        dgbtrs_(trans, &f->n, &f->lower, &f->upper, &one, f->columns, &f->width, f->pivots, x, &f->n, &info, 1);
        gla_blas_end();
        if (p->is_transposed)
            scale(f, x);
    }
}

gla_status gla_host_band_solve(const gla_band_factors *f, gla_trans trans, int64_t k, const double *b, double *x)
{
    solving p = {f, trans != GLA_NO_TRANS, b, x};
    return gla_host_parallel(k, 1, solve_some, &p);
}
