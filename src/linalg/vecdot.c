/* vecdot.c - Inner products of vectors, as products of a row and a column. */
#include "common.h"

/* Return a view with the axis of the vectors last, and a dimension of length one before this axis (for rows) or after it. */
static gla_array *as_vectors(gla_scope *s, const gla_array *x, int axis, bool row)
{
    int64_t shape[GLA_MAX_NDIM + 1], strides[GLA_MAX_NDIM + 1];
    int nd = 0;
    if (x && x->ndim == GLA_MAX_NDIM)
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "vecdot: arrays of %d dimensions are not supported; reduce the number of dimensions by one", GLA_MAX_NDIM);
    if (s->status)
        return NULL;
    for (int i = 0; i < x->ndim; i++) {
        if (i == axis)
            continue;
        shape[nd] = x->shape[i];
        strides[nd++] = x->strides[i];
    }
    int at = row ? nd + 1 : nd, other = row ? nd : nd + 1;
    shape[at] = x->shape[axis];
    strides[at] = x->strides[axis];
    shape[other] = 1;
    strides[other] = row ? x->shape[axis] : 1;
    return gla_s_view(s, x, nd + 2, shape, strides, 0);
}

static gla_status check_axis(const gla_array *x1, const gla_array *x2, int *axis)
{
    int least = x1->ndim < x2->ndim ? x1->ndim : x2->ndim;
    if (*axis >= 0 && x1->ndim == x2->ndim && *axis < x1->ndim)
        *axis -= x1->ndim; /* count the axis from the end in both operands if it is the same axis */
    if (*axis >= 0 || *axis < -least)
        return gla_fail(
            GLA_INDEX_ERROR,
            "vecdot: axis %d is out of range for arrays of %d and %d dimensions; use a negative axis, counted from the end",
            *axis, x1->ndim, x2->ndim);
    int64_t n1 = x1->shape[x1->ndim + *axis], n2 = x2->shape[x2->ndim + *axis];
    if (n1 != n2)
        return gla_fail(GLA_SHAPE_ERROR, "vecdot: the vectors have lengths %lld and %lld, which must be equal", (long long)n1,
                        (long long)n2);
    return GLA_OK;
}

/* If there are many short vectors, multiply all elements and sum.  This is cheaper than one matrix product for each vector. */
static gla_array *multiply_and_sum(gla_call *c, const gla_array *x1, const gla_array *x2, int axis)
{
    if (gla_failed(c))
        return NULL;
    if (gla_dtype_is_complex(x1->dtype))
        x1 = gla_s_apply(c->s, gla_conj, x1);
    gla_array *products = gla_s_combine(c->s, gla_multiply, gla_s_astype(c->s, c->dtype, x1), gla_s_astype(c->s, c->dtype, x2));
    return products ? gla_s_sum(c->s, products, products->ndim + axis, c->dtype) : NULL;
}

#define SHORT 128
#define MANY 64

/* The host has a loop for many inner products of real values.  The loop is not used for non-contiguous floating-point values,
 * because it would sum them in another order. */
bool gla_are_short_vectors(const gla_call *c, double count, double length, bool together)
{
    bool is_real = c->dtype == GLA_FLOAT32 || c->dtype == GLA_FLOAT64;
    bool has_loop = c->dev->is_host && (is_real ? together : gla_dtype_is_integer(c->dtype));
    return length > 0 && length <= SHORT && count >= MANY && !has_loop;
}

static bool are_many_and_short(const gla_call *c, const gla_array *x1, const gla_array *x2, int axis)
{
    int64_t length = x1->shape[x1->ndim + axis], larger = x1->size > x2->size ? x1->size : x2->size;
    bool together = x1->strides[x1->ndim + axis] == 1 && x2->strides[x2->ndim + axis] == 1;
    return length > 0 && gla_are_short_vectors(c, (double)(larger / length), (double)length, together);
}

gla_status gla_vecdot(const gla_array *x1, const gla_array *x2, gla_array **out, int axis)
{
    const gla_array *in[2] = {x1, x2};
    gla_array *placed[2];
    gla_call c;
    *out = NULL;
    gla_status st = check_axis(x1, x2, &axis);
    if (st)
        return st;
    gla_call_begin_part(&c, "vecdot", "x1", NULL, gla_product_dtype(2, in), 0, 0);
    gla_s_place(c.s, 2, in, false, &c.dev, placed);
    if (!gla_failed(&c) && are_many_and_short(&c, x1, x2, axis)) {
        gla_array *dots = multiply_and_sum(&c, placed[0], placed[1], axis);
        return gla_call_return(&c, gla_product_of(c.s, 2, in, dots), out);
    }
    gla_array *row = as_vectors(c.s, placed[0], x1->ndim + axis, true);
    gla_array *product = gla_product(&c, row, as_vectors(c.s, placed[1], x2->ndim + axis, false), true);
    product = gla_s_become_vectors(c.s, gla_s_become_vectors(c.s, product));
    return gla_call_return(&c, gla_product_of(c.s, 2, in, product), out);
}

gla_status gla_outer(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    gla_scope s;
    *out = NULL;
    if (x1->ndim != 1 || x2->ndim != 1)
        return gla_fail(GLA_SHAPE_ERROR, "outer: the operands have %d and %d dimensions, but they must be vectors", x1->ndim,
                        x2->ndim);
    gla_binary *product = x1->dtype == GLA_BOOL && x2->dtype == GLA_BOOL ? gla_logical_and : gla_multiply;
    gla_scope_begin(&s, "outer");
    return gla_scope_return(&s, gla_s_combine(&s, product, gla_s_add_last(&s, x1), x2), out);
}

gla_array *gla_s_squares(gla_scope *s, const gla_array *x, int axis)
{
    gla_array *out;
    int mark = gla_scope_mark(s);
    gla_array *dots = s->status ? NULL : gla_s_adopt(s, gla_vecdot(x, x, &out, axis), &out);
    return gla_scope_keep(s, mark, gla_s_apply(s, gla_real, dots));
}
