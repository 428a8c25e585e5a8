/* det.c - determinants from the LU factorisation.
 *
 * The diagonal of U is multiplied on the host, with exponents kept apart, so that nothing overflows or vanishes on the way to a
 * determinant that does not. */
#include "condition.h"

#include <math.h>
#include <stdlib.h>

typedef struct lu_diagonal {
    gla_array *diagonal;      /* of U, shape (..., n), on the host and row-major */
    const void *data;
    int64_t *pivots, *powers; /* U is that of a matrix whose determinant is 2^powers[b] times that of matrix b */
} lu_diagonal;

/* A number, or the sign of one: (re + im j) 2^power. */
typedef struct product {
    double re, im;
    int64_t power;
} product;

static void release(lu_diagonal *d)
{
    gla_unref(d->diagonal);
    gla_free(d->pivots);
    gla_free(d->powers);
    *d = (lu_diagonal){0};
}

/* The determinant does not change by transposing: the copy may have either order. */
static gla_status factor_once(const gla_call *c, const gla_array *x, lu_diagonal *out, gla_doubts *doubts)
{
    gla_matrices a = {0};
    gla_array *diagonal = NULL, *host = NULL;
    gla_device *at;
    int64_t few[GLA_FEW], *info = NULL;
    gla_status st = gla_matrices_copy(c->op, c->dev, c->dtype, x, c->nbatch, c->batch, GLA_AS_IT_LIES, &a);
    if (!st)
        st = gla_require_finite_before(c, c->name, a.array);
    if (!st)
        st = gla_info_new(c->op, c->count, few, &info);
    if (!st) {
        void *state = gla_work_begin((double)c->count * (double)c->n * (double)c->n * (double)c->n);
        st = c->dev->backend->lapack->getrf(c->dev, c->dtype, &a.matrix, c->count, out->pivots, info, doubts->of,
                                            doubts->wanted);
        gla_work_end(state);
    }
    if (!st)
        st = gla_info_check_finite(c, info);
    if (!st)
        st = gla_diagonal_view(a.array, 0, &diagonal);
    if (!st)
        st = gla_host_device(&at);
    if (!st)
        st = gla_array_contiguous(c->op, at, c->dtype, diagonal, &host);
    gla_unref(out->diagonal);
    out->diagonal = host;
    out->data = host ? gla_data(host) : NULL;
    gla_info_free(few, info);
    gla_unref(diagonal);
    gla_matrices_release(&a);
    return st;
}

static gla_status factor_scaled(const gla_call *c, lu_diagonal *out, gla_doubts *doubts)
{
    gla_scaled s = {.rows = NULL};
    gla_status st = gla_scaled_new(c, c->a, GLA_SCALE_BOTH, &s);
    if (!st)
        st = factor_once(c, s.host.array, out, doubts);
    for (int64_t i = 0; i < c->count * c->n && !st; i++)
        out->powers[i / c->n] += (int64_t)s.rows[i] + s.cols[i];
    gla_scaled_free(&s);
    return st;
}

/* x is not empty. */
static gla_status factor(const gla_call *c, bool warns, lu_diagonal *out, gla_doubts *doubts)
{
    size_t bytes = (size_t)c->count * (size_t)c->n * sizeof *out->pivots;
    *out = (lu_diagonal){.pivots = gla_malloc(bytes), .powers = gla_calloc((size_t)c->count, sizeof *out->powers)};
    gla_status st = out->pivots && out->powers ? gla_doubts_new(c, doubts) : gla_fail_memory(c->op, bytes);
    doubts->wanted = doubts->wanted && warns;
    if (!st)
        st = factor_once(c, c->a, out, doubts);
    if (!st && gla_doubts_scale(c, doubts))
        st = factor_scaled(c, out, doubts);
    return st;
}

static double part(const gla_call *c, const lu_diagonal *lu, int64_t at, int which)
{
    bool is_complex = gla_dtype_is_complex(c->dtype);
    if (which == 1 && !is_complex)
        return 0;
    at = at * (is_complex ? 2 : 1) + which;
    return gla_real_of(c->dtype) == GLA_FLOAT32 ? ((const float *)lu->data)[at] : ((const double *)lu->data)[at];
}

/* Bring the larger part into [1, 2). */
static void normalize(product *p)
{
    double size = fmax(fabs(p->re), fabs(p->im));
    if (size == 0)
        return;
    int e = ilogb(size);
    p->re = ldexp(p->re, -e);
    p->im = ldexp(p->im, -e);
    p->power += e;
}

static product determinant(const gla_call *c, const lu_diagonal *lu, int64_t b)
{
    product p = {1, 0, -lu->powers[b]};
    for (int64_t i = b * c->n; i < (b + 1) * c->n; i++) {
        product u = {part(c, lu, i, 0), part(c, lu, i, 1), 0};
        normalize(&u);
        if (lu->pivots[i] != i - b * c->n) {
            u.re = -u.re;
            u.im = -u.im;
        }
        double re = p.re * u.re - p.im * u.im;
        p.im = p.re * u.im + p.im * u.re;
        p.re = re;
        p.power += u.power;
        normalize(&p);
    }
    return p;
}

/* An array of the shape of the stack from doubles, or pairs of them, on the device of c. */
static gla_status store(const gla_call *c, gla_dtype dtype, gla_array *host, gla_array **out)
{
    return gla_array_contiguous(c->op, c->dev, dtype, host, out);
}

static double power_of_two(double v, int64_t power)
{
    return ldexp(v, power > 5000 ? 5000 : power < -5000 ? -5000 : (int)power);
}

static gla_status determinants(const gla_call *c, const lu_diagonal *lu, gla_array **out)
{
    gla_array *host = NULL;
    double *data, most = gla_real_of(c->dtype) == GLA_FLOAT32 ? 0x1.ffffffp127 : INFINITY;
    int parts = gla_dtype_is_complex(c->dtype) ? 2 : 1;
    gla_status st = gla_new_host(parts == 2 ? GLA_COMPLEX128 : GLA_FLOAT64, c->nbatch, c->batch, &host, (void **)&data);
    for (int64_t b = 0; b < c->count && !st; b++) {
        char where[GLA_SHAPE_TEXT + 40];
        product p = determinant(c, lu, b);
        double value[2] = {power_of_two(p.re, p.power), power_of_two(p.im, p.power)};
        for (int k = 0; k < parts; k++)
            data[b * parts + k] = value[k];
        if (!(fabs(value[0]) < most && fabs(value[1]) < most))
            st = gla_fail(GLA_OVERFLOW_ERROR, "%s: the determinant is too large for %s%s; use slogdet, which gives its "
                          "logarithm", c->op, gla_dtype_name(c->dtype), gla_stack_text(c, b, where, sizeof where));
    }
    if (!st)
        st = store(c, c->dtype, host, out);
    gla_unref(host);
    return st;
}

static gla_status signs(const gla_call *c, const lu_diagonal *lu, gla_array **out)
{
    gla_array *host = NULL;
    double *data;
    int parts = gla_dtype_is_complex(c->dtype) ? 2 : 1;
    gla_status st = gla_new_host(parts == 2 ? GLA_COMPLEX128 : GLA_FLOAT64, c->nbatch, c->batch, &host, (void **)&data);
    for (int64_t b = 0; b < c->count && !st; b++) {
        product p = determinant(c, lu, b);
        double size = hypot(p.re, p.im);
        data[b * parts] = size > 0 ? p.re / size : 0;
        if (parts == 2)
            data[b * parts + 1] = size > 0 ? p.im / size : 0;
    }
    if (!st)
        st = store(c, c->dtype, host, out);
    gla_unref(host);
    return st;
}

static gla_status logarithms(const gla_call *c, const lu_diagonal *lu, gla_array **out)
{
    gla_array *host = NULL;
    double *data;
    gla_status st = gla_new_host(GLA_FLOAT64, c->nbatch, c->batch, &host, (void **)&data);
    for (int64_t b = 0; b < c->count && !st; b++) {
        product p = determinant(c, lu, b);
        double size = hypot(p.re, p.im);
        data[b] = llabs(p.power) < 1000 ? log(ldexp(size, (int)p.power)) : log(size) + (double)p.power * log(2);
    }
    if (!st)
        st = store(c, gla_real_of(c->dtype), host, out);
    gla_unref(host);
    return st;
}

/* An array of the shape of the stack, filled. */
static gla_status constant(const gla_call *c, gla_dtype dtype, double value, gla_array **out)
{
    gla_status st = gla_array_new(c->op, c->dev, dtype, c->nbatch, c->batch, out);
    if (st)
        return st;
    st = gla_fill(c->op, *out, value);
    if (st) {
        gla_unref(*out);
        *out = NULL;
    }
    return st;
}

gla_status gla_det(const gla_array *x, gla_array **out)
{
    gla_call c;
    lu_diagonal lu = {0};
    gla_doubts doubts = {.wanted = false};
    *out = NULL;
    gla_status st = gla_call_begin(&c, "det", "x", x, true);
    if (!st && c.a->size == 0) {
        st = constant(&c, c.dtype, 1, out);
    } else if (!st) {
        st = factor(&c, true, &lu, &doubts);
        if (!st)
            st = determinants(&c, &lu, out);
        if (!st)
            st = gla_doubts_check(&c, &doubts, "its determinant",
                                  "to see whether it is singular use matrix_rank or cond, not det");
    }
    if (st) {
        gla_unref(*out);
        *out = NULL;
    }
    release(&lu);
    gla_doubts_free(&doubts);
    gla_call_end(&c);
    return st;
}

gla_status gla_slogdet(const gla_array *x, gla_array **sign, gla_array **logabsdet)
{
    gla_call c;
    lu_diagonal lu = {0};
    gla_doubts doubts = {.wanted = false};
    *sign = *logabsdet = NULL;
    gla_status st = gla_call_begin(&c, "slogdet", "x", x, true);
    if (!st && c.a->size == 0) {
        st = constant(&c, c.dtype, 1, sign);
        if (!st)
            st = constant(&c, gla_real_of(c.dtype), 0, logabsdet);
    } else if (!st) {
        st = factor(&c, false, &lu, &doubts);
        if (!st)
            st = signs(&c, &lu, sign);
        if (!st)
            st = logarithms(&c, &lu, logabsdet);
    }
    if (st) {
        gla_unref(*sign);
        *sign = NULL;
    }
    release(&lu);
    gla_doubts_free(&doubts);
    gla_call_end(&c);
    return st;
}
