/* gradient.c - Numerical derivatives by finite differences, second-order accurate in the interior. */
#include "array/number.h"
#include "core/scope.h"
#include "elementwise/map.h"
#include "elementwise/ops.h"

#include <string.h>

/* One derivative: its axis, and the spacing along this axis, either constant or given by positions. */
typedef struct derivative {
    gla_scope *s;
    const gla_array *f;
    int axis, edge_order;
    int64_t n;
    double step;      /* constant spacing */
    gla_array *steps; /* n − 1 distances, with the dimensions of f, if the spacing varies */
} derivative;

static gla_array *difference(const derivative *d, const gla_array *x, int64_t first, int64_t second, int64_t count)
{
    return gla_s_combine(d->s, gla_subtract, gla_s_slice(d->s, x, d->axis, second, count),
                         gla_s_slice(d->s, x, d->axis, first, count));
}

static void divide_into(const derivative *d, const gla_array *x, const gla_array *by, gla_array *out)
{
    const gla_array *in[2] = {x, by};
    if (!d->s->status)
        gla_s_check(d->s, gla_map_into(GLA_OP_divide, out->dtype, 2, in, out));
}

/* Compute the interior.  If the spacing varies, the slope on each side is weighted by the distance on the other side. */
static void find_inside(const derivative *d, gla_array *out)
{
    gla_scope *s = d->s;
    if (!d->steps) {
        divide_into(d, difference(d, d->f, 0, 2, d->n - 2), gla_s_number(s, 2 * d->step), out);
        return;
    }
    gla_array *h = gla_s_slice(d->s, d->steps, d->axis, 0, d->n - 2), *k = gla_s_slice(d->s, d->steps, d->axis, 1, d->n - 2);
    gla_array *left = gla_s_combine(s, gla_divide, difference(d, d->f, 0, 1, d->n - 2), h);
    gla_array *right = gla_s_combine(s, gla_divide, difference(d, d->f, 1, 2, d->n - 2), k);
    gla_array *sum = gla_s_combine(s, gla_add, gla_s_combine(s, gla_multiply, left, k),
                                   gla_s_combine(s, gla_multiply, right, h));
    divide_into(d, sum, gla_s_combine(s, gla_add, h, k), out);
}

/* Return the derivative at an end: the slope through the last two points or, if edge_order is 2, the slope of the parabola
 * through the last three. */
static gla_array *at_end(const derivative *d, bool first)
{
    gla_scope *s = d->s;
    int64_t i = first ? 0 : d->n - 2, j = first ? 1 : d->n - 3; /* length of the interval at the end, and length of the adjacent
                                                                 * interval */
    gla_array *h = d->steps ? gla_s_slice(d->s, d->steps, d->axis, i, 1) : gla_s_number(s, d->step);
    gla_array *slope = gla_s_combine(s, gla_divide, difference(d, d->f, i, i + 1, 1), h);
    if (d->edge_order == 1)
        return slope;
    gla_array *k = d->steps ? gla_s_slice(d->s, d->steps, d->axis, j, 1) : h;
    gla_array *next = gla_s_combine(s, gla_divide, difference(d, d->f, j, j + 1, 1), k);
    gla_array *both = d->steps ? gla_s_combine(s, gla_add, h, k) : gla_s_number(s, 2 * d->step);
    gla_array *bend = gla_s_combine(s, gla_divide, gla_s_combine(s, gla_subtract, slope, next), both);
    return gla_s_combine(s, gla_add, slope, gla_s_combine(s, gla_multiply, bend, h));
}

static gla_array *derive(const derivative *d)
{
    gla_scope *s = d->s;
    if (d->n < d->edge_order + 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "gradient: f has length %lld along axis %d, but edge_order %d requires at least %d",
                   (long long)d->n, d->axis, d->edge_order, d->edge_order + 1);
    if (s->status)
        return NULL;
    gla_array *out = gla_s_new(s, gla_device_of(d->f), d->f->dtype, d->f->ndim, d->f->shape);
    if (out && out->size) {
        if (d->n > 2)
            find_inside(d, gla_s_slice(d->s, out, d->axis, 1, d->n - 2));
        gla_s_assign(s, gla_s_slice(d->s, out, d->axis, 0, 1), at_end(d, true));
        gla_s_assign(s, gla_s_slice(d->s, out, d->axis, d->n - 1, 1), at_end(d, false));
    }
    return out;
}

/* Compute distances between the given positions, with the dimensions of f. */
static void read_places(derivative *d, const gla_array *places)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    if (places->shape[0] != d->n) {
        gla_s_fail(d->s, GLA_SHAPE_ERROR, "gradient: spacing has length %lld, but f has length %lld along axis %d",
                   (long long)places->shape[0], (long long)d->n, d->axis);
        return;
    }
    gla_array *x = gla_s_to_device(d->s, gla_device_of(d->f), places);
    x = d->s->status ? NULL : gla_s_astype(d->s, gla_real_of(d->f->dtype), x);
    for (int i = 0; i < d->f->ndim; i++)
        shape[i] = strides[i] = 1;
    shape[d->axis] = d->n;
    strides[d->axis] = x ? x->strides[0] : 1;
    x = d->s->status ? NULL : gla_s_view(d->s, x, d->f->ndim, shape, strides, 0);
    if (x && d->n > 1)
        d->steps = difference(d, x, 0, 1, d->n - 1);
}

/* Read the spacing: a constant, or positions. */
static void read_spacing(derivative *d, const gla_array *spacing)
{
    gla_number value = {.re = 1};
    if (spacing && spacing->ndim == 1) {
        read_places(d, spacing);
        return;
    }
    if (spacing)
        gla_s_check(d->s, gla_read_number("gradient", "spacing", spacing, &value));
    d->step = value.re;
}

static void check(gla_scope *s, const gla_array *f, const gla_array *spacing, gla_axis axis, int edge_order)
{
    if (axis == GLA_NO_AXIS && f->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "gradient: f has %d dimensions; give the axis along which to differentiate", f->ndim);
    if (edge_order != 1 && edge_order != 2)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "gradient: edge_order is %d, but it must be 1 or 2", edge_order);
    if (spacing && gla_dtype_is_complex(spacing->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "gradient: spacing is complex, but it must be real");
    if (spacing && spacing->ndim > 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "gradient: spacing has %d dimensions, but it must be a scalar or a vector of positions",
                   spacing->ndim);
}

gla_status gla_gradient(const gla_array *f, gla_array **out, const gla_array *spacing, gla_axis axis, int edge_order)
{
    gla_scope s;
    gla_array *placed = NULL;
    gla_device *dev = NULL;
    *out = NULL;
    gla_scope_begin(&s, "gradient");
    check(&s, f, spacing, axis, edge_order);
    derivative d = {.s = &s, .edge_order = edge_order};
    if (!s.status)
        gla_s_check(&s, gla_normalize_axis("gradient", f->ndim, axis == GLA_NO_AXIS ? 0 : axis, &d.axis));
    gla_s_place(&s, 1, &f, false, &dev, &placed);
    d.f = s.status ? NULL : gla_s_astype(&s, gla_floating_of(f->dtype), placed);
    d.n = s.status ? 0 : f->shape[d.axis];
    if (!s.status)
        read_spacing(&d, spacing);
    return gla_scope_return(&s, s.status ? NULL : derive(&d), out);
}
