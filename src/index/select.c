/* select.c - Convert an index expression to a view and index arrays for its first axes. */
#include "index/select.h"

/* An axis of the view, possibly indexed by an array. */
typedef struct axis {
    int64_t length, stride;
    bool indexed;
} axis;

/* State of processing an expression: the view built so far, and the index arrays of its axes. */
typedef struct plan {
    gla_scope *s;
    gla_selection *sel;
    const gla_array *x;
    gla_device *dev;
    bool fancy; /* if there are index arrays, integers are treated as index arrays too */
    int axis;   /* next axis of x */
    int ndim;   /* number of axes of the view so far */
    int64_t offset;
    axis *axes;
    int before; /* number of axes without an index array before the first index array */
    int runs;   /* number of groups of adjacent index arrays */
    bool in_run;
} plan;

static bool is_number(const gla_index_item *item)
{
    return item->kind == GLA_INDEX_INTEGER ||
           (item->kind == GLA_INDEX_ARRAY && item->array->ndim == 0 && item->array->dtype != GLA_BOOL);
}

/* Return the number of axes of x that an item of the key consumes. */
static int width_of(const gla_index_item *item)
{
    switch (item->kind) {
    case GLA_INDEX_ELLIPSIS:
    case GLA_INDEX_NEW_AXIS: return 0;
    case GLA_INDEX_ARRAY: return item->array->dtype == GLA_BOOL ? item->array->ndim : 1;
    default: return 1;
    }
}

/* Check the expression as a whole. Return the number of axes that the ellipsis stands for; without an ellipsis, the axes after
 * the last item. */
static int measure(plan *p, const gla_index *key)
{
    int taken = 0, ellipses = 0;
    for (int i = 0; i < key->n; i++) {
        const gla_index_item *item = &key->v[i];
        taken += width_of(item);
        ellipses += item->kind == GLA_INDEX_ELLIPSIS;
        if (item->kind != GLA_INDEX_ARRAY)
            continue;
        if (item->array->dtype != GLA_BOOL && !gla_dtype_is_integer(item->array->dtype))
            gla_s_fail(p->s, GLA_DTYPE_ERROR, "%s: an index array is %s; convert it to int64, or compare it to get a mask",
                       p->s->op, gla_dtype_name(item->array->dtype));
        p->fancy |= !is_number(item);
    }
    if (ellipses > 1)
        gla_s_fail(p->s, GLA_INDEX_ERROR, "%s: the index has %d ellipses; write ... once", p->s->op, ellipses);
    if (taken > p->x->ndim)
        gla_s_fail(p->s, GLA_INDEX_ERROR, "%s: the index requires ndim %d, but x has ndim %d; use fewer indices", p->s->op,
                   taken, p->x->ndim);
    return p->x->ndim - taken;
}

static void push_axis(plan *p, int64_t length, int64_t stride, bool indexed)
{
    p->axes[p->ndim++] = (axis){length, stride, indexed};
}

static void push_all(plan *p, int count)
{
    for (; count > 0; count--, p->axis++)
        push_axis(p, p->x->shape[p->axis], p->x->strides[p->axis], false);
}

static int64_t cut(int64_t place, int64_t n, int64_t low, int64_t high)
{
    place += place < 0 ? n : 0;
    return place < low ? low : place > high ? high : place;
}

/* Clamp bounds as Python's slice.indices does. */
int64_t gla_slice_length(const gla_index_item *item, int64_t n, int64_t *first)
{
    int64_t step = item->step, low = step > 0 ? 0 : -1, high = step > 0 ? n : n - 1; /* range of start and stop */
    int64_t start = item->has_start ? cut(item->start, n, low, high) : step > 0 ? low : high;
    int64_t stop = item->has_stop ? cut(item->stop, n, low, high) : step > 0 ? high : low;
    int64_t distance = step > 0 ? stop - start : start - stop;
    uint64_t pace = step > 0 ? (uint64_t)step : -(uint64_t)step;
    *first = start;
    return distance > 0 ? (int64_t)(((uint64_t)distance - 1) / pace) + 1 : 0;
}

static void push_slice(plan *p, const gla_index_item *item)
{
    int64_t stride = p->x->strides[p->axis], first;
    if (item->step == 0) {
        gla_s_fail(p->s, GLA_ARGUMENT_ERROR, "%s: the step of a slice is 0, but it must be nonzero", p->s->op);
        return;
    }
    int64_t length = gla_slice_length(item, p->x->shape[p->axis], &first);
    if (length > 0)
        p->offset += first * stride;
    push_axis(p, length, length > 1 ? stride * item->step : stride, false);
    p->axis++;
}

/* Add an axis of x that is indexed by an array. */
static void push_index(plan *p, gla_array *positions)
{
    push_axis(p, p->x->shape[p->axis], p->x->strides[p->axis], true);
    p->sel->axis[p->sel->nidx] = p->axis++;
    p->sel->idx[p->sel->nidx++] = positions;
}

static int64_t read_position(plan *p, const gla_index_item *item)
{
    void *data;
    if (item->kind == GLA_INDEX_INTEGER)
        return item->start;
    gla_array *at = gla_index_from_integers(p->s, gla_device_of(item->array), item->array);
    return gla_s_to_host(p->s, at, &data) ? *(const int64_t *)data : 0;
}

static void take_number(plan *p, const gla_index_item *item)
{
    int64_t at = read_position(p, item), n = p->x->shape[p->axis];
    gla_array *number;
    if (at < -n || at >= n)
        gla_s_fail(p->s, GLA_INDEX_ERROR, "%s: index %lld is out of range for axis %d of length %lld", p->s->op, (long long)at,
                   p->axis, (long long)n);
    if (p->s->status) /* the stride times a position out of range may overflow */
        return;
    p->sel->detached |= item->kind == GLA_INDEX_ARRAY;
    if (p->fancy)
        push_index(p, gla_s_adopt(p->s, gla_scalar(GLA_INT64, &at, &number), &number));
    else
        p->offset += (at < 0 ? at + n : at) * p->x->strides[p->axis++];
}

static void take_array(plan *p, const gla_array *a)
{
    const gla_array *x = p->x;
    if (a->dtype != GLA_BOOL) {
        push_index(p, gla_index_from_integers(p->s, p->dev, a));
        return;
    }
    for (int d = 0; d < a->ndim; d++) /* a mask axis of length 0 matches any axis and selects nothing (array API standard) */
        if (a->shape[d] && a->shape[d] != x->shape[p->axis + d])
            gla_s_fail(p->s, GLA_INDEX_ERROR,
                       "%s: the mask has length %lld, but axis %d of x has length %lld; they must be "
                       "equal",
                       p->s->op, (long long)a->shape[d], p->axis + d, (long long)x->shape[p->axis + d]);
    if (p->s->status)
        return;
    int first = p->sel->nidx;
    if (a->ndim == 0)
        push_axis(p, 1, 0, true);
    for (int d = 0; d < a->ndim; d++, p->axis++)
        push_axis(p, x->shape[p->axis], x->strides[p->axis], true);
    p->sel->nidx += a->ndim ? a->ndim : 1;
    gla_index_from_mask(p->s, p->dev, a, &p->sel->idx[first]);
}

static void take_item(plan *p, const gla_index_item *item, int rest)
{
    bool indexes = p->fancy && (item->kind == GLA_INDEX_ARRAY || item->kind == GLA_INDEX_INTEGER);
    if (indexes && !p->in_run && p->runs++ == 0)
        p->before = p->ndim;
    p->in_run = indexes;
    if (item->kind == GLA_INDEX_SLICE)
        push_slice(p, item);
    else if (item->kind == GLA_INDEX_ELLIPSIS)
        push_all(p, rest);
    else if (item->kind == GLA_INDEX_NEW_AXIS)
        push_axis(p, 1, 1, false);
    else if (is_number(item))
        take_number(p, item);
    else
        take_array(p, item->array);
}

/* Create the view with its indexed axes first. */
static gla_array *make_view(const plan *p)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int n = 0;
    bool empty = false;
    if (p->ndim > GLA_MAX_NDIM) {
        gla_s_fail(p->s, GLA_SHAPE_ERROR, "%s: the result would have %d dimensions, but at most %d are possible", p->s->op,
                   p->ndim, GLA_MAX_NDIM);
        return NULL;
    }
    for (int first = p->sel->nidx > 0; first >= 0; first--)
        for (int d = 0; d < p->ndim; d++)
            if (p->axes[d].indexed == first) {
                empty |= p->axes[d].length == 0;
                shape[n] = p->axes[d].length;
                strides[n++] = p->axes[d].stride;
            }
    if (p->s->status)
        return NULL;
    gla_array *made; /* the shape needs no check, because the view is no larger than x */
    return gla_s_adopt(p->s, gla_array_view(p->x, n, shape, strides, empty ? 0 : p->offset, &made), &made);
}

/* Broadcast the index arrays to one shape and check the number of dimensions of the result. For an empty view no backend is
 * called, so the positions are checked here. */
static void join_arrays(gla_scope *s, gla_device *dev, gla_selection *sel)
{
    gla_index_broadcast(s, dev, sel->nidx, sel->idx);
    int ndim = s->status ? 0 : sel->idx[0]->ndim + sel->view->ndim - sel->nidx;
    if (ndim > GLA_MAX_NDIM)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the result would have %d dimensions, but at most %d are possible", s->op, ndim,
                   GLA_MAX_NDIM);
    if (!s->status && sel->view->size == 0)
        gla_selection_check(s, sel);
}

void gla_select(gla_scope *s, gla_device *dev, const gla_array *x, const gla_index *key, gla_selection *sel)
{
    axis axes[3 * GLA_MAX_NDIM];
    plan p = {.s = s, .sel = sel, .x = x, .dev = dev, .axes = axes};
    int rest = measure(&p, key), ellipses = 0;
    sel->view = NULL;
    sel->nidx = 0;
    sel->detached = false;
    for (int i = 0; i < key->n && !s->status; i++) {
        ellipses += key->v[i].kind == GLA_INDEX_ELLIPSIS;
        take_item(&p, &key->v[i], rest);
    }
    if (s->status)
        return;
    if (!ellipses)
        push_all(&p, rest);
    sel->position = p.runs == 1 ? p.before : 0;
    sel->view = make_view(&p);
    if (sel->view && sel->nidx)
        join_arrays(s, dev, sel);
    if (s->status)
        sel->view = NULL;
}

void gla_selection_shape(const gla_selection *sel, int *ndim, int64_t *shape)
{
    int n = 0, next = sel->nidx;
    while (n < sel->position)
        shape[n++] = sel->view->shape[next++];
    for (int d = 0; sel->nidx && d < sel->idx[0]->ndim; d++)
        shape[n++] = sel->idx[0]->shape[d];
    while (next < sel->view->ndim)
        shape[n++] = sel->view->shape[next++];
    *ndim = n;
}

gla_array *gla_selection_permute(gla_scope *s, const gla_selection *sel, const gla_array *a)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    if (s->status)
        return NULL;
    int nb = sel->idx[0]->ndim, n = 0;
    for (int group = 0; group < 2; group++) /* index axes first, then the others */
        for (int d = 0; d < a->ndim; d++) {
            bool index = d >= sel->position && d < sel->position + nb;
            if (index == (group == 0)) {
                shape[n] = a->shape[d];
                strides[n++] = a->strides[d];
            }
        }
    return gla_s_view(s, a, n, shape, strides, 0);
}
