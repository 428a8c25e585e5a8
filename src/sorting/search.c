/* search.c - places in what is sorted. */
#include "sorting.h"

#include <string.h>

gla_array *gla_s_search(gla_scope *s, gla_lookup what, const gla_array *rows, const gla_array *values)
{
    bool asks = what == GLA_SEARCH_FOUND || what == GLA_SEARCH_MISSING;
    if (s->status)
        return NULL;
    gla_device *dev = gla_device_of(rows);
    gla_array *out = gla_s_new(s, dev, asks ? GLA_BOOL : GLA_INT64, values->ndim, values->shape);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(sorting, search), 10 * (double)values->size);
    if (!s->status && values->size && rows->size)
        gla_s_check(s, r.at->backend->sorting->search(r.at, what, rows, values, out));
    else if (!s->status)
        gla_s_fill(s, out, what == GLA_SEARCH_MISSING);
    gla_run_end(&r);
    return out;
}

/* x as one row, without gaps, in another type. */
static gla_array *flatten(gla_scope *s, gla_dtype dtype, const gla_array *x)
{
    gla_array *flat = s->status ? NULL : gla_s_contiguous(s, gla_device_of(x), dtype, x);
    return s->status ? NULL : gla_s_view(s, flat, 1, &flat->size, NULL, 0);
}

static gla_status check(const gla_array *x1, const char *side, const gla_array *sorter)
{
    if (side && strcmp(side, "left") != 0 && strcmp(side, "right") != 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "searchsorted: side is \"%.40s\", but it must be \"left\" or \"right\"", side);
    if (x1->ndim != 1)
        return gla_fail(GLA_SHAPE_ERROR, "searchsorted: x1 has %d dimensions, but it must have one; search row by row",
                        x1->ndim);
    if (sorter && !gla_dtype_is_integer(sorter->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "searchsorted: sorter is %s; give integers, as argsort returns them",
                        gla_dtype_name(sorter->dtype));
    if (sorter && (sorter->ndim != 1 || sorter->size != x1->size)) {
        char text[GLA_SHAPE_TEXT];
        return gla_fail(GLA_SHAPE_ERROR, "searchsorted: sorter has shape %s, but x1 has length %lld; they must be the same",
                        gla_shape_text(sorter->ndim, sorter->shape, text, sizeof text), (long long)x1->size);
    }
    return GLA_OK;
}

/* x1 in the order that the sorter brings it to. */
static gla_array *arrange(gla_scope *s, const gla_array *x1, const gla_array *sorter)
{
    gla_array *arranged;
    gla_status st = s->status ? s->status : gla_take(x1, sorter, &arranged, NULL);
    if (st == GLA_INDEX_ERROR)
        gla_s_fail(s, st,
                   "searchsorted: sorter has a number that is out of range for x1 of length %lld; give what argsort returns",
                   (long long)x1->size);
    return s->status ? NULL : gla_s_made(s, st, &arranged);
}

gla_status gla_searchsorted(const gla_array *x1, const gla_array *x2, gla_array **out, const char *side,
                            const gla_array *sorter)
{
    const gla_array *in[3] = {x1, x2, sorter};
    gla_array *placed[3];
    gla_device *dev;
    gla_scope s;
    gla_dtype dtype = gla_promote_arrays(2, in);
    *out = NULL;
    gla_status st = check(x1, side, sorter);
    if (st)
        return st;
    gla_scope_begin(&s, "searchsorted");
    gla_s_place(&s, sorter ? 3 : 2, in, false, &dev, placed);
    gla_array *ordered = sorter ? arrange(&s, placed[0], placed[2]) : placed[0];
    gla_array *rows = s.status ? NULL : gla_s_contiguous(&s, dev, dtype, ordered);
    gla_array *values = s.status ? NULL : gla_s_contiguous(&s, dev, dtype, placed[1]);
    gla_array *flat = flatten(&s, dtype, values);
    gla_array *found = gla_s_search(&s, side && *side == 'r' ? GLA_SEARCH_RIGHT : GLA_SEARCH_LEFT, rows, flat);
    return gla_scope_return(&s, s.status ? NULL : gla_s_view(&s, found, values->ndim, values->shape, NULL, 0), out);
}

gla_status gla_isin(const gla_array *x1, const gla_array *x2, gla_array **out, bool invert)
{
    const gla_array *in[2] = {x1, x2};
    gla_array *placed[2];
    gla_device *dev;
    gla_scope s;
    gla_dtype dtype = gla_promote_arrays(2, in);
    *out = NULL;
    gla_scope_begin(&s, "isin");
    gla_s_place(&s, 2, in, false, &dev, placed);
    gla_array *rows = gla_s_sort(&s, flatten(&s, dtype, placed[1]), false);
    gla_array *flat = flatten(&s, dtype, placed[0]);
    gla_array *found = gla_s_search(&s, invert ? GLA_SEARCH_MISSING : GLA_SEARCH_FOUND, rows, flat);
    return gla_scope_return(&s, s.status ? NULL : gla_s_view(&s, found, x1->ndim, x1->shape, NULL, 0), out);
}
