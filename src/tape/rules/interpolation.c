/* interpolation.c - Derivatives of interpolation. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rules/nodes.h"

#include <string.h>

/* ---- positions among nodes --------------------------------------------------------------------------------------- */
static gla_array *flat_take(gla_vjp *c, const gla_array *x, const gla_array *at)
{
    gla_array *made = NULL, *flat = gla_r_flat(c, x);
    gla_index key = {.n = 1, .v = {{.kind = GLA_INDEX_ARRAY, .array = at}}};
    if (!flat || !at || gla_r_fails(c))
        return NULL;
    return gla_r_adopt(c, gla_getitem(flat, &key, &made), &made);
}

gla_array *gla_r_plus_one(gla_vjp *c, const gla_array *at)
{
    return at ? gla_r_add(c, at, gla_r_range(c, gla_device_of(at), 1, 1, GLA_INT64)) : NULL;
}

/* Return interp of the node numbers: its whole part is the number of the interval. */
gla_array *gla_r_intervals(gla_vjp *c, const gla_array *x, const gla_array *xp, int64_t n)
{
    gla_dtype real = xp && xp->dtype == GLA_FLOAT32 ? GLA_FLOAT32 : GLA_FLOAT64;
    gla_array *made = NULL, *numbers = xp ? gla_r_range(c, gla_device_of(xp), 0, n, real) : NULL;
    if (!x || !numbers || gla_r_fails(c))
        return NULL;
    made = gla_r_adopt(c, gla_interp(x, xp, numbers, &made, NULL, NULL, NULL), &made);
    gla_array *known = gla_r_where(c, gla_r_apply(c, gla_isnan, made), gla_r_number(c, 0), made);
    known = gla_r_combine(c, gla_minimum, gla_r_apply(c, gla_floor, known), gla_r_number(c, (double)(n > 1 ? n - 2 : 0)));
    return gla_r_astype(c, known, GLA_INT64);
}

/* ---- linear interpolation ---------------------------------------------------------------------------------------- */
/* Cotangents of xp and fp are collected in the rows of nodes, all in one array of which `at` are the positions. */
static gla_array *into_rows(gla_vjp *c, const gla_array *at, const gla_array *first, const gla_array *second, int ndim,
                            const int64_t *shape)
{
    gla_array *start = gla_r_collect(c, gla_r_plus_one(c, at), first, ndim, shape);
    return gla_r_add(c, start, gla_r_collect(c, gla_r_plus_one(c, gla_r_plus_one(c, at)), second, ndim, shape));
}

static gla_array *end_of(gla_vjp *c, const gla_array *x, int64_t k)
{
    return x ? gla_r_part(c, x, x->ndim - 1, k, 1) : NULL;
}

/* The operands of interp in a common form: a row of n nodes for each row of points. */
typedef struct lines {
    gla_array *x, *g, *xp, *fp;
    gla_array *order; /* that sorts periodic nodes; NULL: not periodic */
    int ndim;
    int64_t n, shape[GLA_MAX_NDIM]; /* of the nodes */
} lines;

static gla_array *along_last(gla_vjp *c, const gla_array *x, const gla_array *positions)
{
    gla_array *made = NULL;
    return x && positions && !gla_r_fails(c) ? gla_r_adopt(c, gla_take_along_axis(x, positions, &made, -1), &made) : NULL;
}

static gla_array *sorting_last(gla_vjp *c, const gla_array *x)
{
    gla_array *made = NULL;
    return x && !gla_r_fails(c) ? gla_r_adopt(c, gla_argsort(x, &made, -1, false, true), &made) : NULL;
}

/* Sort periodic nodes, and repeat the last one before the first, and the first one after the last. */
static void wrap(gla_vjp *c, lines *w, gla_array *period)
{
    int last = w->ndim - 1;
    period = gla_r_apply(c, gla_abs, period);
    w->x = gla_r_combine(c, gla_remainder, w->x, period);
    gla_array *xp = gla_r_combine(c, gla_remainder, w->xp, period);
    w->order = sorting_last(c, xp);
    xp = along_last(c, xp, w->order);
    gla_array *fp = along_last(c, w->fp, w->order);
    gla_array *low = gla_r_subtract(c, end_of(c, xp, w->n - 1), period), *high = gla_r_add(c, end_of(c, xp, 0), period);
    w->xp = gla_r_join(c, gla_r_join(c, low, xp, last), high, last);
    w->fp = gla_r_join(c, gla_r_join(c, end_of(c, fp, w->n - 1), fp, last), end_of(c, fp, 0), last);
    w->n += 2;
    w->shape[last] = w->n;
}

/* The adjoint of wrap. */
static gla_array *unwrapped(gla_vjp *c, const lines *w, gla_array *d)
{
    int last = w->ndim - 1;
    int64_t n = w->n - 2;
    if (!w->order || !d)
        return d;
    gla_array *sum = gla_r_add(c, gla_r_part(c, d, last, 1, n), gla_r_padded(c, end_of(c, d, 0), last, n - 1, 0));
    return along_last(c, gla_r_add(c, sum, gla_r_padded(c, end_of(c, d, n + 1), last, 0, n - 1)), sorting_last(c, w->order));
}

static bool lines_of(gla_vjp *c, lines *w)
{
    const gla_operand *x = gla_r_like(c, 0), *xp = gla_r_like(c, 1), *fp = gla_r_like(c, 2);
    *w = (lines){.x = gla_r_x(c, 0), .g = gla_r_g(c, 0), .n = xp->shape[xp->ndim - 1]};
    if (xp->ndim == 1 && fp->ndim == 1) {
        w->x = gla_r_flat(c, w->x);
        w->g = gla_r_flat(c, w->g);
    } else if (!x->ndim) {
        w->x = gla_r_add_last(c, w->x, 1);
        w->g = gla_r_add_last(c, w->g, 1);
    }
    if (!w->g || !w->x)
        return false;
    w->ndim = w->g->ndim;
    memcpy(w->shape, w->g->shape, (size_t)w->ndim * sizeof *w->shape);
    w->shape[w->ndim - 1] = w->n;
    w->xp = gla_r_broadcast(c, gla_r_x(c, 1), w->ndim, w->shape);
    w->fp = gla_r_broadcast(c, gla_r_x(c, 2), w->ndim, w->shape);
    if (gla_r_like(c, 5)->dtype != GLA_NO_DTYPE)
        wrap(c, w, gla_r_x(c, 5));
    return w->xp && w->fp && !gla_r_fails(c);
}

/* Return the position of the node before each point among the nodes of all rows. */
static gla_array *nodes_before(gla_vjp *c, const lines *w)
{
    const gla_array *g = w->g;
    int64_t leading[GLA_MAX_NDIM];
    memcpy(leading, g->shape, (size_t)g->ndim * sizeof *leading);
    leading[w->ndim - 1] = 1;
    int64_t rows = 1;
    for (int i = 0; i < w->ndim - 1; i++)
        rows *= leading[i];
    gla_array *row = gla_r_range(c, gla_device_of(g), 0, rows, GLA_INT64), *at = gla_r_intervals(c, w->x, w->xp, w->n);
    row = gla_r_multiply(c, gla_r_reshape(c, row, w->ndim, leading), gla_r_range(c, gla_device_of(g), w->n, 1, GLA_INT64));
    return gla_r_add(c, gla_r_broadcast(c, at, w->ndim, g->shape), row);
}

/* Points beyond the nodes have the value of the first or last node, unless other values are given. */
static gla_array *beyond_nodes(gla_vjp *c, const lines *w, gla_array *d, gla_array *below, gla_array *above)
{
    gla_ints ends = {1, {-1}};
    for (int k = 0; k < 2; k++) {
        if (gla_r_like(c, 3 + k)->dtype != GLA_NO_DTYPE)
            continue;
        gla_array *sum = gla_r_sum(c, gla_r_selected(c, k ? above : below, w->g), &ends, true);
        d = gla_r_add(c, d, gla_r_padded(c, sum, w->ndim - 1, k ? w->n - 1 : 0, k ? 0 : w->n - 1));
    }
    return d;
}

/* y = f0 + t·(f1 - f0) with t = (x - x0)/(x1 - x0), and constant beyond the nodes. */
GLA_VJP(interp)
{
    const gla_operand *like = gla_r_like(c, 0);
    gla_array *zero = gla_r_number(c, 0);
    lines w;
    if (gla_r_like(c, 5)->dtype != GLA_NO_DTYPE && gla_r_wants(c, 5))
        gla_r_fail(c, "has no derivative with respect to period; use stop_gradient if it is a constant");
    if (gla_r_fails(c) || !lines_of(c, &w))
        return;
    gla_array *below = gla_r_combine(c, gla_less, w.x, end_of(c, w.xp, 0));
    gla_array *above = gla_r_combine(c, gla_greater, w.x, end_of(c, w.xp, w.n - 1));
    for (int k = 0; k < 2; k++)
        if (gla_r_like(c, 3 + k)->dtype != GLA_NO_DTYPE && gla_r_wants(c, 3 + k))
            gla_r_give(c, 3 + k, gla_r_sum(c, gla_r_selected(c, k ? above : below, w.g), NULL, false));
    gla_array *outside = gla_r_combine(c, gla_logical_or, gla_r_combine(c, gla_logical_or, below, above),
                                       gla_r_apply(c, gla_isnan, w.x));
    gla_array *inner = gla_r_where(c, outside, zero, w.g);
    if (w.n < 2) {
        gla_r_give(c, 2, beyond_nodes(c, &w, gla_r_sum(c, inner, &(const gla_ints){1, {-1}}, true), below, above));
        return;
    }
    gla_array *at = nodes_before(c, &w), *next = gla_r_plus_one(c, at), *x0 = flat_take(c, w.xp, at),
              *f0 = flat_take(c, w.fp, at);
    gla_array *h = gla_r_subtract(c, flat_take(c, w.xp, next), x0), *rise = gla_r_subtract(c, flat_take(c, w.fp, next), f0);
    gla_array *jump = gla_r_combine(c, gla_equal, h, zero);
    h = gla_r_where(c, jump, gla_r_number(c, 1), h);
    gla_array *t = gla_r_where(c, outside, zero, gla_r_divide(c, gla_r_subtract(c, w.x, x0), h));
    gla_array *slope = gla_r_multiply(c, inner, gla_r_conj(c, gla_r_where(c, jump, zero, gla_r_divide(c, rise, h))));
    if (slope && slope->dtype >= GLA_COMPLEX64)
        slope = gla_r_apply(c, gla_real, slope);
    bool single = gla_r_like(c, 1)->ndim == 1 && gla_r_like(c, 2)->ndim == 1;
    gla_r_give(c, 0, single ? gla_r_reshape(c, slope, like->ndim, like->shape) : slope);
    gla_array *rest = gla_r_subtract(c, gla_r_number(c, 1), t);
    if (gla_r_wants(c, 1)) {
        gla_array *down = gla_r_negative(c, slope);
        gla_array *d = into_rows(c, at, gla_r_multiply(c, down, rest), gla_r_multiply(c, down, t), w.ndim, w.shape);
        gla_r_give(c, 1, unwrapped(c, &w, d));
    }
    if (gla_r_wants(c, 2)) {
        gla_array *d = into_rows(c, at, gla_r_multiply(c, inner, rest), gla_r_multiply(c, inner, t), w.ndim, w.shape);
        gla_r_give(c, 2, unwrapped(c, &w, beyond_nodes(c, &w, d, below, above)));
    }
}

/* ---- splines ----------------------------------------------------------------------------------------------------- */
/* Let the values have the axes (before, points, after), where x has all points. */
static gla_array *at_points(gla_vjp *c, const gla_array *y, int axis, int64_t points)
{
    const gla_operand *fp = gla_r_like(c, 1);
    int64_t shape[3] = {1, points, 1};
    for (int i = 0; i < fp->ndim; i++)
        shape[i < axis ? 0 : 2] *= i == axis ? 1 : fp->shape[i];
    return gla_r_reshape(c, y, 3, shape);
}

static gla_array *over_points(gla_vjp *c, const gla_array *products)
{
    const gla_operand *x = gla_r_like(c, 2);
    return gla_r_reshape(c, gla_r_sum(c, products, &(const gla_ints){2, {0, 2}}, false), x->ndim, x->shape);
}

/* The arguments of a spline; g has the axes (before, points, after). */
typedef struct spline {
    gla_array *xp, *fp, *x, *g;
    int axis, nu;
    const char *ends;
    bool extrapolates;
    int64_t n;
} spline;

static gla_array *values_at(gla_vjp *c, const spline *w, const gla_array *fp, int axis, const gla_array *x, int nu)
{
    gla_array *made = NULL;
    if (!fp || !x || gla_r_fails(c))
        return NULL;
    return gla_r_adopt(c, gla_cubic_spline(w->xp, fp, x, &made, axis, w->ends, w->extrapolates, nu), &made);
}

/* Return the cotangent of fp, with the axes (before, nodes, after). The spline is linear in fp: its values for the unit vectors
 * are the matrix. The last value of a periodic spline must equal the first: half for each. */
static gla_array *of_values(gla_vjp *c, const spline *w)
{
    bool closed = w->ends && strcmp(w->ends, "periodic") == 0;
    gla_dtype real = w->xp->dtype == GLA_FLOAT32 ? GLA_FLOAT32 : GLA_FLOAT64;
    gla_array *units = NULL;
    if (gla_r_fails(c))
        return NULL;
    units = gla_r_adopt(c, gla_eye(w->n - closed, &units, NULL, 0, real, gla_device_of(w->g)->name), &units);
    if (closed)
        units = gla_r_join(c, units, gla_r_part(c, units, 0, 0, 1), 0);
    gla_array *d = gla_r_matmul(c, gla_r_t(c, values_at(c, w, units, 0, gla_r_flat(c, w->x), w->nu)), w->g);
    if (!closed || !d)
        return d;
    gla_array *half = gla_r_scale(c, gla_r_part(c, d, 1, 0, 1), 0.5);
    return gla_r_join(c, gla_r_join(c, half, gla_r_part(c, d, 1, 1, w->n - 2), 1), half, 1);
}

/* Return the derivative of order nu of (x - xp)²/2 where x > xp, otherwise 0: a row for each x. */
static gla_array *half_squares(gla_vjp *c, const spline *w, gla_array *x, int nu)
{
    gla_array *zero = gla_r_number(c, 0), *step = gla_r_subtract(c, gla_r_add_last(c, x, 1), w->xp);
    gla_array *beyond = gla_r_combine(c, gla_greater, step, zero);
    gla_array *power = nu == 0 ? gla_r_scale(c, gla_r_multiply(c, step, step), 0.5) : nu == 1 ? step : gla_r_number(c, nu == 2);
    return gla_r_astype(c, gla_r_where(c, beyond, power, zero), w->xp->dtype);
}

/* A node that moves by e changes the spline S by e·D. The values stay, so D is minus the slope of S at the node, and 0 at the
 * other nodes. The jump of the third derivative moves too, so the second derivative of D has minus this jump at the node.
 * Therefore D is a spline, minus the jump times the difference between (x - node)²/2 beyond the node and its spline. d:
 * cotangent of fp. */
static gla_array *of_nodes(gla_vjp *c, const spline *w, const gla_array *d)
{
    gla_ints others = {2, {0, 2}};
    int64_t n = w->n;
    gla_array *slope = at_points(c, values_at(c, w, w->fp, w->axis, w->xp, 1), w->axis, n);
    gla_array *sum = gla_r_sum(c, gla_r_multiply(c, gla_r_conj(c, slope), d), &others, false);
    if (n > 3) {
        gla_array *ends = gla_r_add(c, gla_r_part(c, w->xp, 0, 0, n - 1), gla_r_part(c, w->xp, 0, 1, n - 1));
        gla_array *third = values_at(c, w, w->fp, w->axis, gla_r_scale(c, ends, 0.5), 3);
        third = gla_r_conj(c, at_points(c, third, w->axis, n - 1));
        gla_array *jump = gla_r_subtract(c, gla_r_part(c, third, 1, 1, n - 2), gla_r_part(c, third, 1, 0, n - 2));
        gla_array *direct = gla_r_matmul(c, gla_r_t(c, half_squares(c, w, gla_r_flat(c, w->x), w->nu)), w->g);
        gla_array *fitted = gla_r_matmul(c, gla_r_t(c, half_squares(c, w, w->xp, 0)), d);
        gla_array *more = gla_r_multiply(c, gla_r_padded(c, jump, 1, 1, 1), gla_r_subtract(c, direct, fitted));
        sum = gla_r_add(c, sum, gla_r_sum(c, more, &others, false));
    }
    return gla_r_negative(c, sum);
}

GLA_VJP(cubic_spline)
{
    const gla_passed *in = c->node->in;
    const gla_operand *like = gla_r_like(c, 1);
    int axis = gla_r_axis(in[3].integer, like->ndim);
    spline w = {.xp = gla_r_x(c, 0),
                .fp = gla_r_x(c, 1),
                .x = gla_r_x(c, 2),
                .axis = axis,
                .nu = (int)in[6].integer,
                .ends = in[4].text,
                .extrapolates = in[5].truth,
                .n = like->shape[axis]};
    if (gla_r_wants(c, 0) && w.ends && strcmp(w.ends, "not-a-knot") != 0)
        gla_r_fail(c, "with bc_type=\"%s\" has no derivative with respect to xp; use \"not-a-knot\"", w.ends);
    if (!w.x || !gla_r_g(c, 0) || gla_r_fails(c))
        return;
    w.g = at_points(c, gla_r_g(c, 0), axis, w.x->size);
    if (gla_r_wants(c, 2)) {
        gla_array *slope = at_points(c, values_at(c, &w, w.fp, axis, w.x, w.nu + 1), axis, w.x->size);
        gla_array *d = gla_r_multiply(c, w.g, gla_r_conj(c, slope));
        gla_r_give(c, 2, over_points(c, d && d->dtype >= GLA_COMPLEX64 ? gla_r_apply(c, gla_real, d) : d));
    }
    if (!gla_r_wants(c, 0) && !gla_r_wants(c, 1))
        return;
    gla_array *d = of_values(c, &w);
    gla_r_give(c, 1, gla_r_reshape(c, d, like->ndim, like->shape));
    if (gla_r_wants(c, 0))
        gla_r_give(c, 0, of_nodes(c, &w, d));
}

/* ---- monotone curves --------------------------------------------------------------------------------------------- */
static gla_array *same_sign(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    return gla_r_combine(c, gla_greater, gla_r_multiply(c, gla_r_apply(c, gla_sign, x), gla_r_apply(c, gla_sign, y)),
                         gla_r_number(c, 0));
}

/* The slope at an end from the lengths and slopes of two intervals, limited as in kernels/spline_value.h. */
static gla_array *end_slope(gla_vjp *c, const gla_array *h0, const gla_array *h1, const gla_array *m0, const gla_array *m1)
{
    gla_array *zero = gla_r_number(c, 0), *weight = gla_r_add(c, gla_r_scale(c, h0, 2), h1);
    gla_array *d = gla_r_subtract(c, gla_r_multiply(c, weight, m0), gla_r_multiply(c, h0, m1)), *most = gla_r_scale(c, m0, 3);
    d = gla_r_divide(c, d, gla_r_add(c, h0, h1));
    gla_array *large = gla_r_combine(c, gla_greater, gla_r_apply(c, gla_abs, d), gla_r_apply(c, gla_abs, most));
    gla_array *keeps = gla_r_combine(c, gla_logical_or, same_sign(c, m0, m1), gla_r_apply(c, gla_logical_not, large));
    return gla_r_where(c, same_sign(c, d, m0), gla_r_where(c, keeps, d, most), zero);
}

/* Return the slopes at the nodes, from the lengths h of the intervals and their slopes m along the last axis. */
static gla_array *monotone_slopes(gla_vjp *c, const gla_array *h, const gla_array *m)
{
    if (!h || !m)
        return NULL;
    int last = m->ndim - 1;
    int64_t n = h->size;
    if (n == 1)
        return gla_r_join(c, m, m, last);
    gla_array *h0 = gla_r_part(c, h, 0, 0, n - 1), *h1 = gla_r_part(c, h, 0, 1, n - 1), *zero = gla_r_number(c, 0);
    gla_array *m0 = gla_r_part(c, m, last, 0, n - 1), *m1 = gla_r_part(c, m, last, 1, n - 1), *one = gla_r_number(c, 1);
    gla_array *same = same_sign(c, m0, m1);
    gla_array *w0 = gla_r_add(c, gla_r_scale(c, h1, 2), h0), *w1 = gla_r_add(c, gla_r_scale(c, h0, 2), h1);
    gla_array *sum = gla_r_add(c, gla_r_divide(c, w0, gla_r_where(c, same, m0, one)),
                               gla_r_divide(c, w1, gla_r_where(c, same, m1, one)));
    gla_array *inside = gla_r_where(c, same, gla_r_divide(c, gla_r_add(c, w0, w1), sum), zero), *ends[2];
    for (int k = 0; k < 2; k++) {
        int64_t near = k ? n - 1 : 0, far = k ? n - 2 : 1;
        ends[k] = end_slope(c, gla_r_part(c, h, 0, near, 1), gla_r_part(c, h, 0, far, 1), gla_r_part(c, m, last, near, 1),
                            gla_r_part(c, m, last, far, 1));
    }
    return gla_r_join(c, gla_r_join(c, ends[0], inside, last), ends[1], last);
}

/* The curve from its nodes, the values along the last axis, and points in one dimension. */
static gla_array *monotone_curve(gla_vjp *c, gla_array *const v[])
{
    gla_array *made = NULL;
    int last = v[1]->ndim - 1, nu = (int)c->node->in[3].integer;
    gla_array *h = gla_r_adopt(c, gla_diff(v[0], &made, 1, 0, NULL, NULL), &made);
    gla_array *rise = gla_r_adopt(c, gla_diff(v[1], &made, 1, -1, NULL, NULL), &made);
    gla_array *at = gla_r_intervals(c, v[2], v[0], v[0]->size);
    gla_array *slopes = gla_r_divide(c, rise, h), *d = monotone_slopes(c, h, slopes), *next = gla_r_plus_one(c, at);
    gla_array *s = gla_r_subtract(c, v[2], gla_r_take(c, v[0], at, 0)), *m = gla_r_take(c, slopes, at, last);
    gla_array *d0 = gla_r_take(c, d, at, last), *d1 = gla_r_take(c, d, next, last), *length = gla_r_take(c, h, at, 0);
    gla_array *second = gla_r_subtract(c, gla_r_subtract(c, gla_r_scale(c, m, 3), gla_r_scale(c, d0, 2)), d1);
    gla_array *third = gla_r_subtract(c, gla_r_add(c, d0, d1), gla_r_scale(c, m, 2)), *y = NULL;
    gla_array *a[4] = {gla_r_take(c, v[1], at, last), d0, gla_r_divide(c, second, length),
                       gla_r_divide(c, third, gla_r_multiply(c, length, length))};
    for (int i = 3; i >= nu; i--) { /* of order nu */
        double factor = 1;
        for (int k = 0; k < nu; k++)
            factor *= i - k;
        gla_array *term = gla_r_scale(c, a[i], factor);
        y = y ? gla_r_add(c, gla_r_multiply(c, y, s), term) : term;
    }
    return y;
}

GLA_VJP(pchip_interpolate)
{
    const gla_operand *fp = gla_r_like(c, 1);
    gla_array *x[3] = {gla_r_x(c, 0), gla_r_x(c, 1), gla_r_x(c, 2)}, *g = gla_r_g(c, 0), *d[3] = {NULL};
    int axis = gla_r_axis(c->node->in[4].integer, fp->ndim), last = fp->ndim - 1;
    if (!g || !x[2] || c->node->in[3].integer > 3)
        return;
    int64_t points = x[2]->size, shape[GLA_MAX_NDIM];
    for (int i = 0; i < fp->ndim; i++)
        shape[i] = i == axis ? points : fp->shape[i];
    g = gla_r_moved(c, gla_r_reshape(c, g, fp->ndim, shape), axis, last);
    x[1] = gla_r_moved(c, x[1], axis, last);
    x[2] = gla_r_flat(c, x[2]);
    if (points)
        gla_r_compose(c, monotone_curve, 3, x, g, d);
    gla_r_give(c, 0, d[0]);
    gla_r_give(c, 1, gla_r_moved(c, d[1], last, axis));
    gla_r_give(c, 2, gla_r_reshape(c, d[2], gla_r_like(c, 2)->ndim, gla_r_like(c, 2)->shape));
}
