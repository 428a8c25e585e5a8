/* vector_norm.c - Vector norms. */
#include "common.h"

#include <math.h>

/* Merge the axes in the mask into one last dimension, preceded by the other axes. */
static const gla_array *gather_axes(gla_scope *s, const gla_array *x, unsigned mask)
{
    gla_ints order = {0, {0}}, shape = {0, {0}};
    int64_t length = 1;
    gla_array *turned, *rows;
    if (s->status)
        return NULL;
    for (int i = 0; i < x->ndim; i++)
        if (!(mask & 1u << i)) {
            order.v[order.n++] = i;
            shape.v[shape.n++] = x->shape[i];
        }
    for (int i = 0; i < x->ndim; i++)
        if (mask & 1u << i) {
            order.v[order.n++] = i;
            length *= x->shape[i];
        }
    if (shape.n == GLA_MAX_NDIM) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: axis is empty for an array of %d dimensions; use abs", s->op, GLA_MAX_NDIM);
        return NULL;
    }
    shape.v[shape.n++] = length;
    bool in_order = true;
    for (int i = 0; i < x->ndim; i++)
        in_order &= order.v[i] == i;
    if (in_order && shape.n == x->ndim) /* the axes are already in order; this test halves the time of calls on a few
                                         * elements */
        return x;
    if (in_order && x->contiguous)
        return gla_s_view(s, x, shape.n, shape.v, NULL, 0);
    turned = gla_s_adopt(s, gla_permute_dims(x, &order, &turned), &turned);
    return turned ? gla_s_adopt(s, gla_reshape(turned, &shape, &rows, GLA_MAYBE, NULL), &rows) : NULL;
}

/* Return true if a square in x might have overflowed or underflowed: a sum is Inf, or so small that underflowed squares
 * matter. */
static bool out_of_range(gla_scope *s, const gla_array *sums)
{
    void *data;
    bool yes = false;
    int start = gla_scope_mark(s);
    gla_array *host = gla_s_to_host(s, sums, &data);
    gla_array *flat = host ? gla_s_contiguous(s, gla_device_of(host), host->dtype, host) : NULL;
    for (int64_t i = 0; flat && i < flat->size; i++) {
        bool single = sums->dtype == GLA_FLOAT32;
        double low = single ? 0x1p-100 : 0x1p-960;
        double v = single ? ((const float *)gla_data(flat))[i] : ((const double *)gla_data(flat))[i];
        yes = yes || !(v >= low && v < INFINITY); /* also replace zeros, because they may be sums of squares that underflowed */
    }
    gla_scope_keep(s, start, NULL);
    return yes;
}

/* Return the largest (or smallest) |x| in each row, shape (..., 1).  Values of 0, Inf and NaN are replaced by one, so that
 * dividing by them has no effect. */
static gla_array *row_scale(gla_scope *s, const gla_array *sizes, bool smallest)
{
    int start = gla_scope_mark(s);
    gla_array *m = gla_s_reduce(s, smallest ? gla_min : gla_max, sizes, -1, true);
    gla_array *above = gla_s_combine(s, gla_greater, m, gla_s_number(s, 0));
    gla_array *below = gla_s_combine(s, gla_less, m, gla_s_number(s, INFINITY));
    gla_array *usable = gla_s_combine(s, gla_logical_and, above, below);
    return gla_scope_keep(s, start, gla_s_where(s, usable, m, gla_s_number(s, 1)));
}

gla_array *gla_s_length_last(gla_scope *s, const gla_array *x)
{
    int start = gla_scope_mark(s);
    gla_array *sums = gla_s_squares(s, x, -1);
    if (s->status || x->shape[x->ndim - 1] == 0 || !out_of_range(s, sums))
        return gla_scope_keep(s, start, gla_s_apply(s, gla_sqrt, sums));
    gla_s_release(s, sums);
    gla_array *sizes = gla_s_apply(s, gla_abs, x), *scale = row_scale(s, sizes, false);
    gla_array *root = gla_s_apply(s, gla_sqrt, gla_s_squares(s, gla_s_combine(s, gla_divide, sizes, scale), -1));
    return gla_scope_keep(s, start, gla_s_combine(s, gla_multiply, root, gla_s_drop_last(s, scale)));
}

/* Return (Σ(|x|/m)^ord)^(1/ord)·m, with m the dominant element. */
static gla_array *general(gla_scope *s, const gla_array *sizes, double ord)
{
    gla_array *scale = row_scale(s, sizes, ord < 0), *scaled = gla_s_combine(s, gla_divide, sizes, scale);
    gla_array *sums = gla_s_sum(s, gla_s_combine(s, gla_pow, scaled, gla_s_number(s, ord)), -1, GLA_NO_DTYPE);
    gla_array *root = gla_s_combine(s, gla_pow, sums, gla_s_number(s, 1 / ord));
    return gla_s_combine(s, gla_multiply, root, gla_s_drop_last(s, scale));
}

/* Return the norms along the last dimension of x, floating or complex. */
static gla_array *norm_last(gla_scope *s, const gla_array *x, double ord)
{
    if (s->status)
        return NULL;
    if (ord == 2)
        return gla_s_length_last(s, x);
    if (ord == 0)
        return gla_s_sum(s, gla_s_combine(s, gla_not_equal, x, gla_s_number(s, 0)), -1, gla_real_of(x->dtype));
    if (x->shape[x->ndim - 1] == 0) { /* the sum over no elements is 0; a negative power of 0 is Inf */
        gla_array *out = gla_s_new(s, gla_device_of(x), gla_real_of(x->dtype), x->ndim - 1, x->shape);
        gla_s_fill(s, out, ord < 0 ? INFINITY : 0);
        return out;
    }
    gla_array *sizes = gla_s_apply(s, gla_abs, x);
    if (ord == 1)
        return gla_s_sum(s, sizes, -1, GLA_NO_DTYPE);
    return isinf(ord) ? gla_s_reduce(s, ord > 0 ? gla_max : gla_min, sizes, -1, false) : general(s, sizes, ord);
}

/* Restore the axes in the mask, with length one. */
static gla_array *keep_axes(gla_scope *s, const gla_array *norms, const gla_array *x, unsigned mask)
{
    gla_array *kept;
    gla_ints shape = {x->ndim, {0}};
    for (int i = 0; i < x->ndim; i++)
        shape.v[i] = mask & 1u << i ? 1 : x->shape[i];
    return s->status ? NULL : gla_s_adopt(s, gla_reshape(norms, &shape, &kept, GLA_MAYBE, NULL), &kept);
}

gla_status gla_vector_norm(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims, double ord)
{
    gla_scope s;
    gla_device *dev;
    gla_array *placed;
    unsigned mask = 0;
    *out = NULL;
    if (isnan(ord))
        return gla_fail(GLA_ARGUMENT_ERROR, "vector_norm: ord is NaN, but it must be finite or an infinity");
    gla_scope_begin(&s, "vector_norm");
    gla_s_check(&s, gla_normalize_axes("vector_norm", x->ndim, axis, &mask));
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    gla_array *typed = gla_s_astype(&s, gla_floating_of(x->dtype), placed);
    gla_array *norms = norm_last(&s, gather_axes(&s, typed, mask), ord);
    return gla_scope_return(&s, keepdims ? keep_axes(&s, norms, x, mask) : norms, out);
}
