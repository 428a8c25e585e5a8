/* small_lstsq.c - Stacks of least-squares problems with few columns.  The QR factorisation uses Householder reflections, and
 * the singular values of R are computed by rotations of its columns (one-sided Jacobi; Golub and Van Loan, Matrix Computations,
 * 8.6.3).  A step of refinement with residuals that are rounded once makes x as accurate as the condition number allows. */
#include "lapack.h"
#include "small.h"

#include <math.h>
#include <string.h>

#define REAL double
#define LANES 8
#define NAME(x) x##_doubles
#include "small_lanes.inc"

/* Maximum number of elements of a matrix and its right-hand sides, so that these stay in the caches. */
#define MAX_CELLS 4096
#define SWEEPS 15
/* Problems whose sums of squares are outside these limits are solved by LAPACK, which scales the matrix. */
#define MIN_SQUARE 0x1p-900
#define MAX_SQUARE 0x1p900
/* Cosine of the angle between two columns.  If a sweep finds no larger cosine, the cosines after the sweep are below a rounding
 * error. */
#define NEARLY_ORTHOGONAL 1e-8

/* Apply the reflection of column k to `count` <= 4 columns.  The vector of the reflection consists of `head` in row k, followed
 * by the column below row k. */
INSIDE void reflect(const double *column, const double *head, const double *scale, double *others, int64_t m, int64_t k,
                    int64_t count)
{
    int64_t whole = m * LANES;
    double sums[4 * LANES];
    for (int64_t c = 0; c < count; c++)
        EACH_LANE sums[c * LANES + l] = head[l] * others[c * whole + k * LANES + l];
    for (int64_t i = (k + 1) * LANES; i < whole; i += LANES)
        for (int64_t c = 0; c < count; c++)
            EACH_LANE sums[c * LANES + l] += column[i + l] * others[c * whole + i + l];
    for (int64_t c = 0; c < count; c++) {
        EACH_LANE sums[c * LANES + l] *= scale[l];
        EACH_LANE others[c * whole + k * LANES + l] -= sums[c * LANES + l] * head[l];
    }
    for (int64_t i = (k + 1) * LANES; i < whole; i += LANES)
        for (int64_t c = 0; c < count; c++)
            subtract_product_doubles(others + c * whole + i, column + i, sums + c * LANES);
}

/* Replace the upper triangle of a by R, and b by Qᵀ b. */
INSIDE void triangularize(double *cells, int64_t m, int64_t n, int64_t width, double *odd)
{
    for (int64_t k = 0; k < n; k++) {
        double *column = cells + k * m * LANES, *top = column + k * LANES;
        double sum[LANES] = {0}, norm[LANES], head[LANES], scale[LANES];
        for (int64_t i = k; i < m; i++)
            EACH_LANE sum[l] += column[i * LANES + l] * column[i * LANES + l];
        EACH_LANE odd[l] = sum[l] >= MIN_SQUARE && sum[l] <= MAX_SQUARE ? odd[l] : 1;
        EACH_LANE norm[l] = sqrt(sum[l]);
        EACH_LANE head[l] = top[l] < 0 ? top[l] - norm[l] : top[l] + norm[l];
        EACH_LANE scale[l] = 1 / (norm[l] * fabs(head[l]));
        int64_t j = k + 1;
        for (; j + 4 <= width; j += 4)
            reflect(column, head, scale, cells + j * m * LANES, m, k, 4);
        for (; j < width; j++)
            reflect(column, head, scale, cells + j * m * LANES, m, k, 1);
        EACH_LANE top[l] = top[l] < 0 ? norm[l] : -norm[l];
    }
}

INSIDE void substitute(double *cells, int64_t m, int64_t n, int64_t columns)
{
    for (int64_t j = 0; j < columns; j++) {
        double *x = cells + (n + j) * m * LANES;
        for (int64_t k = n; k-- > 0;) {
            const double *column = cells + k * m * LANES;
            EACH_LANE x[k * LANES + l] /= column[k * LANES + l];
            for (int64_t i = 0; i < k; i++)
                subtract_product_doubles(x + i * LANES, column + i * LANES, x + k * LANES);
        }
    }
}

INSIDE void dot(const double *a, const double *b, int64_t n, double *to)
{
    double other[LANES] = {0};
    EACH_LANE to[l] = 0;
    int64_t i = 0;
    for (; i + 2 <= n; i += 2) {
        EACH_LANE to[l] += a[i * LANES + l] * b[i * LANES + l];
        EACH_LANE other[l] += a[(i + 1) * LANES + l] * b[(i + 1) * LANES + l];
    }
    for (; i < n; i++)
        EACH_LANE to[l] += a[i * LANES + l] * b[i * LANES + l];
    EACH_LANE to[l] += other[l];
}

/* Rotate two columns so that they become orthogonal.  `largest` is the largest cosine found so far, and square_a and square_b
 * are the squared lengths of the columns. */
INSIDE void rotate(double *a, double *b, int64_t n, double *square_a, double *square_b, double *largest)
{
    double product[LANES], t[LANES], c[LANES], s[LANES];
    dot(a, b, n, product);
    EACH_LANE
    {
        double cosine = fabs(product[l]) / sqrt(square_a[l] * square_b[l]);
        largest[l] = cosine > largest[l] ? cosine : largest[l];
        double zeta = (square_b[l] - square_a[l]) / (2 * product[l]);
        double tangent = 1 / (fabs(zeta) + sqrt(1 + zeta * zeta));
        t[l] = product[l] == 0 ? 0 : zeta < 0 ? -tangent : tangent;
        c[l] = 1 / sqrt(1 + t[l] * t[l]);
        s[l] = c[l] * t[l];
        square_a[l] -= t[l] * product[l];
        square_b[l] += t[l] * product[l];
    }
    for (int64_t i = 0; i < n; i++)
        EACH_LANE
        {
            double x = a[i * LANES + l], y = b[i * LANES + l];
            a[i * LANES + l] = c[l] * x - s[l] * y;
            b[i * LANES + l] = s[l] * x + c[l] * y;
        }
}

/* Find the squared singular values of r, which is overwritten.  Return false if the sweeps do not converge. */
INSIDE bool find_values(double *r, int64_t n, int64_t lanes, double *squares)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double largest[LANES] = {0}, all = 0;
        for (int64_t j = 0; j < n; j++)
            dot(r + j * n * LANES, r + j * n * LANES, n, squares + j * LANES);
        for (int64_t p = 0; p < n; p++)
            for (int64_t q = p + 1; q < n; q++)
                rotate(r + p * n * LANES, r + q * n * LANES, n, squares + p * LANES, squares + q * LANES, largest);
        for (int64_t l = 0; l < lanes; l++)
            all = largest[l] > all ? largest[l] : all;
        if (all <= NEARLY_ORTHOGONAL) {
            for (int64_t j = 0; j < n; j++)
                dot(r + j * n * LANES, r + j * n * LANES, n, squares + j * LANES);
            return true;
        }
    }
    return false;
}

/* Store the singular values in descending order.  Return false if the smallest value may be too small. */
static bool store_values(const gla_small_job *s, int64_t at, const double *squares, int l)
{
    double *to = (double *)s->values + at * s->n;
    for (int64_t j = 0; j < s->n; j++) {
        double value = sqrt(squares[j * LANES + l]);
        int64_t i = j;
        for (; i > 0 && to[i - 1] < value; i--)
            to[i] = to[i - 1];
        to[i] = value;
    }
    return to[s->n - 1] > s->least * to[0];
}

/* Compute a · b and its rounding error (Dekker 1971), on any processor. */
INSIDE void multiply_exactly(double a, double b, double *product, double *error)
{
    const double splitter = 0x1p27 + 1;
    double a1 = splitter * a - (splitter * a - a), a2 = a - a1, b1 = splitter * b - (splitter * b - b), b2 = b - b1;
    *product = a * b;
    *error = a2 * b2 - (((*product - a1 * b1) - a2 * b1) - a1 * b2);
}

/* Compute r = b - A x, rounded once. */
INSIDE void find_residual(const double *a, const double *b, const double *x, int64_t m, int64_t n, double *r)
{
    for (int64_t i = 0; i < m; i++) {
        double sum[LANES], rest[LANES] = {0};
        EACH_LANE sum[l] = b[i * LANES + l];
        for (int64_t k = 0; k < n; k++)
            EACH_LANE
            {
                double product, error, before = sum[l];
                multiply_exactly(a[(k * m + i) * LANES + l], x[k * LANES + l], &product, &error);
                sum[l] = before - product;
                double back = sum[l] - before; /* rounding error of Knuth's two-sum */
                rest[l] += (before - (sum[l] - back)) - (product + back) - error;
            }
        EACH_LANE r[i * LANES + l] = sum[l] + rest[l];
    }
}

/* Compute x += R^-1 R^-T Aᵀ r. */
INSIDE void correct(const double *cells, const double *a, const double *r, int64_t m, int64_t n, double *g, double *x)
{
    for (int64_t k = 0; k < n; k++) {
        const double *column = cells + k * m * LANES;
        double taken[LANES];
        dot(a + k * m * LANES, r, m, g + k * LANES);
        dot(column, g, k, taken);
        EACH_LANE g[k * LANES + l] = (g[k * LANES + l] - taken[l]) / column[k * LANES + l];
    }
    for (int64_t k = n; k-- > 0;) {
        const double *column = cells + k * m * LANES;
        EACH_LANE g[k * LANES + l] /= column[k * LANES + l];
        for (int64_t i = 0; i < k; i++)
            subtract_product_doubles(g + i * LANES, column + i * LANES, g + k * LANES);
        EACH_LANE x[k * LANES + l] += g[k * LANES + l];
    }
}

static bool solve(const gla_small_job *s, int64_t first, int64_t lanes, void *work)
{
    int64_t m = s->m, n = s->n;
    double *cells = work, *b = cells + m * n * LANES, *r = b + m * s->columns * LANES, *squares = r + n * n * LANES;
    double *whole = squares + n * LANES, *right = whole + m * n * LANES, *left = right + m * s->columns * LANES;
    double odd[LANES] = {0}, sum[LANES] = {0};
    load_doubles(cells, &s->a, m, n, first, lanes);
    load_doubles(b, &s->b, m, s->columns, first, lanes);
    memcpy(whole, cells, (size_t)(m * n * LANES) * sizeof *whole);
    memcpy(right, b, (size_t)(m * s->columns * LANES) * sizeof *right);
    for (int64_t i = 0; i < m * s->columns; i++)
        EACH_LANE sum[l] += b[i * LANES + l] * b[i * LANES + l];
    EACH_LANE odd[l] = sum[l] == 0 || (sum[l] >= MIN_SQUARE && sum[l] <= MAX_SQUARE) ? 0 : 1;
    triangularize(cells, m, n, n + s->columns, odd);
    if (needs_fallback_doubles(odd, lanes))
        return false;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            EACH_LANE r[(j * n + i) * LANES + l] = i <= j ? cells[(j * m + i) * LANES + l] : 0;
    if (!find_values(r, n, lanes, squares))
        return false;
    substitute(cells, m, n, s->columns);
    for (int l = 0; l < lanes; l++)
        if (!store_values(s, first + l, squares, l))
            return false;
    for (int64_t j = 0; j < s->columns; j++) {
        double *x = b + j * m * LANES, *of = right + j * m * LANES;
        const gla_strided column = {(double *)s->x.data + j * s->x.col, s->x.row, s->x.col, s->x.step};
        find_residual(whole, of, x, m, n, left);
        correct(cells, whole, left, m, n, squares, x);
        find_residual(whole, of, x, m, n, left);
        dot(left, left, m, sum);
        for (int64_t l = 0; l < lanes; l++)
            ((double *)s->logs)[(first + l) * s->columns + j] = sum[l];
        store_doubles(x, &column, n, 1, first, lanes);
    }
    return true;
}

gla_status gla_host_small_gels(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, double least,
                               const gla_strided *a, const gla_strided *b, const gla_strided *x, void *residuals, void *s,
                               int64_t batch, gla_small *answer)
{
    (void)dev;
    *answer = GLA_SMALL_NOT_TAKEN;
    if (dtype != GLA_FLOAT64 || n > GLA_HOST_SMALL_MAX || m * (n + nrhs) > MAX_CELLS)
        return GLA_OK;
    gla_small_job job = {.m = m,
                         .n = n,
                         .columns = nrhs,
                         .batch = batch,
                         .a = *a,
                         .b = *b,
                         .x = *x,
                         .values = s,
                         .logs = residuals,
                         .least = least,
                         .loops = {.several = solve}};
    double work = (double)(m * n) * (double)(2 * n + 8 * nrhs) + 20.0 * (double)(n * n) * (double)n;
    return gla_host_small_run("lstsq", &job, dtype, 2 * m * (n + nrhs) + m + n * n + n, work, NULL, answer);
}
