/* along_axis.c - take_along_axis, put_along_axis: each line along an axis has separate positions. */
#include "array/range.h"
#include "index/along_axis.h"
#include "index/select.h"
#include "elementwise/where.h"

#include <string.h>

/* State of one call: the device, the axis, and the shape of the positions after broadcasting. */
typedef struct lines {
    gla_scope *s;
    gla_device *dev;
    int axis, ndim;
    int64_t size, shape[GLA_MAX_NDIM];
} lines;

static gla_array *whole(gla_scope *s, int64_t value)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &value, &made), &made);
}

static int64_t extreme(gla_scope *s, gla_reduction_of *function, const gla_array *x)
{
    void *data;
    gla_array *one = gla_s_reduce_all(s, function, x);
    return one && gla_s_to_host(s, one, &data) ? *(const int64_t *)data : 0;
}

/* Return true if all positions are in [0, length). One pass is enough, because a negative position is a large number when read
 * as unsigned. */
static bool are_in_range(gla_scope *s, const gla_array *positions, int64_t length)
{
    gla_array *bits = gla_s_view(s, positions, positions->ndim, positions->shape, positions->strides, 0);
    if (!bits || positions->dtype != GLA_INT64)
        return false;
    bits->dtype = GLA_UINT64;
    return (uint64_t)extreme(s, gla_max, bits) < (uint64_t)length;
}

gla_array *gla_index_wrap(gla_scope *s, const gla_array *positions, int axis, int64_t length)
{
    if (are_in_range(s, positions, length))
        return (gla_array *)positions;
    int64_t low = extreme(s, gla_min, positions), high = extreme(s, gla_max, positions);
    if (low < -length || high >= length)
        gla_s_fail(s, GLA_INDEX_ERROR, "%s: index %lld is out of range for axis %d of length %lld", s->op,
                   (long long)(high >= length ? high : low), axis, (long long)length);
    if (s->status || low >= 0)
        return (gla_array *)positions;
    gla_array *negative = gla_s_combine(s, gla_less, positions, whole(s, 0));
    gla_array *wrapped = gla_s_combine(s, gla_add, positions, whole(s, length));
    return gla_s_where(s, negative, wrapped, positions);
}

static void read_shape(lines *l, const gla_array *x, const gla_array *indices)
{
    gla_scope *s = l->s;
    if (gla_s_check(s, gla_normalize_axis(s->op, x->ndim, l->axis, &l->axis)))
        return;
    if (!gla_dtype_is_integer(indices->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: indices have dtype %s, but they must be integers", s->op,
                   gla_dtype_name(indices->dtype));
    if (indices->ndim != x->ndim)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: indices have ndim %d, but x has ndim %d; they must be equal", s->op, indices->ndim,
                   x->ndim);
    l->ndim = x->ndim;
    for (int d = 0; d < x->ndim && !s->status; d++) {
        int64_t a = x->shape[d], b = indices->shape[d];
        if (d != l->axis && a != b && a != 1 && b != 1)
            gla_s_fail(s, GLA_SHAPE_ERROR,
                       "%s: along axis %d indices have length %lld, but x has length %lld; the lengths must broadcast", s->op,
                       d, (long long)b, (long long)a);
        l->shape[d] = d == l->axis || a == 1 ? b : a;
    }
    if (!s->status)
        gla_s_check(s, gla_check_shape(s->op, GLA_INT64, l->ndim, l->shape, &l->size));
}

/* Compute the row-major positions in x of the selected elements, as an array that broadcasts to l->shape. */
static gla_array *source_positions(lines *l, const gla_array *x, const gla_array *indices)
{
    gla_scope *s = l->s;
    int64_t step = 1, of_axis = 1, shape[GLA_MAX_NDIM];
    gla_array *sum = NULL;
    for (int d = l->ndim; d-- > 0;) {
        if (d == l->axis) {
            of_axis = step;
        } else if (x->shape[d] > 1) {
            for (int i = 0; i < l->ndim; i++)
                shape[i] = i == d ? x->shape[d] : 1;
            gla_array *line = gla_new_range(s, l->dev, GLA_INT64, x->shape[d], 0, 0, 0, step);
            line = line ? gla_s_view(s, line, l->ndim, shape, NULL, 0) : NULL;
            sum = sum ? gla_s_combine(s, gla_add, sum, line) : line;
        }
        step *= x->shape[d];
    }
    gla_array *at = gla_index_wrap(s, indices, l->axis, x->shape[l->axis]);
    if (at && of_axis != 1)
        at = gla_s_combine(s, gla_multiply, at, whole(s, of_axis));
    return s->status || !sum ? at : gla_s_combine(s, gla_add, at, sum);
}

/* View a contiguous array as a vector. */
static gla_array *line_of(gla_scope *s, const gla_array *x)
{
    return s->status ? NULL : gla_s_view(s, x, 1, &x->size, NULL, 0);
}

static gla_array *line_of_places(lines *l, const gla_array *x, const gla_array *indices)
{
    gla_scope *s = l->s;
    gla_array *from = gla_index_from_integers(s, l->dev, indices);
    gla_array *at = s->status ? NULL : source_positions(l, x, from);
    gla_array *all = at ? gla_s_contiguous(s, l->dev, GLA_INT64, gla_s_broadcast(s, at, l->ndim, l->shape)) : NULL;
    return all ? line_of(s, all) : NULL;
}

gla_status gla_take_along_axis(const gla_array *x, const gla_array *indices, gla_array **out, int axis)
{
    const gla_array *given[2] = {x, indices};
    gla_array *placed[2], *result = NULL, *made;
    gla_scope s;
    lines l = {.s = &s, .axis = axis};
    *out = NULL;
    gla_scope_begin(&s, "take_along_axis");
    read_shape(&l, x, indices);
    gla_s_place(&s, 2, given, false, &l.dev, placed);
    if (!s.status && l.size == 0)
        return gla_scope_return(&s, gla_s_new(&s, l.dev, x->dtype, l.ndim, l.shape), out);
    gla_array *line = s.status ? NULL : line_of(&s, gla_s_contiguous(&s, l.dev, x->dtype, placed[0]));
    gla_array *at = s.status ? NULL : line_of_places(&l, placed[0], placed[1]);
    if (!s.status)
        result = gla_s_adopt(&s, gla_take(line, at, &made, NULL), &made);
    return gla_scope_return(&s, result ? gla_s_view(&s, result, l.ndim, l.shape, NULL, 0) : NULL, out);
}

gla_array *gla_s_take_along(gla_scope *s, const gla_array *x, const gla_array *indices, int axis)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_take_along_axis(x, indices, &made, axis), &made);
}

/* Broadcast the values to one value per position, on the device and with the dtype of the array to be changed. */
static gla_array *broadcast_values(lines *l, gla_dtype dtype, const gla_array *values)
{
    gla_scope *s = l->s;
    gla_array *made = NULL, *here = gla_s_to_device(s, l->dev, values);
    gla_ints shape = {.n = l->ndim};
    memcpy(shape.v, l->shape, (size_t)l->ndim * sizeof *l->shape);
    if (!here || !gla_s_adopt(s, gla_broadcast_to(here, &shape, &made), &made))
        return NULL;
    return gla_s_contiguous(s, l->dev, dtype, made);
}

gla_status gla_put_along_axis(gla_array *x, const gla_array *indices, const gla_array *values, int axis)
{
    gla_scope s;
    lines l = {.s = &s, .axis = axis, .dev = gla_device_of(x)};
    gla_index key = {.n = 1, .v = {{.kind = GLA_INDEX_ARRAY}}};
    gla_scope_begin(&s, "put_along_axis");
    if (x->flags & GLA_READONLY)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "put_along_axis: the array is read-only; take a copy first");
    read_shape(&l, x, indices);
    gla_s_check(&s, gla_check_kept("put_along_axis", "x", x->dtype, "values", values));
    for (int d = 0; d < l.ndim && !s.status; d++)
        if (d != l.axis && l.shape[d] != x->shape[d])
            gla_s_fail(&s, GLA_SHAPE_ERROR, "put_along_axis: along axis %d indices have length %lld, but x has length 1", d,
                       (long long)l.shape[d]);
    if (s.status || l.size == 0)
        return gla_scope_end(&s);
    gla_array *value = broadcast_values(&l, x->dtype, values);
    gla_array *own = gla_s_contiguous(&s, l.dev, x->dtype, x), *line = own ? line_of(&s, own) : NULL;
    gla_array *at = line ? line_of_places(&l, own, gla_s_to_device(&s, l.dev, indices)) : NULL;
    key.v[0].array = at;
    gla_array *put = s.status ? NULL : line_of(&s, value);
    if (put)
        gla_s_check(&s, gla_setitem(line, &key, put));
    if (!s.status && own != x)
        gla_s_assign(&s, x, own);
    return gla_scope_end(&s);
}
