/* lfilter.c - Digital filters: a convolution of the input, followed by a recurrence for the output. */
#include "array/number.h"
#include "series/recurrence.h"

#include <string.h>

typedef struct call {
    gla_scope s;
    gla_device *dev;
    gla_dtype dtype;
    int axis;
    int64_t order;               /* length of a state along axis */
    int64_t n;                   /* number of steps */
    gla_array *b, *a;            /* both divided by a[0]; a is negated and a[0] is dropped; a is NULL if no coefficient is
                                  * left */
    gla_array *x, *zi;           /* time is the last axis; x is contiguous; if zi is NULL, the initial state is zero */
    int64_t shape[GLA_MAX_NDIM]; /* shape of x */
} call;

static void check(call *c, const gla_array *b, const gla_array *a, const gla_array *x, const gla_array *zi)
{
    gla_scope *s = &c->s;
    const gla_array *both[2] = {b, a};
    for (int i = 0; i < 2; i++)
        if (both[i]->ndim != 1 || both[i]->size == 0)
            gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s %s; give a vector of coefficients", s->op, i ? "a" : "b",
                       both[i]->ndim == 1 ? "has no elements" : "is not a vector");
    if (!s->status)
        gla_s_check(s, gla_normalize_axis(s->op, x->ndim, c->axis, &c->axis));
    if (s->status)
        return;
    c->order = (a->size > b->size ? a->size : b->size) - 1;
    c->n = x->shape[c->axis];
    if (!zi)
        return;
    bool fits = zi->ndim == x->ndim;
    for (int d = 0; fits && d < x->ndim; d++)
        fits = d == c->axis ? zi->shape[d] == c->order : zi->shape[d] == x->shape[d] || zi->shape[d] == 1;
    if (!fits) {
        char tz[GLA_SHAPE_TEXT], tx[GLA_SHAPE_TEXT];
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "%s: zi of shape %s does not match x of shape %s; it must have length %lld along axis %d", s->op,
                   gla_shape_text(zi->ndim, zi->shape, tz, sizeof tz), gla_shape_text(x->ndim, x->shape, tx, sizeof tx),
                   (long long)c->order, c->axis);
    }
}

/* Read the coefficients and divide them by a[0]. */
static void read_coefficients(call *c, const gla_array *b, const gla_array *a)
{
    gla_scope *s = &c->s;
    gla_number first = {0};
    gla_array *lead = gla_s_slice(s, a, 0, 0, 1);
    if (!lead || gla_s_check(s, gla_read_number(s->op, "a", lead, &first)))
        return;
    if (first.is_integer ? first.integer == 0 : first.re == 0 && first.im == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a[0] is zero, but it must be nonzero because all coefficients are divided by it",
                   s->op);
    if (s->status)
        return;
    b = gla_s_astype(s, c->dtype, b);
    a = gla_s_astype(s, c->dtype, a);
    lead = s->status ? NULL : gla_s_slice(s, a, 0, 0, 1);
    gla_array *scaled = gla_s_combine(s, gla_divide, b, lead);
    c->b = s->status ? NULL : gla_s_contiguous(s, c->dev, c->dtype, scaled);
    if (s->status || a->size == 1)
        return;
    gla_array *rest = gla_s_apply(s, gla_negative, gla_s_slice(s, a, 0, 1, a->size - 1));
    scaled = gla_s_combine(s, gla_divide, rest, lead);
    c->a = s->status ? NULL : gla_s_contiguous(s, c->dev, c->dtype, scaled);
}

static void begin(call *c, const char *op, const gla_array *b, const gla_array *a, const gla_array *x, int axis,
                  const gla_array *zi)
{
    const gla_array *in[4] = {b, a, x, zi};
    gla_array *placed[4] = {NULL, NULL, NULL, NULL};
    gla_scope *s = &c->s;
    gla_scope_begin(s, op);
    c->axis = axis;
    check(c, b, a, x, zi);
    if (s->status)
        return;
    gla_s_place(s, zi ? 4 : 3, in, false, &c->dev, placed);
    c->dtype = gla_floating_of(gla_promote_arrays(zi ? 4 : 3, in));
    if (!s->status)
        read_coefficients(c, placed[0], placed[1]);
    if (s->status)
        return;
    gla_array *turned = gla_s_swap_axis(s, placed[2], c->axis);
    if (turned)
        memcpy(c->shape, turned->shape, sizeof *c->shape * (size_t)turned->ndim);
    c->x = s->status ? NULL : gla_s_contiguous(s, c->dev, c->dtype, turned);
    if (zi && !s->status) {
        turned = gla_s_swap_axis(s, placed[3], c->axis);
        c->zi = s->status ? NULL : gla_s_astype(s, c->dtype, turned);
    }
}

/* Convolve rows of x with the coefficients, starting at the given step. */
static gla_array *taps(call *c, const gla_array *x, const gla_array *v, int64_t first, int64_t count)
{
    gla_scope *s = &c->s;
    int64_t shape[GLA_MAX_NDIM];
    if (s->status)
        return NULL;
    memcpy(shape, c->shape, sizeof *shape * (size_t)x->ndim);
    shape[x->ndim - 1] = count;
    gla_array *out = gla_s_new(s, c->dev, c->dtype, x->ndim, shape);
    if (!out || out->size == 0)
        return out;
    gla_run r = gla_run_begin(s, c->dev, GLA_SLOT(series, convolve), (double)out->size * (double)v->size);
    if (!s->status)
        gla_s_check(s, r.at->backend->series->convolve(r.at, x, v, first, out));
    gla_run_end(&r);
    return out;
}

/* Add the elements of zi, starting with element `from`, to the first elements of the rows. */
static void add_state(call *c, gla_array *rows, int64_t from)
{
    gla_scope *s = &c->s;
    if (s->status || !c->zi || from >= c->order || rows->size == 0)
        return;
    int last = rows->ndim - 1;
    int64_t count = c->order - from < rows->shape[last] ? c->order - from : rows->shape[last];
    gla_array *head = gla_s_slice(s, rows, last, 0, count);
    gla_s_assign(s, head, gla_s_combine(s, gla_add, head, gla_s_slice(s, c->zi, last, from, count)));
}

/* Return y, with time last. */
static gla_array *filter(call *c)
{
    gla_array *y = c->s.status ? NULL : taps(c, c->x, c->b, 0, c->n);
    add_state(c, y, 0);
    if (c->s.status || !c->a || y->size == 0)
        return y;
    gla_recurrence r = {.lines = y->size / c->n, .n = c->n, .k = c->a->size, .filters = true, .a = c->a};
    gla_recur(&c->s, c->dev, &r, y);
    return y;
}

/* Return the final state: the contribution of past inputs and outputs to the outputs after the last step. */
static gla_array *find_state(call *c, const gla_array *y)
{
    gla_scope *s = &c->s;
    if (s->status)
        return NULL;
    gla_array *state;
    if (c->n > 0) {
        state = taps(c, c->x, c->b, c->n, c->order);
        if (c->a)
            state = gla_s_combine(s, gla_add, state, taps(c, y, c->a, c->n - 1, c->order));
    } else {
        int64_t shape[GLA_MAX_NDIM];
        memcpy(shape, c->shape, sizeof *shape * (size_t)y->ndim);
        shape[y->ndim - 1] = c->order;
        state = gla_s_zeros(s, c->dev, c->dtype, y->ndim, shape);
    }
    add_state(c, state, c->n);
    return state;
}

gla_status gla_lfilter(const gla_array *b, const gla_array *a, const gla_array *x, gla_array **out, int axis,
                       const gla_array *zi)
{
    call c = {.dtype = GLA_NO_DTYPE};
    *out = NULL;
    begin(&c, "lfilter", b, a, x, axis, zi);
    gla_array *y = filter(&c);
    return gla_scope_return(&c.s, c.s.status ? NULL : gla_s_swap_axis(&c.s, y, c.axis), out);
}

gla_status gla_lfilter_state(const gla_array *b, const gla_array *a, const gla_array *x, gla_array **y, gla_array **zf,
                             int axis, const gla_array *zi)
{
    call c = {.dtype = GLA_NO_DTYPE};
    *y = *zf = NULL;
    begin(&c, "lfilter_state", b, a, x, axis, zi);
    gla_array *rows = filter(&c), *state = find_state(&c, rows);
    rows = c.s.status ? NULL : gla_s_swap_axis(&c.s, rows, c.axis);
    state = c.s.status ? NULL : gla_s_swap_axis(&c.s, state, c.axis);
    if (!c.s.status) {
        gla_scope_give(&c.s, rows, y);
        gla_scope_give(&c.s, state, zf);
    }
    return gla_scope_end(&c.s);
}
