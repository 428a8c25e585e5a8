/* sort.c - Sorting along an axis. */
#include "sorting.h"
#include "contract/sorting.h"

typedef gla_array *sort_rows(gla_scope *s, const gla_array *x, bool descending);

gla_array *gla_s_sort(gla_scope *s, const gla_array *x, bool descending)
{
    if (s->status)
        return NULL;
    gla_device *dev = gla_device_of(x);
    int mark = gla_scope_mark(s);
    gla_array *out = gla_s_new(s, dev, x->dtype, x->ndim, x->shape);
    gla_array *rows = gla_s_contiguous(s, dev, x->dtype, x);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(sorting, sort), 10 * (double)x->size);
    if (!s->status && x->size)
        gla_s_check(s, r.at->backend->sorting->sort(r.at, rows, descending, out));
    gla_run_end(&r);
    return gla_scope_keep(s, mark, out);
}

gla_array *gla_s_argsort(gla_scope *s, const gla_array *x, bool descending)
{
    if (s->status)
        return NULL;
    gla_device *dev = gla_device_of(x);
    int mark = gla_scope_mark(s);
    gla_array *out = gla_s_new(s, dev, GLA_INT64, x->ndim, x->shape);
    gla_array *rows = gla_s_contiguous(s, dev, x->dtype, x);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(sorting, argsort), 20 * (double)x->size);
    if (!s->status && x->size)
        gla_s_check(s, r.at->backend->sorting->argsort(r.at, rows, descending, out));
    gla_run_end(&r);
    return gla_scope_keep(s, mark, out);
}

/* Backends sort along the last axis, so another axis is exchanged with the last one before and after sorting. */
static gla_status along_axis(const char *op, sort_rows *sort, const gla_array *x, int axis, bool descending, gla_array **out)
{
    gla_scope s;
    gla_device *dev;
    gla_array *placed;
    int along;
    *out = NULL;
    gla_status st = gla_normalize_axis(op, x->ndim, axis, &along);
    if (st)
        return st;
    gla_scope_begin(&s, op);
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    if (along == x->ndim - 1)
        return gla_scope_return(&s, s.status ? NULL : sort(&s, placed, descending), out);
    gla_array *rows = s.status ? NULL : gla_s_swap_axis(&s, placed, along);
    gla_array *sorted = s.status ? NULL : sort(&s, rows, descending);
    return gla_scope_return(&s, s.status ? NULL : gla_s_swap_axis(&s, sorted, along), out);
}

gla_status gla_sort(const gla_array *x, gla_array **out, int axis, bool descending, bool stable)
{
    (void)stable;
    return along_axis("sort", gla_s_sort, x, axis, descending, out);
}

gla_status gla_argsort(const gla_array *x, gla_array **out, int axis, bool descending, bool stable)
{
    (void)stable;
    return along_axis("argsort", gla_s_argsort, x, axis, descending, out);
}
