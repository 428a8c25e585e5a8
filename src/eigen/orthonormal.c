/* orthonormal.c - Orthonormalisation of blocks by eigenvectors of their Gram matrices (Stathopoulos and Wu 2002).  The
 * eigenvectors reveal dependent columns, so the method does not fail in cases in which a Cholesky factorisation fails. */
#include "eigen/block.h"

#include <float.h>
#include <math.h>

enum { PASSES = 5 };

typedef struct gram {
    int64_t n;
    double complex *g; /* Gram matrix of the columns */
    double *lost;      /* squared norm of the component of each column within the spans */
} gram;

/* Replace a block.  Release the old block unless it belongs to the caller. */
static void replace(gla_scope *s, gla_array **w, gla_array **bw, gla_array *to, gla_array *bto, const gla_array *given[2])
{
    if (*bw != *w && *bw != given[1])
        gla_s_release(s, *bw);
    if (*w != given[0])
        gla_s_release(s, *w);
    *w = to;
    *bw = bto;
}

static void project(gla_scope *s, const block_span *span, gla_array **w, gla_array **bw, const gla_array *given[2], gram *all)
{
    gla_array *h = block_gram(s, span->bx, *w), *to = block_subtract(s, *w, span->x, h);
    gla_array *bto = *bw == *w ? to : block_subtract(s, *bw, span->bx, h);
    h = block_fetch(s, GLA_COMPLEX128, h);
    for (int64_t i = 0; i < (s->status ? 0 : h->size); i++) {
        double size = cabs(((double complex *)gla_data(h))[i]);
        all->lost[i % all->n] += size * size;
    }
    replace(s, w, bw, to, bto, given);
}

static bool is_finite(gla_scope *s, const gram *all)
{
    for (int64_t i = 0; i < all->n * all->n && !s->status; i++)
        if (!isfinite(creal(all->g[i])) || !isfinite(cimag(all->g[i])))
            gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: A, B, M, X or Y contains NaN or Inf, or a product overflows", s->op);
    return !s->status;
}

static void refuse(gla_scope *s)
{
    gla_s_fail(s, GLA_NOT_POSITIVE_DEFINITE_ERROR, "%s: B is not positive definite, so it does not define an inner product",
               s->op);
}

/* Return the distance from orthonormality. */
static double distance(const gram *all)
{
    double most = 0;
    for (int64_t j = 0; j < all->n; j++)
        for (int64_t i = 0; i < all->n; i++)
            most = fmax(most, cabs(all->g[i + j * all->n] - (i == j)));
    return most;
}

/* Find the columns that still contain more than rounding errors.  Return the number of these columns. */
static int64_t remaining(gla_scope *s, const gram *all, double eps, int *number)
{
    int64_t count = 0;
    for (int64_t j = 0; j < all->n && !s->status; j++) {
        double square = creal(all->g[j + j * all->n]), least = 64 * eps;
        if (square < 0 && -square > eps * all->lost[j])
            refuse(s);
        else if (square > least * least * all->lost[j])
            number[count++] = (int)j;
    }
    return count;
}

/* Return coefficients, n x *r, that orthonormalise the remaining columns.  The coefficients are computed from the eigenvectors
 * of the Gram matrix. */
static double complex *coefficients(gla_scope *s, const gram *all, double eps, bool real, int64_t *r)
{
    int64_t n = all->n;
    int *number = gla_s_memory(s, n, sizeof *number);
    int64_t m = s->status ? 0 : remaining(s, all, eps, number);
    double complex *g = gla_s_memory(s, m * m + 1, sizeof *g), *v = gla_s_memory(s, m * m + 1, sizeof *v),
                   *c = gla_s_memory(s, n * m + 1, sizeof *c);
    double *value = gla_s_memory(s, m + 1, sizeof *value), *scale = gla_s_memory(s, m + 1, sizeof *scale);
    *r = 0;
    if (s->status || m == 0)
        return c;
    for (int64_t j = 0; j < m; j++)
        scale[j] = 1 / sqrt(creal(all->g[number[j] * (n + 1)]));
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = 0; i < m; i++)
            g[i + j * m] = all->g[number[i] + number[j] * n] * scale[i] * scale[j];
    eigen_small(s, real, m, g, value, v);
    double least = (double)m * eps * (s->status ? 0 : value[m - 1]);
    if (!s->status && value[0] < -100 * least)
        refuse(s);
    for (int64_t j = m - 1; j >= 0 && !s->status; j--) {
        if (value[j] <= least)
            break;
        for (int64_t i = 0; i < m; i++)
            c[number[i] + *r * n] = scale[i] * v[i + j * m] / sqrt(value[j]);
        ++*r;
    }
    return c;
}

void block_orthonormalise(gla_scope *s, int spans, const block_span *span, gla_array **w, gla_array **bw)
{
    const gla_array *given[2] = {*w, *bw};
    for (int pass = 0; pass < PASSES && !s->status; pass++) {
        gram all = {.n = block_width(*w)};
        double eps = eigen_epsilon((*w)->dtype);
        int64_t r = 0;
        all.lost = gla_s_memory(s, all.n, sizeof *all.lost);
        for (int i = 0; i < spans && !s->status; i++)
            if (block_width(span[i].x) > 0)
                project(s, &span[i], w, bw, given, &all);
        all.g = block_gram_host(s, *w, *bw);
        if (s->status || !is_finite(s, &all) || (pass > 0 && distance(&all) <= 16 * (double)all.n * eps))
            return;
        double complex *c = coefficients(s, &all, eps, !gla_dtype_is_complex((*w)->dtype), &r);
        if (s->status || r == 0) {
            *w = *bw = NULL;
            return;
        }
        gla_array *to = block_combine(s, *w, c, all.n, r);
        replace(s, w, bw, to, *bw == *w ? to : block_combine(s, *bw, c, all.n, r), given);
    }
}
