/* trsyl.c - Solve the Sylvester equation a y + y b = f for triangular a and b, from the last row up.  Real Schur forms have 2 x
 * 2 blocks for conjugate pairs, so up to four elements of y are computed at once. */
#include "backends/host/unroll.h"
#include "lapack.h"

#include <complex.h>
#include <math.h>

enum { BLOCK = 4, PANEL = 16 };

/* A sum of two eigenvalues is treated as zero if its magnitude is at most this value times the sum of their magnitudes. */
#define NEGLIGIBLE 0x1p-51

/* ---- complex triangles -------------------------------------------------------------------------------------------------- */
/* y -= factor x. */
static inline void subtract(int64_t n, double complex factor, const double complex *from, double complex *to)
{
    const double *x = (const double *)from, re = creal(factor), im = cimag(factor);
    double *y = (double *)to;
    for (int64_t i = 0; i < 2 * n; i += 2) {
        y[i] -= re * x[i] - im * x[i + 1];
        y[i + 1] -= re * x[i + 1] + im * x[i];
    }
}

static bool solve_complex(int64_t m, int64_t n, const double complex *a, const double complex *b, double complex *f)
{
    for (int64_t i = m - 1; i >= 0; i--) {
        double complex *row = f + i * n, first = a[i * m + i];
        for (int64_t k = i + 1; k < m; k++)
            subtract(n, a[i * m + k], f + k * n, row);
        for (int64_t j = 0; j < n; j++) {
            double complex second = b[j * n + j], sum = first + second;
            if (!(cabs(sum) > NEGLIGIBLE * (cabs(first) + cabs(second))))
                return false;
            row[j] /= sum;
            subtract(n - j - 1, row[j], b + j * n + j + 1, row + j + 1);
        }
    }
    return true;
}

/* ---- real Schur forms ---------------------------------------------------------------------------------------------------- */
/* A diagonal block of one or two rows.  The eigenvalues of the block are middle ± i · apart, and `length` is their
 * magnitude. */
typedef struct block {
    int size;
    double of[2][2], middle, apart, length;
} block;

/* Read the block that begins (or ends) in row i of t.  The two diagonal elements of a block are equal, because LAPACK
 * standardises the blocks. */
static inline block read_block(int64_t n, const double *t, int64_t i, bool ends)
{
    const int64_t other = ends ? i - 1 : i + 1, low = ends ? i : i + 1, one = i * n + i;
    if (other < 0 || other >= n || t[low * n + low - 1] == 0)
        return (block){1, {{t[one], 0}, {0, 0}}, t[one], 0, fabs(t[one])};
    const double *x = t + (low - 1) * n + low - 1, apart = sqrt(fabs(x[1])) * sqrt(fabs(x[n]));
    return (block){2, {{x[0], x[1]}, {x[n], x[n + 1]}}, x[0], apart, fabs(x[0]) + apart};
}

static inline bool share_eigenvalue(const block *a, const block *b)
{
    const double middle = fabs(a->middle + b->middle), apart = fabs(a->apart - b->apart);
    return !(fmax(middle, apart) > NEGLIGIBLE * (a->length + b->length));
}

/* Exchange row k with the row, at or below k, that has the element of largest magnitude in column k. */
static inline void put_pivot_first(int n, int k, double x[BLOCK][BLOCK + 1])
{
    int row = k;
    for (int i = k + 1; i < n; i++)
        row = fabs(x[i][k]) > fabs(x[row][k]) ? i : row;
    for (int j = k; row != k && j <= BLOCK; j++) {
        double kept = x[k][j];
        x[k][j] = x[row][j];
        x[row][j] = kept;
    }
}

/* Solve n equations by elimination.  The last column contains the right-hand sides and is replaced by the solution.  Return
 * false if the matrix is singular. */
static inline bool eliminate(int n, double x[BLOCK][BLOCK + 1])
{
    UNROLL(4)
    for (int k = 0; k < n; k++) {
        put_pivot_first(n, k, x);
        if (!(fabs(x[k][k]) > 0))
            return false;
        const double inverse = 1 / x[k][k];
        UNROLL(4)
        for (int i = k + 1; i < n; i++) {
            const double factor = x[i][k] * inverse;
            UNROLL(5)
            for (int j = k + 1; j <= BLOCK; j++)
                x[i][j] -= factor * x[k][j];
        }
    }
    UNROLL(4)
    for (int k = n - 1; k >= 0; k--) {
        UNROLL(4)
        for (int j = k + 1; j < n; j++)
            x[k][BLOCK] -= x[k][j] * x[j][BLOCK];
        x[k][BLOCK] /= x[k][k];
    }
    return true;
}

/* Solve a y + y b = f for the elements of y that belong to a pair of blocks.  Rows of f have stride ld. */
static inline bool solve_block(const block *a, const block *b, double *f, int64_t ld)
{
    double x[BLOCK][BLOCK + 1] = {{0}};
    if (share_eigenvalue(a, b))
        return false;
    if (a->size == 1 && b->size == 1) {
        *f /= a->middle + b->middle;
        return true;
    }
    for (int i = 0; i < a->size; i++)
        for (int j = 0; j < b->size; j++) {
            double *equation = x[i * b->size + j];
            for (int k = 0; k < a->size; k++)
                equation[k * b->size + j] += a->of[i][k];
            for (int k = 0; k < b->size; k++)
                equation[i * b->size + k] += b->of[k][j];
            equation[BLOCK] = f[i * ld + j];
        }
    if (!(a->size * b->size == 2 ? eliminate(2, x) : eliminate(4, x)))
        return false;
    for (int i = 0; i < a->size; i++)
        for (int j = 0; j < b->size; j++)
            f[i * ld + j] = x[i * b->size + j][BLOCK];
    return true;
}

/* Subtract Σ factors[k] · (row k of x) from y.  Rows of x have stride ld.  Four rows are subtracted each time y is read. */
static inline void subtract_rows(int64_t n, int64_t rows, const double *factors, const double *x, int64_t ld,
                                 double *restrict y)
{
    int64_t k = 0;
    for (; k + 4 <= rows; k += 4, x += 4 * ld)
        for (int64_t i = 0; i < n; i++)
            y[i] -= (factors[k] * x[i] + factors[k + 1] * x[ld + i]) +
                    (factors[k + 2] * x[2 * ld + i] + factors[k + 3] * x[3 * ld + i]);
    for (; k < rows; k++, x += ld)
        for (int64_t i = 0; i < n; i++)
            y[i] -= factors[k] * x[i];
}

/* Solve for the elements of one or two rows of y in columns [j, end).  Later columns are updated afterwards. */
static inline bool solve_panel(int64_t n, int64_t j, int64_t end, const block *first, const double *b, double *rows)
{
    while (j < end) {
        const block second = read_block(n, b, j, false);
        const int64_t next = j + second.size;
        if (!solve_block(first, &second, rows + j, n))
            return false;
        for (int row = 0; row < first->size; row++)
            subtract_rows(end - next, second.size, rows + row * n + j, b + j * n + next, n, rows + row * n + next);
        j = next;
    }
    return true;
}

__attribute__((flatten)) static bool solve_real(int64_t m, int64_t n, const double *a, const double *b, double *f)
{
    for (int64_t below = m; below > 0;) {
        const block first = read_block(m, a, below - 1, true);
        const int64_t i = below - first.size;
        double *rows = f + i * n;
        for (int row = 0; row < first.size; row++)
            subtract_rows(n, m - below, a + (i + row) * m + below, f + below * n, n, rows + row * n);
        for (int64_t j = 0, end; j < n; j = end) {
            end = j + PANEL < n ? j + PANEL : n;
            end += end < n && b[end * n + end - 1] != 0; /* do not split a pair */
            if (!solve_panel(n, j, end, &first, b, rows))
                return false;
            for (int row = 0; row < first.size; row++)
                subtract_rows(n - end, end - j, rows + row * n + j, b + j * n + end, n, rows + row * n + end);
        }
        below = i;
    }
    return true;
}

gla_status gla_host_trsyl(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, const void *a, const void *b, void *f,
                          bool *shared)
{
    (void)dev;
    *shared = !(dtype == GLA_COMPLEX128 ? solve_complex(m, n, a, b, f) : solve_real(m, n, a, b, f));
    return GLA_OK;
}
