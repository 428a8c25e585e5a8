/* scaled.c - Scaling of matrices by powers of two, which is exact; see condition.h.  Scaling is rarely needed, so it runs on
 * the host. */
#include "complexes.h"
#include "condition.h"
#include "runtime/devices.h"

#include <limits.h>
#include <math.h>
#include <string.h>

typedef struct numbers {
    bool single;
    int parts;
    void *data;
} numbers;

static numbers numbers_of(const gla_call *c, void *data)
{
    return (numbers){gla_real_of(c->dtype) == GLA_FLOAT32, gla_dtype_is_complex(c->dtype) ? 2 : 1, data};
}

static numbers matrix_of(const gla_call *c, const gla_matrices *x, int64_t b)
{
    return numbers_of(c, gla_matrix_at(x, b * x->matrix.stride, 0).data);
}

static double get(const numbers *x, int64_t i)
{
    return x->single ? ((const float *)x->data)[i] : ((const double *)x->data)[i];
}

static void put(const numbers *x, int64_t i, double value)
{
    if (x->single)
        ((float *)x->data)[i] = (float)value;
    else
        ((double *)x->data)[i] = value;
}

/* Return the exponent of the larger of an element's real and imaginary parts; INT_MIN for zero. */
static int exponent(const numbers *x, int64_t i)
{
    double size = 0;
    for (int k = 0; k < x->parts; k++)
        size = fmax(size, fabs(get(x, i * x->parts + k)));
    return size > 0 ? ilogb(size) : INT_MIN;
}

static void multiply(const numbers *x, int64_t i, int power)
{
    for (int k = 0; k < x->parts; k++)
        put(x, i * x->parts + k, ldexp(get(x, i * x->parts + k), power));
}

/* Compute the exponents of one m x n matrix: first for the rows, then for the columns of the row-scaled matrix.  Rows and
 * columns of zeros are not scaled. */
static void measure(const numbers *x, int64_t m, int64_t n, gla_sides sides, int *rows, int *cols)
{
    for (int64_t i = 0; i < m; i++) {
        int most = INT_MIN;
        for (int64_t j = 0; j < n && sides == GLA_SCALE_BOTH; j++)
            most = exponent(x, j * m + i) > most ? exponent(x, j * m + i) : most;
        rows[i] = most > INT_MIN ? -most : 0;
    }
    for (int64_t j = 0; j < n; j++) {
        int most = INT_MIN;
        for (int64_t i = 0; i < m; i++) {
            int e = exponent(x, j * m + i);
            if (e > INT_MIN && e + rows[i] > most)
                most = e + rows[i];
        }
        cols[j] = most > INT_MIN ? -most : 0;
    }
}

/* Compute exponents such that the diagonal of D x D is in [1, 4). */
static void measure_diagonal(const numbers *x, int64_t n, int *powers)
{
    for (int64_t i = 0; i < n; i++) {
        int e = exponent(x, i * n + i);
        powers[i] = e == INT_MIN ? 0 : -(e >= 0 ? e / 2 : -((1 - e) / 2));
    }
}

gla_matrices gla_scaled_fetch(const gla_call *c, const gla_array *x)
{
    gla_call there = *c;
    gla_s_check(c->s, gla_host_device(&there.dev));
    return gla_call_copy(&there, x, GLA_COLUMN_MAJOR);
}

gla_scaled gla_scaled_new(const gla_call *c, const gla_array *x, gla_sides sides)
{
    gla_scaled out = {.rows = NULL};
    if (gla_failed(c))
        return out;
    int64_t m = x->shape[x->ndim - 2], n = x->shape[x->ndim - 1];
    out.host = gla_scaled_fetch(c, x);
    out.rows = gla_s_memory(c->s, c->count * m, sizeof *out.rows);
    out.cols = gla_s_memory(c->s, c->count * n, sizeof *out.cols);
    for (int64_t b = 0; b < c->count && !gla_failed(c); b++) {
        int *rows = out.rows + b * m, *cols = out.cols + b * n;
        numbers all = matrix_of(c, &out.host, b);
        if (sides == GLA_SCALE_NOTHING)
            continue;
        if (sides != GLA_SCALE_SYMMETRIC)
            measure(&all, m, n, sides, rows, cols);
        else
            measure_diagonal(&all, n, rows);
        for (int64_t i = 0; i < m * n; i++)
            multiply(&all, i, rows[i % m] + (sides == GLA_SCALE_SYMMETRIC ? rows : cols)[i / m]);
    }
    return out;
}

static void fail_too_large(const gla_call *c, const char *what, int64_t b)
{
    char where[GLA_SHAPE_TEXT + 40];
    gla_s_fail(c->s, GLA_OVERFLOW_ERROR, "%s: %s is too large for %s%s; rescale the operands", c->op, what,
               gla_dtype_name(c->dtype), gla_stack_text(c, b, where, sizeof where));
}

void gla_scaled_store(const gla_call *c, const gla_matrices *host, const int *rows, const int *cols, const int64_t *info,
                      const char *what, gla_array *dst)
{
    if (gla_failed(c))
        return;
    int64_t m = host->matrix.rows, n = host->matrix.cols, size = m * n;
    numbers all = numbers_of(c, gla_data(host->array));
    for (int64_t at = 0; at < size * c->count && !gla_failed(c); at++) {
        int64_t b = at / size, i = at % m, j = at % size / m;
        multiply(&all, at, (rows ? rows[b * m + i] : 0) + (cols ? cols[b * n + j] : 0));
        for (int k = 0; k < all.parts; k++)
            if (!(info && info[b]) && !isfinite(get(&all, at * all.parts + k)))
                fail_too_large(c, what, b);
    }
    gla_s_assign(c->s, dst, host->array);
}

static double complex element(const numbers *x, int64_t i)
{
    return x->parts == 2 ? CMPLX(get(x, 2 * i), get(x, 2 * i + 1)) : CMPLX(get(x, i), 0);
}

static void assign(const numbers *x, int64_t i, double complex v)
{
    put(x, i * x->parts, creal(v));
    if (x->parts == 2)
        put(x, 2 * i + 1, cimag(v));
}

static double size_of(double complex v)
{
    return fabs(creal(v)) + fabs(cimag(v));
}

/* Do one step of elimination with divisions.  Libraries multiply by reciprocals, which may overflow. */
static void eliminate(const numbers *x, int64_t m, int64_t n, int64_t step, int64_t *pivot)
{
    int64_t p = step;
    for (int64_t i = step + 1; i < m; i++)
        if (size_of(element(x, step * m + i)) > size_of(element(x, step * m + p)))
            p = i;
    *pivot = p;
    for (int64_t j = 0; j < n && p != step; j++) {
        double complex v = element(x, j * m + step);
        assign(x, j * m + step, element(x, j * m + p));
        assign(x, j * m + p, v);
    }
    double complex u = element(x, step * m + step);
    for (int64_t i = step + 1; i < m && u != 0; i++) {
        double complex v = element(x, step * m + i);
        double complex factor = x->parts == 2 ? v / u : creal(v) / creal(u);
        assign(x, step * m + i, factor);
        for (int64_t j = step + 1; j < n; j++)
            assign(x, j * m + i, element(x, j * m + i) - element(x, step * m + i) * element(x, j * m + step));
    }
}

void gla_scaled_lu(const gla_call *c, gla_scaled *s, int64_t *pivots, gla_array *dst)
{
    int64_t m = c->m, n = c->n, k = m < n ? m : n;
    for (int64_t b = 0; b < c->count && !gla_failed(c); b++) {
        numbers all = matrix_of(c, &s->host, b);
        for (int64_t step = 0; step < k; step++)
            eliminate(&all, m, n, step, pivots + b * k + step);
        for (int64_t at = 0; at < m * n && !gla_failed(c); at++) { /* elements of U */
            if (at % m > at / m)
                continue;
            multiply(&all, at, -s->cols[b * n + at / m]);
            if (!isfinite(size_of(element(&all, at))))
                fail_too_large(c, "u", b);
        }
    }
    gla_s_assign(c->s, dst, s->host.array);
}

/* Return the right-hand sides with the row scaling of op(a); each column is then scaled separately. */
static gla_scaled scale_right(const gla_call *c, const gla_array *b, const gla_array *x, const int *rows)
{
    int64_t m = x->shape[x->ndim - 2], n = x->shape[x->ndim - 1];
    gla_matrices eye = {0};
    if (!b)
        eye = gla_call_matrices(c, m, n, GLA_COLUMN_MAJOR);
    gla_call_eye(c, eye.array);
    gla_scaled out = gla_scaled_new(c, b ? b : eye.array, GLA_SCALE_NOTHING);
    gla_s_release(c->s, eye.array);
    for (int64_t i = 0; i < c->count && !gla_failed(c); i++) {
        numbers all = matrix_of(c, &out.host, i);
        for (int64_t j = 0; j < n; j++) {
            int most = INT_MIN;
            for (int64_t k = 0; k < m; k++) {
                int e = exponent(&all, j * m + k);
                if (e > INT_MIN && e + rows[i * m + k] > most)
                    most = e + rows[i * m + k];
            }
            if (most == INT_MIN)
                continue;
            for (int64_t k = 0; k < m; k++)
                multiply(&all, j * m + k, rows[i * m + k] - most);
            out.cols[i * n + j] = -most;
        }
    }
    return out;
}

static void negate(int *powers, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        powers[i] = -powers[i];
}

void gla_scaled_solve(const gla_call *c, gla_trans trans, const gla_array *a, const gla_array *b, const gla_array *x,
                      int64_t *info, gla_estimates *d)
{
    gla_scope *s = c->s;
    int start = gla_scope_mark(s);
    bool plain = trans == GLA_NO_TRANS;
    gla_scaled left = gla_scaled_new(c, a, GLA_SCALE_BOTH);
    if (gla_failed(c))
        return;
    gla_scaled right = scale_right(c, b, x, plain ? left.rows : left.cols);
    gla_matrices ma = gla_call_copy(c, left.host.array, GLA_COLUMN_MAJOR);
    gla_matrices mx = gla_call_copy(c, right.host.array, GLA_COLUMN_MAJOR);
    gla_lu_solve(c, trans, &ma.matrix, &mx.matrix, info, d);
    if (!gla_failed(c))
        negate(right.cols, c->count * x->shape[x->ndim - 1]);
    gla_matrices back = gla_scaled_fetch(c, mx.array);
    gla_scaled_store(c, &back, plain ? left.cols : left.rows, right.cols, info, b ? "x" : "the inverse", (gla_array *)x);
    gla_scope_keep(s, start, NULL);
}
