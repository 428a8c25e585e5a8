/* lstsq_gram.c - Triangular factor of a tall matrix from its Gram matrices (CholeskyQR2: Yamamoto, Nakatsukasa, Yanagisawa and
 * Fukaya 2015).
 *
 * The matrices are small, so everything runs on the host, which needs less than a millisecond; a GPU needs several
 * milliseconds.  Memory is column-major; complex elements are pairs of doubles. */
#include "lstsq.h"
#include "runtime/devices.h"

#include <math.h>
#include <string.h>

#define SAFE 0x1p800        /* products may overflow or underflow if a squared norm is above this or below 1 / this */
#define FAR_FROM_UNITY 0.01 /* limit for the deviation of the second Gram matrix from the identity, in the Frobenius norm */

static int parts(const gla_gram *f)
{
    return f->wide == GLA_COMPLEX128 ? 2 : 1;
}

static gla_array *new_square(const gla_gram *f)
{
    return gla_s_new(f->s, f->host, f->wide, 2, (int64_t[]){f->n, f->n});
}

gla_gram gla_gram_new(gla_scope *s, gla_dtype wide, int64_t n)
{
    gla_gram f = {.s = s, .wide = wide, .n = n, .scale = gla_s_memory(s, n, sizeof(double))};
    gla_s_check(s, gla_host_device(&f.host));
    f.r = new_square(&f);
    f.w = new_square(&f);
    return f;
}

static gla_matrix matrix_of(const gla_gram *f, void *data)
{
    return (gla_matrix){data, f->n, f->n, f->n, f->n * f->n};
}

/* Write the upper triangle of D G D by columns, with zeros below the diagonal. */
static void expand_triangle(const gla_gram *f, const double *g, const double *scale, double *out)
{
    int64_t n = f->n;
    int np = parts(f);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            for (int k = 0; k < np; k++) {
                double d = scale ? scale[i] * scale[j] : 1;
                out[(j * n + i) * np + k] = i <= j ? g[(i * n + j) * np + k] * d : 0;
            }
}

static bool factor(const gla_gram *f, void *data)
{
    int64_t info = 0;
    gla_matrix m = matrix_of(f, data);
    return !gla_s_check(f->s, f->host->backend->lapack->potrf(f->host, f->wide, GLA_UPPER, &m, 1, &info, NULL, false)) &&
           info == 0;
}

static void identity(const gla_gram *f, double *out)
{
    int np = parts(f);
    memset(out, 0, (size_t)(f->n * f->n * np) * sizeof(double));
    for (int64_t i = 0; i < f->n; i++)
        out[(i * f->n + i) * np] = 1;
}

/* w = w r⁻¹ */
static void divide(const gla_gram *f, void *r, void *w)
{
    gla_matrix a = matrix_of(f, r), b = matrix_of(f, w);
    gla_s_check(f->s,
                f->host->backend->blas->trsm(f->host, f->wide, GLA_RIGHT, GLA_UPPER, GLA_NO_TRANS, GLA_NON_UNIT, &a, &b, 1));
}

/* Return √(‖M‖₁ ‖M‖∞), an upper bound of ‖M‖₂.  Row i of M is multiplied by rows[i] and column j by columns[j]; NULL means
 * 1. */
static double norm_bound(const gla_gram *f, const double *m, const double *rows, const double *columns)
{
    int64_t n = f->n;
    int np = parts(f);
    double most_column = 0, most_row = 0, *row = gla_s_memory(f->s, n, sizeof *row);
    for (int64_t j = 0; j < n && row; j++) {
        double column = 0;
        for (int64_t i = 0; i <= j; i++) {
            const double *v = m + (j * n + i) * np;
            double a = (np == 2 ? hypot(v[0], v[1]) : fabs(v[0])) * (rows ? rows[i] : 1) * (columns ? columns[j] : 1);
            column += a;
            row[i] += a;
        }
        most_column = fmax(most_column, column);
    }
    for (int64_t i = 0; i < n && row; i++)
        most_row = fmax(most_row, row[i]);
    return sqrt(most_column * most_row);
}

/* Compute the norms of the columns of r, or the reciprocals of these norms. */
static void lengths(const gla_gram *f, double *out, bool inverse)
{
    int np = parts(f);
    const double *r = gla_data(f->r);
    for (int64_t j = 0; j < f->n; j++) {
        double s = 0;
        for (int64_t i = 0; i < (j + 1) * np; i++)
            s += r[j * f->n * np + i] * r[j * f->n * np + i];
        out[j] = inverse ? 1 / sqrt(s) : sqrt(s);
    }
}

/* Bound the condition of R.  At this point w contains R⁻¹. */
static double bound_condition(const gla_gram *f)
{
    double *length = gla_s_memory(f->s, f->n, sizeof *length);
    if (!length)
        return INFINITY;
    lengths(f, length, false);
    double of_w = norm_bound(f, gla_data(f->w), length, NULL);
    lengths(f, length, true);
    return of_w * norm_bound(f, gla_data(f->r), NULL, length);
}

static void scale_rows(const gla_gram *f, double *w)
{
    int np = parts(f);
    for (int64_t j = 0; j < f->n; j++)
        for (int64_t i = 0; i < f->n; i++)
            for (int k = 0; k < np; k++)
                w[(j * f->n + i) * np + k] *= f->scale[i];
}

bool gla_gram_first(gla_gram *f, const gla_array *g)
{
    if (f->s->status)
        return false;
    const double *gd = gla_data(g);
    double *r = gla_data(f->r), *w = gla_data(f->w);
    for (int64_t i = 0; i < f->n; i++) {
        double square = gd[(i * f->n + i) * parts(f)];
        if (!(square <= SAFE && square >= 1 / SAFE))
            return false;
        f->scale[i] = ldexp(1, -ilogb(sqrt(square)));
    }
    expand_triangle(f, gd, f->scale, r);
    if (!factor(f, r))
        return false;
    identity(f, w);
    divide(f, r, w);
    f->bound = bound_condition(f);
    scale_rows(f, w);
    return !f->s->status && isfinite(f->bound);
}

static double distance_from_unity(const gla_gram *f, const double *g)
{
    int np = parts(f);
    double s = 0;
    for (int64_t i = 0; i < f->n * f->n * np; i++) {
        double v = g[i] - (i % ((f->n + 1) * np) == 0);
        s += v * v;
    }
    return sqrt(s);
}

bool gla_gram_second(gla_gram *f, const gla_array *g)
{
    if (f->s->status || distance_from_unity(f, gla_data(g)) > FAR_FROM_UNITY)
        return false;
    gla_array *second = new_square(f), *product = new_square(f);
    if (f->s->status)
        return false;
    expand_triangle(f, gla_data(g), NULL, gla_data(second));
    if (!factor(f, gla_data(second)))
        return false;
    gla_matrix left = matrix_of(f, gla_data(second)), right = matrix_of(f, gla_data(f->r)),
               out = matrix_of(f, gla_data(product));
    divide(f, gla_data(second), gla_data(f->w));
    if (!f->s->status)
        gla_s_check(f->s, f->host->backend->blas->gemm(f->host, f->wide, GLA_NO_TRANS, GLA_NO_TRANS, &left, &right, &out, 1));
    f->r = product;
    return !f->s->status;
}

gla_array *gla_gram_values(const gla_gram *f, gla_device *dev, bool of_a)
{
    int np = parts(f);
    int64_t n = f->n;
    gla_call small;
    gla_call_begin_part(&small, f->s->op, "a", dev, f->wide, n, n);
    small.s = f->s;
    int start = gla_scope_mark(f->s);
    double *length = gla_s_memory(f->s, n, sizeof *length);
    gla_array *work = new_square(f);
    if (f->s->status)
        return NULL;
    lengths(f, length, true);
    for (int64_t j = 0; j < n; j++) {
        const double *from = (const double *)gla_data(f->r) + j * n * np;
        double *to = (double *)gla_data(work) + j * n * np, d = of_a ? 1 / f->scale[j] : length[j];
        for (int64_t i = 0; i < n * np; i++)
            to[i] = from[i] * d;
    }
    gla_array *there = gla_s_contiguous(f->s, dev, f->wide, work);
    return gla_scope_keep(f->s, start, gla_svd_stack(&small, there, 'N').s);
}
