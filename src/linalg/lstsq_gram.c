/* lstsq_gram.c - the triangle of a tall matrix from its Gram matrices (CholeskyQR2: Yamamoto, Nakatsukasa, Yanagisawa and
 * Fukaya 2015).  The matrices are small, so all is done on the host: a GPU takes milliseconds for what is less than one
 * here.  Memory is column-major; complex numbers are pairs. */
#include "lstsq.h"

#include <math.h>
#include <string.h>

#define SAFE 0x1p800        /* squares of lengths beyond this, or below its inverse, may come with overflow or underflow */
#define FAR_FROM_UNITY 0.01 /* of the second Gram matrix, in the Frobenius norm */

static int parts(const gla_gram *f)
{
    return f->wide == GLA_COMPLEX128 ? 2 : 1;
}

gla_status gla_gram_new(gla_gram *f, const char *op, gla_dtype wide, int64_t n)
{
    int64_t shape[2] = {n, n};
    *f = (gla_gram){.op = op, .wide = wide, .n = n};
    gla_status st = gla_host_device(&f->host);
    if (!st)
        st = gla_array_new(op, f->host, wide, 2, shape, &f->r);
    if (!st)
        st = gla_array_new(op, f->host, wide, 2, shape, &f->w);
    if (!st && !(f->scale = gla_malloc((size_t)n * sizeof(double))))
        st = gla_fail_memory(op, (size_t)n * sizeof(double));
    return st;
}

void gla_gram_release(gla_gram *f)
{
    gla_unref(f->r);
    gla_unref(f->w);
    gla_free(f->scale);
    f->r = f->w = NULL;
    f->scale = NULL;
}

static gla_matrix matrix_of(const gla_gram *f, void *data)
{
    return (gla_matrix){data, f->n, f->n, f->n, f->n * f->n};
}

/* D G D by columns, the upper triangle; zero below. */
static void lay(const gla_gram *f, const double *g, const double *scale, double *out)
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

static gla_status factor(const gla_gram *f, void *data, bool *ok)
{
    int64_t info = 0;
    gla_matrix m = matrix_of(f, data);
    gla_status st = f->host->backend->lapack->potrf(f->host, f->wide, GLA_UPPER, &m, 1, &info);
    *ok = !st && info == 0;
    return st;
}

static void identity(const gla_gram *f, double *out)
{
    int np = parts(f);
    memset(out, 0, (size_t)(f->n * f->n * np) * sizeof(double));
    for (int64_t i = 0; i < f->n; i++)
        out[(i * f->n + i) * np] = 1;
}

/* w = w r⁻¹ */
static gla_status divide(const gla_gram *f, void *r, void *w)
{
    gla_matrix a = matrix_of(f, r), b = matrix_of(f, w);
    return f->host->backend->blas->trsm(f->host, f->wide, GLA_RIGHT, GLA_UPPER, GLA_NO_TRANS, GLA_NON_UNIT, &a, &b, 1);
}

/* √(‖M‖₁ ‖M‖∞), which is not below ‖M‖₂, of M with row i times rows[i] and column j times columns[j] (NULL: 1). */
static gla_status norm_bound(const gla_gram *f, const double *m, const double *rows, const double *columns, double *bound)
{
    int64_t n = f->n;
    int np = parts(f);
    double most_column = 0, most_row = 0, *row = gla_calloc((size_t)n, sizeof *row);
    if (!row)
        return gla_fail_memory(f->op, (size_t)n * sizeof *row);
    for (int64_t j = 0; j < n; j++) {
        double column = 0;
        for (int64_t i = 0; i <= j; i++) {
            const double *v = m + (j * n + i) * np;
            double a = (np == 2 ? hypot(v[0], v[1]) : fabs(v[0])) * (rows ? rows[i] : 1) * (columns ? columns[j] : 1);
            column += a;
            row[i] += a;
        }
        most_column = fmax(most_column, column);
    }
    for (int64_t i = 0; i < n; i++)
        most_row = fmax(most_row, row[i]);
    gla_free(row);
    *bound = sqrt(most_column * most_row);
    return GLA_OK;
}

/* Lengths of the columns of r, or their inverses. */
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

/* w is R⁻¹ here. */
static gla_status bound_condition(gla_gram *f)
{
    double of_r = 0, of_w = 0, *length = gla_malloc((size_t)f->n * sizeof *length);
    if (!length)
        return gla_fail_memory(f->op, (size_t)f->n * sizeof *length);
    lengths(f, length, false);
    gla_status st = norm_bound(f, gla_data(f->w), length, NULL, &of_w);
    lengths(f, length, true);
    if (!st)
        st = norm_bound(f, gla_data(f->r), NULL, length, &of_r);
    f->bound = of_r * of_w;
    gla_free(length);
    return st;
}

static void scale_rows(const gla_gram *f, double *w)
{
    int np = parts(f);
    for (int64_t j = 0; j < f->n; j++)
        for (int64_t i = 0; i < f->n; i++)
            for (int k = 0; k < np; k++)
                w[(j * f->n + i) * np + k] *= f->scale[i];
}

gla_status gla_gram_first(gla_gram *f, const void *g, bool *ok)
{
    const double *gd = g;
    double *r = gla_data(f->r), *w = gla_data(f->w);
    *ok = false;
    for (int64_t i = 0; i < f->n; i++) {
        double square = gd[(i * f->n + i) * parts(f)];
        if (!(square <= SAFE && square >= 1 / SAFE))
            return GLA_OK;
        f->scale[i] = ldexp(1, -ilogb(sqrt(square)));
    }
    lay(f, gd, f->scale, r);
    gla_status st = factor(f, r, ok);
    if (st || !*ok)
        return st;
    identity(f, w);
    st = divide(f, r, w);
    if (!st)
        st = bound_condition(f);
    scale_rows(f, w);
    *ok = isfinite(f->bound);
    return st;
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

gla_status gla_gram_second(gla_gram *f, const void *g, bool *ok)
{
    gla_array *second = NULL, *product = NULL;
    int64_t shape[2] = {f->n, f->n};
    *ok = distance_from_unity(f, g) <= FAR_FROM_UNITY;
    if (!*ok)
        return GLA_OK;
    gla_status st = gla_array_new(f->op, f->host, f->wide, 2, shape, &second);
    if (!st)
        st = gla_array_new(f->op, f->host, f->wide, 2, shape, &product);
    if (!st) {
        lay(f, g, NULL, gla_data(second));
        st = factor(f, gla_data(second), ok);
    }
    if (!st && *ok) {
        gla_matrix left = matrix_of(f, gla_data(second)), right = matrix_of(f, gla_data(f->r)),
                   out = matrix_of(f, gla_data(product));
        st = divide(f, gla_data(second), gla_data(f->w));
        if (!st)
            st = f->host->backend->blas->gemm(f->host, f->wide, GLA_NO_TRANS, GLA_NO_TRANS, &left, &right, &out, 1);
        gla_array *old = f->r;
        f->r = product;
        product = old;
    }
    gla_unref(second);
    gla_unref(product);
    return st;
}

gla_status gla_gram_values(const gla_gram *f, gla_device *dev, bool of_a, gla_array **s)
{
    gla_array *work = NULL, *there = NULL;
    int np = parts(f);
    int64_t n = f->n, shape[2] = {n, n};
    gla_call small = {.op = f->op, .name = "a", .dev = dev, .dtype = f->wide, .count = 1, .m = n, .n = n};
    double *length = gla_malloc((size_t)n * sizeof *length);
    if (!length)
        return gla_fail_memory(f->op, (size_t)n * sizeof *length);
    gla_status st = gla_array_new(f->op, f->host, f->wide, 2, shape, &work);
    lengths(f, length, true);
    for (int64_t j = 0; j < n && !st; j++) {
        const double *from = (const double *)gla_data(f->r) + j * n * np;
        double *to = (double *)gla_data(work) + j * n * np, d = of_a ? 1 / f->scale[j] : length[j];
        for (int64_t i = 0; i < n * np; i++)
            to[i] = from[i] * d;
    }
    if (!st)
        st = gla_array_contiguous(f->op, dev, f->wide, work, &there);
    if (!st)
        st = gla_svd_stack(&small, there, 'N', NULL, s, NULL);
    gla_free(length);
    gla_unref(work);
    gla_unref(there);
    return st;
}
