/* setitem.c - Assignment x[key] = value. */
#include "core/dispatch.h"
#include "index/select.h"
#include "runtime/stream.h"
#include "contract/array.h"

const gla_array *gla_selection_strip(gla_scope *s, const gla_array *value, int ndim)
{
    int extra = 0;
    while (value->ndim - extra > ndim && value->shape[extra] == 1)
        extra++;
    if (!extra)
        return value;
    gla_array *stripped = gla_s_view(s, value, value->ndim - extra, value->shape + extra, value->strides + extra, 0);
    if (stripped)
        stripped->flags |= value->flags & GLA_WEAK;
    return stripped;
}

/* Return value with the dtype and device of x, in memory that does not overlap the memory of x. */
static gla_array *detach_value(gla_scope *s, const gla_array *x, const gla_array *value)
{
    if (value->dtype == x->dtype && gla_device_of(value) == gla_device_of(x) && !gla_array_may_overlap(x, value)) {
        gla_s_check(s, gla_stream_reads(value));
        return gla_s_own(s, gla_ref(value));
    }
    gla_array *settled = gla_s_new(s, gla_device_of(x), x->dtype, value->ndim, value->shape);
    gla_s_assign(s, settled, value);
    return settled;
}

gla_array *gla_selection_spread(gla_scope *s, const gla_selection *sel, const gla_array *value)
{
    gla_ints shape;
    gla_selection_shape(sel, &shape.n, shape.v);
    int skip = shape.n - value->ndim;
    bool fits = skip >= 0;
    for (int d = 0; fits && d < value->ndim; d++)
        fits = value->shape[d] == 1 || value->shape[d] == shape.v[skip + d];
    if (!fits) {
        char from[GLA_SHAPE_TEXT], to[GLA_SHAPE_TEXT];
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: a value of shape %s cannot be broadcast to shape %s", s->op,
                   gla_shape_text(value->ndim, value->shape, from, sizeof from),
                   gla_shape_text(shape.n, shape.v, to, sizeof to));
    }
    gla_array *all = s->status ? NULL : gla_s_broadcast(s, value, shape.n, shape.v);
    return sel->nidx ? gla_selection_permute(s, sel, all) : all;
}

/* Copy index arrays that overlap x, so that they do not change during the assignment. */
static void detach_indices(gla_scope *s, gla_selection *sel)
{
    for (int j = 0; j < sel->nidx && !s->status; j++)
        if (gla_array_may_overlap(sel->view, sel->idx[j]))
            sel->idx[j] = gla_s_apply(s, gla_copy, sel->idx[j]);
}

static void scatter(gla_scope *s, gla_selection *sel, const gla_array *value)
{
    gla_device *dev = gla_device_of(sel->view);
    gla_array *settled = detach_value(s, sel->view, value), *all = settled ? gla_selection_spread(s, sel, settled) : NULL;
    detach_indices(s, sel);
    if (s->status || gla_s_check(s, gla_stream_writes(sel->view)) || all->size == 0)
        return;
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(array, scatter), (double)all->size);
    gla_status st = s->status
                        ? s->status
                        : dev->backend->array->scatter(dev, sel->view, sel->nidx, (const gla_array *const *)sel->idx, all);
    gla_run_end(&r);
    gla_selection_report(s, sel, st);
}

gla_status gla_setitem(gla_array *x, const gla_index *key, const gla_array *value)
{
    gla_scope s;
    gla_selection sel;
    gla_device *dev;
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    if (x->flags & GLA_READONLY)
        return gla_fail(GLA_ARGUMENT_ERROR, "setitem: x is read-only (a broadcast view, or read-only memory of the script); "
                                            "change {copy(x)} instead");
    const gla_array *both[2] = {x, value};
    bool asks_for_copy = x->buffer->pinned || value->buffer->pinned; /* page-locked arrays remain on the host, because their
                                                                      * purpose is to be copied between devices */
    gla_scope_begin(&s, "setitem");
    gla_s_check(&s, gla_check_kept("setitem", "x", x->dtype, "the value", value));
    if (!asks_for_copy && !s.status)
        gla_s_check(&s, gla_common_device("setitem", 2, both, &dev));
    gla_select(&s, gla_device_of(x), x, key, &sel);
    if (s.status)
        return gla_scope_end(&s);
    gla_selection_shape(&sel, &ndim, shape);
    const gla_array *stripped = gla_selection_strip(&s, value, ndim);
    if (sel.nidx && stripped) {
        scatter(&s, &sel, stripped);
    } else {
        gla_s_assign(&s, sel.view, stripped);
        gla_s_release(&s, sel.view); /* record the use of the view, so that later work waits for it */
    }
    return gla_scope_end(&s);
}
