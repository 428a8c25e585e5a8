/* ritz.c - Rayleigh-Ritz approximations in a space, and the directions that led to them.
 *
 * Here the coefficients of the directions are made orthogonal to the coefficients of the vectors (Hetmaniuk and Lehoucq 2006,
 * as in Duersch et al. 2018). As a result, no rounding error of a long sum can make the next basis nearly dependent. */
#include "eigen/block.h"

#include <float.h>
#include <math.h>
#include <string.h>

static double complex dot(int64_t m, const double complex *x, const double complex *y)
{
    double complex sum = 0;
    for (int64_t i = 0; i < m; i++)
        sum += conj(x[i]) * y[i];
    return sum;
}

/* Make column `at` of c orthogonal to the previous columns, with norm one.  Return false if only rounding errors are left of
 * this column. */
static bool add_column(int64_t m, double complex *c, int64_t at)
{
    double complex *x = c + at * m;
    double before = creal(dot(m, x, x));
    for (int pass = 0; pass < 2; pass++)
        for (int64_t j = 0; j < at; j++) {
            double complex part = dot(m, c + j * m, x);
            for (int64_t i = 0; i < m; i++)
                x[i] -= part * c[i + j * m];
        }
    double left = creal(dot(m, x, x));
    if (!(left > 64 * DBL_EPSILON * before) || !(left > 1e-200))
        return false;
    for (int64_t i = 0; i < m; i++)
        x[i] /= sqrt(left);
    return true;
}

/* Return cᴴ g c.  The vectors are eigenvectors of g, so the leading block is diagonal and contains their values.  The
 * directions are orthogonal to the vectors, so the off-diagonal blocks are zero. */
static gla_array *next_gram(gla_scope *s, const block_ritz *r, const double complex *g)
{
    int64_t m = r->m, all = r->k + r->more;
    void *data = NULL;
    gla_array *made = NULL;
    double complex *part = gla_s_memory(s, m + 1, sizeof *part);
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_COMPLEX128, 2, (int64_t[]){all, all}, &made, &data)))
        return NULL;
    double complex *to = data;
    gla_s_own(s, made);
    memset(to, 0, (size_t)(all * all) * sizeof *to);
    for (int64_t j = 0; j < r->k; j++)
        to[j * (all + 1)] = r->value[j];
    for (int64_t j = r->k; j < all; j++) {
        memset(part, 0, (size_t)m * sizeof *part);
        for (int64_t l = 0; l < m; l++)
            for (int64_t i = 0; i < m; i++)
                part[i] += r->c[l + j * m] * g[i + l * m];
        for (int64_t i = r->k; i < all; i++)
            to[i + j * all] = dot(m, r->c + i * m, part);
    }
    return made;
}

block_ritz block_solve(gla_scope *s, double complex *g, int64_t m, int64_t k, int64_t old, bool largest, const bool *active,
                       bool real)
{
    block_ritz r = {.m = m, .k = k};
    double complex *vectors = gla_s_memory(s, m * m, sizeof *vectors);
    double *values = gla_s_memory(s, m, sizeof *values);
    r.c = gla_s_memory(s, 2 * k * m, sizeof *r.c);
    r.value = gla_s_memory(s, k, sizeof *r.value);
    eigen_small(s, real, m, g, values, vectors);
    if (s->status)
        return r;
    r.size = fmax(fabs(values[0]), fabs(values[m - 1]));
    for (int64_t j = 0; j < k; j++) {
        int64_t from = largest ? m - 1 - j : j;
        r.value[j] = values[from];
        memcpy(r.c + j * m, vectors + from * m, (size_t)m * sizeof *r.c);
    }
    for (int64_t j = 0; j < k && old < m; j++) {
        double complex *x = r.c + (k + r.more) * m;
        if (!active[j])
            continue;
        for (int64_t i = 0; i < m; i++)
            x[i] = i < old ? 0 : r.c[i + j * m];
        r.more += add_column(m, r.c, k + r.more);
    }
    r.gram = next_gram(s, &r, g);
    return r;
}
