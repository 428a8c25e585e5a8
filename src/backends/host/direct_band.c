/* direct_band.c - LU factors of real matrices whose elements lie in a narrow band, as those of equations in differences along a
 * line: elimination with partial pivoting, in place, without a search for an order.  Rows are scaled before, by powers of two,
 * so that a pivot is chosen by its share of its row; where sizes are very different SuiteSparse does better.  Rows of U are
 * divided by their pivots, so that unknowns do not wait for divisions one after the other. */
#include "direct_band.h"

#include <math.h>
#include <string.h>

#define WIDEST 16            /* diagonals beside the main one, */
#define PLACES 8             /* and so many places of factors for each element, at most */
#define MAX_EXPONENT 900     /* of a scale */
#define EVEN_COLUMNS 0x1p-20 /* what the largest element of a column is beside its row, at least */
#define EVEN_ROWS 0x1p-36    /* and the largest one of a row beside those of others */
#define LEAST_PIVOT 1e-10    /* beside the largest one: below, whether a matrix is singular is left to SuiteSparse */

struct gla_band_factors {
    int64_t n, lower, upper, width; /* diagonals below; above, with those that exchanges fill; both, and the main one */
    int64_t reach;                  /* diagonals above that there are */
    bool any_exchange;
    double *rows;    /* element (i, j) at rows[i width + lower + j - i]: pivots, U behind them, L before them */
    double *scales;  /* what rows were multiplied by */
    uint8_t *pivots; /* how far below row j the one was that it was exchanged with, in step j */
};

void gla_host_band_release(gla_band_factors *f)
{
    if (f) {
        gla_free(f->rows);
        gla_free(f->scales);
        gla_free(f->pivots);
    }
    gla_free(f);
}

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ---- from a sparse matrix --------------------------------------------------------------------------------------------- */
static int64_t index_of(const void *of, gla_dtype dtype, int64_t i)
{
    return dtype == GLA_INT32 ? ((const int32_t *)of)[i] : ((const int64_t *)of)[i];
}

/* Diagonals below the main one and above it; false where there are too many. */
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

/* What makes a number at most 1, and no less than a half. */
static double scale_of(double most)
{
    int exponent = 0;
    (void)frexp(most, &exponent);
    return ldexp(1, exponent > MAX_EXPONENT ? -MAX_EXPONENT : exponent < -MAX_EXPONENT ? MAX_EXPONENT : -exponent);
}

static double larger_of(double a, double b)
{
    return a > b ? a : b;
}

static void fill(gla_band_factors *f, const gla_csr *a)
{
    const double *data = a->data;
    for (int64_t i = 0, at = 0; i < f->n; i++) {
        double most = 0, *row = f->rows + i * f->width, *main = row + f->lower - i;
        for (const int64_t end = index_of(a->indptr, a->index, i + 1); at < end; at++)
            main[index_of(a->indices, a->index, at)] += data[at];
        for (int64_t k = 0; k < f->width; k++)
            most = larger_of(most, fabs(row[k]));
        f->scales[i] = scale_of(most);
        for (int64_t k = 0; k < f->width; k++)
            row[k] *= f->scales[i];
    }
}

/* Whether each column has an element that counts beside the others of its row, for pivots are chosen by their share of it, and
 * rows are not of too different sizes. */
static bool is_even(const gla_band_factors *f)
{
    double least = INFINITY, largest = 0;
    for (int64_t j = 0; j < f->n; j++) {
        const double *main = f->rows + j * f->width + f->lower;
        double most = 0;
        least = f->scales[j] < least ? f->scales[j] : least;
        largest = larger_of(largest, f->scales[j]);
        for (int64_t q = -least_of(f->upper, j); q <= least_of(f->lower, f->n - 1 - j); q++)
            most = larger_of(most, fabs(main[q * (f->width - 1)]));
        if (!(most >= EVEN_COLUMNS))
            return false;
    }
    return least >= EVEN_ROWS * largest;
}

/* ---- elimination ------------------------------------------------------------------------------------------------------ */
/* Step j: the row of the largest element of the column comes up, and nothing is left below it; false where that is zero, or so
 * small that numbers overflow.  A lower triangle is one already: nothing is exchanged. */
static inline bool eliminate(gla_band_factors *f, int64_t j, int64_t lower, int64_t upper, int64_t width)
{
    const int64_t below = least_of(lower, f->n - 1 - j), behind = least_of(upper, f->n - 1 - j);
    double *row = f->rows + j * width + lower, most = fabs(row[0]), total = 0;
    int64_t best = 0;
    for (int64_t q = 1; q <= below && upper > 0; q++) {
        const double size = fabs(row[q * (width - 1)]);
        best = size > most ? q : best;
        most = size > most ? size : most;
    }
    f->pivots[j] = (uint8_t)best;
    for (int64_t k = 0; best > 0 && k <= behind; k++) {
        double *other = row + best * (width - 1) + k, before = row[k];
        row[k] = *other;
        *other = before;
    }
    const double pivot = row[0];
    for (int64_t q = 1; q <= below; q++) {
        double *other = row + q * (width - 1);
        other[0] /= pivot;
        total += fabs(other[0]);
        for (int64_t k = 1; k <= behind; k++)
            other[k] -= other[0] * row[k];
    }
    for (int64_t k = 1; k <= behind; k++) {
        row[k] /= pivot;
        total += fabs(row[k]);
    }
    return most > 0 && total < INFINITY;
}

static bool eliminate_all(gla_band_factors *f)
{
    bool fine = true;
    if (f->lower == 1 && f->upper == 2)
        for (int64_t j = 0; j < f->n && fine; j++)
            fine = eliminate(f, j, 1, 2, 4);
    else
        for (int64_t j = 0; j < f->n && fine; j++)
            fine = eliminate(f, j, f->lower, f->upper, f->width);
    return fine;
}

/* Fill in the report; the smallest pivot over the largest one.  Their product is a number and a power of two, which does not
 * end where it is too large or too small for a number. */
static double describe(gla_band_factors *f, gla_direct_report *report)
{
    double product = 1, least = INFINITY, most = 0;
    int64_t exponents = 0;
    bool is_negative = false;
    for (int64_t i = 0; i < f->n; i++) {
        const double pivot = f->rows[i * f->width + f->lower];
        double size = fabs(pivot);
        int of_product = 0, of_size = 0, of_scale = 0;
        least = size < least ? size : least;
        most = size > most ? size : most;
        is_negative ^= (pivot < 0) ^ (f->pivots[i] > 0);
        f->any_exchange |= f->pivots[i] > 0;
        (void)frexp(f->scales[i], &of_scale);
        exponents -= of_scale - 1;
        if (size < 0x1p-600 || product < 0x1p-300 || product > 0x1p300) {
            product = frexp(product, &of_product);
            size = frexp(size, &of_size);
            exponents += of_product + of_size;
        }
        product *= size;
    }
    f->reach = f->any_exchange || f->upper == 0 ? f->upper : f->upper - f->lower;
    report->sign[0] = is_negative ? -1 : 1;
    report->sign[1] = 0;
    report->log_det = log(product) + M_LN2 * (double)exponents;
    report->nnz = f->n * (f->lower + f->reach + 2);
    return report->pivots = least / most;
}

gla_status gla_host_band_factor(const char *op, const gla_csr *a, gla_band_factors **factors, gla_direct_report *report)
{
    int64_t lower, upper;
    *factors = NULL;
    if (a->dtype != GLA_FLOAT64 || !find_band(a, &lower, &upper))
        return GLA_OK;
    gla_band_factors *f = gla_malloc(sizeof *f);
    if (!f)
        return gla_fail_memory(op, sizeof *f);
    upper += upper > 0 ? lower : 0;
    const int64_t width = lower + upper + 1;
    *f = (gla_band_factors){.n = a->rows,
                            .lower = lower,
                            .upper = upper,
                            .width = width,
                            .rows = gla_calloc((size_t)(a->rows * width), sizeof *f->rows),
                            .scales = gla_malloc((size_t)a->rows * sizeof *f->scales),
                            .pivots = gla_malloc((size_t)a->rows)};
    const bool has_memory = f->rows && f->scales && f->pivots;
    if (has_memory) {
        fill(f, a);
        gla_direct_report found = *report;
        if (is_even(f) && eliminate_all(f) && describe(f, &found) >= LEAST_PIVOT) {
            *report = found;
            *factors = f;
            return GLA_OK;
        }
    }
    gla_host_band_release(f);
    return has_memory ? GLA_OK : gla_fail_memory(op, (size_t)(a->rows * (width + 1)) * sizeof *f->rows);
}

/* ---- solutions -------------------------------------------------------------------------------------------------------- */
static inline void exchange(const gla_band_factors *f, int64_t j, double *x)
{
    const double before = x[j];
    x[j] = x[j + f->pivots[j]];
    x[j + f->pivots[j]] = before;
}

/* a x = b.  Of the products of a row the last is that with the unknown before, for which the others do not wait. */
static inline void solve_in_place(const gla_band_factors *f, int64_t lower, int64_t upper, const double *b, double *x)
{
    const int64_t n = f->n, width = f->width;
    const double *main = f->rows + f->lower;
    double before = 0;
    for (int64_t i = 0; i < n; i++) {
        const double *row = main + i * width;
        double sum = b[i] * f->scales[i];
        for (int64_t q = i < lower ? i : lower; q > 1; q--)
            sum -= row[-q] * x[i - q];
        x[i] = before = lower > 0 ? sum - row[-1] * before : sum;
    }
    before = 0;
    for (int64_t i = n - 1; i >= 0; i--) {
        const double *row = main + i * width;
        double sum = x[i] / row[0];
        for (int64_t k = n - 1 - i < upper ? n - 1 - i : upper; k > 1; k--)
            sum -= row[k] * x[i + k];
        x[i] = before = upper > 0 ? sum - row[1] * before : sum;
    }
}

/* The same where rows were exchanged. */
static void solve_exchanged(const gla_band_factors *f, const double *b, double *x)
{
    const int64_t n = f->n, width = f->width;
    const double *main = f->rows + f->lower;
    for (int64_t i = 0; i < n; i++)
        x[i] = b[i] * f->scales[i];
    for (int64_t j = 0; j < n; j++) {
        if (f->pivots[j])
            exchange(f, j, x);
        for (int64_t q = least_of(f->lower, n - 1 - j); q > 0; q--)
            x[j + q] -= main[(j + q) * width - q] * x[j];
    }
    for (int64_t i = n - 1; i >= 0; i--) {
        double sum = x[i] / main[i * width];
        for (int64_t k = least_of(f->upper, n - 1 - i); k > 0; k--)
            sum -= main[i * width + k] * x[i + k];
        x[i] = sum;
    }
}

/* aᵀ x = b. */
static void solve_columns(const gla_band_factors *f, const double *b, double *x)
{
    const int64_t n = f->n, width = f->width;
    const double *main = f->rows + f->lower;
    memcpy(x, b, (size_t)n * sizeof *x);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = least_of(f->reach, n - 1 - i); k > 0; k--)
            x[i + k] -= main[i * width + k] * x[i];
    for (int64_t i = 0; i < n; i++)
        x[i] /= main[i * width];
    for (int64_t j = n - 1; j >= 0; j--) {
        double sum = x[j];
        for (int64_t q = least_of(f->lower, n - 1 - j); q > 0; q--)
            sum -= main[(j + q) * width - q] * x[j + q];
        x[j] = sum;
        if (f->pivots[j])
            exchange(f, j, x);
    }
    for (int64_t i = 0; i < n; i++)
        x[i] *= f->scales[i];
}

typedef struct solving {
    const gla_band_factors *f;
    bool by_columns;
    const double *b;
    double *x;
} solving;

static void solve_some(void *arg, int64_t begin, int64_t end)
{
    const solving *p = arg;
    const gla_band_factors *f = p->f;
    const bool is_even = f->lower == f->reach;
    for (int64_t c = begin; c < end; c++) {
        const double *b = p->b + c * f->n;
        double *x = p->x + c * f->n;
        if (p->by_columns)
            solve_columns(f, b, x);
        else if (f->any_exchange)
            solve_exchanged(f, b, x);
        else if (is_even && f->lower == 1)
            solve_in_place(f, 1, 1, b, x);
        else if (is_even && f->lower == 2)
            solve_in_place(f, 2, 2, b, x);
        else if (is_even && f->lower == 3)
            solve_in_place(f, 3, 3, b, x);
        else
            solve_in_place(f, f->lower, f->reach, b, x);
    }
}

gla_status gla_host_band_solve(const gla_band_factors *f, gla_trans trans, int64_t k, const double *b, double *x)
{
    solving p = {f, trans != GLA_NO_TRANS, b, x};
    return gla_host_parallel(k, 1, solve_some, &p);
}
