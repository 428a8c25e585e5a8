/* setitem.c - x[key] = value. */
#include "core/core.h"
#include "runtime/stream.h"
#include "index/select.h"

/* View of value without the leading dimensions of one that the place has not: a row of shape (1, n) fits where (n,)
 * does. */
static gla_status strip(const gla_array *value, int ndim, gla_array **out)
{
    int extra = 0;
    while (value->ndim - extra > ndim && value->shape[extra] == 1)
        extra++;
    if (!extra) {
        *out = gla_ref(value);
        return GLA_OK;
    }
    gla_status st = gla_array_view(value, value->ndim - extra, value->shape + extra, value->strides + extra, 0, out);
    if (!st)
        (*out)->flags |= value->flags & GLA_WEAK;
    return st;
}

/* value, of x's type on its device, in memory that changing x does not change. */
static gla_status settle(const gla_array *x, const gla_array *value, gla_array **out)
{
    gla_device *dev = gla_device_of(x);
    if (value->dtype == x->dtype && gla_device_of(value) == dev && !gla_array_may_overlap(x, value)) {
        *out = gla_ref(value);
        return GLA_OK;
    }
    gla_status st = gla_array_new("setitem", dev, x->dtype, value->ndim, value->shape, out);
    if (!st && (st = gla_array_assign("setitem", *out, value))) {
        gla_unref(*out);
        *out = NULL;
    }
    return st;
}

/* The settled value repeated to the shape of x[key], with the index dimensions first. */
static gla_status spread(const gla_selection *s, const gla_array *value, gla_array **out)
{
    gla_ints shape;
    gla_array *wide;
    gla_selection_shape(s, &shape.n, shape.v);
    int skip = shape.n - value->ndim;
    bool fits = skip >= 0;
    for (int d = 0; fits && d < value->ndim; d++)
        fits = value->shape[d] == 1 || value->shape[d] == shape.v[skip + d];
    if (!fits) {
        char from[GLA_SHAPE_TEXT], to[GLA_SHAPE_TEXT];
        return gla_fail(GLA_SHAPE_ERROR, "setitem: a value of shape %s does not broadcast to shape %s",
                        gla_shape_text(value->ndim, value->shape, from, sizeof from),
                        gla_shape_text(shape.n, shape.v, to, sizeof to));
    }
    gla_status st = gla_broadcast_view(value, shape.n, shape.v, &wide);
    if (st)
        return st;
    st = gla_selection_permute(s, wide, out);
    gla_unref(wide);
    return st;
}

/* Index arrays must not change while x does. */
static gla_status detach_indices(const gla_array *x, gla_selection *s)
{
    gla_status st = GLA_OK;
    for (int j = 0; !st && j < s->nidx; j++) {
        gla_array *own = NULL;
        if (!gla_array_may_overlap(x, s->idx[j]))
            continue;
        st = gla_copy(s->idx[j], &own);
        if (!st) {
            gla_unref(s->idx[j]);
            s->idx[j] = own;
        }
    }
    return st;
}

static gla_status scatter(gla_selection *s, const gla_array *value)
{
    gla_device *dev = gla_device_of(s->view);
    const gla_array_ops *ops = dev->backend->array;
    gla_array *settled = NULL, *spread_out = NULL;
    if (!ops || !ops->scatter)
        return gla_fail_unsupported("setitem", dev);
    gla_status st = settle(s->view, value, &settled);
    if (!st)
        st = gla_stream_reads(settled);
    if (!st)
        st = spread(s, settled, &spread_out);
    if (!st)
        st = detach_indices(s->view, s);
    if (!st)
        st = gla_stream_writes(s->view);
    if (!st && spread_out->size) {
        void *state = gla_work_begin((double)spread_out->size);
        st = ops->scatter(dev, s->view, s->nidx, (const gla_array *const *)s->idx, spread_out);
        gla_work_end(state);
    }
    gla_stream_used(s->view);
    gla_release_operands(settled != NULL, &settled);
    gla_unref(spread_out);
    if (st == GLA_INDEX_ERROR && !(st = gla_selection_check("setitem", s)))
        st = gla_fail(GLA_INDEX_ERROR, "%s: an index array changed while it was read; do not write to it meanwhile",
                      "setitem");
    return st;
}

gla_status gla_setitem(gla_array *x, const gla_index *key, const gla_array *value)
{
    gla_selection s;
    gla_device *dev;
    gla_array *stripped = NULL;
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    if (x->flags & GLA_READONLY)
        return gla_fail(GLA_ARGUMENT_ERROR, "setitem: x is read-only (a broadcast view, or read-only memory of the "
                        "script); change a copy(x)");
    const gla_array *both[2] = {x, value};
    bool asks_for_copy = x->buffer->pinned || value->buffer->pinned; /* that is what page-locked arrays are for */
    gla_status st = gla_check_kept("setitem", "x", x->dtype, "the value", value);
    if (!st && !asks_for_copy)
        st = gla_common_device("setitem", 2, both, &dev);
    if (!st)
        st = gla_select("setitem", gla_device_of(x), x, key, &s);
    if (st)
        return st;
    gla_selection_shape(&s, &ndim, shape);
    st = strip(value, ndim, &stripped);
    if (!st)
        st = s.nidx ? scatter(&s, stripped) : gla_array_assign("setitem", s.view, stripped);
    gla_unref(stripped);
    gla_selection_release(&s);
    return st;
}
