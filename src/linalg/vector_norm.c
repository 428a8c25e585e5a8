/* vector_norm.c - norms of vectors. */
#include "common.h"

#include <math.h>

/* Row after row: the axes of the mask become one last dimension, the others come before it. */
static gla_status gather_axes(const gla_array *x, unsigned mask, gla_array **out)
{
    gla_ints order = {0, {0}}, shape = {0, {0}};
    gla_array *turned = NULL;
    int64_t length = 1;
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
    if (shape.n == GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR, "vector_norm: none of %d axes is to be summed over; use abs", GLA_MAX_NDIM);
    shape.v[shape.n++] = length;
    gla_status st = gla_permute_dims(x, &order, &turned);
    if (!st)
        st = gla_reshape(turned, &shape, out, GLA_MAYBE);
    gla_unref(turned);
    return st;
}

/* Whether a square in x was too large or too small to be held: the sums are Inf, or so small that what was lost
 * matters. */
static gla_status out_of_range(const gla_array *sums, bool *yes)
{
    gla_array *host, *flat = NULL;
    void *data;
    bool single = sums->dtype == GLA_FLOAT32;
    double low = single ? 0x1p-100 : 0x1p-960;
    *yes = false;
    gla_status st = gla_to_host(sums, &host, &data);
    if (st)
        return st;
    st = gla_array_contiguous("vector_norm", gla_device_of(host), host->dtype, host, &flat);
    for (int64_t i = 0; !st && i < flat->size; i++) {
        double s = single ? ((const float *)gla_data(flat))[i] : ((const double *)gla_data(flat))[i];
        *yes = *yes || !(s >= low && s < INFINITY); /* zeros too: they may be sums of squares that vanished */
    }
    gla_unref(flat);
    gla_unref(host);
    return st;
}

/* The largest |x| in each row, shape (..., 1), and one where that is 0, Inf or NaN, so that dividing by it is
 * harmless. */
static gla_status row_scale(const gla_array *sizes, bool smallest, gla_array **scale)
{
    gla_array *m = NULL, *zero = NULL, *one = NULL, *limit = NULL, *above = NULL, *below = NULL, *usable = NULL;
    gla_ints last = {1, {-1}};
    gla_status st = smallest ? gla_min(sizes, &m, &last, true) : gla_max(sizes, &m, &last, true);
    if (!st)
        st = gla_number(0, &zero);
    if (!st)
        st = gla_number(1, &one);
    if (!st)
        st = gla_number(INFINITY, &limit);
    if (!st)
        st = gla_greater(m, zero, &above);
    if (!st)
        st = gla_less(m, limit, &below);
    if (!st)
        st = gla_logical_and(above, below, &usable);
    if (!st)
        st = gla_where(usable, m, one, scale);
    gla_unref(m);
    gla_unref(zero);
    gla_unref(one);
    gla_unref(limit);
    gla_unref(above);
    gla_unref(below);
    gla_unref(usable);
    return st;
}

/* sqrt(Σ|x|²) along the last dimension, as it comes. */
static gla_status sums_of_squares(const gla_array *x, gla_array **sums)
{
    gla_array *dots;
    gla_status st = gla_vecdot(x, x, &dots, -1);
    if (st)
        return st;
    st = gla_real(dots, sums);
    gla_unref(dots);
    return st;
}

gla_status gla_length_last(const char *op, const gla_array *x, gla_array **out)
{
    gla_array *sums = NULL, *sizes = NULL, *scale = NULL, *scaled = NULL, *root = NULL;
    bool rescue = false;
    (void)op;
    gla_status st = sums_of_squares(x, &sums);
    if (!st && x->shape[x->ndim - 1] > 0)
        st = out_of_range(sums, &rescue);
    if (!st && !rescue)
        st = gla_sqrt(sums, out);
    if (!st && rescue) {
        st = gla_abs(x, &sizes);
        if (!st)
            st = row_scale(sizes, false, &scale);
        gla_unref(sums);
        sums = NULL;
        if (!st)
            st = gla_divide(sizes, scale, &scaled);
        if (!st)
            st = sums_of_squares(scaled, &sums);
        if (!st)
            st = gla_sqrt(sums, &root);
        if (!st)
            st = gla_drop_last(&scale);
        if (!st)
            st = gla_multiply(root, scale, out);
    }
    gla_unref(sums);
    gla_unref(sizes);
    gla_unref(scale);
    gla_unref(scaled);
    gla_unref(root);
    return st;
}

/* (Σ(|x|/m)^ord)^(1/ord)·m, m the element that matters most. */
static gla_status general(const gla_array *sizes, double ord, gla_array **out)
{
    gla_array *scale = NULL, *scaled = NULL, *p = NULL, *inverse = NULL, *powers = NULL, *sums = NULL, *root = NULL;
    gla_ints last = {1, {-1}};
    gla_status st = row_scale(sizes, ord < 0, &scale);
    if (!st)
        st = gla_divide(sizes, scale, &scaled);
    if (!st)
        st = gla_number(ord, &p);
    if (!st)
        st = gla_number(1 / ord, &inverse);
    if (!st)
        st = gla_pow(scaled, p, &powers);
    if (!st)
        st = gla_sum(powers, &sums, &last, GLA_NO_DTYPE, false);
    if (!st)
        st = gla_pow(sums, inverse, &root);
    if (!st)
        st = gla_drop_last(&scale);
    if (!st)
        st = gla_multiply(root, scale, out);
    gla_unref(scale);
    gla_unref(scaled);
    gla_unref(p);
    gla_unref(inverse);
    gla_unref(powers);
    gla_unref(sums);
    gla_unref(root);
    return st;
}

static gla_status count_nonzero(const gla_array *x, gla_array **out)
{
    gla_array *zero = NULL, *mask = NULL;
    gla_ints last = {1, {-1}};
    gla_status st = gla_number(0, &zero);
    if (!st)
        st = gla_not_equal(x, zero, &mask);
    if (!st)
        st = gla_sum(mask, out, &last, gla_real_of(x->dtype), false);
    gla_unref(zero);
    gla_unref(mask);
    return st;
}

/* Norms along the last dimension of x, floating or complex. */
static gla_status norm_last(const gla_array *x, double ord, gla_array **out)
{
    gla_array *sizes = NULL;
    gla_ints last = {1, {-1}};
    if (ord == 2)
        return gla_length_last("vector_norm", x, out);
    if (ord == 0)
        return count_nonzero(x, out);
    gla_status st = gla_abs(x, &sizes);
    if (st)
        return st;
    if (x->shape[x->ndim - 1] == 0) { /* a sum of nothing, to a negative power Inf */
        gla_unref(sizes);
        st = gla_array_new("vector_norm", gla_device_of(x), gla_real_of(x->dtype), x->ndim - 1, x->shape, out);
        return st ? st : gla_fill("vector_norm", *out, ord < 0 ? INFINITY : 0);
    }
    if (ord == 1)
        st = gla_sum(sizes, out, &last, GLA_NO_DTYPE, false);
    else if (isinf(ord))
        st = ord > 0 ? gla_max(sizes, out, &last, false) : gla_min(sizes, out, &last, false);
    else
        st = general(sizes, ord, out);
    gla_unref(sizes);
    return st;
}

/* Put the axes of the mask back, with length one. */
static gla_status keep_axes(const gla_array *x, unsigned mask, gla_array **out)
{
    gla_array *kept = NULL;
    gla_ints shape = {x->ndim, {0}};
    for (int i = 0; i < x->ndim; i++)
        shape.v[i] = mask & 1u << i ? 1 : x->shape[i];
    gla_status st = gla_reshape(*out, &shape, &kept, GLA_MAYBE);
    gla_unref(*out);
    *out = kept;
    return st;
}

gla_status gla_vector_norm(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims, double ord)
{
    gla_array *placed = NULL, *typed = NULL, *rows = NULL;
    gla_device *dev;
    unsigned mask;
    *out = NULL;
    if (isnan(ord))
        return gla_fail(GLA_ARGUMENT_ERROR, "vector_norm: ord is NaN, but it must be a number or an infinity");
    gla_status st = gla_normalize_axes("vector_norm", x->ndim, axis, &mask);
    if (!st)
        st = gla_common_device("vector_norm", 1, &x, &dev);
    if (!st)
        st = gla_place_operands("vector_norm", dev, 1, &x, false, &placed);
    if (!st)
        st = gla_typed("vector_norm", gla_floating_of(x->dtype), placed, &typed);
    if (!st)
        st = gather_axes(typed, mask, &rows);
    if (!st)
        st = norm_last(rows, ord, out);
    if (!st && keepdims)
        st = keep_axes(x, mask, out);
    if (st) {
        gla_unref(*out);
        *out = NULL;
    }
    gla_release_operands(1, &placed);
    gla_unref(typed);
    gla_unref(rows);
    return st;
}
