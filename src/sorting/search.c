/* search.c - Binary search in sorted arrays. */
#include "sorting.h"
#include "contract/sorting.h"

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

/* Return x as one contiguous row, in another dtype. */
static gla_array *flatten(gla_scope *s, gla_dtype dtype, const gla_array *x)
{
    gla_array *flat = s->status ? NULL : gla_s_contiguous(s, gla_device_of(x), dtype, x);
    return s->status ? NULL : gla_s_view(s, flat, 1, &flat->size, NULL, 0);
}

static gla_status check(const gla_array *x1, const char *side, const gla_array *sorter)
{
    if (side && strcmp(side, "left") != 0 && strcmp(side, "right") != 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "searchsorted: side is \"%.40s\", but it must be \"left\" or \"right\"", side);
    if (x1->ndim == 0)
        return gla_fail(GLA_SHAPE_ERROR, "searchsorted: x1 is a scalar, but it must be a sorted array");
    if (sorter && !gla_dtype_is_integer(sorter->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "searchsorted: sorter has dtype %s, but it must be integer, as returned by argsort",
                        gla_dtype_name(sorter->dtype));
    if (sorter && (sorter->ndim != x1->ndim || memcmp(sorter->shape, x1->shape, sizeof *x1->shape * (size_t)x1->ndim) != 0)) {
        char text[GLA_SHAPE_TEXT], own[GLA_SHAPE_TEXT];
        return gla_fail(GLA_SHAPE_ERROR, "searchsorted: sorter has shape %s, but x1 has shape %s; they must be the same",
                        gla_shape_text(sorter->ndim, sorter->shape, text, sizeof text),
                        gla_shape_text(x1->ndim, x1->shape, own, sizeof own));
    }
    return GLA_OK;
}

/* Return the elements of x1 in the order given by the sorter. */
static gla_array *arrange(gla_scope *s, const gla_array *x1, const gla_array *sorter)
{
    gla_array *arranged;
    gla_status st = s->status ? s->status : gla_take_along_axis(x1, sorter, &arranged, -1);
    if (st == GLA_INDEX_ERROR)
        gla_s_fail(
            s, st,
            "searchsorted: sorter contains an index that is out of range for x1 of length %lld; use the result of argsort",
            (long long)x1->shape[x1->ndim - 1]);
    return s->status ? NULL : gla_s_adopt(s, st, &arranged);
}

/* Find the leading dimensions to which rows and values broadcast. */
static int common_rows(gla_scope *s, const gla_array *rows, const gla_array *values, int64_t *batch)
{
    gla_stack_view views[2];
    const gla_array *in[2] = {rows, values};
    int n = 0;
    for (int i = 0; i < 2 && !s->status; i++)
        in[i] = gla_view_on_stack(&views[i], in[i], in[i]->ndim - 1, in[i]->shape, in[i]->strides);
    if (!s->status && gla_common_shape(s->op, 2, in, &n, batch)) {
        char first[GLA_SHAPE_TEXT], second[GLA_SHAPE_TEXT];
        gla_s_fail(s, GLA_SHAPE_ERROR, "searchsorted: x1 of shape %s and x2 of shape %s cannot be broadcast together",
                   gla_shape_text(rows->ndim, rows->shape, first, sizeof first),
                   gla_shape_text(values->ndim, values->shape, second, sizeof second));
    }
    return n;
}

static gla_array *spread(gla_scope *s, gla_dtype dtype, const gla_array *x, int n, int64_t *batch)
{
    if (s->status)
        return NULL;
    batch[n] = x->shape[x->ndim - 1];
    return gla_s_contiguous(s, gla_device_of(x), dtype, gla_s_broadcast(s, x, n + 1, batch));
}

/* Search each row for the values that belong to it.  A scalar is one value for each row. */
static gla_array *search_rows(gla_scope *s, gla_lookup what, gla_dtype dtype, gla_array *x1, gla_array *x2)
{
    int64_t batch[GLA_MAX_NDIM + 1];
    gla_array *values = s->status || x2->ndim ? x2 : gla_s_add_last(s, x2);
    int n = common_rows(s, x1, values, batch);
    gla_array *rows = spread(s, dtype, x1, n, batch), *places = spread(s, dtype, values, n, batch);
    gla_array *found = gla_s_search(s, what, rows, places);
    return s->status || x2->ndim ? found : gla_s_drop_last(s, found);
}

/* Search in a single row. */
static gla_array *search_row(gla_scope *s, gla_lookup what, gla_dtype dtype, gla_array *x1, gla_array *x2)
{
    gla_array *row = s->status ? NULL : gla_s_contiguous(s, gla_device_of(x1), dtype, x1);
    gla_array *found = gla_s_search(s, what, row, flatten(s, dtype, x2));
    return s->status ? NULL : gla_s_view(s, found, x2->ndim, x2->shape, NULL, 0);
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
    gla_lookup what = side && *side == 'r' ? GLA_SEARCH_RIGHT : GLA_SEARCH_LEFT;
    return gla_scope_return(&s, (x1->ndim == 1 ? search_row : search_rows)(&s, what, dtype, ordered, placed[1]), out);
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
