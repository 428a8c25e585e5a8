/* repeat.c - repeat, tile: repeat elements, or the whole array, along axes. */
#include "shape/reshape.h"

#include <string.h>

/* Return n * r, or fail if the product overflows. */
static int64_t times(gla_scope *s, int64_t n, int64_t r)
{
    int64_t length = 0;
    if (__builtin_mul_overflow(n, r, &length))
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: the result would have more than 2**63 elements; repeat less often", s->op);
    return length;
}

/* Make an axis r times as long. If `each` is true repeat each element r times in a row, otherwise repeat the whole axis r
 * times. */
static gla_array *along(gla_scope *s, gla_device *dev, const gla_array *x, int axis, int64_t r, bool each)
{
    int64_t shape[GLA_MAX_NDIM], before = 1, after = 1, n = x->shape[axis];
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    shape[axis] = times(s, n, r);
    for (int d = 0; d < x->ndim; d++) {
        before *= d < axis ? x->shape[d] : 1;
        after *= d > axis ? x->shape[d] : 1;
    }
    gla_array *dst = gla_s_new(s, dev, x->dtype, x->ndim, shape);
    if (!dst || dst->size == 0)
        return dst;
    gla_array *flat = gla_s_reshape(s, x, 3, (int64_t[]){before, n, after});
    if (!flat)
        return NULL;
    int64_t wide[4] = {before, each ? n : r, each ? r : n, after};
    int64_t strides[4] = {flat->strides[0], each ? flat->strides[1] : 0, each ? 0 : flat->strides[1], flat->strides[2]};
    gla_array *src = gla_s_view(s, flat, 4, wide, strides, 0), *to = gla_s_view(s, dst, 4, wide, NULL, 0);
    if (!s->status)
        gla_s_assign(s, to, src);
    return dst;
}

/* Compute the source position of each element of the result: position i occurs counts[i] times. */
static gla_array *positions(gla_scope *s, const int64_t *counts, int64_t have, int64_t n)
{
    int64_t total = 0;
    void *data;
    gla_array *made;
    for (int64_t i = 0; i < n && !s->status; i++) {
        int64_t r = counts[have == 1 ? 0 : i];
        if (r < 0)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "repeat: repeats[%lld] is %lld, but it must not be negative", (long long)i,
                       (long long)r);
        else if (__builtin_add_overflow(total, r, &total))
            gla_s_fail(s, GLA_OVERFLOW_ERROR, "repeat: the result would have more than 2**63 elements; repeat less often");
    }
    if (s->status || !gla_s_adopt(s, gla_array_new_host("repeat", GLA_INT64, 1, &total, &made, &data), &made))
        return NULL;
    int64_t *p = data;
    for (int64_t i = 0; i < n; i++)
        for (int64_t r = counts[have == 1 ? 0 : i]; r > 0; r--)
            *p++ = i;
    return made;
}

/* Read the repetition counts on the host; NULL after a failure. */
static const int64_t *read_repeats(gla_scope *s, const gla_array *repeats, int64_t n)
{
    void *data;
    if (!gla_dtype_is_integer(repeats->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "repeat: repeats has dtype %s, but it must contain integers",
                   gla_dtype_name(repeats->dtype));
    if (repeats->ndim > 1 || (repeats->size != 1 && repeats->size != n))
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "repeat: repeats has length %lld, but the axis has length %lld; give one integer, or one for each element",
                   (long long)repeats->size, (long long)n);
    if (s->status)
        return NULL;
    gla_array *whole = gla_s_contiguous(s, gla_device_of(repeats), GLA_INT64, repeats);
    return whole && gla_s_to_host(s, whole, &data) ? data : NULL;
}

gla_status gla_repeat(const gla_array *x, const gla_array *repeats, gla_array **out, const gla_ints *axis)
{
    static const int64_t none[1];
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed, *made = NULL;
    int at = 0;
    *out = NULL;
    if (axis && axis->n != 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "repeat: axis has %d elements; give one integer", axis->n);
    gla_status st = axis ? gla_normalize_axis("repeat", x->ndim, axis->v[0], &at) : GLA_OK;
    if (st)
        return st;
    gla_scope_begin(&s, "repeat");
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    if (!s.status && !axis)
        placed = gla_s_reshape(&s, placed, 1, &placed->size);
    const int64_t *counts = s.status ? NULL : read_repeats(&s, repeats, placed->shape[at]);
    counts = counts ? counts : none;
    if (!s.status && repeats->size == 1 && counts[0] >= 0) {
        made = along(&s, dev, placed, at, counts[0], true);
    } else if (!s.status) {
        gla_array *from = positions(&s, counts, repeats->size, placed->shape[at]);
        gla_ints one = {1, {at}};
        made = s.status ? NULL : gla_s_adopt(&s, gla_take(placed, from, &made, &one), &made);
    }
    return gla_scope_return(&s, made, out);
}

/* Tile all axes at once by inserting an axis of stride 0 before each axis of x that repeats. */
static gla_array *tiled(gla_scope *s, gla_device *dev, const gla_array *x, const int64_t *r, int wide)
{
    int64_t shape[GLA_MAX_NDIM], dims[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int n = 0;
    for (int d = 0; d < x->ndim; d++) {
        shape[d] = times(s, x->shape[d], r[d]);
        if (r[d] != 1 && x->shape[d] != 1) {
            dims[n] = r[d];
            strides[n++] = 0;
        }
        dims[n] = x->shape[d] == 1 ? r[d] : x->shape[d];
        strides[n++] = x->shape[d] == 1 ? 0 : x->strides[d];
    }
    gla_array *dst = gla_s_new(s, dev, x->dtype, x->ndim, shape);
    if (dst && dst->size) {
        gla_array *src = gla_s_view(s, x, wide, dims, strides, 0), *to = gla_s_view(s, dst, wide, dims, NULL, 0);
        if (!s->status)
            gla_s_assign(s, to, src);
    }
    return dst;
}

gla_status gla_tile(const gla_array *x, const gla_ints *repetitions, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM], r[GLA_MAX_NDIM];
    int nd = x->ndim > repetitions->n ? x->ndim : repetitions->n, wide = nd;
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *y;
    *out = NULL;
    for (int d = 0; d < nd; d++) {
        int of_x = d - (nd - x->ndim), of_r = d - (nd - repetitions->n);
        shape[d] = of_x < 0 ? 1 : x->shape[of_x];
        r[d] = of_r < 0 ? 1 : repetitions->v[of_r];
        wide += r[d] != 1 && shape[d] != 1;
        if (r[d] < 0)
            return gla_fail(GLA_ARGUMENT_ERROR, "tile: repetitions[%d] is %lld, but it must not be negative", of_r,
                            (long long)r[d]);
    }
    gla_scope_begin(&s, "tile");
    gla_s_place(&s, 1, &x, false, &dev, &y);
    y = gla_s_reshape(&s, y, nd, shape);
    if (y && wide <= GLA_MAX_NDIM)
        y = tiled(&s, dev, y, r, wide);
    else
        for (int d = nd; y && d-- > 0;)
            y = r[d] == 1 ? y : along(&s, dev, y, d, r[d], false);
    return gla_scope_return(&s, y, out);
}
