/* trapezoid.c - Integrals by the trapezoidal rule. */
#include "core/scope.h"

/* Return the distances between positions, in a shape that broadcasts with the sums of neighbouring values; NULL if there are no
 * positions. */
static gla_array *distances(gla_scope *s, const gla_array *x, const gla_array *y, int axis)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    if (s->status)
        return NULL;
    int64_t n = y->shape[axis] - 1;
    int along = x->ndim == 1 ? 0 : axis;
    if ((x->ndim != 1 && x->ndim != y->ndim) || x->shape[along] != y->shape[axis]) {
        char tx[GLA_SHAPE_TEXT], ty[GLA_SHAPE_TEXT];
        gla_s_fail(s, GLA_SHAPE_ERROR, "trapezoid: x of shape %s does not match y of shape %s along axis %d",
                   gla_shape_text(x->ndim, x->shape, tx, sizeof tx), gla_shape_text(y->ndim, y->shape, ty, sizeof ty), axis);
        return NULL;
    }
    if (n < 0)
        return NULL;
    for (int i = 0; i < y->ndim; i++)
        shape[i] = strides[i] = 1;
    if (x->ndim == 1) {
        shape[axis] = x->shape[0];
        strides[axis] = x->strides[0];
        x = gla_s_view(s, x, y->ndim, shape, strides, 0);
    }
    return gla_s_combine(s, gla_subtract, gla_s_slice(s, x, axis, 1, n), gla_s_slice(s, x, axis, 0, n));
}

/* Multiply in the memory of x, which the scope owns, if the product has the shape and dtype of x. */
static gla_array *times(gla_scope *s, gla_array *x, const gla_array *factor)
{
    gla_s_offer(s, x);
    gla_array *product = gla_s_combine(s, gla_multiply, x, factor);
    gla_s_release(s, x);
    return product;
}

gla_status gla_trapezoid(const gla_array *y, gla_array **out, const gla_array *x, double dx, int axis)
{
    const gla_array *in[2] = {y, x};
    gla_array *placed[2] = {NULL, NULL}, *sum = NULL;
    gla_device *dev = NULL;
    gla_scope s;
    int along = 0;
    *out = NULL;
    gla_status st = gla_normalize_axis("trapezoid", y->ndim, axis, &along);
    if (st)
        return st;
    gla_scope_begin(&s, "trapezoid");
    gla_s_place(&s, x ? 2 : 1, in, false, &dev, placed);
    gla_array *values = s.status ? NULL : gla_s_astype(&s, gla_floating_of(y->dtype), placed[0]);
    gla_array *places = x && !s.status ? gla_s_astype(&s, gla_floating_of(x->dtype), placed[1]) : NULL;
    gla_array *width = x ? distances(&s, places, y, along) : NULL;
    gla_array *part = x && !s.status ? gla_s_astype(&s, gla_promote(values->dtype, places->dtype), values) : values;
    if (!s.status && y->shape[along] > 0) {
        int64_t n = y->shape[along] - 1;
        gla_array *twice = gla_s_combine(&s, gla_add, gla_s_slice(&s, values, along, 1, n),
                                         gla_s_slice(&s, values, along, 0, n));
        part = width ? times(&s, twice, width) : twice;
        part = times(&s, part, gla_s_number(&s, width ? 0.5 : 0.5 * dx));
    }
    gla_ints axes = {1, {along}};
    if (!s.status)
        gla_s_adopt(&s, gla_sum(part, &sum, &axes, GLA_NO_DTYPE, false), &sum);
    return gla_scope_return(&s, sum, out);
}
