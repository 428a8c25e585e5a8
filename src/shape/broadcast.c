/* broadcast.c - broadcast_arrays, broadcast_shapes, meshgrid: bring several arrays to one shape. */
#include "core/scope.h"
#include "runtime/allocation.h"

#include <string.h>

static gla_status check_count(const char *op, int64_t n)
{
    return n <= INT32_MAX ? GLA_OK : gla_fail(GLA_OVERFLOW_ERROR, "%s: there are too many arguments (%lld)", op, (long long)n);
}

gla_status gla_broadcast_arrays(const gla_arrays *arrays, gla_arrays **out)
{
    int64_t shape[GLA_MAX_NDIM];
    int ndim, n = (int)arrays->n;
    gla_device *dev;
    gla_scope s;
    *out = NULL;
    gla_status st = check_count("broadcast_arrays", arrays->n);
    if (st)
        return st;
    gla_scope_begin(&s, "broadcast_arrays");
    gla_array **placed = gla_s_memory(&s, n, sizeof(gla_array *));
    if (n && !s.status && !gla_s_check(&s, gla_common_shape("broadcast_arrays", n, arrays->v, &ndim, shape)))
        gla_s_place(&s, n, arrays->v, false, &dev, placed);
    for (int i = 0; i < n && !s.status; i++) {
        bool fits = placed[i]->ndim == ndim && memcmp(placed[i]->shape, shape, (size_t)ndim * sizeof *shape) == 0;
        placed[i] = fits ? gla_s_view(&s, placed[i], ndim, shape, placed[i]->strides, 0) /* no element is repeated, so the view
                                                                                          * is not read-only */
                         : gla_s_broadcast(&s, placed[i], ndim, shape);
    }
    gla_scope_give_all(&s, n, placed, out);
    return gla_scope_end(&s);
}

/* Read a shape passed by a script: a list of integers, or one integer. */
static void read_shape(gla_scope *s, const gla_array *given, int64_t i, gla_ints *shape)
{
    void *data;
    if (given->ndim > 1 || given->size > GLA_MAX_NDIM) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "broadcast_shapes: shapes[%lld] is not a list of at most %d integers", (long long)i,
                   GLA_MAX_NDIM);
        return;
    }
    if (given->size && !gla_dtype_is_integer(given->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "broadcast_shapes: shapes[%lld] has dtype %s, but it must contain integers",
                   (long long)i, gla_dtype_name(given->dtype));
    shape->n = (int)given->size;
    if (s->status || !given->size)
        return;
    gla_array *host = gla_s_to_host(s, gla_s_contiguous(s, gla_device_of(given), GLA_INT64, given), &data);
    if (host)
        memcpy(shape->v, data, (size_t)shape->n * sizeof *shape->v);
    for (int d = 0; d < shape->n && !s->status; d++)
        if (shape->v[d] < 0)
            gla_s_fail(s, GLA_SHAPE_ERROR,
                       "broadcast_shapes: dimension %d of shapes[%lld] is %lld, but it must not be "
                       "negative",
                       d, (long long)i, (long long)shape->v[d]);
}

/* Broadcast the common shape of the previous shapes with one more shape. */
static void merge(gla_scope *s, gla_ints *all, const gla_ints *one, int64_t i)
{
    char first[GLA_SHAPE_TEXT], other[GLA_SHAPE_TEXT];
    gla_ints merged = all->n > one->n ? *all : *one;
    for (int d = 1; d <= all->n && d <= one->n; d++) {
        int64_t a = all->v[all->n - d], b = one->v[one->n - d];
        if (a != b && a != 1 && b != 1) {
            gla_s_fail(s, GLA_SHAPE_ERROR,
                       "broadcast_shapes: shapes[%lld] is %s, which cannot be broadcast with %s, the common shape of the "
                       "previous ones",
                       (long long)i, gla_shape_text(one->n, one->v, first, sizeof first),
                       gla_shape_text(all->n, all->v, other, sizeof other));
            return;
        }
        merged.v[merged.n - d] = a == 1 ? b : a;
    }
    *all = merged;
}

gla_status gla_broadcast_shapes(const gla_arrays *shapes, gla_ints **shape)
{
    gla_ints all = {0}, one = {0};
    gla_scope s;
    *shape = NULL;
    gla_scope_begin(&s, "broadcast_shapes");
    for (int64_t i = 0; i < shapes->n && !s.status; i++) {
        read_shape(&s, shapes->v[i], i, &one);
        if (!s.status)
            merge(&s, &all, &one, i);
    }
    if (!s.status && !(*shape = gla_malloc(sizeof all)))
        gla_s_check(&s, gla_fail_memory("broadcast_shapes", sizeof all));
    if (*shape)
        **shape = all;
    return gla_scope_end(&s);
}

/* Compute the shape of the grid. Axis i belongs to array i, except that the first two are exchanged for 'xy' indexing. */
static void read_grid(gla_scope *s, const gla_arrays *arrays, bool by_xy, int64_t *shape)
{
    if (arrays->n > GLA_MAX_NDIM)
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "meshgrid: a grid of %lld arrays would have too many dimensions; at most %d are possible",
                   (long long)arrays->n, GLA_MAX_NDIM);
    for (int i = 0; i < arrays->n && !s->status; i++) {
        if (arrays->v[i]->ndim > 1)
            gla_s_fail(s, GLA_SHAPE_ERROR, "meshgrid: arrays[%d] has %d dimensions, but coordinates must be one-dimensional", i,
                       arrays->v[i]->ndim);
        shape[by_xy && i < 2 ? 1 - i : i] = arrays->v[i]->size;
    }
}

gla_status gla_meshgrid(const gla_arrays *arrays, gla_arrays **grids, const char *indexing)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    gla_array *placed[GLA_MAX_NDIM], *made[GLA_MAX_NDIM];
    bool by_xy = indexing && strcmp(indexing, "xy") == 0 && arrays->n >= 2;
    int n = arrays->n > GLA_MAX_NDIM ? 0 : (int)arrays->n;
    gla_device *dev;
    gla_scope s;
    *grids = NULL;
    gla_scope_begin(&s, "meshgrid");
    read_grid(&s, arrays, by_xy, shape);
    if (n && !s.status)
        gla_s_place(&s, n, arrays->v, false, &dev, placed);
    for (int i = 0; i < n && !s.status; i++) {
        memset(strides, 0, sizeof strides);
        strides[by_xy && i < 2 ? 1 - i : i] = placed[i]->ndim ? placed[i]->strides[0] : 0;
        gla_array *view = gla_s_view(&s, placed[i], n, shape, strides, 0);
        made[i] = view ? gla_s_new(&s, dev, view->dtype, n, shape) : NULL;
        if (made[i] && made[i]->size)
            gla_s_assign(&s, made[i], view);
    }
    gla_scope_give_all(&s, n, made, grids);
    return gla_scope_end(&s);
}
