/* select.c - from an index expression to a view and index arrays for its first axes. */
#include "index/select.h"

/* An expression being read: the view as it grows, with the index arrays that stand at some of its axes. */
typedef struct plan {
    const char *op;
    const gla_array *x;
    gla_device *dev;
    bool fancy;      /* there are index arrays: integers count as such too */
    int axis;        /* next of x */
    int ndim;        /* of the view so far */
    int64_t offset;
    int64_t shape[3 * GLA_MAX_NDIM], strides[3 * GLA_MAX_NDIM];
    bool indexed[3 * GLA_MAX_NDIM]; /* the axis belongs to an index array */
    int before;      /* other axes before the first index array */
    int runs;        /* how many groups of neighbouring places hold index arrays */
    bool in_run;
} plan;

static bool is_number(const gla_index_item *item)
{
    return item->kind == GLA_INDEX_INTEGER || (item->kind == GLA_INDEX_ARRAY && item->array->ndim == 0 &&
                                               item->array->dtype != GLA_BOOL);
}

/* How many dimensions of x a place takes. */
static int width_of(const gla_index_item *item)
{
    switch (item->kind) {
    case GLA_INDEX_ELLIPSIS:
    case GLA_INDEX_NEW_AXIS:
        return 0;
    case GLA_INDEX_ARRAY:
        return item->array->dtype == GLA_BOOL ? item->array->ndim : 1;
    default:
        return 1;
    }
}

/* Check the expression as a whole; the number of dimensions that the ellipsis (or the end) stands for. */
static gla_status measure(plan *p, const gla_index *key, int *rest)
{
    int taken = 0, ellipses = 0;
    for (int i = 0; i < key->n; i++) {
        const gla_index_item *item = &key->v[i];
        if (item->kind == GLA_INDEX_ARRAY && item->array->dtype != GLA_BOOL &&
            !gla_dtype_is_integer(item->array->dtype))
            return gla_fail(GLA_DTYPE_ERROR, "%s: an index array is %s; convert it to int64, or compare it to get a "
                            "mask", p->op, gla_dtype_name(item->array->dtype));
        taken += width_of(item);
        ellipses += item->kind == GLA_INDEX_ELLIPSIS;
        p->fancy |= item->kind == GLA_INDEX_ARRAY && !is_number(item);
    }
    if (ellipses > 1)
        return gla_fail(GLA_INDEX_ERROR, "%s: the index has %d ellipses; write ... once", p->op, ellipses);
    if (taken > p->x->ndim)
        return gla_fail(GLA_INDEX_ERROR, "%s: the index takes %d dimensions, but x has %d; leave some out", p->op,
                        taken, p->x->ndim);
    *rest = p->x->ndim - taken;
    return GLA_OK;
}

static void push_axis(plan *p, int64_t length, int64_t stride, bool indexed)
{
    p->shape[p->ndim] = length;
    p->strides[p->ndim] = stride;
    p->indexed[p->ndim++] = indexed;
}

static void push_all(plan *p, int count)
{
    for (; count > 0; count--, p->axis++)
        push_axis(p, p->x->shape[p->axis], p->x->strides[p->axis], false);
}

/* Python's slice.indices: bounds beyond the ends are cut. */
static gla_status push_slice(plan *p, const gla_index_item *item)
{
    int64_t n = p->x->shape[p->axis], stride = p->x->strides[p->axis], step = item->step;
    if (step == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the step of a slice is 0; give a positive or a negative one", p->op);
    int64_t low = step > 0 ? 0 : -1, high = step > 0 ? n : n - 1; /* where start and stop may lie */
    int64_t bounds[2] = {step > 0 ? low : high, step > 0 ? high : low};
    for (int k = 0; k < 2; k++) {
        int64_t v = k ? item->stop : item->start;
        if (!(k ? item->has_stop : item->has_start))
            continue;
        if (v < 0)
            v = v + n < low ? low : v + n;
        bounds[k] = v > high ? high : v;
    }
    int64_t distance = step > 0 ? bounds[1] - bounds[0] : bounds[0] - bounds[1];
    uint64_t pace = step > 0 ? (uint64_t)step : -(uint64_t)step;
    int64_t length = distance > 0 ? (int64_t)(((uint64_t)distance - 1) / pace) + 1 : 0;
    if (length > 0)
        p->offset += bounds[0] * stride;
    push_axis(p, length, length > 1 ? stride * step : stride, false);
    p->axis++;
    return GLA_OK;
}

static gla_status read_position(plan *p, const gla_index_item *item, int64_t *position)
{
    gla_array *at = NULL, *host = NULL;
    void *data = NULL;
    if (item->kind == GLA_INDEX_INTEGER) {
        *position = item->start;
        return GLA_OK;
    }
    gla_status st = gla_index_from_integers(p->op, gla_device_of(item->array), item->array, &at);
    if (!st)
        st = gla_to_host(at, &host, &data);
    if (!st)
        *position = *(const int64_t *)data;
    gla_unref(at);
    gla_unref(host);
    return st;
}

static gla_status take_number(plan *p, const gla_index_item *item, gla_selection *s)
{
    int64_t at = 0, n = p->x->shape[p->axis];
    gla_array *number = NULL;
    gla_status st = read_position(p, item, &at);
    if (st)
        return st;
    if (at < -n || at >= n)
        return gla_fail(GLA_INDEX_ERROR, "%s: index %lld is out of range for axis %d of length %lld", p->op,
                        (long long)at, p->axis, (long long)n);
    s->detached |= item->kind == GLA_INDEX_ARRAY;
    if (!p->fancy) {
        p->offset += (at < 0 ? at + n : at) * p->x->strides[p->axis++];
        return GLA_OK;
    }
    if ((st = gla_scalar(GLA_INT64, &at, &number)))
        return st;
    push_axis(p, n, p->x->strides[p->axis], true);
    s->axis[s->nidx] = p->axis++;
    s->idx[s->nidx++] = number;
    return GLA_OK;
}

static gla_status take_array(plan *p, const gla_array *a, gla_selection *s)
{
    const gla_array *x = p->x;
    if (a->dtype != GLA_BOOL) {
        push_axis(p, x->shape[p->axis], x->strides[p->axis], true);
        s->axis[s->nidx] = p->axis++;
        return gla_index_from_integers(p->op, p->dev, a, &s->idx[s->nidx++]);
    }
    for (int d = 0; d < a->ndim; d++)
        if (a->shape[d] != x->shape[p->axis + d])
            return gla_fail(GLA_INDEX_ERROR, "%s: the mask has length %lld where axis %d of x has %lld; they must be "
                            "equal", p->op, (long long)a->shape[d], p->axis + d, (long long)x->shape[p->axis + d]);
    int first = s->nidx;
    if (a->ndim == 0)
        push_axis(p, 1, 0, true);
    for (int d = 0; d < a->ndim; d++, p->axis++)
        push_axis(p, x->shape[p->axis], x->strides[p->axis], true);
    s->nidx += a->ndim ? a->ndim : 1;
    return gla_index_from_mask(p->op, p->dev, a, &s->idx[first]);
}

static gla_status take_item(plan *p, const gla_index_item *item, int rest, gla_selection *s)
{
    bool indexes = p->fancy && (item->kind == GLA_INDEX_ARRAY || item->kind == GLA_INDEX_INTEGER);
    if (indexes && !p->in_run && p->runs++ == 0)
        p->before = p->ndim;
    p->in_run = indexes;
    switch (item->kind) {
    case GLA_INDEX_SLICE:
        return push_slice(p, item);
    case GLA_INDEX_ELLIPSIS:
        push_all(p, rest);
        return GLA_OK;
    case GLA_INDEX_NEW_AXIS:
        push_axis(p, 1, 1, false);
        return GLA_OK;
    default:
        return is_number(item) ? take_number(p, item, s) : take_array(p, item->array, s);
    }
}

/* The view with its indexed axes first. */
static gla_status make_view(const plan *p, gla_selection *s)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int n = 0;
    if (p->ndim > GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR, "%s: the index makes %d dimensions, but at most %d are possible", p->op,
                        p->ndim, GLA_MAX_NDIM);
    for (int first = 1; first >= 0; first--)
        for (int d = 0; d < p->ndim; d++)
            if (p->indexed[d] == first) {
                shape[n] = p->shape[d];
                strides[n++] = p->strides[d];
            }
    bool empty = false;
    for (int d = 0; d < n; d++)
        empty |= shape[d] == 0;
    return gla_array_view(p->x, n, shape, strides, empty ? 0 : p->offset, &s->view);
}

/* The index arrays, together: of one shape, and not too many dimensions with the others.  Positions are looked at
 * where no backend will, because nothing is selected, or nothing could be. */
static gla_status join_arrays(const plan *p, gla_selection *s)
{
    gla_status st = gla_index_broadcast(p->op, p->dev, s->nidx, s->idx);
    if (st)
        return st;
    if (s->idx[0]->ndim + s->view->ndim - s->nidx > GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR, "%s: the result would have %d dimensions, but at most %d are possible", p->op,
                        s->idx[0]->ndim + s->view->ndim - s->nidx, GLA_MAX_NDIM);
    return s->view->size == 0 ? gla_selection_check(p->op, s) : GLA_OK;
}

gla_status gla_select(const char *op, gla_device *dev, const gla_array *x, const gla_index *key, gla_selection *s)
{
    plan p = {.op = op, .x = x, .dev = dev};
    int rest = 0, ellipses = 0;
    *s = (gla_selection){0};
    gla_status st = measure(&p, key, &rest);
    for (int i = 0; !st && i < key->n; i++) {
        ellipses += key->v[i].kind == GLA_INDEX_ELLIPSIS;
        st = take_item(&p, &key->v[i], rest, s);
    }
    if (!st && !ellipses)
        push_all(&p, rest);
    if (!st)
        st = make_view(&p, s);
    if (!st && s->nidx)
        st = join_arrays(&p, s);
    s->position = p.runs == 1 ? p.before : 0;
    if (st)
        gla_selection_release(s);
    return st;
}

void gla_selection_release(gla_selection *s)
{
    gla_unref(s->view);
    gla_release_operands(s->nidx, s->idx);
    s->view = NULL;
    s->nidx = 0;
}

void gla_selection_shape(const gla_selection *s, int *ndim, int64_t *shape)
{
    int n = 0, next = s->nidx;
    while (n < s->position)
        shape[n++] = s->view->shape[next++];
    for (int d = 0; s->nidx && d < s->idx[0]->ndim; d++)
        shape[n++] = s->idx[0]->shape[d];
    while (next < s->view->ndim)
        shape[n++] = s->view->shape[next++];
    *ndim = n;
}

gla_status gla_selection_permute(const gla_selection *s, const gla_array *a, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int nb = s->idx[0]->ndim, n = 0;
    for (int group = 0; group < 2; group++) /* the index dimensions, then the others */
        for (int d = 0; d < a->ndim; d++) {
            bool index = d >= s->position && d < s->position + nb;
            if (index == (group == 0)) {
                shape[n] = a->shape[d];
                strides[n++] = a->strides[d];
            }
        }
    return gla_array_view(a, n, shape, strides, 0, out);
}
