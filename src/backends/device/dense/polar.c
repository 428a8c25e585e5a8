/* polar.c - Singular values and vectors of a large matrix from its polar decomposition A = U H.  The eigenvalues of H are the
 * singular values of A.
 *
 * U is computed by Halley's iteration with dynamic weights, which is a rational function.  A step computes a QR factorisation
 * while the weight c is large, and a Cholesky factorisation later.  The lower bound of the singular values starts at the
 * rounding error, so the number of steps is known in advance.
 *
 * References: Nakatsukasa, Bai and Gygi, Optimizing Halley's iteration for computing the matrix polar decomposition (2010);
 * Nakatsukasa and Higham, Stable and efficient spectral divide and conquer algorithms (2013). */
#include "dense.h"
#include "contract/dense.h"
#include "runtime/allocation.h"

#include "backends/device/list/list.h"

#include <float.h>
#include <math.h>

#define LARGE_WEIGHT 100 /* weight up to which the Cholesky factorisation is accurate */
#define MAX_STEPS 12

typedef struct polar {
    gla_dense d;
    int64_t p, q;
    const gla_lapack_ops *ops;                  /* slots of the device, which may call a vendor's library */
    char *x, *stack, *product, *square, *reals; /* sizes: p x q; p + q x q; p x q; q x q; 2 q */
    gla_status st;
    bool failed;
} polar;

GLA_LIST_FLOATING(polar)
{
    gla_list_add(list, gla_device_typed("polar.h", t), "singular values", gla_list_next(t));
}

/* Launch with one thread for each of n elements, or with one group for each column. */
static void run(polar *w, const char *name, int64_t threads, int n, const gla_argument *args)
{
    if (!w->st)
        w->st = gla_dense_run(&w->d, "polar.h", NULL, name, threads, n, args);
}

/* A scalar parameter of the kernels' real type. */
typedef union real {
    double d;
    float f;
} real;

static bool is_single(const polar *w)
{
    return w->d.dtype == GLA_FLOAT32 || w->d.dtype == GLA_COMPLEX64;
}

static real real_of(const polar *w, double v)
{
    real r;
    if (is_single(w))
        r.f = (float)v;
    else
        r.d = v;
    return r;
}

#define REAL(w, r)                                                              \
    {                                                                           \
        GLA_ARGUMENT_VALUE, &(r), is_single(w) ? sizeof(float) : sizeof(double) \
    }

static gla_strided columns(void *data, int64_t ld)
{
    return (gla_strided){data, 1, ld, 0};
}

static void multiply(polar *w, gla_product p, gla_strided a, gla_strided b, gla_strided c)
{
    if (!w->st)
        w->st = gla_dense_multiply(&w->d, &p, a, b, c);
}

/* Reductions of q reals. */
typedef enum reduction { LARGEST, SUM, SUM_OF_SQUARES } reduction;

static double reduce(polar *w, const void *from, reduction how)
{
    size_t item = is_single(w) ? sizeof(float) : sizeof(double);
    double total = 0, *host = gla_malloc((size_t)w->q * sizeof *host);
    if (!host && !w->st)
        w->st = gla_fail_memory(w->d.op, (size_t)w->q * sizeof *host);
    if (!w->st)
        w->st = gla_device_read(w->d.op, w->d.dev, host, from, (size_t)w->q * item);
    for (int64_t i = 0; i < w->q && !w->st; i++) {
        double v = is_single(w) ? ((float *)host)[i] : host[i];
        if (how == LARGEST)
            total = !(v <= total) ? v : total;
        else
            total += how == SUM ? v : v * v;
    }
    gla_free(host);
    return total;
}

static double reduce_columns(polar *w, const void *a, bool squares, int power)
{
    int flag = squares;
    const gla_argument args[] = {GLA_VALUE(w->p),  GLA_VALUE(w->q), GLA_VALUE(flag),
                                 GLA_VALUE(power), GLA_BUFFER(a),   GLA_BUFFER(w->reals)};
    run(w, "polar_columns", w->q * GLA_GROUP, 6, args);
    return reduce(w, w->reals, squares ? SUM : LARGEST);
}

static void combine(polar *w, double f, double g, const void *y)
{
    int64_t n = w->p * w->q;
    real rf = real_of(w, f), rg = real_of(w, g);
    const gla_argument args[] = {GLA_VALUE(n), REAL(w, rf), REAL(w, rg), GLA_BUFFER(w->x), GLA_BUFFER(y)};
    run(w, "polar_combine", n, 5, args);
}

/* Set X = b/c X + (a - b/c)/sqrt(c) Q1 Q2ᴴ, where [Q1; Q2] is the Q factor of [sqrt(c) X; I]. */
static void step_by_qr(polar *w, double a, double b, double c)
{
    int64_t rows = w->p + w->q;
    real root = real_of(w, sqrt(c));
    gla_matrix stack = {w->stack, rows, w->q, rows, rows * w->q};
    gla_strided q = columns(w->stack, rows);
    const gla_argument args[] = {GLA_VALUE(w->p), GLA_VALUE(w->q), REAL(w, root), GLA_BUFFER(w->x), GLA_BUFFER(w->stack)};
    run(w, "polar_stack", w->q * GLA_GROUP, 5, args);
    if (!w->st)
        w->st = w->ops->geqrf(w->d.dev, w->d.dtype, &stack, w->square, 1);
    if (!w->st)
        w->st = w->ops->orgqr(w->d.dev, w->d.dtype, &stack, w->q, w->square, 1);
    multiply(w, (gla_product){.m = w->p, .n = w->q, .k = w->q, .conj_b = true}, q,
             gla_dense_transposed(gla_dense_part(&w->d, q, w->p, 0)), columns(w->product, w->p));
    combine(w, b / c, (a - b / c) / sqrt(c), w->product);
}

/* Set X = b/c X + (a - b/c) X (I + c XᴴX)^-1.  The inverse is applied by substitution from the right, first with Lᴴ and then
 * with L. */
static void step_by_cholesky(polar *w, double a, double b, double c)
{
    gla_strided x = columns(w->x, w->p), l = columns(w->square, w->q);
    gla_strided y = columns(w->stack, w->p), z = columns(w->product, w->p);
    gla_dense_triangle t = {.n = w->q, .columns = w->p, .conjugate = true};
    gla_matrix gram = {w->square, w->q, w->q, w->q, w->q * w->q};
    real weight = real_of(w, c);
    int64_t info = 0;
    const gla_argument args[] = {GLA_VALUE(w->q), REAL(w, weight), GLA_BUFFER(w->square)};
    multiply(w, (gla_product){.m = w->q, .n = w->q, .k = w->p, .conj_a = true}, gla_dense_transposed(x), x, l);
    run(w, "polar_gram", w->q * GLA_GROUP, 3, args);
    if (!w->st)
        w->st = w->ops->potrf(w->d.dev, w->d.dtype, GLA_LOWER, &gram, 1, &info, NULL, false);
    w->failed = w->failed || info;
    if (!w->st)
        w->st = gla_device_copy_block(w->d.op, w->d.dev, w->stack, w->x, (size_t)(w->p * w->q * w->d.item));
    if (!w->st)
        w->st = gla_dense_solve_into(&w->d, t, l, gla_dense_transposed(y), gla_dense_transposed(z));
    t.upper = true;
    t.conjugate = false;
    if (!w->st)
        w->st = gla_dense_solve_into(&w->d, t, gla_dense_transposed(l), gla_dense_transposed(z), gla_dense_transposed(y));
    combine(w, b / c, a - b / c, w->stack);
}

/* Replace X, whose norm is at most 1, by U. */
static void iterate(polar *w)
{
    double eps = is_single(w) ? FLT_EPSILON : DBL_EPSILON, least = eps;
    for (int i = 0; i < MAX_STEPS && !w->st && !w->failed && fabs(1 - least) > 10 * eps; i++) {
        double square = least * least, cube = cbrt(4 * (1 - square) / (square * square)), root = sqrt(1 + cube);
        double a = root + sqrt(8 - 4 * cube + 8 * (2 - square) / (square * root)) / 2;
        double b = (a - 1) * (a - 1) / 4, c = a + b - 1;
        if (c > LARGE_WEIGHT)
            step_by_qr(w, a, b, c);
        else
            step_by_cholesky(w, a, b, c);
        least = least * (a + b * square) / (1 + c * square);
        least = least < 1 ? least : 1;
    }
}

/* Return true if the columns of U are orthonormal.  If A is singular, the columns of U that correspond to the null space of A
 * are arbitrary. */
static bool is_orthonormal(polar *w)
{
    gla_strided x = columns(w->x, w->p);
    const gla_argument args[] = {GLA_VALUE(w->q), GLA_BUFFER(w->stack), GLA_BUFFER(w->reals)};
    multiply(w, (gla_product){.m = w->q, .n = w->q, .k = w->p, .conj_a = true}, gla_dense_transposed(x), x,
             columns(w->stack, w->q));
    run(w, "polar_departure", w->q * GLA_GROUP, 3, args);
    return reduce(w, w->reals, LARGEST) <= 100 * (is_single(w) ? FLT_EPSILON : DBL_EPSILON);
}

/* Compute the eigenvalues of H = UᴴA, where A is scaled by 2^power, and overwrite H by its eigenvectors.  If U is accurate, the
 * sum of the squared eigenvalues equals the sum of the squared elements of A.  If the sums differ, the decomposition has
 * failed. */
static void decompose(polar *w, const void *a, int power, double norm, void *s, bool vectors)
{
    char *values = w->reals + w->q * (is_single(w) ? (int64_t)sizeof(float) : (int64_t)sizeof(double));
    gla_matrix h = {w->square, w->q, w->q, w->q, w->q * w->q};
    int64_t n = w->p * w->q, info = 0;
    int back = -power;
    real one = real_of(w, 1);
    const gla_argument scale[] = {GLA_VALUE(n), GLA_VALUE(power), REAL(w, one), GLA_BUFFER(a), GLA_BUFFER(w->product)};
    const gla_argument symmetric[] = {GLA_VALUE(w->q), GLA_BUFFER(w->square)};
    const gla_argument turn[] = {GLA_VALUE(w->q), GLA_VALUE(back), GLA_BUFFER(values), GLA_BUFFER(s)};
    run(w, "polar_scale", n, 5, scale);
    multiply(w, (gla_product){.m = w->q, .n = w->q, .k = w->p, .conj_a = true}, gla_dense_transposed(columns(w->x, w->p)),
             columns(w->product, w->p), columns(w->square, w->q));
    run(w, "polar_symmetric", w->q * GLA_GROUP, 2, symmetric);
    if (!w->st)
        w->st = w->ops->syevd(w->d.dev, w->d.dtype, vectors, GLA_LOWER, &h, values, 1, &info);
    w->failed = w->failed || info;
    run(w, "polar_values", w->q, 4, turn);
    double squares = reduce(w, values, SUM_OF_SQUARES), lost = fabs(squares - norm * norm) / (norm * norm);
    w->failed = w->failed || !(lost <= (is_single(w) ? 1e-3 : 1e-10));
}

/* Write V to `v`, with the order of its columns reversed so that singular values descend, and write the left vectors U V to
 * `u`. */
static void form_vectors(polar *w, void *u, int64_t ldu, void *v)
{
    const gla_argument args[] = {GLA_VALUE(w->q), GLA_BUFFER(w->square), GLA_BUFFER(v)};
    run(w, "polar_reverse", w->q * GLA_GROUP, 3, args);
    multiply(w, (gla_product){.m = w->p, .n = w->q, .k = w->q}, columns(w->x, w->p), columns(v, w->q), columns(u, ldu));
}

static void allocate(polar *w, char **block)
{
    size_t item = (size_t)w->d.item, p = (size_t)w->p, q = (size_t)w->q;
    w->st = gla_device_scratch(w->d.op, w->d.dev, (p * q + (p + q) * q + p * q + q * q) * item + 2 * q * sizeof(double),
                               (void **)block);
    w->x = *block;
    w->stack = w->x + p * q * item;
    w->product = w->stack + (p + q) * q * item;
    w->square = w->product + p * q * item;
    w->reals = w->square + q * q * item;
}

/* Return the norm of A scaled by 2^power.  The power is chosen so that the elements are of order 1 and no square overflows or
 * underflows. */
static double measure(polar *w, const void *a, int *power)
{
    double largest = reduce_columns(w, a, false, 0);
    int exponent = 0;
    w->failed = !(largest > 0 && largest <= DBL_MAX);
    if (w->st || w->failed)
        return 0;
    frexp(largest, &exponent);
    *power = -exponent;
    return sqrt(reduce_columns(w, a, true, *power));
}

gla_status gla_dense_svd_polar(const char *op, gla_device *dev, gla_dtype dtype, int64_t p, int64_t q, const void *a, void *s,
                               void *u, int64_t ldu, void *v, bool *done)
{
    polar w = {.p = p, .q = q, .ops = dev->backend->lapack};
    char *block = NULL;
    int power = 0;
    int64_t n = p * q;
    *done = false;
    w.st = gla_dense_begin(&w.d, op, dev, dtype, 1);
    if (!w.st)
        allocate(&w, &block);
    double norm = w.st ? 0 : measure(&w, a, &power);
    if (!w.st && !w.failed) {
        real factor = real_of(&w, 1 / norm);
        const gla_argument scale[] = {GLA_VALUE(n), GLA_VALUE(power), REAL(&w, factor), GLA_BUFFER(a), GLA_BUFFER(w.x)};
        run(&w, "polar_scale", n, 5, scale);
        iterate(&w);
        w.failed = w.failed || w.st || (v && !is_orthonormal(&w));
    }
    if (!w.st && !w.failed) {
        decompose(&w, a, power, norm, s, v != NULL);
        if (v && !w.failed)
            form_vectors(&w, u, ldu, v);
    }
    gla_device_drop(dev, block);
    *done = !w.st && !w.failed;
    return w.st;
}
