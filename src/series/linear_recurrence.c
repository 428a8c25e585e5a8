/* linear_recurrence.c - Linear recurrences of scalars and of vectors. */
#include "series/recurrence.h"

#include <string.h>

/* One call: the shape of all lines, with steps along `axis`.  After these dimensions a has `square` more dimensions, and b and
 * the result have `vector` more. */
typedef struct call {
    gla_scope s;
    gla_device *dev;
    gla_dtype dtype;
    int ndim, axis, square, vector;
    int64_t k, shape[GLA_MAX_NDIM + 2];
    gla_array *a, *b, *x0;
} call;

/* Return a view of the leading dimensions of x, which broadcast. */
static const gla_array *leading(gla_stack_view *view, const gla_array *x, int trailing)
{
    return gla_view_on_stack(view, x, x->ndim - trailing, x->shape, x->strides);
}

static void begin(call *c, const char *op, const gla_array *a, const gla_array *b, const gla_array *x0)
{
    gla_scope *s = &c->s;
    const gla_array *in[3] = {a, b, x0};
    gla_array *placed[3] = {NULL, NULL, NULL};
    gla_stack_view views[2];
    char text[GLA_SHAPE_TEXT];
    gla_scope_begin(s, op);
    const gla_array *both[2] = {a, b};
    if (c->square && (a->ndim < 2 || a->shape[a->ndim - 1] != a->shape[a->ndim - 2]))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: a has shape %s, but it must be a square matrix, or a square matrix for each step",
                   op, gla_shape_text(a->ndim, a->shape, text, sizeof text));
    else if (c->square && b->ndim < 2)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: b is %d-dimensional, but it must be at least 2-d, with a row for each step", op,
                   b->ndim);
    if (s->status)
        return;
    c->k = c->square ? a->shape[a->ndim - 1] : 1;
    if (c->square && b->shape[b->ndim - 1] != c->k)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the matrices in a have order %lld, but the rows of b have length %lld", op,
                   (long long)c->k, (long long)b->shape[b->ndim - 1]);
    both[0] = leading(&views[0], a, c->square);
    both[1] = leading(&views[1], b, c->vector);
    if (!s->status)
        gla_s_check(s, gla_common_shape(op, 2, both, &c->ndim, c->shape));
    if (!s->status)
        gla_s_check(s, gla_normalize_axis(op, c->ndim, c->axis, &c->axis));
    gla_s_place(s, x0 ? 3 : 2, in, false, &c->dev, placed);
    c->dtype = gla_floating_of(gla_promote_arrays(x0 ? 3 : 2, in));
    c->a = placed[0];
    c->b = placed[1];
    c->x0 = placed[2];
}

/* Return x broadcast to the dimensions of the call, followed by the trailing dimensions of x, with time as the last axis,
 * contiguous. */
static gla_array *arrange(call *c, const gla_array *x, int64_t shape[], int trailing)
{
    gla_scope *s = &c->s;
    for (int i = 0; i < trailing; i++)
        shape[c->ndim + i] = c->k;
    gla_array *spread = s->status ? NULL : gla_s_broadcast(s, x, c->ndim + trailing, shape);
    gla_array *turned = spread && c->axis != c->ndim - 1 ? gla_s_swap_axis(s, spread, c->axis) : spread;
    return s->status ? NULL : gla_s_contiguous(s, c->dev, c->dtype, turned);
}

/* Place the coefficients without broadcasting those that repeat. */
static void place_coefficients(call *c, gla_recurrence *r)
{
    int64_t shape[GLA_MAX_NDIM + 2], each = c->square ? c->k * c->k : 1;
    int own = c->a->ndim - c->square, skip = c->ndim - own;
    bool varies = false, shared = true;
    for (int d = 0; d < c->ndim; d++) {
        int64_t length = d < skip ? 1 : c->a->shape[d - skip];
        varies = varies || (d == c->axis && length > 1);
        shared = shared && (d == c->axis || length == 1);
    }
    for (int d = 0; d < c->ndim; d++)
        shape[d] = d == c->axis ? (varies ? r->n : 1) : shared ? 1 : c->shape[d];
    r->a = arrange(c, c->a, shape, c->square);
    r->a_step = varies ? each : 0;
    r->a_line = shared ? 0 : varies ? r->n * each : each;
}

/* Return the initial states, with one row for each line. */
static gla_array *place_start(call *c)
{
    gla_scope *s = &c->s;
    int64_t shape[GLA_MAX_NDIM];
    int n = 0;
    if (s->status || !c->x0)
        return NULL;
    for (int d = 0; d < c->ndim; d++) /* in the order of the lines, in which the last dimension replaces the axis */
        if (d != c->axis)
            shape[n++] = c->shape[d];
    if (c->vector)
        shape[n++] = c->k;
    bool fits = c->x0->ndim <= n;
    for (int d = 1; fits && d <= c->x0->ndim; d++)
        fits = c->x0->shape[c->x0->ndim - d] == shape[n - d] || (c->x0->shape[c->x0->ndim - d] == 1 && !(c->vector && d == 1));
    if (!fits) {
        char tx[GLA_SHAPE_TEXT], tn[GLA_SHAPE_TEXT];
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: x0 of shape %s cannot be broadcast to %s, the shape of the states", s->op,
                   gla_shape_text(c->x0->ndim, c->x0->shape, tx, sizeof tx), gla_shape_text(n, shape, tn, sizeof tn));
        return NULL;
    }
    gla_array *rows = gla_s_broadcast(s, c->x0, n, shape);
    if (rows && !c->vector && c->axis < c->ndim - 1) { /* the last dimension is moved to the position of the axis */
        int64_t turned[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
        n = 0;
        for (int d = 0; d < c->ndim - 1; d++) {
            int from = d == c->axis ? c->ndim - 2 : d < c->axis ? d : d - 1;
            turned[n] = rows->shape[from];
            strides[n++] = rows->strides[from];
        }
        rows = gla_s_view(s, rows, n, turned, strides, 0);
    }
    return s->status ? NULL : gla_s_contiguous(s, c->dev, c->dtype, rows);
}

static gla_array *run(call *c)
{
    gla_scope *s = &c->s;
    int64_t shape[GLA_MAX_NDIM + 2];
    if (s->status)
        return NULL;
    if (c->ndim + c->square > GLA_MAX_NDIM) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the result would have more than %d dimensions", s->op, GLA_MAX_NDIM - 1);
        return NULL;
    }
    gla_recurrence r = {.n = c->shape[c->axis], .k = c->k};
    memcpy(shape, c->shape, sizeof *shape * (size_t)c->ndim);
    shape[c->ndim] = c->k;
    gla_array *terms = gla_s_broadcast(s, c->b, c->ndim + c->vector, shape);
    gla_array *turned = terms && c->axis != c->ndim - 1 ? gla_s_swap_axis(s, terms, c->axis) : terms;
    gla_array *out = turned ? gla_s_new(s, c->dev, c->dtype, turned->ndim, turned->shape) : NULL;
    r.start = place_start(c);
    if (out && out->size) {
        gla_s_assign(s, out, turned);
        r.lines = out->size / (r.n * r.k);
        place_coefficients(c, &r);
        gla_recur(s, c->dev, &r, out);
    }
    return s->status || c->axis == c->ndim - 1 ? out : gla_s_swap_axis(s, out, c->axis);
}

gla_status gla_linear_recurrence(const gla_array *a, const gla_array *b, gla_array **out, const gla_array *x0, int axis)
{
    call c = {.axis = axis};
    *out = NULL;
    begin(&c, "linear_recurrence", a, b, x0);
    gla_array *x = run(&c);
    return gla_scope_return(&c.s, c.s.status ? NULL : x, out);
}

gla_status gla_vector_recurrence(const gla_array *a, const gla_array *b, gla_array **out, const gla_array *x0)
{
    call c = {.axis = -1, .square = 2, .vector = 1};
    *out = NULL;
    begin(&c, "vector_recurrence", a, b, x0);
    gla_array *x = run(&c);
    return gla_scope_return(&c.s, c.s.status ? NULL : x, out);
}
