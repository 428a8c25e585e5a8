/* polynomial.c - Polynomials: evaluation, least squares fits, and roots. */
#include "linalg/common.h"

#include <math.h>

static bool check_vector(gla_scope *s, const char *name, const gla_array *x)
{
    char text[GLA_SHAPE_TEXT];
    if (x->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has shape %s, but it must be a vector", s->op, name,
                   gla_shape_text(x->ndim, x->shape, text, sizeof text));
    return !s->status;
}

/* ---- values -------------------------------------------------------------------------------------------------- */
gla_status gla_polyval(const gla_array *p, const gla_array *x, gla_array **out)
{
    const gla_array *in[2] = {p, x};
    gla_array *placed[2];
    gla_device *dev = NULL;
    gla_scope s;
    *out = NULL;
    gla_scope_begin(&s, "polyval");
    gla_dtype dtype = gla_promote_arrays(2, in);
    if (dtype == GLA_BOOL)
        gla_s_fail(&s, GLA_DTYPE_ERROR, "polyval: bool is not a numeric dtype; convert with astype first");
    if (!check_vector(&s, "p", p))
        return gla_scope_end(&s);
    gla_s_place(&s, 2, in, false, &dev, placed);
    gla_array *coefficients = s.status ? NULL : gla_s_astype(&s, dtype, placed[0]);
    gla_array *places = s.status ? NULL : gla_s_astype(&s, dtype, placed[1]);
    gla_array *value = gla_s_new(&s, dev, dtype, x->ndim, x->shape);
    if (p->size > 0 && !s.status)
        gla_s_assign(&s, value, gla_s_view(&s, coefficients, 0, NULL, NULL, 0)); /* 0·x would be NaN at infinity */
    else
        gla_s_fill(&s, value, 0);
    for (int64_t i = 1; i < p->size && !s.status; i++) {
        int start = gla_scope_mark(&s);
        gla_array *was = value, *one = gla_s_view(&s, coefficients, 0, NULL, NULL, i * coefficients->strides[0]);
        value = gla_s_combine(&s, gla_add, gla_s_combine(&s, gla_multiply, was, places), one);
        value = gla_scope_keep(&s, start, value);
        gla_s_release(&s, was);
    }
    return gla_scope_return(&s, value, out);
}

/* ---- fits ---------------------------------------------------------------------------------------------------- */
static void check_finite(gla_scope *s, const char *name, const gla_array *x)
{
    int start = gla_scope_mark(s);
    if (!gla_s_truth(s, gla_s_reduce_all(s, gla_all, gla_s_apply(s, gla_isfinite, x))))
        gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: %s contains NaN or Inf; find them with isfinite", s->op, name);
    gla_scope_keep(s, start, NULL);
}

static void check_points(gla_scope *s, const gla_array *x, const gla_array *y, int64_t deg, const gla_array *w)
{
    char tx[GLA_SHAPE_TEXT], ty[GLA_SHAPE_TEXT];
    if (!check_vector(s, "x", x) || (w && !check_vector(s, "w", w)))
        return;
    if (y->ndim < 1 || y->ndim > 2 || y->shape[0] != x->size)
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "polyfit: x has shape %s and y has shape %s, but y must have one row for each element of x",
                   gla_shape_text(1, x->shape, tx, sizeof tx), gla_shape_text(y->ndim, y->shape, ty, sizeof ty));
    else if (w && w->size != x->size)
        gla_s_fail(s, GLA_SHAPE_ERROR, "polyfit: x has length %lld and w has length %lld, but they must be equal",
                   (long long)x->size, (long long)w->size);
    else if (x->size == 0)
        gla_s_fail(s, GLA_SHAPE_ERROR, "polyfit: x is empty; give at least one point");
    if (deg < 0 || deg > INT32_MAX)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "polyfit: deg is %lld, but it must be from 0 to 2147483647", (long long)deg);
}

static gla_array *powers_of(gla_scope *s, const gla_array *x, int64_t deg)
{
    gla_array *made;
    if (s->status)
        return NULL;
    const gla_ints columns = {1, {deg + 1}};
    gla_array *powers = gla_s_adopt(s, gla_vander(x, &made, &columns, false), &made);
    if (!gla_s_truth(s, gla_s_reduce_all(s, gla_all, gla_s_apply(s, gla_isfinite, powers))))
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "polyfit: powers of x are too large for %s; rescale x", gla_dtype_name(x->dtype));
    return powers;
}

/* Warn if the points do not determine all coefficients. */
static void check_rank(gla_scope *s, const gla_array *rank, int64_t columns)
{
    void *data;
    gla_array *host = gla_s_to_host(s, rank, &data);
    int64_t found = host ? *(const int64_t *)data : columns;
    if (found < columns)
        gla_s_check(
            s, gla_warn(
                   GLA_ILL_CONDITIONED_WARNING, s->op,
                   "the points determine only %lld of %lld coefficients, so the minimum-norm solution is returned; reduce deg, "
                   "or subtract the mean of x first; set_policy('ill_conditioned', 'ignore') silences this",
                   (long long)found, (long long)columns));
}

gla_status gla_polyfit(const gla_array *x, const gla_array *y, gla_array **out, int64_t deg, const gla_array *w)
{
    static const char *const names[3] = {"x", "y", "w"};
    const gla_array *in[3] = {x, y, w};
    gla_array *placed[3] = {NULL, NULL, NULL}, *fit[2];
    gla_device *dev = NULL;
    gla_scope s;
    *out = NULL;
    gla_scope_begin(&s, "polyfit");
    check_points(&s, x, y, deg, w);
    gla_s_place(&s, 3, in, false, &dev, placed);
    gla_dtype dtype = gla_floating_of(gla_promote_arrays(3, in));
    for (int i = 0; i < 3 && !s.status; i++)
        if (placed[i]) {
            placed[i] = gla_s_astype(&s, dtype, placed[i]);
            check_finite(&s, names[i], placed[i]);
        }
    gla_array *a = powers_of(&s, placed[0], deg), *b = placed[1];
    if (w && !s.status) {
        gla_array *column = gla_s_add_last(&s, placed[2]);
        a = gla_s_combine(&s, gla_multiply, a, column);
        b = gla_s_combine(&s, gla_multiply, b, y->ndim == 2 ? column : placed[2]);
    }
    if (s.status)
        return gla_scope_end(&s);
    gla_status st = gla_lstsq_as(s.op, a, b, &fit[0], &fit[1]);
    for (int i = 0; i < 2; i++)
        gla_s_adopt(&s, st, &fit[i]);
    if (!s.status)
        check_rank(&s, fit[1], deg + 1);
    return gla_scope_return(&s, fit[0], out);
}

/* ---- roots --------------------------------------------------------------------------------------------------- */
/* Find the first and last nonzero coefficient.  Return false if all are zero. */
static bool find_ends(gla_scope *s, const gla_array *p, int64_t *first, int64_t *last)
{
    void *data;
    int start = gla_scope_mark(s);
    gla_array *host = gla_s_to_host(s, p, &data);
    gla_array *flat = host ? gla_s_contiguous(s, gla_device_of(host), GLA_COMPLEX128, host) : NULL;
    *first = *last = -1;
    for (int64_t i = 0; flat && i < flat->size; i++) {
        const double *z = (const double *)gla_data(flat) + 2 * i;
        if (z[0] != 0 || z[1] != 0) {
            *first = *first < 0 ? i : *first;
            *last = i;
        }
    }
    gla_scope_keep(s, start, NULL);
    return *first >= 0;
}

/* Return the companion matrix, with ones below the diagonal and the coefficients in the first row. */
static gla_array *companion(gla_scope *s, gla_array *p, int64_t first, int64_t n)
{
    const int64_t shape[2] = {n, n}, below[1] = {n - 1}, stride[1] = {n + 1};
    if (s->status)
        return NULL;
    gla_array *a = gla_s_new(s, gla_device_of(p), p->dtype, 2, shape);
    gla_array *rest = gla_s_apply(s, gla_negative, gla_s_slice(s, p, 0, first + 1, n));
    gla_array *row = gla_s_combine(s, gla_divide, rest, gla_s_view(s, p, 0, NULL, NULL, first * p->strides[0]));
    gla_s_fill(s, a, 0);
    if (s->status)
        return NULL;
    if (n > 1)
        gla_s_fill(s, gla_s_view(s, a, 1, below, stride, n), 1);
    gla_s_assign(s, gla_s_slice(s, a, 0, 0, 1), row);
    if (!gla_s_truth(s, gla_s_reduce_all(s, gla_all, gla_s_apply(s, gla_isfinite, row))))
        gla_s_fail(s, GLA_OVERFLOW_ERROR,
                   "roots: p divided by its first nonzero coefficient is too large for %s; rescale the variable",
                   gla_dtype_name(p->dtype));
    return a;
}

gla_status gla_roots(const gla_array *p, gla_array **out)
{
    gla_array *placed = NULL, *made;
    gla_device *dev = NULL;
    gla_scope s;
    int64_t first, last;
    *out = NULL;
    gla_scope_begin(&s, "roots");
    if (!check_vector(&s, "p", p))
        return gla_scope_end(&s);
    gla_s_place(&s, 1, &p, false, &dev, &placed);
    gla_dtype dtype = gla_floating_of(p->dtype);
    placed = s.status ? NULL : gla_s_astype(&s, dtype, placed);
    check_finite(&s, "p", placed);
    int64_t size = find_ends(&s, placed, &first, &last) ? p->size - 1 - first : 0, n = size > 0 ? last - first : 0;
    gla_array *roots = gla_s_new(&s, dev, gla_complex_of(dtype), 1, &size);
    gla_s_fill(&s, roots, 0);
    if (n > 0) {
        gla_array *matrix = companion(&s, placed, first, n);
        gla_array *values = s.status ? NULL : gla_s_adopt(&s, gla_eigvals(matrix, &made), &made);
        gla_array *front = s.status ? NULL : gla_s_slice(&s, roots, 0, 0, n);
        gla_s_assign(&s, front, values);
    }
    return gla_scope_return(&s, roots, out);
}
