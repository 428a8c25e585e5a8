/* schur.c - the Schur form of a small matrix, in which the values that are wanted come first, and eigenvectors from it.
 *
 * Of a real matrix it is the real form: conjugate pairs are blocks of two rows, and all vectors are real. */
#include "eigen/eigen.h"

#include "core/dispatch.h"

#include <math.h>

static gla_dtype dtype_of(const eigen_ritz *r)
{
    return r->real ? GLA_FLOAT64 : GLA_COMPLEX128;
}

/* Element (i, j) of T or Z. */
static inline double complex at(const eigen_ritz *r, const void *matrix, int i, int j)
{
    int64_t place = i + (int64_t)j * r->m;
    return r->real ? ((const double *)matrix)[place] : ((const double complex *)matrix)[place];
}

/* Whether row i is the second of a conjugate pair. */
static bool ends_pair(const eigen_ritz *r, int i)
{
    return r->real && i > 0 && i < r->m && at(r, r->t, i, i - 1) != 0;
}

void eigen_schur(gla_scope *s, eigen_ritz *r, const double complex *h, int64_t ld)
{
    int64_t info = 0;
    gla_device *host = NULL;
    if (s->status || gla_s_check(s, gla_host_device(&host)))
        return;
    for (int j = 0; j < r->m; j++)
        for (int i = 0; i < r->m; i++)
            if (r->real)
                ((double *)r->t)[i + (int64_t)j * r->m] = creal(h[i + j * ld]);
            else
                ((double complex *)r->t)[i + (int64_t)j * r->m] = h[i + j * ld];
    if (!gla_s_check(s, host->backend->lapack->gees(host, dtype_of(r), r->m, r->t, r->z, r->value, true, &info)) && info)
        gla_s_fail(s, GLA_CONVERGENCE_ERROR, "%s: the eigenvalues of the small matrix did not converge; give another ncv or v0",
                   s->op);
}

/* Values that are so close that their order is a matter of rounding may stay where they are; pairs are not cut all the same. */
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

/* y[top] and, of a pair, y[top + 1]: the part of an eigenvector in the rows of its value. */
static void begin_vector(const eigen_ritz *r, double complex value, int top, bool pair, double complex *y)
{
    y[top] = 1;
    if (!pair)
        return;
    double complex upper = at(r, r->t, top, top + 1), lower = at(r, r->t, top + 1, top), gap = value - at(r, r->t, top, top);
    y[top + 1] = cabs(upper) >= cabs(lower) ? gap / upper : 1;
    y[top] = cabs(upper) >= cabs(lower) ? 1 : (value - at(r, r->t, top + 1, top + 1)) / lower;
}

/* The rows of one block of T above it: what is left of them is solved for. */
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
    double complex b = -at(r, r->t, first, last), c = -at(r, r->t, last, first), det = a * d - b * c;
    double small = least * (cabs(a) + cabs(d) + cabs(b) + cabs(c));
    det = cabs(det) > small && small > 0 ? det : fmax(small, least * least);
    y[first] = (d * sum[0] - b * sum[1]) / det;
    y[last] = (a * sum[1] - c * sum[0]) / det;
}

/* The eigenvector of T, y, of which the elements from `end` on are zero: that length; in all a few multiplications for each
 * element of T. */
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

/* Element k of Z y. */
static double complex element(const eigen_ritz *r, int k, const double complex *y, int end)
{
    double complex sum = 0;
    for (int j = 0; j < end; j++)
        sum = eigen_sum(sum, at(r, r->z, k, j), y[j]);
    return sum;
}

double eigen_schur_last(const eigen_ritz *r, int i, double complex *y)
{
    int end = find_vector(r, i, y);
    return cabs(element(r, r->m - 1, y, end)) / length_of(y, end);
}

void eigen_schur_vector(const eigen_ritz *r, int i, double complex *y, double complex *x)
{
    int end = find_vector(r, i, y);
    double length = length_of(y, end);
    for (int k = 0; k < r->m; k++)
        x[k] = element(r, k, y, end) / length;
}
