/* schur.c - Schur form of a small matrix, reordered so that wanted values come first, and eigenvectors from this form.
 *
 * For a real matrix the form is real: conjugate pairs are 2 x 2 blocks, and all vectors are real. */
#include "eigen/eigen.h"
#include "contract/dense.h"
#include "runtime/devices.h"

#include "core/dispatch.h"

#include <math.h>

static gla_dtype dtype_of(const eigen_ritz *r)
{
    return r->real ? GLA_FLOAT64 : GLA_COMPLEX128;
}

/* Return element (i, j) of T or Z. */
static inline double complex at(const eigen_ritz *r, const void *matrix, int i, int j)
{
    int64_t place = i + (int64_t)j * r->m;
    return r->real ? ((const double *)matrix)[place] : ((const double complex *)matrix)[place];
}

static inline void put(const eigen_ritz *r, void *matrix, int i, int j, double complex value)
{
    int64_t place = i + (int64_t)j * r->m;
    if (r->real)
        ((double *)matrix)[place] = creal(value);
    else
        ((double complex *)matrix)[place] = value;
}

/* Return true if row i is the second of a conjugate pair. */
static bool ends_pair(const eigen_ritz *r, int i)
{
    return r->real && i > 0 && i < r->m && at(r, r->t, i, i - 1) != 0;
}

/* Initialise T to h and Z to the identity. */
static void begin_form(eigen_ritz *r, const double complex *h, int64_t ld)
{
    for (int j = 0; j < r->m; j++)
        for (int i = 0; i < r->m; i++) {
            put(r, r->t, i, j, h[i + j * ld]);
            put(r, r->z, i, j, i == j);
        }
}

/* Read the values of the rows that already have Schur form. */
static void read_values(eigen_ritz *r, int count)
{
    for (int i = 0; i < count; i++) {
        bool second = ends_pair(r, i), first = ends_pair(r, i + 1);
        int top = second ? i - 1 : i;
        double product = second || first ? creal(at(r, r->t, top, top + 1)) * creal(at(r, r->t, top + 1, top)) : 0;
        r->value[i] = at(r, r->t, i, i) + CMPLX(0, (second ? -1 : 1) * sqrt(fmax(-product, 0)));
    }
}

/* Insert the Schur form of the trailing block.  The block above the trailing block becomes h z. */
static void insert(eigen_ritz *r, int first, const eigen_ritz *block, const double complex *h, int64_t ld)
{
    int n = block->m;
    for (int j = 0; j < n; j++) {
        r->value[first + j] = block->value[j];
        for (int i = 0; i < first; i++) {
            double complex sum = 0;
            for (int l = 0; l < n; l++)
                sum = eigen_sum(sum, h[i + (first + l) * ld], at(block, block->z, l, j));
            put(r, r->t, i, first + j, sum);
        }
        for (int i = 0; i < n; i++) {
            put(r, r->t, first + i, first + j, at(block, block->t, i, j));
            put(r, r->z, first + i, first + j, at(block, block->z, i, j));
        }
    }
}

void eigen_schur(gla_scope *s, eigen_ritz *r, const double complex *h, int64_t ld, int locked)
{
    int64_t info = 0, n = r->m - locked, size = r->real ? sizeof(double) : sizeof(double complex);
    gla_device *host = NULL;
    eigen_ritz block = {.m = (int)n, .real = r->real, .t = gla_s_memory(s, n * n, (size_t)size)};
    block.z = gla_s_memory(s, n * n, (size_t)size);
    block.value = gla_s_memory(s, n, sizeof *block.value);
    if (s->status || gla_s_check(s, gla_host_device(&host)))
        return;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            put(&block, block.t, i, j, h[locked + i + (locked + j) * ld]);
    gla_status st = host->backend->lapack->gees(host, dtype_of(r), n, block.t, block.z, block.value, true, &info);
    if (!gla_s_check(s, st) && info)
        gla_s_fail(s, GLA_CONVERGENCE_ERROR,
                   "%s: the eigenvalues of the projected matrix did not converge; give another ncv or v0", s->op);
    begin_form(r, h, ld);
    read_values(r, locked);
    if (!s->status)
        insert(r, locked, &block, h, ld);
}

/* The reordering may leave values in place if they are so close that only rounding determines their order; pairs are still not
 * split. */
int eigen_schur_choose(gla_scope *s, eigen_ritz *r, int count)
{
    int64_t info = 0;
    gla_device *host = NULL;
    bool *wanted = gla_s_memory(s, r->m, sizeof *wanted);
    if (s->status || gla_s_check(s, gla_host_device(&host)))
        return 0;
    for (int i = 0; i < count; i++)
        wanted[r->order[i]] = true;
    gla_s_check(s, host->backend->lapack->trsen(host, dtype_of(r), r->m, r->t, r->z, wanted, &info));
    return !ends_pair(r, count) ? count : count + 1 < r->m ? count + 1 : count - 1;
}

/* Set the elements of an eigenvector in the rows of its value: y[top] and, for a pair, y[top + 1]. */
static void begin_vector(const eigen_ritz *r, double complex value, int top, bool pair, double complex *y)
{
    y[top] = 1;
    if (!pair)
        return;
    double complex upper = at(r, r->t, top, top + 1), lower = at(r, r->t, top + 1, top), gap = value - at(r, r->t, top, top);
    y[top + 1] = cabs(upper) >= cabs(lower) ? gap / upper : 1;
    y[top] = cabs(upper) >= cabs(lower) ? 1 : (value - at(r, r->t, top + 1, top + 1)) / lower;
}

/* Solve m y = s by elimination with complete pivoting.  Pivots at rounding level are replaced by `least`, so that the residual
 * is small relative to y even if m is singular. */
static void solve_pair(const double complex m[2][2], const double complex s[2], double least, double complex y[2])
{
    int p = 0, q = 0;
    for (int i = 0; i < 4; i++)
        if (cabs(m[i / 2][i % 2]) > cabs(m[p][q])) {
            p = i / 2;
            q = i % 2;
        }
    int row = 1 - p, column = 1 - q;
    double complex pivot = cabs(m[p][q]) > least ? m[p][q] : least, share = m[row][q] / pivot;
    double complex rest = m[row][column] - share * m[p][column];
    y[column] = (s[row] - share * s[p]) / (cabs(rest) > least ? rest : least);
    y[q] = (s[p] - m[p][column] * y[column]) / pivot;
}

/* Solve for the elements of y in the rows of one diagonal block of T. */
static void solve_rows(const eigen_ritz *r, double complex value, int first, int last, int end, double least, double complex *y)
{
    double complex sum[2] = {0, 0}, a = value - at(r, r->t, first, first), d = value - at(r, r->t, last, last);
    for (int i = first; i <= last; i++)
        for (int j = last + 1; j < end; j++)
            sum[i - first] = eigen_sum(sum[i - first], at(r, r->t, i, j), y[j]);
    if (first == last) {
        y[first] = sum[0] / (cabs(a) > least ? a : least);
        return;
    }
    const double complex m[2][2] = {{a, -at(r, r->t, first, last)}, {-at(r, r->t, last, first), d}};
    solve_pair(m, sum, least, y + first);
}

/* Compute the eigenvector y of T.  Return the index from which on the elements of y are zero.  The number of multiplications is
 * a small multiple of the number of elements of T. */
static int find_vector(const eigen_ritz *r, int i, double complex *y)
{
    int top = ends_pair(r, i) ? i - 1 : i;
    bool pair = ends_pair(r, top + 1);
    int end = top + (pair ? 2 : 1);
    double size = 0;
    for (int j = 0; j < end; j++)
        for (int k = 0; k <= j; k++)
            size = fmax(size, fmax(fabs(creal(at(r, r->t, k, j))), fabs(cimag(at(r, r->t, k, j)))));
    double least = 0x1p-52 * (size > 0 ? size : 1);
    begin_vector(r, r->value[i], top, pair, y);
    for (int last = top - 1; last >= 0; last--) {
        int first = ends_pair(r, last) ? last - 1 : last;
        solve_rows(r, r->value[i], first, last, end, least, y);
        last = first;
        double large = 0;
        for (int j = first; j < end; j++)
            large = fmax(large, fmax(fabs(creal(y[j])), fabs(cimag(y[j]))));
        for (int j = first; large > 1e100 && j < end; j++)
            y[j] /= large;
    }
    return end;
}

static double length_of(const double complex *y, int n)
{
    double square = 0;
    for (int i = 0; i < n; i++)
        square += eigen_length2(y[i]);
    return sqrt(square);
}

/* Return element k of Z y. */
static double complex element(const eigen_ritz *r, int k, const double complex *y, int end)
{
    double complex sum = 0;
    for (int j = 0; j < end; j++)
        sum = eigen_sum(sum, at(r, r->z, k, j), y[j]);
    return sum;
}

void eigen_schur_vector(const eigen_ritz *r, int i, double complex *y, double complex *x)
{
    int end = find_vector(r, i, y);
    double length = length_of(y, end);
    for (int k = 0; k < r->m; k++)
        x[k] = element(r, k, y, end) / length;
}
