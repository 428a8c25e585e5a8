/* pad.c - Add elements at both ends of each axis of an array. */
#include "core/scope.h"

#include <string.h>

typedef enum { CONSTANT, EDGE, REFLECT, SYMMETRIC, WRAP } filling;

static filling read_mode(const char *mode)
{
    switch (mode ? mode[0] : 'c') {
    case 'e': return EDGE;
    case 'r': return REFLECT;
    case 's': return SYMMETRIC;
    case 'w': return WRAP;
    default: return CONSTANT;
    }
}

/* Read the number of elements to add before and after each axis. */
static void read_widths(gla_scope *s, const gla_array *x, const gla_array *widths, int64_t by[][2])
{
    const int64_t n = x->ndim, rows = widths->ndim == 2 ? widths->shape[0] : 1;
    const int64_t columns = widths->ndim ? widths->shape[widths->ndim - 1] : 1;
    void *data;
    if (!gla_dtype_is_integer(widths->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "pad: pad_width has dtype %s, but it must contain integers",
                   gla_dtype_name(widths->dtype));
    if (widths->ndim > 2 || (columns != 1 && columns != 2) || (rows != 1 && rows != n)) {
        char text[GLA_SHAPE_TEXT];
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "pad: pad_width has shape %s, but x has ndim %d; give one integer, a pair, or a pair for each dimension",
                   gla_shape_text(widths->ndim, widths->shape, text, sizeof text), x->ndim);
    }
    if (s->status)
        return;
    gla_array *whole = gla_s_contiguous(s, gla_device_of(widths), GLA_INT64, widths);
    if (!whole || !gla_s_to_host(s, whole, &data))
        return;
    const int64_t *v = data;
    for (int64_t d = 0; d < n; d++)
        for (int64_t side = 0; side < 2; side++) {
            by[d][side] = v[(rows == 1 ? 0 : d) * columns + (columns == 1 ? 0 : side)];
            if (by[d][side] < 0)
                gla_s_fail(s, GLA_ARGUMENT_ERROR, "pad: pad_width contains %lld, but it must not be negative",
                           (long long)by[d][side]);
        }
}

static int64_t padded(gla_scope *s, int64_t n, const int64_t by[2])
{
    int64_t length = 0;
    if (__builtin_add_overflow(n, by[0], &length) || __builtin_add_overflow(length, by[1], &length))
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "pad: the result would have more than 2**63 elements; pad less");
    return length;
}

static gla_array *with_constant(gla_scope *s, gla_device *dev, const gla_array *x, int64_t by[][2], const gla_array *value)
{
    int64_t shape[GLA_MAX_NDIM], offset = 0;
    for (int d = 0; d < x->ndim; d++)
        shape[d] = padded(s, x->shape[d], by[d]);
    if (value)
        gla_s_check(s, gla_check_kept(s->op, "x", x->dtype, "constant_values", value));
    if (value && value->ndim)
        gla_s_fail(s, GLA_SHAPE_ERROR, "pad: constant_values has ndim %d, but it must be a scalar", value->ndim);
    gla_array *dst = (value ? gla_s_new : gla_s_zeros)(s, dev, x->dtype, x->ndim, shape);
    if (dst && dst->size && value)
        gla_s_assign(s, dst, value);
    for (int d = 0; dst && d < x->ndim; d++)
        offset += by[d][0] * dst->strides[d];
    if (dst && x->size) {
        gla_array *middle = gla_s_view(s, dst, x->ndim, x->shape, dst->strides, offset);
        if (middle)
            gla_s_assign(s, middle, x);
    }
    return dst;
}

/* Return the index in [0, n) of the element at position i of the extended axis; i may be negative. */
static int64_t find_source(filling how, int64_t i, int64_t n)
{
    int64_t period = how == WRAP ? n : how == SYMMETRIC ? 2 * n : 2 * n - 2;
    if (how == EDGE || period < 1)
        return i < 0 ? 0 : i < n ? i : n - 1;
    i %= period;
    i += i < 0 ? period : 0;
    return i < n ? i : how == SYMMETRIC ? period - 1 - i : period - i;
}

/* Pad one axis with its own elements. */
static gla_array *with_elements(gla_scope *s, const gla_array *x, int axis, const int64_t by[2], filling how)
{
    int64_t n = x->shape[axis], length = padded(s, n, by);
    gla_array *from, *made = NULL;
    gla_ints along = {1, {axis}};
    void *data;
    if (n == 0)
        gla_s_fail(s, GLA_SHAPE_ERROR, "pad: axis %d of x is empty, so there is nothing to repeat; pad with a constant", axis);
    if (s->status || !gla_s_adopt(s, gla_array_new_host("pad", GLA_INT64, 1, &length, &from, &data), &from))
        return NULL;
    for (int64_t i = 0; i < length; i++)
        ((int64_t *)data)[i] = find_source(how, i - by[0], n);
    return gla_s_adopt(s, gla_take(x, from, &made, &along), &made);
}

gla_status gla_pad(const gla_array *x, const gla_array *pad_width, gla_array **out, const char *mode,
                   const gla_array *constant_values)
{
    int64_t by[GLA_MAX_NDIM][2] = {{0}};
    filling how = read_mode(mode);
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *y;
    *out = NULL;
    gla_scope_begin(&s, "pad");
    gla_s_place(&s, 1, &x, false, &dev, &y);
    if (!s.status)
        read_widths(&s, y, pad_width, by);
    if (constant_values && how != CONSTANT)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "pad: constant_values is given, but mode is '%s'; omit one of them", mode);
    if (!s.status && how == CONSTANT)
        y = with_constant(&s, dev, y, by, constant_values);
    bool same = true;
    for (int d = 0; !s.status && how != CONSTANT && d < y->ndim; d++)
        if (by[d][0] || by[d][1]) {
            y = with_elements(&s, y, d, by[d], how);
            same = false;
        }
    if (!s.status && how != CONSTANT && same) {
        gla_array *made = NULL;
        y = gla_s_adopt(&s, gla_copy(y, &made), &made);
    }
    return gla_scope_return(&s, y, out);
}
